/* Invariants that are given as decision diagrams, held against a program. */
#ifndef CHORUS_KERNEL_KINDS_DIAGRAM_CLAIMED_H
#define CHORUS_KERNEL_KINDS_DIAGRAM_CLAIMED_H

#include "kernel/checker/checker.h"
#include "proof/diagram.h"

/* Is the diagram's invariant one of k->p, which has one thread and no shared variables, and without errors? What is not
 * so, checker_fail says. */
void claimed_check(Checker *k, const Diagram *d);

#endif
