/* A renewed object keeps nothing of what it held: every scalar of it becomes arbitrary (zero for calloc), whatever is
 * known of stale contents. To keep them would be unsound both ways. */
#include "c/exact/heap/renew.h"

#include "base/check.h"
#include "c/exact/memory/address.h"
#include "c/exact/memory/object.h"
#include "c/exact/memory/place.h"
#include "c/exact/memory/sync_object.h"
#include "c/exact/memory/walk.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/freed.h"
#include "c/exact/model/names.h"
#include "c/exact/model/reuse.h"
#include "c/exact/model/values.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"

#define LEAVES 1024u /* scalars of an object that is given again; larger ones end the model */

/* ---- free ---- */

/* The object whose start the target may be, if it has a flag; NO_ID otherwise. Others are not freed by their address:
 * that is undefined. */
static uint32_t tracked_object(Lowering *L, const Target *t)
{
    if (!LLVMIsACallInst(t->value) || t->offset != 0) return NO_ID;
    if (!memory_is_asked(L) && !reuse_is_observed(L, heap_id(L, t->value, t->scope))) return NO_ID;
    uint32_t object = object_of_target(L, t);
    return freed_is_tracked(L, object) ? object : NO_ID;
}

bool renew_is_tracked(Lowering *L, const Val *address, bool *is_shared)
{
    bool found = false;
    *is_shared = false;
    if (address->kind != VAL_ADDRESS) return false;
    for (uint32_t i = 0; i < address->targets->list.count; i++) {
        uint32_t object = tracked_object(L, &address->targets->list.data[i]);
        found |= object != NO_ID;
        *is_shared |= object != NO_ID && L->objects.data[object].is_shared;
    }
    return found;
}

void renew_mark_freed(Lowering *L, const Val *address, Term guard)
{
    CHECK(address->kind == VAL_ADDRESS && address->count == 1 && address->offset == 0);
    const Targets *targets = address->targets;
    Step *steps = run_alloc(L->run, (targets->list.count + 1) * sizeof *steps);
    Term others = term_bool(L->tm, true);
    uint32_t n = 0;
    for (uint32_t i = 0; i < targets->list.count; i++) {
        uint32_t object = tracked_object(L, &targets->list.data[i]);
        if (object == NO_ID) continue;
        Term here = term_eq(L->tm, address->terms[0], address_number(L, object_base(L, object)));
        if (term_is(guard)) here = term_and(L->tm, guard, here);
        if (term_is_false(L->tm, here)) continue;
        others = term_and(L->tm, others, term_not(L->tm, here));
        steps[n].guard = here;
        freed_assign(L, &steps[n++], object, true);
    }
    if (n && !term_is_false(L->tm, others)) steps[n++].guard = others;
    if (n) steps_emit(L, steps, n);
    run_release(L->run, steps);
}

/* ---- malloc ---- */

/* What the one holds all hold: they are compared with each other. */
static void share_renewed_types(Lowering *L, uint32_t object, const uint32_t *objects, uint32_t count)
{
    const Object *o = &L->objects.data[object];
    LLVMTypeRef type = heap_row(L, o->value, o->scope)->type;
    for (uint32_t k = 0; k < count; k++) {
        const Object *fresh = &L->objects.data[objects[k]];
        LLVMTypeRef other = heap_row(L, fresh->value, fresh->scope)->type;
        if (type) heap_suggest_type(L, objects[k], type);
        if (other) heap_suggest_type(L, object, other);
    }
}

/* Whether a thread of another function has the object for itself: no pointer to it is known here. */
static bool is_foreign_heap(Lowering *L, const HeapRow *row)
{
    return !facts_has(L->facts, row->call, row->scope, FACT_SHARED) &&
           L->facts->context_roots.data[row->scope] != L->thread->function;
}

void renew_find(Lowering *L, const uint32_t *objects, uint32_t count, Renewals *renewals)
{
    for (uint32_t i = 0; i < L->facts->heap.count; i++) {
        bool may_follow = false;
        for (uint32_t k = 0; k < count; k++) {
            const Object *o = &L->objects.data[objects[k]];
            uint32_t later = heap_id(L, o->value, o->scope);
            may_follow |= reuse_is_observed(L, later) && reuse_may_follow(L, i, later);
        }
        const HeapRow row = L->facts->heap.data[i];
        if (!may_follow || is_foreign_heap(L, &row)) continue;
        uint32_t object = object_of_heap(L, row.call, row.scope);
        share_renewed_types(L, object, objects, count);
        vec_push(L->run, renewals, object);
    }
}

typedef struct Renewal {
    uint32_t object;
    bool is_zeroed;
    Step *step;
    OriginScalars scalars; /* what is arbitrary */
} Renewal;

/* By the variable, not as a store: an arbitrary value is no address, nor a number that would be kept with addresses. */
static Term renewed_value(Lowering *L, const Renewal *r, VarId v)
{
    const Var *var = &L->program->vars.data[v.i];
    Sort sort = var->sort;
    for (uint32_t i = 0; i < r->step->assigns.count; i++)
        if (r->step->assigns.data[i].var.i == v.i) return r->step->assigns.data[i].value; /* an earlier element's */
    Term value;
    if (!r->is_zeroed)
        value = fresh_input(L, sort, var->name);
    else if (sort.kind == SORT_ARRAY)
        value = term_const_array(L->tm, sort, term_const(L->tm, sort_element(sort), 0));
    else
        value = term_const(L->tm, sort, 0);
    step_assign(L, r->step, v, value);
    return value;
}

static void renew_cell(Lowering *L, Renewal *r, const Place *place, uint64_t offset)
{
    const Cell cell = L->cells.data[place->cell];
    Term value = renewed_value(L, r, cell.var);
    if (r->is_zeroed) return;
    OriginScalar s = {offset, cell.size, {term_symbol(L->tm, value)}, cell.kind == CELL_ARRAY, 0, 0};
    if (s.is_element) s.index = term_value(L->tm, place->index);
    vec_push(L->run, &r->scalars, s);
}

/* Who holds a lock in memory that is given again goes on thinking so: the model ends there. */
static void limit_held(Lowering *L, const Renewal *r, const SyncPlace *place, SyncKind kind)
{
    bool is_lock = kind == SYNC_MUTEX || kind == SYNC_SPINLOCK || kind == SYNC_RWLOCK;
    if (!is_lock || !property_is_asked(L, PROPERTY_VALID_SYNC) || !freed_is_tracked(L, r->object)) return;
    Term held = sync_value(L, place, 0);
    if (kind == SYNC_RWLOCK) held = term_or(L->tm, held, term_ne(L->tm, sync_value(L, place, 1), term_int(L->tm, 0)));
    emit_limit(L, term_and(L->tm, freed_term(L, r->object), held),
               lower_reason(L, "memory may be given again in which a lock is held"));
}

static void renew_leaf(Lowering *L, void *arg, uint64_t offset, LLVMTypeRef type)
{
    Renewal *r = arg;
    Val address = val_pointer(r->object, (int64_t)offset);
    SyncKind kind;
    if (leaf_is_sync(L, &address, type, &kind)) {
        SyncPlace place = sync_place(L, &address, kind);
        limit_held(L, r, &place, kind);
        if (r->is_zeroed || property_is_asked(L, PROPERTY_VALID_SYNC)) /* who uses it uninitialised is not looked at */
            sync_reset(L, &place, 0, r->step);
        else
            sync_havoc(L, &place, r->step);
        return;
    }
    Place place = place_find(L, &address, type, true);
    CHECK(place.kind == PLACE_CELL || place.kind == PLACE_PARTS);
    if (place.kind == PLACE_CELL) renew_cell(L, r, &place, offset);
    for (uint32_t i = 0; i < place.part_count; i++) {
        renew_cell(L, r, &place.parts[i], offset);
        offset += LLVMABISizeOfType(L->layout, place.parts[i].type);
    }
}

static void count_leaf(Lowering *L, void *arg, uint64_t offset, LLVMTypeRef type)
{
    (void)L, (void)offset, (void)type;
    ++*(uint32_t *)arg;
}

bool renew_object(Lowering *L, LLVMValueRef call, uint32_t object, bool is_zeroed, Step *step)
{
    const Object o = L->objects.data[object];
    uint32_t leaves = 0;
    if (LLVMABISizeOfType(L->layout, o.type) > 8 * LEAVES) return false;
    leaves_for_each(L, o.type, object_uses_padding(L, object), count_leaf, &leaves);
    if (leaves > LEAVES) return false;
    Renewal r = {.object = object, .is_zeroed = is_zeroed, .step = step};
    freed_assign(L, step, object, false);
    leaves_for_each(L, o.type, object_uses_padding(L, object), renew_leaf, &r);
    step->memory = origin_memory(L, call, object, true, &r.scalars, true);
    vec_free(L->run, &r.scalars);
    return true;
}
