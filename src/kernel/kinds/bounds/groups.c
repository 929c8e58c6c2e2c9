/* Let M be the claimed bound of a group G, and m the largest absolute value of its variables so far. Terms are read as
 * integers; |t| <= scale * m + shift is derived for each term that is assigned to a variable of G, from |x| <= m for x
 * in G and the bounds of groups before. An assignment with scale 0 must have shift <= F, where F is what m may be
 * without growth; one with scale 1 and shift 0 does not raise m; each other one, done n times at most, contributes
 * scale^n and n
 * * shift. Then m <= (product of all scale^n) * (F + sum of all n * shift) at any time, by induction over the
 * assignments, since each scale is 1 at least. That must be M at most. It is right for machine arithmetic if no sum or
 * product leaves its sort, which is checked with the m that there can be when the assignment is done, once less than
 * ever. */
#include "kernel/kinds/bounds/groups.h"

#include "kernel/checker/assigned.h"
#define VISITS_MAX 200000 /* of subterms, so that terms that share many of theirs end */

typedef struct Size {
    uint64_t scale, shift;
} Size;

typedef struct Grouping {
    const Counts *counts;
    const Program *p;
    TermManager *tm;
    uint64_t *most;   /* per variable */
    bool *here;       /* per variable: of the group at hand */
    uint64_t base;    /* F */
    uint64_t largest; /* what m is at most when the value at hand is assigned */
    bool is_checking; /* that sums and products stay in their sorts then */
    bool leaves;      /* one does not */
    uint32_t visits;  /* of the value at hand */
} Grouping;

/* The larger of both. What is constant beside something that grows is part of F. */
static Size larger_size(Grouping *g, Size a, Size b)
{
    if (a.scale == 0 && b.scale > 0) return larger_size(g, b, a);
    if (a.scale > 0 && b.scale == 0) {
        if (b.shift > g->base) g->base = b.shift;
        return a;
    }
    if (b.scale > a.scale) a.scale = b.scale;
    if (b.shift > a.shift) a.shift = b.shift;
    return a;
}

/* A sum, product or part: the sort says as much, or nothing is lost. */
static Size fit(Grouping *g, Size s, uint64_t limit)
{
    if (s.scale == 0 && s.shift >= limit) return (Size){0, limit};
    if (g->is_checking) g->leaves |= counts_sum(counts_product(s.scale, g->largest), s.shift) >= limit;
    return s;
}

static uint64_t absolute_of(int64_t value) { return value < 0 ? -(uint64_t)value : (uint64_t)value; }

static Size size_of_term(Grouping *g, Term t);

static Size size_of_product(Grouping *g, Term t)
{
    Size a = size_of_term(g, term_arg(g->tm, t, 0)), b = size_of_term(g, term_arg(g->tm, t, 1));
    if (a.scale && b.scale) return (Size){0, COUNTS_NONE};
    uint64_t factor = a.scale ? b.shift : a.shift;
    Size other = a.scale ? a : b;
    return (Size){counts_product(factor, other.scale), counts_product(factor, other.shift)};
}

static Size size_of_variable(const Grouping *g, Term t, uint64_t limit)
{
    uint32_t v = term_symbol(g->tm, t);
    if (g->p->vars.data[v].class == VAR_INPUT) return (Size){0, limit};
    return g->here[v] ? (Size){1, 0} : (Size){0, g->most[v]};
}

static Size size_of_term(Grouping *g, Term t)
{
    TermManager *tm = g->tm;
    Sort sort = term_sort(tm, t);
    uint64_t limit = bounds_of_sort(sort);
    Size all = {0, 0};
    if (++g->visits > VISITS_MAX) {
        g->leaves = true;
        return (Size){0, limit};
    }
    switch (term_kind(tm, t)) {
    case TERM_VAR: return size_of_variable(g, t, limit);
    case TERM_CONST:
        if (sort.kind != SORT_BV) return (Size){0, limit};
        return (Size){0, absolute_of(sign_extend(term_value(tm, t), sort.width))};
    case TERM_ADD:
        for (uint32_t i = 0; i < term_arity(tm, t); i++) {
            Size s = size_of_term(g, term_arg(tm, t, i));
            all = (Size){counts_sum(all.scale, s.scale), counts_sum(all.shift, s.shift)};
        }
        return fit(g, all, limit);
    case TERM_MUL: return fit(g, size_of_product(g, t), limit);
    case TERM_EXTRACT:
        if (term_value(tm, t)) return (Size){0, limit};
        return fit(g, size_of_term(g, term_arg(tm, t, 0)), limit);
    case TERM_ITE: return larger_size(g, size_of_term(g, term_arg(tm, t, 1)), size_of_term(g, term_arg(tm, t, 2)));
    case TERM_STORE: return larger_size(g, size_of_term(g, term_arg(tm, t, 0)), size_of_term(g, term_arg(tm, t, 2)));
    case TERM_SDIV: return larger_size(g, size_of_term(g, term_arg(tm, t, 0)), (Size){0, 1}); /* by 0: 1 or -1 */
    case TERM_SREM:
    case TERM_SEXT:
    case TERM_SELECT:
    case TERM_CONST_ARRAY: return size_of_term(g, term_arg(tm, t, 0));
    case TERM_ZEXT: return (Size){0, 2 * bounds_of_sort(term_sort(tm, term_arg(tm, t, 0)))};
    case TERM_BVAND:
        for (uint32_t i = 0; i < term_arity(tm, t); i++) {
            Term mask = term_arg(tm, t, i);
            if (term_is_const(tm, mask) && term_value(tm, mask) < limit) return (Size){0, term_value(tm, mask)};
        }
        return (Size){0, limit};
    default: return (Size){0, limit};
    }
}

typedef struct Total {
    uint64_t product, sum;
} Total;

/* One assignment that is done so many times. When it is, it was done once less before. */
static void check_value(Grouping *g, Term value, Size s, const Total *total)
{
    uint64_t product = s.scale ? total->product / s.scale : total->product,
             sum = s.scale ? total->sum - s.shift : total->sum;
    g->largest = counts_product(product, counts_sum(g->base, sum));
    g->visits = 0;
    g->is_checking = true;
    size_of_term(g, value);
    g->is_checking = false;
}

static void sum_up_value(Grouping *g, Term value, uint64_t times, bool checks, Total *total)
{
    if (!times) return;
    g->visits = 0;
    Size s = size_of_term(g, value);
    if (checks) {
        check_value(g, value, s, total);
        return;
    }
    if (s.scale == 0 && s.shift > g->base) g->base = s.shift;
    if (s.scale == 0 || (s.scale == 1 && s.shift == 0)) return;
    total->sum = counts_sum(total->sum, counts_product(times, s.shift));
    for (uint64_t i = 0; i < times && s.scale > 1 && total->product != COUNTS_NONE; i++)
        total->product = counts_product(total->product, s.scale);
}

static void sum_up_assignments(Grouping *g, const Assign *assigns, uint32_t count, uint64_t times, bool checks,
                               Total *total)
{
    for (uint32_t i = 0; i < count; i++)
        if (g->here[assigns[i].var.i]) sum_up_value(g, assigns[i].value, times, checks, total);
}

/* Sums up all assignments, or checks them with the sums. */
static void sum_up_group(Grouping *g, const BoundGroup *group, bool checks, Total *total)
{
    const Program *p = g->p;
    for (uint32_t i = 0; i < group->vars.count; i++)
        if (term_is(p->vars.data[group->vars.data[i].i].init))
            sum_up_value(g, p->vars.data[group->vars.data[i].i].init, 1, checks, total);
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        sum_up_assignments(g, e->assigns, e->assign_count, g->counts->edges[i], checks, total);
        sum_up_assignments(g, e->args, e->arg_count, g->counts->edges[i], checks, total);
    }
}

/* Is each thread of the template started with an argument for the local? */
static bool is_always_given(const Program *p, uint32_t v)
{
    TemplateId t = p->vars.data[v].template;
    bool given = p->templates.data[t.i].initial == COUNT_NONE;
    for (uint32_t i = 0; i < p->edges.count && given; i++) {
        const Edge *e = &p->edges.data[i];
        given = e->spawn.i != t.i || term_is(checker_edge_gives(e, v));
    }
    return given;
}

static const char *variable_problem(const Grouping *g, VarId v)
{
    const Var *var = &g->p->vars.data[v.i];
    Run *run = g->p->run;
    bool is_machine = var->sort.kind == SORT_ARRAY ? var->sort.width > 0 : var->sort.kind != SORT_INT;
    if (var->class == VAR_INPUT || !is_machine) return run_format(run, "%s cannot have a bound", var->name);
    if (g->most[v.i] != bounds_of_sort(var->sort)) return run_format(run, "%s has two bounds", var->name);
    if (term_is(var->init)) return NULL;
    if (var->class == VAR_SHARED) return run_format(run, "%s, which has a bound, is arbitrary at the start", var->name);
    if (is_always_given(g->p, v.i) || !counts_read_unassigned(g->p, v)) return NULL;
    return run_format(run, "%s, which has a bound, is read before it is assigned to", var->name);
}

static const char *group_problem(Grouping *g, const BoundGroup *group)
{
    const char *problem = NULL;
    Total total = {1, 0};
    for (uint32_t i = 0; i < group->vars.count; i++) {
        if (!problem) problem = variable_problem(g, group->vars.data[i]);
        if (!problem && g->here[group->vars.data[i].i]) problem = "a variable is twice in one group";
        g->here[group->vars.data[i].i] = true;
    }
    if (problem) return problem;
    g->base = 0, g->is_checking = g->leaves = false;
    sum_up_group(g, group, false, &total);
    uint64_t most = counts_product(total.product, counts_sum(g->base, total.sum));
    if (most <= group->most) sum_up_group(g, group, true, &total);
    const char *name = group->vars.count ? g->p->vars.data[group->vars.data[0].i].name : "nothing";
    if (most > group->most || g->leaves)
        problem = run_format(g->p->run, "%s, or what it is made of, may grow beyond its bound", name);
    for (uint32_t i = 0; i < group->vars.count; i++) {
        g->here[group->vars.data[i].i] = false;
        g->most[group->vars.data[i].i] = group->most;
    }
    return problem;
}

const char *groups_problem(const Counts *counts, const Bounds *bounds)
{
    const Program *p = counts->p;
    Grouping g = {.counts = counts, .p = p, .tm = p->tm};
    const char *problem = p->has_ideal_integers ? "bounds are of machine integers" : NULL;
    g.most = run_alloc(p->run, ((size_t)p->vars.count + 1) * sizeof *g.most);
    g.here = run_alloc(p->run, p->vars.count + 1);
    for (uint32_t v = 0; v < p->vars.count; v++)
        g.most[v] = bounds_of_sort(p->vars.data[v].sort);
    for (uint32_t i = 0; i < bounds->groups.count && !problem; i++) {
        run_poll(p->run);
        problem = group_problem(&g, &bounds->groups.data[i]);
    }
    run_release(p->run, g.most);
    run_release(p->run, g.here);
    return problem;
}
