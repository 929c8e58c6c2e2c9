#include "c/exact/memory/walk.h"

#include "base/check.h"
#include "c/compile/debuginfo.h"
#include "c/compile/union_type.h"
#include "c/exact/memory/bounds.h"
#include "c/exact/model/bound.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/sync_type.h"
#include "c/exact/model/values.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"

bool type_is_aggregate(LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    return kind == LLVMArrayTypeKind || kind == LLVMStructTypeKind;
}

void note_bounds(Lowering *L, const char *name)
{
    SourcePos pos = {L->pos.file, L->pos.line, 0};
    if (deref_is_asked(L)) return;
    diag_assume(
        L->run, SEVERITY_NOTE, pos, (Assumption){"indices in bounds", "valid-memsafety"},
        "index of `%s` is assumed to be in bounds (behaviour beyond an out-of-bounds index is undefined and not "
        "examined)",
        name);
}

/* For checks: indices and conditions of their sorts, and inside the object unless it says that it is not. */
static bool walk_is_valid(const Lowering *L, const Walk *w)
{
    if (term_is(w->index) && !sort_same(term_sort(L->tm, w->index), sort_bv(32))) return false;
    if (term_is(w->condition) && term_sort(L->tm, w->condition).kind != SORT_BOOL) return false;
    if (term_is(w->limit) && term_sort(L->tm, w->limit).kind != SORT_BOOL) return false;
    if (w->start > w->position || term_is(w->index) != w->is_below_array || (w->is_indexed && !term_is(w->index)))
        return false;
    uint64_t all = LLVMABISizeOfType(L->layout, L->objects.data[w->address.object].type);
    return w->is_outside || w->position + LLVMABISizeOfType(L->layout, w->type) <= all;
}

/* The 32-bit index and the condition that it is below n, of one dimension: t + constant. */
static Term dimension_index(Lowering *L, Walk *w, Term t, int64_t constant, uint64_t n)
{
    CHECK(term_sort(L->tm, t).width == L->pointer_width && n > 0);
    Term wide = term_add(L->tm, t, term_bv(L->tm, L->pointer_width, (uint64_t)constant));
    TermKind kind = term_kind(L->tm, wide);
    Term inner = wide;
    if ((kind == TERM_SEXT || kind == TERM_ZEXT) && term_sort(L->tm, term_arg(L->tm, wide, 0)).width <= 32) {
        inner = term_arg(L->tm, wide, 0);
        inner = kind == TERM_SEXT ? term_sext(L->tm, inner, 32) : term_zext(L->tm, inner, 32);
    }
    unsigned width = term_sort(L->tm, inner).width;
    bool is_signed = deref_is_asked(L) && kind != TERM_ZEXT;
    Term in_bounds = is_signed ? range_term(L, inner, n) : below_term(L, inner, n);
    w->condition = term_is(w->condition) ? term_and(L->tm, w->condition, in_bounds) : in_bounds;
    if ((w->is_overlaid || (w->is_free && w->is_inner)) && !term_is_true(L->tm, in_bounds)) {
        Term beyond = term_not(L->tm, in_bounds);
        w->limit = term_is(w->limit) ? term_or(L->tm, w->limit, beyond) : beyond;
    }
    if (!term_is_true(L->tm, in_bounds)) note_bounds(L, str_text(&w->array_name));
    return width > 32 ? term_extract(L->tm, inner, 0, 32) : term_zext(L->tm, inner, 32);
}

/* Takes the index terms whose stride is a multiple of the element size. */
static Term take_terms(Lowering *L, Walk *w, uint64_t size)
{
    Term sum = TERM_NONE;
    CHECK(size > 0 && w->address.count <= VAL_TERMS);
    w->is_free = false;
    for (uint32_t i = 0; i < w->address.count; i++) {
        uint64_t stride = w->address.strides[i];
        if (stride == 0 || stride % size != 0) continue;
        Term factor = term_bv(L->tm, L->pointer_width, stride / size);
        Term t = term_binary(L->tm, TERM_MUL, w->address.terms[i], factor);
        sum = term_is(sum) ? term_add(L->tm, sum, t) : t;
        w->address.strides[i] = 0;
        w->is_free |= w->address.free_terms >> i & 1;
    }
    if (term_is(sum) && term_is_const(L->tm, sum)) {
        uint64_t value = term_value(L->tm, sum);
        int64_t k = L->pointer_width == 32 ? (int32_t)(uint32_t)value : (int64_t)value;
        w->rest += k * (int64_t)size;
        return TERM_NONE;
    }
    return sum;
}

/* The same of a row, for an index that may leave it (`p = &rows[0][0]; p[i]`): the rows lie one behind the other, so
 * that it is in bounds as long as it is in one of them. */
static Term index_beyond_row(Lowering *L, Walk *w, Term t, int64_t constant, uint64_t n)
{
    Term row = L->pointer_width > 32 ? term_zext(L->tm, w->row, L->pointer_width) : w->row;
    Term first = term_binary(L->tm, TERM_MUL, row, term_bv(L->tm, L->pointer_width, n));
    Term flat = dimension_index(L, w, term_add(L->tm, t, first), constant, w->rows * n);
    return term_sub(L->tm, flat, term_binary(L->tm, TERM_MUL, w->row, term_bv(L->tm, 32, n)));
}

/* The index of an element of the array that lies at an index of others. */
static Term index_inside(Lowering *L, Term outer, uint64_t n, Term index)
{
    if (!term_is(outer)) return index;
    return term_add(L->tm, term_binary(L->tm, TERM_MUL, outer, term_bv(L->tm, 32, n)), index);
}

void walk_array(Lowering *L, Walk *w)
{
    LLVMTypeRef element = LLVMGetElementType(w->type);
    uint64_t n = LLVMGetArrayLength2(w->type), size = LLVMABISizeOfType(L->layout, element);
    if (size == 0 || n >= UINT64_C(1) << 31)
        lower_refuse(L, "the array `%s` is of a size that is not supported; use a constant size below 2^31",
                     str_text(&w->array_name));
    if (n == 0) /* the object may well go on behind it */
        lower_refuse(L, "the array `%s` has no size here, which is not supported; declare it with a constant size",
                     str_text(&w->array_name));
    bool is_row = term_is(w->row);
    if (!is_row) {
        w->rows = 1;
        w->all_rows = LLVMABISizeOfType(L->layout, w->type);
    }
    Term t = take_terms(L, w, size), index;
    int64_t quotient = w->rest / (int64_t)size;
    if (w->rest % (int64_t)size < 0) quotient--;
    w->rest -= quotient * (int64_t)size;
    if (term_is(t)) {
        uint64_t whole = LLVMABISizeOfType(L->layout, L->objects.data[w->address.object].type);
        bool roams = w->is_free && is_row && w->rows * n < UINT64_C(1) << 31;
        if (w->is_below_array && !roams && quotient != 0)
            lower_refuse(L,
                         "pointer arithmetic inside the array `%s` of arrays is not supported yet; index every "
                         "dimension",
                         str_text(&w->array_name));
        w->is_inner |= w->start != 0 || w->all_rows != whole || (w->is_below_array && !roams);
        if (roams)
            index = index_beyond_row(L, w, t, quotient, n);
        else
            index = dimension_index(L, w, t, quotient, n);
        w->is_indexed = true;
        str_add(&w->name, "[]");
    } else {
        index = term_bv(L->tm, 32, (uint64_t)quotient);
        w->is_outside |= quotient < 0 || (uint64_t)quotient >= n;
        w->position += w->is_outside ? 0 : (uint64_t)quotient * size;
        str_addf(&w->name, "[%lld]", (long long)quotient);
    }
    w->index = index_inside(L, w->index, n, index);
    w->row = index_inside(L, w->row, n, index);
    w->rows *= n;
    w->elements *= n;
    w->is_below_array = true;
    w->debug = debug_element(L->context, w->debug);
    w->type = element;
    CHECK(w->rest >= 0 && (uint64_t)w->rest < size);
    CHECK(walk_is_valid(L, w));
}

/* A byte behind a member and before the next one: memory all the same, and in a union perhaps another member's. */
static void walk_padding(Lowering *L, Walk *w)
{
    str_addf(&w->name, ".byte%lld", (long long)w->rest);
    str_addf(&w->array_name, ".byte%lld", (long long)w->rest);
    CHECK(w->rest >= 0);
    w->start += (uint64_t)w->rest;
    w->position += (uint64_t)w->rest;
    w->rest = 0;
    w->debug = NULL;
    w->type = LLVMInt8TypeInContext(L->context);
    w->is_padding = true;
}

void walk_struct(Lowering *L, Walk *w)
{
    uint64_t size = LLVMABISizeOfType(L->layout, w->type);
    if (w->rest < 0 || (uint64_t)w->rest >= size)
        lower_refuse(L, "an address outside of `%s` is not supported; stay inside the object", str_text(&w->name));
    bool was_overlaid = w->is_overlaid;
    w->row = TERM_NONE;
    w->is_overlaid |= type_is_union(w->type);
    unsigned k = LLVMElementAtOffset(L->layout, w->type, (unsigned long long)w->rest);
    uint64_t offset = LLVMOffsetOfElement(L->layout, w->type, k);
    DebugVariable member = debug_member(L->run, L->context, w->debug, offset);
    const char *name = member.name ? member.name : run_format(L->run, "f%u", k);
    str_addf(&w->name, ".%s", name);
    str_addf(&w->array_name, ".%s", name);
    w->rest -= (int64_t)offset;
    w->start += offset;
    w->position += offset;
    w->debug = member.type;
    w->type = LLVMStructGetTypeAtIndex(w->type, k);
    bool is_alone = LLVMABISizeOfType(L->layout, w->type) == size && LLVMGetTypeKind(w->type) == LLVMArrayTypeKind &&
                    !type_is_aggregate(LLVMGetElementType(w->type));
    if (is_alone) w->is_overlaid = was_overlaid; /* as large as the union */
    if (w->rest >= (int64_t)LLVMABISizeOfType(L->layout, w->type)) walk_padding(L, w);
    CHECK(walk_is_valid(L, w));
}

Walk walk_start(Lowering *L, const Val *address)
{
    CHECK(val_is_valid(L, address) && address->kind == VAL_POINTER);
    const Object *o = &L->objects.data[address->object];
    CHECK(o->type); /* a function is no memory */
    Walk w = {0};
    w.type = o->type;
    w.debug = o->variable.type;
    w.rest = address->offset;
    w.elements = 1;
    w.address = *address;
    str_init(L->run, &w.name);
    str_init(L->run, &w.array_name);
    str_add(&w.name, o->name);
    str_add(&w.array_name, o->name);
    return w;
}

void walk_end(Walk *w)
{
    str_clear(&w->name);
    str_clear(&w->array_name);
}

void walk_check_placed(Lowering *L, const Walk *w)
{
    for (uint32_t i = 0; i < w->address.count; i++)
        if (w->address.strides[i] != 0) {
            facts_add(L, L->objects.data[w->address.object].value, 0, FACT_EXPANDED);
            lower_refuse(L,
                         "pointer arithmetic on `%s` does not follow its type and is not supported yet; index the "
                         "array itself",
                         str_text(&w->array_name));
        }
}

/* An object that is no array is an array of one (`f(&x, 1)`, `malloc(n * sizeof *p)` where n is 1): an index that moves
 * by its size is 0 in all accesses inside of it. Members are not taken so: beyond them the object goes on. */
static void walk_single(Lowering *L, Walk *w)
{
    uint64_t size = LLVMABISizeOfType(L->layout, w->type);
    if (LLVMGetTypeKind(w->type) == LLVMArrayTypeKind || size == 0) return;
    Term t = take_terms(L, w, size);
    if (!term_is(t)) return;
    int64_t quotient = w->rest / (int64_t)size;
    if (w->rest % (int64_t)size < 0) quotient--;
    w->rest -= quotient * (int64_t)size;
    dimension_index(L, w, t, quotient, 1);
}

/* What a scalar of this type is in memory: floating-point values are moved about as integers. */
static LLVMTypeRef leaf_type(Lowering *L, LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMFloatTypeKind) return LLVMInt32TypeInContext(L->context);
    if (kind == LLVMDoubleTypeKind) return LLVMInt64TypeInContext(L->context);
    return type;
}

Walk walk_to_scalar(Lowering *L, const Val *address)
{
    Walk w = walk_start(L, address);
    walk_single(L, &w);
    while (type_is_aggregate(w.type)) {
        if (type_is_mutex(w.type))
            lower_refuse(L, "direct access to the memory of the mutex `%s` is not supported; use pthread_mutex_*",
                         str_text(&w.name));
        if (LLVMGetTypeKind(w.type) == LLVMArrayTypeKind)
            walk_array(L, &w);
        else
            walk_struct(L, &w);
    }
    walk_check_placed(L, &w);
    if (w.is_indexed && w.elements > UINT64_C(1) << 32)
        lower_refuse(L, "the dimensions of the array `%s` are too large together; use at most 2^32 elements",
                     str_text(&w.array_name));
    w.type = leaf_type(L, w.type);
    if (!w.is_outside && (w.rest < 0 || w.rest >= (int64_t)LLVMABISizeOfType(L->layout, w.type)))
        lower_refuse(L, "an address outside of `%s` is not supported; stay inside the object", str_text(&w.name));
    return w;
}

LLVMTypeRef type_at(Lowering *L, const Val *address, uint64_t size)
{
    Walk w = walk_start(L, address);
    walk_single(L, &w);
    while (type_is_aggregate(w.type) && !(w.rest == 0 && LLVMABISizeOfType(L->layout, w.type) == size)) {
        if (w.rest < 0 && LLVMGetTypeKind(w.type) == LLVMStructTypeKind) break;
        if (LLVMABISizeOfType(L->layout, w.type) < size || type_is_mutex(w.type)) break;
        if (LLVMGetTypeKind(w.type) == LLVMArrayTypeKind)
            walk_array(L, &w);
        else
            walk_struct(L, &w);
    }
    bool is_placed = w.rest == 0 && !w.is_outside && LLVMABISizeOfType(L->layout, w.type) == size;
    for (uint32_t i = 0; i < w.address.count; i++)
        is_placed &= w.address.strides[i] == 0;
    walk_end(&w);
    return is_placed ? w.type : NULL;
}

/* ---- all scalars ---- */

typedef struct Visit {
    LeafFn fn;
    void *arg;
    bool with_padding;
    uint32_t count;
    uint64_t end; /* of the scalars so far */
} Visit;

static void visit_leaf(Lowering *L, Visit *visit, LLVMTypeRef type, uint64_t offset)
{
    if (++visit->count > 4096)
        lower_refuse(L, "setting or copying more than 4096 scalars at once is not supported; use a smaller object");
    CHECK(offset >= visit->end); /* upwards, none twice */
    visit->end = offset + LLVMABISizeOfType(L->layout, type);
    visit->fn(L, visit->arg, offset, leaf_type(L, type));
}

static void visit_leaves(Lowering *L, Visit *visit, LLVMTypeRef type, uint64_t offset);

static void visit_members(Lowering *L, Visit *visit, LLVMTypeRef type, uint64_t offset)
{
    unsigned n = LLVMCountStructElementTypes(type);
    for (unsigned i = 0; i < n; i++) {
        LLVMTypeRef member = LLVMStructGetTypeAtIndex(type, i);
        uint64_t start = LLVMOffsetOfElement(L->layout, type, i);
        uint64_t next = i + 1 < n ? LLVMOffsetOfElement(L->layout, type, i + 1) : LLVMABISizeOfType(L->layout, type);
        visit_leaves(L, visit, member, offset + start);
        for (uint64_t k = start + LLVMABISizeOfType(L->layout, member); visit->with_padding && k < next; k++)
            visit_leaf(L, visit, LLVMInt8TypeInContext(L->context), offset + k);
    }
}

static void visit_leaves(Lowering *L, Visit *visit, LLVMTypeRef type, uint64_t offset)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMArrayTypeKind) {
        LLVMTypeRef element = LLVMGetElementType(type);
        uint64_t n = LLVMGetArrayLength2(type), size = LLVMABISizeOfType(L->layout, element);
        for (uint64_t i = 0; i < n; i++)
            visit_leaves(L, visit, element, offset + i * size);
    } else if (kind == LLVMStructTypeKind && !type_is_mutex(type)) {
        visit_members(L, visit, type, offset);
    } else {
        visit_leaf(L, visit, type, offset);
    }
}

void leaves_for_each(Lowering *L, LLVMTypeRef type, bool with_padding, LeafFn fn, void *arg)
{
    Visit visit = {fn, arg, with_padding, 0, 0};
    visit_leaves(L, &visit, type, 0);
    CHECK(visit.end <= LLVMABISizeOfType(L->layout, type));
}
