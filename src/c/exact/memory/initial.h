/* Initial values of static storage. */
#ifndef CHORUS_C_EXACT_MEMORY_INITIAL_H
#define CHORUS_C_EXACT_MEMORY_INITIAL_H

#include "c/exact/model/state.h"

/* The initial value of a global's leaf or leaf array; TERM_NONE = arbitrary. */
Val initial_val(Lowering *L, const Object *object, uint64_t offset, LLVMTypeRef type);
Term initial_array(Lowering *L, const Object *object, uint64_t offset, LLVMTypeRef leaf, Sort sort);
bool initial_is_arbitrary(Lowering *L, const Object *object);
/* Whether static initialisation sets all these bytes to zero. */
bool initial_is_null(Lowering *L, const Object *object, uint64_t offset, uint64_t size);

#endif
