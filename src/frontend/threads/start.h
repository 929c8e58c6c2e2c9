/* The handle that the start of a thread writes. */
#ifndef CHORUS_FRONTEND_THREADS_START_H
#define CHORUS_FRONTEND_THREADS_START_H

#include "frontend/model/state.h"

/* The start of a thread writes its handle. uses: from handles_at; they are freed. */
void handle_write(Lowering *L, const Val *address, EdgeId create, HandleUses *uses);

#endif
