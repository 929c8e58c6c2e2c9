/* A proof covers every result. A counterexample must not need one that never comes about: so the step that gives it is
 * one that no counterexample may take, unless the value only goes where it makes no difference: into further
 * arithmetic, out of which it comes by a comparison or a conversion, into locals that are used in no other way, to
 * functions that print it. */
#include "c/exact/library/float.h"

#include <string.h>

#include "c/compile/function.h"
#include "c/exact/memory/operand.h"
#include "c/exact/model/action.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/names.h"
#include "c/exact/model/values.h"

bool type_is_float(LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    return kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind || kind == LLVMX86_FP80TypeKind;
}

static bool is_operation(LLVMValueRef i)
{
    static const LLVMOpcode operations[] = {LLVMFNeg, LLVMFAdd,   LLVMFSub,   LLVMFMul,    LLVMFDiv, LLVMFRem,
                                            LLVMFCmp, LLVMFPToUI, LLVMFPToSI, LLVMFPTrunc, LLVMFPExt};
    for (size_t k = 0; k < sizeof operations / sizeof *operations; k++)
        if (LLVMGetInstructionOpcode(i) == operations[k]) return true;
    return false;
}

static bool is_print_call(LLVMValueRef call)
{
    LLVMValueRef callee = LLVMIsACallInst(call) ? LLVMGetCalledValue(call) : NULL;
    size_t n = 0;
    if (!callee || !LLVMIsAFunction(callee) || !LLVMIsDeclaration(callee)) return false;
    const char *name = LLVMGetValueName2(callee, &n);
    return strcmp(name, "printf") == 0 || strcmp(name, "fprintf") == 0;
}

/* A local of the type that is only loaded and stored. */
static bool is_plain_local(LLVMValueRef pointer, LLVMTypeRef type)
{
    if (!LLVMIsAAllocaInst(pointer) || LLVMGetAllocatedType(pointer) != type) return false;
    for (LLVMUseRef u = LLVMGetFirstUse(pointer); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool loads = LLVMIsALoadInst(user) && LLVMTypeOf(user) == type;
        bool stores =
            LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == pointer && LLVMTypeOf(LLVMGetOperand(user, 0)) == type;
        if (!loads && !stores && !LLVMIsADbgInfoIntrinsic(user)) return false;
    }
    return true;
}

static bool loads_stay(LLVMValueRef local);

/* Whether the value goes only where its bits make no difference. */
static bool value_stays(LLVMValueRef value, bool follows)
{
    for (LLVMUseRef u = LLVMGetFirstUse(value); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool is_stored = LLVMIsAStoreInst(user) && is_plain_local(LLVMGetOperand(user, 1), LLVMTypeOf(value)) &&
                         follows && loads_stay(LLVMGetOperand(user, 1));
        if (!is_stored && !is_print_call(user) && !(LLVMIsAInstruction(user) && is_operation(user))) return false;
    }
    return true;
}

static bool loads_stay(LLVMValueRef local)
{
    for (LLVMUseRef u = LLVMGetFirstUse(local); u; u = LLVMGetNextUse(u))
        if (LLVMIsALoadInst(LLVMGetUser(u)) && !value_stays(LLVMGetUser(u), false)) return false;
    return true;
}

bool is_wide_operation(LLVMValueRef i)
{
    if (LLVMIsALoadInst(i) || LLVMIsAStoreInst(i) || LLVMIsACallInst(i) || LLVMIsAPHINode(i)) return false;
    bool found = LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMIntegerTypeKind && type_is_opaque(LLVMTypeOf(i));
    for (int k = 0; k < LLVMGetNumOperands(i); k++) {
        LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(i, (unsigned)k));
        found |= LLVMGetTypeKind(type) == LLVMIntegerTypeKind && type_is_opaque(type);
    }
    return found;
}

void lower_wide(Lowering *L, LLVMValueRef instruction)
{
    Sort sort = type_sort(L, LLVMTypeOf(instruction));
    Step step = {.approximate = "what is computed with integers of 128 bits is arbitrary"};
    operands_retire(L, instruction);
    action_emit(L, &step);
    value_bind(L, L->frame, instruction, val_term(unknown_input(L, sort, "wide")));
}

void lower_float(Lowering *L, LLVMValueRef instruction)
{
    Sort sort = type_sort(L, LLVMTypeOf(instruction));
    bool is_float = type_is_float(LLVMTypeOf(instruction));
    operands_retire(L, instruction);
    if (!is_float || !value_stays(instruction, true)) {
        Step step = {.approximate = "results of floating point are arbitrary"};
        action_emit(L, &step);
    }
    value_bind(L, L->frame, instruction, val_term(unknown_input(L, sort, "float")));
}
