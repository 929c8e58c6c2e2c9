#include "session/native/insert.h"

#include "base/check.h"
#include "session/native/sites.h"

LLVMValueRef insert_call(Instrument *in, const char *name, LLVMTypeRef result, LLVMValueRef *args, unsigned n)
{
    LLVMTypeRef types[4];
    CHECK(n <= 4);
    for (unsigned i = 0; i < n; i++)
        types[i] = LLVMTypeOf(args[i]);
    LLVMTypeRef type = LLVMFunctionType(result, types, n, false);
    LLVMValueRef function = LLVMGetNamedFunction(in->module, name);
    if (!function) function = LLVMAddFunction(in->module, name, type);
    return LLVMBuildCall2(in->builder, type, function, args, n, "");
}

LLVMValueRef insert_number(const Instrument *in, uint64_t n) { return LLVMConstInt(in->i32, n, false); }

void insert_done(Instrument *in) { insert_call(in, "chorus_done", in->nothing, NULL, 0); }
void insert_park(Instrument *in) { insert_call(in, "chorus_park", in->nothing, NULL, 0); }

LLVMValueRef insert_turn(Instrument *in, uint32_t site)
{
    CHECK(site < in->sites->all.count);
    LLVMValueRef args[] = {insert_number(in, site)};
    return insert_call(in, "chorus_turn", in->i32, args, 1);
}

void insert_before(Instrument *in, LLVMValueRef instruction) { LLVMPositionBuilderBefore(in->builder, instruction); }

void insert_after(Instrument *in, LLVMValueRef instruction)
{
    CHECK(!LLVMIsATerminatorInst(instruction));
    insert_before(in, LLVMGetNextInstruction(instruction));
}

void call_replace(LLVMValueRef old, LLVMValueRef with)
{
    if (with && LLVMGetTypeKind(LLVMTypeOf(old)) != LLVMVoidTypeKind) LLVMReplaceAllUsesWith(old, with);
}

void call_erase(LLVMValueRef call, LLVMValueRef with)
{
    CHECK(!with || LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind || LLVMTypeOf(with) == LLVMTypeOf(call));
    if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind)
        LLVMReplaceAllUsesWith(call, with ? with : LLVMConstNull(LLVMTypeOf(call)));
    CHECK(!LLVMGetFirstUse(call));
    LLVMInstructionEraseFromParent(call);
}

LLVMValueRef insert_value(Instrument *in, LLVMValueRef at, LLVMTypeRef type)
{
    uint32_t site = sites_find(in->sites, at, ORIGIN_VALUE, 0);
    if (site == NO_ID) return NULL;
    CHECK(in->sites->all.data[site].kind == ORIGIN_VALUE);
    LLVMValueRef args[] = {insert_number(in, site)};
    LLVMValueRef value = insert_call(in, "chorus_value", in->i64, args, 1);
    switch ((int)LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind: return LLVMBuildIntCast2(in->builder, value, type, false, "");
    case LLVMPointerTypeKind: return LLVMBuildIntToPtr(in->builder, value, type, "");
    default: return NULL;
    }
}
