/* Initiation: the initial configurations belong to the invariant. */
#ifndef CHORUS_CERTIFICATE_CERTIFY_START_H
#define CHORUS_CERTIFICATE_CERTIFY_START_H

#include "certificate/certify_checker.h"

void start_check(Checker *k);

#endif
