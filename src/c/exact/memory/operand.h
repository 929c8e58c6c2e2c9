/* Values of operands: constants, what instructions are bound to, and computed addresses, which are both. */
#ifndef CHORUS_C_EXACT_MEMORY_OPERAND_H
#define CHORUS_C_EXACT_MEMORY_OPERAND_H

#include "c/exact/model/state.h"

/* The value of an operand; volatile terms are valid until the next edge. */
Val operand_val(Lowering *L, LLVMValueRef value);
/* As a term of the value's sort; refuses addresses. */
Term operand_term(Lowering *L, LLVMValueRef value);
/* The number that the operand is in every run, as it is called here; false: there is none. */
bool operand_is_constant(Lowering *L, LLVMValueRef value, uint64_t *number);
Val constant_val(Lowering *L, LLVMValueRef value);
void value_bind(Lowering *L, Frame *frame, LLVMValueRef value, Val val);
/* The instruction's operands have been used; to be called before the edge that uses them is added. */
void operands_retire(Lowering *L, LLVMValueRef instruction);
void operand_retire(Lowering *L, LLVMValueRef value);
/* Storage that is a value only (AllocaInfo.is_forwarded): the store binds it, each load uses it. */
void forward_bind(Lowering *L, LLVMValueRef alloca, Val val);
bool forward_is_bound(Lowering *L, LLVMValueRef alloca);
Val forward_use(Lowering *L, LLVMValueRef alloca);
/* The address that a getelementptr computes, as an instruction or as a constant. */
/* Moves an address by so many times the stride. */
void pointer_move(Lowering *L, Val *v, Term t, uint64_t stride);
Val gep_val(Lowering *L, LLVMValueRef gep);

#endif
