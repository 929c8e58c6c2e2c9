#include "c/exact/library/success.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <llvm-c/Target.h>

typedef enum Asks {
    ASKS_NOTHING,
    ASKS_SIGNAL,    /* one that programs may use: glibc keeps 32 and 33 for itself */
    ASKS_CATCHABLE, /* likewise, neither SIGKILL nor SIGSTOP */
    ASKS_HOW,       /* SIG_BLOCK, SIG_UNBLOCK, SIG_SETMASK */
    ASKS_TIME,      /* a time that ends in 2038 may not hold it: one of 64 bits */
    ASKS_CLOCK      /* likewise, and CLOCK_REALTIME to CLOCK_BOOTTIME */
} Asks;

static const struct {
    const char *name;
    Success success;
    Asks asks;
    unsigned argument;
} rows[] = {
    {"sigemptyset", SUCCESS_SURE, ASKS_NOTHING, 0},
    {"sigfillset", SUCCESS_SURE, ASKS_NOTHING, 0},
    {"sigaddset", SUCCESS_SURE, ASKS_SIGNAL, 1},
    {"sigdelset", SUCCESS_SURE, ASKS_SIGNAL, 1},
    {"sigprocmask", SUCCESS_SURE, ASKS_HOW, 0},
    {"pthread_sigmask", SUCCESS_SURE, ASKS_HOW, 0},
    {"sigaction", SUCCESS_SURE, ASKS_CATCHABLE, 0},
    {"siginterrupt", SUCCESS_SURE, ASKS_CATCHABLE, 0},
    {"clock_gettime", SUCCESS_SURE, ASKS_CLOCK, 0},
    {"gettimeofday", SUCCESS_SURE, ASKS_TIME, 0},
    {"daemon", SUCCESS_LIKELY, ASKS_NOTHING, 0},
    {"atexit", SUCCESS_LIKELY, ASKS_NOTHING, 0},
    {"at_quick_exit", SUCCESS_LIKELY, ASKS_NOTHING, 0},
    {"signal", SUCCESS_OF_ADDRESS, ASKS_CATCHABLE, 0},
    {"bsd_signal", SUCCESS_OF_ADDRESS, ASKS_CATCHABLE, 0},
    {"ssignal", SUCCESS_OF_ADDRESS, ASKS_CATCHABLE, 0},
    {"__sysv_signal", SUCCESS_OF_ADDRESS, ASKS_CATCHABLE, 0},
};

static bool is_given(Asks asks, LLVMValueRef argument)
{
    if (!LLVMIsAConstantInt(argument)) return false;
    uint64_t n = LLVMConstIntGetZExtValue(argument);
    bool is_signal = n >= 1 && n <= 64 && n != 32 && n != 33;
    switch (asks) {
    case ASKS_NOTHING:
    case ASKS_TIME: return true;
    case ASKS_SIGNAL: return is_signal;
    case ASKS_CATCHABLE: return is_signal && n != 9 && n != 19;
    case ASKS_HOW: return n <= 2;
    case ASKS_CLOCK: return n <= 7;
    }
    return false;
}

static bool has_long_time(LLVMValueRef call)
{
    LLVMModuleRef module = LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
    return LLVMPointerSize(LLVMGetModuleDataLayout(module)) == 8;
}

Success success_of(LLVMValueRef call, const char *name)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(rows[i].name, name) != 0) continue;
        bool is_null =
            strncmp(name, "sig", 3) == 0 && LLVMGetNumArgOperands(call) && LLVMIsNull(LLVMGetOperand(call, 0));
        if (is_null && rows[i].asks != ASKS_HOW) return SUCCESS_UNKNOWN; /* no set of signals */
        bool is_time = rows[i].asks == ASKS_TIME || rows[i].asks == ASKS_CLOCK;
        if (is_time && !has_long_time(call)) return SUCCESS_UNKNOWN;
        if (rows[i].asks == ASKS_NOTHING || rows[i].asks == ASKS_TIME) return rows[i].success;
        bool has_argument = rows[i].argument < LLVMGetNumArgOperands(call);
        bool is_sure = has_argument && is_given(rows[i].asks, LLVMGetOperand(call, rows[i].argument));
        return is_sure ? rows[i].success : SUCCESS_UNKNOWN;
    }
    return SUCCESS_UNKNOWN;
}
