/* Unions, of which LLVM's types have one view only. */
#ifndef CHORUS_C_COMPILE_UNION_TYPE_H
#define CHORUS_C_COMPILE_UNION_TYPE_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* Whether a struct is, or may be, the type of a union: other members than the one that is named may be there. An
 * initialised one has a type of its own, without a name. */
bool type_is_union(LLVMTypeRef type);

#endif
