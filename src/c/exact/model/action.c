#include "c/exact/model/action.h"

uint32_t action_begin(Lowering *L)
{
    uint32_t outer = L->action;
    if (!outer) L->action = ++L->actions;
    return outer;
}

void action_end(Lowering *L, uint32_t outer) { L->action = outer; }

EdgeId action_emit(Lowering *L, Step *step)
{
    uint32_t outer = action_begin(L);
    EdgeId edge = step_emit(L, step);
    action_end(L, outer);
    return edge;
}
