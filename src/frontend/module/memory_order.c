#include "frontend/module/memory_order.h"

static MemoryOrder order_from(LLVMAtomicOrdering order)
{
    if (order == LLVMAtomicOrderingNotAtomic) return MEMORY_PLAIN;
    return order == LLVMAtomicOrderingSequentiallyConsistent ? MEMORY_ORDERED : MEMORY_WEAKER;
}

MemoryOrder memory_order(LLVMValueRef i)
{
    if (!i) return MEMORY_PLAIN;
    if (LLVMIsALoadInst(i) || LLVMIsAStoreInst(i) || LLVMIsAAtomicRMWInst(i)) return order_from(LLVMGetOrdering(i));
    if (!LLVMIsAAtomicCmpXchgInst(i)) return MEMORY_PLAIN;
    MemoryOrder success = order_from(LLVMGetCmpXchgSuccessOrdering(i));
    MemoryOrder failure = order_from(LLVMGetCmpXchgFailureOrdering(i));
    return success > failure ? success : failure;
}
