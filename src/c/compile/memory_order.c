#include "c/compile/memory_order.h"

#include <string.h>

#include "c/compile/assembly/replace.h"

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

static bool is_called_by_others_than_main(LLVMValueRef f)
{
    for (LLVMUseRef use = LLVMGetFirstUse(f); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        size_t length;
        if (!LLVMIsAInstruction(user)) return true;
        LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(user));
        if (strcmp(LLVMGetValueName2(function, &length), "main") != 0) return true;
    }
    return false;
}

static bool begins_with(const char *name, const char *const *prefixes)
{
    for (; *prefixes; prefixes++)
        if (strncmp(name, *prefixes, strlen(*prefixes)) == 0) return true;
    return false;
}

static bool is_one_of(const char *name, const char *const *names)
{
    for (; *names; names++)
        if (strcmp(name, *names) == 0) return true;
    return false;
}

/* Functions that order nobody, or are followed step by step: those of threads and locks. */
static bool is_followed_or_quiet(const char *name)
{
    static const char *const prefixes[] = {"llvm.",    "pthread_",    "sem_",        "mtx_",    "cnd_",
                                           "thrd_",    "tss_",        "mem",         "str",     "__mem",
                                           "__str",    "__VERIFIER_", "__atomic_",   "atomic_", "__sync_",
                                           "__errno_", "__ctype_",    "__sigsetjmp", NULL};
    static const char *const except[] = {"pthread_kill", "pthread_cancel", "pthread_sigqueue", "pthread_atfork", NULL};
    static const char *const names[] = {"malloc",      "calloc",      "realloc", "free",          "aligned_alloc",
                                        "abort",       "exit",        "_exit",   "_Exit",         "__assert_fail",
                                        "__assert",    "reach_error", "sleep",   "usleep",        "nanosleep",
                                        "sched_yield", "rand",        "srand",   "rand_r",        "random",
                                        "srandom",     "time",        "clock",   "clock_gettime", "gettimeofday",
                                        "getpid",      "gettid",      "abs",     "labs",          "atoi",
                                        "atol",        "toupper",     "tolower", "isdigit",       "isalpha",
                                        "isalnum",     "isspace",     "isupper", "islower",       "qsort",
                                        "call_once",   "snprintf",    "sprintf", "sscanf",        "getenv",
                                        NULL};
    return !is_one_of(name, except) && (begins_with(name, prefixes) || is_one_of(name, names));
}

/* A stream has a lock (C17 7.21.2), and who reads from a pipe comes after who wrote to it. What main alone does orders
 * nobody. */
static bool calls_what_may_order(LLVMModuleRef module)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        size_t length;
        if (!LLVMIsDeclaration(f) || is_followed_or_quiet(LLVMGetValueName2(f, &length))) continue;
        if (is_called_by_others_than_main(f)) return true;
    }
    return false;
}

static bool has_machine_instructions(LLVMModuleRef module)
{
    static const char prefix[] = "llvm.x86.";
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        size_t length;
        if (LLVMGetFirstUse(f) && strncmp(LLVMGetValueName2(f, &length), prefix, sizeof prefix - 1) == 0) return true;
    }
    return false;
}

const char *memory_order_unseen(LLVMModuleRef module)
{
    if (assembly_was_there(module) || has_machine_instructions(module))
        return "instructions of the machine may order accesses";
    return calls_what_may_order(module) ? "functions of the library may order threads" : NULL;
}
