#include "c/compile/memory_order.h"

#include <string.h>

#include "c/compile/assembly/replace.h"
#include "c/compile/intrinsics.h"
#include "c/library/summary.h"

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

/* Steps of the model say what the function orders. */
static bool is_followed(const char *name)
{
    static const Intrinsic others[] = {INTRINSIC_NONE,          INTRINSIC_IGNORE,           INTRINSIC_ZERO,
                                       INTRINSIC_THREAD_CANCEL, INTRINSIC_UNSUPPORTED_SYNC, INTRINSIC_UNSUPPORTED};
    Intrinsic found = intrinsic_find(name, false);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (found == others[i]) return false;
    return true;
}

/* A star at the end of a pattern matches any rest. */
static bool is_like(const char *name, const char *pattern)
{
    size_t length = strlen(pattern);
    if (length && pattern[length - 1] == '*') return strncmp(name, pattern, length - 1) == 0;
    return strcmp(name, pattern) == 0;
}

static bool is_one_of(const char *name, const char *const *patterns)
{
    for (; *patterns; patterns++)
        if (is_like(name, *patterns)) return true;
    return false;
}

/* Functions of the library that order nobody. Of text and memory those that the library is known to have: other
 * functions may be called memory_barrier. */
static bool is_quiet(const char *name)
{
    static const char *const texts[] = {"mem*", "str*", "__mem*", "__str*", NULL};
    static const char *const names[] = {"llvm.*",
                                        "pthread_attr_*",
                                        "pthread_mutexattr_*",
                                        "pthread_condattr_*",
                                        "pthread_rwlockattr_*",
                                        "pthread_cond_*",
                                        "pthread_detach",
                                        "pthread_yield",
                                        "cnd_*",
                                        "thrd_detach",
                                        "thrd_sleep",
                                        "thrd_yield",
                                        "aligned_alloc",
                                        "abort",
                                        "exit",
                                        "_exit",
                                        "_Exit",
                                        "__assert_fail",
                                        "reach_error",
                                        "sleep",
                                        "usleep",
                                        "nanosleep",
                                        "sched_yield",
                                        "rand",
                                        "srand",
                                        "rand_r",
                                        "random",
                                        "srandom",
                                        "time",
                                        "clock",
                                        "clock_gettime",
                                        "gettimeofday",
                                        "getpid",
                                        "gettid",
                                        "abs",
                                        "labs",
                                        "atoi",
                                        "atol",
                                        "toupper",
                                        "tolower",
                                        "isdigit",
                                        "isalpha",
                                        "isalnum",
                                        "isspace",
                                        "isupper",
                                        "islower",
                                        "snprintf",
                                        "sprintf",
                                        "sscanf",
                                        "getenv",
                                        "__ctype_b_loc",
                                        "__errno_location",
                                        NULL};
    return is_one_of(name, names) || (is_one_of(name, texts) && summary_find(name));
}

/* A stream has a lock (C17 7.21.2), and who reads from a pipe comes after who wrote to it. What main alone does orders
 * nobody. */
static bool calls_what_may_order(LLVMModuleRef module)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        size_t length;
        const char *name = LLVMGetValueName2(f, &length);
        if (!LLVMIsDeclaration(f) || is_followed(name) || is_quiet(name)) continue;
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
