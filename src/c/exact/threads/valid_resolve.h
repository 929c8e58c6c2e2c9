/* The property valid-sync, where it is what other threads do at the time that makes a call wrong. */
#ifndef CHORUS_C_EXACT_THREADS_VALID_RESOLVE_H
#define CHORUS_C_EXACT_THREADS_VALID_RESOLVE_H

#include "c/exact/model/state.h"

/* When all is lowered. */
void valid_sync_resolve(Lowering *L);

#endif
