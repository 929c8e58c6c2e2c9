/* What is wrong because of what others do at the time: when all is lowered, and all calls are known.
 *
 * A thread that is blocked by a semaphore is counted in a shared variable: by a step of its own it goes to a location
 * beside the call, where it waits likewise (as with deadlocks). It may do that step whenever it stands there and would
 * have to wait, so that each run in which it is blocked has one in which it is counted. Who is counted is blocked, or
 * may go on and has not yet: then the value is not 0, and when it has gone on those that stay are seen. */
#include "c/exact/threads/valid_resolve.h"

#include "base/check.h"
#include "c/compile/source.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/names.h"
#include "c/exact/threads/valid_sync.h"
#include "c/exact/threads/waits.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"

typedef struct ValidSync {
    Lowering *L;
    bool *others; /* by location: other threads may be there */
    VarId *count; /* by cell of a semaphore: how many are blocked; NO_ID: nobody asks */
} ValidSync;

/* What stands before the first start of a thread in main is alone. */
static void find_others(ValidSync *v)
{
    Program *p = v->L->program;
    VEC(uint32_t) stack = {0};
    v->others = run_alloc(p->run, (p->locs.count + 1) * sizeof *v->others);
    program_index(p);
    for (uint32_t l = 0; l < p->locs.count; l++)
        v->others[l] = !v->L->threads.data[p->locs.data[l].template.i]->is_main;
    for (uint32_t i = 0; i < p->edges.count; i++)
        if (p->edges.data[i].spawn.i != NO_ID) vec_push(p->run, &stack, p->edges.data[i].to.i);
    while (stack.count) {
        LocId loc = {vec_pop(&stack)};
        v->others[loc.i] = true;
        for (uint32_t k = 0; k < program_out_count(p, loc); k++)
            if (!v->others[program_out_edge(p, loc, k)->to.i])
                vec_push(p->run, &stack, program_out_edge(p, loc, k)->to.i);
    }
    vec_free(p->run, &stack);
}

void valid_sync_add_wrong(Lowering *L, LocId from, Term guard, const char *what, const char *why, SourcePos pos)
{
    if (term_is(guard) && term_is_false(L->tm, guard)) return;
    L->pos = pos;
    Thread *t = L->threads.data[L->program->locs.data[from.i].template.i];
    Edge edge = edge_make(from, thread_error_loc(L, t), pos);
    if (term_is(guard)) edge.guard = guard;
    edge.is_error = true;
    edge.property = what ? PROPERTY_VALID_SYNC : PROPERTY_UNREACH_CALL;
    edge.what = what;
    edge.approximate = why ? lower_reason(L, why) : NULL;
    edge.text = sources_line(L->sources, pos);
    program_add_edge(L->program, &edge);
    if (what) vec_push(L->run, &L->program->places, ((CheckedPlace){PROPERTY_VALID_SYNC, pos}));
}

static Term is_some(Lowering *L, VarId count) { return term_ne(L->tm, var_term(L, count), term_int(L->tm, 0)); }

static Term with_guard(Lowering *L, Term guard, Term t) { return term_is(guard) ? term_and(L->tm, guard, t) : t; }

static const char *cell_name(Lowering *L, uint32_t cell)
{
    const Var *var = &L->program->vars.data[L->cells.data[cell].var.i];
    return var->lock ? var->lock : var->name;
}

static void resolve_condition(Lowering *L, const SyncRenewal *r)
{
    const SyncCondition *c = &L->sync_checks.conditions.data[r->id];
    Term wrong = with_guard(L, r->guard, is_some(L, c->asleep)), mixed = var_term(L, c->stolen);
    const char *what =
        run_format(L->run, "`%s` is %s while a thread waits for it", c->name, r->is_init ? "initialised" : "destroyed");
    valid_sync_add_wrong(L, r->loc, term_and(L->tm, wrong, term_not(L->tm, mixed)), what, NULL, r->pos);
    valid_sync_add_wrong(L, r->loc, term_and(L->tm, wrong, mixed), NULL,
                         "which of the threads that wait for a condition variable was woken is not known", r->pos);
}

static void resolve_object(ValidSync *v, const SyncRenewal *r)
{
    Lowering *L = v->L;
    const char *how = r->is_init ? "initialised" : "destroyed", *name = cell_name(L, r->id);
    for (uint32_t i = 0; i < L->sync_checks.pairs.count; i++) {
        const SyncPair *pair = &L->sync_checks.pairs.data[i];
        if (pair->cell != r->id) continue;
        const char *what = run_format(L->run, "`%s` is %s while a thread waits with it", name, how);
        valid_sync_add_wrong(L, r->loc, with_guard(L, r->guard, is_some(L, pair->count)), what, NULL, r->pos);
    }
    if (L->cells.data[r->id].sync != SYNC_SEMAPHORE) return;
    bool is_waited = false;
    for (uint32_t i = 0; i < L->sync_checks.blocks.count; i++)
        is_waited |= L->sync_checks.blocks.data[i].cell == r->id;
    if (!is_waited) return;
    VarId *count = &v->count[r->id];
    if (count->i == NO_ID) *count = waits_count(L, run_format(L->run, "%s.blocked", name), 0, sort_int());
    const char *what = run_format(L->run, "`%s` is %s while a thread waits for it", name, how);
    Term is_zero = term_eq(L->tm, var_term(L, L->cells.data[r->id].var), term_bv(L->tm, 32, 0));
    valid_sync_add_wrong(L, r->loc, with_guard(L, r->guard, term_and(L->tm, is_zero, is_some(L, *count))), what, NULL,
                         r->pos);
}

static void resolve_renewals(ValidSync *v)
{
    Lowering *L = v->L;
    for (uint32_t i = 0; i < L->sync_checks.renewals.count; i++) {
        const SyncRenewal r = L->sync_checks.renewals.data[i];
        if (!v->others[r.loc.i]) continue;
        if (r.is_condition)
            resolve_condition(L, &r);
        else
            resolve_object(v, &r);
    }
}

/* Two mutexes for one condition variable. */
static void resolve_waits(Lowering *L)
{
    for (uint32_t i = 0; i < L->sync_checks.waits.count; i++) {
        const SyncWait w = L->sync_checks.waits.data[i];
        const SyncPair own = L->sync_checks.pairs.data[w.pair];
        for (uint32_t k = 0; k < L->sync_checks.pairs.count; k++) {
            const SyncPair other = L->sync_checks.pairs.data[k];
            if (other.condition != own.condition || other.cell == own.cell) continue;
            const char *what = run_format(L->run, "a wait for `%s` with `%s`, for which another thread waits with `%s`",
                                          L->sync_checks.conditions.data[own.condition].name, cell_name(L, own.cell),
                                          cell_name(L, other.cell));
            valid_sync_add_wrong(L, w.loc, with_guard(L, w.guard, is_some(L, other.count)), what, NULL, w.pos);
        }
    }
}

/* A copy of the edge from another location; the variable is younger than all that the edge assigns. */
static void add_copy(Lowering *L, uint32_t edge, LocId from, VarId count)
{
    Edge copy = L->program->edges.data[edge];
    Assign *all = run_alloc(L->run, (copy.assign_count + 1) * sizeof *all);
    for (uint32_t i = 0; i < copy.assign_count; i++)
        all[i] = copy.assigns[i];
    CHECK(copy.assign_count == 0 || all[copy.assign_count - 1].var.i < count.i);
    all[copy.assign_count++] = (Assign){count, term_add(L->tm, var_term(L, count), term_int(L->tm, -1))};
    copy.from = from;
    copy.assigns = all;
    program_add_edge(L->program, &copy);
    run_release(L->run, all);
}

static void add_blocked(ValidSync *v, const SyncBlock *b)
{
    Lowering *L = v->L;
    VarId count = v->count[b->cell];
    if (count.i == NO_ID) return;
    uint32_t edges = L->program->edges.count;
    L->pos = b->pos;
    LocId beside = loc_make(L, L->threads.data[L->program->locs.data[b->loc.i].template.i], "blocked", false);
    Assign arrive = {count, term_add(L->tm, var_term(L, count), term_int(L->tm, 1))};
    Edge edge = edge_make(b->loc, beside, b->pos);
    edge.guard = b->blocked;
    edge.assigns = &arrive;
    edge.assign_count = 1;
    edge.text = "(waits for a semaphore)";
    program_add_edge(L->program, &edge);
    for (uint32_t i = 0; i < edges; i++)
        if (L->program->edges.data[i].from.i == b->loc.i && !L->program->edges.data[i].is_error)
            add_copy(L, i, beside, count);
}

/* ---- locks that a thread has when it ends ---- */

static bool gives_back(const Lowering *L, const SyncUse *taken, LocId loc)
{
    for (uint32_t i = 0; i < L->sync_uses.count; i++) {
        const SyncUse *u = &L->sync_uses.data[i];
        bool is_it = u->object == taken->object && u->offset == taken->offset && u->kind == SYNC_USE_GIVE;
        if (u->loc.i == loc.i && is_it) return true;
    }
    return false;
}

/* Along the edges, whatever their guards say. */
static bool may_reach_end(const Lowering *L, const SyncUse *taken, const Thread *t, bool *seen)
{
    const Program *p = L->program;
    VEC(uint32_t) stack = {0};
    vec_push(p->run, &stack, taken->loc.i);
    for (uint32_t l = 0; l < p->locs.count; l++)
        seen[l] = false;
    while (stack.count && !seen[t->end.i]) {
        LocId loc = {vec_pop(&stack)};
        if (seen[loc.i] || gives_back(L, taken, loc)) continue;
        seen[loc.i] = true;
        for (uint32_t k = 0; k < program_out_count(p, loc); k++)
            if (!program_out_edge(p, loc, k)->is_error) vec_push(p->run, &stack, program_out_edge(p, loc, k)->to.i);
    }
    vec_free(p->run, &stack);
    return seen[t->end.i];
}

static void note_held_at_end(Lowering *L)
{
    bool *seen = run_alloc(L->run, (L->program->locs.count + 1) * sizeof *seen);
    for (uint32_t i = 0; i < L->sync_uses.count; i++) {
        const SyncUse *u = &L->sync_uses.data[i];
        const Thread *t = L->threads.data[L->program->locs.data[u->loc.i].template.i];
        run_poll(L->run);
        if (u->kind != SYNC_USE_TAKE || !t->has_end || !may_reach_end(L, u, t, seen)) continue;
        diag_add(L->run, SEVERITY_NOTE, (SourcePos){u->pos.file, u->pos.line, 0},
                 "a thread may end while it holds the lock that is taken here, in `%s`: no violation, but nobody else "
                 "can give it back",
                 L->objects.data[u->object].name);
    }
    run_release(L->run, seen);
}

/* ---- all ---- */

void valid_sync_resolve(Lowering *L)
{
    SourcePos pos = L->pos;
    if (!valid_sync_is_asked(L)) return;
    ValidSync v = {.L = L};
    v.count = run_alloc(L->run, (L->cells.count + 1) * sizeof *v.count);
    for (uint32_t i = 0; i < L->cells.count; i++)
        v.count[i] = (VarId){NO_ID};
    find_others(&v);
    note_held_at_end(L);
    resolve_renewals(&v);
    resolve_waits(L);
    for (uint32_t i = 0; i < L->sync_checks.blocks.count; i++)
        add_blocked(&v, &L->sync_checks.blocks.data[i]);
    run_release(L->run, v.others);
    run_release(L->run, v.count);
    L->pos = pos;
}
