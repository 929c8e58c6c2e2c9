#include "facts/counting/counts.h"

#include "base/check.h"
#include "base/unsound.h"
#include "facts/exclusion/after.h"
#include "logic/smt/smt.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "logic/term/walk.h"
#include "program/check.h"
#include "program/copy.h"
#include "program/step.h"

#define WIDE 40 /* bits in which all is said */

static Term wide(Program *p, int64_t value) { return term_bv(p->tm, WIDE, (uint64_t)value); }

static Term wide_value_of_count(Program *p, const ThreadCount *c, Term t)
{
    CHECK(c->times > 0);
    Term value = c->is_signed ? term_sext(p->tm, t, WIDE) : term_zext(p->tm, t, WIDE);
    return c->times == 1 ? value : term_binary(p->tm, TERM_MUL, wide(p, c->times), value);
}

/* ---- sums of counts ---- */

typedef struct CountSum {
    uint32_t of[COUNT_SUMMANDS_MAX], count;
    int factor[COUNT_SUMMANDS_MAX]; /* 1 or -1 */
} CountSum;

static int weight_of_sum(const ThreadCounts *all, const CountSum *s, uint32_t loc, bool holds)
{
    int sum = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        const ThreadCount *c = &all->data[s->of[i]];
        sum += s->factor[i] * (term_is(c->when[loc]) && !holds ? c->without[loc] : c->weight[loc]);
    }
    return sum;
}

/* The conditions of several counts at one location are taken one by one: at least what each can be at least. */
static int least_at(const ThreadCounts *all, const CountSum *s, uint32_t loc)
{
    int sum = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        CountSum one = {{s->of[i]}, 1, {s->factor[i]}};
        int holds = weight_of_sum(all, &one, loc, true), fails = weight_of_sum(all, &one, loc, false);
        sum += holds < fails ? holds : fails;
    }
    return sum;
}

/* Per template: the least that a thread of it adds; one that may not exist at all adds 0. */
static void find_least(const Program *p, const ThreadCounts *all, const CountSum *s, int *least)
{
    for (uint32_t t = 0; t < p->templates.count; t++)
        least[t] = 0;
    for (uint32_t l = 0; l < p->locs.count; l++) {
        if (IS_UNSOUND(UNSOUND_LOCATION_FORGOTTEN) && l + 1 == p->locs.count) continue;
        int w = least_at(all, s, l);
        if (w < least[p->locs.data[l].template.i]) least[p->locs.data[l].template.i] = w;
    }
}

/* Is there a least value, however many threads there are? */
static bool is_sum_bounded(const Program *p, const ThreadCounts *all, const CountSum *s)
{
    int *least = run_alloc(p->run, (p->templates.count + 1) * sizeof *least);
    bool bounded = true;
    find_least(p, all, s, least);
    for (uint32_t t = 0; t < p->templates.count; t++)
        bounded &= p->templates.data[t].cardinality != COUNT_MANY || least[t] == 0;
    run_release(p->run, least);
    return bounded;
}

/* Does it say more than a part of it and the rest? */
static bool is_new(const Program *p, const ThreadCounts *all, const CountSum *s)
{
    if (!is_sum_bounded(p, all, s)) return false;
    for (uint32_t i = 0; i < s->count && s->count > 1; i++) {
        CountSum one = {{s->of[i]}, 1, {s->factor[i]}}, rest = {.count = 0};
        for (uint32_t k = 0; k < s->count; k++) {
            if (k == i) continue;
            rest.of[rest.count] = s->of[k];
            rest.factor[rest.count++] = s->factor[k];
        }
        if (is_sum_bounded(p, all, &one) && is_sum_bounded(p, all, &rest)) return false;
    }
    return true;
}

struct CountSums {
    const ThreadCounts *counts;
    VEC(CountSum) sums;
    VEC(int *) least; /* per sum: per template, of a thread of it */
};

/* All sums that begin with this one. */
static void add_sums(Program *p, CountSums *all, CountSum *s, uint32_t next)
{
    if (s->count && is_new(p, all->counts, s)) {
        int *least = run_alloc(p->run, (p->templates.count + 1) * sizeof *least);
        find_least(p, all->counts, s, least);
        vec_push(p->run, &all->sums, *s);
        vec_push(p->run, &all->least, least);
    }
    if (s->count == COUNT_SUMMANDS_MAX) return;
    for (uint32_t i = next; i < all->counts->count; i++)
        for (int factor = -1; factor <= 1; factor += 2) {
            s->of[s->count] = i;
            s->factor[s->count++] = factor;
            add_sums(p, all, s, i + 1);
            s->count--;
        }
}

const CountSums *counts_sums(Program *p, const ThreadCounts *counts)
{
    CountSums *all = run_alloc(p->run, sizeof *all);
    CountSum none = {.count = 0};
    CHECK(counts->count <= COUNTS_MAX);
    all->counts = counts;
    add_sums(p, all, &none, 0);
    return all;
}

/* ---- what is known ---- */

static Term own_weight(Program *p, const ThreadCount *c, LocId at)
{
    CHECK(program_has_loc(p, at));
    Term weight = wide(p, c->weight[at.i]);
    if (!term_is(c->when[at.i])) return weight;
    return term_ite(p->tm, c->when[at.i], weight, wide(p, c->without[at.i]));
}

/* A single count with a constant bound is better said in its own width: so people and predicates say it. */
static Term say_single(Program *p, const ThreadCount *c, int factor, int64_t bound)
{
    TermManager *tm = p->tm;
    unsigned width = term_sort(tm, c->value).width;
    int64_t low = c->is_signed ? -(INT64_C(1) << (width - 1)) : 0, high = low + (INT64_C(1) << width) - 1;
    if (factor < 0 ? -bound >= high : bound <= low) return term_bool(tm, true);
    if (factor < 0 ? -bound < low : bound > high) return term_bool(tm, false);
    Term limit = term_bv(tm, width, (uint64_t)(factor < 0 ? -bound : bound));
    TermKind kind = c->is_signed ? TERM_SLE : TERM_ULE;
    return factor < 0 ? term_binary(tm, kind, c->value, limit) : term_binary(tm, kind, limit, c->value);
}

static TemplateId template_or_none(const Program *p, LocId at)
{
    TemplateId none = {NO_ID};
    return at.i == NO_ID ? none : p->locs.data[at.i].template;
}

/* What the threads of other templates than these two add at least; further ones of these add nothing less than 0. */
static int least_of_others(const Program *p, const int *least, TemplateId own, TemplateId other)
{
    int sum = 0;
    for (uint32_t t = 0; t < p->templates.count; t++)
        if (t != own.i && t != other.i) sum += least[t];
    return sum;
}

/* passive: where another thread is, NO_ID: nowhere in particular. */
static Term bound_of_sum(Program *p, const CountSums *sums, uint32_t which, LocId at, LocId passive)
{
    TermManager *tm = p->tm;
    const ThreadCounts *all = sums->counts;
    const CountSum *s = &sums->sums.data[which];
    int others = least_of_others(p, sums->least.data[which], template_or_none(p, at), template_or_none(p, passive));
    int64_t constant = 0;
    bool is_constant = passive.i == NO_ID;
    Term sum = wide(p, 0), least = wide(p, others);
    for (uint32_t i = 0; i < s->count; i++) {
        const ThreadCount *c = &all->data[s->of[i]];
        Term value = wide_value_of_count(p, c, c->value), own = own_weight(p, c, at);
        Term start = wide(p, c->times * c->start);
        is_constant &= !term_is(c->when[at.i]) && c->times == 1;
        constant += s->factor[i] * (c->start + c->weight[at.i]);
        sum = s->factor[i] < 0 ? term_sub(tm, sum, value) : term_add(tm, sum, value);
        own = term_add(tm, own, start);
        if (passive.i != NO_ID) own = term_add(tm, own, step_now(p, own_weight(p, c, passive), SPACE_PASSIVE));
        least = s->factor[i] < 0 ? term_sub(tm, least, own) : term_add(tm, least, own);
    }
    if (s->count == 1 && is_constant) return say_single(p, &all->data[s->of[0]], s->factor[0], constant + others);
    return term_binary(tm, TERM_SLE, least, sum);
}

Term counts_known_pair(Program *p, const CountSums *sums, LocId at, LocId passive)
{
    Term known = term_bool(p->tm, true);
    for (uint32_t i = 0; i < sums->sums.count; i++)
        known = term_and(p->tm, known, bound_of_sum(p, sums, i, at, passive));
    return known;
}

Term counts_known(Program *p, const CountSums *sums, LocId at)
{
    return counts_known_pair(p, sums, at, (LocId){NO_ID});
}

Term counts_error(Program *p, const ThreadCount *c, const Edge *e)
{
    TermManager *tm = p->tm;
    Term before = wide_value_of_count(p, c, c->value),
         after = wide_value_of_count(p, c, step_before(p, e, c->value, SPACE_ACTIVE));
    Term from = own_weight(p, c, e->from), to = step_before(p, e, own_weight(p, c, e->to), SPACE_ACTIVE);
    if (e->spawn.i != NO_ID) to = term_add(tm, to, wide(p, c->weight[p->templates.data[e->spawn.i].entry.i]));
    return term_sub(tm, term_sub(tm, after, before), term_sub(tm, to, from));
}

/* ---- the program in which it is said ---- */

typedef struct Look {
    const Program *p;
    bool is_shared;
} Look;

static void note_shared_class(void *arg, Term var)
{
    Look *l = arg;
    l->is_shared |= l->p->vars.data[term_symbol(l->p->tm, var)].class == VAR_SHARED;
}

bool counts_is_shared_step(Program *p, const Edge *e)
{
    Look l = {p, false};
    term_for_each_var(p->tm, e->guard, note_shared_class, &l);
    for (uint32_t i = 0; i < e->assign_count; i++) {
        l.is_shared |= p->vars.data[e->assigns[i].var.i].class == VAR_SHARED;
        term_for_each_var(p->tm, e->assigns[i].value, note_shared_class, &l);
    }
    return l.is_shared;
}

static Term counts_known_at(Program *p, const CountSums *sums, LocId at)
{
    const ThreadCounts *counts = sums->counts;
    Term known = counts_known(p, sums, at);
    if (term_is(counts->everywhere)) known = term_and(p->tm, known, counts->everywhere);
    return term_is(counts->facts[at.i]) ? term_and(p->tm, known, counts->facts[at.i]) : known;
}

bool counts_rule_out_errors(Program *p, const ThreadCounts *counts)
{
    const CountSums *sums = counts_sums(p, counts);
    Smt *smt = smt_new(p->tm);
    bool are_out = true;
    for (uint32_t i = 0; i < p->edges.count && are_out; i++) {
        const Edge *e = &p->edges.data[i];
        Term guard =
            e->is_error ? term_and(p->tm, e->guard, counts_known_at(p, sums, e->from)) : term_bool(p->tm, false);
        are_out = after_is_impossible(p, smt, &guard, 1);
    }
    smt_free(smt);
    return are_out;
}

Program *counts_assume(Program *p, const ThreadCounts *counts)
{
    Program *out = program_copy_frame(p, true);
    const CountSums *sums = counts_sums(p, counts);
    Term *known = run_alloc(p->run, (p->locs.count + 1) * sizeof *known);
    Smt *smt = smt_new(p->tm);
    for (uint32_t i = 0; i < p->edges.count; i++) {
        Edge e = p->edges.data[i];
        if (counts_is_shared_step(p, &e) || e.is_error) {
            Term *here = &known[e.from.i];
            if (!term_is(*here)) *here = counts_known_at(p, sums, e.from);
            e.guard = term_and(p->tm, e.guard, *here);
            if (e.is_error && after_is_impossible(p, smt, &e.guard, 1)) e.guard = term_bool(p->tm, false);
        }
        program_add_edge(out, &e);
    }
    smt_free(smt);
    run_release(p->run, known);
    program_index(out);
    CHECK(out->edges.count == p->edges.count);
    return program_require(out, "program with counts of threads");
}
