/* Initiation: the initial configurations belong to the invariant. */
#ifndef CHORUS_CERTIFY_CERTIFY_START_H
#define CHORUS_CERTIFY_CERTIFY_START_H

#include "certify/checker/checker.h"

void start_check(Checker *k);

#endif
