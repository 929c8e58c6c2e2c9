/* What a whole step does to the bits, and when one is out of order. */
#ifndef CHORUS_KERNEL_MEMORY_STEP_H
#define CHORUS_KERNEL_MEMORY_STEP_H

#include "kernel/memory/bits.h"

/* is_guessed: its write of x is the guessed one. */
void memory_step(BitStep *s, const Edge *e, bool is_guessed);
/* That the model does not order the guessed write before an access of x by the edge. */
Term memory_out_of_order(BitStep *s, const Edge *e, bool writes);

#endif
