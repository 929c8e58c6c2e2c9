#include "c/exact/library/leave.h"

#include "c/exact/library/inside.h"
#include "c/exact/library/reach.h"
#include "c/exact/memory/address.h"
#include "c/exact/memory/external.h"
#include "c/exact/memory/operand.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/pointsto.h"
#include "c/exact/model/values.h"
#include "c/library/state.h"

static void leave_targets(Lowering *L, const Targets *targets)
{
    Val any = address_of(address_number(L, 0), targets);
    external_leave(L, EXTERNAL_MEMORY, &any);
}

void leave_kept(Lowering *L, LLVMValueRef argument)
{
    Val v = operand_val(L, argument);
    Targets *kept = targets_new(L);
    if (!val_is_address(&v)) return;
    reach_kept(L, address_val(L, &v).targets, kept);
    leave_targets(L, kept);
}

void leave_inside(Lowering *L, LLVMValueRef argument)
{
    Val v = operand_val(L, argument);
    const Targets *inside = inside_targets(L, &v);
    if (inside) leave_targets(L, inside);
}

void leave_inside_kept(Lowering *L, LLVMValueRef argument)
{
    Val v = operand_val(L, argument);
    Targets *kept = targets_new(L);
    if (!val_is_address(&v)) return;
    reach_kept(L, address_val(L, &v).targets, kept);
    inside_widen(L, kept);
    leave_targets(L, kept);
}

void leave_state(Lowering *L, LLVMValueRef call, const char *function)
{
    unsigned count = LLVMGetNumArgOperands(call);
    const StateUse *use;
    for (size_t i = 0; (use = state_next(function, &i)) != NULL;) {
        if (!use->keeps || use->keeps > count) continue;
        Val v = operand_val(L, LLVMGetOperand(call, use->keeps - 1));
        external_keep(L, use->state, &v);
    }
    for (unsigned k = 0; state_gives_back(function) && k < count; k++) {
        Val v = operand_val(L, LLVMGetOperand(call, k));
        external_leave(L, EXTERNAL_MEMORY, &v);
    }
}
