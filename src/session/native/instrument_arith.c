#include "session/native/instrument_arith.h"

#include <string.h>

#include "base/check.h"

/* The compiler's own operation that says whether it overflows. */
static LLVMValueRef overflows_by(Instrument *in, LLVMValueRef a, LLVMValueRef b, const char *operation)
{
    LLVMTypeRef type = LLVMTypeOf(a), pair[] = {type, LLVMInt1TypeInContext(in->context)};
    unsigned id = LLVMLookupIntrinsicID(operation, strlen(operation));
    CHECK(id != 0 && LLVMTypeOf(b) == type);
    LLVMValueRef function = LLVMGetIntrinsicDeclaration(in->module, id, &type, 1), args[] = {a, b};
    LLVMTypeRef result = LLVMStructTypeInContext(in->context, pair, 2, false);
    LLVMTypeRef call = LLVMFunctionType(result, (LLVMTypeRef[]){type, type}, 2, false);
    return LLVMBuildExtractValue(in->builder, LLVMBuildCall2(in->builder, call, function, args, 2, ""), 1, "");
}

static LLVMValueRef quotient_overflows(Instrument *in, LLVMValueRef a, LLVMValueRef b)
{
    LLVMTypeRef type = LLVMTypeOf(a);
    LLVMValueRef least = LLVMConstInt(type, UINT64_C(1) << (LLVMGetIntTypeWidth(type) - 1), false);
    return LLVMBuildAnd(in->builder, LLVMBuildICmp(in->builder, LLVMIntEQ, a, least, ""),
                        LLVMBuildICmp(in->builder, LLVMIntEQ, b, LLVMConstAllOnes(type), ""), "");
}

static LLVMValueRef shift_overflows(Instrument *in, LLVMValueRef b)
{
    LLVMTypeRef type = LLVMTypeOf(b);
    LLVMValueRef width = LLVMConstInt(type, LLVMGetIntTypeWidth(type), false);
    return LLVMBuildICmp(in->builder, LLVMIntUGE, b, width, "");
}

void instrument_arith(Instrument *in, LLVMValueRef instruction)
{
    uint32_t site = sites_find(in->sites, instruction, ORIGIN_FAIL, 0);
    if (site == NO_ID) return;
    LLVMValueRef a = LLVMGetOperand(instruction, 0), b = LLVMGetOperand(instruction, 1), overflows = NULL;
    insert_before(in, instruction);
    switch ((int)LLVMGetInstructionOpcode(instruction)) {
    case LLVMAdd: overflows = overflows_by(in, a, b, "llvm.sadd.with.overflow"); break;
    case LLVMSub: overflows = overflows_by(in, a, b, "llvm.ssub.with.overflow"); break;
    case LLVMMul: overflows = overflows_by(in, a, b, "llvm.smul.with.overflow"); break;
    case LLVMSDiv:
    case LLVMSRem: overflows = quotient_overflows(in, a, b); break;
    case LLVMShl: overflows = shift_overflows(in, b); break;
    }
    CHECK(overflows != NULL);
    LLVMValueRef fits = LLVMBuildNot(in->builder, overflows, "");
    LLVMValueRef args[] = {insert_number(in, site), LLVMBuildZExt(in->builder, fits, in->i32, "")};
    insert_call(in, "chorus_assert", in->nothing, args, 2);
}
