/* From an address to the scalar that lies there, along the type of the object; and over all scalars of a type. */
#ifndef CHORUS_C_EXACT_MEMORY_WALK_H
#define CHORUS_C_EXACT_MEMORY_WALK_H

#include "c/exact/model/state.h"

/* Where one is on the way from an address to a scalar. */
typedef struct Walk {
    LLVMTypeRef type;
    LLVMMetadataRef debug;
    int64_t rest;      /* offset inside type */
    uint64_t start;    /* of type, all indices counted as 0: names the leaf */
    uint64_t position; /* of type, constant indices counted */
    Term index;        /* flattened, 32 bits; constant parts included */
    Term condition;
    bool is_indexed; /* an index is no constant */
    bool is_inner;   /* and is that of an array inside of the object: beyond it the object may go on */
    bool is_free;    /* and nobody says that it stays in this array (Val.free_terms) */
    bool is_outside; /* a constant index is out of bounds */
    bool is_below_array;
    Term row;          /* index in the arrays that lie directly in each other here, flattened; TERM_NONE = none */
    uint64_t rows;     /* product of their lengths */
    uint64_t all_rows; /* size of the outermost one, in bytes */
    bool is_padding;   /* a byte between members */
    bool is_overlaid;  /* by other members of a union, so that the end of an array is not the end of what may be used */
    Term limit;        /* where an index goes beyond such an array; TERM_NONE = nowhere */
    uint64_t elements; /* product of the dimensions passed */
    Val address;       /* index terms still to be placed */
    Str name, array_name;
} Walk;

/* At the object's start; to be ended. */
Walk walk_start(Lowering *L, const Val *address);
void walk_end(Walk *w);
/* One step, into the element or the member. */
void walk_array(Lowering *L, Walk *w);
void walk_struct(Lowering *L, Walk *w);
/* Refuses a variable index that follows no array of the type: accesses_find tells its values apart, in the next pass.
 */
void walk_check_placed(Lowering *L, const Walk *w);
/* All the way. */
Walk walk_to_scalar(Lowering *L, const Val *address);
/* Says that an index is taken to be in bounds, unless valid-deref asks for it. */
void note_bounds(Lowering *L, const char *name);
bool type_is_aggregate(LLVMTypeRef type);
/* The aggregate or scalar of exactly this size at an address; NULL when there is none. */
LLVMTypeRef type_at(Lowering *L, const Val *address, uint64_t size);

/* Calls fn for every scalar below a type; a mutex counts as one (its type is then the struct's), and a byte between
 * members, too, when they are wanted (see object_uses_padding). */
typedef void (*LeafFn)(Lowering *L, void *arg, uint64_t offset, LLVMTypeRef type);

void leaves_for_each(Lowering *L, LLVMTypeRef type, bool with_padding, LeafFn fn, void *arg);

#endif
