/* Initiation: the initial configurations belong to the invariant. */
#ifndef CHORUS_KERNEL_KINDS_INVARIANT_START_H
#define CHORUS_KERNEL_KINDS_INVARIANT_START_H

#include "kernel/checker/checker.h"

void start_check(Checker *k);

#endif
