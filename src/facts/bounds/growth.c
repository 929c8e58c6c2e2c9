/* Let m be the largest absolute value that the variables of a group have had so far. Every assignment to one of them
 * gives a value of at most a * m + c, where a and c are constants, or gives an old value or one that is no larger than
 * m was at the start. So m is at most (product of the a) * (m at the start + sum of the c) after any sequence of
 * assignments, by induction, since every a is at least 1; and the number of times each of them is done is bounded
 * (facts/bounds/rounds.h). This holds of values read at one time and stored at another, whatever other threads have
 * stored in between. It is about integers: it must be that nothing wraps around with the bound that results. */
#include "facts/bounds/growth.h"

#include "base/check.h"
#include "base/components.h"
#include "base/intern.h"
#include "logic/term/walk.h"

#define VISITS_MAX 20000 /* of subterms, so that terms that share many of theirs end */

/* |t| <= factor * m + constant. factor 0: a constant bound. */
typedef struct LinearBound {
    uint64_t factor, constant;
} LinearBound;

typedef struct Finder {
    const Program *p;
    TermManager *tm;
    const Rounds *rounds;
    uint64_t *most;  /* per variable: of earlier groups, or of the sort */
    uint32_t *group; /* per variable: component */
    uint32_t now;    /* the group at hand */
    uint64_t start;  /* m at the start */
    uint64_t m;      /* for check_term_fits */
    bool fits;       /* for check_term_fits */
    Intern seen;     /* for check_term_fits */
    uint32_t visits; /* of the value at hand */
} Finder;

/* ---- values of terms ---- */

static LinearBound constant(uint64_t value) { return (LinearBound){0, value}; }

static LinearBound sum(LinearBound a, LinearBound b)
{
    return (LinearBound){rounds_add(a.factor, b.factor), rounds_add(a.constant, b.constant)};
}

/* Whichever it is. m is at least what a constant part is, once the start counts it. */
static LinearBound bound_of_either(Finder *f, LinearBound a, LinearBound b)
{
    if (!a.factor != !b.factor) {
        LinearBound fixed = a.factor ? b : a;
        if (fixed.constant > f->start) f->start = fixed.constant;
        return a.factor ? a : b;
    }
    return (LinearBound){a.factor > b.factor ? a.factor : b.factor, a.constant > b.constant ? a.constant : b.constant};
}

static uint64_t absolute_value(uint64_t bits, unsigned width)
{
    int64_t value = sign_extend(bits, width);
    return value < 0 ? -(uint64_t)value : (uint64_t)value;
}

static LinearBound linear(Finder *f, Term t);

static LinearBound linear_product(Finder *f, Term t)
{
    LinearBound a = linear(f, term_arg(f->tm, t, 0)), b = linear(f, term_arg(f->tm, t, 1));
    if (a.factor && b.factor) return constant(UINT64_MAX);
    if (a.factor) { /* let a be the constant one */
        LinearBound c = a;
        a = b;
        b = c;
    }
    return (LinearBound){rounds_times(a.constant, b.factor), rounds_times(a.constant, b.constant)};
}

/* What is always so of the sort, where constants alone say no more. */
static LinearBound clipped(LinearBound l, uint64_t always)
{
    return !l.factor && l.constant >= always ? constant(always) : l;
}

static bool is_constant(const Finder *f, Term t, uint64_t *bits)
{
    if (!term_is_const(f->tm, t)) return false;
    *bits = term_value(f->tm, t);
    return true;
}

/* Bits of a constant that is not negative. */
static LinearBound linear_and(const Finder *f, Term t, uint64_t always)
{
    uint64_t bits;
    for (uint32_t i = 0; i < term_arity(f->tm, t); i++)
        if (is_constant(f, term_arg(f->tm, t, i), &bits) && bits < always) return constant(bits);
    return constant(always);
}

/* A bound of the sort, unless the operands say more. Whether nothing wraps around is asked later: check_term_fits. */
static LinearBound linear(Finder *f, Term t)
{
    TermManager *tm = f->tm;
    Sort sort = term_sort(tm, t);
    uint64_t always = bounds_of_sort(sort);
    if (++f->visits > VISITS_MAX) return constant(UINT64_MAX);
    switch (term_kind(tm, t)) {
    case TERM_CONST: return constant(sort.kind == SORT_BV ? absolute_value(term_value(tm, t), sort.width) : always);
    case TERM_VAR: {
        uint32_t v = term_symbol(tm, t);
        if (f->p->vars.data[v].class == VAR_INPUT) return constant(always);
        return f->group[v] == f->now ? (LinearBound){1, 0} : constant(f->most[v]);
    }
    case TERM_ADD: {
        LinearBound all = constant(0);
        for (uint32_t i = 0; i < term_arity(tm, t); i++)
            all = sum(all, linear(f, term_arg(tm, t, i)));
        return clipped(all, always);
    }
    case TERM_MUL: return clipped(linear_product(f, t), always);
    case TERM_ITE: return bound_of_either(f, linear(f, term_arg(tm, t, 1)), linear(f, term_arg(tm, t, 2)));
    case TERM_EXTRACT: return term_value(tm, t) ? constant(always) : clipped(linear(f, term_arg(tm, t, 0)), always);
    case TERM_ZEXT: return constant(bounds_of_sort(term_sort(tm, term_arg(tm, t, 0))) * 2);
    case TERM_BVAND: return linear_and(f, t, always);
    case TERM_SDIV: /* by zero: 1 or -1 */ return bound_of_either(f, linear(f, term_arg(tm, t, 0)), constant(1));
    case TERM_SREM:
    case TERM_SEXT:
    case TERM_SELECT:
    case TERM_CONST_ARRAY: return linear(f, term_arg(tm, t, 0));
    case TERM_STORE: return bound_of_either(f, linear(f, term_arg(tm, t, 0)), linear(f, term_arg(tm, t, 2)));
    default: return constant(always);
    }
}

static uint64_t value(Finder *f, LinearBound l) { return rounds_add(rounds_times(l.factor, f->m), l.constant); }

/* Is the term, as the integer that `linear` takes it for, in the range of its sort? Likewise all that it is made of. */
static void check_term_fits(Finder *f, Term t)
{
    TermManager *tm = f->tm;
    bool is_new;
    if (!f->fits) return;
    intern_add(&f->seen, &t.id, 1, &is_new);
    if (!is_new) return;
    uint32_t first = 0, count = term_arity(tm, t);
    uint64_t always = bounds_of_sort(term_sort(tm, t));
    switch (term_kind(tm, t)) {
    case TERM_ADD:
    case TERM_MUL:
    case TERM_EXTRACT: {
        LinearBound l = linear(f, t);
        if (!l.factor && l.constant == always) return; /* as the sort says, however that comes about */
        f->fits = value(f, l) < always;
        break;
    }
    case TERM_ITE: first = 1; break;
    case TERM_STORE:
        check_term_fits(f, term_arg(tm, t, 0));
        first = 2;
        break;
    case TERM_SDIV:
    case TERM_SREM:
    case TERM_SELECT: count = 1; break;
    case TERM_SEXT:
    case TERM_CONST_ARRAY: break;
    default: return; /* bounded by the sort alone */
    }
    for (uint32_t i = first; i < count; i++)
        check_term_fits(f, term_arg(tm, t, i));
}

/* ---- groups ---- */

typedef struct Group {
    VEC(uint32_t) vars;
} Group;

/* What a variable of the group is given. */
typedef struct Given {
    Term value;
    EdgeId edge; /* .i = NO_ID: initially */
} Given;
typedef VEC(Given) Givens;

static void add_arguments(Finder *f, uint32_t v, Givens *givens)
{
    const Var *info = &f->p->vars.data[v];
    for (uint32_t i = 0; i < f->p->edges.count; i++) {
        const Edge *e = &f->p->edges.data[i];
        if (e->spawn.i != info->template.i) continue;
        for (uint32_t k = 0; k < e->arg_count; k++)
            if (e->args[k].var.i == v) vec_push(f->p->run, givens, ((Given){e->args[k].value, {i}}));
    }
}

/* Is the local's value arbitrary for some thread at its start? */
static bool starts_by_chance(const Program *p, uint32_t v)
{
    const Var *info = &p->vars.data[v];
    if (term_is(info->init)) return false;
    if (p->templates.data[info->template.i].initial != COUNT_NONE) return true;
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        bool given = e->spawn.i != info->template.i;
        for (uint32_t k = 0; k < e->arg_count; k++)
            given |= e->args[k].var.i == v;
        if (!given) return true;
    }
    return false;
}

/* False: the value is arbitrary, and it is no local's. */
static bool add_start_values(Finder *f, uint32_t v, Givens *givens)
{
    const Var *info = &f->p->vars.data[v];
    if (info->is_parameter) add_arguments(f, v, givens);
    if (term_is(info->init)) vec_push(f->p->run, givens, ((Given){info->init, {NO_ID}}));
    return term_is(info->init) || info->class == VAR_LOCAL;
}

/* Does an edge read what the local is by chance? */
static bool is_by_chance(const Program *p, uint32_t v)
{
    return p->vars.data[v].class == VAR_LOCAL && starts_by_chance(p, v) && rounds_reads_chance(p, (VarId){v});
}

static uint64_t times_given(const Finder *f, const Given *given)
{
    return given->edge.i == NO_ID ? 1 : rounds_of(f->rounds, given->edge);
}

/* When an assignment is done, it itself has been done once less than it ever is. */
static void check_contained(Finder *f, const Given *given, uint64_t product, uint64_t total)
{
    f->visits = 0;
    LinearBound l = linear(f, given->value);
    bool grows = l.factor > 0 && times_given(f, given) > 0;
    intern_init(f->p->run, &f->seen);
    f->m = rounds_times(grows ? product / l.factor : product, rounds_add(f->start, grows ? total - l.constant : total));
    if (times_given(f, given) > 0) check_term_fits(f, given->value);
    f->fits &= f->visits <= VISITS_MAX;
    intern_clear(&f->seen);
}

/* The bound of the group, or of no use: UINT64_MAX. */
static uint64_t bound(Finder *f, const Givens *givens)
{
    uint64_t product = 1, total = 0;
    f->start = 0;
    for (uint32_t i = 0; i < givens->count; i++) {
        f->visits = 0;
        LinearBound l = linear(f, givens->data[i].value);
        uint64_t times = times_given(f, &givens->data[i]);
        if (f->visits > VISITS_MAX) return UINT64_MAX;
        if (!times) continue;
        if (!l.factor && l.constant > f->start) f->start = l.constant;
        if (!l.factor || (l.factor == 1 && !l.constant)) continue;
        total = rounds_add(total, rounds_times(times, l.constant));
        if (l.factor > 1 && times > 64) return UINT64_MAX;
        for (uint64_t k = 0; k < times && l.factor > 1; k++)
            product = rounds_times(product, l.factor);
    }
    uint64_t most = rounds_times(product, rounds_add(f->start, total));
    f->fits = most != UINT64_MAX;
    for (uint32_t i = 0; i < givens->count && f->fits; i++)
        check_contained(f, &givens->data[i], product, total);
    return f->fits ? most : UINT64_MAX;
}

static void settle_group_bound(Finder *f, const Group *group, const Givens *assigned, Bounds *bounds)
{
    Givens givens = {NULL, 0, 0};
    bool is_bounded = true;
    uint64_t least = UINT64_MAX;
    for (uint32_t i = 0; i < group->vars.count; i++) {
        uint32_t v = group->vars.data[i];
        if (f->most[v] < least) least = f->most[v];
        for (uint32_t k = 0; k < assigned[v].count; k++)
            vec_push(f->p->run, &givens, assigned[v].data[k]);
        is_bounded = is_bounded && add_start_values(f, v, &givens);
    }
    uint64_t most = is_bounded ? bound(f, &givens) : UINT64_MAX;
    vec_free(f->p->run, &givens);
    if (most >= least) return;
    for (uint32_t i = 0; i < group->vars.count; i++)
        if (is_by_chance(f->p, group->vars.data[i])) return;
    BoundGroup g = {.most = most};
    for (uint32_t i = 0; i < group->vars.count; i++) {
        vec_push(f->p->run, &g.vars, ((VarId){group->vars.data[i]}));
        f->most[group->vars.data[i]] = most;
    }
    vec_push(f->p->run, &bounds->groups, g);
}

/* ---- the graph of what is made of what ---- */

typedef struct Flow {
    const Program *p;
    VEC(uint32_t) * from; /* per variable: what it is made of */
    uint32_t now;
} Flow;

static void note_source(void *arg, Term var)
{
    Flow *flow = arg;
    uint32_t v = term_symbol(flow->p->tm, var);
    if (flow->p->vars.data[v].class != VAR_INPUT) vec_push(flow->p->run, &flow->from[flow->now], v);
}

static void note_flow(Flow *flow, const Assign *assigns, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        flow->now = assigns[i].var.i;
        term_for_each_var(flow->p->tm, assigns[i].value, note_source, flow);
    }
}

/* Groups in an order in which each comes after those that it is made of. */
static uint32_t find_growth_groups(const Program *p, uint32_t *group)
{
    Run *run = p->run;
    uint32_t n = p->vars.count, edges = 0;
    Flow flow = {p, run_alloc(run, ((size_t)n + 1) * sizeof *flow.from), 0};
    for (uint32_t i = 0; i < p->edges.count; i++) {
        note_flow(&flow, p->edges.data[i].assigns, p->edges.data[i].assign_count);
        note_flow(&flow, p->edges.data[i].args, p->edges.data[i].arg_count);
    }
    for (uint32_t v = 0; v < n; v++)
        edges += flow.from[v].count;
    uint32_t *start = run_alloc(run, ((size_t)n + 1) * sizeof *start),
             *to = run_alloc(run, ((size_t)edges + 1) * sizeof *to);
    for (uint32_t v = 0, k = 0; v < n; v++) {
        start[v] = k;
        for (uint32_t i = 0; i < flow.from[v].count; i++)
            to[k++] = flow.from[v].data[i];
        start[v + 1] = k;
        vec_free(run, &flow.from[v]);
    }
    uint32_t count = components_find(run, n, start, to, group);
    run_release(run, flow.from);
    run_release(run, start);
    run_release(run, to);
    return count;
}

static bool is_machine(Sort sort)
{
    if (sort.kind == SORT_ARRAY) return sort.width > 0;
    return sort.kind == SORT_BV || sort.kind == SORT_BOOL;
}

Bounds *growth_bounds(const Program *p, const Rounds *rounds)
{
    Run *run = p->run;
    uint32_t n = p->vars.count;
    Bounds *bounds = run_alloc(run, sizeof *bounds);
    Finder f = {.p = p, .tm = p->tm, .rounds = rounds};
    f.most = run_alloc(run, ((size_t)n + 1) * sizeof *f.most);
    f.group = run_alloc(run, ((size_t)n + 1) * sizeof *f.group);
    uint32_t count = find_growth_groups(p, f.group);
    Group *groups = run_alloc(run, ((size_t)count + 1) * sizeof *groups);
    Givens *assigned = run_alloc(run, ((size_t)n + 1) * sizeof *assigned);
    for (uint32_t v = 0; v < n; v++) {
        f.most[v] = bounds_of_sort(p->vars.data[v].sort);
        if (p->vars.data[v].class != VAR_INPUT) vec_push(run, &groups[f.group[v]].vars, v);
    }
    for (uint32_t i = 0; i < p->edges.count; i++)
        for (uint32_t k = 0; k < p->edges.data[i].assign_count; k++) {
            const Assign *a = &p->edges.data[i].assigns[k];
            vec_push(run, &assigned[a->var.i], ((Given){a->value, {i}}));
        }
    for (f.now = 0; f.now < count; f.now++) {
        bool is_asked = groups[f.now].vars.count > 0;
        for (uint32_t i = 0; i < groups[f.now].vars.count; i++)
            is_asked &= is_machine(p->vars.data[groups[f.now].vars.data[i]].sort);
        run_poll(run);
        if (is_asked) settle_group_bound(&f, &groups[f.now], assigned, bounds);
        vec_free(run, &groups[f.now].vars);
    }
    for (uint32_t v = 0; v < n; v++)
        vec_free(run, &assigned[v]);
    run_release(run, assigned);
    run_release(run, groups);
    run_release(run, f.most);
    run_release(run, f.group);
    return bounds;
}
