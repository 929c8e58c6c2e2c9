/* Each plain access of 8 bytes becomes a call of a function that makes it in two halves,
 *
 *     load(p):  c = nondet(); if (c) { low = *p; high = *(p + 4); } else { high = *(p + 4); low = *p; }
 *
 * because the order is the compiler's choice: compilers do either, and a proof must hold for both. The functions have
 * no source positions, so that their steps stand where the access does. Whether another thread can see the memory is
 * over-approximated: two halves of memory of one thread mean the same as the whole. */
#include "c/compile/halves.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <stdbool.h>
#include <stdio.h>

#include "base/check.h"

#define HALF 32

typedef struct Halves {
    LLVMModuleRef module;
    LLVMContextRef context;
    LLVMBuilderRef builder;
    LLVMTypeRef pointer;
    LLVMValueRef choose;
    LLVMValueRef functions[2][2 * HALF + 1]; /* reading and writing integers of so many bits; NULL = not made yet */
} Halves;

/* ---- which accesses ---- */

/* Whether an address, or one inside the object, does not leave the function. */
static bool stays_here(LLVMValueRef address)
{
    for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool is_access = LLVMIsALoadInst(user) || (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != address);
        if (!is_access && !(LLVMIsAGetElementPtrInst(user) && stays_here(user))) return false;
    }
    return true;
}

static bool is_private_address(LLVMValueRef address)
{
    while (LLVMIsAGetElementPtrInst(address))
        address = LLVMGetOperand(address, 0);
    if (LLVMIsAGlobalVariable(address)) return LLVMIsGlobalConstant(address);
    return LLVMIsAAllocaInst(address) && stays_here(address);
}

/* Bits of an access that is to be split; 0 = it is not. */
static unsigned split_width(LLVMValueRef i)
{
    bool is_load = LLVMIsALoadInst(i) != NULL;
    if ((!is_load && !LLVMIsAStoreInst(i)) || LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic) return 0;
    LLVMTypeRef type = LLVMTypeOf(is_load ? i : LLVMGetOperand(i, 0));
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind) return 0;
    unsigned width = LLVMGetIntTypeWidth(type);
    if (width <= HALF || width > 2 * HALF || width % 8 != 0) return 0;
    return is_private_address(LLVMGetOperand(i, is_load ? 0 : 1)) ? 0 : width;
}

/* ---- the functions that make them ---- */

static LLVMValueRef half_address(Halves *h, LLVMValueRef base, bool is_high)
{
    LLVMValueRef offset = LLVMConstInt(LLVMInt32TypeInContext(h->context), HALF / 8, false);
    return is_high ? LLVMBuildInBoundsGEP2(h->builder, LLVMInt8TypeInContext(h->context), base, &offset, 1, "") : base;
}

static LLVMTypeRef half_type(Halves *h, unsigned width, bool is_high)
{
    return LLVMIntTypeInContext(h->context, is_high ? width - HALF : HALF);
}

static LLVMValueRef read_half(Halves *h, LLVMValueRef base, unsigned width, bool is_high)
{
    LLVMValueRef load =
        LLVMBuildLoad2(h->builder, half_type(h, width, is_high), half_address(h, base, is_high), "half");
    LLVMSetAlignment(load, 1);
    return LLVMBuildZExt(h->builder, load, LLVMIntTypeInContext(h->context, width), "");
}

static void write_half(Halves *h, LLVMValueRef base, LLVMValueRef value, unsigned width, bool is_high)
{
    LLVMValueRef shift = LLVMConstInt(LLVMTypeOf(value), HALF, false);
    if (is_high) value = LLVMBuildLShr(h->builder, value, shift, "");
    value = LLVMBuildTrunc(h->builder, value, half_type(h, width, is_high), "");
    LLVMSetAlignment(LLVMBuildStore(h->builder, value, half_address(h, base, is_high)), 1);
}

/* One order of both, which ends the function. */
static void build_order(Halves *h, LLVMValueRef function, unsigned width, bool is_write, bool high_first)
{
    LLVMValueRef base = LLVMGetParam(function, 0);
    if (is_write) {
        write_half(h, base, LLVMGetParam(function, 1), width, high_first);
        write_half(h, base, LLVMGetParam(function, 1), width, !high_first);
        LLVMBuildRetVoid(h->builder);
        return;
    }
    LLVMValueRef first = read_half(h, base, width, high_first), second = read_half(h, base, width, !high_first);
    LLVMValueRef high = high_first ? first : second, low = high_first ? second : first;
    high = LLVMBuildShl(h->builder, high, LLVMConstInt(LLVMTypeOf(high), HALF, false), "");
    LLVMBuildRet(h->builder, LLVMBuildAdd(h->builder, high, low, ""));
}

static LLVMValueRef make_function(Halves *h, unsigned width, bool is_write)
{
    char name[40];
    snprintf(name, sizeof name, "chorus.%s.%u", is_write ? "write" : "read", width);
    LLVMTypeRef whole = LLVMIntTypeInContext(h->context, width), parameters[] = {h->pointer, whole};
    LLVMTypeRef result = is_write ? LLVMVoidTypeInContext(h->context) : whole;
    LLVMTypeRef type = LLVMFunctionType(result, parameters, is_write ? 2 : 1, false);
    LLVMValueRef function = LLVMAddFunction(h->module, name, type);
    LLVMSetLinkage(function, LLVMInternalLinkage);
    LLVMTypeRef choice = LLVMFunctionType(LLVMInt1TypeInContext(h->context), NULL, 0, false);
    if (!h->choose) h->choose = LLVMAddFunction(h->module, "nondet_high_half_first", choice);
    LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(h->context, function, "entry");
    LLVMBasicBlockRef high = LLVMAppendBasicBlockInContext(h->context, function, "high_first");
    LLVMBasicBlockRef low = LLVMAppendBasicBlockInContext(h->context, function, "low_first");
    LLVMPositionBuilderAtEnd(h->builder, entry);
    LLVMSetCurrentDebugLocation2(h->builder, NULL);
    LLVMBuildCondBr(h->builder, LLVMBuildCall2(h->builder, choice, h->choose, NULL, 0, "order"), high, low);
    LLVMPositionBuilderAtEnd(h->builder, high);
    build_order(h, function, width, is_write, true);
    LLVMPositionBuilderAtEnd(h->builder, low);
    build_order(h, function, width, is_write, false);
    return function;
}

static void split_access(Halves *h, LLVMValueRef i, unsigned width)
{
    bool is_write = LLVMIsAStoreInst(i) != NULL;
    LLVMValueRef *function = &h->functions[is_write][width];
    if (!*function) *function = make_function(h, width, is_write);
    LLVMValueRef arguments[] = {LLVMGetOperand(i, is_write ? 1 : 0), is_write ? LLVMGetOperand(i, 0) : NULL};
    LLVMPositionBuilderBefore(h->builder, i);
    LLVMSetCurrentDebugLocation2(h->builder, LLVMInstructionGetDebugLoc(i));
    LLVMTypeRef type = LLVMGlobalGetValueType(*function);
    LLVMValueRef call = LLVMBuildCall2(h->builder, type, *function, arguments, is_write ? 2 : 1, "");
    if (!is_write) LLVMReplaceAllUsesWith(i, call);
    CHECK(!LLVMGetFirstUse(i));
    LLVMInstructionEraseFromParent(i);
}

void halves_split(LLVMModuleRef module)
{
    if (8 * LLVMPointerSize(LLVMGetModuleDataLayout(module)) != HALF) return;
    Halves h = {.module = module, .context = LLVMGetModuleContext(module)};
    h.builder = LLVMCreateBuilderInContext(h.context);
    h.pointer = LLVMPointerTypeInContext(h.context, 0);
    LLVMValueRef last = LLVMGetLastFunction(module); /* what is added after it is ours */
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = f == last ? NULL : LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
                next = LLVMGetNextInstruction(i);
                unsigned width = split_width(i);
                if (width) split_access(&h, i, width);
            }
    LLVMDisposeBuilder(h.builder);
}
