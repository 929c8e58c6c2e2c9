/* Memory that becomes arbitrary: locals where they are declared, and objects of which one byte is set. */
#ifndef CHORUS_FRONTEND_MEMORY_HAVOC_H
#define CHORUS_FRONTEND_MEMORY_HAVOC_H

#include "frontend/model/state.h"

/* Whether a leaf is a synchronisation object, and of which kind. */
bool leaf_is_sync(Lowering *L, const Val *address, LLVMTypeRef type, SyncKind *kind);
/* Whether a store sets one arbitrary byte somewhere in memory of another type; if so it is done (over-approximated). */
bool lower_byte_store(Lowering *L, LLVMValueRef store, const Val *address);
void lower_declare(Lowering *L, LLVMValueRef call);
/* All of a variable becomes arbitrary. */
void object_havoc(Lowering *L, uint32_t object);

#endif
