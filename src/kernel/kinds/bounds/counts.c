/* A thread takes an edge that is on no cycle at most once. For a strongly connected set S of edges, let v be a variable
 * that nobody else changes while the thread is in S, with these properties, "up" being one direction of one order
 * (signed or unsigned) of its values:
 * (1) the edges of S that change v move it up, by constants; let U be these, d the least amount, D the sum of all;
 * (2) some edges of S are taken only where v is at most `most`; without them no edge of U is on a cycle of S;
 * (3) wherever else v is assigned to, it becomes a constant, from `low` to `high`;
 * (4) the larger of `most` and `high`, plus D, is still a value of v's sort.
 * Between two edges of (2) each of U is taken at most once, so v rises by D at most, and by (4) it never wraps. Before
 * the last edge of (2) it has risen by `most` - `low` at most, so edges of U were taken (most - low) / d times at most;
 * after it, each at most once. In between the thread takes edges of S without U only, and these are divided in turn. */
#include "kernel/kinds/bounds/counts.h"

#include "base/check.h"
#include "base/components.h"
#include "kernel/checker/assigned.h"

uint64_t counts_sum(uint64_t a, uint64_t b) { return a > COUNTS_NONE - b ? COUNTS_NONE : a + b; }

uint64_t counts_product(uint64_t a, uint64_t b)
{
    if (a == 0 || b == 0) return 0;
    return a > COUNTS_NONE / b ? COUNTS_NONE : a * b;
}

typedef struct EdgeCounting {
    const Program *p;
    Run *run;
    uint64_t *edges;  /* per edge, by one thread */
    bool *active;     /* per edge: in the set at hand */
    uint32_t *number; /* per location: component in the graph of active edges */
} EdgeCounting;

/* A direction of an order, as a sign and a reading. */
typedef struct Up {
    bool is_signed, is_down;
} Up;

typedef struct Rise {
    uint32_t var;
    Up up;
    uint64_t least, all, edges; /* d, D, |U| */
} Rise;

static TemplateId home(const Program *p, const Edge *e) { return p->locs.data[e->from.i].template; }

/* ---- unassigned locals ---- */

typedef struct Mention {
    TermManager *tm;
    uint32_t v;
    bool found;
} Mention;

static void note_mention(void *arg, Term var)
{
    Mention *m = arg;
    if (term_symbol(m->tm, var) == m->v) m->found = true;
}

static bool edge_mentions(const Program *p, const Edge *e, uint32_t v)
{
    Mention m = {p->tm, v, false};
    checker_each_read(p, e, note_mention, &m);
    return m.found;
}

bool counts_read_unassigned(const Program *p, VarId local)
{
    TemplateId t = p->vars.data[local.i].template;
    bool *is_unassigned = run_alloc(p->run, p->locs.count + 1), changed = true, reads = false;
    is_unassigned[p->templates.data[t.i].entry.i] = true;
    while (changed && !reads) {
        changed = false;
        for (uint32_t i = 0; i < p->edges.count && !reads; i++) {
            const Edge *e = &p->edges.data[i];
            if (home(p, e).i != t.i || !is_unassigned[e->from.i]) continue;
            reads = edge_mentions(p, e, local.i);
            if (term_is(checker_edge_assigns(e, local.i)) || is_unassigned[e->to.i]) continue;
            is_unassigned[e->to.i] = changed = true;
        }
    }
    run_release(p->run, is_unassigned);
    return reads;
}

/* ---- what moves a variable ---- */

#define LARGE (INT64_C(1) << 60)

/* How far up a constant is; false when it is out of the range that is computed with. */
static bool height(const Program *p, Up up, Term constant, int64_t *h)
{
    if (!term_is_const(p->tm, constant)) return false;
    uint64_t bits = term_value(p->tm, constant);
    if (!up.is_signed && bits >= (uint64_t)LARGE) return false;
    *h = up.is_signed ? sign_extend(bits, term_sort(p->tm, constant).width) : (int64_t)bits;
    if (*h >= LARGE || *h <= -LARGE) return false;
    if (up.is_down) *h = -*h;
    return true;
}

/* The topmost value of the sort, as far as is computed with. */
static int64_t topmost(Up up, unsigned width)
{
    if (!up.is_signed && up.is_down) return 0;
    if (width >= 60) return LARGE - 1;
    int64_t half = INT64_C(1) << (width - 1);
    if (!up.is_signed) return 2 * half - 1;
    return up.is_down ? half : half - 1;
}

/* The single edge that leads to a location where no thread starts. */
static const Edge *only_entrance(const Program *p, LocId l)
{
    const Edge *only = NULL;
    if (p->templates.data[p->locs.data[l.i].template.i].entry.i == l.i) return NULL;
    for (uint32_t i = 0; i < p->edges.count; i++) {
        if (p->edges.data[i].to.i != l.i) continue;
        if (only) return NULL;
        only = &p->edges.data[i];
    }
    return only;
}

/* v plus a constant, perhaps computed by the edge before into a local, while v remained what it was. */
static bool is_move(const Program *p, const Edge *e, uint32_t v, int64_t *by)
{
    TermManager *tm = p->tm;
    Term sum = checker_edge_assigns(e, v);
    if (term_kind(tm, sum) == TERM_VAR && p->vars.data[term_symbol(tm, sum)].class == VAR_LOCAL) {
        const Edge *before = only_entrance(p, e->from);
        if (!before || term_is(checker_edge_assigns(before, v))) return false;
        sum = checker_edge_assigns(before, term_symbol(tm, sum));
    }
    if (!term_is(sum) || term_kind(tm, sum) != TERM_ADD || term_arity(tm, sum) != 2) return false;
    for (uint32_t i = 0; i < 2; i++) {
        Term var = term_arg(tm, sum, i), amount = term_arg(tm, sum, 1 - i);
        if (term_kind(tm, var) != TERM_VAR || term_symbol(tm, var) != v || !term_is_const(tm, amount)) continue;
        *by = sign_extend(term_value(tm, amount), term_sort(tm, amount).width);
        return *by > INT32_MIN && *by <= INT32_MAX;
    }
    return false;
}

/* (1) for the edges of the set. */
static bool find_rise(const EdgeCounting *c, const bool *set, Rise *r)
{
    r->edges = r->all = 0;
    for (uint32_t i = 0; i < c->p->edges.count; i++) {
        int64_t by;
        if (!set[i] || !term_is(checker_edge_assigns(&c->p->edges.data[i], r->var))) continue;
        if (!is_move(c->p, &c->p->edges.data[i], r->var, &by)) return false;
        if (r->edges && r->up.is_down != (by < 0)) return false;
        r->up.is_down = by < 0;
        uint64_t amount = (uint64_t)(by < 0 ? -by : by);
        r->least = r->edges && r->least < amount ? r->least : amount;
        r->all += amount;
        r->edges++;
    }
    return r->edges > 0 && r->all < (uint64_t)LARGE;
}

static bool is_rising_variable(const Program *p, const Rise *r, Term t)
{
    if (term_kind(p->tm, t) == (r->up.is_signed ? TERM_SEXT : TERM_ZEXT)) t = term_arg(p->tm, t, 0);
    return term_kind(p->tm, t) == TERM_VAR && term_symbol(p->tm, t) == r->var;
}

/* Does the conjunct say that the variable is at most so high? The lowest of those that do. */
static bool is_ceiling(const Program *p, const Rise *r, Term t, int64_t *most)
{
    TermManager *tm = p->tm;
    if (term_kind(tm, t) == TERM_AND) {
        bool any = false;
        for (uint32_t i = 0; i < term_arity(tm, t); i++) {
            int64_t here;
            if (!is_ceiling(p, r, term_arg(tm, t, i), &here)) continue;
            if (!any || here < *most) *most = here;
            any = true;
        }
        return any;
    }
    bool strict = term_kind(tm, t) != TERM_NOT; /* a < b, or not (b < a), which is a <= b */
    if (!strict) t = term_arg(tm, t, 0);
    if (term_kind(tm, t) != (r->up.is_signed ? TERM_SLT : TERM_ULT)) return false;
    Term low = term_arg(tm, t, strict ? 0 : 1), high = term_arg(tm, t, strict ? 1 : 0);
    Term below = r->up.is_down ? high : low, above = r->up.is_down ? low : high;
    if (!is_rising_variable(p, r, below) || !height(p, r->up, above, most)) return false;
    *most -= strict;
    return true;
}

/* Numbers the components of the active edges' graph. */
static void number_components(const EdgeCounting *c)
{
    const Program *p = c->p;
    uint32_t n = p->locs.count, m = 0;
    uint32_t *start = run_alloc(c->run, ((size_t)n + 1) * sizeof *start),
             *to = run_alloc(c->run, ((size_t)p->edges.count + 1) * sizeof *to);
    for (uint32_t l = 0; l < n; l++) {
        start[l] = m;
        for (uint32_t k = p->out_start[l]; k < p->out_start[l + 1]; k++)
            if (c->active[p->out_edges[k]]) to[m++] = p->edges.data[p->out_edges[k]].to.i;
        start[l + 1] = m;
    }
    components_find(c->run, n, start, to, c->number);
    run_release(c->run, start);
    run_release(c->run, to);
}

/* (2) for the edges of the set. Uses c->active and c->number. */
static bool has_ceiling(EdgeCounting *c, const bool *set, const Rise *r, int64_t *most)
{
    const Program *p = c->p;
    bool any = false, holds = true;
    for (uint32_t i = 0; i < p->edges.count; i++) {
        int64_t here;
        c->active[i] = set[i];
        if (!set[i] || !is_ceiling(p, r, p->edges.data[i].guard, &here)) continue;
        c->active[i] = false;
        if (!any || here > *most) *most = here;
        any = true;
    }
    if (any) number_components(c);
    for (uint32_t i = 0; i < p->edges.count && any; i++) {
        const Edge *e = &p->edges.data[i];
        if (c->active[i] && term_is(checker_edge_assigns(e, r->var)))
            holds &= c->number[e->from.i] != c->number[e->to.i];
    }
    return any && holds;
}

/* (3): by other edges than those of the set, and at the start. */
static bool find_lowest(const EdgeCounting *c, const bool *set, const Rise *r, int64_t *low, int64_t *high)
{
    const Program *p = c->p;
    const Var *var = &p->vars.data[r->var];
    bool any = false;
    if (var->class == VAR_SHARED ? !term_is(var->init) : counts_read_unassigned(p, (VarId){r->var})) {
        if (!term_is(var->init) || var->is_parameter) return false;
    }
    if (term_is(var->init) && !height(p, r->up, var->init, low)) return false;
    if (term_is(var->init)) *high = *low, any = true;
    for (uint32_t i = 0; i < p->edges.count; i++) {
        Term value = checker_edge_assigns(&p->edges.data[i], r->var);
        int64_t h;
        if (set[i] || !term_is(value)) continue;
        if (!height(p, r->up, value, &h)) return false;
        if (!any || h < *low) *low = h;
        if (!any || h > *high) *high = h;
        any = true;
    }
    return any;
}

static bool is_unshared(const Program *p, uint32_t v, TemplateId t)
{
    if (p->vars.data[v].class == VAR_LOCAL) return true; /* of the template whose edges assign to it */
    if (p->vars.data[v].class != VAR_SHARED || p->templates.data[t.i].cardinality != COUNT_ONE) return false;
    for (uint32_t i = 0; i < p->edges.count; i++)
        if (home(p, &p->edges.data[i]).i != t.i && term_is(checker_edge_assigns(&p->edges.data[i], v))) return false;
    return true;
}

static bool is_bounded_by(EdgeCounting *c, const bool *set, Rise *r, uint64_t *times)
{
    const Program *p = c->p;
    int64_t most = 0, low = 0, high = 0;
    bool found = false;
    if (!find_rise(c, set, r)) return false;
    for (int is_signed = 1; is_signed >= 0; is_signed--) { /* both are right where they say something */
        r->up.is_signed = is_signed;
        if (!has_ceiling(c, set, r, &most) || !find_lowest(c, set, r, &low, &high)) continue;
        int64_t end = topmost(r->up, p->vars.data[r->var].sort.width) - (int64_t)r->all;
        if (most > end || high > end) continue; /* (4) */
        uint64_t here = counts_sum(most > low ? (uint64_t)(most - low) / r->least : 0, r->edges);
        if (!found || here < *times) *times = here;
        found = true;
    }
    return found;
}

/* How often the edges U of some variable are taken during a stay in the set; r->var says which. */
static bool find_bound_on_stay(EdgeCounting *c, const bool *set, TemplateId t, Rise *r, uint64_t *times)
{
    const Program *p = c->p;
    for (uint32_t i = 0; i < p->edges.count; i++)
        for (uint32_t k = 0; set[i] && k < p->edges.data[i].assign_count; k++) {
            r->var = p->edges.data[i].assigns[k].var.i;
            if (p->vars.data[r->var].sort.kind != SORT_BV || !is_unshared(p, r->var, t)) continue;
            if (is_bounded_by(c, set, r, times)) return true;
        }
    return false;
}

/* ---- sets of edges ---- */

static void count_edge_set(EdgeCounting *c, const bool *set, TemplateId t, uint64_t stays);

static void count_cycle(EdgeCounting *c, bool *set, TemplateId t, uint64_t stays)
{
    Rise r = {0};
    uint64_t times = 0;
    bool found = find_bound_on_stay(c, set, t, &r, &times);
    for (uint32_t i = 0; i < c->p->edges.count; i++) {
        if (!set[i]) continue;
        c->edges[i] = found ? counts_product(stays, times) : COUNTS_NONE;
        if (found && term_is(checker_edge_assigns(&c->p->edges.data[i], r.var))) set[i] = false;
    }
    if (found) count_edge_set(c, set, t, counts_product(stays, counts_sum(times, 1)));
}

/* A thread is so often where it takes only these edges. */
static void count_edge_set(EdgeCounting *c, const bool *set, TemplateId t, uint64_t stays)
{
    const Program *p = c->p;
    bool *part = run_alloc(c->run, p->edges.count + 1);
    uint32_t *component = run_alloc(c->run, (p->edges.count + 1) * sizeof *component);
    run_poll(c->run);
    for (uint32_t i = 0; i < p->edges.count; i++)
        c->active[i] = set[i];
    number_components(c);
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        component[i] = set[i] && c->number[e->from.i] == c->number[e->to.i] ? c->number[e->from.i] : NO_ID;
        if (set[i] && component[i] == NO_ID) c->edges[i] = stays;
    }
    for (uint32_t i = 0; i < p->edges.count; i++) {
        if (component[i] == NO_ID) continue;
        uint32_t now = component[i];
        for (uint32_t k = 0; k < p->edges.count; k++) {
            part[k] = component[k] == now;
            if (part[k]) component[k] = NO_ID;
        }
        count_cycle(c, part, t, stays);
    }
    run_release(c->run, part);
    run_release(c->run, component);
}

/* From below, as threads are started by threads: where that does not end after as many rounds as there are templates,
 * there is no bound. */
static void count_threads_started(const EdgeCounting *c, Counts *counts)
{
    const Program *p = c->p;
    for (uint32_t round = 0; round <= p->templates.count + 1; round++)
        for (uint32_t t = 0; t < p->templates.count; t++) {
            uint64_t n = p->templates.data[t].initial == COUNT_ONE;
            if (p->templates.data[t].initial == COUNT_MANY) n = COUNTS_NONE;
            for (uint32_t i = 0; i < p->edges.count; i++)
                if (p->edges.data[i].spawn.i == t)
                    n = counts_sum(n, counts_product(c->edges[i], counts->threads[home(p, &p->edges.data[i]).i]));
            if (n != counts->threads[t] && round > p->templates.count) n = COUNTS_NONE;
            counts->threads[t] = n;
        }
}

Counts *counts_new(const Program *p)
{
    Run *run = p->run;
    EdgeCounting c = {p, run, run_alloc(run, (p->edges.count + 1) * sizeof *c.edges),
                      run_alloc(run, p->edges.count + 1), run_alloc(run, (p->locs.count + 1) * sizeof *c.number)};
    Counts *counts = run_alloc(run, sizeof *counts);
    *counts = (Counts){p, c.edges, run_alloc(run, (p->templates.count + 1) * sizeof *counts->threads)};
    bool *set = run_alloc(run, p->edges.count + 1);
    CHECK(program_is_indexed(p));
    for (uint32_t t = 0; t < p->templates.count; t++) {
        for (uint32_t i = 0; i < p->edges.count; i++)
            set[i] = home(p, &p->edges.data[i]).i == t;
        count_edge_set(&c, set, (TemplateId){t}, 1);
    }
    count_threads_started(&c, counts);
    for (uint32_t i = 0; i < p->edges.count; i++)
        counts->edges[i] = counts_product(c.edges[i], counts->threads[home(p, &p->edges.data[i]).i]);
    run_release(run, c.active);
    run_release(run, c.number);
    run_release(run, set);
    return counts;
}
