#include "c/exact/threads/waits.h"

#include "base/check.h"
#include "c/compile/source.h"
#include "c/exact/memory/sync_object.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/names.h"
#include "c/exact/model/origin.h"
#include "logic/term/boolean.h"

bool waits_are_asked(const Lowering *L) { return property_is_asked(L, PROPERTY_NO_DEADLOCK); }

void waits_clear(Lowering *L)
{
    for (uint32_t i = 0; i < L->waits.list.count; i++)
        vec_free(L->run, &L->waits.list.data[i].edges);
    vec_free(L->run, &L->waits.stops);
    vec_free(L->run, &L->waits.conditions);
    vec_free(L->run, &L->waits.sleeps);
    vec_free(L->run, &L->waits.list);
    vec_free(L->run, &L->waits.releases);
    vec_free(L->run, &L->waits.endings);
}

static bool wait_is_valid(const Lowering *L, const Wait *w)
{
    const Program *p = L->program;
    if (!program_has_loc(p, w->loc) || !term_is(w->blocked)) return false;
    if (term_sort(L->tm, w->blocked).kind != SORT_BOOL) return false;
    if (w->kind <= WAIT_READ && w->id >= L->cells.count) return false;
    if (w->kind == WAIT_JOIN && w->id >= L->creations.count) return false;
    for (uint32_t i = 0; i < w->edges.count; i++)
        if (!program_has_edge(p, w->edges.data[i]) || p->edges.data[w->edges.data[i].i].from.i != w->loc.i)
            return false;
    return true;
}

bool waits_are_valid(const Lowering *L)
{
    for (uint32_t i = 0; i < L->waits.list.count; i++)
        if (!wait_is_valid(L, &L->waits.list.data[i])) return false;
    for (uint32_t i = 0; i < L->waits.releases.count; i++)
        if (L->waits.releases.data[i].cell >= L->cells.count ||
            !program_has_loc(L->program, L->waits.releases.data[i].loc))
            return false;
    return true;
}

static Term and_optional(Lowering *L, Term a, Term b)
{
    return term_is(a) && term_is(b) ? term_and(L->tm, a, b) : term_is(a) ? a : b;
}

/* ---- locks ---- */

void waits_own(Lowering *L, uint32_t cell, bool holds, Step *step)
{
    const Cell *c = &L->cells.data[cell];
    if (!waits_are_asked(L) && !property_is_asked(L, PROPERTY_VALID_SYNC)) return;
    if (c->sync == SYNC_RWLOCK || sync_is_typed(L, cell)) return;
    step_assign(L, step, sync_owner(L, cell), term_bool(L->tm, holds));
}

uint32_t waits_add_lock(Lowering *L, uint32_t cell, bool is_read, Term guard, Term blocked)
{
    if (!waits_are_asked(L)) return 0;
    CHECK(cell < L->cells.count && term_sort(L->tm, blocked).kind == SORT_BOOL);
    if (L->once_depth > 0) waits_add_other(L, "functions that pthread_once runs");
    Wait w = {.kind = is_read ? WAIT_READ : WAIT_TAKE, .id = cell, .at = L->instruction, .pos = L->pos};
    w.loc = cursor_loc(L);
    w.blocked = and_optional(L, L->cursor.condition, and_optional(L, guard, blocked));
    vec_push(L->run, &L->waits.list, w);
    return L->waits.list.count;
}

void waits_restrict(Lowering *L, uint32_t first, Term condition)
{
    for (uint32_t i = first; i < L->waits.list.count; i++)
        L->waits.list.data[i].blocked = term_and(L->tm, condition, L->waits.list.data[i].blocked);
}

static void add_release(Lowering *L, uint32_t cell, Term guard, Term held, bool is_initial)
{
    if (!waits_are_asked(L)) return;
    Release r = {cell, cursor_loc(L), and_optional(L, L->cursor.condition, and_optional(L, guard, held)), is_initial,
                 L->pos};
    vec_push(L->run, &L->waits.releases, r);
}

void waits_add_release(Lowering *L, uint32_t cell, Term guard, Term held) { add_release(L, cell, guard, held, false); }

/* Of static storage only: elsewhere what was there before is arbitrary, and the object may be a new one each time. */
void waits_add_initial(Lowering *L, uint32_t cell, Term guard, Term held)
{
    if (L->objects.data[L->cells.data[cell].object].kind == OBJECT_GLOBAL) add_release(L, cell, guard, held, true);
}

/* ---- threads ---- */

void waits_add_ending(Lowering *L, const Thread *t, uint32_t creation, Term own, Term runs)
{
    if (!waits_are_asked(L)) return;
    CHECK(creation < L->creations.count && term_sort(L->tm, runs).kind == SORT_BOOL);
    Ending e = {creation, t->id, own, runs, t->info->name};
    vec_push(L->run, &L->waits.endings, e);
}

void waits_add_join(Lowering *L, const Join *join, uint32_t creation, Term blocked)
{
    if (!waits_are_asked(L) || term_is_false(L->tm, blocked)) return;
    const Edge *edge = &L->program->edges.data[join->edge.i];
    Wait w = {.kind = creation == NO_ID ? WAIT_UNKNOWN : WAIT_JOIN, .id = creation, .pos = join->pos};
    w.why = join->why ? join->why : "";
    w.loc = edge->from;
    w.blocked = term_and(L->tm, edge->guard, blocked);
    vec_push(L->run, &w.edges, join->edge);
    vec_push(L->run, &L->waits.list, w);
    CHECK(wait_is_valid(L, &w));
}

/* ---- the rest ---- */

EdgeId waits_add_error(Lowering *L, LocId from, Term guard, const char *what, const char *why, SourcePos pos)
{
    if (term_is_false(L->tm, guard)) return (EdgeId){NO_ID};
    CHECK((what != NULL) != (why != NULL));
    L->pos = pos;
    Edge edge = edge_make(from, thread_error_loc(L, L->threads.data[L->program->locs.data[from.i].template.i]), pos);
    edge.guard = guard;
    edge.is_error = true;
    edge.property = what ? PROPERTY_NO_DEADLOCK : PROPERTY_UNREACH_CALL;
    edge.what = what;
    edge.approximate = why ? lower_reason(L, why) : NULL;
    edge.text = sources_line(L->sources, pos);
    return program_add_edge(L->program, &edge);
}

void waits_add_self(Lowering *L, Term guard, Term holds)
{
    if (!waits_are_asked(L)) return;
    Term condition = and_optional(L, L->cursor.condition, and_optional(L, guard, holds));
    waits_add_error(L, cursor_loc(L), condition, NULL, "a thread that holds a lock for writing asks for it again",
                    L->pos);
}

VarId waits_count(Lowering *L, const char *name, uint64_t init, Sort sort)
{
    Var var = {0};
    var.name = name_unique(L, name);
    var.sort = sort;
    var.class = VAR_SHARED;
    var.init = term_const(L->tm, sort, init);
    var.is_signed = var.is_temporary = true;
    var.pos = L->pos;
    return var_add(L, &var, NULL);
}

VarId waits_active(Lowering *L)
{
    CHECK(waits_are_asked(L));
    if (!L->waits.has_active) L->waits.active = waits_count(L, "active", 1, sort_int());
    L->waits.has_active = true;
    return L->waits.active;
}

void waits_add_stop(Lowering *L, Term guard, Term taken, const char *waits)
{
    if (!waits_are_asked(L)) return;
    origin_refuse(L, L->pos, "deadlocks cannot be run natively yet");
    Stop s = {cursor_loc(L), and_optional(L, L->cursor.condition, and_optional(L, guard, taken)), taken, waits, L->pos};
    vec_push(L->run, &L->waits.stops, s);
}

void waits_add_other(Lowering *L, const char *what)
{
    if (!waits_are_asked(L) || L->program->unproved) return;
    L->program->unproved =
        lower_reason(L, run_format(L->run, "%s may block for ever, which is not proved absent", what));
}
