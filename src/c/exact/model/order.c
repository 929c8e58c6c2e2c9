#include "c/exact/model/order.h"

#include "c/compile/memory_order.h"

static MemoryOrder order_here(const Lowering *L)
{
    return L->cursor.depth > 0 ? MEMORY_ORDERED : memory_order(L->instruction);
}

void order_read(Lowering *L)
{
    if (order_here(L) > L->cursor.order) L->cursor.order = order_here(L);
}

MemoryOrder order_of_step(const Lowering *L, const Step *step)
{
    MemoryOrder order = L->cursor.order, here = order_here(L);
    for (uint32_t i = 0; i < step->assigns.count; i++)
        if (L->program->vars.data[step->assigns.data[i].var.i].is_memory && here > order) order = here;
    return order;
}
