#include "c/exact/library/range.h"

#include <string.h>

#include "c/compile/places/place.h"
#include "c/exact/memory/operand.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/names.h"
#include "c/exact/model/values.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"

#define NO_ARGUMENT 99u
#define INT_MOST 0x7fffffffu
#define PID_MOST 0x400000u     /* PID_MAX_LIMIT of Linux */
#define TIME_MOST 0x1ffffffffu /* as library/clock.h says of seconds */
#define OF_64_BITS UINT64_MAX  /* any, and where a result has 32 bits nothing is known */
#define TRUNCATES 0x20u        /* MSG_TRUNC: the result is the length of what was sent */

typedef struct RangeRow {
    const char *names; /* with a space before and behind each */
    bool has_error;
    unsigned argument; /* that says the most; NO_ARGUMENT: `most` does */
    uint64_t most;
    unsigned flags; /* an argument without MSG_TRUNC, if the row is to hold; 0: none */
} RangeRow;

/* What sysconf tells of the machine; of others, as _SC_INT_MIN, the answer may be any number. */
static const unsigned asked_of_sysconf[] = {2 /* _SC_CLK_TCK */,
                                            4 /* _SC_OPEN_MAX */,
                                            30 /* _SC_PAGESIZE */,
                                            83 /* _SC_NPROCESSORS_CONF */,
                                            84 /* _SC_NPROCESSORS_ONLN */,
                                            85 /* _SC_PHYS_PAGES */,
                                            86 /* _SC_AVPHYS_PAGES */};

static const RangeRow rows[] = {
    /* 0, or -1 with errno. */
    {" close fsync fdatasync ftruncate ftruncate64 truncate kill killpg setpgid setuid setgid seteuid setegid "
     "setreuid setregid listen shutdown bind connect unlink rmdir chdir remove rename link symlink mkdir mkfifo chmod "
     "fchmod chown lchown fchown mknod access fclose fseek fseeko stat stat64 lstat lstat64 fstat fstat64 pipe pipe2 "
     "socketpair setsockopt getsockopt getsockname getpeername gethostname uname getrlimit getrlimit64 setrlimit "
     "setrlimit64 getrusage getitimer setitimer tcgetattr tcsetattr usleep mlock munlock munmap mprotect msync flock "
     "fchdir setenv unsetenv epoll_ctl sigaddset sigdelset ",
     true, NO_ARGUMENT, 0, 0},
    /* A descriptor, a number of things, or -1. */
    {" open open64 openat creat dup dup2 dup3 socket accept accept4 epoll_create epoll_create1 eventfd inotify_init "
     "timerfd_create fileno fileno_unlocked mkstemp mkstemp64 sched_getcpu puts fputs ",
     true, NO_ARGUMENT, INT_MOST, 0},
    {" clock sysconf ", true, NO_ARGUMENT, OF_64_BITS, 0},
    {" getchar getc fgetc getc_unlocked getchar_unlocked fgetc_unlocked putchar putc fputc putc_unlocked "
     "putchar_unlocked fputc_unlocked ungetc ",
     true, NO_ARGUMENT, 255, 0},
    {" wait waitpid wait3 wait4 ", true, NO_ARGUMENT, PID_MOST, 0},
    {" getpid getppid gettid ", false, NO_ARGUMENT, PID_MOST, 0},
    {" rand_r lrand48 ", false, NO_ARGUMENT, INT_MOST, 0},
    {" umask ", false, NO_ARGUMENT, 0777, 0},
    {" time ", false, NO_ARGUMENT, TIME_MOST, 0},
    /* No more than was asked for. */
    {" read write pread pread64 pwrite pwrite64 readlink ", true, 2, 0, 0},
    {" send sendto ", true, 2, 0, 0},
    {" recv recvfrom ", true, 2, 0, 3},
    {" epoll_wait epoll_pwait ", true, 2, 0, 0},
    {" poll ", true, 1, 0, 0},
    {" fread fread_unlocked fwrite fwrite_unlocked ", false, 2, 0, 0},
    {" strnlen strftime ", false, 1, 0, 0},
    {" sleep ", false, 0, 0, 0},
};

static bool is_named(const RangeRow *row, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = row->names; (at = strstr(at, name)) != NULL; at += length)
        if (at > row->names && at[-1] == ' ' && at[length] == ' ') return true;
    return false;
}

static bool flags_are_known(LLVMValueRef call, unsigned i)
{
    if (i == 0) return true;
    if (i >= LLVMGetNumArgOperands(call)) return false;
    LLVMValueRef flags = LLVMGetOperand(call, i);
    return LLVMIsAConstantInt(flags) && !(LLVMConstIntGetZExtValue(flags) & TRUNCATES);
}

static bool is_asked_of_sysconf(LLVMValueRef call)
{
    LLVMValueRef what = LLVMGetNumArgOperands(call) == 1 ? LLVMGetOperand(call, 0) : NULL;
    for (size_t i = 0; what && LLVMIsAConstantInt(what) && i < sizeof asked_of_sysconf / sizeof *asked_of_sysconf; i++)
        if (LLVMConstIntGetZExtValue(what) == asked_of_sysconf[i]) return true;
    return false;
}

static const RangeRow *row_of(LLVMValueRef call, const char *name)
{
    if (strcmp(name, "sysconf") == 0 && !is_asked_of_sysconf(call)) return NULL;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (is_named(&rows[i], name)) return flags_are_known(call, rows[i].flags) ? &rows[i] : NULL;
    return NULL;
}

/* The largest value of a result of so many bits. */
static uint64_t largest(unsigned width, bool is_signed) { return UINT64_MAX >> (64 - width + (is_signed ? 1 : 0)); }

/* An argument as a number of the width of the result, which has no sign. */
static Term most_of_argument(Lowering *L, LLVMValueRef argument, unsigned width, uint64_t limit)
{
    Val v = operand_val(L, argument);
    if (v.kind != VAL_TERM || term_sort(L->tm, v.terms[0]).kind != SORT_BV) return TERM_NONE;
    unsigned given = term_sort(L->tm, v.terms[0]).width;
    Term wide = term_zext(L->tm, v.terms[0], given < width ? width : given);
    Term most = term_const(L->tm, term_sort(L->tm, wide), limit);
    Term least = term_ite(L->tm, term_less(L->tm, TERM_ULT, most, wide), most, wide);
    return given > width ? term_extract(L->tm, least, 0, width) : least;
}

/* In the step that comes next, since variables that it speaks of may change behind it. */
static Term keep(Lowering *L, Term t, const char *name)
{
    if (term_is_const(L->tm, t)) return t;
    Sort sort = term_sort(L->tm, t);
    VarId kept = var_temporary(L, run_format(L->run, "%s.most", name), sort, true);
    Step step = {0};
    step_assign(L, &step, kept, t);
    step_emit(L, &step);
    return var_term(L, kept);
}

ResultRange range_find(Lowering *L, LLVMValueRef call, const char *name)
{
    ResultRange none = {false, TERM_NONE};
    const RangeRow *row = row_of(call, name);
    if (!row || LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMIntegerTypeKind) return none;
    unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(call));
    if (width < 32 || width > 64 || (row->most == OF_64_BITS && width < 64)) return none;
    uint64_t limit = largest(width, row->has_error);
    ResultRange range = {row->has_error, TERM_NONE};
    if (row->argument == NO_ARGUMENT) {
        if (row->most < limit) limit = row->most;
        range.most = term_const(L->tm, sort_bv(width), limit);
    } else if (row->argument < LLVMGetNumArgOperands(call)) {
        Term most = most_of_argument(L, LLVMGetOperand(call, row->argument), width, limit);
        if (!term_is(most)) return none;
        range.most = keep(L, most, name);
    }
    return range;
}

Term range_within(Lowering *L, const ResultRange *range, Term any)
{
    if (!term_is(range->most)) return any;
    Sort sort = term_sort(L->tm, any);
    Term other = range->has_error ? term_const(L->tm, sort, UINT64_MAX) : range->most;
    return term_ite(L->tm, term_less(L->tm, TERM_ULT, range->most, any), other, any);
}
