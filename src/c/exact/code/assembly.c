/* What a piece of assembly does is not looked at, but for instructions that do nothing here: fences, since runs are
 * interleavings of steps, hints, and interrupts, whose handlers run at any time as it is. All others are
 * over-approximated from their operands: results are any values, memory that can be reached from operands may get any
 * values, in any order and any number of times, so that what is one step of the machine is several here. A proof covers
 * that: what the instructions really do is among it, and where they end the program, a run less is no error more. A
 * counterexample must not come this way.
 *
 * Taken for granted, and said: assembly touches what its operands lead to, and nothing else (the compiler does so, too,
 * where there is no clobber "memory"). It would be unsound for a text that names a variable of the program, or that
 * calls: that is refused. */
#include "c/exact/code/assembly.h"

#include <string.h>

#include "base/check.h"
#include "c/compile/assembly/text.h"
#include "c/exact/code/result.h"
#include "c/exact/code/unknown.h"
#include "c/exact/library/assembly.h"
#include "c/exact/library/unknown.h"
#include "c/exact/memory/operand.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/names.h"
#include "c/exact/model/values.h"
#include "c/exact/races/call.h"

/* Whether the only result is where the only operand was. */
static bool is_tied(LLVMValueRef call, LLVMValueRef callee)
{
    size_t length = 0;
    const char *constraints = LLVMGetInlineAsmConstraintString(callee, &length), *second = strchr(constraints, ',');
    return constraints[0] == '=' && second && strncmp(second, ",0", 2) == 0 && LLVMGetNumArgOperands(call) == 1 &&
           LLVMTypeOf(call) == LLVMTypeOf(LLVMGetOperand(call, 0));
}

/* Of an instruction that does nothing: operands stay as they are. False: its result is any value. */
static bool lower_idle(Lowering *L, LLVMValueRef call, LLVMValueRef callee)
{
    if (!call_is_void(call) && !is_tied(call, callee)) return false;
    Val v = call_is_void(call) ? val_none() : operand_val(L, LLVMGetOperand(call, 0));
    operands_retire(L, call);
    call_bind(L, call, v);
    return true;
}

static void bind_results(Lowering *L, LLVMValueRef call, const Targets *given)
{
    if (!call_is_void(call) && LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMStructTypeKind)
        value_bind(L, L->frame, call, val_none()); /* see library/assembly.h */
    else
        unknown_bind_given(L, call, "inline assembly", given);
}

void lower_assembly(Lowering *L, LLVMValueRef call, LLVMValueRef callee)
{
    size_t length = 0;
    const char *text = LLVMGetInlineAsmAsmString(callee, &length);
    if (assembly_is_idle(text, length) && lower_idle(L, call, callee)) return;
    if (assembly_names_program(L->module, text, length))
        lower_refuse(L, "inline assembly that names variables or functions, or calls, is not supported; use C11 "
                        "atomics or __sync builtins");
    diag_assume(L->run, SEVERITY_NOTE, L->pos, (Assumption){"inline assembly touches only its operands", NULL},
                "results of inline assembly are arbitrary");
    race_call(L, call, INTRINSIC_NONE, "inline assembly");
    if (!L->cursor.is_reachable) return;
    assembly_limit(L, call);
    bool writes = false;
    const Targets *given = unknown_effects(L, call, "inline assembly", &writes);
    if (!L->cursor.is_reachable) return;
    operands_retire(L, call);
    statement_end(L);
    bind_results(L, call, given);
}
