/* Rounds of loops that only wait, as the checker finds them. */
#ifndef CHORUS_KERNEL_MEMORY_WAITING_H
#define CHORUS_KERNEL_MEMORY_WAITING_H

#include "kernel/memory/facts.h"

/* Over the state before the edge: the thread that takes it comes back to where it stood, whatever it does next, and
 * nothing is changed then that it looks at. False where that is not known. */
Term memory_waits(MemoryFacts *f, EdgeId edge);

#endif
