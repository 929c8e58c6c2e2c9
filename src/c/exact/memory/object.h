/* Memory: objects (globals, local storage of one inlined call) and their cells. A cell is one scalar of an object,
 * or one scalar of the element type of an array whose index varies. Where some access covers a part of a scalar only (a
 * union, a cast, a bit-field), the scalar has a cell for each of its pieces instead, all of one size; which scalars do
 * is a fact (FACT_PIECES), so that two cells never share a byte. An access that covers several cells is one step. */
#ifndef CHORUS_C_EXACT_MEMORY_OBJECT_H
#define CHORUS_C_EXACT_MEMORY_OBJECT_H

#include "c/exact/memory/slot.h"
#include "c/exact/model/state.h"

/* For checks: a kind with what it has, and cells of its own. */
bool object_is_valid(const Lowering *L, uint32_t id);
/* For checks: inside its object, with variables of its size that those can reach who reach the object. */
bool cell_is_valid(const Lowering *L, uint32_t id);
uint32_t object_of_global(Lowering *L, LLVMValueRef global);
uint32_t object_of_local(Lowering *L, Frame *frame, LLVMValueRef alloca);
/* Likewise when the frame need not be active. */
uint32_t object_of_alloca(Lowering *L, LLVMValueRef alloca, uint32_t scope, Frame *frame);
uint32_t object_of_heap(Lowering *L, LLVMValueRef call, uint32_t scope);
uint32_t object_of_function(Lowering *L, LLVMValueRef function);
/* Refuses what the thread at hand cannot reach. */
uint32_t object_of_target(Lowering *L, const Target *t);
/* Whether what is stored there is never read. */
bool alloca_is_ignored(const Frame *frame, const AllocaInfo *info);
/* The bytes of an object of variable size that are modelled. */
uint64_t variable_size(const Lowering *L);
/* How many bytes of an object have numbers as addresses (address.h), its end included: less than all where objects are
 * large and many. The model ends where another address is computed and kept. */
uint64_t object_range(const Lowering *L, const Object *o);
/* Whether the address is a number somewhere (address.h). */
bool object_is_addressed(Lowering *L, LLVMValueRef value);
const char *object_describe(Lowering *L, const Val *address);
/* Whether nobody may write it: an object that is defined const and static, or the text of a string. */
bool object_is_constant(Lowering *L, uint32_t object);
bool object_uses_padding(Lowering *L, uint32_t object);
/* The first operand of such a call that says how many bytes: behind the old memory of realloc. */
unsigned heap_first_size(LLVMValueRef call);
/* A value of an access type suggests what an object on the heap holds. */
void heap_suggest_type(Lowering *L, uint32_t object, LLVMTypeRef type);
void heap_suggest_targets(Lowering *L, const Val *address, LLVMTypeRef type);
/* The cell of a kind, of so many bytes, without a variable when it is new. */
uint32_t cell_at(Lowering *L, uint32_t object, uint64_t offset, uint64_t size, CellKind kind, bool *is_new);
/* Of a fact about the scalar at a start that is one of this object only: one call may make objects of several types. */
uint64_t object_scalar(const Object *o, uint64_t start);
SlotKey cell_slot(Lowering *L, const Cell *cell);

#endif
