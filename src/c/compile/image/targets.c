#include "c/compile/image/targets.h"

#include <llvm-c/Target.h>
#include <string.h>

#include "base/check.h"
#include "c/compile/union_type.h"
#include "c/library/variable.h"

/* ---- which there are ---- */

static bool is_special_name(LLVMValueRef value)
{
    size_t n = 0;
    const char *name = LLVMGetValueName2(value, &n);
    return strncmp(name, "llvm.", 5) == 0 || strncmp(name, "chorus.", 7) == 0 || strcmp(name, "main") == 0;
}

bool targets_is_whole(LLVMTypeRef type)
{
    static const char *const names[] = {"union.pthread_", "struct.pthread_", "struct.__pthread_", "union.sem_t",
                                        "struct.sem_t"};
    const char *name = LLVMIsLiteralStruct(type) ? NULL : LLVMGetStructName(type);
    for (size_t i = 0; name && i < sizeof names / sizeof *names; i++)
        if (strncmp(name, names[i], strlen(names[i])) == 0) return true;
    return false;
}

/* Of what an object has whose size or members are not known, anything may be a pointer; also of unions, of which the
 * type names one member only. */
bool targets_may_have_pointers(LLVMTypeRef type)
{
    if (!LLVMTypeIsSized(type)) return true;
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMArrayTypeKind) return targets_may_have_pointers(LLVMGetElementType(type));
    if (kind != LLVMStructTypeKind) return kind == LLVMPointerTypeKind;
    if (targets_is_whole(type)) return false;
    const char *name = LLVMIsLiteralStruct(type) ? NULL : LLVMGetStructName(type);
    bool may = name && strncmp(name, "union.", 6) == 0;
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type) && !may; i++)
        may = targets_may_have_pointers(LLVMStructGetTypeAtIndex(type, i));
    return may;
}

/* An object that only other files of the program define, which can name it. Pointers there are taken not to lead to one
 * another: a model could not tell what is an address. */
static bool is_of_others(LLVMValueRef value)
{
    size_t n = 0;
    return LLVMIsAGlobalVariable(value) && LLVMGetFirstUse(value) &&
           !variable_is_library(LLVMGetValueName2(value, &n)) &&
           !targets_may_have_pointers(LLVMGlobalGetValueType(value));
}

bool targets_are_visible(LLVMValueRef value, bool by_name)
{
    LLVMLinkage linkage = LLVMGetLinkage(value);
    const char *section = LLVMGetSection(value);
    bool is_static = linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
    if (is_special_name(value) || (LLVMIsDeclaration(value) && !is_of_others(value))) return false;
    if (by_name) return !is_static && LLVMGetVisibility(value) == LLVMDefaultVisibility;
    /* What is put in a section of its own may be found by the bounds that a linker script gives it. */
    return !is_static || (linkage == LLVMInternalLinkage && section && *section && !LLVMIsAFunction(value));
}

void targets_find(Run *run, LLVMModuleRef module, bool by_name, LinkTargets *out)
{
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
        if (targets_are_visible(g, by_name)) vec_push(run, out, g);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        if (targets_are_visible(f, by_name)) vec_push(run, out, f);
}

static uint32_t count_scalars(LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    uint32_t all = 0;
    if (kind == LLVMArrayTypeKind) return LLVMGetArrayLength2(type) ? count_scalars(LLVMGetElementType(type)) : 0;
    if (kind != LLVMStructTypeKind || targets_is_whole(type)) return 1;
    if (type_is_union(type)) return TARGETS_FEW + 1; /* members of another type have other scalars */
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type) && all <= TARGETS_FEW; i++)
        all += count_scalars(LLVMStructGetTypeAtIndex(type, i));
    return all;
}

uint32_t targets_count(const LinkTargets *targets)
{
    uint32_t all = 0;
    for (uint32_t i = 0; i < targets->count && all <= TARGETS_FEW; i++) {
        LLVMValueRef value = targets->data[i];
        all += LLVMIsAFunction(value) ? 1 : count_scalars(LLVMGlobalGetValueType(value));
    }
    return all > TARGETS_FEW ? TARGETS_FEW + 1 : all;
}

/* ---- one of them ---- */

LLVMValueRef targets_declare(LLVMModuleRef module, const char *name, LLVMTypeRef result)
{
    LLVMValueRef function = LLVMGetNamedFunction(module, name);
    return function ? function : LLVMAddFunction(module, name, LLVMFunctionType(result, NULL, 0, false));
}

LLVMValueRef targets_call(const LinkChoice *c, LLVMValueRef function)
{
    return LLVMBuildCall2(c->builder, LLVMGlobalGetValueType(function), function, NULL, 0, "");
}

/* Any number: of a call where a counterexample must not need it, else of nobody. */
LLVMValueRef targets_any(const LinkChoice *c)
{
    if (c->is_few) return targets_call(c, c->choice);
    LLVMTypeRef word = LLVMIntPtrTypeInContext(LLVMGetModuleContext(c->module), LLVMGetModuleDataLayout(c->module));
    return LLVMBuildFreeze(c->builder, LLVMGetUndef(word), "");
}

static LLVMValueRef build_choice(const LinkChoice *c, LLVMValueRef target, LLVMValueRef other)
{
    LLVMValueRef number = targets_any(c), zero = LLVMConstNull(LLVMTypeOf(number));
    return LLVMBuildSelect(c->builder, LLVMBuildICmp(c->builder, LLVMIntNE, number, zero, ""), target, other, "");
}

/* Any byte of it: arithmetic of numbers, which nobody follows step by step. */
LLVMValueRef targets_any_byte(const LinkChoice *c, LLVMValueRef object)
{
    LLVMTypeRef word = LLVMIntPtrTypeInContext(LLVMGetModuleContext(c->module), LLVMGetModuleDataLayout(c->module));
    LLVMValueRef start = LLVMBuildPtrToInt(c->builder, object, word, "");
    LLVMValueRef sum = LLVMBuildAdd(c->builder, start, targets_any(c), "");
    return LLVMBuildIntToPtr(c->builder, sum, LLVMTypeOf(object), "");
}

typedef VEC(LLVMValueRef) IndexPath;

/* One of the scalars at the end of the path, whose type that is, or `other`. */
static LLVMValueRef choose_scalar(const LinkChoice *c, LLVMValueRef object, LLVMTypeRef type, IndexPath *path,
                                  LLVMValueRef other)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(c->module));
    if (kind == LLVMArrayTypeKind && LLVMGetArrayLength2(type) > 0) {
        LLVMValueRef any = targets_call(c, c->choice);
        LLVMValueRef length = LLVMConstInt(LLVMTypeOf(any), LLVMGetArrayLength2(type), false);
        vec_push(c->run, path, LLVMBuildURem(c->builder, any, length, ""));
        other = choose_scalar(c, object, LLVMGetElementType(type), path, other);
        path->count--;
    } else if (kind == LLVMStructTypeKind && !targets_is_whole(type)) {
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++) {
            vec_push(c->run, path, LLVMConstInt(i32, i, false));
            other = choose_scalar(c, object, LLVMStructGetTypeAtIndex(type, i), path, other);
            path->count--;
        }
    } else if (kind != LLVMArrayTypeKind) {
        LLVMTypeRef all = LLVMGlobalGetValueType(object);
        LLVMValueRef at =
            path->count == 1 ? object : LLVMBuildInBoundsGEP2(c->builder, all, object, path->data, path->count, "");
        other = build_choice(c, at, other);
    }
    return other;
}

/* One of many, which a constant table has. */
static LLVMValueRef choose_from_table(const LinkChoice *c, const LinkTargets *targets)
{
    LLVMTypeRef pointer = LLVMPointerTypeInContext(LLVMGetModuleContext(c->module), 0);
    LLVMTypeRef type = LLVMArrayType2(pointer, targets->count);
    LLVMValueRef table = LLVMAddGlobal(c->module, type, LINKER_PREFIX "table");
    LLVMSetInitializer(table, LLVMConstArray2(pointer, targets->data, targets->count));
    LLVMSetLinkage(table, LLVMInternalLinkage);
    LLVMSetGlobalConstant(table, true);
    LLVMValueRef path[] = {LLVMConstNull(LLVMTypeOf(targets_any(c))), targets_any(c)};
    LLVMValueRef at = LLVMBuildInBoundsGEP2(c->builder, type, table, path, 2, "");
    LLVMValueRef found = LLVMBuildLoad2(c->builder, pointer, at, "");
    return c->inside ? targets_any_byte(c, found) : found;
}

LLVMValueRef targets_choose(const LinkChoice *c, const LinkTargets *targets, LLVMValueRef other)
{
    IndexPath path = {0};
    if (targets->count == 0) return other;
    if (!c->is_few) return build_choice(c, choose_from_table(c, targets), other);
    CHECK(targets->count <= TARGETS_FEW);
    vec_push(c->run, &path, LLVMConstNull(LLVMInt32TypeInContext(LLVMGetModuleContext(c->module))));
    for (uint32_t i = 0; i < targets->count; i++) {
        LLVMValueRef target = targets->data[i];
        if (LLVMIsAFunction(target) || !c->inside)
            other = build_choice(c, target, other);
        else
            other = choose_scalar(c, target, LLVMGlobalGetValueType(target), &path, other);
    }
    vec_free(c->run, &path);
    return other;
}
