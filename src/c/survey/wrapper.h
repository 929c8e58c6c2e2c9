/* Calls that allocate: those of the library, and of functions of the program that return what they have just allocated
 * and let nobody else know of it (xmalloc, new_node). Each call of such a function has an object of its own, as if it
 * stood there; the function has one, too, for what it does before it returns. */
#ifndef CHORUS_C_SURVEY_WRAPPER_H
#define CHORUS_C_SURVEY_WRAPPER_H

#include "c/survey/state.h"

/* Finds all such functions. */
void wrappers_find(Survey *s);
bool is_wrapper(const Survey *s, LLVMValueRef function);
/* Whether a call of the library returns new memory; with `also`, that of such a function, too. */
bool is_allocation(const Survey *s, LLVMValueRef call, bool also);
/* The object that such a call makes. */
uint32_t heap_object(Survey *s, LLVMValueRef call);
/* What a function returns beside its new memory may come to a node. */
void wrapper_add_rest(Survey *s, LLVMValueRef function, LLVMValueRef value, uint32_t node);
/* The new memory that a call of such a function returns: its objects in the function, copied. */
void wrapper_copy(Survey *s, LLVMValueRef call, LLVMValueRef function, uint32_t object);

#endif
