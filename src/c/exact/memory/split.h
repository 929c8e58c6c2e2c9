/* Accesses that are case splits: an edge for each target that the address may have. */
#ifndef CHORUS_C_EXACT_MEMORY_SPLIT_H
#define CHORUS_C_EXACT_MEMORY_SPLIT_H

#include "c/exact/memory/place.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/state.h"

/* One target of an access. */
typedef struct Branch {
    Term guard; /* of the choice, and within bounds */
    Place place;
} Branch;

/* A target that cannot be modelled, or is none. */
typedef struct Limit {
    Term guard;
    const char *why;
    const char *reason; /* of a violation: why the model ends there where valid-deref is not asked */
} Limit;

/* The targets of an access; cleared by branches_emit. */
typedef struct Branches {
    Branch *data;
    uint32_t count, capacity;
    const Val *outside; /* what is read at places outside of their objects; NULL = that is undefined */
    VEC(Limit) limits;
    VEC(Limit) violations; /* of valid-deref; those without a reason if that is asked */
} Branches;

/* Makes the access at hand a step of its own where it must be one. True: fetch operands again. */
bool access_begin(Lowering *L, bool is_shared);
/* The targets of an access, after a flush where the access must be a step of its own. */
void branches_enter(Lowering *L, LLVMValueRef pointer, LLVMTypeRef type, bool is_write, Branches *branches);
bool branches_are_shared(const Branches *branches);
/* So many steps for each branch, with its guard; to be given to branches_emit. */
Step *branches_steps(Lowering *L, const Branches *branches, uint32_t per_branch);
/* What the branches read, as one value: assigns a temporary in each step. */
Val branches_read(Lowering *L, const Branches *branches, LLVMTypeRef type, const char *name, Step *steps,
                  uint32_t per_branch);
/* Emits one edge for each step; none: the behaviour is undefined. Frees both. */
void branches_emit(Lowering *L, Branches *branches, Step *steps, uint32_t per_branch);
/* All that an address may stand for becomes arbitrary. */
void address_havoc(Lowering *L, const Val *address, LLVMTypeRef type, const char *name, const char *approximate);

/* One scalar of a memset or memcpy, for origin_part. */
typedef struct AccessPart {
    LLVMValueRef fill;
    uint32_t part;
    uint64_t offset, size;
} AccessPart;

/* A read and a write through any address, each with steps of its own, which use terms of the address several times:
 * they must be good for more than one edge (address_keep). keeps: the value is good for longer than the next edge. */
Val address_read(Lowering *L, const Val *address, LLVMTypeRef type, const AccessPart *part, bool keeps);
void address_write(Lowering *L, const Val *address, LLVMTypeRef type, const Val *value, const AccessPart *part);
/* A read that finds another value where an object is too small. */
Val address_read_or(Lowering *L, const Val *address, LLVMTypeRef type, const Val *outside);
/* Whether an access through it is a case split. */
bool address_is_split(Lowering *L, const Val *address);
bool operand_is_split(Lowering *L, LLVMValueRef pointer);
/* Loads and stores for which it is. */
void lower_load_split(Lowering *L, LLVMValueRef instruction);
void lower_store_split(Lowering *L, LLVMValueRef instruction);

#endif
