/* For every run of p that ends in an error edge, the joined program has one that ends in the same edge. Let threads of
 * templates that are not idle be, in it, at the location that stands for the one where they are in p, or where they
 * were before they came to a location from where nothing happens any more; idle ones are not there. Then, step by step:
 * - A step of an idle thread assigns its own locals only, is no error, and starts idle threads only (checked). Idle
 *   threads do not exist at the start and are started by spawn alone, so none of them has to be there. The step is left
 *   out.
 * - A step of another thread without effect (nothing assigned, no error, no start but of an idle thread) between
 *   locations that are one is left out, and so is one to a location from where no edge with an effect is reached: where
 *   the thread is left behind it hinders nobody, and all it does from then on is without effect, too.
 * - Edges whose guard is false are never taken.
 * - Any other step is taken: its guard and values speak of shared variables and of the thread's own, which are as in p.
 * - Whoever takes a step in p finds no other thread at an atomic location. No location stands for another unless that
 *   one is atomic, too, if it is (checked), and no thread is left behind at an atomic one; so it is the same here.
 * No more threads are created here, but perhaps fewer: what is said of the number that the program creates holds only
 * where none is idle (proof/proof.h). */
#include "kernel/joined.h"

#include "base/check.h"
#include "logic/term/boolean.h"
#include "program/check.h"
#include "program/copy.h"

typedef struct Joiner {
    Program *p;
    const Joined *j;
    const char *problem;
} Joiner;

static const char *location_of(Joiner *w, uint32_t l)
{
    const Program *p = w->p;
    uint32_t number = 0, t = p->locs.data[l].template.i;
    for (uint32_t i = 0; i < l; i++)
        number += p->locs.data[i].template.i == t;
    return run_format(p->run, "location %u of %s", number, p->templates.data[t].name);
}

static void check_joined_locations(Joiner *w)
{
    const Program *p = w->p;
    for (uint32_t l = 0; l < p->locs.count && !w->problem; l++) {
        uint32_t at = w->j->at[l].i;
        CHECK(at < p->locs.count);
        if (p->locs.data[at].template.i != p->locs.data[l].template.i || w->j->at[at].i != at)
            w->problem = run_format(p->run, "%s is joined with one that is another", location_of(w, l));
        else if (p->locs.data[at].atomic && !p->locs.data[l].atomic)
            w->problem = run_format(p->run, "%s is joined with an atomic one", location_of(w, l));
    }
}

static bool starts_busy_thread(const Joiner *w, const Edge *e)
{
    return e->spawn.i != NO_ID && !w->j->idle[e->spawn.i];
}

static bool is_never_taken(const Joiner *w, const Edge *e) { return term_is_false(w->p->tm, e->guard); }

static bool is_noticed_by_others(const Joiner *w, const Edge *e)
{
    bool assigns = false;
    if (is_never_taken(w, e)) return false;
    for (uint32_t i = 0; i < e->assign_count; i++)
        assigns |= w->p->vars.data[e->assigns[i].var.i].class != VAR_LOCAL;
    return assigns || e->is_error || starts_busy_thread(w, e);
}

static void check_idle(Joiner *w)
{
    const Program *p = w->p;
    for (uint32_t t = 0; t < p->templates.count && !w->problem; t++)
        if (w->j->idle[t] && p->templates.data[t].initial != COUNT_NONE)
            w->problem = run_format(p->run, "%s is idle, but there at the start", p->templates.data[t].name);
    for (uint32_t i = 0; i < p->edges.count && !w->problem; i++) {
        const Edge *e = &p->edges.data[i];
        uint32_t t = p->locs.data[e->from.i].template.i;
        if (w->j->idle[t] && is_noticed_by_others(w, e))
            w->problem = run_format(p->run, "%s is idle, but others see what it does", p->templates.data[t].name);
    }
}

static bool does_nothing_noticed(const Joiner *w, const Edge *e)
{
    return is_never_taken(w, e) || (!e->assign_count && !e->is_error && !starts_busy_thread(w, e));
}

/* Per location: is an edge with an effect reached from there? Backwards, from the ends of edges to their starts. */
static bool *find_acting(const Joiner *w)
{
    const Program *p = w->p;
    bool *acting = run_alloc(p->run, p->locs.count + 1);
    uint32_t *into = run_alloc(p->run, (p->locs.count + 2) * sizeof *into);
    uint32_t *edges = run_alloc(p->run, (p->edges.count + 1) * sizeof *edges);
    VEC(uint32_t) work = {NULL, 0, 0};
    for (uint32_t i = 0; i < p->edges.count; i++)
        into[p->edges.data[i].to.i + 1]++;
    for (uint32_t l = 0; l < p->locs.count; l++)
        into[l + 1] += into[l];
    for (uint32_t i = p->edges.count; i-- > 0;) { /* places of a location from its last to its first */
        uint32_t to = p->edges.data[i].to.i;
        edges[--into[to + 1]] = i;
    }
    for (uint32_t i = 0; i < p->edges.count; i++) {
        uint32_t from = p->edges.data[i].from.i;
        if (acting[from] || does_nothing_noticed(w, &p->edges.data[i])) continue;
        acting[from] = true;
        vec_push(p->run, &work, from);
    }
    while (work.count) {
        uint32_t l = vec_pop(&work), end = l + 2 <= p->locs.count ? into[l + 2] : p->edges.count;
        for (uint32_t k = into[l + 1]; k < end; k++) {
            const Edge *e = &p->edges.data[edges[k]];
            if (acting[e->from.i] || is_never_taken(w, e)) continue;
            acting[e->from.i] = true;
            vec_push(p->run, &work, e->from.i);
        }
    }
    vec_free(p->run, &work);
    run_release(p->run, into);
    run_release(p->run, edges);
    return acting;
}

static bool is_edge_left_out(const Joiner *w, const bool *acting, const Edge *e)
{
    LocId from = w->j->at[e->from.i], to = w->j->at[e->to.i];
    if (w->j->idle[w->p->locs.data[from.i].template.i] || is_never_taken(w, e)) return true;
    if (!does_nothing_noticed(w, e)) return false;
    return from.i == to.i || (!acting[e->to.i] && !w->p->locs.data[from.i].atomic);
}

static void add_joined_edge(const Joiner *w, Program *out, Edge e)
{
    e.from = w->j->at[e.from.i];
    if (!e.is_error) e.to = w->j->at[e.to.i];
    if (e.spawn.i != NO_ID && !starts_busy_thread(w, &e)) {
        e.spawn.i = NO_ID;
        e.arg_count = 0;
    }
    program_add_edge(out, &e);
}

Program *certify_joined(Program *p, const Joined *j, const char **problem)
{
    Joiner joiner = {p, j, NULL}, *w = &joiner;
    check_joined_locations(w);
    if (!w->problem) check_idle(w);
    *problem = w->problem;
    if (w->problem) return NULL;
    Program *out = program_copy_frame(p, true);
    bool *acting = find_acting(w);
    for (uint32_t t = 0; t < p->templates.count; t++)
        out->templates.data[t].entry = j->at[p->templates.data[t].entry.i];
    for (uint32_t i = 0; i < p->edges.count; i++)
        if (!is_edge_left_out(w, acting, &p->edges.data[i])) add_joined_edge(w, out, p->edges.data[i]);
    run_release(p->run, acting);
    program_index(out);
    return program_require(out, "program with joined locations");
}
