/* What other threads can see of an edge. */
#ifndef CHORUS_KERNEL_CHECKER_EFFECTS_H
#define CHORUS_KERNEL_CHECKER_EFFECTS_H

#include "kernel/checker/checker.h"

/* Fills in owner and written. */
void effects_find_owners(Checker *k);
/* Does the edge touch only the thread's own locals, inputs, and shared variables that no other thread touches or that
 * no edge writes? */
bool effects_are_local(Checker *k, const Edge *e);
/* Does the thread enter an atomic section by it? */
bool effects_enter_atomic(const Program *p, const Edge *e);

#endif
