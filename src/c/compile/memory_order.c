#include "c/compile/memory_order.h"

static MemoryOrder memory_order_from(LLVMAtomicOrdering order)
{
    if (order == LLVMAtomicOrderingNotAtomic) return MEMORY_PLAIN;
    return order == LLVMAtomicOrderingSequentiallyConsistent ? MEMORY_ORDERED : MEMORY_WEAKER;
}

MemoryOrder memory_order(LLVMValueRef i)
{
    if (!i) return MEMORY_PLAIN;
    if (LLVMIsALoadInst(i) || LLVMIsAStoreInst(i) || LLVMIsAAtomicRMWInst(i))
        return memory_order_from(LLVMGetOrdering(i));
    if (!LLVMIsAAtomicCmpXchgInst(i)) return MEMORY_PLAIN;
    MemoryOrder success = memory_order_from(LLVMGetCmpXchgSuccessOrdering(i));
    MemoryOrder failure = memory_order_from(LLVMGetCmpXchgFailureOrdering(i));
    return success > failure ? success : failure;
}
