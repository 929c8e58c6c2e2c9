#include "c/exact/model/values.h"

#include "base/check.h"
#include "c/exact/model/facts.h"

/* ---- checks ---- */

/* Whether the terms from the first on are multiples of strides. */
static bool are_indices(const Lowering *L, const Val *v, uint32_t first)
{
    if (v->count > first + VAL_INDICES) return false;
    for (uint32_t i = first; i < v->count; i++)
        if (!sort_same(term_sort(L->tm, v->terms[i]), sort_bv(L->pointer_width)) || v->strides[i] > INT64_MAX)
            return false;
    return true;
}

bool val_is_valid(const Lowering *L, const Val *v)
{
    if (v->count > VAL_TERMS) return false;
    for (uint32_t i = 0; i < v->count; i++)
        if (!term_is(v->terms[i])) return false;
    if (v->second && v->kind != VAL_PAIR) return false;
    switch (v->kind) {
    case VAL_NONE: return v->count == 0;
    case VAL_TERM: return v->count == 1 && !v->targets;
    case VAL_PAIR: return v->count == 2;
    case VAL_POINTER: return v->object < L->objects.count && are_indices(L, v, 0);
    case VAL_FUNCTION: return v->count == 0 && v->function && LLVMIsAFunction(v->function);
    case VAL_ADDRESS:
        return v->count > 0 && v->targets && v->strides[0] == 1 &&
               sort_same(term_sort(L->tm, v->terms[0]), sort_bv(L->pointer_width)) && are_indices(L, v, 1);
    }
    return false;
}

bool val_fits(const Lowering *L, const Val *v, LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    unsigned width = type_width(L, type);
    switch (v->kind) {
    case VAL_NONE: return true;
    case VAL_TERM: return sort_same(term_sort(L->tm, v->terms[0]), width == 1 ? sort_bool() : sort_bv(width));
    case VAL_PAIR: return kind == LLVMStructTypeKind;
    case VAL_POINTER:
    case VAL_FUNCTION:
    case VAL_ADDRESS: return width == L->pointer_width;
    }
    return false;
}

/* ---- kinds ---- */

Val val_none(void) { return (Val){0}; }

Val val_term(Term t)
{
    Val v = {0};
    CHECK(term_is(t));
    v.kind = VAL_TERM;
    v.count = 1;
    v.terms[0] = t;
    return v;
}

Val val_pair(Term a, Term b)
{
    Val v = {0};
    v.kind = VAL_PAIR;
    v.count = 2;
    v.terms[0] = a;
    v.terms[1] = b;
    return v;
}

Val pair_element(const Val *pair, unsigned k)
{
    CHECK(pair->kind == VAL_PAIR && k < 2);
    Val v = val_term(pair->terms[k]);
    v.targets = k == 0 ? pair->targets : pair->second;
    if (!v.targets) return v;
    v.kind = VAL_ADDRESS;
    v.strides[0] = 1;
    return v;
}

Val val_pointer(uint32_t object, int64_t offset)
{
    Val v = {0};
    v.kind = VAL_POINTER;
    v.object = object;
    v.offset = offset;
    return v;
}

Val val_function(LLVMValueRef function)
{
    Val v = {0};
    v.kind = VAL_FUNCTION;
    v.function = function;
    return v;
}

bool val_is_address(const Val *v)
{
    return v->kind == VAL_POINTER || v->kind == VAL_FUNCTION || (v->kind == VAL_ADDRESS && v->targets->list.count > 0);
}

Val address_of(Term t, const Targets *targets)
{
    Val v = val_term(t);
    CHECK(targets && targets_are_valid(targets));
    v.kind = VAL_ADDRESS;
    v.strides[0] = 1;
    v.targets = targets;
    return v;
}

/* Equal but for the terms. */
bool val_same_shape(const Val *a, const Val *b)
{
    bool same = a->kind == b->kind && a->count == b->count && a->object == b->object && a->offset == b->offset &&
                a->function == b->function && a->free_terms == b->free_terms;
    same = same && a->targets == b->targets && a->second == b->second;
    for (uint32_t i = 0; same && i < a->count; i++)
        same = a->strides[i] == b->strides[i];
    return same;
}

bool type_is_opaque(LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    return kind == LLVMX86_FP80TypeKind || (kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) > 64);
}

Sort type_sort(Lowering *L, LLVMTypeRef type)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind: {
        unsigned width = LLVMGetIntTypeWidth(type);
        if (width > 128) lower_refuse(L, "an integer of %u bits is not supported; use at most 64 bits", width);
        if (type_is_opaque(type)) return sort_bv(64);
        return width == 1 ? sort_bool() : sort_bv(width);
    }
    case LLVMPointerTypeKind: return sort_bv(L->pointer_width);
    case LLVMFloatTypeKind: return sort_bv(32);
    case LLVMX86_FP80TypeKind:
    case LLVMDoubleTypeKind: return sort_bv(64);
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind:
    case LLVMFP128TypeKind:
    case LLVMPPC_FP128TypeKind: lower_refuse(L, "floating point is not supported; use integers");
    case LLVMVectorTypeKind:
    case LLVMScalableVectorTypeKind: lower_refuse(L, "vectors are not supported; use scalars");
    case LLVMStructTypeKind:
    case LLVMArrayTypeKind: lower_refuse(L, "a struct or array passed by value is not supported; pass its members");
    case LLVMVoidTypeKind:
    case LLVMLabelTypeKind:
    case LLVMFunctionTypeKind:
    case LLVMMetadataTypeKind:
    case LLVMX86_MMXTypeKind:
    case LLVMTokenTypeKind:
    case LLVMX86_AMXTypeKind:
    case LLVMTargetExtTypeKind: break;
    }
    lower_refuse(L, "a value of this type is not supported; use integers");
}

unsigned type_width(const Lowering *L, LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (type_is_opaque(type)) return 64;
    if (kind == LLVMIntegerTypeKind) return LLVMGetIntTypeWidth(type);
    if (kind == LLVMPointerTypeKind) return L->pointer_width;
    if (kind == LLVMFloatTypeKind) return 32;
    return kind == LLVMDoubleTypeKind ? 64 : 0;
}
