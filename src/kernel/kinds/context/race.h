/* That no state of a proof by context is an error. */
#ifndef CHORUS_KERNEL_KINDS_CONTEXT_RACE_H
#define CHORUS_KERNEL_KINDS_CONTEXT_RACE_H

#include "kernel/kinds/context/state.h"

/* Error edges of threads that may run; and races of two threads each of which has the other beside it in some state.
 * After all steps were checked. */
void context_check_errors(ContextCheck *x);

#endif
