/* Merging of local steps.
 *
 * A location is transient when the thread may be forced on at once without changing which errors can happen:
 *  - an atomic location: no other thread runs while a thread is there, so nobody sees what is between;
 *  - a location whose edges all are local (they touch only the thread's locals, inputs, and shared variables that no
 * other thread touches, or that nobody writes; start no thread, and do not enter an atomic section): such steps commute
 * with every step of other threads to the left, so they can be made to follow the thread's previous step directly
 * (Lipton, "Reduction", CACM 1975). Where the thread can block, its earlier writes have still happened: there the path
 * also ends, in a location `stuck` without steps. (In an atomic section being stuck stops everybody, so nothing that
 * came before can be seen any more; errors before it are edges of their own.) Kept are the others, the entries, and one
 * location of every cycle. A merged edge is a path from a kept location through transient ones to a kept one. An error
 * edge ends a path.
 *
 * What would be unsound: to treat an edge that enters an atomic section as local (it would glue the section to the
 * step before it), or to forget the paths on which a thread blocks. */
#include "program/analysis/merge.h"

#include <string.h>

#include "base/check.h"
#include "base/unsound.h"
#include "logic/term/boolean.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"
#include "program/analysis/branches.h"
#include "program/analysis/cycles.h"
#include "program/analysis/liveness.h"
#include "program/analysis/private.h"
#include "program/check.h"
#include "program/copy.h"

#define PATH_LIMIT 64 /* merged edges from one location, before join points are kept as well */

typedef struct Merge {
    Program *in, *out;
    bool *kept;    /* per location of in */
    bool *private; /* per variable of in: no other thread notices an access */
    uint32_t *in_degree;
    uint32_t *loc_of;   /* location of out, or NO_ID */
    uint32_t *stuck_of; /* per template: its location `stuck` of out, or NO_ID */
    VEC(uint32_t) work; /* locations of in whose location of out exists, in order of discovery */
    /* the path being followed */
    VEC(uint32_t) path;
    Term *env;             /* per variable: its value in terms of the path's start, TERM_NONE = unchanged */
    VEC(uint32_t) written; /* variables with env set */
    uint32_t position;     /* instance for inputs of the edge being composed */
    uint32_t first_edge;   /* of out from the location whose paths are being followed */
} Merge;

static void spoil_local(void *arg, Term var)
{
    void **a = arg;
    Merge *m = a[0];
    if (!m->private[term_symbol(m->in->tm, var)]) *(bool *)a[1] = false;
}

static bool edge_is_local(Merge *m, const Edge *e)
{
    Program *p = m->in;
    if (e->spawn.i != NO_ID) return false;
    if (p->locs.data[e->to.i].atomic && !p->locs.data[e->from.i].atomic) return false;
    if (IS_UNSOUND(UNSOUND_MERGE_SHARED)) return true;
    bool local = true;
    void *arg[2] = {m, &local};
    term_for_each_var(p->tm, e->guard, spoil_local, arg);
    for (uint32_t i = 0; i < e->assign_count && local; i++) {
        if (!m->private[e->assigns[i].var.i]) local = false;
        term_for_each_var(p->tm, e->assigns[i].value, spoil_local, arg);
    }
    return local;
}

static bool is_transient(Merge *m, uint32_t l)
{
    Program *p = m->in;
    if (p->out_start[l] == p->out_start[l + 1]) return false;
    if (p->locs.data[l].atomic) return true;
    for (uint32_t k = p->out_start[l]; k < p->out_start[l + 1]; k++)
        if (!edge_is_local(m, &p->edges.data[p->out_edges[k]])) return false;
    return true;
}

static Term to_path_start(void *arg, TermManager *tm, Term var)
{
    Merge *m = arg;
    uint32_t v = term_symbol(tm, var);
    CHECK(program_has_var(m->in, (VarId){v}));
    const Var *info = &m->in->vars.data[v];
    if (info->class != VAR_INPUT) return m->env[v];
    /* Instances tell the places of a path apart; the text of a merged program has them already. */
    if (term_instance(tm, var) != 0)
        run_stop(m->in->run, STOP_UNSUPPORTED, "an input with an instance (`%s@%u`) cannot be checked", info->name,
                 term_instance(tm, var));
    return term_var(tm, info->sort, v, m->position);
}

static uint32_t out_loc(Merge *m, uint32_t l)
{
    if (m->loc_of[l] == NO_ID) {
        const Loc *loc = &m->in->locs.data[l];
        m->loc_of[l] = program_add_loc(m->out, loc->template, loc->name, loc->atomic, loc->pos).i;
        m->out->locs.data[m->loc_of[l]].origin = l;
        vec_push(m->in->run, &m->work, l);
    }
    return m->loc_of[l];
}

static uint32_t stuck_loc(Merge *m, TemplateId t)
{
    if (m->stuck_of[t.i] == NO_ID) {
        SourcePos nowhere = {NULL, 0, 0};
        m->stuck_of[t.i] = program_add_loc(m->out, t, "stuck", false, nowhere).i;
    }
    return m->stuck_of[t.i];
}

static bool same_assigns(const Assign *a, uint32_t a_count, const Assign *b, uint32_t b_count)
{
    bool same = a_count == b_count;
    for (uint32_t i = 0; i < a_count && same; i++) { /* sorted here, not so in an edge that is not added yet */
        uint32_t k = 0;
        while (k < b_count && b[k].var.i != a[i].var.i)
            k++;
        same = k < b_count && term_same(a[i].value, b[k].value);
    }
    return same;
}

static bool same_step(const Edge *a, const Edge *b)
{
    return a->from.i == b->from.i && a->to.i == b->to.i && term_same(a->guard, b->guard) &&
           a->is_error == b->is_error && a->property == b->property && a->spawn.i == b->spawn.i &&
           same_assigns(a->assigns, a->assign_count, b->assigns, b->assign_count) &&
           same_assigns(a->args, a->arg_count, b->args, b->arg_count);
}

/* The edge from the same location that does the same, or NULL. Paths that differ only in what was sliced away are one
 * step: every run along one of them has a twin along the other. */
static Edge *find_same(const Merge *m, const Edge *e)
{
    for (uint32_t i = m->first_edge; i < m->out->edges.count; i++)
        if (same_step(&m->out->edges.data[i], e)) return &m->out->edges.data[i];
    return NULL;
}

/* Emits the merged edge of the current path, from start to a location of out, unless there is one like it. */
static void emit_merged_edge(Merge *m, uint32_t start, uint32_t to, Term guard, Assign *args, uint32_t arg_count)
{
    Program *p = m->in;
    CHECK(m->path.count > 0 && program_has_loc(m->out, (LocId){to}));
    CHECK(term_sort(p->tm, guard).kind == SORT_BOOL && !term_is_false(p->tm, guard));
    const Edge *last = &p->edges.data[vec_last(&m->path)], *first = &p->edges.data[m->path.data[0]];
    Edge e = edge_make((LocId){out_loc(m, start)}, (LocId){to}, first->pos);
    e.guard = guard;
    e.assigns = run_alloc(p->run, (m->written.count + 1) * sizeof *e.assigns);
    for (uint32_t i = 0; i < m->written.count && !last->is_error; i++) {
        VarId v = {m->written.data[i]};
        if (!term_same(m->env[v.i], program_var_term(p, v))) e.assigns[e.assign_count++] = (Assign){v, m->env[v.i]};
    }
    e.is_error = last->is_error;
    e.property = last->property;
    e.what = last->what;
    e.args = args;
    e.arg_count = arg_count;
    e.text = last->is_error ? last->text : first->text;
    if (last->is_error) e.pos = last->pos;
    e.path = run_alloc(p->run, m->path.count * sizeof(EdgeId));
    e.path_count = m->path.count;
    for (uint32_t i = 0; i < m->path.count; i++) {
        const Edge *step = &p->edges.data[m->path.data[i]];
        e.path[i] = (EdgeId){m->path.data[i]};
        if (step->approximate) e.approximate = step->approximate;
        if (step->spawn.i != NO_ID) e.spawn = step->spawn;
    }
    Edge *same = find_same(m, &e);
    if (!same) program_add_edge(m->out, &e);
    if (same && same->approximate && !e.approximate) { /* the better evidence */
        same->approximate = NULL;
        same->path = e.path;
        same->path_count = e.path_count;
    } else
        run_release(p->run, e.path);
    run_release(p->run, e.assigns);
}

typedef struct InputSearch {
    Merge *m;
    bool found;
} InputSearch;

static void look_for_merged_input(void *arg, Term var)
{
    InputSearch *s = arg;
    if (s->m->in->vars.data[term_symbol(s->m->in->tm, var)].class == VAR_INPUT) s->found = true;
}

/* The path on which the thread blocks at location l (not atomic) for good. Stopping is always possible, a thread need
 * not be scheduled again; so where the guards depend on inputs no condition is needed. */
static void emit_stuck(Merge *m, uint32_t start, uint32_t l, Term guard, Assign *args, uint32_t arg_count)
{
    Program *p = m->in;
    if (p->locs.data[l].atomic || branches_cover(p, (LocId){l})) return;
    Term none = term_bool(p->tm, true);
    for (uint32_t k = p->out_start[l]; k < p->out_start[l + 1]; k++)
        none = term_and(p->tm, none, term_not(p->tm, p->edges.data[p->out_edges[k]].guard));
    InputSearch s = {m, false};
    term_for_each_var(p->tm, none, look_for_merged_input, &s);
    if (!s.found) {
        m->position = m->path.count;
        guard = term_and(p->tm, guard, term_substitute(p->tm, none, to_path_start, m));
    }
    if (!term_is_false(p->tm, guard))
        emit_merged_edge(m, start, stuck_loc(m, p->locs.data[l].template), guard, args, arg_count);
}

/* Composes edge onto the path and goes on; restores everything on return. */
static void extend_path(Merge *m, uint32_t start, const Edge *edge, Term guard, Assign *args, uint32_t arg_count)
{
    Program *p = m->in;
    TermManager *tm = p->tm;
    run_poll(p->run);
    m->position = m->path.count;
    guard = term_and(tm, guard, term_substitute(tm, edge->guard, to_path_start, m));
    if (term_is_false(tm, guard)) return;
    Assign *own_args = NULL;
    if (edge->spawn.i != NO_ID) {
        CHECK(!args); /* one start at most */
        own_args = run_alloc(p->run, (edge->arg_count + 1) * sizeof *own_args);
        for (uint32_t i = 0; i < edge->arg_count; i++)
            own_args[i] = (Assign){edge->args[i].var, term_substitute(tm, edge->args[i].value, to_path_start, m)};
        args = own_args;
        arg_count = edge->arg_count;
    }
    uint32_t n = edge->assign_count, written = m->written.count;
    Term *values = run_alloc(p->run, (2 * (size_t)n + 1) * sizeof *values), *old = values + n;
    for (uint32_t i = 0; i < n; i++)
        values[i] = term_substitute(tm, edge->assigns[i].value, to_path_start, m);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t v = edge->assigns[i].var.i;
        old[i] = m->env[v];
        if (!term_is(old[i])) vec_push(p->run, &m->written, v);
        m->env[v] = values[i];
    }
    CHECK(m->path.count == 0 || p->edges.data[vec_last(&m->path)].to.i == edge->from.i);
    CHECK(m->path.count < p->locs.count); /* every cycle has a location that is kept */
    vec_push(p->run, &m->path, (uint32_t)(edge - p->edges.data));
    uint32_t l = edge->to.i;
    if (edge->is_error || m->kept[l])
        emit_merged_edge(m, start, out_loc(m, l), guard, args, arg_count);
    else {
        for (uint32_t k = p->out_start[l]; k < p->out_start[l + 1]; k++)
            extend_path(m, start, &p->edges.data[p->out_edges[k]], guard, args, arg_count);
        emit_stuck(m, start, l, guard, args, arg_count);
    }
    (void)vec_pop(&m->path);
    for (uint32_t i = n; i-- > 0;)
        m->env[edge->assigns[i].var.i] = old[i];
    CHECK(m->written.count >= written);
    m->written.count = written;
    run_release(p->run, values);
    run_release(p->run, own_args);
}

static bool guard_can_hold(const Merge *m, const Edge *e) { return !term_is_false(m->in->tm, e->guard); }

/* Number of paths from l to kept locations, counted up to a limit; when it is passed, transient join points on
 * the way are kept (sound: keeping more locations only makes steps smaller). */
static uint32_t count_paths(Merge *m, uint32_t l)
{
    Program *p = m->in;
    uint32_t total = 0;
    for (uint32_t k = p->out_start[l]; k < p->out_start[l + 1]; k++) {
        const Edge *e = &p->edges.data[p->out_edges[k]];
        if (!guard_can_hold(m, e)) continue;
        uint32_t c = e->is_error || m->kept[e->to.i] ? 1 : count_paths(m, e->to.i);
        total += c;
        if (total > PATH_LIMIT) return total;
    }
    return total;
}

/* Whether one is kept that was not. */
static bool keep_joins(Merge *m, uint32_t l)
{
    Program *p = m->in;
    bool has_more = false;
    for (uint32_t k = p->out_start[l]; k < p->out_start[l + 1]; k++) {
        uint32_t to = p->edges.data[p->out_edges[k]].to.i;
        if (m->kept[to] || !guard_can_hold(m, &p->edges.data[p->out_edges[k]])) continue;
        if (m->in_degree[to] > 1)
            has_more = m->kept[to] = true;
        else
            has_more |= keep_joins(m, to);
    }
    return has_more;
}

/* Also from join points that are kept because of others, whatever the order of locations: without a limit there, paths
 * from them would be as many as the ways through all branches behind. */
static void limit_paths(Merge *m)
{
    bool has_more = true;
    while (has_more) {
        has_more = false;
        for (uint32_t l = 0; l < m->in->locs.count; l++)
            while (m->kept[l] && count_paths(m, l) > PATH_LIMIT && keep_joins(m, l))
                has_more = true;
    }
}

static void choose_kept(Merge *m, bool merge_local)
{
    Program *p = m->in;
    for (uint32_t l = 0; l < p->locs.count; l++)
        m->kept[l] = !merge_local || !is_transient(m, l);
    for (uint32_t t = 0; t < p->templates.count; t++)
        m->kept[p->templates.data[t].entry.i] = true;
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        if (!guard_can_hold(m, e)) continue;
        m->in_degree[e->to.i]++;
        if (e->spawn.i == NO_ID) continue;
        /* One merged edge starts at most one thread: keep what follows, and what precedes when it is transient. */
        m->kept[e->to.i] = true;
        m->kept[e->from.i] = true;
    }
    cycles_break(p, m->kept, true);
    for (uint32_t t = 0; t < p->templates.count; t++)
        CHECK(m->kept[p->templates.data[t].entry.i]);
    limit_paths(m);
}

/* Assignments to locals that are dead afterwards have no effect. */
static void drop_dead_assignments(Program *p)
{
    Liveness *live = liveness_new(p);
    for (uint32_t i = 0; i < p->edges.count; i++) {
        Edge *e = &p->edges.data[i];
        uint32_t n = 0;
        for (uint32_t k = 0; k < e->assign_count; k++) {
            VarId v = e->assigns[k].var;
            bool is_local = p->vars.data[v.i].class == VAR_LOCAL;
            if (is_local && (!liveness_is_live(live, e->to, v) || IS_UNSOUND(UNSOUND_LIVE_IS_DEAD))) continue;
            e->assigns[n++] = e->assigns[k];
        }
        e->assign_count = n;
    }
}

/* Is a merged edge a path of the program that was merged, between the locations that its ends stand for? */
static bool is_path(const Merge *m, const Edge *e)
{
    const Program *p = m->in;
    uint32_t starts = 0, at = m->out->locs.data[e->from.i].origin, to = m->out->locs.data[e->to.i].origin;
    for (uint32_t i = 0; i < e->path_count; i++) {
        if (!program_has_edge(p, e->path[i])) return false;
        const Edge *step = &p->edges.data[e->path[i].i];
        if (step->from.i != at || step->is_error != (e->is_error && i + 1 == e->path_count)) return false;
        if (step->spawn.i != NO_ID && (starts++ || step->spawn.i != e->spawn.i)) return false;
        at = step->to.i;
    }
    return e->path_count > 0 && starts == (e->spawn.i != NO_ID) && (to == NO_ID || to == at);
}

static bool are_paths(const Merge *m)
{
    for (uint32_t i = 0; i < m->out->edges.count; i++)
        if (!is_path(m, &m->out->edges.data[i])) return false;
    return true;
}

/* ---- eager locations ---- */

static bool starts_are_local(Merge *m, const Edge *e)
{
    Edge plain = *e;
    plain.spawn.i = NO_ID;
    if (!edge_is_local(m, &plain)) return false;
    /* A child that starts inside an atomic section stops all others. */
    if (e->spawn.i != NO_ID && m->in->locs.data[m->in->templates.data[e->spawn.i].entry.i].atomic) return false;
    bool local = true;
    void *arg[2] = {m, &local};
    for (uint32_t i = 0; i < e->arg_count; i++)
        term_for_each_var(m->in->tm, e->args[i].value, spoil_local, arg);
    return local;
}

static void mark_eager(Merge *m)
{
    Program *p = m->in;
    if (!program_has_one_starter(p)) return;
    for (uint32_t l = 0; l < p->locs.count; l++) {
        if (m->loc_of[l] == NO_ID || p->locs.data[l].atomic || p->out_start[l] == p->out_start[l + 1]) continue;
        bool eager = branches_cover(p, (LocId){l});
        for (uint32_t k = p->out_start[l]; k < p->out_start[l + 1]; k++)
            eager = eager && starts_are_local(m, &p->edges.data[p->out_edges[k]]);
        m->out->locs.data[m->loc_of[l]].eager = eager;
    }
    Program *out = m->out;
    bool *cut = run_alloc(p->run, out->locs.count + 1);
    for (uint32_t l = 0; l < out->locs.count; l++)
        cut[l] = !out->locs.data[l].eager;
    cycles_break(out, cut, false);
    for (uint32_t l = 0; l < out->locs.count; l++)
        out->locs.data[l].eager = !cut[l];
    for (uint32_t l = 0; l < out->locs.count; l++)
        CHECK(!out->locs.data[l].eager || (!out->locs.data[l].atomic && out->locs.data[l].origin != NO_ID));
    run_release(p->run, cut);
}

Program *merge_program(Program *p, bool merge_local, bool drop_dead)
{
    Run *run = p->run;
    Merge m;
    memset(&m, 0, sizeof m);
    m.in = p;
    m.out = program_copy_frame(p, false);
    m.out->is_merged = true;
    m.kept = run_alloc(run, p->locs.count + 1);
    m.private = private_variables(p);
    m.in_degree = run_alloc(run, (p->locs.count + 1) * sizeof *m.in_degree);
    m.loc_of = run_alloc(run, (p->locs.count + 1) * sizeof *m.loc_of);
    memset(m.loc_of, 0xff, (p->locs.count + 1) * sizeof *m.loc_of);
    m.stuck_of = run_alloc(run, (p->templates.count + 1) * sizeof *m.stuck_of);
    memset(m.stuck_of, 0xff, (p->templates.count + 1) * sizeof *m.stuck_of);
    m.env = run_alloc(run, (p->vars.count + 1) * sizeof *m.env);
    choose_kept(&m, merge_local);
    for (uint32_t t = 0; t < p->templates.count; t++)
        m.out->templates.data[t].entry.i = out_loc(&m, p->templates.data[t].entry.i);
    for (uint32_t i = 0; i < m.work.count; i++) { /* grows as edges are emitted: only what is reachable is built */
        uint32_t l = m.work.data[i];
        m.first_edge = m.out->edges.count;
        for (uint32_t k = p->out_start[l]; k < p->out_start[l + 1]; k++)
            extend_path(&m, l, &p->edges.data[p->out_edges[k]], term_bool(p->tm, true), NULL, 0);
        CHECK(m.path.count == 0 && m.written.count == 0);
    }
    program_index(m.out);
    CHECK(are_paths(&m));
    if (drop_dead) drop_dead_assignments(m.out);
    if (merge_local) mark_eager(&m);
    run_release(run, m.private);
    return program_require(m.out, "merged program");
}
