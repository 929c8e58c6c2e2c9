/* Pointers that are told apart at run time.
 *
 * Where a pointer has one statically known target it is a VAL_POINTER and costs nothing. Otherwise it is a number: each
 * object whose address is used so gets a range of numbers (Object.base) of its own, far from the others, and the
 * address of its byte k is base + k; 0 is NULL. C does not let a program see these numbers: they can be stored,
 * compared for equality, moved inside their object and compared in order or subtracted there, all of which mean the
 * same for every choice of ranges; everything else (an address as an integer, order between objects) is refused. An
 * access through such a number is a case split over its points-to set (pointsto.h); where no case applies the pointer
 * is NULL, not initialised or out of bounds, and the behaviour undefined.
 *
 * A points-to set belongs to a place that keeps pointers (a slot). It holds what all passes so far have stored there,
 * so in the last pass, which adds nothing, it holds all that can be loaded. Threads are covered because slots are
 * not: a shared variable is one slot for every thread. */
#include "frontend/model/lower.h"

#define PAD 0x10000u  /* around objects, for addresses out of bounds: container_of on the head of a list */
#define ENUMERATE 32u /* strided addresses up to so many become one choice each */
#define SPLIT 16u     /* likewise, elements of an array with a variable index */
#define EXPAND 66u    /* likewise, addresses in an object where an index does not follow the types */

/* ---- numbers of objects ---- */

static uint64_t object_size(Lowering *L, const Object *o)
{
    return o->kind == OBJECT_FUNCTION ? 1 : LLVMABISizeOfType(L->layout, o->type);
}

static uint64_t object_base(Lowering *L, uint32_t id)
{
    Object *o = &L->objects.data[id];
    if (o->base) return o->base;
    uint64_t limit = L->pointer_width == 32 ? UINT64_C(0xf0000000) : UINT64_C(1) << 62;
    uint64_t base = (L->next_base + 2 * PAD + 63) / 64 * 64, size = object_size(L, o);
    if (size >= limit || base >= limit - size) {
        if (!L->facts->is_crowded) {
            L->facts->is_crowded = L->facts->has_changed = true;
            longjmp(L->restart, 1);
        }
        lower_refuse(L, "the objects that pointers point to are too large together; make the arrays smaller");
    }
    o->base = base;
    L->next_base = base + size;
    if (o->kind == OBJECT_LOCAL || o->kind == OBJECT_HEAP || o->kind == OBJECT_THREAD_LOCAL)
        facts_add(L, o->value, 0, FACT_ADDRESSED);
    return base;
}

/* ---- normal form ---- */

static Term address_number(Lowering *L, uint64_t n) { return term_bv(L->tm, L->pointer_width, n); }

static Targets *targets_new(Lowering *L) { return run_alloc(L->run, sizeof(Targets)); }

bool val_is_address(const Val *v)
{
    return v->kind == VAL_POINTER || v->kind == VAL_FUNCTION || (v->kind == VAL_ADDRESS && v->targets->list.count > 0);
}

Val address_of(Term t, const Targets *targets)
{
    Val v = val_term(t);
    v.kind = VAL_ADDRESS;
    v.strides[0] = 1;
    v.targets = targets;
    return v;
}

static void note_inside(Lowering *L)
{
    SourcePos pos = {L->pos.file, L->pos.line, 0};
    diag_add(L->run, SEVERITY_NOTE, pos,
             "the computed address is assumed to stay inside its object (what happens otherwise is undefined and not "
             "examined)");
}

static Term inside(Lowering *L, Term t, uint32_t object)
{
    uint64_t base = object_base(L, object), size = object_size(L, &L->objects.data[object]);
    Term offset = term_sub(L->tm, t, address_number(L, base));
    return term_binary(L->tm, TERM_ULE, offset, address_number(L, size));
}

static Term sum_indices(Lowering *L, const Val *v, Term t, uint32_t from)
{
    for (uint32_t i = from; i < v->count; i++)
        t = term_add(L->tm, t, term_binary(L->tm, TERM_MUL, v->terms[i], address_number(L, v->strides[i])));
    return t;
}

static Val pointer_address(Lowering *L, const Val *v)
{
    uint64_t base = object_base(L, v->object);
    const Object *o = &L->objects.data[v->object];
    Targets *targets = targets_new(L);
    targets_add(L->run, targets, target_make(o->value, o->scope, v->offset, v->strides, v->count));
    Term t = sum_indices(L, v, address_number(L, base + (uint64_t)v->offset), 0);
    if (v->count && !term_is_const(L->tm, t)) {
        condition_add(L, inside(L, t, v->object));
        note_inside(L);
    }
    return address_of(t, targets);
}

static Val moved_address(Lowering *L, const Val *v)
{
    Targets *targets = targets_new(L);
    targets_join_moved(L->run, targets, v->targets, v->offset, v->strides + 1, v->count - 1);
    Term t = sum_indices(L, v, term_add(L->tm, v->terms[0], address_number(L, (uint64_t)v->offset)), 1);
    bool is_exact = true;
    for (uint32_t i = 0; i < targets->list.count; i++)
        is_exact &= targets->list.data[i].stride == 0;
    if (is_exact) return address_of(t, targets);
    Term condition = term_bool(L->tm, false);
    for (uint32_t i = 0; i < targets->list.count; i++) {
        const Target *target = &targets->list.data[i];
        uint32_t object = object_of_target(L, target);
        Term here = target->stride ? inside(L, t, object)
                                   : term_eq(L->tm, t, address_number(L, object_base(L, object) + target->offset));
        condition = term_or(L->tm, condition, here);
    }
    condition_add(L, condition);
    note_inside(L);
    return address_of(t, targets);
}

/* Numbers that no object has: NULL, MAP_FAILED and the like. */
static bool is_reserved_number(Lowering *L, Term t)
{
    if (!term_is_const(L->tm, t)) return false;
    uint64_t value = term_value(L->tm, t), top = L->pointer_width == 32 ? UINT32_MAX : UINT64_MAX;
    return value < 0x1000 || value > top - 0x1000;
}

Val address_val(Lowering *L, const Val *v)
{
    switch (v->kind) {
    case VAL_POINTER: return pointer_address(L, v);
    case VAL_ADDRESS:
        if (v->count == 1 && v->offset == 0) return *v;
        return moved_address(L, v);
    case VAL_FUNCTION: {
        uint32_t object = object_of_function(L, v->function);
        Targets *targets = targets_new(L);
        targets_add(L->run, targets, target_make(v->function, 0, 0, NULL, 0));
        return address_of(address_number(L, object_base(L, object)), targets);
    }
    case VAL_TERM: {
        Targets *targets = targets_new(L);
        targets->has_number = !is_reserved_number(L, v->terms[0]);
        return address_of(v->terms[0], targets);
    }
    case VAL_NONE:
    case VAL_PAIR: break;
    }
    lower_refuse(L, "a value of this kind cannot be an address; use pointers");
}

static void refuse_numbers(Lowering *L, const Val *v)
{
    if (v->targets->has_number)
        lower_refuse(L, "a pointer that may be an address or a number is not supported yet; keep addresses and "
                        "numbers apart");
}

/* ---- case splits ---- */

static void choice_add(Lowering *L, const Val *v, uint32_t object, int64_t offset, Choices *choices)
{
    Choice c = {0};
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

static void index_push(Lowering *L, Val *v, Term t, uint64_t stride)
{
    if (v->count == VAL_INDICES)
        lower_refuse(L, "an address with more than %d variable indices is not supported; use fewer dimensions",
                     VAL_INDICES);
    v->terms[v->count] = t;
    v->strides[v->count++] = stride;
}

static void part_choices(Lowering *L, const Val *v, Part part, Choice c, Choices *choices);

/* The choices of the bytes from start to end of a part. */
static void range_choices(Lowering *L, const Val *v, Part part, LLVMTypeRef type, uint64_t start, uint64_t end,
                          Choice c, Choices *choices)
{
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
            index_push(L, &here.val, v->terms[i], v->strides[i]);
        if (!term_is_false(L->tm, here.guard)) vec_push(L->run, choices, here);
    }
}

/* An index for each dimension: the stride is that of the innermost. */
static void part_choices(Lowering *L, const Val *v, Part part, Choice c, Choices *choices)
{
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
        index_push(L, &c.val, term_binary(L->tm, TERM_UDIV, part.rest, bytes), size);
        Part inner = part;
        inner.type = element;
        inner.rest = term_binary(L->tm, TERM_UREM, part.rest, bytes);
        inner.size = size;
        inner.is_last = false; /* the end is the start of one more element */
        part_choices(L, v, inner, c, choices);
        return;
    }
    Term distance = term_sub(L->tm, part.rest, address_number(L, part.first)), stride = address_number(L, part.stride);
    index_push(L, &c.val, part.stride == 1 ? distance : term_binary(L->tm, TERM_UDIV, distance, stride), part.stride);
    c.val.offset += (int64_t)part.first;
    for (uint32_t i = 1; i < v->count; i++)
        index_push(L, &c.val, v->terms[i], v->strides[i]);
    if (!term_is_false(L->tm, c.guard)) vec_push(L->run, choices, c);
}

/* The parts of an object that the stride reaches, with the indices as terms. */
static void choice_add_strided(Lowering *L, const Val *v, uint32_t object, const Target *t, Choices *choices)
{
    Choice c = {inside(L, v->terms[0], object), val_pointer(object, v->offset)};
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
    vec_free(L->run, &same.list);
    return found;
}

static void target_choices(Lowering *L, const Val *v, const Target *t, Choices *choices)
{
    uint32_t object = object_of_target(L, t);
    Target all;
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
    int64_t size = (int64_t)object_size(L, &L->objects.data[object]);
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
    if (address->kind == VAL_TERM && is_reserved_number(L, address->terms[0])) return; /* NULL */
    if (address->kind != VAL_ADDRESS)
        lower_refuse(L, "an access through a pointer whose target is not known statically is not supported yet; use "
                        "the object itself, or a pointer that is assigned one address");
    refuse_numbers(L, address);
    for (uint32_t i = 0; i < address->targets->list.count; i++)
        target_choices(L, address, &address->targets->list.data[i], choices);
}

static void expand_indices(Lowering *L, const Choice *c, Choices *choices)
{
    if (c->val.kind != VAL_POINTER || c->val.count == 0) {
        vec_push(L->run, choices, *c);
        return;
    }
    Choice rest = *c;
    uint32_t last = --rest.val.count;
    int64_t stride = (int64_t)c->val.strides[last], size = (int64_t)object_size(L, &L->objects.data[c->val.object]);
    if (stride == 0) {
        expand_indices(L, &rest, choices);
        return;
    }
    int64_t low = -((c->val.offset + stride - 1) / stride), high = (size - 1 - c->val.offset) / stride;
    if (last > 0) low = -(size / stride), high = size / stride; /* the other indices move it */
    for (int64_t k = low; k <= high; k++) {
        if (choices->count > 256 || high - low > 256)
            lower_refuse(L, "a choice between more than 256 addresses is not supported; use smaller arrays");
        Choice one = rest;
        one.val.offset += k * stride;
        if (last == 0 && (one.val.offset < 0 || one.val.offset >= size)) continue;
        Term here = term_eq(L->tm, c->val.terms[last], address_number(L, (uint64_t)k));
        one.guard = term_is(c->guard) ? term_and(L->tm, c->guard, here) : here;
        if (!term_is_false(L->tm, one.guard)) expand_indices(L, &one, choices);
    }
}

void choices_find_exact(Lowering *L, const Val *address, Choices *choices)
{
    Choices found = {0};
    choices_find(L, address, &found);
    for (uint32_t i = 0; i < found.count; i++)
        expand_indices(L, &found.data[i], choices);
    vec_free(L->run, &found);
}

/* Whether the element type holds a mutex: what it guards is better known by element. */
static bool has_mutex(LLVMTypeRef type)
{
    if (type_is_mutex(type)) return true;
    if (LLVMGetTypeKind(type) == LLVMArrayTypeKind) return has_mutex(LLVMGetElementType(type));
    if (LLVMGetTypeKind(type) != LLVMStructTypeKind) return false;
    unsigned n = LLVMCountStructElementTypes(type);
    bool found = false;
    for (unsigned i = 0; i < n; i++)
        found |= has_mutex(LLVMStructGetTypeAtIndex(type, i));
    return found;
}

/* Whether an index does not follow the types, but has few values. */
static bool is_expanded(Lowering *L, const Object *o, const Val *v)
{
    if (!facts_has(L->facts, o->value, 0, FACT_EXPANDED)) return false;
    uint64_t size = object_size(L, o), count = 1;
    for (uint32_t i = 0; i < v->count; i++)
        if (v->strides[i]) count *= size / v->strides[i] + 1;
    return count <= EXPAND;
}

void accesses_find(Lowering *L, const Val *address, Choices *choices)
{
    Choices found = {0};
    choices_find(L, address, &found);
    for (uint32_t i = 0; i < found.count; i++) {
        const Choice *c = &found.data[i];
        const Object *o = c->val.kind == VAL_POINTER ? &L->objects.data[c->val.object] : NULL;
        bool is_small = o && c->val.count == 1 && c->val.strides[0] > 0 &&
                        object_size(L, o) / c->val.strides[0] <= SPLIT && has_mutex(o->type);
        is_small |= o && c->val.count > 0 && is_expanded(L, o, &c->val);
        if (is_small) {
            note_inside(L);
            expand_indices(L, c, choices);
        } else {
            vec_push(L->run, choices, *c);
        }
    }
    vec_free(L->run, &found);
}

static void note_nowhere(Lowering *L)
{
    SourcePos pos = {L->pos.file, L->pos.line, 0};
    diag_add(L->run, SEVERITY_NOTE, pos,
             "the pointer has no target here: using it is undefined, and what follows is not examined");
}

bool address_settle(Lowering *L, Val *v)
{
    if (v->kind != VAL_ADDRESS && v->kind != VAL_TERM) return true;
    Choices choices = {0};
    choices_find(L, v, &choices);
    if (choices.count == 1) {
        condition_add(L, choices.data[0].guard);
        *v = choices.data[0].val;
    } else if (choices.count == 0) {
        note_nowhere(L);
        condition_add(L, term_bool(L->tm, false));
    }
    vec_free(L->run, &choices);
    return L->cursor.is_reachable;
}

/* ---- operations on addresses ---- */

/* Whether all targets of both lie in one object. */
static bool in_one_object(const Targets *a, const Targets *b)
{
    const Target *first = a->list.count ? a->list.data : b->list.data;
    for (uint32_t i = 0; i < a->list.count; i++)
        if (a->list.data[i].value != first->value || a->list.data[i].scope != first->scope) return false;
    for (uint32_t i = 0; i < b->list.count; i++)
        if (b->list.data[i].value != first->value || b->list.data[i].scope != first->scope) return false;
    return true;
}

/* Whether the target can be the byte at an offset of its object. */
static bool may_be_at(const Target *t, uint64_t offset)
{
    Target byte = target_make(t->value, t->scope, (int64_t)offset, NULL, 0);
    return target_covers(t, &byte);
}

/* C does not say whether the end of one object is the start of another: then they may compare equal or not. */
static Term end_meets_start(Lowering *L, const Val *end, const Val *start)
{
    Term meet = term_bool(L->tm, false);
    for (uint32_t i = 0; i < end->targets->list.count; i++) {
        const Target *e = &end->targets->list.data[i];
        uint32_t object = object_of_target(L, e);
        uint64_t size = object_size(L, &L->objects.data[object]);
        if (!may_be_at(e, size) || L->objects.data[object].kind == OBJECT_FUNCTION) continue;
        Term is_end = term_eq(L->tm, end->terms[0], address_number(L, object_base(L, object) + size));
        for (uint32_t k = 0; k < start->targets->list.count; k++) {
            const Target *s = &start->targets->list.data[k];
            if (!may_be_at(s, 0) || (s->value == e->value && s->scope == e->scope)) continue;
            Term first = address_number(L, object_base(L, object_of_target(L, s)));
            Term is_start = term_eq(L->tm, start->terms[0], first);
            meet = term_or(L->tm, meet, term_and(L->tm, is_end, is_start));
        }
    }
    return meet;
}

static Term same_address(Lowering *L, const Val *x, const Val *y)
{
    Term same = term_eq(L->tm, x->terms[0], y->terms[0]);
    Term meet = term_or(L->tm, end_meets_start(L, x, y), end_meets_start(L, y, x));
    if (term_is_false(L->tm, meet)) return same;
    origin_refuse(L, L->pos, "whether the end of an object is the start of another cannot be chosen natively");
    return term_or(L->tm, same, term_and(L->tm, meet, fresh_input(L, sort_bool(), "adjacent")));
}

Term address_compare(Lowering *L, LLVMIntPredicate predicate, const Val *a, const Val *b)
{
    Val x = address_val(L, a), y = address_val(L, b);
    refuse_numbers(L, &x);
    refuse_numbers(L, &y);
    Term s = x.terms[0], t = y.terms[0];
    if (predicate == LLVMIntEQ) return same_address(L, &x, &y);
    if (predicate == LLVMIntNE) return term_not(L->tm, same_address(L, &x, &y));
    /* No object lies in the first or the last page: error codes in pointers are compared so. */
    bool is_reserved = is_reserved_number(L, s) || is_reserved_number(L, t);
    if (!is_reserved && (!in_one_object(x.targets, y.targets) || !x.targets->list.count || !y.targets->list.count))
        lower_refuse(L, "the order of addresses in different objects is undefined; compare addresses in one array");
    switch (predicate) {
    case LLVMIntUGT: return term_binary(L->tm, TERM_ULT, t, s);
    case LLVMIntUGE: return term_binary(L->tm, TERM_ULE, t, s);
    case LLVMIntULT: return term_binary(L->tm, TERM_ULT, s, t);
    case LLVMIntULE: return term_binary(L->tm, TERM_ULE, s, t);
    case LLVMIntEQ:
    case LLVMIntNE:
    case LLVMIntSGT:
    case LLVMIntSGE:
    case LLVMIntSLT:
    case LLVMIntSLE: break;
    }
    lower_refuse(L, "a signed comparison of addresses is not supported; compare the pointers themselves");
}

Val address_select(Lowering *L, Term c, const Val *a, const Val *b)
{
    Val x = address_val(L, a), y = address_val(L, b);
    Targets *targets = targets_new(L);
    targets_join(L->run, targets, x.targets);
    targets_join(L->run, targets, y.targets);
    return address_of(term_ite(L->tm, c, x.terms[0], y.terms[0]), targets);
}

Term address_difference(Lowering *L, const Val *a, const Val *b)
{
    Val x = address_val(L, a), y = address_val(L, b);
    refuse_numbers(L, &x);
    refuse_numbers(L, &y);
    if (!in_one_object(x.targets, y.targets) || !x.targets->list.count || !y.targets->list.count)
        lower_refuse(L, "the difference of addresses in different objects is undefined; subtract inside one array");
    return term_sub(L->tm, x.terms[0], y.terms[0]);
}

/* ---- slots ---- */

static uint32_t slot_find(Lowering *L, const SlotKey *key, bool add)
{
    uintptr_t p = (uintptr_t)key->value;
    uint32_t words[6] = {(uint32_t)p,           (uint32_t)((uint64_t)p >> 32), key->scope,
                         (uint32_t)key->offset, (uint32_t)(key->offset >> 32), (uint32_t)key->kind};
    Facts *facts = L->facts;
    if (!add) return intern_find(&facts->slot_ids, words, 6);
    bool is_new;
    uint32_t id = intern_add(&facts->slot_ids, words, 6, &is_new);
    if (is_new) vec_push(L->run, &facts->slots, targets_new(L));
    return id;
}

/* An integer turns out to keep addresses: what it was taken for in the passes so far, a number, may have been stored
 * elsewhere. What does keep numbers is found again. Happens once an integer. */
static void forget_numbers(Lowering *L)
{
    for (uint32_t i = 0; i < L->facts->slots.count; i++)
        L->facts->slots.data[i]->has_number = false;
    L->facts->has_changed = true;
}

Term slot_store(Lowering *L, const SlotKey *key, const Val *v, bool is_pointer)
{
    /* An integer becomes a pointer's place only when an address is stored there. */
    if (!is_pointer && !val_is_address(v) && slot_find(L, key, false) == INTERN_NONE) {
        Val number = v->kind == VAL_ADDRESS ? address_val(L, v) : *v;
        return number.terms[0];
    }
    Val a = address_val(L, v);
    if (!is_pointer && slot_find(L, key, false) == INTERN_NONE) forget_numbers(L);
    uint32_t id = slot_find(L, key, true); /* adds to the slots */
    Targets *set = L->facts->slots.data[id];
    if (targets_join(L->run, set, a.targets)) L->facts->has_changed = true;
    return a.terms[0];
}

void slot_store_unknown(Lowering *L, const SlotKey *key)
{
    Targets *unknown = targets_new(L);
    unknown->has_number = true;
    uint32_t id = slot_find(L, key, true); /* adds to the slots */
    if (targets_join(L->run, L->facts->slots.data[id], unknown)) L->facts->has_changed = true;
}

Val slot_load(Lowering *L, const SlotKey *key, Term t, bool is_pointer)
{
    uint32_t id = slot_find(L, key, false);
    if (id == INTERN_NONE && !is_pointer) return val_term(t);
    if (id == INTERN_NONE) {
        id = slot_find(L, key, true);
        L->facts->has_changed = true; /* integers stored there count from now on */
    }
    const Targets *set = L->facts->slots.data[id];
    if (set->list.count == 0 && (!is_pointer || set->has_number)) return val_term(t);
    return address_of(t, set);
}

bool slot_is_known(Lowering *L, const SlotKey *key) { return slot_find(L, key, false) != INTERN_NONE; }

bool slot_has_addresses(Lowering *L, const SlotKey *key)
{
    uint32_t id = slot_find(L, key, false);
    return id != INTERN_NONE && L->facts->slots.data[id]->list.count > 0;
}

void targets_share(Lowering *L, const Targets *targets)
{
    for (uint32_t i = 0; i < targets->list.count; i++) {
        const Target *t = &targets->list.data[i];
        if (LLVMIsAAllocaInst(t->value) || LLVMIsACallInst(t->value))
            facts_add(L, t->value, t->scope, FACT_SHARED);
        else if (t->scope)
            lower_refuse(L, "the address of a thread-local variable becomes visible to other threads, which is not "
                            "supported; use a global variable");
    }
}
