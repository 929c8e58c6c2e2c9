#include "c/compile/memory_order.h"

static MemoryOrder memory_order_from(LLVMAtomicOrdering order)
{
    switch (order) {
    case LLVMAtomicOrderingNotAtomic: return MEMORY_PLAIN;
    case LLVMAtomicOrderingUnordered:
    case LLVMAtomicOrderingMonotonic: return MEMORY_RELAXED;
    case LLVMAtomicOrderingAcquire: return MEMORY_ACQUIRE;
    case LLVMAtomicOrderingRelease: return MEMORY_RELEASE;
    case LLVMAtomicOrderingAcquireRelease: return MEMORY_ACQ_REL;
    case LLVMAtomicOrderingSequentiallyConsistent: return MEMORY_ORDERED;
    }
    return MEMORY_PLAIN;
}

MemoryOrder memory_order_of_exchange(LLVMValueRef i, bool fails)
{
    return memory_order_from(fails ? LLVMGetCmpXchgFailureOrdering(i) : LLVMGetCmpXchgSuccessOrdering(i));
}

MemoryOrder memory_order(LLVMValueRef i)
{
    if (!i) return MEMORY_PLAIN;
    if (LLVMIsALoadInst(i) || LLVMIsAStoreInst(i) || LLVMIsAAtomicRMWInst(i) || LLVMIsAFenceInst(i))
        return memory_order_from(LLVMGetOrdering(i));
    if (!LLVMIsAAtomicCmpXchgInst(i)) return MEMORY_PLAIN;
    return memory_order_weakest(memory_order_of_exchange(i, false), memory_order_of_exchange(i, true));
}

static bool is_called(LLVMModuleRef module, const char *const *names)
{
    for (; *names; names++) {
        LLVMValueRef f = LLVMGetNamedFunction(module, *names);
        if (f && LLVMGetFirstUse(f)) return true;
    }
    return false;
}

/* What malloc gives is not written by it. A lock in such memory is, where it is made. */
bool memory_order_has_hidden_writes(LLVMModuleRef module)
{
    static const char *const writes[] = {
        "calloc",   "realloc",   "reallocarray", "strdup",   "strndup", "posix_memalign", "getline", "getdelim",
        "realpath", "vasprintf", "fopen",        "asprintf", NULL};
    static const char *const gives[] = {"malloc", "aligned_alloc", "memalign", "valloc", NULL};
    static const char *const makes[] = {"pthread_mutex_init",
                                        "pthread_rwlock_init",
                                        "pthread_cond_init",
                                        "sem_init",
                                        "pthread_barrier_init",
                                        "pthread_spin_init",
                                        "mtx_init",
                                        "cnd_init",
                                        NULL};
    return is_called(module, writes) || (is_called(module, gives) && is_called(module, makes));
}
