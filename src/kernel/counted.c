/* The claim: in every reachable state each value v, read as an integer and taken so many times as is said, is start, as
 * many times, + the sum over all threads of their weights. Below v is that multiple. It is shown by induction:
 * - at the start v is `start`, and no thread has a weight where it is then;
 * - an edge that is taken where all claims hold changes v, as an integer, by as much as the weight of the thread that
 * takes it, and by what a thread weighs at first that it starts. The others' weights are over their own locals, which
 * the step leaves alone.
 * What is said to hold while a thread is at a location (a fact, over its locals and the shared variables) is made true
 * by the edges that lead there, no thread starts there but one that is there in the first state, where it is true, and
 * an edge that another thread takes meanwhile leaves it true.
 * What is assumed before an edge is beside that what the claims say of a state with a thread at its source: for factors
 * f_i in
 * {-1, 0, 1} the sum of f_i * v_i is that of f_i * start_i plus, thread by thread, that of f_i * weight_i. Of the
 * thread at hand the weight is known. Of every other thread it is at least the least weight of its template, and
 * where that is negative the template must be one of which at most one thread exists in a run (and if it is the
 * template of the thread at hand, there is no other). So the sum is not below the bound computed here. Of two threads
 * at hand, one that takes a step and one of which something is said, both weights are known, and there is a third one
 * only of templates that may have more. Values have at most 32 bits and are taken 15 times at most, and everything is
 * computed with 48: the comparisons are those of integers. The same then holds wherever an edge of p is taken, so that
 * adding it to guards takes no run away. */
#include "kernel/counted.h"

#include "base/check.h"
#include "kernel/checker/after.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"
#include "program/check.h"
#include "program/copy.h"

#define BITS 48
#define STANDS_BY 1 /* instance of the locals of another thread than the one that takes a step */

typedef struct Claims {
    Checker *k;
    Program *p;
    TermManager *tm;
    const ThreadCounts *counts;
    bool *single; /* per template: at most one thread of it ever exists */
    Term *said;   /* per location */
} Claims;

static Term count_constant(const Claims *c, int64_t n) { return term_bv(c->tm, BITS, (uint64_t)n); }

static Term count_value(const Claims *c, const ThreadCount *count, Term value)
{
    Term once = count->is_signed ? term_sext(c->tm, value, BITS) : term_zext(c->tm, value, BITS);
    return term_binary(c->tm, TERM_MUL, count_constant(c, count->times), once);
}

static Term weight_term(const Claims *c, const ThreadCount *count, uint32_t loc)
{
    if (!term_is(count->when[loc])) return count_constant(c, count->weight[loc]);
    return term_ite(c->tm, count->when[loc], count_constant(c, count->weight[loc]),
                    count_constant(c, count->without[loc]));
}

/* ---- form ---- */

typedef struct Speaks {
    const Claims *c;
    uint32_t template; /* whose locals may be spoken of; NO_ID: none */
    bool shared;       /* may shared variables be? */
    bool is_wrong;
} Speaks;

static void check_count_variable(void *arg, Term var)
{
    Speaks *s = arg;
    uint32_t v = term_symbol(s->c->tm, var);
    bool known = v < s->c->p->vars.count && term_instance(s->c->tm, var) == 0;
    const Var *info = known ? &s->c->p->vars.data[v] : NULL;
    bool is_shared = known && s->shared && info->class == VAR_SHARED && info->sort.kind != SORT_ARRAY;
    bool is_own = known && s->template != NO_ID && info->class == VAR_LOCAL && info->template.i == s->template;
    s->is_wrong |= !is_shared && !is_own;
}

static bool speaks_of_count_variables(const Claims *c, Term t, uint32_t template, bool shared)
{
    Speaks s = {c, template, shared, false};
    term_for_each_var(c->tm, t, check_count_variable, &s);
    return !s.is_wrong;
}

static bool is_small_weight(int weight) { return weight >= -COUNT_WEIGHT_MAX && weight <= COUNT_WEIGHT_MAX; }

static void check_count_form(const Claims *c, const ThreadCount *count)
{
    if (count->times < 1 || count->times > COUNT_WEIGHT_MAX) checker_fail(c->k, "a count is taken too many times");
    Sort sort = term_sort(c->tm, count->value);
    if (sort.kind != SORT_BV || sort.width > COUNT_BITS_MAX || !speaks_of_count_variables(c, count->value, NO_ID, true))
        checker_fail(c->k, "what counts threads is no number made of shared variables");
    for (uint32_t l = 0; l < c->p->locs.count; l++) {
        Term when = count->when[l];
        if (term_is(when) && (term_sort(c->tm, when).kind != SORT_BOOL ||
                              !speaks_of_count_variables(c, when, c->p->locs.data[l].template.i, false)))
            checker_fail(c->k, "a weight depends on more than the thread's own variables");
        if (!is_small_weight(count->weight[l]) || !is_small_weight(count->without[l]))
            checker_fail(c->k, "a weight is too large");
    }
    for (uint32_t t = 0; t < c->p->templates.count; t++) {
        const Template *template = &c->p->templates.data[t];
        if (term_is(count->when[template->entry.i]) ||
            (count->weight[template->entry.i] && template->initial != COUNT_NONE))
            checker_fail(c->k, "threads of %s are counted where they start", template->name);
    }
}

/* ---- the start ---- */

static Term initial_value(void *arg, TermManager *tm, Term var)
{
    const Claims *c = arg;
    (void)tm;
    return c->p->vars.data[term_symbol(c->tm, var)].init; /* TERM_NONE, arbitrary: the variable itself */
}

static void check_count_start(const Claims *c, const ThreadCount *count)
{
    Term first = count_value(c, count, term_substitute(c->tm, count->value, initial_value, (void *)(uintptr_t)c));
    Term differs = term_ne(c->tm, first, count_constant(c, count->times * count->start));
    if (!checker_impossible(c->k, &differs, 1, "a value that counts threads, at the start"))
        checker_fail(c->k, "a value that counts threads does not start as it is said");
}

/* ---- what the claims say of a thread at a location ---- */

/* The least weight of a thread at the location, in the sum with these factors. */
static int least_weight(const Claims *c, const int *factors, uint32_t loc)
{
    int sum = 0;
    for (uint32_t i = 0; i < c->counts->count; i++) {
        const ThreadCount *count = &c->counts->data[i];
        int a = factors[i] * count->weight[loc], b = factors[i] * count->without[loc];
        sum += term_is(count->when[loc]) && b < a ? b : a;
    }
    return sum;
}

/* Of all threads but one of the template `own` and one of `other` together; false: there is none. */
static bool bound_others(const Claims *c, const int *factors, uint32_t own, uint32_t other, int *bound)
{
    *bound = 0;
    for (uint32_t t = 0; t < c->p->templates.count; t++) {
        int least = 0;
        for (uint32_t l = 0; l < c->p->locs.count; l++)
            if (c->p->locs.data[l].template.i == t && least_weight(c, factors, l) < least)
                least = least_weight(c, factors, l);
        if (least < 0 && !c->single[t]) return false;
        if (t != own && t != other) *bound += least;
    }
    return true;
}

/* The locals of the thread that stands by, apart from those of the one that takes a step. */
static Term rename_stander_by(void *arg, TermManager *tm, Term var)
{
    const Claims *c = arg;
    uint32_t v = term_symbol(tm, var);
    const Var *info = &c->p->vars.data[v];
    return info->class == VAR_LOCAL ? term_var(tm, info->sort, v, STANDS_BY) : TERM_NONE;
}

static Term of_stander_by(const Claims *c, Term t)
{
    return term_substitute(c->tm, t, rename_stander_by, (void *)(uintptr_t)c);
}

/* other: where a second thread is, NO_ID: nowhere in particular. */
static Term say_sum(const Claims *c, const int *factors, uint32_t loc, uint32_t other)
{
    int others;
    uint32_t second = other == NO_ID ? NO_ID : c->p->locs.data[other].template.i;
    if (!bound_others(c, factors, c->p->locs.data[loc].template.i, second, &others)) return term_bool(c->tm, true);
    Term left = count_constant(c, others), right = count_constant(c, 0);
    for (uint32_t i = 0; i < c->counts->count; i++) {
        const ThreadCount *count = &c->counts->data[i];
        if (!factors[i]) continue;
        Term known = term_add(c->tm, count_constant(c, count->times * count->start), weight_term(c, count, loc));
        if (other != NO_ID) known = term_add(c->tm, known, of_stander_by(c, weight_term(c, count, other)));
        Term value = count_value(c, count, count->value);
        left = factors[i] > 0 ? term_add(c->tm, left, known) : term_sub(c->tm, left, known);
        right = factors[i] > 0 ? term_add(c->tm, right, value) : term_sub(c->tm, right, value);
    }
    return term_binary(c->tm, TERM_SLE, left, right);
}

static bool is_bounded_by_counts(const Claims *c, const int *factors)
{
    int bound;
    return bound_others(c, factors, NO_ID, NO_ID, &bound);
}

/* Is the sum bounded, but not a sum of two that are? Such sums say little more than their parts. */
static bool is_worth(const Claims *c, int *factors)
{
    if (!is_bounded_by_counts(c, factors)) return false;
    for (uint32_t i = 0; i < c->counts->count; i++) {
        int one[COUNTS_MAX] = {0}, factor = factors[i];
        if (!factor) continue;
        one[i] = factor;
        factors[i] = 0;
        bool has_rest = false;
        for (uint32_t k = 0; k < c->counts->count; k++)
            has_rest |= factors[k] != 0;
        bool splits = has_rest && is_bounded_by_counts(c, one) && is_bounded_by_counts(c, factors);
        factors[i] = factor;
        if (splits) return false;
    }
    return true;
}

/* All sums of at most three counts. */
static Term say_sums(const Claims *c, int *factors, uint32_t next, uint32_t left, uint32_t loc, uint32_t other)
{
    Term all = term_bool(c->tm, true);
    if (left < COUNT_SUMMANDS_MAX && is_worth(c, factors)) all = say_sum(c, factors, loc, other);
    for (uint32_t i = next; i < c->counts->count && left; i++)
        for (int f = -1; f <= 1; f += 2) {
            factors[i] = f;
            all = term_and(c->tm, all, say_sums(c, factors, i + 1, left - 1, loc, other));
            factors[i] = 0;
        }
    return all;
}

static Term said_at(Claims *c, LocId l)
{
    int factors[COUNTS_MAX] = {0};
    CHECK(l.i < c->p->locs.count && c->counts->count <= COUNTS_MAX);
    if (!term_is(c->said[l.i])) c->said[l.i] = say_sums(c, factors, 0, COUNT_SUMMANDS_MAX, l.i, NO_ID);
    return c->said[l.i];
}

/* ---- steps ---- */

/* And what holds everywhere. */
static Term fact_at(const Claims *c, LocId l)
{
    Term fact = term_is(c->counts->facts[l.i]) ? c->counts->facts[l.i] : term_bool(c->tm, true);
    return term_is(c->counts->everywhere) ? term_and(c->tm, fact, c->counts->everywhere) : fact;
}

static void check_everywhere(const Claims *c)
{
    Term always = c->counts->everywhere;
    if (!term_is(always)) return;
    if (!speaks_of_count_variables(c, always, NO_ID, true))
        checker_fail(c->k, "what holds everywhere is about variables of threads");
    if (c->k->problem) return;
    Term fails = term_not(c->tm, term_substitute(c->tm, always, initial_value, (void *)(uintptr_t)c));
    if (!checker_impossible(c->k, &fails, 1, "what holds everywhere, at the start"))
        checker_fail(c->k, "what is said to hold everywhere does not at the start");
}

static bool is_started_by_edge(const Claims *c, uint32_t template)
{
    for (uint32_t i = 0; i < c->p->edges.count; i++)
        if (c->p->edges.data[i].spawn.i == template) return true;
    return false;
}

/* Of a thread that is there at first, in the first state. */
static void check_first(const Claims *c, Term fact)
{
    Term fails = term_not(c->tm, term_substitute(c->tm, fact, initial_value, (void *)(uintptr_t)c));
    if (!checker_impossible(c->k, &fails, 1, "what is said of a thread, at the start"))
        checker_fail(c->k, "what is said of a thread where it starts does not hold there");
}

static void check_facts_form(const Claims *c)
{
    for (uint32_t l = 0; l < c->p->locs.count; l++) {
        Term fact = c->counts->facts[l];
        if (term_is(fact) && !speaks_of_count_variables(c, fact, c->p->locs.data[l].template.i, true))
            checker_fail(c->k, "what is said of a thread is about the variables of others");
    }
    for (uint32_t t = 0; t < c->p->templates.count; t++) {
        Term fact = c->counts->facts[c->p->templates.data[t].entry.i];
        if (!term_is(fact) || c->k->problem) continue;
        if (c->p->templates.data[t].initial != COUNT_ONE || is_started_by_edge(c, t))
            checker_fail(c->k, "something is said of threads of %s where they start", c->p->templates.data[t].name);
        else
            check_first(c, fact);
    }
}

static void check_own_fact(Claims *c, const Edge *e)
{
    Term fails = term_not(c->tm, checker_after(c->k, e, fact_at(c, e->to)));
    if (term_is_false(c->tm, fails)) return;
    Term terms[] = {e->guard, fact_at(c, e->from), said_at(c, e->from), fails};
    if (!checker_impossible(c->k, terms, 4, "what is said of a thread"))
        checker_fail(c->k, "a step at %s does not make true what is said of the thread",
                     checker_describe_location(c->k, e->from));
}

static bool assigns_shared(const Claims *c, const Edge *e)
{
    for (uint32_t i = 0; i < e->assign_count; i++)
        if (c->p->vars.data[e->assigns[i].var.i].class == VAR_SHARED) return true;
    return false;
}

/* Another thread takes the edge. */
static void check_other(Claims *c, const Edge *e, LocId at)
{
    int factors[COUNTS_MAX] = {0};
    uint32_t template = c->p->locs.data[at.i].template.i;
    Term fact = of_stander_by(c, fact_at(c, at)), after = checker_after(c->k, e, fact);
    if (term_same(fact, after)) return;
    if (c->single[template] && c->p->locs.data[e->from.i].template.i == template) return;
    Term both = say_sums(c, factors, 0, COUNT_SUMMANDS_MAX, e->from.i, at.i);
    Term terms[] = {e->guard, fact_at(c, e->from), said_at(c, e->from), both, fact, term_not(c->tm, after)};
    if (!checker_impossible(c->k, terms, 6, "what is said of another thread"))
        checker_fail(c->k, "a step at %s may make false what is said of another thread",
                     checker_describe_location(c->k, e->from));
}

static void check_facts(Claims *c, const Edge *e)
{
    check_own_fact(c, e);
    for (uint32_t l = 0; l < c->p->locs.count && assigns_shared(c, e) && !c->k->problem; l++)
        if (term_is(c->counts->facts[l])) check_other(c, e, (LocId){l});
}

static void check_step(Claims *c, const ThreadCount *count, const Edge *e)
{
    Term before = count_value(c, count, count->value), after = checker_after(c->k, e, before);
    Term from = weight_term(c, count, e->from.i), to = checker_after(c->k, e, weight_term(c, count, e->to.i));
    if (e->spawn.i != NO_ID) to = term_add(c->tm, to, weight_term(c, count, c->p->templates.data[e->spawn.i].entry.i));
    Term differs = term_ne(c->tm, term_sub(c->tm, after, before), term_sub(c->tm, to, from));
    if (term_is_false(c->tm, differs)) return;
    Term terms[] = {e->guard, fact_at(c, e->from), said_at(c, e->from), differs};
    if (!checker_impossible(c->k, terms, 4, "a step changes what counts threads by the thread's weight"))
        checker_fail(c->k, "a step at %s does not change what counts threads by the thread's weight",
                     checker_describe_location(c->k, e->from));
}

typedef struct Look {
    const Program *p;
    bool is_shared;
} Look;

static void note_shared_variable(void *arg, Term var)
{
    Look *l = arg;
    l->is_shared |= l->p->vars.data[term_symbol(l->p->tm, var)].class == VAR_SHARED;
}

static bool accesses_shared(Program *p, const Edge *e)
{
    Look l = {p, false};
    term_for_each_var(p->tm, e->guard, note_shared_variable, &l);
    for (uint32_t i = 0; i < e->assign_count; i++) {
        l.is_shared |= p->vars.data[e->assigns[i].var.i].class == VAR_SHARED;
        term_for_each_var(p->tm, e->assigns[i].value, note_shared_variable, &l);
    }
    return l.is_shared;
}

static Program *with_claims(Claims *c)
{
    Program *out = program_copy_frame(c->p, true);
    for (uint32_t i = 0; i < c->p->edges.count; i++) {
        Edge e = c->p->edges.data[i];
        if (accesses_shared(c->p, &e) || e.is_error)
            e.guard = term_and(c->tm, e.guard, term_and(c->tm, said_at(c, e.from), fact_at(c, e.from)));
        if (e.is_error && checker_impossible(c->k, &e.guard, 1, "the counts rule out an error"))
            e.guard = term_bool(c->tm, false); /* its thread need not be told apart before it */
        program_add_edge(out, &e);
    }
    program_index(out);
    return program_require(out, "program with counts of threads");
}

Program *counted_check(Checker *k, const ThreadCounts *counts)
{
    Program *p = k->p;
    Claims claims = {.k = k, .p = p, .tm = k->tm, .counts = counts}, *c = &claims;
    c->single = run_alloc(k->run, p->templates.count + 1);
    c->said = run_alloc(k->run, (p->locs.count + 1) * sizeof *c->said);
    if (p->has_ideal_integers || counts->count > COUNTS_MAX) checker_fail(k, "there is nothing that counts threads");
    program_infer_cardinality(p);
    for (uint32_t t = 0; t < p->templates.count; t++)
        c->single[t] = p->templates.data[t].cardinality != COUNT_MANY;
    for (uint32_t i = 0; i < counts->count && !k->problem; i++) {
        check_count_form(c, &counts->data[i]);
        if (!k->problem) check_count_start(c, &counts->data[i]);
    }
    if (!k->problem) check_facts_form(c);
    if (!k->problem) check_everywhere(c);
    for (uint32_t e = 0; e < p->edges.count && !k->problem; e++)
        if (!p->edges.data[e].is_error) check_facts(c, &p->edges.data[e]);
    for (uint32_t i = 0; i < counts->count && !k->problem; i++)
        for (uint32_t e = 0; e < p->edges.count && !k->problem; e++)
            if (!p->edges.data[e].is_error) check_step(c, &counts->data[i], &p->edges.data[e]);
    return k->problem ? NULL : with_claims(c);
}
