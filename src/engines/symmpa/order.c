/* The order of work. For "every number": n = 1, n = 2, views k = 1, n = 3, views k = 2, n = 4, ... Exploring n threads
 * until it is safe finds bugs with few threads first and collects the predicates that views need; views prove all n. */
#include "engines/symmpa/order.h"

#include "base/check.h"
#include "engines/symmpa/explore/counter.h"
#include "engines/symmpa/explore/view.h"
#include "engines/symmpa/learn.h"
#include "engines/symmpa/localized.h"
#include "engines/symmpa/search.h"
#include "engines/symmpa/trace.h"
#include "engines/symmpa/verdict.h"
#include "program/rests.h"

#define VALUES_STATES 500000 /* see check_with_value_predicates */
#define VALUES_ITERATIONS 30
#define VALUES_MAX 60     /* of one variable */
#define REDUCE_FROM 50000 /* states: from here on, errors are looked for in few orders of the steps first */
#define REDUCED_FACTOR 2  /* more states than that in a search that proves nothing */
#define BOUND_THREADS 12  /* in search of the number that the program starts */
#define BOUND_REFINEMENTS 20
#define APPROXIMATE_THREADS 4 /* in search of an error when nothing can be proved */
#define THREADS_MAX 1000000   /* in search of an error, and of the least number that proves all */

/* Splits the time of an exploration: the solver's part is abstraction. */
typedef struct Stopwatch {
    double start, solver;
} Stopwatch;

static Stopwatch start_watch(const Cegar *c) { return (Stopwatch){run_seconds(c->run), smt_stats(c->smt).seconds}; }

static void stop_watch(Cegar *c, Stopwatch w)
{
    double solver = smt_stats(c->smt).seconds - w.solver;
    CHECK(solver >= 0);
    c->verdict->stats.seconds_abstraction += solver;
    c->verdict->stats.seconds_exploration += run_seconds(c->run) - w.start - solver;
}

typedef enum CountOutcome { OUTCOME_SAFE, OUTCOME_FINAL, OUTCOME_LIMIT } CountOutcome;

/* Threads that exist at most when n are started (or exist at the start). */
static uint32_t threads_with(const Cegar *c, uint32_t n)
{
    uint64_t total = 0;
    bool spawns = false;
    for (uint32_t i = 0; i < c->merged->edges.count; i++)
        spawns |= c->merged->edges.data[i].spawn.i != NO_ID;
    for (uint32_t t = 0; t < c->merged->templates.count; t++) {
        Count initial = c->merged->templates.data[t].initial;
        total += initial == COUNT_MANY ? n : initial == COUNT_ONE ? 1 : 0;
    }
    if (spawns) total += n;
    return total < UINT32_MAX ? (uint32_t)total : UINT32_MAX;
}

/* For an exploration that proves the program when it finds no error; NULL: no certificate is wanted. */
static const StateVisitor *begin_evidence(Cegar *c, CertificateKind kind, uint32_t size)
{
    const Abstraction *a = &c->abstraction;
    CHECK(kind == CERTIFICATE_VIEWS ? size >= 1 && size <= VIEW_K_MAX : size <= program_thread_bound(c->merged));
    if (!c->options->certificate || a->unsound) return NULL;
    RUN_CHECK(c->run, !a->written_out); /* it would be about the program written out */
    evidence_begin_certificate(&c->evidence, c->original, c->merged, a, c->predicates, kind, size);
    return &c->evidence.visitor;
}

/* Every step by a thread that is there, along an edge of its template, and at the end an error. */
static bool error_trace_is_valid(const Cegar *c, const AbstractTrace *trace)
{
    uint32_t threads = trace->initial_threads;
    bool has_edges = !c->abstraction.templates; /* else they are those of the program written out */
    for (uint32_t i = 0; i < trace->steps.count; i++) {
        const AbstractStep *s = &trace->steps.data[i];
        if (s->thread >= threads || (s->child != NO_LOCAL && s->child != threads)) return false;
        if (has_edges && s->edge >= c->merged->edges.count) return false;
        if (has_edges && c->merged->edges.data[s->edge].is_error != (i + 1 == trace->steps.count)) return false;
        threads += s->child != NO_LOCAL;
    }
    return trace->steps.count > 0;
}

static ExploreResult explore_all(Cegar *c, uint32_t n, uint64_t limit, CertificateKind kind, AbstractTrace *trace,
                                 uint64_t *states)
{
    Oracle oracle = c->abstraction.oracle(c->abstraction.self, threads_with(c, n));
    const StateVisitor *visitor = kind == CERTIFICATE_VIEWS ? NULL : begin_evidence(c, kind, n);
    CHECK(limit > 0 && limit <= c->state_limit);
    ExploreResult r = counter_explore(c->run, &oracle, n, limit, trace, states, visitor);
    CHECK(r != EXPLORE_ERROR || error_trace_is_valid(c, trace));
    return r;
}

/* A proof is a search of all orders of the steps, whose states are an invariant. Where these are many, errors are first
 * looked for in few of the orders. */
static ExploreResult explore_thread_count(Cegar *c, uint32_t n, CertificateKind kind, AbstractTrace *trace,
                                          uint64_t *states)
{
    bool reduces = c->abstraction.reduced && c->options->merge && c->state_limit > REDUCE_FROM;
    if (!reduces) return explore_all(c, n, c->state_limit, kind, trace, states);
    ExploreResult r = explore_all(c, n, REDUCE_FROM, kind, trace, states);
    if (r != EXPLORE_LIMIT) return r;
    CHECK(REDUCE_FROM < c->state_limit);
    Oracle reduced = c->abstraction.reduced(c->abstraction.self);
    r = counter_explore(c->run, &reduced, n, REDUCED_FACTOR * c->state_limit, trace, states, NULL);
    run_log(c->run, 2, "n = %u: %llu states in few orders", n, (unsigned long long)*states);
    if (r != EXPLORE_SAFE || kind == CERTIFICATE_VIEWS) return r;
    return explore_all(c, n, c->state_limit, kind, trace, states);
}

static void log_exploration(Cegar *c, uint32_t n, const char *how, ExploreResult r)
{
    const EngineStats *s = &c->verdict->stats;
    run_log(c->run, 1, "n = %u%s: %s, %u predicates, %llu states, %llu local states", n, how,
            r == EXPLORE_SAFE    ? "safe"
            : r == EXPLORE_ERROR ? "error"
                                 : "limit",
            c->predicates->all.count, (unsigned long long)s->states, (unsigned long long)s->local_states);
}

/* New predicates, or other facts, from a path that is infeasible. */
static bool learn_from_path(Cegar *c, const Path *path)
{
    return techniques_try(c, NULL, path, GROUP_PREDICATES) != PROGRESS_NONE;
}

/* One step of the loop below: true when it goes on. */
static bool refine_values(Cegar *c, AbstractTrace *trace, CountOutcome *outcome)
{
    Path *path = path_of_trace(c, trace);
    Trace *run = run_alloc(c->run, sizeof *run);
    SmtResult r = path_simulate(path, c->smt, c->asked, run);
    bool is_real = r == SMT_SAT && !localized_is_asked(c) && !trace_rests_on(c->original, run);
    if (is_real && say_false(c, run)) *outcome = OUTCOME_FINAL;
    bool goes_on = r == SMT_UNSAT && learn_from_path(c, path);
    path_free(path);
    c->abstraction.refresh(c->abstraction.self);
    return goes_on;
}

/* Programs that compute with few values, in few threads, have few concrete states; predicates that leave values open
 * can make many of them. So where abstract states become many, the values that variables take in runs are tried as
 * predicates instead, once and for a while. LIMIT: that did not help, all is as before. */
static CountOutcome check_with_value_predicates(Cegar *c, uint32_t n, CertificateKind kind)
{
    c->values_tried = true;
    if (!c->abstraction.another || c->approximate_why || !c->options->seed_values) return OUTCOME_LIMIT;
    Predicates *predicates = c->predicates;
    Abstraction abstraction = c->abstraction;
    CountOutcome outcome = OUTCOME_LIMIT;
    CHECK(!abstraction.unsound && !abstraction.templates);
    c->predicates = predicates_new(c->merged);
    c->abstraction = abstraction.another(abstraction.self, c->predicates);
    seed_values(c, VALUES_MAX, true);
    c->abstraction.refresh(c->abstraction.self);
    bool goes_on = true;
    for (int i = 0; i < VALUES_ITERATIONS && goes_on; i++) {
        AbstractTrace trace;
        c->verdict->stats.iterations++;
        run_progress(c->run, "%u threads: %u predicates over values", n, c->predicates->all.count);
        uint64_t limit = c->state_limit < VALUES_STATES ? c->state_limit : VALUES_STATES;
        ExploreResult r = explore_all(c, n, limit, kind, &trace, &c->verdict->stats.states);
        update_stats(c);
        log_exploration(c, n, ", values", r);
        if (r == EXPLORE_SAFE) outcome = OUTCOME_SAFE;
        goes_on = r == EXPLORE_ERROR && refine_values(c, &trace, &outcome);
        if (r == EXPLORE_ERROR) vec_free(c->run, &trace.steps);
    }
    if (outcome != OUTCOME_LIMIT) return outcome;
    c->predicates = predicates;
    c->abstraction = abstraction;
    c->abstraction.refresh(c->abstraction.self);
    return outcome;
}

/* kind: of the certificate when n threads are all there is to look at; VIEWS: there is more. */
static CountOutcome check_count(Cegar *c, uint32_t n, CertificateKind kind)
{
    for (;;) {
        AbstractTrace trace;
        uint64_t states;
        run_progress(c->run, "%u threads: %u predicates, iteration %u", n, c->predicates->all.count,
                     c->verdict->stats.iterations);
        if (c->options->iteration_limit && c->verdict->stats.iterations >= c->options->iteration_limit) {
            say_unknown(c, run_format(c->run, "iteration limit of %u reached", c->options->iteration_limit));
            return OUTCOME_FINAL;
        }
        uint32_t iterations = c->verdict->stats.iterations - c->request->before.iterations;
        if (c->request->iterations && iterations >= c->request->iterations) {
            say_limit(c, run_format(c->run, "not decided after %u refinements", c->request->iterations));
            return OUTCOME_FINAL;
        }
        if (c->request->all_states && c->all_states >= c->request->all_states) {
            say_limit(c, "not decided within the states of all explorations together");
            return OUTCOME_FINAL;
        }
        if (c->request->predicates && c->predicates->all.count > c->request->predicates) {
            say_limit(c, "not decided with so few predicates");
            return OUTCOME_FINAL;
        }
        c->verdict->stats.iterations++;
        Stopwatch watch = start_watch(c);
        ExploreResult r = explore_thread_count(c, n, kind, &trace, &states);
        c->verdict->stats.states = states;
        c->all_states += states;
        account_states(run_account(c->run), states);
        stop_watch(c, watch);
        update_stats(c);
        log_exploration(c, n, "", r);
        if (r == EXPLORE_SAFE) return OUTCOME_SAFE;
        if (states > REDUCE_FROM && !c->values_tried) {
            CountOutcome o = check_with_value_predicates(c, n, kind);
            if (o != OUTCOME_LIMIT) return o;
        }
        if (r == EXPLORE_LIMIT) return OUTCOME_LIMIT;
        bool final = handle_trace(c, &trace);
        vec_free(c->run, &trace.steps);
        if (final) return OUTCOME_FINAL;
    }
}

static bool views_prove(Cegar *c, uint32_t k)
{
    Oracle oracle = c->abstraction.oracle(c->abstraction.self, 0);
    uint64_t views;
    CHECK(!c->approximate_why); /* nothing would be proved */
    run_progress(c->run, "views of size %u: %u predicates", k, c->predicates->all.count);
    Stopwatch watch = start_watch(c);
    ExploreResult r = view_explore(c->run, &oracle, k, c->state_limit, &views, begin_evidence(c, CERTIFICATE_VIEWS, k));
    c->verdict->stats.views = views;
    c->verdict->stats.view_size = k;
    stop_watch(c, watch);
    update_stats(c);
    run_log(c->run, 1, "views k = %u: %s, %llu views", k, r == EXPLORE_SAFE ? "safe" : "not proved",
            (unsigned long long)views);
    return r == EXPLORE_SAFE;
}

/* Views first as they are, then with passive threads consulted about every step: more precise, and slower. */
static bool views_prove_somehow(Cegar *c, uint32_t k)
{
    if (views_prove(c, k)) return true;
    const Abstraction *a = &c->abstraction;
    if (!a->sharpen || !a->sharpen(a->self, true)) return false;
    bool proved = views_prove(c, k);
    if (!proved) a->sharpen(a->self, false);
    return proved;
}

static bool starts_with_many(const Program *p)
{
    for (uint32_t t = 0; t < p->templates.count; t++)
        if (p->templates.data[t].initial == COUNT_MANY) return true;
    return false;
}

/* Does the program start no more than n threads, with loops that end, say? Refines until that is known; false also when
 * it does not become known soon. */
static bool starts_no_more(Cegar *c, uint32_t n)
{
    if (c->abstraction.role < ROLE_OWN || n > BOUND_THREADS || starts_with_many(c->merged)) return false;
    bool starts_no_more = false, is_known = false;
    for (int i = 0; i < BOUND_REFINEMENTS && !is_known; i++) {
        AbstractTrace trace;
        Oracle oracle = c->abstraction.oracle(c->abstraction.self, threads_with(c, n));
        Stopwatch watch = start_watch(c);
        ExploreResult r = counter_find_start(c->run, &oracle, n, c->state_limit, &trace);
        stop_watch(c, watch);
        CHECK(r != EXPLORE_ERROR || trace.steps.count > n); /* each start is a step */
        starts_no_more = r == EXPLORE_SAFE;
        is_known = r != EXPLORE_ERROR;
        if (is_known) break;
        Path *path = path_of_trace(c, &trace);
        Trace *run = run_alloc(c->run, sizeof *run);
        is_known = path_simulate(path, c->smt, c->asked, run) != SMT_UNSAT || !learn_from_path(c, path);
        path_free(path);
        vec_free(c->run, &trace.steps);
        c->abstraction.refresh(c->abstraction.self);
    }
    run_log(c->run, 1, "n = %u: %s", n, starts_no_more ? "no more threads are started" : "more threads may be started");
    return starts_no_more;
}

/* The number of threads to try after n: small steps first, then growing, for bugs that need many. */
static uint32_t next_count(uint32_t n) { return n < 6 ? n + 1 : n + n / 3; }

static bool say_too_many_states(Cegar *c, uint32_t n)
{
    if (c->request->states && c->state_limit == c->request->states)
        return say_limit(c, run_format(c->run, "more than %llu abstract states", (unsigned long long)c->state_limit));
    if (find_concrete(c)) return true;
    return say_unknown(
        c, run_format(c->run, "more than %llu abstract states with %u threads", (unsigned long long)c->state_limit, n));
}

/* What has been learnt so far: how often it was tried, and how many predicates there are. */
static uint64_t lessons(const Cegar *c)
{
    uint64_t tried = 0;
    for (uint32_t i = 0; i < TECHNIQUES_MAX; i++)
        tried += c->tried[i];
    return (tried << 32) + c->predicates->all.count;
}

/* Views know nothing of n: as long as nothing is learnt they come to the same. */
static bool views_prove_now(Cegar *c, uint32_t k)
{
    uint64_t now = lessons(c) + 1;
    if (c->views_failed[k] == now) return false;
    c->views_failed[k] = now;
    return views_prove_somehow(c, k);
}

/* For every number of threads of which some exploration with n has found no error: true when the verdict is final. */
static bool generalise(Cegar *c, uint32_t n)
{
    uint32_t k_max = n == 1 ? 0 : n - 1 < VIEW_K_MAX ? n - 1 : VIEW_K_MAX;
    for (uint32_t k = 1; k <= k_max; k++)
        if (views_prove_now(c, k)) return say_true(c, 0, false);
    if (!starts_no_more(c, n)) return false;
    switch (check_count(c, n, CERTIFICATE_CREATED)) {
    case OUTCOME_SAFE: return !c->approximate_why && say_true(c, n, true);
    case OUTCOME_FINAL: return true;
    case OUTCOME_LIMIT: break;
    }
    return false;
}

void check_every_number(Cegar *c)
{
    uint32_t bound = program_thread_bound(c->merged);
    for (uint32_t n = 1;; n = next_count(n)) {
        uint32_t count = n < bound ? n : bound;
        CountOutcome o = check_count(c, count, n >= bound ? CERTIFICATE_CREATED : CERTIFICATE_VIEWS);
        CHECK(o != OUTCOME_FINAL || c->verdict->kind == VERDICT_FALSE || c->verdict->why);
        if (o == OUTCOME_FINAL) return;
        if (c->approximate_why && (n >= bound || n >= APPROXIMATE_THREADS || o == OUTCOME_LIMIT)) {
            say_approximate(c);
            return;
        }
        if (c->approximate_why) continue;
        if (o == OUTCOME_SAFE && n >= bound) {
            say_true(c, bound, true);
            return;
        }
        if (bound == UINT32_MAX && generalise(c, n)) return;
        if (o == OUTCOME_LIMIT) {
            say_too_many_states(c, count);
            return;
        }
        if (n > THREADS_MAX) {
            say_unknown(c, run_format(c->run, "not proved with views; no error with at most %u threads", count));
            return;
        }
    }
}

void check_up_to(Cegar *c, uint32_t bound)
{
    uint32_t created = program_thread_bound(c->merged);
    bool all = created <= bound;
    if (all) bound = created;
    uint32_t n = bound < 3 ? bound : 1; /* what fewer threads can do, more can */
    CHECK(bound <= c->options->threads);
    for (;; n = n + 1 < bound && n < 3 ? n + 1 : bound) {
        CertificateKind last = all ? CERTIFICATE_CREATED : CERTIFICATE_STATES;
        CountOutcome o = check_count(c, n, n == bound ? last : CERTIFICATE_VIEWS);
        if (o == OUTCOME_FINAL) return;
        if (c->approximate_why && (n == bound || o == OUTCOME_LIMIT)) {
            say_approximate(c);
            return;
        }
        if (o == OUTCOME_LIMIT) {
            say_too_many_states(c, n);
            return;
        }
        CHECK(n <= bound);
        if (n == bound) break;
    }
    say_true(c, bound, all);
}

void check_written_out(Cegar *c, uint32_t bound)
{
    CHECK(bound && bound == c->options->threads);
    switch (check_count(c, bound, CERTIFICATE_VIEWS)) {
    case OUTCOME_FINAL: return;
    case OUTCOME_SAFE: say_true(c, bound, false); return;
    case OUTCOME_LIMIT: say_too_many_states(c, bound); return;
    }
}
