/* Initial states of proofs by context. */
#ifndef CHORUS_KERNEL_KINDS_CONTEXT_START_H
#define CHORUS_KERNEL_KINDS_CONTEXT_START_H

#include "kernel/kinds/context/state.h"

/* Is every initial state there, as each thread sees it, and those that are started later? */
void context_check_start(ContextCheck *x);

#endif
