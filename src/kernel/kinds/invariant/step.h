/* What a step does to the values of predicates, asked of the solver. The answers are complete when it finds no other:
 * that is the obligation. */
#ifndef CHORUS_KERNEL_KINDS_INVARIANT_STEP_H
#define CHORUS_KERNEL_KINDS_INVARIANT_STEP_H

#include "kernel/checker/checker.h"

/* All moves of a thread, and all replies of a passive thread to one: every concrete step is among them. */
CertifyRange step_moves(Checker *k, uint32_t shared, uint32_t local);
CertifyRange step_replies(Checker *k, uint32_t shared, uint32_t local, const CertifyMove *m, uint32_t passive);

#endif
