/* Local variables that are used when they exist no more: a violation of valid-deref; for other properties the model
 * ends there, since anything may lie in the memory by then.
 *
 * A local object exists while its function runs (or block: an access elsewhere in the function is to nothing). For the
 * thread that has it this is known where it is used: the function is among those that are active, or not. Others look
 * at a variable that is true from the end of the function, or of the block, on; an object that nobody looks at so has
 * none (FACT_LATE).
 *
 * The variable is false again when the function is called again, or the block entered, where that can be: a thread that
 * still has the address of the object of an earlier call is taken to use the new one. It does, where the program really
 * runs, if a call from the same place has its locals at the same place, and nothing else was there meanwhile. Where the
 * address of such an object gets to a place that outlives it, the result says that it is not used then
 * (assumption_outlived); valid-deref asks more: there the model ends. */
#ifndef CHORUS_C_EXACT_MEMORY_SCOPE_H
#define CHORUS_C_EXACT_MEMORY_SCOPE_H

#include "c/exact/model/state.h"

/* When the local object exists no more, at the instruction at hand of the thread at hand; TERM_NONE: it does exist.
 * Locals of main exist until the program ends; where valid-deref is asked, until main returns. */
Term scope_ended(Lowering *L, uint32_t object);
/* The function at hand begins. */
void scope_begin(Lowering *L);
/* It returns: before its result is computed. */
void scope_end(Lowering *L);
/* The thread ends, and with it all functions that are active. */
void scope_end_all(Lowering *L);
/* Before the instruction at hand, which stands in a block of the function: blocks of the source begin and end. */
void scope_pass(Lowering *L, LLVMBasicBlockRef block, LLVMValueRef instruction);
/* A value is stored in an object (NO_ID: at a place that outlives every function), where the guard holds. */
void scope_store(Lowering *L, uint32_t into, const Val *v, Term guard);
/* It is returned to the caller, who has what he gave the function anyhow: only the function's own locals matter. */
void scope_return(Lowering *L, const Val *v);

#endif
