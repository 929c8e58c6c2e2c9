/* Circular deadlocks: error edges of the property no-deadlock, and the variables that tell who waits for what. After
 * joins and holdings are resolved; nothing happens unless the property is asked. */
#ifndef CHORUS_C_EXACT_THREADS_DEADLOCK_H
#define CHORUS_C_EXACT_THREADS_DEADLOCK_H

#include "c/exact/model/state.h"

void deadlock_resolve(Lowering *L);

#endif
