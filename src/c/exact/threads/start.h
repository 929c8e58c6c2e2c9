/* The handle that the start of a thread writes. */
#ifndef CHORUS_C_EXACT_THREADS_START_H
#define CHORUS_C_EXACT_THREADS_START_H

#include "c/exact/model/state.h"

/* Is the thread given a name, by the step that starts it, since nobody follows its handle? uses: from handles_at. */
bool handle_is_named(Lowering *L, const Val *address, const HandleUses *uses);
/* The start of a thread writes its handle. name: what it was given (NO_ID: none); uses: from handles_at; they are
 * freed. */
void handle_write(Lowering *L, const Val *address, EdgeId create, VarId name, HandleUses *uses);

#endif
