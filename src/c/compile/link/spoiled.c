#include "c/compile/link/spoiled.h"

#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "c/compile/string_h.h"

#define NAME_SIZE 128

#define COUNT(list) (sizeof(list) / sizeof *(list))

static bool is_called(LLVMModuleRef program, const char *name)
{
    LLVMValueRef f = LLVMGetNamedFunction(program, name);
    return f && LLVMIsDeclaration(f) && LLVMGetFirstUse(f);
}

static bool is_any_called(LLVMModuleRef program, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (is_called(program, names[i])) return true;
    return false;
}

bool spoiled_all(LLVMModuleRef program)
{
    static const char *const names[] = {
        "ungetc",          "ungetwc",      "freopen",      "freopen64",     "tmpfile", "tmpfile64",    "fmemopen",
        "open_memstream",  "pipe",         "pipe2",        "socketpair",    "eventfd", "eventfd_read", "timerfd_create",
        "timerfd_settime", "signalfd",     "inotify_init", "inotify_init1", "mkfifo",  "dup2",         "dup3",
        "fcntl",           "fcntl64",      "closefrom",    "close_range",   "pclose",  "sigqueue",     "syscall",
        "setrlimit",       "memfd_create", "openpty",      "posix_openpt"};
    return is_any_called(program, names, COUNT(names));
}

static const char *const sleeps[] = {"sleep",
                                     "usleep",
                                     "nanosleep",
                                     "clock_nanosleep",
                                     "thrd_sleep",
                                     "pthread_cond_timedwait",
                                     "pthread_cond_clockwait",
                                     "cnd_timedwait",
                                     "pthread_mutex_timedlock",
                                     "sem_timedwait",
                                     "select",
                                     "pselect",
                                     "poll",
                                     "ppoll",
                                     "epoll_wait",
                                     "pause",
                                     "sigsuspend",
                                     "sigwait",
                                     "sigtimedwait"};

bool spoiled_by_timers(LLVMModuleRef program)
{
    static const char *const timers[] = {"alarm", "ualarm", "setitimer", "timer_settime"};
    return is_any_called(program, timers, COUNT(timers)) && is_any_called(program, sleeps, COUNT(sleeps));
}

static void take_out(LLVMModuleRef bodies, const char *name)
{
    char other[NAME_SIZE];
    LLVMValueRef f = LLVMGetNamedFunction(bodies, name);
    if (!f || LLVMIsDeclaration(f)) return;
    int length = snprintf(other, sizeof other, "chorus_input_without_%s", name);
    CHECK(length > 0 && length < NAME_SIZE);
    LLVMSetValueName2(f, other, (size_t)length);
}

static void take_out_all(LLVMModuleRef bodies, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        take_out(bodies, names[i]);
}

/* Leaves errno as it is, or need not set it. */
static bool keeps_errno(const char *name)
{
    static const char *const beginnings[] = {"pthread_", "llvm.", "__VERIFIER_", "chorus_"};
    static const char *const names[] = {
        "printf",        "fprintf",     "vprintf",         "vfprintf", "puts",   "fputs",  "putchar",
        "fputc",         "putc",        "perror",          "exit",     "_exit",  "_Exit",  "abort",
        "free",          "strlen",      "strcmp",          "strcpy",   "strcat", "strchr", "strncmp",
        "strncpy",       "strrchr",     "strerror",        "memcpy",   "memset", "memcmp", "memmove",
        "__assert_fail", "reach_error", "__errno_location"};
    for (size_t i = 0; i < COUNT(beginnings); i++)
        if (strncmp(name, beginnings[i], strlen(beginnings[i])) == 0) return true;
    for (size_t i = 0; i < COUNT(names); i++)
        if (strcmp(name, names[i]) == 0) return true;
    return false;
}

static bool is_errno_set_elsewhere(LLVMModuleRef program, LLVMModuleRef bodies)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(program); f; f = LLVMGetNextFunction(f)) {
        size_t n = 0;
        const char *name = LLVMGetValueName2(f, &n);
        LLVMValueRef body = LLVMGetNamedFunction(bodies, name);
        bool has_body = body && !LLVMIsDeclaration(body);
        if (LLVMIsDeclaration(f) && LLVMGetFirstUse(f) && !has_body && !keeps_errno(name)) return true;
    }
    return false;
}

static bool has_body_of_ours(LLVMValueRef f)
{
    LLVMMetadataRef subprogram = LLVMGetSubprogram(f);
    unsigned n = 0;
    return subprogram && strcmp(LLVMDIFileGetFilename(LLVMDIScopeGetFile(subprogram), &n), INPUT_NAME) == 0;
}

/* What the library returns, or a clock of it, which may be later each time. */
static bool is_of_library(LLVMValueRef call, bool by_clock)
{
    static const char *const clocks[] = {"time", "clock", "arc4random"};
    LLVMValueRef callee = LLVMGetCalledValue(call);
    size_t n = 0;
    if (!LLVMIsAFunction(callee) || (!LLVMIsDeclaration(callee) && !has_body_of_ours(callee))) return false;
    for (size_t i = 0; i < COUNT(clocks); i++)
        if (strcmp(LLVMGetValueName2(callee, &n), clocks[i]) == 0) return true;
    return !by_clock;
}

/* Sums and the like differ where one of their parts does and the other one does not. */
static bool is_made_of(LLVMValueRef value, bool by_clock, int depth)
{
    if (!LLVMIsAInstruction(value) || depth == 0) return false;
    LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
    if (opcode == LLVMCall) return is_of_library(value, by_clock);
    if (LLVMIsACastInst(value)) return is_made_of(LLVMGetOperand(value, 0), by_clock, depth - 1);
    if (opcode != LLVMAdd && opcode != LLVMSub && opcode != LLVMXor) return false;
    return is_made_of(LLVMGetOperand(value, 0), by_clock, depth - 1) ||
           is_made_of(LLVMGetOperand(value, 1), by_clock, depth - 1);
}

/* At the beginning of main, which nobody calls. */
static bool is_done_once(LLVMModuleRef program, LLVMValueRef call)
{
    LLVMValueRef main = LLVMGetNamedFunction(program, "main");
    return main && !LLVMGetFirstUse(main) && !LLVMIsDeclaration(main) &&
           LLVMGetInstructionParent(call) == LLVMGetEntryBasicBlock(main);
}

/* Who seeds with 1 begins with what there is without. */
static bool may_seed_again(LLVMModuleRef program, LLVMValueRef call)
{
    LLVMValueRef seed = LLVMGetNumArgOperands(call) ? LLVMGetOperand(call, 0) : NULL;
    if (!seed || is_made_of(seed, true, 8)) return !seed;
    if (!is_done_once(program, call)) return true;
    bool is_other = LLVMIsAConstantInt(seed) && LLVMConstIntGetZExtValue(seed) != 1;
    return !is_other && !is_made_of(seed, false, 8);
}

bool spoiled_by_seeds(LLVMModuleRef program)
{
    static const char *const seeders[] = {"srand", "srandom", "initstate", "setstate"};
    uint32_t calls = 0;
    for (size_t i = 0; i < COUNT(seeders); i++) {
        LLVMValueRef f = LLVMGetNamedFunction(program, seeders[i]);
        for (LLVMUseRef use = f ? LLVMGetFirstUse(f) : NULL; use; use = LLVMGetNextUse(use)) {
            LLVMValueRef user = LLVMGetUser(use);
            bool is_call = LLVMIsACallInst(user) && LLVMGetCalledValue(user) == f;
            if (!is_call || i > 1 || may_seed_again(program, user)) return true;
            calls++;
        }
    }
    return calls > 1;
}

void spoiled_remove(LLVMModuleRef program, LLVMModuleRef bodies)
{
    static const char *const clocks[] = {"time", "clock_gettime", "gettimeofday", "clock"};
    static const char *const variables[] = {"getenv", "secure_getenv", "setenv", "putenv", "unsetenv", "clearenv"};
    static const char *const numbers[] = {"lrand48", "mrand48"}, *const seeders[] = {"srand48", "seed48", "lcong48"};
    static const char *const forks[] = {"fork", "_Fork", "vfork", "forkpty", "daemon", "clone"};
    static const char *const processes[] = {"getpid", "getppid", "gettid"};
    LLVMValueRef environ = LLVMGetNamedGlobal(program, "environ"), same = LLVMGetNamedGlobal(program, "__environ");
    static const char *const statuses[] = {"stat", "stat64", "lstat", "lstat64", "fstat", "fstat64"};
    /* What makes names and descriptors of something else than one regular file that is the same by all names, or asks
     * about times. */
    static const char *const other_files[] = {
        "socket",       "accept",       "mkdir",         "chmod",     "fchmod",   "chown",  "fchown",
        "link",         "symlink",      "opendir",       "popen",     "isatty",   "time",   "clock_gettime",
        "gettimeofday", "utime",        "utimes",        "utimensat", "futimens", "unlink", "ftruncate",
        "truncate",     "epoll_create", "epoll_create1", "mkstemp",   "rename",   "remove", "rmdir"};
    if (is_any_called(program, other_files, COUNT(other_files))) take_out_all(bodies, statuses, COUNT(statuses));
    if (is_any_called(program, sleeps, COUNT(sleeps))) take_out_all(bodies, clocks, COUNT(clocks));
    if (is_any_called(program, forks, COUNT(forks))) take_out_all(bodies, processes, COUNT(processes));
    if (environ || same) take_out_all(bodies, variables, COUNT(variables));
    if (is_any_called(program, seeders, COUNT(seeders))) take_out_all(bodies, numbers, COUNT(numbers));
    if (is_called(program, "__errno_location") && is_errno_set_elsewhere(program, bodies))
        take_out(bodies, "__errno_location");
}
