/* Which types are those of synchronisation objects. */
#ifndef CHORUS_C_EXACT_MODEL_SYNC_TYPE_H
#define CHORUS_C_EXACT_MODEL_SYNC_TYPE_H

#include "c/exact/model/state.h"

/* Whether it is the type of a mutex or of another synchronisation object that is no scalar. */
bool type_is_mutex(LLVMTypeRef type);
/* Of a type for which type_is_mutex holds. */
SyncKind sync_kind(LLVMTypeRef type);
const char *sync_name(SyncKind kind);
/* Whether such an object is an integer, not a type of its own. */
bool sync_is_scalar(SyncKind kind);
/* The type of the objects; NULL when the program has none. */
LLVMTypeRef sync_type(Lowering *L, SyncKind kind);

#endif
