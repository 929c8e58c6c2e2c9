/* Bounds of variables: are they invariants? */
#ifndef CHORUS_KERNEL_KINDS_BOUNDS_GROUPS_H
#define CHORUS_KERNEL_KINDS_BOUNDS_GROUPS_H

#include "kernel/kinds/bounds/counts.h"
#include "program/bounds.h"

/* NULL: they are invariants of the program (in the sense of program/bounds.h); else what is wrong, one line. */
const char *groups_problem(const Counts *counts, const Bounds *bounds);

#endif
