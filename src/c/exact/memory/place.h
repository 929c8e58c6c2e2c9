/* Places: what an access to an address touches, cells and constants. */
#ifndef CHORUS_C_EXACT_MEMORY_PLACE_H
#define CHORUS_C_EXACT_MEMORY_PLACE_H

#include "c/exact/model/state.h"

typedef struct Place {
    enum { PLACE_CELL, PLACE_CONSTANT, PLACE_OUTSIDE, PLACE_IGNORED, PLACE_EXTERNAL, PLACE_PARTS } kind;
    struct Place *parts; /* PLACE_PARTS: cells and constants, the lowest byte first */
    uint32_t part_count;
    uint32_t cell;
    Term index;     /* CELL_ARRAY; of an external place: see argv_is_end, TERM_NONE elsewhere */
    Term condition; /* index within bounds; TERM_NONE = always */
    Term limit; /* index beyond an array, which is not modelled: in a union, or (inside) in an object; TERM_NONE = never
                 */
    Term inside; /* valid-deref: all bytes lie in the object; TERM_NONE = always, or not asked */
    Term dead;   /* likewise: the object exists no more; TERM_NONE = never */
    uint32_t object;
    bool is_inner; /* a variable index is that of an array inside of the object */
    Val constant;
    bool is_shared;
    LLVMTypeRef type;
} Place;

/* For checks: what the access covers and nothing else, each part once, the lowest byte first. */
bool place_is_valid(const Lowering *L, const Place *place);
/* The part of an object that an access of a type at an address touches. is_write: records the fact. */
Place place_find(Lowering *L, const Val *address, LLVMTypeRef type, bool is_write);
/* Likewise for one target among several: the reason when it cannot be modelled, else NULL. Such a target is to be a
 * limit of the model (emit_limit). */
const char *place_try(Lowering *L, const Val *address, LLVMTypeRef type, bool is_write, Place *place);
/* Whether the scalar at an address is a synchronisation object. */
bool scalar_is_sync(Lowering *L, const Val *address, LLVMTypeRef type, SyncKind *kind);

#endif
