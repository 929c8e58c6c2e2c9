/* Accesses of C to memory that threads share, as accesses of edges (program/access.h).
 *
 * Where data races are asked each access has a step of its own, which changes nothing, right before the steps that do
 * what the access does: an edge that the thread can take whenever it is about to make the access. What becomes of the
 * value, whether anybody needs it, and whether what follows waits or ends the program makes no difference, since the
 * thread stands before the edge in any case.
 *
 * The objects are those of the model (state.h), the bytes those that C accesses, not the cells. An object that only one
 * thread can reach has no accesses. What is not known exactly (how far a function of the library reads) is on an
 * edge of its own that is marked as approximate and leads nowhere, so that nothing else depends on it. */
#ifndef CHORUS_C_EXACT_RACES_RECORD_H
#define CHORUS_C_EXACT_RACES_RECORD_H

#include "c/exact/model/state.h"

#define WHOLE_OBJECT 0 /* as a number of bytes */

/* One access, of whichever objects the address may point to. */
typedef struct RaceAccess {
    LLVMValueRef pointer; /* an operand at hand; NULL: address counts */
    Val address;          /* good for more than one edge (address_keep) */
    uint64_t bytes;       /* or WHOLE_OBJECT */
    bool is_write, is_atomic, is_update;
    bool is_free;          /* of memory that is given back: none where it is no start of what malloc gave */
    bool is_approximate;   /* perhaps it is not made, or to fewer bytes */
    LLVMValueRef compares; /* NULL, or a cmpxchg: the access is made if it succeeds */
} RaceAccess;

/* Whether races are asked; nothing is recorded otherwise. */
bool races_are_asked(const Lowering *L);
/* Adds the step, if any of the accesses is to memory that threads share. Control may end there. at: the instruction, of
 * which all pointers are operands; NULL: another one, which a native run does not stop at. */
void race_accesses(Lowering *L, LLVMValueRef at, const RaceAccess *accesses, uint32_t count);

#endif
