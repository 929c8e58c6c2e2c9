/* What a piece of assembly does is not looked at, but its operands say what it may touch: without operands in memory
 * and without the clobber "memory" it accesses nothing of the program's (so the compiler takes for granted, too), and
 * its results are any values. A proof covers that: what the instructions really give is one of these values, and where
 * they end the program, a run less is no error more. A counterexample must not come this way. */
#include "frontend/code/assembly.h"

#include <string.h>

#include "base/check.h"
#include "frontend/code/result.h"
#include "frontend/code/unknown.h"
#include "frontend/memory/operand.h"
#include "frontend/model/emit.h"
#include "frontend/model/facts.h"

static bool has_pointers(LLVMValueRef call)
{
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, i))) == LLVMPointerTypeKind) return true;
    return false;
}

static bool has_plain_result(LLVMValueRef call)
{
    return call_is_void(call) || LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMIntegerTypeKind;
}

/* May it access memory, through an operand or otherwise? */
static bool touches_memory(LLVMValueRef call, LLVMValueRef callee)
{
    size_t length = 0;
    const char *constraints = LLVMGetInlineAsmConstraintString(callee, &length);
    return strchr(constraints, '*') || strstr(constraints, "{memory}") || has_pointers(call);
}

void lower_assembly(Lowering *L, LLVMValueRef call, LLVMValueRef callee)
{
    size_t length = 0;
    LLVMGetInlineAsmAsmString(callee, &length);
    /* An empty text is a compiler barrier only. */
    if (length == 0 && call_is_void(call) && LLVMGetNumArgOperands(call) == 0) return;
    if (touches_memory(call, callee))
        lower_refuse(L, "inline assembly that touches memory is not supported; use C11 atomics or __sync builtins");
    if (!has_plain_result(call))
        lower_refuse(L, "inline assembly with several results is not supported; use one assembly for each");
    diag_assume(L->run, SEVERITY_NOTE, L->pos, (Assumption){"inline assembly touches only its operands", NULL},
                "results of inline assembly are arbitrary");
    operands_retire(L, call);
    statement_end(L);
    CHECK(L->cursor.is_reachable);
    unknown_bind(L, call, "inline assembly");
}
