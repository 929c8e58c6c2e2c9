/* What locks, semaphores, barriers, ends of threads hand on, as updates of bits. */
#ifndef CHORUS_PROGRAM_WEAK_HANDING_H
#define CHORUS_PROGRAM_WEAK_HANDING_H

#include "program/weak_step.h"

/* Before and after what else a step does. */
void weak_take_handed(WeakStep *s, const Edge *e);
void weak_give_handed(WeakStep *s, const Edge *e);

#endif
