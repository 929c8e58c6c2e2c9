/* Several scalars at once: memset, memcpy, and what functions of the library write. */
#ifndef CHORUS_C_EXACT_CODE_FILL_H
#define CHORUS_C_EXACT_CODE_FILL_H

#include "c/exact/model/state.h"

void lower_memset(Lowering *L, LLVMValueRef call);
void lower_memcpy(Lowering *L, LLVMValueRef call, bool may_overlap);
/* So many bytes from an address on become those of the value, of 8 * size bits, or arbitrary. The call's operands stay
 * as they are; where that is needed the address is saved. Afterwards control may not go on. */
void memory_set(Lowering *L, LLVMValueRef call, const Val *to, uint64_t size, Term value);
void memory_havoc(Lowering *L, LLVMValueRef call, const Val *to, uint64_t size);

#endif
