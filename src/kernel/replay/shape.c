/* Two reductions, and why they leave no error out.
 *
 * Forgotten locals: two states that differ in locals which no thread reads before it assigns to them have the same
 * runs.
 *
 * Quiet locations. Their edges read locals, inputs, and shared variables that no edge assigns to; they assign to locals
 * only, start no thread, and neither come from nor lead to an atomic location. Let a thread m be at one in a state s,
 * able to move, and let w be a run from s to an error. If m moves in w, its first step there can as well be the first
 * of w: nobody else changes what it reads, and it changes nothing that others read. If it does not, it can be put
 * before w, likewise. So moving m alone loses no error, as long as m does not move for ever while the others are
 * forgotten: quiet edges go forward in an order of the template's locations, so each row of them ends, and all threads
 * are moved where it does. An error edge of m is met where m is. */
#include "kernel/replay/shape.h"

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/walk.h"

typedef struct Reading {
    const ReplayShape *shape;
    bool *needed;
    const bool *is_assigned; /* per variable: by some edge */
    bool changed, reads_changing;
} Reading;

static bool is_local(const Program *p, uint32_t v) { return p->vars.data[v].class == VAR_LOCAL; }

static void for_each_read(const Program *p, const Edge *e, void (*fn)(void *arg, Term var), void *arg)
{
    term_for_each_var(p->tm, e->guard, fn, arg);
    for (uint32_t i = 0; i < e->assign_count; i++)
        term_for_each_var(p->tm, e->assigns[i].value, fn, arg);
    for (uint32_t i = 0; i < e->arg_count; i++)
        term_for_each_var(p->tm, e->args[i].value, fn, arg);
}

static void number_replay_slots(ReplayShape *shape)
{
    const Program *p = shape->p;
    shape->slot = run_alloc(p->run, (p->vars.count + 1) * sizeof *shape->slot);
    for (uint32_t v = 0; v < p->vars.count; v++)
        if (p->vars.data[v].class == VAR_SHARED) shape->slot[v] = shape->shared_count++;
    for (uint32_t t = 0; t < p->templates.count; t++)
        for (uint32_t i = 0; i < p->templates.data[t].locals.count; i++)
            shape->slot[p->templates.data[t].locals.data[i]] = i;
}

/* ---- locals that are needed: the least sets that contain what an edge reads, and what is needed behind it and not
 * assigned to by it ---- */

static void need_local(void *arg, Term var)
{
    Reading *r = arg;
    uint32_t v = term_symbol(r->shape->p->tm, var);
    if (!is_local(r->shape->p, v) || r->needed[r->shape->slot[v]]) return;
    r->needed[r->shape->slot[v]] = r->changed = true;
}

static bool need_before(const ReplayShape *shape, const Edge *e)
{
    const Program *p = shape->p;
    uint32_t count = p->templates.data[p->locs.data[e->from.i].template.i].locals.count;
    Reading r = {.shape = shape, .needed = shape->needed[e->from.i]};
    bool *behind = run_alloc(p->run, count + 1);
    for (uint32_t i = 0; i < count && !e->is_error; i++)
        behind[i] = shape->needed[e->to.i][i];
    for (uint32_t i = 0; i < e->assign_count; i++)
        if (is_local(p, e->assigns[i].var.i)) behind[shape->slot[e->assigns[i].var.i]] = false;
    for_each_read(p, e, need_local, &r);
    for (uint32_t i = 0; i < count; i++) {
        if (!behind[i] || r.needed[i]) continue;
        r.needed[i] = r.changed = true;
    }
    run_release(p->run, behind);
    return r.changed;
}

static void find_needed_locals(ReplayShape *shape)
{
    const Program *p = shape->p;
    shape->needed = run_alloc(p->run, (p->locs.count + 1) * sizeof *shape->needed);
    for (uint32_t l = 0; l < p->locs.count; l++)
        shape->needed[l] = run_alloc(p->run, p->templates.data[p->locs.data[l].template.i].locals.count + 1);
    for (bool changed = true; changed;) {
        changed = false;
        run_poll(p->run);
        for (uint32_t e = p->edges.count; e-- > 0;)
            changed |= need_before(shape, &p->edges.data[e]);
    }
}

/* ---- quiet locations ---- */

/* Numbers of locations such that only edges that close a circle lead to a number that is not larger: 0 where no thread
 * comes. Depth first; a location gets its number when all behind it have theirs. */
static uint32_t *find_location_order(const Program *p)
{
    uint32_t *order = run_alloc(p->run, (p->locs.count + 1) * sizeof *order), next = p->locs.count;
    uint32_t *tried = run_alloc(p->run, (p->locs.count + 1) * sizeof *tried);
    bool *met = run_alloc(p->run, p->locs.count + 1);
    VEC(LocId) path = {NULL, 0, 0};
    for (uint32_t t = 0; t < p->templates.count; t++) {
        met[p->templates.data[t].entry.i] = true;
        vec_push(p->run, &path, p->templates.data[t].entry);
        while (path.count) {
            LocId l = vec_last(&path);
            if (tried[l.i] == program_out_count(p, l)) {
                order[l.i] = next--;
                path.count--;
                continue;
            }
            LocId to = program_out_edge(p, l, tried[l.i]++)->to;
            if (met[to.i]) continue;
            met[to.i] = true;
            vec_push(p->run, &path, to);
        }
    }
    vec_free(p->run, &path);
    run_release(p->run, tried);
    run_release(p->run, met);
    return order;
}

static void look_for_changing(void *arg, Term var)
{
    Reading *r = arg;
    uint32_t v = term_symbol(r->shape->p->tm, var);
    r->reads_changing |= r->shape->p->vars.data[v].class == VAR_SHARED && r->is_assigned[v];
}

static bool edge_is_quiet(const ReplayShape *shape, const bool *is_assigned, const uint32_t *order, const Edge *e)
{
    const Program *p = shape->p;
    if (e->spawn.i != NO_ID || p->locs.data[e->from.i].atomic || p->locs.data[e->to.i].atomic) return false;
    if (order[e->to.i] <= order[e->from.i]) return false;
    for (uint32_t i = 0; i < e->assign_count; i++)
        if (!is_local(p, e->assigns[i].var.i)) return false;
    Reading r = {.shape = shape, .is_assigned = is_assigned};
    for_each_read(p, e, look_for_changing, &r);
    return !r.reads_changing;
}

/* An edge that can always be taken, or two of which one can. */
static bool some_edge_holds(const Program *p, LocId l)
{
    for (uint32_t i = 0; i < program_out_count(p, l); i++) {
        Term guard = program_out_edge(p, l, i)->guard, otherwise = term_not(p->tm, guard);
        if (term_is_true(p->tm, guard)) return true;
        for (uint32_t k = 0; k < i; k++)
            if (term_same(program_out_edge(p, l, k)->guard, otherwise)) return true;
    }
    return false;
}

static void find_quiet_locations(ReplayShape *shape)
{
    const Program *p = shape->p;
    bool *is_assigned = run_alloc(p->run, p->vars.count + 1);
    shape->is_quiet = run_alloc(p->run, p->locs.count + 1);
    shape->always_moves = run_alloc(p->run, p->locs.count + 1);
    uint32_t *order = find_location_order(p);
    for (uint32_t e = 0; e < p->edges.count; e++)
        for (uint32_t i = 0; i < p->edges.data[e].assign_count; i++)
            is_assigned[p->edges.data[e].assigns[i].var.i] = true;
    for (uint32_t l = 0; l < p->locs.count; l++) {
        bool quiet = order[l] != 0;
        for (uint32_t i = 0; i < program_out_count(p, (LocId){l}) && quiet; i++)
            quiet = edge_is_quiet(shape, is_assigned, order, program_out_edge(p, (LocId){l}, i));
        shape->is_quiet[l] = quiet;
        shape->always_moves[l] = quiet && some_edge_holds(p, (LocId){l});
    }
    run_release(p->run, is_assigned);
    run_release(p->run, order);
}

ReplayShape replay_shape(const Program *p)
{
    CHECK(program_is_indexed(p) && !p->is_merged);
    ReplayShape shape = {.p = p};
    number_replay_slots(&shape);
    find_needed_locals(&shape);
    find_quiet_locations(&shape);
    return shape;
}
