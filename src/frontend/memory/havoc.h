/* Memory that becomes arbitrary: locals where they are declared. */
#ifndef CHORUS_FRONTEND_MEMORY_HAVOC_H
#define CHORUS_FRONTEND_MEMORY_HAVOC_H

#include "frontend/model/state.h"

/* Whether a leaf is a synchronisation object, and of which kind. */
bool leaf_is_sync(Lowering *L, const Val *address, LLVMTypeRef type, SyncKind *kind);
void lower_declare(Lowering *L, LLVMValueRef call);
/* All of a variable becomes arbitrary. */
void object_havoc(Lowering *L, uint32_t object);

#endif
