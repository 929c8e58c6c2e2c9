#include "c/exact/memory/initial.h"

#include "base/check.h"
#include "c/compile/constant.h"
#include "c/compile/source.h"
#include "c/exact/memory/operand.h"
#include "c/exact/memory/slot.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/names.h"
#include "c/exact/model/sync_type.h"
#include "c/exact/model/values.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"

bool initial_is_arbitrary(Lowering *L, const Object *o)
{
    LLVMValueRef init = LLVMGetInitializer(o->value);
    if (!init) return true;
    if (!L->options->nondet_static || LLVMIsGlobalConstant(o->value) || !LLVMIsNull(init)) return false;
    if (LLVMGetLinkage(o->value) == LLVMCommonLinkage) return true;
    return LLVMGetLinkage(o->value) == LLVMInternalLinkage &&
           !line_initializes(sources_line(L->sources, o->pos), o->name);
}

/* The constant of the scalar at an offset inside a constant of a type; the offset becomes the one inside the scalar
 * (at its end or beyond: padding). */
static LLVMValueRef constant_at(Lowering *L, LLVMValueRef constant, LLVMTypeRef type, uint64_t *offset)
{
    for (;;) {
        LLVMTypeKind kind = LLVMGetTypeKind(type);
        unsigned k;
        if (kind == LLVMArrayTypeKind) {
            LLVMTypeRef element = LLVMGetElementType(type);
            uint64_t size = LLVMABISizeOfType(L->layout, element);
            k = (unsigned)(*offset / size);
            *offset %= size;
            type = element;
        } else if (kind == LLVMStructTypeKind) {
            k = LLVMElementAtOffset(L->layout, type, *offset);
            *offset -= LLVMOffsetOfElement(L->layout, type, k);
            type = LLVMStructGetTypeAtIndex(type, k);
            if (*offset >= LLVMABISizeOfType(L->layout, type)) return LLVMGetUndef(LLVMInt8TypeInContext(L->context));
        } else {
            return constant;
        }
        constant = LLVMGetAggregateElement(constant, k);
        RUN_CHECK(L->run, constant != NULL);
    }
}

/* The part of a scalar constant that an access of a type at an offset finds. */
static Val constant_part(Lowering *L, const Object *o, LLVMValueRef constant, uint64_t offset, LLVMTypeRef type)
{
    Sort wanted = type_sort(L, type);
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(constant));
    if (LLVMIsPoison(constant)) return val_term(fresh_input(L, wanted, "undefined"));
    CHECK(offset < LLVMABISizeOfType(L->layout, LLVMTypeOf(constant)) || LLVMIsUndef(constant));
    if (LLVMIsUndef(constant)) return val_term(term_const(L->tm, wanted, 0)); /* padding: compilers store zeros */
    if (kind != LLVMFloatTypeKind && kind != LLVMDoubleTypeKind && offset == 0 &&
        sort_same(wanted, type_sort(L, LLVMTypeOf(constant))))
        return constant_val(L, constant);
    uint64_t bits = 0, size = LLVMABISizeOfType(L->layout, LLVMTypeOf(constant));
    if (wanted.kind != SORT_BV || offset + wanted.width / 8 > size || !constant_bits(constant, &bits))
        lower_refuse(L,
                     "the initialiser of `%s` does not fit the type of the access (a union), which is not supported "
                     "yet; access the member that is initialised",
                     o->name);
    CHECK(offset < 8); /* as wide as the bits of a constant */
    return val_term(term_bv(L->tm, wanted.width, bits >> (8 * offset)));
}

Val initial_val(Lowering *L, const Object *o, uint64_t offset, LLVMTypeRef type)
{
    LLVMValueRef init = LLVMGetInitializer(o->value);
    if (LLVMIsNull(init)) return val_term(term_const(L->tm, type_sort(L, type), 0));
    CHECK(offset + LLVMABISizeOfType(L->layout, type) <= LLVMABISizeOfType(L->layout, LLVMTypeOf(init)));
    LLVMValueRef scalar = constant_at(L, init, LLVMTypeOf(init), &offset);
    Val v = constant_part(L, o, scalar, offset, type);
    CHECK(val_is_valid(L, &v) && val_fits(L, &v, type));
    return v;
}

typedef struct Elements {
    uint64_t start;   /* offset of the leaf with all indices 0 */
    LLVMTypeRef type; /* of the leaf */
    VEC(uint64_t) values;
} Elements;

static void collect_initial_values(Lowering *L, const Object *o, LLVMValueRef constant, LLVMTypeRef type, uint64_t leaf,
                                   Elements *e)
{
    CHECK(constant != NULL);
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMArrayTypeKind) {
        uint64_t n = LLVMGetArrayLength2(type);
        for (uint64_t i = 0; i < n; i++)
            collect_initial_values(L, o, LLVMGetAggregateElement(constant, (unsigned)i), LLVMGetElementType(type), leaf,
                                   e);
    } else if (kind == LLVMStructTypeKind) {
        unsigned k = LLVMElementAtOffset(L->layout, type, leaf);
        collect_initial_values(L, o, LLVMGetAggregateElement(constant, k), LLVMStructGetTypeAtIndex(type, k),
                               leaf - LLVMOffsetOfElement(L->layout, type, k), e);
    } else if (leaf >= LLVMABISizeOfType(L->layout, type)) {
        lower_refuse(L, "the bytes between the members of `%s` have no initial value; access the members", o->name);
    } else {
        Val v = constant_part(L, o, constant, leaf, e->type);
        SlotKey key = {o->value, o->scope, e->start, SLOT_ARRAY};
        Term t = v.terms[0];
        if (v.kind != VAL_TERM) t = slot_store(L, &key, &v, LLVMGetTypeKind(e->type) == LLVMPointerTypeKind);
        CHECK(sort_same(term_sort(L->tm, t), type_sort(L, e->type)));
        vec_push(L->run, &e->values, term_is_const(L->tm, t) ? term_value(L->tm, t) : 0);
    }
}

Term initial_array(Lowering *L, const Object *o, uint64_t offset, LLVMTypeRef leaf, Sort sort)
{
    LLVMValueRef init = LLVMGetInitializer(o->value);
    Sort element = type_sort(L, leaf);
    CHECK(sort_same(sort_element(sort), element) && sort_same(sort_index(sort), sort_bv(32)));
    Term array = term_const_array(L->tm, sort, term_const(L->tm, element, 0));
    if (LLVMIsNull(init)) return array;
    Elements e = {0};
    e.start = offset;
    e.type = leaf;
    collect_initial_values(L, o, init, LLVMTypeOf(init), offset, &e);
    for (uint32_t i = 0; i < e.values.count; i++)
        if (e.values.data[i] != 0)
            array = term_store(L->tm, array, term_bv(L->tm, 32, i), term_const(L->tm, element, e.values.data[i]));
    vec_free(L->run, &e.values);
    return array;
}

typedef struct NullCheck {
    const Object *object;
    uint64_t start, end;
    bool is_null;
} NullCheck;

static void check_null_leaf(Lowering *L, void *arg, uint64_t offset, LLVMTypeRef type)
{
    NullCheck *check = arg;
    LLVMValueRef init = LLVMGetInitializer(check->object->value);
    if (type_is_mutex(type) || offset < check->start || offset >= check->end) return;
    LLVMValueRef leaf = constant_at(L, init, LLVMTypeOf(init), &offset);
    check->is_null &= LLVMIsNull(leaf) || LLVMIsUndef(leaf);
}

/* Like leaves_for_each, but into mutexes too. */
static void check_members(Lowering *L, NullCheck *check, LLVMTypeRef type, uint64_t offset)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMArrayTypeKind) {
        uint64_t n = LLVMGetArrayLength2(type), size = LLVMABISizeOfType(L->layout, LLVMGetElementType(type));
        for (uint64_t i = 0; i < n; i++)
            check_members(L, check, LLVMGetElementType(type), offset + i * size);
    } else if (kind == LLVMStructTypeKind) {
        unsigned n = LLVMCountStructElementTypes(type);
        for (unsigned i = 0; i < n; i++)
            check_members(L, check, LLVMStructGetTypeAtIndex(type, i),
                          offset + LLVMOffsetOfElement(L->layout, type, i));
    } else {
        check_null_leaf(L, check, offset, type);
    }
}

bool initial_is_null(Lowering *L, const Object *o, uint64_t offset, uint64_t size)
{
    LLVMValueRef init = LLVMGetInitializer(o->value);
    if (LLVMIsNull(init)) return true;
    LLVMTypeRef type = LLVMTypeOf(init);
    CHECK(offset + size <= LLVMABISizeOfType(L->layout, type));
    /* Down to what has all of these bytes, whatever its type: a union has that of the member that is initialised. */
    uint64_t base = 0, rest = offset;
    for (bool is_inside = true; is_inside;) {
        LLVMTypeKind kind = LLVMGetTypeKind(type);
        LLVMTypeRef part = NULL;
        uint64_t start = 0;
        if (kind == LLVMArrayTypeKind) {
            part = LLVMGetElementType(type);
            start = rest / LLVMABISizeOfType(L->layout, part) * LLVMABISizeOfType(L->layout, part);
        } else if (kind == LLVMStructTypeKind) {
            unsigned k = LLVMElementAtOffset(L->layout, type, rest);
            part = LLVMStructGetTypeAtIndex(type, k);
            start = LLVMOffsetOfElement(L->layout, type, k);
        }
        is_inside = part && rest - start + size <= LLVMABISizeOfType(L->layout, part);
        if (!is_inside) break;
        type = part;
        base += start;
        rest -= start;
    }
    NullCheck check = {o, offset, offset + size, true};
    check_members(L, &check, type, base);
    return check.is_null;
}
