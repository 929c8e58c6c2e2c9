/* What locks, semaphores, barriers and ends of threads hand on. */
#ifndef CHORUS_KERNEL_MEMORY_HANDING_H
#define CHORUS_KERNEL_MEMORY_HANDING_H

#include "kernel/memory/bits.h"

/* Of all that the edge touches and that is no memory, before and after what else it does. */
void memory_take_all(BitStep *s, const Edge *e);
void memory_give_all(BitStep *s, const Edge *e);

#endif
