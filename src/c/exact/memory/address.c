#include "c/exact/memory/address.h"

#include "base/check.h"
#include "c/exact/memory/bounds.h"
#include "c/exact/memory/literal.h"
#include "c/exact/memory/object.h"
#include "c/exact/model/action.h"
#include "c/exact/model/arena.h"
#include "c/exact/model/cut.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/names.h"
#include "c/exact/model/origin.h"
#include "c/exact/model/outside.h"
#include "c/exact/model/pointsto.h"
#include "c/exact/model/reuse.h"
#include "c/exact/model/values.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"

#define HALVINGS_MAX 2 /* half a gigabyte: seven of that size are all that 32 bits have room for */
#define PAD 0x10000u   /* around objects, for addresses out of bounds: container_of on the head of a list */

/* ---- numbers of objects ---- */

uint64_t object_size(Lowering *L, const Object *o)
{
    return o->kind == OBJECT_FUNCTION ? 1 : LLVMABISizeOfType(L->layout, o->type);
}

uint64_t object_base(Lowering *L, uint32_t id)
{
    Object *o = &L->objects.data[id];
    CHECK(o->base <= L->next_base); /* given one by one */
    if (o->base) return o->base;
    uint64_t limit = L->pointer_width == 32 ? UINT64_C(0xf0000000) : UINT64_C(1) << 62;
    uint64_t base = (L->next_base + 2 * PAD + 63) / 64 * 64, size = object_range(L, o);
    if (size >= limit || base >= limit - size) {
        if (!L->facts->is_crowded) {
            bool is_halved = L->facts->halvings > 0;
            L->facts->is_full |= L->facts->halvings == HALVINGS_MAX;
            L->facts->is_crowded = !is_halved || L->facts->is_full;
            L->facts->halvings = L->facts->is_crowded ? 0 : L->facts->halvings + 1;
            L->facts->has_changed = true;
            longjmp(L->restart, 1);
        }
        if (arena_refuse_all(L)) longjmp(L->restart, 1);
        lower_refuse(L, "the objects that pointers point to are too large together; make the arrays smaller");
    }
    CHECK(base >= L->next_base + 2 * PAD && base % 64 == 0); /* far from the one before */
    o->base = base;
    L->next_base = base + size;
    if (o->kind == OBJECT_LOCAL || o->kind == OBJECT_HEAP || o->kind == OBJECT_THREAD_LOCAL)
        facts_add(L, o->value, 0, FACT_ADDRESSED);
    return base;
}

/* ---- normal form ---- */

Term address_number(Lowering *L, uint64_t n) { return term_bv(L->tm, L->pointer_width, n); }

Term address_offset(Lowering *L, const Val *v)
{
    CHECK(v->kind == VAL_POINTER);
    Term t = address_number(L, (uint64_t)v->offset);
    for (uint32_t i = 0; i < v->count; i++)
        t = term_add(L->tm, t, term_binary(L->tm, TERM_MUL, v->terms[i], address_number(L, v->strides[i])));
    return t;
}

Targets *targets_new(Lowering *L) { return run_alloc(L->run, sizeof(Targets)); }

void address_note_inside(Lowering *L)
{
    SourcePos pos = {L->pos.file, L->pos.line, 0};
    diag_assume(
        L->run, SEVERITY_NOTE, pos, (Assumption){"addresses stay inside their objects", "valid-memsafety"},
        "the computed address is assumed to stay inside its object (what happens otherwise is undefined and not "
        "examined)");
}

Term address_inside(Lowering *L, Term t, uint32_t object)
{
    uint64_t base = object_base(L, object), size = object_range(L, &L->objects.data[object]);
    Term offset = term_sub(L->tm, t, address_number(L, base));
    return term_binary(L->tm, TERM_ULE, offset, address_number(L, size));
}

static Term sum_indices(Lowering *L, const Val *v, Term t, uint32_t from)
{
    CHECK(from <= v->count && v->count <= VAL_TERMS);
    for (uint32_t i = from; i < v->count; i++)
        t = term_add(L->tm, t, term_binary(L->tm, TERM_MUL, v->terms[i], address_number(L, v->strides[i])));
    return t;
}

/* Whether some bytes of it have no numbers. */
static bool is_partly_numbered(Lowering *L, uint32_t object)
{
    const Object *o = &L->objects.data[object];
    return object_range(L, o) < object_size(L, o);
}

/* Starts again with objects of variable size that are smaller, but have numbers for all of their bytes; returns where
 * they are too many for that, or the model ends beyond some bytes (cut_all). */
static void halve_all(Lowering *L)
{
    Facts *facts = L->facts;
    if (L->pointer_width != 32 || facts->is_full || deref_is_asked(L)) return;
    CHECK(facts->is_crowded && facts->halvings == 0);
    facts->is_crowded = false;
    facts->halvings = 1;
    facts->has_changed = true;
    longjmp(L->restart, 1);
}

/* The number stands for bytes of the object, or its end. Where valid-deref is asked the model ends otherwise: that an
 * address is computed is no violation, but where it leads is not known. So it does where the byte may have no number
 * (is_partly). */
static void assume_inside(Lowering *L, Term inside, bool is_partly)
{
    if (is_partly && !term_is_true(L->tm, inside)) {
        halve_all(L);
        cut_all(L);
    }
    const Term *pending = &L->cursor.condition;
    if (!deref_is_asked(L) && !is_partly) {
        condition_add(L, inside);
        address_note_inside(L);
    } else if (!term_is(*pending) || !term_same(term_and(L->tm, *pending, inside), *pending)) { /* not said before */
        emit_limit(L, term_not(L->tm, inside), lower_reason(L, "an address outside of its object is computed"));
        condition_add(L, inside);
    }
}

/* Numbers so far from an object can be those of another (PAD). */
static void check_near(Lowering *L, uint32_t object, int64_t offset)
{
    int64_t size = (int64_t)object_size(L, &L->objects.data[object]);
    if (is_partly_numbered(L, object) && offset > (int64_t)object_range(L, &L->objects.data[object])) {
        cut_all(L);
        lower_refuse(L, "an address far behind the start of a large object is not supported; use a smaller one");
    }
    if (!deref_is_asked(L) || (offset > -(int64_t)PAD && offset < size + (int64_t)PAD)) return;
    emit_limit(L, TERM_NONE, lower_reason(L, "an address far outside of its object is computed"));
}

/* An index may be so large that its product with the stride wraps around, and leads back into the object. */
static bool may_wrap(Lowering *L, Term index, uint64_t stride)
{
    TermKind kind = term_kind(L->tm, index);
    if (kind != TERM_ZEXT && kind != TERM_SEXT) return !term_is_const(L->tm, index);
    uint32_t width = term_sort(L->tm, term_arg(L->tm, index, 0)).width;
    return stride >> (L->pointer_width - width) != 0;
}

/* One index leads from a byte of an object, of at most `size` bytes, to another: it is no larger than the object. C
 * leaves undefined what happens otherwise, as where the address is outside. */
static Term within(Lowering *L, const Val *v, uint32_t i, uint64_t size)
{
    Term index = v->terms[i];
    uint64_t stride = v->strides[i];
    if (v->count != i + 1 || deref_is_asked(L) || !stride || stride > size || !may_wrap(L, index, stride))
        return term_bool(L->tm, true);
    uint64_t apart = v->offset < 0 ? -(uint64_t)v->offset : (uint64_t)v->offset, most = (size + apart) / stride;
    if (most >= UINT64_C(1) << (L->pointer_width - 1)) return term_bool(L->tm, true); /* any index, by its sign */
    Term shifted = term_add(L->tm, index, address_number(L, most));
    return term_binary(L->tm, TERM_ULE, shifted, address_number(L, 2 * most));
}

static Val pointer_address(Lowering *L, const Val *v)
{
    uint64_t base = object_base(L, v->object);
    const Object *o = &L->objects.data[v->object];
    Targets *targets = targets_new(L);
    targets_add(L->run, targets, target_make(o->value, o->scope, v->offset, v->strides, v->count));
    Term t = sum_indices(L, v, address_number(L, base + (uint64_t)v->offset), 0);
    bool is_partly = is_partly_numbered(L, v->object);
    if (v->count && (is_partly || !term_is_const(L->tm, t)))
        assume_inside(L, term_and(L->tm, within(L, v, 0, object_size(L, o)), address_inside(L, t, v->object)),
                      is_partly);
    else
        check_near(L, v->object, v->offset);
    return address_of(t, targets);
}

/* An address that is moved to t stays among the bytes of its object that have numbers: one behind them would have a
 * number of another object. */
static void assume_numbered(Lowering *L, Term from, Term t, const Targets *targets)
{
    for (uint32_t i = 0; i < targets->list.count; i++) {
        uint32_t object = object_of_target(L, &targets->list.data[i]);
        if (!is_partly_numbered(L, object)) continue;
        Term was_inside = address_inside(L, from, object);
        assume_inside(L, term_or(L->tm, term_not(L->tm, was_inside), address_inside(L, t, object)), true);
    }
}

static Val moved_address(Lowering *L, const Val *v)
{
    if (v->count > 1) arena_refuse_targets(L, v->targets); /* an index inside of an object */
    Targets *targets = targets_new(L);
    targets_join_moved(L->run, targets, v->targets, v->offset, v->strides + 1, v->count - 1);
    Term t = sum_indices(L, v, term_add(L->tm, v->terms[0], address_number(L, (uint64_t)v->offset)), 1);
    if (outside_is_only(targets)) return address_of(t, targets); /* which of its bytes is the same */
    bool is_exact = true;
    for (uint32_t i = 0; i < targets->list.count; i++)
        is_exact &= targets->list.data[i].stride == 0;
    for (uint32_t i = 0; i < targets->list.count; i++)
        if (targets->list.data[i].stride == 0)
            check_near(L, object_of_target(L, &targets->list.data[i]), targets->list.data[i].offset);
    if (is_exact) return address_of(t, targets);
    assume_numbered(L, v->terms[0], t, targets);
    Term condition = term_bool(L->tm, false);
    uint64_t size = 0;
    for (uint32_t i = 0; i < targets->list.count; i++) {
        const Target *target = &targets->list.data[i];
        uint32_t object = object_of_target(L, target);
        uint64_t bytes = object_size(L, &L->objects.data[object]);
        if (bytes > size) size = bytes;
        Term here = target->stride ? address_inside(L, t, object)
                                   : term_eq(L->tm, t, address_number(L, object_base(L, object) + target->offset));
        condition = term_or(L->tm, condition, here);
    }
    if (!deref_is_asked(L)) { /* nor is NULL moved into an object: undefined, too */
        Term is_there = term_ne(L->tm, v->terms[0], address_number(L, 0));
        condition = term_and(L->tm, condition, term_and(L->tm, is_there, within(L, v, 1, size)));
    }
    assume_inside(L, condition, false);
    return address_of(t, targets);
}

bool address_is_reserved(Lowering *L, Term t)
{
    if (!term_is_const(L->tm, t)) return false;
    uint64_t value = term_value(L->tm, t), top = L->pointer_width == 32 ? UINT32_MAX : UINT64_MAX;
    return value < 0x1000 || value > top - 0x1000;
}

/* For checks: one term, and the targets that it can be the address of. */
static bool is_normal(const Lowering *L, const Val *v)
{
    return val_is_valid(L, v) && v->kind == VAL_ADDRESS && v->count == 1 && v->offset == 0 &&
           targets_are_valid(v->targets);
}

Val address_val(Lowering *L, const Val *v)
{
    CHECK(val_is_valid(L, v));
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
        targets->has_number = !address_is_reserved(L, v->terms[0]);
        return address_of(v->terms[0], targets);
    }
    case VAL_NONE:
    case VAL_PAIR: break;
    }
    lower_refuse(L, "a value of this kind cannot be an address; use pointers");
}

void address_refuse_numbers(Lowering *L, const Val *v)
{
    CHECK(v->kind == VAL_ADDRESS && v->targets);
    if (!v->targets->has_number) return;
    facts_keep_kinds(L);
    lower_refuse(L, "a pointer that may be an address or a number is not supported yet; keep addresses and "
                    "numbers apart");
}

/* ---- operations on addresses ---- */

/* Whether all targets of both lie in one object. Those of an arena do not, and it is one no more. */
static bool in_one_object(Lowering *L, const Targets *a, const Targets *b)
{
    bool is_arena = arena_refuse_targets(L, a);
    is_arena = arena_refuse_targets(L, b) || is_arena; /* both are asked */
    if (is_arena) return false;
    const Target *first = a->list.count ? a->list.data : b->list.data;
    for (uint32_t i = 0; i < a->list.count; i++)
        if (a->list.data[i].value != first->value || a->list.data[i].scope != first->scope) return false;
    for (uint32_t i = 0; i < b->list.count; i++)
        if (b->list.data[i].value != first->value || b->list.data[i].scope != first->scope) return false;
    return true;
}

/* Whether the target can be the byte at an offset of its object. */
static bool target_may_be_at(const Target *t, uint64_t offset)
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
        if (is_partly_numbered(L, object)) continue; /* its end has no number */
        if (!target_may_be_at(e, size) || L->objects.data[object].kind == OBJECT_FUNCTION) continue;
        Term is_end = term_eq(L->tm, end->terms[0], address_number(L, object_base(L, object) + size));
        for (uint32_t k = 0; k < start->targets->list.count; k++) {
            const Target *s = &start->targets->list.data[k];
            if (!target_may_be_at(s, 0) || (s->value == e->value && s->scope == e->scope)) continue;
            Term first = address_number(L, object_base(L, object_of_target(L, s)));
            Term is_start = term_eq(L->tm, start->terms[0], first);
            meet = term_or(L->tm, meet, term_and(L->tm, is_end, is_start));
        }
    }
    return meet;
}

/* The distance of an address from the end of its object. */
static Term from_end(Lowering *L, Term address, uint32_t object)
{
    uint64_t end = object_base(L, object) + object_size(L, &L->objects.data[object]);
    return term_sub(L->tm, address_number(L, end), address);
}

/* Whether two addresses of different literals are the same if those share memory, as far as they can. */
static Term literals_meet(Lowering *L, const Val *a, const Val *b)
{
    Term meet = term_bool(L->tm, false);
    for (uint32_t i = 0; i < a->targets->list.count; i++)
        for (uint32_t k = 0; k < b->targets->list.count; k++) {
            const Target *x = &a->targets->list.data[i], *y = &b->targets->list.data[k];
            if (x->value == y->value || !literals_may_share(x->value, y->value)) continue;
            uint32_t first = object_of_target(L, x), second = object_of_target(L, y);
            Term is_inside =
                term_and(L->tm, address_inside(L, a->terms[0], first), address_inside(L, b->terms[0], second));
            Term is_same = term_eq(L->tm, from_end(L, a->terms[0], first), from_end(L, b->terms[0], second));
            meet = term_or(L->tm, meet, term_and(L->tm, is_inside, is_same));
        }
    return meet;
}

/* Whether literals share memory is the compiler's choice, and the linker's: a counterexample must not need it. */
static Term any_sharing(Lowering *L)
{
    Step step = {.approximate = "whether equal string literals share memory is not known"};
    VarId result = var_temporary(L, "shared_literals", sort_bool(), false);
    step_assign(L, &step, result, unknown_input(L, sort_bool(), "shared literals"));
    action_emit(L, &step);
    return var_term(L, result);
}

static Term same_number(Lowering *L, const Val *x, const Val *y)
{
    Term same = term_eq(L->tm, x->terms[0], y->terms[0]), shared = literals_meet(L, x, y);
    if (!term_is_false(L->tm, shared)) same = term_or(L->tm, same, term_and(L->tm, shared, any_sharing(L)));
    Term meet = term_or(L->tm, end_meets_start(L, x, y), end_meets_start(L, y, x));
    if (term_is_false(L->tm, meet)) return same;
    origin_refuse(L, L->pos, "whether the end of an object is the start of another cannot be chosen natively");
    return term_or(L->tm, same, term_and(L->tm, meet, fresh_input(L, sort_bool(), "adjacent")));
}

/* Both addresses lie in one object, or at its end: the numbers of objects are apart. */
static Term lie_in_one_object(Lowering *L, const Val *x, const Val *y)
{
    Term found = term_bool(L->tm, false);
    for (uint32_t i = 0; i < x->targets->list.count; i++) {
        const Target *a = &x->targets->list.data[i];
        for (uint32_t k = 0; k < y->targets->list.count; k++) {
            const Target *b = &y->targets->list.data[k];
            if (a->value != b->value || a->scope != b->scope || outside_is(a->value)) continue;
            uint32_t object = object_of_target(L, a);
            Term x_is_inside = address_inside(L, x->terms[0], object),
                 y_is_inside = address_inside(L, y->terms[0], object);
            found = term_or(L->tm, found, term_and(L->tm, x_is_inside, y_is_inside));
        }
    }
    return found;
}

/* What is computed of two addresses that need not lie in one object: `exact` where they do, unless TERM_NONE. C does
 * not say where objects lie: otherwise it is any value, which a counterexample must not need. */
static Term undefined_order(Lowering *L, const Val *x, const Val *y, Term exact, Sort sort, const char *what)
{
    if (memory_is_asked(L))
        lower_refuse(L, "the %s of addresses in different objects is undefined; use addresses in one array", what);
    Step steps[2] = {{.approximate = "how addresses of different objects are ordered is arbitrary"}};
    Term any = unknown_input(L, sort, what);
    Term is_one = term_is(exact) ? lie_in_one_object(L, x, y) : term_bool(L->tm, false);
    if (term_is_false(L->tm, is_one)) {
        action_emit(L, &steps[0]);
        return any;
    }
    VarId result = var_temporary(L, what, sort, false);
    steps[0].guard = term_not(L->tm, is_one);
    step_assign(L, &steps[0], result, any);
    steps[1].guard = is_one;
    step_assign(L, &steps[1], result, exact);
    steps_emit(L, steps, 2);
    return var_term(L, result);
}

/* TERM_NONE: as signed numbers, which depends on where the object lies. */
static Term address_order(Lowering *L, LLVMIntPredicate predicate, Term s, Term t)
{
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
    return TERM_NONE;
}

Term address_compare(Lowering *L, LLVMIntPredicate predicate, const Val *a, const Val *b)
{
    Val x = address_val(L, a), y = address_val(L, b);
    CHECK(is_normal(L, &x) && is_normal(L, &y));
    address_refuse_numbers(L, &x);
    address_refuse_numbers(L, &y);
    reuse_note_compared(L, x.targets, y.targets);
    Term s = x.terms[0], t = y.terms[0];
    if (predicate == LLVMIntEQ) return same_number(L, &x, &y);
    if (predicate == LLVMIntNE) return term_not(L->tm, same_number(L, &x, &y));
    /* No object lies in the first or the last page: error codes in pointers are compared so. */
    bool is_reserved = address_is_reserved(L, s) || address_is_reserved(L, t);
    bool is_one = in_one_object(L, x.targets, y.targets) && x.targets->list.count && y.targets->list.count;
    Term order = address_order(L, predicate, s, t);
    if (!is_reserved && !is_one) return undefined_order(L, &x, &y, order, sort_bool(), "order");
    if (!term_is(order))
        lower_refuse(L, "a signed comparison of addresses is not supported; compare the pointers themselves");
    return order;
}

Val address_select(Lowering *L, Term c, const Val *a, const Val *b)
{
    Val x = address_val(L, a), y = address_val(L, b);
    CHECK(term_sort(L->tm, c).kind == SORT_BOOL && is_normal(L, &x) && is_normal(L, &y));
    Targets *targets = targets_new(L);
    targets_join(L->run, targets, x.targets);
    targets_join(L->run, targets, y.targets);
    return address_of(term_ite(L->tm, c, x.terms[0], y.terms[0]), targets);
}

Term address_difference(Lowering *L, const Val *a, const Val *b)
{
    Val x = address_val(L, a), y = address_val(L, b);
    address_refuse_numbers(L, &x);
    address_refuse_numbers(L, &y);
    reuse_note_compared(L, x.targets, y.targets);
    Term apart = term_sub(L->tm, x.terms[0], y.terms[0]);
    if (!in_one_object(L, x.targets, y.targets) || !x.targets->list.count || !y.targets->list.count)
        return undefined_order(L, &x, &y, apart, sort_bv(L->pointer_width), "difference");
    return apart;
}
