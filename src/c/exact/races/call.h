/* Which accesses functions of the library make to memory of the program. */
#ifndef CHORUS_C_EXACT_RACES_CALL_H
#define CHORUS_C_EXACT_RACES_CALL_H

#include "c/exact/model/state.h"

/* Records what a call of a function without a body accesses, before it is lowered. name: of the function. */
void race_call(Lowering *L, LLVMValueRef call, Intrinsic intrinsic, const char *name);
/* What such a call accesses when it is over: the result that a join stores. */
typedef struct RaceAfter {
    bool is_due;
    Val address;
    uint64_t bytes;
} RaceAfter;

/* To be asked before the call is lowered. */
RaceAfter race_call_begin(Lowering *L, LLVMValueRef call, Intrinsic intrinsic);
/* Records it; control is behind the call. */
void race_call_end(Lowering *L, const RaceAfter *after);

#endif
