/* The ends of threads, for those who join them. */
#ifndef CHORUS_FRONTEND_THREADS_ENDED_H
#define CHORUS_FRONTEND_THREADS_ENDED_H

#include "frontend/model/state.h"

void threads_resolve_joins(Lowering *L);

#endif
