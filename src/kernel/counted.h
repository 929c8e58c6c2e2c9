/* Values that count threads: are they an invariant, and what do they say? On code of its own. */
#ifndef CHORUS_KERNEL_COUNTED_H
#define CHORUS_KERNEL_COUNTED_H

#include "kernel/checker/checker.h"
#include "program/counted.h"

/* The checker's program with the same ids, in which what the counts say of a thread is in the guards of its steps on
 * shared variables. NULL: they are not shown to be right (then the checker has a problem). */
Program *counted_check(Checker *k, const ThreadCounts *counts);

#endif
