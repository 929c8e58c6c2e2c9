#include "session/native/instrument_violation.h"

#include <llvm-c/Target.h>
#include <string.h>

#include "base/check.h"
#include "session/native/sites.h"

/* ---- which failures ---- */

static const char *callee_name(LLVMValueRef at)
{
    LLVMValueRef callee = LLVMIsACallInst(at) ? LLVMGetCalledValue(at) : NULL;
    size_t n = 0;
    return callee && LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &n) : "";
}

static bool is_block_operation(LLVMValueRef at) { return strncmp(callee_name(at), "llvm.mem", 8) == 0; }

static bool is_access(LLVMValueRef at)
{
    return LLVMIsALoadInst(at) || LLVMIsAStoreInst(at) || LLVMIsAAtomicRMWInst(at) || LLVMIsAAtomicCmpXchgInst(at);
}

const char *violation_is_hidden(const OriginEvent *failure, Property property)
{
    CHECK(failure->kind == ORIGIN_FAIL);
    if (property == PROPERTY_VALID_DEREF && !is_access(failure->at) && !LLVMIsACallInst(failure->at))
        return "the access cannot be observed";
    if (property == PROPERTY_VALID_FREE && !LLVMIsACallInst(failure->at)) return "what is freed cannot be observed";
    CHECK(property != PROPERTY_VALID_MEMTRACK || failure->is_lost);
    return NULL;
}

/* ---- checks ---- */

/* Where the address comes from, without the arithmetic of the expression: that says which object is meant. */
static LLVMValueRef expression_base(LLVMValueRef address)
{
    while (LLVMIsAGetElementPtrInst(address) || LLVMIsABitCastInst(address) ||
           (LLVMIsAConstantExpr(address) && LLVMGetConstOpcode(address) == LLVMGetElementPtr))
        address = LLVMGetOperand(address, 0);
    return address;
}

static void insert_access_check(Instrument *in, uint32_t site, LLVMValueRef address, LLVMValueRef size, bool is_write)
{
    LLVMValueRef bytes = LLVMBuildIntCast2(in->builder, size, in->i64, false, "");
    LLVMValueRef args[] = {insert_number(in, site), expression_base(address), address, bytes};
    insert_call(in, "chorus_check_access", in->nothing, args, 4);
    LLVMValueRef written[] = {args[0], args[1], bytes};
    if (is_write) insert_call(in, "chorus_check_write", in->nothing, written, 3);
}

static void check_scalar(Instrument *in, uint32_t site, LLVMValueRef at)
{
    bool is_store = LLVMIsAStoreInst(at) != NULL, is_load = LLVMIsALoadInst(at) != NULL;
    LLVMTypeRef type = is_load ? LLVMTypeOf(at) : LLVMTypeOf(LLVMGetOperand(at, is_store ? 0 : 1));
    uint64_t size = LLVMStoreSizeOfType(LLVMGetModuleDataLayout(in->module), type);
    insert_access_check(in, site, LLVMGetOperand(at, is_store ? 1 : 0), LLVMConstInt(in->i64, size, false), !is_load);
}

/* Of a function of the library it is known that it uses what its arguments point to, but not how much. With several
 * arguments NULL may be one that is allowed. */
static void check_arguments(Instrument *in, uint32_t site, LLVMValueRef call)
{
    unsigned n = LLVMGetNumArgOperands(call), pointers = 0;
    for (unsigned i = 0; i < n; i++)
        pointers += LLVMTypeOf(LLVMGetOperand(call, i)) == in->pointer;
    for (unsigned i = 0; i < n; i++) {
        LLVMValueRef address = LLVMGetOperand(call, i);
        if (LLVMTypeOf(address) != in->pointer) continue;
        LLVMValueRef one = LLVMConstInt(in->i64, 1, false), size = one;
        LLVMValueRef is_null = LLVMBuildICmp(in->builder, LLVMIntEQ, address, LLVMConstNull(in->pointer), "");
        if (pointers > 1) size = LLVMBuildSelect(in->builder, is_null, LLVMConstNull(in->i64), one, "");
        insert_access_check(in, site, address, size, false);
    }
}

void instrument_violation(Instrument *in, LLVMValueRef at)
{
    uint32_t site = sites_find(in->sites, at, ORIGIN_FAIL, 0);
    if (site == NO_ID) return;
    insert_before(in, at);
    LLVMValueRef number = insert_number(in, site);
    if (is_access(at)) {
        check_scalar(in, site, at);
    } else if (is_block_operation(at)) {
        insert_access_check(in, site, LLVMGetOperand(at, 0), LLVMGetOperand(at, 2), true);
        if (strncmp(callee_name(at), "llvm.memset", 11) != 0)
            insert_access_check(in, site, LLVMGetOperand(at, 1), LLVMGetOperand(at, 2), false);
    } else if (in->tells_locals) {
        check_arguments(in, site, at);
    } else {
        CHECK(LLVMIsACallInst(at) && LLVMTypeOf(LLVMGetOperand(at, 0)) == in->pointer);
        LLVMValueRef args[] = {number, LLVMGetOperand(at, 0)};
        insert_call(in, "chorus_check_free", in->nothing, args, 2);
    }
    insert_call(in, "chorus_check_done", in->nothing, &number, 1);
}

/* ---- locals ---- */

void instrument_local(Instrument *in, LLVMValueRef alloca)
{
    if (!in->tells_locals) return;
    insert_after(in, alloca);
    uint64_t size = LLVMABISizeOfType(LLVMGetModuleDataLayout(in->module), LLVMGetAllocatedType(alloca));
    LLVMValueRef count = LLVMBuildIntCast2(in->builder, LLVMGetOperand(alloca, 0), in->i64, false, "");
    LLVMValueRef bytes = LLVMBuildMul(in->builder, count, LLVMConstInt(in->i64, size, false), "");
    LLVMValueRef args[] = {alloca, bytes};
    insert_call(in, "chorus_local", in->nothing, args, 2);
}

void instrument_frame(Instrument *in, LLVMValueRef function)
{
    if (!in->tells_locals) return;
    insert_before(in, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
    LLVMValueRef mark = insert_call(in, "chorus_enter", in->i64, NULL, 0);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(b);
        if (!LLVMIsAReturnInst(last)) continue;
        insert_before(in, last);
        insert_call(in, "chorus_leave", in->nothing, &mark, 1);
    }
}
