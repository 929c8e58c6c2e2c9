/* What a call gives that is not inlined. */
#ifndef CHORUS_C_EXACT_CODE_RESULT_H
#define CHORUS_C_EXACT_CODE_RESULT_H

#include "c/exact/model/state.h"

bool call_is_void(LLVMValueRef call);
/* Binds the result, if the call has one. */
void call_bind(Lowering *L, LLVMValueRef call, Val v);
/* Likewise, a value of the call's type; name: of the input. */
void call_bind_arbitrary(Lowering *L, LLVMValueRef call, const char *name);
void call_bind_zero(Lowering *L, LLVMValueRef call);
/* rand and random: not negative (at most 2^31 - 1, whatever the type). */
void call_bind_random(Lowering *L, LLVMValueRef call, const char *name);
/* 0 or 1. */
void call_bind_arbitrary_bool(Lowering *L, LLVMValueRef call, const char *name);

#endif
