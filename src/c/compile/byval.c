#include "c/compile/byval.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <stdbool.h>
#include <string.h>

#include "base/check.h"

static unsigned attribute_kind(const char *name) { return LLVMGetEnumAttributeKindForName(name, strlen(name)); }

LLVMTypeRef byval_type(LLVMValueRef call, unsigned k)
{
    CHECK(k < LLVMGetNumArgOperands(call));
    LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(call, k + 1, attribute_kind("byval"));
    return attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
}

/* Whether the compiler has made the copy, for this call only. */
static bool is_compiler_copy(LLVMValueRef argument)
{
    size_t length = 0;
    const char *name = LLVMIsAAllocaInst(argument) ? LLVMGetValueName2(argument, &length) : "";
    return strncmp(name, "agg.tmp", 7) == 0 || strncmp(name, "byval-temp", 10) == 0;
}

static LLVMTargetDataRef layout_at(LLVMValueRef i)
{
    return LLVMGetModuleDataLayout(LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(i))));
}

/* A variable of the function, for a copy that is made before an instruction, where the builder is left. */
static LLVMValueRef build_variable(LLVMBuilderRef builder, LLVMValueRef before, LLVMTypeRef type)
{
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(LLVMGetInstructionParent(before)));
    LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(entry));
    LLVMSetCurrentDebugLocation2(builder, NULL);
    LLVMValueRef copy = LLVMBuildAlloca(builder, type, "agg.tmp.copy");
    CHECK(is_compiler_copy(copy) && LLVMGetInstructionParent(copy) == entry);
    LLVMPositionBuilderBefore(builder, before);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(before));
    return copy;
}

static void build_byval_copy(LLVMBuilderRef builder, LLVMValueRef to, LLVMValueRef from, LLVMTypeRef type,
                             LLVMTargetDataRef layout)
{
    CHECK(LLVMGetTypeKind(LLVMTypeOf(to)) == LLVMPointerTypeKind && LLVMTypeOf(from) == LLVMTypeOf(to) && to != from);
    LLVMTypeRef size_type = LLVMIntPtrTypeInContext(LLVMGetTypeContext(type), layout);
    LLVMBuildMemCpy(builder, to, 1, from, 1, LLVMConstInt(size_type, LLVMABISizeOfType(layout, type), false));
}

static void make_copy(LLVMBuilderRef builder, LLVMValueRef call, unsigned k, LLVMTypeRef type)
{
    LLVMValueRef copy = build_variable(builder, call, type);
    build_byval_copy(builder, copy, LLVMGetOperand(call, k), type, layout_at(call));
    LLVMSetOperand(call, k, copy);
    CHECK(byval_type(call, k) == type && LLVMGetAllocatedType(copy) == type);
}

/* ---- structs passed as integers ---- */

static bool name_contains(LLVMValueRef v, const char *part)
{
    size_t length = 0;
    const char *name = LLVMGetValueName2(v, &length);
    return strstr(name, part) != NULL;
}

/* The variable in which a function puts together the struct that it is passed as integers, and where the parameter
 * goes there; NULL = the parameter is something else. */
static LLVMValueRef coerced_home(LLVMValueRef parameter, LLVMTargetDataRef layout, uint64_t *offset)
{
    LLVMUseRef use = LLVMGetFirstUse(parameter);
    LLVMValueRef store = use && name_contains(parameter, ".coerce") ? LLVMGetUser(use) : NULL;
    if (!store || LLVMGetNextUse(use) || !LLVMIsAStoreInst(store) || LLVMGetOperand(store, 0) != parameter) return NULL;
    LLVMValueRef to = LLVMGetOperand(store, 1);
    *offset = 0;
    for (; LLVMIsAGetElementPtrInst(to); to = LLVMGetOperand(to, 0)) {
        LLVMTypeRef type = LLVMGetGEPSourceElementType(to);
        bool is_member = LLVMGetTypeKind(type) == LLVMStructTypeKind && LLVMGetNumOperands(to) == 3 &&
                         LLVMIsNull(LLVMGetOperand(to, 1)) && LLVMIsAConstantInt(LLVMGetOperand(to, 2));
        if (!is_member) return NULL;
        *offset += LLVMOffsetOfElement(layout, type, (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(to, 2)));
    }
    return LLVMIsAAllocaInst(to) && LLVMGetTypeKind(LLVMGetAllocatedType(to)) == LLVMStructTypeKind ? to : NULL;
}

/* The home of parameter k in the function that is called; through a pointer: in one that fits, if it is a struct in all
 * of them. */
static LLVMValueRef called_home(LLVMValueRef call, unsigned k, LLVMTargetDataRef layout, uint64_t *offset)
{
    LLVMValueRef callee = LLVMGetCalledValue(call), home = NULL;
    LLVMTypeRef type = LLVMGetCalledFunctionType(call);
    LLVMModuleRef module = LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        bool may_be_called = LLVMIsAFunction(callee) ? f == callee : LLVMGlobalGetValueType(f) == type;
        if (!may_be_called || LLVMIsDeclaration(f) || k >= LLVMCountParams(f)) continue;
        home = coerced_home(LLVMGetParam(f, k), layout, offset);
        if (!home) return NULL;
        CHECK(*offset < LLVMABISizeOfType(layout, LLVMGetAllocatedType(home)));
    }
    return home;
}

/* Small structs are passed in registers: clang reads several members with one load, which no other thread could
 * interrupt. Lets the load read a copy that is made member by member, as it is where structs are passed in memory. */
static void copy_coerced(LLVMBuilderRef builder, LLVMValueRef call, unsigned k)
{
    LLVMValueRef load = LLVMGetOperand(call, k);
    if (!LLVMIsALoadInst(load) || name_contains(LLVMGetOperand(load, 0), "coerce") ||
        is_compiler_copy(LLVMGetOperand(load, 0)))
        return;
    uint64_t offset = 0;
    LLVMTargetDataRef layout = layout_at(call);
    LLVMValueRef home = called_home(call, k, layout, &offset);
    if (!home) return;
    CHECK(offset + LLVMStoreSizeOfType(layout, LLVMTypeOf(load)) <=
          LLVMABISizeOfType(layout, LLVMGetAllocatedType(home)));
    LLVMValueRef to = build_variable(builder, load, LLVMGetAllocatedType(home));
    LLVMTypeRef byte = LLVMInt8TypeInContext(LLVMGetTypeContext(LLVMTypeOf(load)));
    LLVMValueRef where = LLVMConstInt(LLVMInt32TypeInContext(LLVMGetTypeContext(byte)), offset, false);
    if (offset > 0) to = LLVMBuildInBoundsGEP2(builder, byte, to, &where, 1, "");
    build_byval_copy(builder, to, LLVMGetOperand(load, 0), LLVMTypeOf(load), layout);
    LLVMSetOperand(load, 0, to);
}

static void copy_arguments(LLVMBuilderRef builder, LLVMValueRef call)
{
    unsigned n = LLVMGetNumArgOperands(call);
    for (unsigned k = 0; k < n; k++) {
        LLVMTypeRef type = byval_type(call, k);
        if (type && !is_compiler_copy(LLVMGetOperand(call, k)))
            make_copy(builder, call, k, type);
        else if (!type)
            copy_coerced(builder, call, k);
    }
}

void byval_make_copies(LLVMModuleRef module)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                if (LLVMIsACallInst(i)) copy_arguments(builder, i);
    LLVMDisposeBuilder(builder);
}

LLVMValueRef byval_call(LLVMValueRef alloca)
{
    for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        unsigned n = LLVMIsACallInst(user) ? LLVMGetNumArgOperands(user) : 0;
        for (unsigned k = 0; k < n; k++)
            if (LLVMGetOperand(user, k) == alloca && byval_type(user, k)) return user;
    }
    return NULL;
}
