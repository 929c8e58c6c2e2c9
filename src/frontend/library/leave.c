#include "frontend/library/leave.h"

#include "frontend/library/inside.h"
#include "frontend/library/reach.h"
#include "frontend/memory/address.h"
#include "frontend/memory/external.h"
#include "frontend/memory/operand.h"
#include "frontend/model/emit.h"
#include "frontend/model/pointsto.h"
#include "frontend/model/values.h"

static void leave(Lowering *L, const Targets *targets)
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
    leave(L, kept);
}

void leave_inside(Lowering *L, LLVMValueRef argument)
{
    Val v = operand_val(L, argument);
    const Targets *inside = inside_targets(L, &v);
    if (inside) leave(L, inside);
}

void leave_inside_kept(Lowering *L, LLVMValueRef argument)
{
    Val v = operand_val(L, argument);
    Targets *kept = targets_new(L);
    if (!val_is_address(&v)) return;
    reach_kept(L, address_val(L, &v).targets, kept);
    inside_widen(L, kept);
    leave(L, kept);
}
