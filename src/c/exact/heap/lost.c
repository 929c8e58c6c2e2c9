#include "c/exact/heap/lost.h"

#include <string.h>

#include "base/check.h"
#include "c/exact/memory/address.h"
#include "c/exact/memory/object.h"
#include "c/exact/memory/slot.h"
#include "c/exact/model/assumption.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/freed.h"
#include "c/exact/model/names.h"
#include "c/exact/model/origin.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"

#define DEPTH 3u     /* of pointers from static storage that are followed */
#define ELEMENTS 16u /* of arrays of pointers that are looked at */

static bool memtrack_is_asked(const Lowering *L) { return property_is_asked(L, PROPERTY_VALID_MEMTRACK); }

/* ---- objects ---- */

static VarId made_var(Lowering *L, uint32_t object)
{
    Object *o = &L->objects.data[object];
    if (o->has_made) return o->made;
    o->made = var_of_object(L, o, "made", term_bool(L->tm, false));
    L->program->vars.data[o->made.i].is_temporary = true;
    o->has_made = true;
    return o->made;
}

void lost_note_made(Lowering *L, Step *step, uint32_t object)
{
    if (!memtrack_is_asked(L)) return;
    assumption_lost(L);
    step_assign(L, step, made_var(L, object), term_bool(L->tm, true));
}

/* Made, and not freed. */
static Term live_term(Lowering *L, uint32_t object)
{
    Term live = var_term(L, L->objects.data[object].made);
    return freed_is_tracked(L, object) ? term_and(L->tm, live, term_not(L->tm, freed_term(L, object))) : live;
}

/* ---- who points to what ---- */

static bool slot_covers(Lowering *L, const Cell *cell, const Object *o)
{
    SlotKey key = cell_slot(L, cell);
    const Targets *set = slot_targets(L, &key);
    for (uint32_t i = 0; set && i < set->list.count; i++)
        if (set->list.data[i].value == o->value && set->list.data[i].scope == o->scope) return true;
    return false;
}

static Term address_is_in(Lowering *L, Term t, uint32_t object)
{
    uint64_t end = L->objects.data[object].base + object_size(L, &L->objects.data[object]);
    return term_and(L->tm, address_inside(L, t, object), term_ne(L->tm, t, address_number(L, end)));
}

/* Whether what the cell holds points into the object. */
static Term points_to(Lowering *L, const Cell *cell, uint32_t object)
{
    const Object *o = &L->objects.data[object];
    Term none = term_bool(L->tm, false);
    bool is_kept = cell->kind == CELL_SCALAR || cell->kind == CELL_ARRAY;
    if (!is_kept || cell->var.i == NO_ID || !o->base || !slot_covers(L, cell, o)) return none;
    Term t = var_term(L, cell->var);
    if (cell->kind == CELL_SCALAR)
        return sort_same(term_sort(L->tm, t), sort_bv(L->pointer_width)) ? address_is_in(L, t, object) : none;
    uint64_t count = object_size(L, &L->objects.data[cell->object]) / cell->size;
    if (count > ELEMENTS) return none;
    for (uint64_t i = 0; i < count; i++)
        none = term_or(L->tm, none, address_is_in(L, term_select(L->tm, t, term_bv(L->tm, 32, i)), object));
    return none;
}

/* Whether static storage points to it, or memory that is fine, through at most so many others. */
static Term fine_term(Lowering *L, uint32_t object, uint32_t depth)
{
    Term fine = term_bool(L->tm, false);
    for (uint32_t i = 0; i < L->cells.count; i++) {
        const Cell *cell = &L->cells.data[i];
        const Object *holder = &L->objects.data[cell->object];
        if (cell->object == object || !holder->is_shared) continue;
        if (holder->kind == OBJECT_GLOBAL) fine = term_or(L->tm, fine, points_to(L, cell, object));
        if (holder->kind != OBJECT_HEAP || !holder->has_made || depth == 0) continue;
        Term points = points_to(L, cell, object);
        if (term_is_false(L->tm, points)) continue;
        points = term_and(L->tm, points, live_term(L, cell->object));
        fine = term_or(L->tm, fine, term_and(L->tm, points, fine_term(L, cell->object, depth - 1)));
    }
    return fine;
}

/* ---- ends ---- */

static LocId *end_loc(Lowering *L, LocId *loc, bool *has_loc, const char *name)
{
    if (!memtrack_is_asked(L) || L->cursor.depth > 0) return NULL;
    if (!*has_loc) *loc = loc_make(L, L->thread, name, false);
    *has_loc = true;
    return loc;
}

const LocId *lost_at_return(Lowering *L)
{
    CHECK(L->thread->is_main);
    return end_loc(L, &L->thread->returned, &L->thread->has_returned, "returned");
}

const LocId *lost_at_exit(Lowering *L) { return end_loc(L, &L->thread->exited, &L->thread->has_exited, "exited"); }

static void limit_at(Lowering *L, uint32_t object, Term guard)
{
    const char *name = L->objects.data[object].name;
    emit_limit(L, guard,
               lower_reason(L, run_format(L->run, "whether something points to `%s` in the end is not known", name)));
}

/* The thread's own memory is gone with its locals. */
static void check_own_object(Lowering *L, const Thread *t, uint32_t object)
{
    const Object *o = &L->objects.data[object];
    if (o->is_shared || o->root != t->function) return;
    if (L->facts->key_ids.count) { /* destructors may still free it */
        limit_at(L, object, live_term(L, object));
        return;
    }
    const char *what = run_format(L->run, "`%s` is lost: it is not freed, and nothing points to it any more", o->name);
    uint32_t before = L->program->edges.count;
    emit_violation(L, live_term(L, object), PROPERTY_VALID_MEMTRACK, what);
    if (L->program->edges.count > before) origin_lost(L, object);
}

static void check_shared_object(Lowering *L, uint32_t object)
{
    if (!L->objects.data[object].is_shared) return;
    Term lost = term_and(L->tm, live_term(L, object), term_not(L->tm, fine_term(L, object, DEPTH)));
    if (!term_is_false(L->tm, lost)) limit_at(L, object, lost);
}

static void check_end(Lowering *L, Thread *t, LocId loc, uint32_t object, bool is_exit)
{
    const Object *o = &L->objects.data[object];
    L->cursor = (Cursor){.is_reachable = true, .has_loc = true, .loc = loc};
    L->pos = o->pos;
    if (is_exit && (o->is_shared || o->root == t->function))
        limit_at(L, object, live_term(L, object));
    else if (!is_exit)
        check_own_object(L, t, object);
}

void lost_check(Lowering *L)
{
    if (!memtrack_is_asked(L)) return;
    for (uint32_t k = 0; k < L->threads.count; k++) {
        Thread *t = L->threads.data[k];
        L->thread = t;
        L->frame = NULL;
        for (uint32_t i = 0; i < L->objects.count; i++) {
            if (!L->objects.data[i].has_made) continue;
            if (t->has_end) check_end(L, t, t->end, i, false);
            if (t->has_returned) check_end(L, t, t->returned, i, false);
            if (t->has_returned) check_shared_object(L, i);
            if (t->has_exited) check_end(L, t, t->exited, i, true);
            if (t->is_main && t->has_end && L->objects.data[i].is_shared) {
                L->cursor = (Cursor){.is_reachable = true, .has_loc = true, .loc = t->end};
                limit_at(L, i, live_term(L, i)); /* others may go on, and free it */
            }
        }
    }
    L->cursor = (Cursor){0};
}
