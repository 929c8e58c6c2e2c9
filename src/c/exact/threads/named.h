/* Threads that joins find by the value of a handle: where the handle is kept in memory of which little is known. */
#ifndef CHORUS_C_EXACT_THREADS_NAMED_H
#define CHORUS_C_EXACT_THREADS_NAMED_H

#include "c/exact/model/emit.h"

/* The step that starts a thread gives it the next name, which the local that is returned has afterwards; other starts
 * must not choose the same. */
VarId named_start(Lowering *L, Step *step);
/* The edge of that step. */
void named_note(Lowering *L, EdgeId create);
/* The join is treated as not waiting. */
void named_warn(Lowering *L, const Join *join);
/* When all is lowered: joins whose handle is known by its value only also wait for the thread of that name. */
void named_resolve(Lowering *L);

#endif
