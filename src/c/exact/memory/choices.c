#include "c/exact/memory/choices.h"

#include "base/check.h"
#include "c/compile/memory_order.h"
#include "c/exact/memory/address.h"
#include "c/exact/memory/argv.h"
#include "c/exact/memory/bounds.h"
#include "c/exact/memory/object.h"
#include "c/exact/model/arena.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/outside.h"
#include "c/exact/model/pointsto.h"
#include "c/exact/model/sync_type.h"
#include "c/exact/model/values.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"

#define ENUMERATE 32u /* strided addresses up to so many become one choice each */
#define SPLIT 16u     /* likewise, elements of an array with a variable index */
#define EXPAND 66u    /* likewise, addresses in an object where an index does not follow the types */

/* For checks: each choice one address, and a guard unless it is the only one. */
static bool choices_are_valid(const Lowering *L, const Choices *choices)
{
    for (uint32_t i = 0; i < choices->count; i++) {
        const Choice *c = &choices->data[i];
        if (!val_is_valid(L, &c->val) || (c->val.kind != VAL_POINTER && c->val.kind != VAL_FUNCTION)) return false;
        if (c->val.kind == VAL_POINTER && L->objects.data[c->val.object].kind == OBJECT_FUNCTION) return false;
        if (term_is(c->guard) ? term_sort(L->tm, c->guard).kind != SORT_BOOL || term_is_false(L->tm, c->guard)
                              : choices->count > 1)
            return false;
    }
    return true;
}

static void choice_add(Lowering *L, const Val *v, uint32_t object, int64_t offset, Choices *choices)
{
    Choice c = {0};
    CHECK(v->kind == VAL_ADDRESS && v->count > 0);
    Object *o = &L->objects.data[object];
    if (o->kind == OBJECT_FUNCTION) {
        if (offset != 0 || v->offset != 0 || v->count > 1) return;
        c.val = val_function(o->value);
    } else {
        c.val = val_pointer(object, offset + v->offset);
        for (uint32_t i = 1; i < v->count; i++) {
            c.val.terms[i - 1] = v->terms[i];
            c.val.strides[i - 1] = v->strides[i];
        }
        c.val.count = v->count - 1;
        c.val.free_terms = v->free_terms >> 1;
    }
    c.guard = term_eq(L->tm, v->terms[0], address_number(L, object_base(L, object) + (uint64_t)offset));
    if (term_is_false(L->tm, c.guard)) return;
    for (uint32_t i = 0; i < choices->count; i++)
        if (term_same(choices->data[i].guard, c.guard)) return;
    vec_push(L->run, choices, c);
}

/* Where a strided address can lie: a part of its object. */
typedef struct Part {
    LLVMTypeRef type; /* NULL = bytes between members */
    Term rest;        /* bytes from the start of the part to the address: */
    uint64_t stride;  /* first, or first and a multiple of the stride */
    uint64_t first;
    uint64_t size;
    bool is_last; /* ends where the object ends: an address there can be moved back */
} Part;

static void index_push(Lowering *L, Val *v, Term t, uint64_t stride, bool is_free)
{
    CHECK(v->kind == VAL_POINTER && sort_same(term_sort(L->tm, t), sort_bv(L->pointer_width)));
    if (v->count == VAL_INDICES)
        lower_refuse(L, "an address with more than %d variable indices is not supported; use fewer dimensions",
                     VAL_INDICES);
    v->terms[v->count] = t;
    v->free_terms = (v->free_terms & ~(UINT32_C(1) << v->count)) | (uint32_t)is_free << v->count;
    v->strides[v->count++] = stride;
}

static void part_choices(Lowering *L, const Val *v, Part part, Choice c, Choices *choices);

/* The choices of the bytes from start to end of a part. */
static void range_choices(Lowering *L, const Val *v, Part part, LLVMTypeRef type, uint64_t start, uint64_t end,
                          Choice c, Choices *choices)
{
    CHECK(start < end && end <= part.size);
    uint64_t behind = start % part.stride;
    Part range = {.type = type, .stride = part.stride, .size = end - start};
    range.first = (part.first + part.stride - behind) % part.stride;
    range.rest = term_sub(L->tm, part.rest, address_number(L, start));
    range.is_last = part.is_last && end == part.size;
    if (range.first >= range.size + range.is_last) return;
    Term within = range.is_last ? term_binary(L->tm, TERM_ULE, address_number(L, start), part.rest)
                                : term_binary(L->tm, TERM_ULT, range.rest, address_number(L, range.size));
    c.guard = term_and(L->tm, c.guard, within);
    c.val.offset += (int64_t)start;
    part_choices(L, v, range, c, choices);
}

/* Choices for each member that the address can lie in, and for the bytes behind it. */
static void member_choices(Lowering *L, const Val *v, Part part, Choice c, Choices *choices)
{
    unsigned n = LLVMCountStructElementTypes(part.type);
    for (unsigned i = 0; i < n; i++) {
        LLVMTypeRef type = LLVMStructGetTypeAtIndex(part.type, i);
        uint64_t start = LLVMOffsetOfElement(L->layout, part.type, i), end = start + LLVMABISizeOfType(L->layout, type);
        uint64_t next = i + 1 < n ? LLVMOffsetOfElement(L->layout, part.type, i + 1) : part.size;
        if (end > start) range_choices(L, v, part, type, start, end, c, choices);
        if (next > end) range_choices(L, v, part, NULL, end, next, c, choices);
    }
}

/* Every place in a scalar, or between members. */
static void scalar_choices(Lowering *L, const Val *v, Part part, Choice c, Choices *choices)
{
    for (uint64_t at = part.first; at < part.size + part.is_last; at += part.stride) {
        Choice here = c;
        here.guard = term_and(L->tm, c.guard, term_eq(L->tm, part.rest, address_number(L, at)));
        here.val.offset += (int64_t)at;
        for (uint32_t i = 1; i < v->count; i++)
            index_push(L, &here.val, v->terms[i], v->strides[i], v->free_terms >> i & 1);
        if (!term_is_false(L->tm, here.guard)) vec_push(L->run, choices, here);
    }
}

/* An index for each dimension: the stride is that of the innermost. */
static void part_choices(Lowering *L, const Val *v, Part part, Choice c, Choices *choices)
{
    CHECK(part.stride > 0 && part.first < part.stride);
    CHECK(!part.type || LLVMABISizeOfType(L->layout, part.type) == part.size);
    LLVMTypeKind kind = part.type ? LLVMGetTypeKind(part.type) : LLVMVoidTypeKind;
    if (kind == LLVMStructTypeKind && !type_is_mutex(part.type)) {
        member_choices(L, v, part, c, choices);
        return;
    }
    if (kind != LLVMArrayTypeKind) {
        scalar_choices(L, v, part, c, choices);
        return;
    }
    LLVMTypeRef element = LLVMGetElementType(part.type);
    uint64_t size = LLVMABISizeOfType(L->layout, element);
    if (size == 0 || (part.stride % size != 0 && size % part.stride != 0))
        lower_refuse(L,
                     "pointer arithmetic on `%s` does not follow its type and is not supported yet; index the "
                     "array itself",
                     L->objects.data[c.val.object].name);
    if (part.stride % size != 0) {
        Term bytes = address_number(L, size);
        index_push(L, &c.val, term_binary(L->tm, TERM_UDIV, part.rest, bytes), size, false);
        Part inner = part;
        inner.type = element;
        inner.rest = term_binary(L->tm, TERM_UREM, part.rest, bytes);
        inner.size = size;
        inner.is_last = false; /* the end is the start of one more element */
        part_choices(L, v, inner, c, choices);
        return;
    }
    Term distance = term_sub(L->tm, part.rest, address_number(L, part.first)), stride = address_number(L, part.stride);
    index_push(L, &c.val, part.stride == 1 ? distance : term_binary(L->tm, TERM_UDIV, distance, stride), part.stride,
               false);
    c.val.offset += (int64_t)part.first;
    for (uint32_t i = 1; i < v->count; i++)
        index_push(L, &c.val, v->terms[i], v->strides[i], v->free_terms >> i & 1);
    if (!term_is_false(L->tm, c.guard)) vec_push(L->run, choices, c);
}

/* The parts of an object that the stride reaches, with the indices as terms. */
static void choice_add_strided(Lowering *L, const Val *v, uint32_t object, const Target *t, Choices *choices)
{
    Choice c = {address_inside(L, v->terms[0], object), val_pointer(object, v->offset)};
    Term rest = term_sub(L->tm, v->terms[0], address_number(L, object_base(L, object)));
    const Object *o = &L->objects.data[object];
    Part whole = {o->type, rest, t->stride, (uint64_t)t->offset, object_size(L, o), true};
    part_choices(L, v, whole, c, choices);
}

static uint64_t reach_of(Lowering *L, uint32_t object, const Target *t)
{
    return t->stride ? object_size(L, &L->objects.data[object]) / t->stride + 1 : 1;
}

/* Whether the object has a target that is not enumerated; all its targets are then one: guards exclude each other. */
static bool is_long(Lowering *L, const Targets *targets, const Target *t, Target *all)
{
    bool found = false;
    Targets same = {0};
    for (uint32_t i = 0; i < targets->list.count; i++) {
        const Target *o = &targets->list.data[i];
        if (o->value != t->value || o->scope != t->scope) continue;
        found |= reach_of(L, object_of_target(L, o), o) > ENUMERATE;
        targets_add(L->run, &same, *o);
    }
    *all = *t;
    for (uint32_t i = 0; i < same.list.count; i++) {
        const Target *o = &same.list.data[i];
        uint64_t apart = (uint64_t)(o->offset > all->offset ? o->offset - all->offset : all->offset - o->offset);
        *all = target_make(t->value, t->scope, all->offset, (uint64_t[]){all->stride, o->stride, apart}, 3);
    }
    for (uint32_t i = 0; i < same.list.count; i++)
        CHECK(target_covers(all, &same.list.data[i]));
    vec_free(L->run, &same.list);
    return found;
}

/* Somewhere in memory that is not the program's. Whether it exists there is not known. Two such objects have the same
 * guard where the address is of nothing else: each is a choice of its own, for who else uses it. */
static void external_choice(Lowering *L, const Val *v, const Target *t, uint32_t object, Choices *choices)
{
    Choice c = {TERM_NONE, val_pointer(object, 0)};
    bool is_text = argv_starts_text(t) && v->count == 1 && v->offset == 0;
    if (memory_is_asked(L) && !is_text)
        lower_refuse(L, "whether memory exists that the library gives the address of is not known; use an object of "
                        "the program");
    Term null = address_number(L, 0);
    c.guard = outside_is_only(v->targets) ? term_ne(L->tm, v->terms[0], null) : address_inside(L, v->terms[0], object);
    for (uint32_t i = 0; i < choices->count; i++)
        if (term_same(choices->data[i].guard, c.guard) && choices->data[i].val.object == object) return;
    vec_push(L->run, choices, c);
}

static void target_choices(Lowering *L, const Val *v, const Target *t, Choices *choices)
{
    uint32_t object = object_of_target(L, t);
    Target all;
    if (outside_is(t->value)) {
        external_choice(L, v, t, object, choices);
        return;
    }
    if (t->stride == 0 && L->objects.data[object].kind == OBJECT_FUNCTION) {
        choice_add(L, v, object, t->offset, choices);
        return;
    }
    if (is_long(L, v->targets, t, &all)) {
        for (uint32_t i = 0; i < choices->count; i++)
            if (choices->data[i].val.kind == VAL_POINTER && choices->data[i].val.object == object) return;
        choice_add_strided(L, v, object, &all, choices);
        return;
    }
    uint64_t count = reach_of(L, object, t);
    int64_t size = (int64_t)object_range(L, &L->objects.data[object]);
    for (uint64_t k = 0; k < count; k++) {
        int64_t offset = t->offset + (int64_t)(k * t->stride);
        if (t->stride == 0 || offset <= size) choice_add(L, v, object, offset, choices);
    }
}

void choices_find(Lowering *L, const Val *address, Choices *choices)
{
    if (address->kind == VAL_POINTER || address->kind == VAL_FUNCTION) {
        vec_push(L->run, choices, ((Choice){TERM_NONE, *address}));
        return;
    }
    if (address->kind == VAL_TERM && address_is_reserved(L, address->terms[0])) return; /* NULL */
    if (address->kind != VAL_ADDRESS)
        lower_refuse(L, "an access through a pointer whose target is not known statically is not supported yet; use "
                        "the object itself, or a pointer that is assigned one address");
    address_refuse_numbers(L, address);
    if (address->count > 1) arena_refuse_targets(L, address->targets); /* an index inside of an object */
    for (uint32_t i = 0; i < address->targets->list.count; i++)
        target_choices(L, address, &address->targets->list.data[i], choices);
    CHECK(choices_are_valid(L, choices));
}

void choice_expand(Lowering *L, const Choice *c, Choices *choices)
{
    if (c->val.kind != VAL_POINTER || c->val.count == 0) {
        vec_push(L->run, choices, *c);
        return;
    }
    Choice rest = *c;
    uint32_t last = --rest.val.count;
    int64_t stride = (int64_t)c->val.strides[last], size = (int64_t)object_size(L, &L->objects.data[c->val.object]);
    if (stride == 0) {
        choice_expand(L, &rest, choices);
        return;
    }
    int64_t low = -((c->val.offset + stride - 1) / stride), high = (size - 1 - c->val.offset) / stride;
    if (last > 0) low = -(size / stride), high = size / stride; /* the other indices move it */
    if (last > 0 && deref_is_asked(L))                          /* larger ones may be compensated by others */
        lower_refuse(L,
                     "pointer arithmetic on `%s` with several indices does not follow its type and is not supported "
                     "yet; index the array itself",
                     L->objects.data[c->val.object].name);
    for (int64_t k = low; k <= high; k++) {
        if (choices->count > 256 || high - low > 256) {
            arena_refuse(L, &L->objects.data[c->val.object]);
            lower_refuse(L, "a choice between more than 256 addresses is not supported; use smaller arrays");
        }
        Choice one = rest;
        one.val.offset += k * stride;
        if (last == 0 && (one.val.offset < 0 || one.val.offset >= size)) continue;
        Term here = term_eq(L->tm, c->val.terms[last], address_number(L, (uint64_t)k));
        one.guard = term_is(c->guard) ? term_and(L->tm, c->guard, here) : here;
        if (!term_is_false(L->tm, one.guard)) choice_expand(L, &one, choices);
    }
}

void choices_find_exact(Lowering *L, const Val *address, Choices *choices)
{
    Choices found = {0};
    choices_find(L, address, &found);
    for (uint32_t i = 0; i < found.count; i++)
        choice_expand(L, &found.data[i], choices);
    CHECK(choices_are_valid(L, choices));
    for (uint32_t i = 0; i < choices->count; i++)
        CHECK(choices->data[i].val.count == 0);
    vec_free(L->run, &found);
}

/* Whether the type, at an offset of the value where indices count as 0, holds a mutex with a cell of its own: what it
 * guards is better known by element, too. */
static bool has_mutex(Lowering *L, LLVMValueRef value, LLVMTypeRef type, uint64_t start)
{
    if (type_is_mutex(type)) return !facts_has(L->facts, value, start, FACT_INDEXED);
    if (LLVMGetTypeKind(type) == LLVMArrayTypeKind) return has_mutex(L, value, LLVMGetElementType(type), start);
    if (LLVMGetTypeKind(type) != LLVMStructTypeKind) return false;
    unsigned n = LLVMCountStructElementTypes(type);
    bool found = false;
    for (unsigned i = 0; i < n; i++)
        found |=
            has_mutex(L, value, LLVMStructGetTypeAtIndex(type, i), start + LLVMOffsetOfElement(L->layout, type, i));
    return found;
}

bool choices_can_expand(Lowering *L, const Val *v)
{
    CHECK(v->kind == VAL_POINTER);
    uint64_t size = object_size(L, &L->objects.data[v->object]), count = 1;
    for (uint32_t i = 0; i < v->count && count <= EXPAND; i++)
        if (v->strides[i]) count *= size / v->strides[i] + 1;
    return count <= EXPAND;
}

/* Whether an index does not follow the types, but has few values. */
static bool index_is_expanded(Lowering *L, const Object *o, const Val *v)
{
    return facts_has(L->facts, o->value, 0, FACT_EXPANDED) && choices_can_expand(L, v);
}

/* The innermost array of elements of that size where the address is; false: it is in none. */
static bool find_array(Lowering *L, const Val *v, uint64_t element, int64_t *start, int64_t *end)
{
    LLVMTypeRef type = L->objects.data[v->object].type;
    uint64_t rest = (uint64_t)v->offset;
    if (!type || v->offset < 0 || rest >= LLVMABISizeOfType(L->layout, type)) return false;
    while (LLVMGetTypeKind(type) == LLVMStructTypeKind || LLVMGetTypeKind(type) == LLVMArrayTypeKind) {
        bool is_array = LLVMGetTypeKind(type) == LLVMArrayTypeKind;
        LLVMTypeRef part = is_array ? LLVMGetElementType(type)
                                    : LLVMStructGetTypeAtIndex(type, LLVMElementAtOffset(L->layout, type, rest));
        uint64_t size = LLVMABISizeOfType(L->layout, part);
        if (is_array && size == element) {
            *start = v->offset - (int64_t)rest;
            *end = *start + (int64_t)(LLVMGetArrayLength2(type) * size);
            return true;
        }
        rest = is_array ? rest % size
                        : rest - LLVMOffsetOfElement(L->layout, type, LLVMElementAtOffset(L->layout, type, rest));
        if (rest >= size) return false; /* bytes between members */
        type = part;
    }
    return false;
}

/* Of the choices from the first on, those in the array: an index that leads out of it is undefined. Other accesses may
 * be meant so; handles are not, and what else their memory might be would count as a look at them. */
static void keep_in_array(Lowering *L, const Val *v, Choices *choices, uint32_t first)
{
    int64_t start, end;
    uint32_t kept = first;
    if (!find_array(L, v, v->strides[0], &start, &end)) return;
    for (uint32_t i = first; i < choices->count; i++)
        if (choices->data[i].val.offset >= start && choices->data[i].val.offset < end)
            choices->data[kept++] = choices->data[i];
    choices->count = kept;
}

/* Elements of a small array that are accessed in a weak order are told apart: what a thread may read of an atomic
 * object out of order is followed for variables only (program/weak_event.h). Whether it is one array or a variable for
 * each element is the same to all else. */
static void expand_if_weak(Lowering *L, const Object *o, const Val *v)
{
    MemoryOrder order = v->count == 1 ? memory_order(L->instruction) : MEMORY_PLAIN;
    if (memory_order_is_weaker(order) && v->strides[0] > 0 && object_size(L, o) / v->strides[0] <= SPLIT)
        facts_add(L, o->value, 0, FACT_EXPANDED);
}

void accesses_find(Lowering *L, const Val *address, Choices *choices)
{
    Choices found = {0};
    choices_find(L, address, &found);
    for (uint32_t i = 0; i < found.count; i++) {
        const Choice *c = &found.data[i];
        const Object *o = c->val.kind == VAL_POINTER ? &L->objects.data[c->val.object] : NULL;
        if (o) expand_if_weak(L, o, &c->val);
        bool is_small = o && c->val.count == 1 && c->val.strides[0] > 0 &&
                        object_size(L, o) / c->val.strides[0] <= SPLIT && has_mutex(L, o->value, o->type, 0);
        is_small |= o && c->val.count > 0 && index_is_expanded(L, o, &c->val);
        if (is_small) {
            if (!deref_is_asked(L)) address_note_inside(L);
            uint32_t first = choices->count;
            choice_expand(L, c, choices);
            if (L->at_handle && c->val.count == 1 && !deref_is_asked(L)) keep_in_array(L, &c->val, choices, first);
        } else {
            vec_push(L->run, choices, *c);
        }
    }
    CHECK(choices_are_valid(L, choices));
    vec_free(L->run, &found);
}

static void note_nowhere(Lowering *L)
{
    SourcePos pos = {L->pos.file, L->pos.line, 0};
    diag_assume(L->run, SEVERITY_NOTE, pos, (Assumption){"pointers without target are not used", "valid-memsafety"},
                "the pointer has no target here: using it is undefined, and what follows is not examined");
}

bool address_settle(Lowering *L, Val *v)
{
    CHECK(val_is_valid(L, v) && cursor_is_valid(L, &L->cursor));
    if (v->kind != VAL_ADDRESS && v->kind != VAL_TERM) return true;
    Choices choices = {0};
    choices_find(L, v, &choices);
    if (choices.count == 1) {
        condition_require(L, choices.data[0].guard, PROPERTY_VALID_DEREF, BAD_POINTER);
        *v = choices.data[0].val;
    } else if (choices.count == 0) {
        if (!deref_is_asked(L)) note_nowhere(L);
        condition_require(L, term_bool(L->tm, false), PROPERTY_VALID_DEREF, BAD_POINTER);
    }
    vec_free(L->run, &choices);
    return L->cursor.is_reachable;
}
