/* Places that keep pointers, and the points-to set of each. See address.h. */
#ifndef CHORUS_C_EXACT_MEMORY_SLOT_H
#define CHORUS_C_EXACT_MEMORY_SLOT_H

#include "c/exact/model/state.h"

/* The address that a value has when it is stored in a place, which is recorded; and when it is loaded again from there
 * as a term. Keys: a value with a scope and an offset. */
typedef enum SlotKind { SLOT_SCALAR, SLOT_ARRAY, SLOT_PHI, SLOT_RESULT, SLOT_PARAMETER, SLOT_KEY } SlotKind;

typedef struct SlotKey {
    LLVMValueRef value;
    uint32_t scope;
    uint64_t offset;
    SlotKind kind;
} SlotKey;

Term slot_store(Lowering *L, const SlotKey *key, const Val *v, bool is_pointer);
/* It may be any address from the start. */
void slot_store_unknown(Lowering *L, const SlotKey *key);
Val slot_load(Lowering *L, const SlotKey *key, Term t, bool is_pointer);
/* Whether something was stored there that counts; whether an address of the program's was. */
/* What may be kept there; NULL = nothing that anybody looked for. */
const Targets *slot_targets(Lowering *L, const SlotKey *key);
bool slot_is_known(Lowering *L, const SlotKey *key);
bool slot_has_addresses(Lowering *L, const SlotKey *key);
/* A number that meets addresses: it is compared with one, or copied to where one is kept. Where it is that of an
 * integer in memory, which may only ever be NULL (`.init = (uintptr_t)NULL`), or keep addresses later on, what is
 * stored there is recorded from the next pass on. False: nothing new. */
bool slot_follow_number(Lowering *L, Term number);

#endif
