#include "c/exact/model/order.h"

#include "c/compile/memory_order.h"

static MemoryOrder order_here(const Lowering *L)
{
    return L->cursor.depth > 0 ? MEMORY_ORDERED : memory_order(L->instruction);
}

void order_read(Lowering *L) { L->cursor.order = memory_order_weakest(L->cursor.order, order_here(L)); }

/* An exchange is one read, whose order its outcome says; what else is pending is weaker, or is no access. */
static MemoryOrder order_of_exchange(const Lowering *L, const Step *step)
{
    MemoryOrder both = memory_order(L->instruction);
    return L->cursor.order == both ? memory_order_of_exchange(L->instruction, step->exchange_fails) : L->cursor.order;
}

static MemoryOrder order_of_step(const Lowering *L, const Step *step)
{
    if (step->is_fence) return memory_order(L->instruction);
    bool is_exchange = L->cursor.depth == 0 && L->instruction && LLVMIsAAtomicCmpXchgInst(L->instruction);
    if (is_exchange && step->is_exchange) return order_of_exchange(L, step);
    MemoryOrder order = L->cursor.order, here = order_here(L);
    for (uint32_t i = 0; i < step->assigns.count; i++)
        if (L->program->vars.data[step->assigns.data[i].var.i].is_memory) order = memory_order_weakest(order, here);
    return order;
}

void order_edge(const Lowering *L, const Step *step, Edge *edge)
{
    edge->is_fence = step->is_fence;
    edge->order = order_of_step(L, step);
}
