/* What a thread weighs at a location is guessed from random runs: what its steps have added to the value so far, as
 * long as that is the same whenever a thread is there, or depends on whether one local is zero. What a thread has added
 * that starts others is handed to the one that it starts: once as if it were so, once not. Where no run came, the
 * weight is what the edges that lead there make of it. */
#include "facts/counting/count_guess.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/rng.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "logic/term/walk.h"
#include "program/random_run.h"
#include "program/step.h"

#define CANDIDATES_MAX 32
#define DIFFERENCES_MAX 12 /* of them */
#define RUNS 60
#define RUN_STEPS 400
#define RUN_THREADS 6

typedef struct Guesser {
    Program *p;
    TermManager *tm;
    Run *run;
    Interpreter *in;
    CountCandidates all;
    /* of the random run at hand: the state before */
    VEC(LocId) locs;          /* per thread */
    VEC(Value *) locals;      /* per thread */
    int64_t *values;          /* per candidate */
    VEC(int *) contributed;   /* per thread: per candidate */
    bool is_started, is_lost; /* lost: nobody knows who took a step */
    bool is_refused;          /* a thread was to be started, of which the run has no more */
    bool hands_on;            /* of the candidates that are being made */
} Guesser;

/* ---- candidates ---- */

static void add_candidate(Guesser *f, Term value, bool is_signed, uint32_t part_of)
{
    CountCandidate c = {.count = {.value = value, .is_signed = is_signed, .times = 1}, .part_of = part_of};
    uint32_t n = f->p->locs.count + 1;
    if (f->all.count == CANDIDATES_MAX) return;
    c.hands_on = f->hands_on;
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
static void add_variable_candidates(Guesser *f, VarId v)
{
    TermManager *tm = f->tm;
    const Var *var = &f->p->vars.data[v.i];
    Term x = program_var_term(f->p, v);
    if (var->sort.kind == SORT_BOOL) {
        add_candidate(f, term_ite(tm, x, term_bv(tm, 1, 1), term_bv(tm, 1, 0)), false, NO_ID);
        return;
    }
    uint32_t whole = f->all.count;
    add_candidate(f, x, var->is_signed, NO_ID);
    if (!var->is_signed) return;
    Term zero = term_bv(tm, var->sort.width, 0), is_negative = term_binary(tm, TERM_SLT, x, zero);
    add_candidate(f, term_ite(tm, is_negative, zero, x), true, whole);
    add_candidate(f, term_ite(tm, is_negative, term_bv(tm, 1, 1), term_bv(tm, 1, 0)), false, whole);
}

bool counts_is_many(const Program *p, TemplateId t)
{
    return t.i != NO_ID && p->templates.data[t.i].cardinality == COUNT_MANY;
}

static bool starts_many(const Program *p, TemplateId t)
{
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        if (p->locs.data[e->from.i].template.i == t.i && counts_is_many(p, e->spawn)) return true;
    }
    return false;
}

/* By threads of which there may be many; or by one that starts them, which may count those that it is to start. */
static bool is_assigned_by_many(const Program *p, VarId v, bool by_starter)
{
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        TemplateId t = p->locs.data[e->from.i].template;
        if (!term_is(step_value(e, v))) continue;
        if (by_starter ? starts_many(p, t) : counts_is_many(p, t)) return true;
    }
    return false;
}

static void add_count_candidates(Guesser *f, bool hands_on)
{
    f->hands_on = hands_on;
    for (uint32_t v = 0; v < f->p->vars.count; v++) {
        const Var *var = &f->p->vars.data[v];
        if (var->class != VAR_SHARED || !term_is(var->init)) continue;
        bool fits = var->sort.kind == SORT_BOOL || (var->sort.kind == SORT_BV && var->sort.width <= COUNT_BITS_MAX);
        if (fits && is_assigned_by_many(f->p, (VarId){v}, hands_on)) add_variable_candidates(f, (VarId){v});
    }
}

/* A number that all threads have counted up so far, and another that they count up later: how far the one is ahead of
 * the other may count threads where neither does. */
static void add_difference_candidates(Guesser *f)
{
    uint32_t count = f->all.count, taken = 0;
    f->hands_on = false;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < count && taken < DIFFERENCES_MAX; k++) {
            Term a = f->all.data[i].count.value, b = f->all.data[k].count.value;
            bool are_numbers = term_kind(f->tm, a) == TERM_VAR && term_kind(f->tm, b) == TERM_VAR && i != k;
            if (!are_numbers || !sort_same(term_sort(f->tm, a), term_sort(f->tm, b))) continue;
            if (f->all.data[i].count.is_signed || f->all.data[k].count.is_signed) continue;
            add_candidate(f, term_sub(f->tm, a, b), false, i);
            taken++;
        }
}

/* ---- random runs ---- */

typedef struct Values {
    const Guesser *f;
    const State *state;
} Values;

static Value shared_value(void *arg, TermManager *tm, Term var)
{
    const Values *v = arg;
    return v->state->shared[term_symbol(tm, var)];
}

static int64_t evaluate_count(const Guesser *f, const CountCandidate *c, const State *s)
{
    Values values = {f, s};
    uint64_t bits = term_evaluate(f->tm, c->count.value, shared_value, &values, NULL).bits;
    unsigned width = term_sort(f->tm, c->count.value).width;
    if (c->count.is_signed && bits >> (width - 1) & 1) return (int64_t)bits - (INT64_C(1) << width);
    return (int64_t)bits;
}

static uint32_t count_of_locals(const Guesser *f, TemplateId t) { return f->p->templates.data[t.i].locals.count; }

static void remember_thread_state(Guesser *f, const State *s, uint32_t thread)
{
    const ThreadState *t = &s->threads.data[thread];
    f->locs.data[thread] = t->loc;
    memcpy(f->locals.data[thread], t->locals, count_of_locals(f, t->template) * sizeof *t->locals);
}

static void add_guessed_thread(Guesser *f, const State *s, uint32_t thread)
{
    uint32_t n = count_of_locals(f, s->threads.data[thread].template);
    vec_push(f->run, &f->locs, s->threads.data[thread].loc);
    Value *locals = run_alloc(f->run, (n + 1) * sizeof *locals);
    vec_push(f->run, &f->locals, locals);
    int *contributed = run_alloc(f->run, (f->all.count + 1) * sizeof *contributed);
    vec_push(f->run, &f->contributed, contributed);
    remember_thread_state(f, s, thread);
}

/* Who differs from the state before; NO_ID: nobody, or several. */
static uint32_t find_mover(const Guesser *f, const State *s)
{
    uint32_t mover = NO_ID;
    for (uint32_t i = 0; i < f->locs.count; i++) {
        const ThreadState *t = &s->threads.data[i];
        bool differs = t->loc.i != f->locs.data[i].i;
        for (uint32_t k = 0; k < count_of_locals(f, t->template) && !differs; k++)
            differs = !value_equal(&t->locals[k], &f->locals.data[i][k]);
        if (!differs) continue;
        if (mover != NO_ID) return NO_ID;
        mover = i;
    }
    return mover;
}

static void note_weight(Guesser *f, CountCandidate *c, const ThreadState *t, int weight)
{
    SeenWeights *seen = &c->seen[t->loc.i];
    uint32_t which = 0;
    while (which < seen->count && seen->weight[which] != weight)
        which++;
    if (which == 2 || abs(weight) > COUNT_WEIGHT_MAX) {
        c->is_out = true;
        return;
    }
    if (which == seen->count) seen->weight[seen->count++] = weight;
    for (uint32_t i = 0; i < count_of_locals(f, t->template); i++)
        seen->locals[i] |= (uint8_t)(1 << (2 * which + (t->locals[i].bits != 0)));
}

/* The visitor is not shown the first state, but the one after the first step: threads that were there stood at their
 * entries, and how many there were of templates of any number is seen now. What the step did to locals is not known. */
static void begin_threads(Guesser *f, const State *s)
{
    CHECK(!f->locs.count && s->created <= s->threads.count);
    for (uint32_t i = 0; i < s->threads.count - s->created; i++) {
        add_guessed_thread(f, s, i);
        f->locs.data[i] = f->p->templates.data[s->threads.data[i].template.i].entry;
    }
    f->is_started = true;
}

/* Was a thread to be started, of which the run has no more? */
static bool is_refused(const Guesser *f, const State *s, uint32_t mover)
{
    LocId from = f->locs.data[mover];
    for (uint32_t k = 0; k < program_out_count(f->p, from) && s->threads.count == f->locs.count; k++) {
        const Edge *e = program_out_edge(f->p, from, k);
        if (e->spawn.i != NO_ID && e->to.i == s->threads.data[mover].loc.i) return true;
    }
    return false;
}

/* What the thread has added to the candidate is that of the one which it has just started. */
static void hand_on(Guesser *f, CountCandidate *c, const State *s, uint32_t mover, uint32_t started, uint32_t candidate)
{
    f->contributed.data[started][candidate] = f->contributed.data[mover][candidate];
    f->contributed.data[mover][candidate] = 0;
    note_weight(f, c, &s->threads.data[started], f->contributed.data[started][candidate]);
}

static void observe_state(void *arg, const State *s)
{
    Guesser *f = arg;
    if (!f->is_started) begin_threads(f, s);
    uint32_t known = f->locs.count, mover = find_mover(f, s);
    f->is_refused |= mover != NO_ID && is_refused(f, s, mover);
    while (f->locs.count < s->threads.count)
        add_guessed_thread(f, s, f->locs.count);
    for (uint32_t i = 0; i < f->all.count; i++) {
        CountCandidate *c = &f->all.data[i];
        if (c->is_out) continue;
        int64_t value = evaluate_count(f, c, s), by = value - f->values[i];
        f->values[i] = value;
        if (by && (mover == NO_ID || by > 2 * COUNT_WEIGHT_MAX || by < -2 * COUNT_WEIGHT_MAX))
            f->is_lost = mover == NO_ID || !(c->is_out = true);
        if (mover == NO_ID || f->is_lost || c->is_out || (c->hands_on && f->is_refused)) continue;
        f->contributed.data[mover][i] += (int)by;
        if (c->hands_on && f->locs.count == known + 1) hand_on(f, c, s, mover, known, i);
        note_weight(f, c, &s->threads.data[mover], f->contributed.data[mover][i]);
    }
    CHECK(known <= f->locs.count);
    if (mover != NO_ID) remember_thread_state(f, s, mover);
}

static void forget_run(Guesser *f)
{
    for (uint32_t i = 0; i < f->locs.count; i++) {
        run_release(f->run, f->locals.data[i]);
        run_release(f->run, f->contributed.data[i]);
    }
    vec_clear(&f->locs);
    vec_clear(&f->locals);
    vec_clear(&f->contributed);
    f->is_started = f->is_lost = f->is_refused = false;
}

static void begin_run(Guesser *f)
{
    State s = {0};
    state_start(&f->in->machine, &s);
    for (uint32_t i = 0; i < f->all.count; i++)
        f->all.data[i].count.start = f->values[i] = evaluate_count(f, &f->all.data[i], &s);
    state_clear(&f->in->machine, &s);
}

static void observe_random_runs(Guesser *f)
{
    Rng rng = {.state = 7};
    for (uint32_t i = 0; i < RUNS; i++) {
        run_poll(f->run);
        begin_run(f);
        interpreter_random_run(f->in, &rng, 1 + i % RUN_THREADS, RUN_STEPS, observe_state, f, NULL);
        forget_run(f);
    }
}

/* ---- weights ---- */

static VarId local_at(const Guesser *f, uint32_t loc, uint32_t i)
{
    return (VarId){f->p->templates.data[f->p->locs.data[loc].template.i].locals.data[i]};
}

static Term is_not_zero(Guesser *f, VarId v)
{
    Sort s = f->p->vars.data[v.i].sort;
    Term x = program_var_term(f->p, v);
    if (s.kind == SORT_BOOL) return x;
    return s.kind == SORT_BV ? term_ne(f->tm, x, term_bv(f->tm, s.width, 0)) : TERM_NONE;
}

typedef struct VariableUse {
    TermManager *tm;
    uint32_t var;
    bool found;
} VariableUse;

static void look_for_symbol(void *arg, Term var)
{
    VariableUse *u = arg;
    u->found |= term_symbol(u->tm, var) == u->var;
}

/* Where paths with different weights have met, what is asked next tells them apart, as a rule: a flag. */
static int rank_of(const Guesser *f, uint32_t loc, VarId v)
{
    VariableUse u = {f->tm, v.i, false};
    for (uint32_t k = 0; k < program_out_count(f->p, ((LocId){loc})); k++)
        term_for_each_var(f->tm, program_out_edge(f->p, ((LocId){loc}), k)->guard, look_for_symbol, &u);
    return (u.found ? 2 : 0) + (f->p->vars.data[v.i].sort.kind == SORT_BOOL ? 2 : 1);
}

/* Two weights: a local that is zero with the one, and never with the other. Bits 0 and 1: zero, and not, with the
 * first; 2 and 3 with the second. */
static bool choose_condition(Guesser *f, CountCandidate *c, uint32_t loc)
{
    const SeenWeights *seen = &c->seen[loc];
    int best = 0;
    for (uint32_t i = 0; i < count_of_locals(f, f->p->locs.data[loc].template); i++) {
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
static void spread_weights(Guesser *f, CountCandidate *c)
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

static void weigh(Guesser *f, CountCandidate *c)
{
    bool any = false;
    for (uint32_t l = 0; l < f->p->locs.count && !c->is_out; l++) {
        const SeenWeights *seen = &c->seen[l];
        if (seen->count == 1) c->count.weight[l] = (int8_t)seen->weight[0];
        if (seen->count == 2) c->is_out = !choose_condition(f, c, l);
        any |= seen->count == 2 || c->count.weight[l] != 0;
    }
    for (uint32_t t = 0; t < f->p->templates.count && !c->is_out; t++) {
        const Template *template = &f->p->templates.data[t];
        uint32_t entry = template->entry.i;
        c->is_out = term_is(c->count.when[entry]) || (c->count.weight[entry] && template->initial != COUNT_NONE);
    }
    c->is_out |= !any;
    if (!c->is_out) spread_weights(f, c);
}

/* The weight of all threads that weigh anything; 0: they differ. */
static int common_weight(const Guesser *f, const CountCandidate *c)
{
    int weight = 0;
    for (uint32_t l = 0; l < f->p->locs.count; l++) {
        int here = c->count.weight[l];
        if (term_is(c->count.when[l]) || (here && weight && here != weight)) return 0;
        if (here) weight = here;
    }
    return weight;
}

static int greatest_weight(const Guesser *f, const CountCandidate *c)
{
    int most = 0;
    for (uint32_t l = 0; l < f->p->locs.count; l++) {
        if (c->count.weight[l] > most) most = c->count.weight[l];
        if (term_is(c->count.when[l]) && c->count.without[l] > most) most = c->count.without[l];
    }
    return most;
}

static void add_multiple(Guesser *f, uint32_t of, int times)
{
    CountCandidate c = f->all.data[of];
    uint32_t n = f->p->locs.count;
    for (uint32_t i = 0; i < f->all.count; i++)
        if (term_same(f->all.data[i].count.value, c.count.value) && f->all.data[i].count.times == times) return;
    if (f->all.count == CANDIDATES_MAX) return;
    c.count.times = (int8_t)times;
    c.count.weight = run_alloc(f->run, n + 1);
    for (uint32_t l = 0; l < n; l++)
        c.count.weight[l] = (int8_t)(f->all.data[of].count.weight[l] * times);
    vec_push(f->run, &f->all, c);
}

static bool is_flag(const Guesser *f, uint32_t i) { return term_sort(f->tm, f->all.data[i].count.value).width == 1; }

/* Where threads add more to one value than to another, as many times the other one is to be compared with. */
static void add_multiples(Guesser *f)
{
    uint32_t count = f->all.count;
    for (uint32_t i = 0; i < count; i++) {
        int times = f->all.data[i].is_out ? 0 : greatest_weight(f, &f->all.data[i]);
        for (uint32_t k = 0; k < count && times > 1; k++)
            if (!is_flag(f, k) && !f->all.data[k].is_out && common_weight(f, &f->all.data[k]) == 1)
                add_multiple(f, k, times);
    }
}

void counts_guess(Program *p, CountCandidates *all)
{
    Guesser f = {.p = p, .tm = p->tm, .run = p->run};
    add_count_candidates(&f, false);
    add_difference_candidates(&f);
    add_count_candidates(&f, true);
    if (f.all.count) {
        f.in = interpreter_new(p);
        f.values = run_alloc(f.run, (f.all.count + 1) * sizeof *f.values);
        observe_random_runs(&f);
    }
    for (uint32_t i = 0; i < f.all.count; i++)
        if (!f.all.data[i].is_out) weigh(&f, &f.all.data[i]);
    add_multiples(&f);
    all->data = f.all.data;
    all->count = f.all.count;
    all->capacity = f.all.capacity;
}
