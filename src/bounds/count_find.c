/* What a thread weighs at a location is guessed from random runs: what its steps have added to the value so far, as
 * long as that is the same whenever a thread is there, or depends on whether one local is zero. Where no run came, the
 * weight is what the edges that lead there make of it. Then edges are asked, all counts together: does each step change
 * the value by as much as the thread's weight, given what the counts say of the state before? Those of which that is
 * not so are dropped until all others hold. So they are an invariant by induction over the steps, and how they were
 * guessed does not matter. Values do not wrap either: the difference is one of integers, and what bounds a counter (a
 * guard, or that units are given back by those who have one) is in the guards and in what the counts say. */
#include "bounds/count_find.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/rng.h"
#include "base/unsound.h"
#include "bounds/counts.h"
#include "bounds/thread_facts.h"
#include "program/random_run.h"
#include "program/step.h"
#include "smt/check.h"
#include "smt/smt.h"
#include "term/boolean.h"
#include "term/build.h"
#include "term/compare.h"
#include "term/reads.h"
#include "term/walk.h"

#define CANDIDATES_MAX 32
#define LOCS_MAX 2000 /* larger programs have other questions */
#define RUNS 60
#define RUN_STEPS 400
#define RUN_THREADS 6
#define MILLISECONDS 300 /* of one question */

/* What was seen of a candidate at a location: at most two weights, and which locals were zero with which. */
typedef struct Seen {
    int weight[2];
    uint32_t count;
    uint8_t *locals; /* per local of the template: bit 2 * (which weight) + (is not zero) */
} Seen;

typedef struct Candidate {
    ThreadCount count;
    bool is_out;    /* random runs do not say so */
    bool is_broken; /* some edge does not keep it */
    Seen *seen;     /* per location */
} Candidate;

typedef struct Finder {
    Program *p;
    TermManager *tm;
    Run *run;
    Interpreter *in;
    VEC(Candidate) all;
    /* of the random run at hand: the state before */
    VEC(LocId) locs;          /* per thread */
    VEC(Value *) locals;      /* per thread */
    int64_t *values;          /* per candidate */
    VEC(int *) contributed;   /* per thread: per candidate */
    bool is_started, is_lost; /* lost: nobody knows who took the step */
} Finder;

/* ---- candidates ---- */

static void add_candidate(Finder *f, Term value, bool is_signed)
{
    Candidate c = {.count = {.value = value, .is_signed = is_signed}};
    uint32_t n = f->p->locs.count + 1;
    if (f->all.count == CANDIDATES_MAX) return;
    c.count.when = run_alloc(f->run, n * sizeof *c.count.when);
    c.count.weight = run_alloc(f->run, n);
    c.count.without = run_alloc(f->run, n);
    c.seen = run_alloc(f->run, n * sizeof *c.seen);
    for (uint32_t l = 0; l < f->p->locs.count; l++)
        c.seen[l].locals = run_alloc(f->run, f->p->templates.data[f->p->locs.data[l].template.i].locals.count + 1);
    vec_push(f->run, &f->all, c);
}

/* A signed number may count threads of one kind where it is positive, and say that one of another kind is there where
 * it is not. */
static void add_variable(Finder *f, VarId v)
{
    TermManager *tm = f->tm;
    const Var *var = &f->p->vars.data[v.i];
    Term x = program_var_term(f->p, v);
    if (var->sort.kind == SORT_BOOL) {
        add_candidate(f, term_ite(tm, x, term_bv(tm, 1, 1), term_bv(tm, 1, 0)), false);
        return;
    }
    add_candidate(f, x, var->is_signed);
    if (!var->is_signed) return;
    Term zero = term_bv(tm, var->sort.width, 0), is_negative = term_binary(tm, TERM_SLT, x, zero);
    add_candidate(f, term_ite(tm, is_negative, zero, x), true);
    add_candidate(f, term_ite(tm, is_negative, term_bv(tm, 1, 1), term_bv(tm, 1, 0)), false);
}

static bool is_assigned(const Program *p, VarId v)
{
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        bool is_many = p->templates.data[p->locs.data[e->from.i].template.i].cardinality == COUNT_MANY;
        if (is_many && term_is(step_value(e, v))) return true;
    }
    return false;
}

static void add_candidates(Finder *f)
{
    for (uint32_t v = 0; v < f->p->vars.count; v++) {
        const Var *var = &f->p->vars.data[v];
        if (var->class != VAR_SHARED || !term_is(var->init)) continue;
        bool fits = var->sort.kind == SORT_BOOL || (var->sort.kind == SORT_BV && var->sort.width <= COUNT_BITS_MAX);
        if (fits && is_assigned(f->p, (VarId){v})) add_variable(f, (VarId){v});
    }
}

/* ---- random runs ---- */

typedef struct Values {
    const Finder *f;
    const State *state;
} Values;

static Value shared_value(void *arg, TermManager *tm, Term var)
{
    const Values *v = arg;
    return v->state->shared[term_symbol(tm, var)];
}

static int64_t evaluate(const Finder *f, const Candidate *c, const State *s)
{
    Values values = {f, s};
    uint64_t bits = term_evaluate(f->tm, c->count.value, shared_value, &values, NULL).bits;
    unsigned width = term_sort(f->tm, c->count.value).width;
    if (c->count.is_signed && bits >> (width - 1) & 1) return (int64_t)bits - (INT64_C(1) << width);
    return (int64_t)bits;
}

static uint32_t local_count(const Finder *f, TemplateId t) { return f->p->templates.data[t.i].locals.count; }

static void remember(Finder *f, const State *s, uint32_t thread)
{
    const ThreadState *t = &s->threads.data[thread];
    f->locs.data[thread] = t->loc;
    memcpy(f->locals.data[thread], t->locals, local_count(f, t->template) * sizeof *t->locals);
}

static void add_thread(Finder *f, const State *s, uint32_t thread)
{
    uint32_t n = local_count(f, s->threads.data[thread].template);
    vec_push(f->run, &f->locs, s->threads.data[thread].loc);
    Value *locals = run_alloc(f->run, (n + 1) * sizeof *locals);
    vec_push(f->run, &f->locals, locals);
    int *contributed = run_alloc(f->run, (f->all.count + 1) * sizeof *contributed);
    vec_push(f->run, &f->contributed, contributed);
    remember(f, s, thread);
}

/* Who differs from the state before; NO_ID: nobody, or several. */
static uint32_t find_mover(const Finder *f, const State *s)
{
    uint32_t mover = NO_ID;
    for (uint32_t i = 0; i < f->locs.count; i++) {
        const ThreadState *t = &s->threads.data[i];
        bool differs = t->loc.i != f->locs.data[i].i;
        for (uint32_t k = 0; k < local_count(f, t->template) && !differs; k++)
            differs = !value_equal(&t->locals[k], &f->locals.data[i][k]);
        if (!differs) continue;
        if (mover != NO_ID) return NO_ID;
        mover = i;
    }
    return mover;
}

static void note(Finder *f, Candidate *c, const ThreadState *t, int weight)
{
    Seen *seen = &c->seen[t->loc.i];
    uint32_t which = 0;
    while (which < seen->count && seen->weight[which] != weight)
        which++;
    if (which == 2 || abs(weight) > COUNT_WEIGHT_MAX) {
        c->is_out = true;
        return;
    }
    if (which == seen->count) seen->weight[seen->count++] = weight;
    for (uint32_t i = 0; i < local_count(f, t->template); i++)
        seen->locals[i] |= (uint8_t)(1 << (2 * which + (t->locals[i].bits != 0)));
}

/* The visitor is not shown the first state, but the one after the first step: threads that were there stood at their
 * entries, and how many there were of templates of any number is seen now. What the step did to locals is not known. */
static void begin_threads(Finder *f, const State *s)
{
    CHECK(!f->locs.count && s->created <= s->threads.count);
    for (uint32_t i = 0; i < s->threads.count - s->created; i++) {
        add_thread(f, s, i);
        f->locs.data[i] = f->p->templates.data[s->threads.data[i].template.i].entry;
    }
    f->is_started = true;
}

static void look_at_state(void *arg, const State *s)
{
    Finder *f = arg;
    if (!f->is_started) begin_threads(f, s);
    uint32_t known = f->locs.count, mover = find_mover(f, s);
    while (f->locs.count < s->threads.count)
        add_thread(f, s, f->locs.count);
    for (uint32_t i = 0; i < f->all.count; i++) {
        Candidate *c = &f->all.data[i];
        if (c->is_out) continue;
        int64_t value = evaluate(f, c, s), by = value - f->values[i];
        f->values[i] = value;
        if (by && (mover == NO_ID || by > 2 * COUNT_WEIGHT_MAX || by < -2 * COUNT_WEIGHT_MAX))
            f->is_lost = mover == NO_ID || !(c->is_out = true);
        if (mover == NO_ID || f->is_lost || c->is_out) continue;
        f->contributed.data[mover][i] += (int)by;
        note(f, c, &s->threads.data[mover], f->contributed.data[mover][i]);
    }
    CHECK(known <= f->locs.count);
    if (mover != NO_ID) remember(f, s, mover);
}

static void forget_run(Finder *f)
{
    for (uint32_t i = 0; i < f->locs.count; i++) {
        run_release(f->run, f->locals.data[i]);
        run_release(f->run, f->contributed.data[i]);
    }
    vec_clear(&f->locs);
    vec_clear(&f->locals);
    vec_clear(&f->contributed);
    f->is_started = f->is_lost = false;
}

static void begin_run(Finder *f)
{
    State s = {0};
    state_start(&f->in->machine, &s);
    for (uint32_t i = 0; i < f->all.count; i++)
        f->all.data[i].count.start = f->values[i] = evaluate(f, &f->all.data[i], &s);
    state_clear(&f->in->machine, &s);
}

static void run_randomly(Finder *f)
{
    Rng rng = {.state = 7};
    for (uint32_t i = 0; i < RUNS; i++) {
        run_poll(f->run);
        begin_run(f);
        interpreter_random_run(f->in, &rng, 1 + i % RUN_THREADS, RUN_STEPS, look_at_state, f, NULL);
        forget_run(f);
    }
}

/* ---- weights ---- */

static VarId local_at(const Finder *f, uint32_t loc, uint32_t i)
{
    return (VarId){f->p->templates.data[f->p->locs.data[loc].template.i].locals.data[i]};
}

static Term is_not_zero(Finder *f, VarId v)
{
    Sort s = f->p->vars.data[v.i].sort;
    Term x = program_var_term(f->p, v);
    if (s.kind == SORT_BOOL) return x;
    return s.kind == SORT_BV ? term_ne(f->tm, x, term_bv(f->tm, s.width, 0)) : TERM_NONE;
}

typedef struct Use {
    TermManager *tm;
    uint32_t var;
    bool found;
} Use;

static void look_for(void *arg, Term var)
{
    Use *u = arg;
    u->found |= term_symbol(u->tm, var) == u->var;
}

/* Where paths with different weights have met, what is asked next tells them apart, as a rule: a flag. */
static int rank_of(const Finder *f, uint32_t loc, VarId v)
{
    Use u = {f->tm, v.i, false};
    for (uint32_t k = 0; k < program_out_count(f->p, ((LocId){loc})); k++)
        term_for_each_var(f->tm, program_out_edge(f->p, ((LocId){loc}), k)->guard, look_for, &u);
    return (u.found ? 2 : 0) + (f->p->vars.data[v.i].sort.kind == SORT_BOOL ? 2 : 1);
}

/* Two weights: a local that is zero with the one, and never with the other. Bits 0 and 1: zero, and not, with the
 * first; 2 and 3 with the second. */
static bool choose_condition(Finder *f, Candidate *c, uint32_t loc)
{
    const Seen *seen = &c->seen[loc];
    int best = 0;
    for (uint32_t i = 0; i < local_count(f, f->p->locs.data[loc].template); i++) {
        bool second = seen->locals[i] == (1 | 8), first = seen->locals[i] == (2 | 4);
        VarId v = local_at(f, loc, i);
        Term when = first || second ? is_not_zero(f, v) : TERM_NONE;
        if (!term_is(when) || rank_of(f, loc, v) <= best) continue;
        best = rank_of(f, loc, v);
        c->count.when[loc] = when;
        c->count.weight[loc] = (int8_t)seen->weight[second ? 1 : 0];
        c->count.without[loc] = (int8_t)seen->weight[second ? 0 : 1];
    }
    return best > 0;
}

/* From where runs came to where they did not: along steps that change the value by a constant. */
static void spread(Finder *f, Candidate *c)
{
    bool *known = run_alloc(f->run, f->p->locs.count + 1);
    for (uint32_t l = 0; l < f->p->locs.count; l++)
        known[l] = c->seen[l].count > 0;
    for (uint32_t t = 0; t < f->p->templates.count; t++)
        known[f->p->templates.data[t].entry.i] = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < f->p->edges.count; i++) {
            const Edge *e = &f->p->edges.data[i];
            if (!known[e->from.i] || known[e->to.i]) continue;
            Term by = term_sub(f->tm, step_before(f->p, e, c->count.value, SPACE_ACTIVE), c->count.value);
            unsigned width = term_sort(f->tm, c->count.value).width;
            int64_t delta = term_is_const(f->tm, by) ? (int64_t)term_value(f->tm, by) : 0;
            if (delta >> (width - 1) & 1) delta -= INT64_C(1) << width;
            int64_t weight = c->count.weight[e->from.i] + delta, without = c->count.without[e->from.i] + delta;
            if (llabs(weight) > COUNT_WEIGHT_MAX || llabs(without) > COUNT_WEIGHT_MAX) continue;
            c->count.when[e->to.i] = c->count.when[e->from.i];
            c->count.weight[e->to.i] = (int8_t)weight;
            c->count.without[e->to.i] = (int8_t)without;
            known[e->to.i] = changed = true;
        }
    }
    run_release(f->run, known);
}

static void weigh(Finder *f, Candidate *c)
{
    bool any = false;
    for (uint32_t l = 0; l < f->p->locs.count && !c->is_out; l++) {
        const Seen *seen = &c->seen[l];
        if (seen->count == 1) c->count.weight[l] = (int8_t)seen->weight[0];
        if (seen->count == 2) c->is_out = !choose_condition(f, c, l);
        any |= seen->count == 2 || c->count.weight[l] != 0;
    }
    for (uint32_t t = 0; t < f->p->templates.count && !c->is_out; t++) {
        uint32_t entry = f->p->templates.data[t].entry.i;
        c->is_out = term_is(c->count.when[entry]) || c->count.weight[entry] != 0;
    }
    c->is_out |= !any;
    if (!c->is_out) spread(f, c);
}

/* ---- which of them hold ---- */

/* The first ones that are left. */
static void collect(const Finder *f, ThreadCounts *out)
{
    out->count = 0;
    for (uint32_t i = 0; i < f->all.count && out->count < COUNTS_MAX; i++)
        if (!f->all.data[i].is_out && !f->all.data[i].is_broken) vec_push(f->run, out, f->all.data[i].count);
}

static bool keeps(Finder *f, Smt *smt, const ThreadCounts *all, const ThreadCount *c, const Edge *e)
{
    Term error = counts_error(f->p, c, e), zero = term_bv(f->tm, term_sort(f->tm, error).width, 0);
    if (term_same(error, zero) || IS_UNSOUND(UNSOUND_COUNT_UNASKED)) return true;
    if (term_is_const(f->tm, error) && term_is_true(f->tm, e->guard)) return false;
    Reads *reads = reads_new(f->tm, f->p->vars.count);
    Term asked =
        term_and(f->tm, e->guard, term_and(f->tm, counts_known(f->p, all, e->from), term_ne(f->tm, error, zero)));
    if (term_is(all->facts[e->from.i])) asked = term_and(f->tm, asked, all->facts[e->from.i]);
    if (term_is(all->everywhere)) asked = term_and(f->tm, asked, all->everywhere);
    asked = reads_eliminate(reads, asked);
    for (uint32_t i = 0; i < reads_fact_count(reads); i++)
        asked = term_and(f->tm, asked, reads_fact(reads, i));
    reads_free(reads);
    run_poll(f->run);
    return term_is_false(f->tm, asked) || smt_check(smt, &asked, 1) == SMT_UNSAT;
}

static void say_broken(const Finder *f, const Candidate *c, const Edge *e)
{
    Str value, edge;
    str_init(f->run, &value);
    str_init(f->run, &edge);
    program_print_term(f->p, c->count.value, &value);
    program_print_edge(f->p, e, &edge);
    run_log(f->run, 2, "  not %s: %s", str_text(&value), str_text(&edge));
    str_clear(&value);
    str_clear(&edge);
}

/* Drops the first candidate that some edge breaks; false: there is none. What follows from it is asked again then. */
static bool drop_broken(Finder *f, Smt *smt, const ThreadCounts *all)
{
    for (uint32_t i = 0, asked = 0; i < f->all.count && asked < all->count; i++) {
        Candidate *c = &f->all.data[i];
        if (c->is_out || c->is_broken) continue;
        asked++;
        for (uint32_t k = 0; k < f->p->edges.count; k++) {
            const Edge *e = &f->p->edges.data[k];
            if (e->is_error || keeps(f, smt, all, &c->count, e)) continue;
            c->is_broken = true;
            say_broken(f, c, e);
            return true;
        }
    }
    return false;
}

static bool has_many(const Program *p)
{
    for (uint32_t t = 0; t < p->templates.count; t++)
        if (p->templates.data[t].cardinality == COUNT_MANY) return true;
    return false;
}

/* A flag that one thread at a time sets is a lock: predicates say that as well. */
static bool says_more_than_locks(const Program *p, const ThreadCounts *counts)
{
    for (uint32_t i = 0; i < counts->count; i++)
        if (term_sort(p->tm, counts->data[i].value).width > 1) return true;
    return false;
}

/* Leaves the counts of which all edges say the same, with what is known of threads beside. */
static void settle(Finder *f, Smt *smt, ThreadCounts *out, bool with_shared)
{
    collect(f, out);
    out->facts = run_alloc(f->run, (f->p->locs.count + 1) * sizeof *out->facts);
    out->everywhere = TERM_NONE;
    ThreadFacts *facts = out->count ? thread_facts_new(f->p, smt, with_shared) : NULL;
    do {
        collect(f, out);
        if (facts) thread_facts_settle(facts, out);
        if (facts) thread_facts_say(facts, out);
    } while (drop_broken(f, smt, out));
}

/* A number of which runs say that it counts threads may be read and written in steps of their own, under a lock. */
static bool restore_broken(Finder *f)
{
    bool any = false;
    for (uint32_t i = 0; i < f->all.count; i++) {
        Candidate *c = &f->all.data[i];
        any |= c->is_broken && term_sort(f->tm, c->count.value).width > 1;
    }
    for (uint32_t i = 0; i < f->all.count && any; i++)
        f->all.data[i].is_broken = false;
    return any;
}

const ThreadCounts *counts_find(Program *p)
{
    Finder f = {.p = p, .tm = p->tm, .run = p->run};
    if (p->has_ideal_integers || p->locs.count > LOCS_MAX || !has_many(p)) return NULL;
    add_candidates(&f);
    if (!f.all.count) return NULL;
    f.in = interpreter_new(p);
    f.values = run_alloc(f.run, (f.all.count + 1) * sizeof *f.values);
    run_randomly(&f);
    for (uint32_t i = 0; i < f.all.count; i++)
        if (!f.all.data[i].is_out) weigh(&f, &f.all.data[i]);
    ThreadCounts *out = run_alloc(f.run, sizeof *out);
    Smt *smt = smt_new(p->tm);
    smt_set_timeout(smt, MILLISECONDS);
    settle(&f, smt, out, false);
    if (restore_broken(&f)) settle(&f, smt, out, true);
    smt_free(smt);
    run_log(p->run, 1, "%u of %u values count threads", out->count, f.all.count);
    for (uint32_t i = 0; i < out->count; i++) {
        Str s;
        str_init(p->run, &s);
        program_print_term(p, out->data[i].value, &s);
        run_log(p->run, 2, "  %s", str_text(&s));
        str_clear(&s);
    }
    return says_more_than_locks(p, out) ? out : NULL;
}
