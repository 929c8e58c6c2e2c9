#include "c/survey/cells/once.h"

#include "c/survey/call.h"

uint32_t once_take(Locks *l, LLVMValueRef call, uint32_t set, bool is_within)
{
    Intrinsic intrinsic = INTRINSIC_NONE;
    LLVMValueRef callee = LLVMGetCalledValue(call);
    uint32_t names[2];
    if (!LLVMIsAFunction(callee) || !library_name(callee, &intrinsic) || intrinsic != INTRINSIC_ONCE) return set;
    uint32_t n = locks_find_names(l, LLVMGetOperand(call, 0), names);
    for (uint32_t i = 0; i < n; i++)
        if (locks_name(l, names[i])->kind == NAME_PLACE) set = set_add(l, set, 2 * names[i] + is_within);
    return set;
}
