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

/* Each stream has a lock (C17 7.21.2), which threads that use it take one after the other. What main alone does orders
 * nobody. */
static bool locks_streams(LLVMModuleRef module)
{
    static const char *const names[] = {
        "printf",  "fprintf",   "vprintf",     "vfprintf",     "puts",    "putchar", "fputs",   "fputc",   "putc",
        "fwrite",  "fread",     "fgets",       "fgetc",        "getc",    "getchar", "gets",    "scanf",   "fscanf",
        "fflush",  "fopen",     "fclose",      "fseek",        "ftell",   "rewind",  "perror",  "ungetc",  "setbuf",
        "setvbuf", "flockfile", "funlockfile", "system",       "popen",   "pclose",  "fork",    "vfork",   "wait",
        "waitpid", "syslog",    "getline",     "getdelim",     "dprintf", "fgetpos", "fsetpos", "freopen", "tmpfile",
        "feof",    "ferror",    "clearerr",    "ftrylockfile", "exit",    NULL};
    for (const char *const *name = names; *name; name++) {
        LLVMValueRef f = LLVMGetNamedFunction(module, *name);
        if (f && is_called_by_others_than_main(f)) return true;
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
    return locks_streams(module) ? "streams have locks, which are not modelled" : NULL;
}
