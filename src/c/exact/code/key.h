/* Thread-specific data: each key that main creates is a number, and each thread has a variable for each key, NULL when
 * the thread starts. Where a thread ends it calls, in any order, the destructors of the keys that have a value, which
 * becomes NULL before. A destructor must not set values: it would have to be called again, and POSIX leaves open how
 * often. */
#ifndef CHORUS_C_EXACT_CODE_KEY_H
#define CHORUS_C_EXACT_CODE_KEY_H

#include "c/exact/model/state.h"

void lower_key_create(Lowering *L, LLVMValueRef call);
void lower_key_delete(Lowering *L, LLVMValueRef call);
/* Puts the destructors between the body of a thread, lowered in the frame, and its end. */
void keys_destroy(Lowering *L, Frame *body);
void lower_key_get(Lowering *L, LLVMValueRef call);
void lower_key_set(Lowering *L, LLVMValueRef call);

#endif
