/* Arguments that point to objects of which the model looks at nothing: condition variables, attributes, points in time.
 * Whoever calls must have such an object all the same. Where valid-deref is not asked, a local must exist. */
#ifndef CHORUS_C_EXACT_LIBRARY_ARGUMENT_H
#define CHORUS_C_EXACT_LIBRARY_ARGUMENT_H

#include "c/exact/model/state.h"

/* Objects of the thread library are as large as glibc's where the program does not say it: what is smaller may be too
 * small, and the model ends there. */
void argument_whole(Lowering *L, const Val *address, SyncKind kind);
/* An object must be there, or NULL be given where that is allowed. The first argument is what the function is about,
 * and must be large enough for that. */
void argument_object(Lowering *L, LLVMValueRef argument, bool may_be_null);
/* Those of a call, by its name (L->callee), that its own lowering does not look at. Afterwards control may not go on.
 */
void arguments_check(Lowering *L, LLVMValueRef call);
/* A pointer, or an integer that can be one. */
bool argument_may_point(const Lowering *L, LLVMValueRef argument);
/* Whether it points to memory outside of the program only; to nothing. */
bool argument_is_outside(Lowering *L, LLVMValueRef argument);
bool argument_is_null(Lowering *L, LLVMValueRef argument);
/* Whether something behind the argument could be changed by who has it. */
bool argument_is_writable(Lowering *L, LLVMValueRef argument);
/* So many elements as argument i says, in bytes; UINT64_MAX: it is not constant. */
uint64_t argument_size(Lowering *L, LLVMValueRef call, unsigned i, uint64_t element);
/* How large each of the things is that fread may write to its first argument, as many as RECORD_COUNT says; 0: it is
 * another function, or that is not known. */
#define RECORD_SIZE 1u
#define RECORD_COUNT 2u
uint64_t argument_record_size(Lowering *L, LLVMValueRef call, const char *name);
/* A number that may be the address of something is none that a function could be known to use. */
void arguments_refuse_numbers(Lowering *L, LLVMValueRef call);

#endif
