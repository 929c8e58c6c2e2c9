/* Terms after a step, and whether terms can be true together. */
#ifndef CHORUS_KERNEL_CHECKER_AFTER_H
#define CHORUS_KERNEL_CHECKER_AFTER_H

#include "kernel/checker/checker.h"

/* t after the step of an edge, over the state before it. Variables of instance 0 are shared ones and the locals of the
 * thread that takes the edge; all others keep their values. */
Term checker_after(Checker *k, const Edge *e, Term t);
/* Are the terms impossible together? As checker_unsatisfiable, but reads of arrays are written out
 * (logic/term/reads.h), for which solvers are much faster. */
bool checker_impossible(Checker *k, const Term *terms, uint32_t count, const char *text);

#endif
