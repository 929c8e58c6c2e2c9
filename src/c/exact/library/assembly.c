#include "c/exact/library/assembly.h"

#include "base/check.h"
#include "c/exact/memory/operand.h"
#include "c/exact/model/action.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/names.h"
#include "c/exact/model/values.h"

void assembly_limit(Lowering *L, LLVMValueRef call)
{
    bool has_pointer = false;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        has_pointer |= LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, i))) == LLVMPointerTypeKind;
    if (has_pointer && deref_is_asked(L))
        emit_limit(L, TERM_NONE, lower_reason(L, "how much memory inline assembly accesses is not checked"));
}

bool is_assembly_result(LLVMValueRef instruction)
{
    LLVMValueRef call = LLVMIsAExtractValueInst(instruction) ? LLVMGetOperand(instruction, 0) : NULL;
    return call && LLVMIsACallInst(call) && LLVMIsAInlineAsm(LLVMGetCalledValue(call));
}

void lower_assembly_result(Lowering *L, LLVMValueRef instruction)
{
    CHECK(is_assembly_result(instruction));
    if (LLVMGetTypeKind(LLVMTypeOf(instruction)) == LLVMPointerTypeKind)
        lower_refuse(L, "inline assembly with several results, addresses among them, is not supported; use one "
                        "assembly for each");
    Sort sort = type_sort(L, LLVMTypeOf(instruction));
    Step step = {.approximate = "the result of inline assembly is arbitrary"};
    operands_retire(L, instruction);
    action_emit(L, &step);
    value_bind(L, L->frame, instruction, val_term(unknown_input(L, sort, "assembly")));
}
