#include "c/survey/cells/gap.h"

#include <string.h>

#include "c/compile/assembly/text.h"
#include "c/library/ceiling.h"
#include "c/library/process.h"
#include "c/library/state.h"
#include "c/library/summary.h"
#include "c/survey/call.h"
#include "c/survey/gather.h"
#include "c/survey/print.h"
#include "c/survey/solve.h"

static bool leads_nowhere(const Survey *s, LLVMValueRef pointer)
{
    uint32_t id = pointer_find(&s->node_ids, pointer);
    return id == INTERN_NONE || node_targets(s, s->value_nodes.data[id])->count == 0;
}

/* ---- assembly ---- */

static const char *gap_of_assembly(const Survey *s, LLVMValueRef assembly)
{
    size_t length = 0;
    const char *text = LLVMGetInlineAsmAsmString(assembly, &length);
    if (assembly_is_idle(text, length)) return NULL;
    return assembly_names_program(s->module, text, length) ? "assembly names variables or functions, or calls" : NULL;
}

/* ---- the library ---- */

/* Functions that keep memory which they write later. */
static bool keeps_memory(LLVMValueRef call, const char *name)
{
    const Summary *summary = summary_find(name);
    size_t n = summary ? strlen(summary->uses) : 0;
    for (unsigned k = 0; k < n && k < LLVMGetNumArgOperands(call); k++)
        if (summary->uses[k] == ARGUMENT_WRITTEN && is_pointer_like(LLVMGetOperand(call, k))) return true;
    return state_is_pending(name);
}

static bool converts(LLVMValueRef call, char letter)
{
    for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++)
        if (print_has_conversion(LLVMGetOperand(call, k), letter)) return true;
    return false;
}

/* Functions that come back in other ways than by returning, keep memory that they write later, or read what an address
 * is from text. */
static const char *gap_of_library(LLVMValueRef call, const char *name)
{
    static const char *const contexts[] = {"getcontext", "setcontext", "makecontext", "swapcontext", "vfork", "clone"};
    for (size_t i = 0; i < sizeof contexts / sizeof *contexts; i++)
        if (strcmp(name, contexts[i]) == 0) return "control leaves functions in ways that are not followed";
    if (keeps_memory(call, name)) return "the library keeps memory of the program, to write it later";
    if (strstr(name, "scanf") && converts(call, 'p')) return "addresses are read from text";
    return strstr(name, "printf") && converts(call, 'n') ? "printf writes through its arguments" : NULL;
}

bool gap_is_write(LLVMValueRef call)
{
    LLVMValueRef callee = LLVMIsACallInst(call) ? LLVMGetCalledValue(call) : NULL;
    Intrinsic intrinsic = INTRINSIC_NONE;
    const char *name = callee && LLVMIsAFunction(callee) ? library_name(callee, &intrinsic) : NULL;
    return name && (keeps_memory(call, name) || (strstr(name, "printf") && converts(call, 'n')));
}

static const char *gap_of_start(const Survey *s, LLVMValueRef call, LLVMValueRef function)
{
    unsigned k = start_argument(function);
    bool is_known = LLVMGetNumArgOperands(call) >= k + 2 && !leads_nowhere(s, LLVMGetOperand(call, k));
    return is_known ? NULL : "a thread begins with a function that is not known";
}

/* ---- instructions ---- */

static const char *gap_of_call(const Survey *s, LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    Intrinsic intrinsic = INTRINSIC_NONE;
    if (LLVMIsAInlineAsm(callee)) return gap_of_assembly(s, callee);
    if (!LLVMIsAFunction(callee))
        return leads_nowhere(s, callee) && !LLVMIsNull(callee)
                   ? "a call through a pointer leads to nothing that is known"
                   : NULL;
    const char *name = library_name(callee, &intrinsic);
    if (!name) return NULL;
    return intrinsic == INTRINSIC_THREAD_CREATE ? gap_of_start(s, call, callee) : gap_of_library(call, name);
}

const char *gap_at(const Survey *s, LLVMValueRef i)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
    if (LLVMIsACallInst(i)) return gap_of_call(s, i);
    if (opcode == LLVMCallBr || opcode == LLVMInvoke) return "assembly that jumps, or exceptions";
    if (opcode == LLVMVAArg) return "variable arguments that the compiler leaves to others";
    return NULL;
}

Gap gap_find(Survey *s)
{
    size_t length = 0;
    LLVMGetModuleInlineAsm(s->module, &length);
    if (length > 0) return (Gap){NULL, "assembly outside of functions"};
    if (s->has_unknown_threads) return (Gap){NULL, "threads begin with functions without a body"};
    LLVMValueRef shared = process_find_shared(s->module);
    if (shared) return (Gap){shared, "the processes of a fork share memory"};
    LLVMValueRef ceiling = ceiling_find(s->module);
    if (ceiling) return (Gap){ceiling, "a mutex with a priority ceiling may exclude nobody"};
    if (s->objects.data[s->own_object].is_shared)
        return (Gap){NULL, "the address of errno may be known to other threads"};
    for (uint32_t f = 0; f < s->reached.count; f++)
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(s->reached.data[f].function); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
                const char *what = gap_at(s, i);
                if (what) return (Gap){i, what};
            }
    return (Gap){NULL, NULL};
}
