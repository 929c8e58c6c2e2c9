/* An edge on no cycle is taken at most once by a thread. On a cycle, let S be the component of its location, over the
 * edges in question, and k a local, or a shared variable that nobody else changes, such that in S
 * - k is only ever raised, by constants: by the edges I (or only ever lowered, which is the same the other way round);
 * - edges G take place only where k < n, for a constant n, and without them no edge of I is on a cycle;
 * and k is set to constants elsewhere, lo the least of them. A stay in S is divided by the edges G that it takes. In a
 * piece each edge of I is taken at most once. At G, k is at least lo + (number of raises) * (least raise), and less
 * than n; so there are at most (n - 1 - lo) / (least raise) raises before the last edge of G, and |I| after it. Nothing
 * wraps around, since k never exceeds n by more than all of I add, which must fit. Between two raises the thread is in
 * S without I, which is divided in the same way. Every bound errs upwards. */
#include "facts/bounds/rounds.h"

#include <string.h>

#include "base/check.h"
#include "base/components.h"
#include "base/unsound.h"
#include "logic/term/walk.h"
#include "program/step.h"

uint64_t rounds_add(uint64_t a, uint64_t b)
{
    uint64_t sum;
    return __builtin_add_overflow(a, b, &sum) ? ROUNDS_MANY : sum;
}

uint64_t rounds_times(uint64_t a, uint64_t b)
{
    uint64_t product;
    if (!a || !b) return 0;
    return __builtin_mul_overflow(a, b, &product) ? ROUNDS_MANY : product;
}

/* ---- values by chance ---- */

typedef struct Reader {
    const Program *p;
    uint32_t v;
    bool reads;
} Reader;

static void note_read_of_variable(void *arg, Term var)
{
    Reader *r = arg;
    r->reads |= term_symbol(r->p->tm, var) == r->v;
}

static bool reads(const Program *p, const Edge *e, VarId v)
{
    Reader r = {p, v.i, false};
    term_for_each_var(p->tm, e->guard, note_read_of_variable, &r);
    for (uint32_t i = 0; i < e->assign_count && !r.reads; i++)
        term_for_each_var(p->tm, e->assigns[i].value, note_read_of_variable, &r);
    for (uint32_t i = 0; i < e->arg_count && !r.reads; i++)
        term_for_each_var(p->tm, e->args[i].value, note_read_of_variable, &r);
    return r.reads;
}

bool rounds_reads_chance(const Program *p, VarId local)
{
    const Var *info = &p->vars.data[local.i];
    CHECK(info->class == VAR_LOCAL);
    if (term_is(info->init) && !info->is_parameter) return false;
    bool *seen = run_alloc(p->run, p->locs.count + 1), found = false;
    uint32_t *open = run_alloc(p->run, (p->locs.count + 1) * sizeof *open), count = 0;
    uint32_t entry = p->templates.data[info->template.i].entry.i;
    open[count++] = entry, seen[entry] = true;
    while (count && !found) {
        uint32_t l = open[--count];
        for (uint32_t k = p->out_start[l]; k < p->out_start[l + 1] && !found; k++) {
            const Edge *e = &p->edges.data[p->out_edges[k]];
            found = reads(p, e, local);
            if (term_is(step_value(e, local)) || seen[e->to.i]) continue;
            seen[e->to.i] = true;
            open[count++] = e->to.i;
        }
    }
    run_release(p->run, seen);
    run_release(p->run, open);
    return found;
}

/* ---- loops ---- */

/* A component: the active edges inside of it. */
typedef struct LoopEdges {
    VEC(uint32_t) edges;
} LoopEdges;

typedef struct Finder {
    Rounds *r;
    const Program *p;
    Run *run;
    VEC(uint32_t) * writes; /* per variable: edges */
    uint32_t *entering;     /* per location: the only edge that leads there, NO_ID: none or several */
    uint32_t *place;        /* per location: its number in the graph at hand, NO_ID: not in it */
} Finder;

typedef struct Counter {
    VarId var;
    bool is_signed;
    int sign;            /* 1: raised, -1: lowered */
    VEC(uint32_t) steps; /* edges that raise it */
    uint64_t least, all; /* amounts of one raise, of all steps */
    uint64_t rounds;     /* how often it is raised during a stay, at most */
} Counter;

/* The graph of the edges (numbers of edges of p): components of their ends, in the order of place. Returns the count.
 */
static uint32_t divide_into_loops(Finder *f, const uint32_t *edges, uint32_t count, uint32_t **component)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++) {
        const Edge *e = &f->p->edges.data[edges[i]];
        if (f->place[e->from.i] == NO_ID) f->place[e->from.i] = n++;
        if (f->place[e->to.i] == NO_ID) f->place[e->to.i] = n++;
    }
    uint32_t *start = run_alloc(f->run, ((size_t)n + 2) * sizeof *start),
             *to = run_alloc(f->run, ((size_t)count + 1) * sizeof *to);
    for (uint32_t i = 0; i < count; i++)
        start[f->place[f->p->edges.data[edges[i]].from.i] + 2]++;
    for (uint32_t v = 2; v < n + 2; v++)
        start[v] += start[v - 1];
    for (uint32_t i = 0; i < count; i++) {
        const Edge *e = &f->p->edges.data[edges[i]];
        to[start[f->place[e->from.i] + 1]++] = f->place[e->to.i];
    }
    *component = run_alloc(f->run, ((size_t)n + 1) * sizeof **component);
    uint32_t components = components_find(f->run, n, start, to, *component);
    run_release(f->run, start);
    run_release(f->run, to);
    return components;
}

static void forget_places(Finder *f, const uint32_t *edges, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        f->place[f->p->edges.data[edges[i]].from.i] = f->place[f->p->edges.data[edges[i]].to.i] = NO_ID;
}

/* Does the edge add a constant to v? */
static bool adds(const Program *p, Term value, VarId v, uint64_t *amount)
{
    TermManager *tm = p->tm;
    if (term_kind(tm, value) != TERM_ADD || term_arity(tm, value) != 2) return false;
    for (uint32_t i = 0; i < 2; i++) {
        Term var = term_arg(tm, value, i), constant = term_arg(tm, value, 1 - i);
        if (term_kind(tm, var) != TERM_VAR || term_symbol(tm, var) != v.i || !term_is_const(tm, constant)) continue;
        *amount = term_value(tm, constant);
        return true;
    }
    return false;
}

/* The value that the edge gives the local, in terms of the values before it: through a temporary that the only edge
 * before has set, since a thread's locals are its own. */
static Term value_from_before(const Finder *f, const Edge *e, VarId v)
{
    TermManager *tm = f->p->tm;
    Term value = step_value(e, v);
    if (!term_is(value) || term_kind(tm, value) != TERM_VAR || f->entering[e->from.i] == NO_ID) return value;
    VarId temporary = {term_symbol(tm, value)};
    const Edge *before = &f->p->edges.data[f->entering[e->from.i]];
    if (f->p->vars.data[temporary.i].class != VAR_LOCAL || term_is(step_value(before, v))) return value;
    Term earlier = step_value(before, temporary);
    return term_is(earlier) ? earlier : value;
}

/* Collects the loop's edges that change v; false when one does it otherwise than by adding constants of one sign. */
static bool find_counter_steps(Finder *f, const LoopEdges *loop, Counter *c)
{
    unsigned width = f->p->vars.data[c->var.i].sort.width;
    for (uint32_t i = 0; i < loop->edges.count; i++) {
        Term value = value_from_before(f, &f->p->edges.data[loop->edges.data[i]], c->var);
        uint64_t amount;
        if (!term_is(value)) continue;
        if (!adds(f->p, value, c->var, &amount)) return false;
        int64_t by = sign_extend(amount, width);
        int sign = by < 0 ? -1 : 1;
        if (by < -INT32_MAX || by > INT32_MAX || (c->steps.count && sign != c->sign)) return false;
        c->sign = sign;
        uint64_t size = (uint64_t)(by < 0 ? -by : by);
        if (!c->steps.count || size < c->least) c->least = size;
        c->all = rounds_add(c->all, size);
        vec_push(f->run, &c->steps, loop->edges.data[i]);
    }
    return c->steps.count > 0;
}

#define READING_MAX (INT64_C(1) << 60) /* of constants; so sums of a few do not overflow */

/* The value of a constant in the order that the counter's guards speak of, such that the counter is raised. False: too
 * large. */
static bool read_constant(const Finder *f, const Counter *c, Term t, int64_t *value)
{
    uint64_t bits = term_value(f->p->tm, t);
    if (!c->is_signed && bits > (uint64_t)READING_MAX) return false;
    *value = c->is_signed ? sign_extend(bits, term_sort(f->p->tm, t).width) : (int64_t)bits;
    if (*value > READING_MAX || *value < -READING_MAX) return false;
    if (c->sign < 0) *value = -*value;
    return true;
}

/* The term is the counter, perhaps extended so that its reading remains what it is. */
static bool is_counter_term(const Finder *f, const Counter *c, Term t)
{
    TermKind kind = term_kind(f->p->tm, t);
    if (kind == (c->is_signed ? TERM_SEXT : TERM_ZEXT)) t = term_arg(f->p->tm, t, 0);
    return term_kind(f->p->tm, t) == TERM_VAR && term_symbol(f->p->tm, t) == c->var.i;
}

/* What the conjunct says the counter's reading is at most. */
static bool limits(const Finder *f, const Counter *c, Term t, int64_t *most)
{
    TermManager *tm = f->p->tm;
    bool negated = term_kind(tm, t) == TERM_NOT;
    if (negated) t = term_arg(tm, t, 0);
    if (term_kind(tm, t) != (c->is_signed ? TERM_SLT : TERM_ULT)) return false;
    Term a = term_arg(tm, t, 0), b = term_arg(tm, t, 1);
    bool counter_first = is_counter_term(f, c, a); /* k < n, or not k < n */
    if (!counter_first && !is_counter_term(f, c, b)) return false;
    Term other = counter_first ? b : a;
    if (!term_is_const(tm, other) || !read_constant(f, c, other, most)) return false;
    /* raised: k < n or !(n < k); lowered, so that the order is turned: n < k or !(k < n) */
    bool is_above = counter_first == (c->sign > 0);
    if (is_above == negated) return false;
    if (!negated) *most -= 1;
    return true;
}

static bool guard_limits(const Finder *f, const Counter *c, Term guard, int64_t *most)
{
    TermManager *tm = f->p->tm;
    if (term_kind(tm, guard) != TERM_AND) return limits(f, c, guard, most);
    for (uint32_t i = 0; i < term_arity(tm, guard); i++)
        if (guard_limits(f, c, term_arg(tm, guard, i), most)) return true;
    return false;
}

/* Are the counter's steps on no cycle without edges that limit it? The most that these allow. */
static bool find_limit(Finder *f, const LoopEdges *loop, const Counter *c, int64_t *most)
{
    VEC(uint32_t) others = {NULL, 0, 0};
    bool any = false;
    for (uint32_t i = 0; i < loop->edges.count; i++) {
        int64_t limit;
        if (!guard_limits(f, c, f->p->edges.data[loop->edges.data[i]].guard, &limit)) {
            vec_push(f->run, &others, loop->edges.data[i]);
            continue;
        }
        if (!any || limit > *most) *most = limit;
        any = true;
    }
    uint32_t *component;
    bool broken = any;
    divide_into_loops(f, others.data, others.count, &component);
    for (uint32_t i = 0; i < c->steps.count && broken; i++) {
        const Edge *e = &f->p->edges.data[c->steps.data[i]];
        uint32_t from = f->place[e->from.i], to = f->place[e->to.i];
        int64_t limit;
        if (guard_limits(f, c, e->guard, &limit)) continue;
        broken = component[from] != component[to];
    }
    forget_places(f, others.data, others.count);
    run_release(f->run, component);
    vec_free(f->run, &others);
    return broken;
}

/* The least and the largest constant that the counter is set to elsewhere. */
static bool find_counter_start(Finder *f, const Counter *c, int64_t *least, int64_t *largest)
{
    const Program *p = f->p;
    const Var *info = &p->vars.data[c->var.i];
    bool any = false;
    for (uint32_t i = 0; i <= f->writes[c->var.i].count; i++) {
        Term value = info->is_parameter ? TERM_NONE : info->init;
        if (i < f->writes[c->var.i].count) {
            uint32_t edge = f->writes[c->var.i].data[i];
            bool is_step = false;
            for (uint32_t k = 0; k < c->steps.count; k++)
                is_step |= c->steps.data[k] == edge;
            if (is_step) continue;
            value = step_value(&p->edges.data[edge], c->var);
        } else if (!term_is(value)) {
            if (info->class != VAR_LOCAL || rounds_reads_chance(p, c->var)) return false;
            continue;
        }
        int64_t start;
        if (!term_is_const(p->tm, value) || !read_constant(f, c, value, &start)) return false;
        if (!any || start < *least) *least = start;
        if (!any || start > *largest) *largest = start;
        any = true;
    }
    return any;
}

static bool count_with(Finder *f, const LoopEdges *loop, Counter *c)
{
    const Sort sort = f->p->vars.data[c->var.i].sort;
    for (int is_signed = 0; is_signed < 2; is_signed++) {
        int64_t most, least, largest;
        c->is_signed = is_signed;
        if (!find_limit(f, loop, c, &most) || !find_counter_start(f, c, &least, &largest)) continue;
        /* nothing wraps around: neither from where it starts nor from where it is let through */
        int64_t top = most > largest ? most : largest, end = READING_MAX;
        if (c->is_signed && sort.width <= 60) end = (INT64_C(1) << (sort.width - 1)) - (c->sign > 0);
        if (!c->is_signed && sort.width <= 60) end = c->sign > 0 ? (INT64_C(1) << sort.width) - 1 : 0;
        if (!c->is_signed && sort.width > 60 && c->sign < 0) end = 0;
        if (c->all > (uint64_t)READING_MAX || top > end - (int64_t)c->all) continue;
        int64_t before = most >= least ? (most - least) / (int64_t)c->least : 0;
        c->rounds = IS_UNSOUND(UNSOUND_ROUNDS_FEWER) ? 1 : rounds_add((uint64_t)before, c->steps.count);
        return true;
    }
    return false;
}

/* Does nobody but a thread of the template change it while that thread is there? */
static bool is_changed_by_own_only(const Finder *f, VarId v, TemplateId t)
{
    const Program *p = f->p;
    if (p->vars.data[v.i].class == VAR_LOCAL) return p->vars.data[v.i].template.i == t.i;
    if (p->templates.data[t.i].cardinality != COUNT_ONE) return false;
    for (uint32_t i = 0; i < f->writes[v.i].count; i++)
        if (p->locs.data[p->edges.data[f->writes[v.i].data[i]].from.i].template.i != t.i) return false;
    return p->vars.data[v.i].class == VAR_SHARED;
}

/* Only what some edge of the loop changes can count its rounds. */
static bool find_round_counter(Finder *f, const LoopEdges *loop, TemplateId t, Counter *c)
{
    for (uint32_t i = 0; i < loop->edges.count; i++) {
        const Edge *e = &f->p->edges.data[loop->edges.data[i]];
        for (uint32_t k = 0; k < e->assign_count; k++) {
            VarId v = e->assigns[k].var;
            if (f->p->vars.data[v.i].sort.kind != SORT_BV || !is_changed_by_own_only(f, v, t)) continue;
            memset(c, 0, sizeof *c);
            c->var = v;
            if (find_counter_steps(f, loop, c) && count_with(f, loop, c)) return true;
            vec_free(f->run, &c->steps);
        }
    }
    return false;
}

static void count_region(Finder *f, const uint32_t *edges, uint32_t count, TemplateId t, uint64_t times);

static void count_loop(Finder *f, const LoopEdges *loop, TemplateId t, uint64_t times)
{
    Counter c;
    if (!find_round_counter(f, loop, t, &c)) {
        for (uint32_t i = 0; i < loop->edges.count; i++)
            f->r->edges[loop->edges.data[i]] = times ? ROUNDS_MANY : 0;
        return;
    }
    VEC(uint32_t) rest = {NULL, 0, 0};
    for (uint32_t i = 0, k = 0; i < loop->edges.count; i++) {
        bool is_step = k < c.steps.count && c.steps.data[k] == loop->edges.data[i];
        if (is_step)
            f->r->edges[c.steps.data[k++]] = rounds_times(times, c.rounds);
        else
            vec_push(f->run, &rest, loop->edges.data[i]);
    }
    CHECK(rest.count + c.steps.count == loop->edges.count);
    count_region(f, rest.data, rest.count, t, rounds_times(times, rounds_add(c.rounds, 1)));
    vec_free(f->run, &rest);
    vec_free(f->run, &c.steps);
}

/* The edges are all that a thread takes while it is somewhere, where it comes so many times. */
static void count_region(Finder *f, const uint32_t *edges, uint32_t count, TemplateId t, uint64_t times)
{
    uint32_t *component, components = divide_into_loops(f, edges, count, &component);
    LoopEdges *loops = run_alloc(f->run, ((size_t)components + 1) * sizeof *loops);
    run_poll(f->run);
    for (uint32_t i = 0; i < count; i++) {
        const Edge *e = &f->p->edges.data[edges[i]];
        uint32_t from = component[f->place[e->from.i]];
        if (from == component[f->place[e->to.i]])
            vec_push(f->run, &loops[from].edges, edges[i]);
        else
            f->r->edges[edges[i]] = times;
    }
    forget_places(f, edges, count);
    run_release(f->run, component);
    for (uint32_t i = 0; i < components; i++) {
        if (loops[i].edges.count) count_loop(f, &loops[i], t, times);
        vec_free(f->run, &loops[i].edges);
    }
    run_release(f->run, loops);
}

/* ---- threads ---- */

/* Threads of the template; one that is counted while its own are is started by threads that it starts itself. */
static uint64_t count_started_threads(Rounds *r, uint32_t t, uint8_t *state)
{
    const Program *p = r->p;
    if (state[t] == 2) return r->threads[t];
    if (state[t] == 1) return ROUNDS_MANY;
    state[t] = 1;
    uint64_t count = 0;
    if (p->templates.data[t].initial == COUNT_ONE) count = 1;
    if (p->templates.data[t].initial == COUNT_MANY) count = ROUNDS_MANY;
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        if (e->spawn.i != t) continue;
        uint64_t starters = count_started_threads(r, p->locs.data[e->from.i].template.i, state);
        count = rounds_add(count, rounds_times(r->edges[i], starters));
    }
    r->threads[t] = count;
    state[t] = 2;
    return count;
}

static void find_entering(Finder *f)
{
    uint32_t *count = run_alloc(f->run, (f->p->locs.count + 1) * sizeof *count);
    for (uint32_t t = 0; t < f->p->templates.count; t++)
        count[f->p->templates.data[t].entry.i] = 1; /* threads come there otherwise, too */
    for (uint32_t i = 0; i < f->p->edges.count; i++)
        f->entering[f->p->edges.data[i].to.i] = count[f->p->edges.data[i].to.i]++ ? NO_ID : i;
    run_release(f->run, count);
}

Rounds *rounds_new(const Program *p)
{
    Run *run = p->run;
    Rounds *r = run_alloc(run, sizeof *r);
    *r = (Rounds){p, run_alloc(run, (p->edges.count + 1) * sizeof *r->edges),
                  run_alloc(run, (p->templates.count + 1) * sizeof *r->threads)};
    Finder f = {r,
                p,
                run,
                run_alloc(run, (p->vars.count + 1) * sizeof *f.writes),
                run_alloc(run, (p->locs.count + 1) * sizeof *f.entering),
                run_alloc(run, (p->locs.count + 1) * sizeof *f.place)};
    CHECK(program_is_indexed(p));
    for (uint32_t l = 0; l < p->locs.count; l++)
        f.place[l] = f.entering[l] = NO_ID;
    find_entering(&f);
    for (uint32_t i = 0; i < p->edges.count; i++)
        for (uint32_t k = 0; k < p->edges.data[i].assign_count; k++)
            vec_push(run, &f.writes[p->edges.data[i].assigns[k].var.i], i);
    for (uint32_t t = 0; t < p->templates.count; t++) {
        VEC(uint32_t) edges = {NULL, 0, 0};
        for (uint32_t i = 0; i < p->edges.count; i++)
            if (p->locs.data[p->edges.data[i].from.i].template.i == t) vec_push(run, &edges, i);
        count_region(&f, edges.data, edges.count, (TemplateId){t}, 1);
        vec_free(run, &edges);
    }
    uint8_t *state = run_alloc(run, p->templates.count + 1);
    for (uint32_t t = 0; t < p->templates.count; t++)
        count_started_threads(r, t, state);
    for (uint32_t v = 0; v < p->vars.count; v++)
        vec_free(run, &f.writes[v]);
    run_release(run, f.writes);
    run_release(run, f.place);
    run_release(run, f.entering);
    run_release(run, state);
    return r;
}

void rounds_free(Rounds *r)
{
    run_release(r->p->run, r->edges);
    run_release(r->p->run, r->threads);
    run_release(r->p->run, r);
}

uint64_t rounds_of(const Rounds *r, EdgeId edge)
{
    CHECK(program_has_edge(r->p, edge));
    return rounds_times(r->edges[edge.i], r->threads[r->p->locs.data[r->p->edges.data[edge.i].from.i].template.i]);
}
