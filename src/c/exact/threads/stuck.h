/* Global deadlocks: no thread can go on, and some have not ended. Error edges of the property no-deadlock, where it is
 * asked and the program waits for something else than locks and threads: otherwise deadlock.h sees them all. */
#ifndef CHORUS_C_EXACT_THREADS_STUCK_H
#define CHORUS_C_EXACT_THREADS_STUCK_H

#include "c/exact/model/state.h"

void stuck_resolve(Lowering *L);

#endif
