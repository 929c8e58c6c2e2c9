/* From which value an address is computed, and whether memory that was just allocated is known to others. */
#ifndef CHORUS_C_SURVEY_CELLS_ROOT_H
#define CHORUS_C_SURVEY_CELLS_ROOT_H

#include "c/survey/state.h"

typedef struct Root {
    LLVMValueRef value;
    int64_t bytes; /* from there to the address */
} Root;

/* The value from which constant offsets lead to an address. */
Root address_root(const Survey *s, LLVMValueRef address);
/* One step further back; by_any_index: also by an index inside of what the value points to, so that `bytes` leads to
 * the beginning of the array. False: there is none. */
bool root_go_on(const Survey *s, Root *r, bool by_any_index);
/* The value from which it is computed in whatever way. */
LLVMValueRef origin_of(LLVMValueRef address);
/* Whether an instruction may tell others the address that its operand k is, or lose sight of it. */
bool use_leaks(Survey *s, LLVMValueRef user, unsigned k);

#endif
