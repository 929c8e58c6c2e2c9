/* Locals that a thread may still read. What others are does not matter, and letters need not assign to them: else two
 * would be different that do the same. */
#ifndef CHORUS_KERNEL_KINDS_LOCKSTEP_LIVE_H
#define CHORUS_KERNEL_KINDS_LOCKSTEP_LIVE_H

#include "kernel/kinds/lockstep/state.h"

void lockstep_find_live(LockstepCheck *c);
/* May the thread, or a condition of the proof, still read its local v (of the program as given) when it is there, which
 * may be LOCKSTEP_END? Shared variables are always live. */
bool lockstep_is_live(LockstepCheck *c, uint32_t thread, uint32_t v, uint32_t at);

/* Calls fn for the variables of all conditions of the proof: of cases, and of nodes as far as there are some. */
void lockstep_each_spoken(TermManager *tm, const LockstepProof *proof, void (*fn)(void *arg, Term var), void *arg);
/* Per variable of the program written out: does some condition speak of it? */
bool *lockstep_spoken(const Program *written, const LockstepProof *proof);

#endif
