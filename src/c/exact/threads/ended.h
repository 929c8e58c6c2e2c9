/* The ends of threads, for those who join them. */
#ifndef CHORUS_C_EXACT_THREADS_ENDED_H
#define CHORUS_C_EXACT_THREADS_ENDED_H

#include "c/exact/model/state.h"

void threads_resolve_joins(Lowering *L);

#endif
