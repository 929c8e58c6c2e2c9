/* What decides whether an error edge is taken:
 * - what its guard speaks of;
 * - what the values of such variables are made of;
 * - what conditions compare with them;
 * - the guards of branches on whose sides different things happen first: another assignment to such variables, or the
 *   error edge. Where both sides come to the same next thing it does not matter which one was taken, and where one side
 *   comes to none either, as long as no condition compares (weak control dependence: Danicic et al., "A unifying theory
 *   of control dependence", 2011; whether a loop in between ends is not looked at);
 * - locks that are held where shared ones of these variables are accessed. A lock is, here, what one edge tests and
 * sets. Nothing of this has to be right: who proves something with fewer variables has proved it, and who does not
 * takes more. */
#include "program/analysis/cone.h"

#include <string.h>

#include "base/check.h"
#include "logic/term/walk.h"

#define PASSES 16 /* over the locations, in search of what happens first */

/* Variables read, by owner: numbers of the owner are 0 .. count - 1, in order of adding. */
typedef struct VariableReads {
    VEC(uint32_t) starts, vars;
} VariableReads;

/* target = term over its reads, by an edge. */
typedef struct Definition {
    uint32_t target, edge, next; /* the next one of the same target, or NO_ID */
} Definition;

struct Cones {
    Program *p;
    VariableReads guards;  /* by conjunct */
    uint32_t *guard_from;  /* per edge: the conjuncts of its guard are guard_from[e] .. guard_from[e + 1] - 1 */
    VariableReads sources; /* by definition */
    VEC(Definition) defined;
    uint32_t *first;        /* per variable: its first definition */
    uint32_t *defined_from; /* per edge: its definitions are defined_from[e] .. defined_from[e + 1] - 1 */
    VEC(uint32_t) locks;    /* edges that test and set a shared variable */
    bool *dead;             /* per edge: cannot be taken, or an error edge */
    uint32_t *next;         /* per location: what happens first from there */
    bool *kept;             /* of the search at work */
    VEC(uint32_t) work;     /* kept variables whose definitions are to be looked at */
};

#define NEXT_NOTHING UINT32_MAX /* the thread ends or stays in a loop, as far as is known */

/* ---- what edges read and write ---- */

static void add_cone_read(void *arg, Term var)
{
    Cones *c = ((void **)arg)[0];
    VariableReads *reads = ((void **)arg)[1];
    uint32_t v = term_symbol(c->p->tm, var);
    CHECK(program_has_var(c->p, (VarId){v}));
    if (c->p->vars.data[v].class != VAR_INPUT) vec_push(c->p->run, &reads->vars, v);
}

static void add_cone_reads(Cones *c, VariableReads *reads, Term t)
{
    vec_push(c->p->run, &reads->starts, reads->vars.count);
    term_for_each_var(c->p->tm, t, add_cone_read, (void *[]){c, reads});
}

static uint32_t reads_end(const VariableReads *r, uint32_t owner)
{
    CHECK(owner < r->starts.count);
    return owner + 1 < r->starts.count ? r->starts.data[owner + 1] : r->vars.count;
}

static void add_guard_conjuncts(Cones *c, Term guard)
{
    if (term_kind(c->p->tm, guard) != TERM_AND) {
        add_cone_reads(c, &c->guards, guard);
        return;
    }
    for (uint32_t i = 0; i < term_arity(c->p->tm, guard); i++)
        add_guard_conjuncts(c, term_arg(c->p->tm, guard, i));
}

static void add_definitions(Cones *c, uint32_t edge, const Assign *assigns, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t target = assigns[i].var.i;
        Definition d = {target, edge, c->first[target]};
        c->first[target] = c->defined.count;
        vec_push(c->p->run, &c->defined, d);
        add_cone_reads(c, &c->sources, assigns[i].value);
    }
}

static bool guard_reads(const Cones *c, uint32_t edge, uint32_t v)
{
    for (uint32_t k = c->guard_from[edge]; k < c->guard_from[edge + 1]; k++)
        for (uint32_t i = c->guards.starts.data[k]; i < reads_end(&c->guards, k); i++)
            if (c->guards.vars.data[i] == v) return true;
    return false;
}

/* The shared variable that the edge tests and sets, or NO_ID. */
static uint32_t lock_of(const Cones *c, uint32_t edge)
{
    for (uint32_t d = c->defined_from[edge]; d < c->defined_from[edge + 1]; d++) {
        uint32_t v = c->defined.data[d].target;
        if (c->p->vars.data[v].class == VAR_SHARED && guard_reads(c, edge, v)) return v;
    }
    return NO_ID;
}

Cones *cones_new(Program *p)
{
    Run *run = p->run;
    Cones *c = run_alloc(run, sizeof *c);
    c->p = p;
    c->first = run_alloc(run, (p->vars.count + 1) * sizeof *c->first);
    memset(c->first, 0xff, (p->vars.count + 1) * sizeof *c->first);
    c->defined_from = run_alloc(run, (p->edges.count + 1) * sizeof *c->defined_from);
    c->guard_from = run_alloc(run, (p->edges.count + 1) * sizeof *c->guard_from);
    c->dead = run_alloc(run, p->edges.count + 1);
    c->next = run_alloc(run, (p->locs.count + 1) * sizeof *c->next);
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        c->dead[i] = e->is_error || term_is_false(p->tm, e->guard);
        c->guard_from[i] = c->guards.starts.count;
        add_guard_conjuncts(c, e->guard);
        c->defined_from[i] = c->defined.count;
        add_definitions(c, i, e->assigns, e->assign_count);
        add_definitions(c, i, e->args, e->arg_count);
    }
    c->guard_from[p->edges.count] = c->guards.starts.count;
    c->defined_from[p->edges.count] = c->defined.count;
    for (uint32_t i = 0; i < p->edges.count; i++)
        if (!c->dead[i] && lock_of(c, i) != NO_ID) vec_push(run, &c->locks, i);
    return c;
}

void cones_free(Cones *c)
{
    Run *run = c->p->run;
    vec_free(run, &c->guards.starts);
    vec_free(run, &c->guards.vars);
    vec_free(run, &c->sources.starts);
    vec_free(run, &c->sources.vars);
    vec_free(run, &c->defined);
    vec_free(run, &c->locks);
    vec_free(run, &c->work);
    run_release(run, c->first);
    run_release(run, c->defined_from);
    run_release(run, c->guard_from);
    run_release(run, c->dead);
    run_release(run, c->next);
    run_release(run, c);
}

/* ---- data ---- */

static void keep_in_cone(Cones *c, uint32_t v)
{
    if (c->kept[v]) return;
    c->kept[v] = true;
    vec_push(c->p->run, &c->work, v);
}

static void keep_reads(Cones *c, const VariableReads *r, uint32_t owner)
{
    for (uint32_t i = r->starts.data[owner], end = reads_end(r, owner); i < end; i++)
        keep_in_cone(c, r->vars.data[i]);
}

static void keep_guard(Cones *c, uint32_t edge)
{
    for (uint32_t k = c->guard_from[edge]; k < c->guard_from[edge + 1]; k++)
        keep_reads(c, &c->guards, k);
}

static void close_data(Cones *c)
{
    while (c->work.count) {
        uint32_t v = vec_pop(&c->work);
        for (uint32_t d = c->first[v]; d != NO_ID; d = c->defined.data[d].next)
            keep_reads(c, &c->sources, d);
    }
}

/* ---- control ---- */

static bool defines_kept(const Cones *c, uint32_t edge)
{
    for (uint32_t d = c->defined_from[edge]; d < c->defined_from[edge + 1]; d++)
        if (c->kept[c->defined.data[d].target]) return true;
    return false;
}

/* What happens first from the location: an edge that matters; its own number behind those of the edges when that
 * depends on the branch taken there (*differs). */
static uint32_t first_from(const Cones *c, uint32_t l, uint32_t error, bool *differs)
{
    const Program *p = c->p;
    uint32_t first = NEXT_NOTHING, own = p->edges.count + l;
    *differs = false;
    for (uint32_t k = p->out_start[l]; k < p->out_start[l + 1]; k++) {
        uint32_t e = p->out_edges[k];
        if (c->dead[e] && e != error) continue;
        uint32_t then = e == error || defines_kept(c, e) ? e : c->next[p->edges.data[e].to.i];
        if (then == NEXT_NOTHING || then == first) continue;
        *differs = *differs || first != NEXT_NOTHING;
        first = then;
    }
    return *differs ? own : first;
}

static void find_first(Cones *c, uint32_t error)
{
    bool differs, changed = true;
    memset(c->next, 0xff, (c->p->locs.count + 1) * sizeof *c->next);
    for (int pass = 0; pass < PASSES && changed; pass++) {
        changed = false;
        run_poll(c->p->run);
        for (uint32_t l = c->p->locs.count; l-- > 0;) {
            uint32_t first = first_from(c, l, error, &differs);
            changed |= first != c->next[l];
            c->next[l] = first;
        }
    }
}

static void keep_deciding_branches(Cones *c, uint32_t error)
{
    const Program *p = c->p;
    find_first(c, error);
    for (uint32_t l = 0; l < p->locs.count; l++) {
        bool differs;
        first_from(c, l, error, &differs);
        for (uint32_t k = p->out_start[l]; differs && k < p->out_start[l + 1]; k++)
            if (!c->dead[p->out_edges[k]]) keep_guard(c, p->out_edges[k]);
    }
}

static bool any_kept(const Cones *c, const VariableReads *r, uint32_t owner)
{
    for (uint32_t i = r->starts.data[owner], end = reads_end(r, owner); i < end; i++)
        if (c->kept[r->vars.data[i]]) return true;
    return false;
}

static void keep_compared(Cones *c)
{
    for (uint32_t e = 0; e < c->p->edges.count; e++)
        for (uint32_t k = c->guard_from[e]; !c->dead[e] && k < c->guard_from[e + 1]; k++)
            if (any_kept(c, &c->guards, k)) keep_reads(c, &c->guards, k);
}

/* ---- locks ---- */

static bool any_kept_shared(const Cones *c, const VariableReads *r, uint32_t owner)
{
    for (uint32_t i = r->starts.data[owner], end = reads_end(r, owner); i < end; i++) {
        uint32_t v = r->vars.data[i];
        if (c->kept[v] && c->p->vars.data[v].class == VAR_SHARED) return true;
    }
    return false;
}

static bool accesses_kept_shared(const Cones *c, uint32_t edge)
{
    for (uint32_t k = c->guard_from[edge]; k < c->guard_from[edge + 1]; k++)
        if (any_kept_shared(c, &c->guards, k)) return true;
    for (uint32_t d = c->defined_from[edge]; d < c->defined_from[edge + 1]; d++) {
        uint32_t v = c->defined.data[d].target;
        if (!c->kept[v]) continue;
        if (c->p->vars.data[v].class == VAR_SHARED || any_kept_shared(c, &c->sources, d)) return true;
    }
    return false;
}

static bool defines_variable(const Cones *c, uint32_t edge, uint32_t v)
{
    for (uint32_t d = c->defined_from[edge]; d < c->defined_from[edge + 1]; d++)
        if (c->defined.data[d].target == v) return true;
    return false;
}

/* Is a kept shared variable accessed between this edge, which takes the lock, and those that give it back? */
static bool protects(const Cones *c, uint32_t edge, uint32_t lock)
{
    const Program *p = c->p;
    bool *seen = run_alloc(p->run, p->locs.count + 1), found = false;
    VEC(uint32_t) work = {NULL, 0, 0};
    vec_push(p->run, &work, p->edges.data[edge].to.i);
    seen[p->edges.data[edge].to.i] = true;
    while (work.count && !found) {
        uint32_t l = vec_pop(&work);
        for (uint32_t k = p->out_start[l]; k < p->out_start[l + 1] && !found; k++) {
            uint32_t e = p->out_edges[k], to = p->edges.data[e].to.i;
            found = accesses_kept_shared(c, e);
            if (c->dead[e] || seen[to] || defines_variable(c, e, lock)) continue;
            seen[to] = true;
            vec_push(p->run, &work, to);
        }
    }
    vec_free(p->run, &work);
    run_release(p->run, seen);
    return found;
}

static void keep_locks(Cones *c)
{
    for (uint32_t i = 0; i < c->locks.count; i++) {
        uint32_t edge = c->locks.data[i], lock = lock_of(c, edge);
        if (c->kept[lock] || !protects(c, edge, lock)) continue;
        keep_guard(c, edge);
    }
}

bool *cones_find(Cones *c, EdgeId error)
{
    CHECK(program_has_edge(c->p, error) && c->p->edges.data[error.i].is_error);
    c->kept = run_alloc(c->p->run, c->p->vars.count + 1);
    vec_clear(&c->work);
    keep_guard(c, error.i);
    for (bool changed = true; changed; changed = c->work.count > 0) {
        close_data(c);
        keep_compared(c);
        if (!c->work.count) keep_deciding_branches(c, error.i);
        if (!c->work.count) keep_locks(c);
    }
    return c->kept;
}
