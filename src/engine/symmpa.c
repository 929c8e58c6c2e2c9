/* SYMMPA: symmetry-aware counterexample-guided abstraction refinement (paper 000, section 4), with exact abstraction.
 *
 * Order of work for "every number": n = 1, n = 2, views k = 1, n = 3, views k = 2, n = 4, ... Exploring n threads until
 * it is safe finds bugs with few threads first and collects the predicates that views need; views prove all n.
 * Soundness of the answers: TRUE comes from an exploration without limits hit, over an abstraction that
 * over-approximates the program; FALSE from a concrete run, replayed by the interpreter before it is reported. */
#include <string.h>

#include "abstraction/cartesian.h"
#include "abstraction/cartesian_boolprog.h"
#include "abstraction/exact.h"
#include "analysis/merge.h"
#include "analysis/replicate.h"
#include "analysis/slice.h"
#include "engine/engine.h"
#include "engine/evidence.h"
#include "explore/counter.h"
#include "explore/view.h"
#include "program/interpreter.h"
#include "refine/complete.h"
#include "refine/concrete.h"
#include "refine/discover.h"
#include "refine/simulate.h"
#include "abstraction/transition.h"
#include "term/boolean.h"
#include "term/build.h"
#include "term/walk.h"
#include "program/replay.h"
#include "program/random_run.h"
#include "refine/seed.h"

#define STATE_LIMIT_EXACT 3000000
#define STATE_LIMIT_PUBLISHED 1000000
#define VALUES_STATES 500000 /* see check_values */
#define VALUES_ITERATIONS 30
#define VALUES_MAX 60     /* of one variable */
#define REDUCE_FROM 50000 /* states: from here on, errors are looked for in few orders of the steps first */
#define REDUCED_FACTOR 2  /* more states than that in a search that proves nothing */
#define VIEW_K_MAX 3
#define COMPLETIONS 20   /* of traces, in a run */
#define BOUND_THREADS 12 /* in search of the number that the program starts */
#define BOUND_REFINEMENTS 20
#define CONCRETE_STATES 300000 /* when nothing else is left */
#define CONCRETE_THREADS 8     /* if the program starts no more, concrete runs have them all */
#define APPROXIMATE_THREADS 4  /* in search of an error when nothing can be proved */
#define THREADS_MAX 1000000    /* in search of an error, and of the least number that proves all */

typedef struct Symmpa {
    Run *run;
    Program *original, *merged;
    const EngineOptions *options;
    Verdict *verdict;
    Predicates *predicates;
    Smt *smt;
    LoopCounters *counters;
    Exact *exact; /* one of both */
    Cartesian *cartesian;
    Replica *replica; /* symmetry off: the program of `cartesian`, and its predicates */
    Predicates *copies;
    Rng rng;
    uint32_t seedings, completions, samples;
    bool values_tried;
    /* Not NULL: the over-approximated edges were dropped, since one of them matters. */
    const char *approximate_why;
    bool is_limit; /* that edge ends the model */
    uint64_t state_limit;
    EvidenceBuilder evidence; /* of the exploration that may be the last */
} Symmpa;

void engine_options_init(EngineOptions *options)
{
    memset(options, 0, sizeof *options);
    options->abstraction = ABSTRACTION_EXACT;
    options->passive = options->merge = options->mask = options->certificate = options->seed_values = true;
    options->symmetry = true;
}

Program *engine_merged_program(Program *program, const EngineOptions *options)
{
    Program *merged = merge_program(slice_program(program), options->merge, options->mask);
    program_infer_cardinality(merged);
    return merged;
}

/* ---- the abstraction ---- */

/* Every predicate for every thread. */
static void copy_predicates(Symmpa *e)
{
    for (uint32_t i = 0; i < e->predicates->all.count; i++) {
        const Predicate *p = &e->predicates->all.data[i];
        uint32_t copies = p->class == PREDICATE_SHARED ? 1 : replica_copies(e->replica, p->template);
        for (uint32_t c = 0; c < copies; c++)
            predicates_add(e->copies, replica_term(e->replica, p->term, c));
    }
}

static void refresh(Symmpa *e)
{
    if (e->replica) copy_predicates(e);
    if (e->exact)
        exact_refresh(e->exact);
    else
        cartesian_refresh(e->cartesian);
}

static Oracle oracle_for(Symmpa *e, uint32_t threads)
{
    if (e->cartesian) return cartesian_oracle(e->cartesian);
    exact_bound_threads(e->exact, threads);
    return exact_oracle(e->exact);
}

/* ---- verdicts ---- */

static void update_stats(Symmpa *e)
{
    EngineStats *s = &e->verdict->stats;
    s->predicates_shared = predicates_count(e->predicates, PREDICATE_SHARED);
    s->predicates_local = predicates_count(e->predicates, PREDICATE_LOCAL);
    s->predicates_mixed = predicates_count(e->predicates, PREDICATE_MIXED);
    s->predicates_tickets = e->exact ? exact_ticket_count(e->exact) : 0;
    s->local_states = e->exact ? exact_local_states(e->exact) : cartesian_local_states(e->cartesian);
    s->smt_checks = smt_stats(e->smt).checks;
}

static bool say_unknown(Symmpa *e, const char *why)
{
    e->verdict->kind = VERDICT_UNKNOWN;
    e->verdict->why = why;
    return true;
}

static void list_predicates(Symmpa *e)
{
    static const char *const names[] = {"shared", "local", "mixed"};
    for (int class = PREDICATE_SHARED; class <= PREDICATE_MIXED; class ++)
        for (uint32_t i = 0; i < e->predicates->all.count; i++) {
            const Predicate *p = &e->predicates->all.data[i];
            if ((int)p->class != class) continue;
            Str s;
            str_init(e->run, &s);
            program_print_term(e->merged, p->term, &s);
            if (p->class == PREDICATE_SHARED)
                str_addf(&s, " (%s)", names[class]);
            else
                str_addf(&s, " (%s, %s)", e->merged->templates.data[p->template].name, names[class]);
            vec_push(e->run, &e->verdict->predicates, str_text(&s));
        }
    for (uint32_t i = 0; e->exact && i < exact_counting_count(e->exact); i++) {
        if (!exact_counting_in_use(e->exact, i)) continue;
        Str s;
        str_init(e->run, &s);
        exact_print_counting(e->exact, i, &s);
        str_add(&s, " (counting)");
        vec_push(e->run, &e->verdict->predicates, str_text(&s));
    }
    for (uint32_t i = 0; e->exact && i < exact_ticket_count(e->exact); i++) {
        Str s;
        str_init(e->run, &s);
        ticket_print(e->merged, exact_ticket(e->exact, i), &s);
        str_add(&s, " (tickets)");
        vec_push(e->run, &e->verdict->predicates, str_text(&s));
    }
}

/* For an exploration that proves the program when it finds no error; NULL: no certificate is wanted. */
static const StateVisitor *begin_evidence(Symmpa *e, CertificateKind kind, uint32_t size)
{
    if (!e->options->certificate || e->options->mixed != MIXED_BROADCAST) return NULL;
    AbstractionView abstraction = {e->exact, e->cartesian};
    evidence_begin_certificate(&e->evidence, e->original, e->merged, abstraction, e->predicates, kind, size);
    return &e->evidence.visitor;
}

static bool say_true(Symmpa *e, uint32_t threads, bool all_created)
{
    if (e->options->mixed != MIXED_BROADCAST) {
        const char *scope = threads ? run_format(e->run, "%u threads", threads) : "every number of threads";
        return say_unknown(e, run_format(e->run, "no error found for %s", scope));
    }
    e->verdict->certificate = e->options->certificate ? e->evidence.certificate : NULL;
    if (e->verdict->certificate) certificate_sort(e->verdict->certificate);
    e->verdict->kind = VERDICT_TRUE;
    e->verdict->threads = threads;
    e->verdict->all_created = all_created;
    if (threads) e->verdict->stats.views = e->verdict->stats.view_size = 0; /* they proved nothing */
    list_predicates(e);
    return true;
}

/* Whatever an unsound baseline leaves open is labelled as such; only its replayed errors count. */
static void label_baseline(Symmpa *e)
{
    static const char *const names[] = {
        [MIXED_BROADCAST] = "", [MIXED_AS_LOCAL] = "local", [MIXED_AS_SHARED] = "shared"};
    Verdict *v = e->verdict;
    if (e->options->mixed == MIXED_BROADCAST || v->kind != VERDICT_UNKNOWN) return;
    v->why = run_format(e->run, "%s, but mixed predicates as %s are not sound", v->why, names[e->options->mixed]);
}

static bool say_false(Symmpa *e, Trace *trace)
{
    const char *problem = interpreter_replay(interpreter_new(e->original), trace);
    if (problem) return say_unknown(e, run_format(e->run, "self-check failed: the trace does not replay: %s", problem));
    e->verdict->kind = VERDICT_FALSE;
    e->verdict->threads = trace_least_bound(e->original, trace);
    e->verdict->trace = trace;
    return true;
}

/* Does the trace pass an over-approximated edge? */
static bool is_approximate(const Symmpa *e, const Trace *trace)
{
    for (uint32_t i = 0; i < trace->steps.count; i++)
        if (e->original->edges.data[trace->steps.data[i].edge.i].approximate) return true;
    return false;
}

/* ---- one refinement ---- */

/* Values with % or / in their weakest preconditions are hard for predicates and for the solver; where random runs show
 * few values, knowing which one is better, so seeding comes before complex atoms. */
static uint32_t seed_values(Symmpa *e, uint32_t max_values, bool tainted_too)
{
    if (!e->options->seed_values) return 0;
    uint32_t added = discover_values(e->original, e->merged, e->predicates, &e->rng, 4, max_values, tainted_too);
    run_log(e->run, 1, "value seeding: %u new predicates", added);
    return added;
}

/* Divisions in the program: weakest preconditions will have them, too. */
static bool has_division(Program *p)
{
    static const TermKind kinds[] = {TERM_UDIV, TERM_UREM, TERM_SDIV, TERM_SREM};
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
            if (term_has_kind(p->tm, e->guard, kinds[k])) return true;
            for (uint32_t a = 0; a < e->assign_count; a++)
                if (term_has_kind(p->tm, e->assigns[a].value, kinds[k])) return true;
        }
    }
    return false;
}

typedef struct TicketSearch {
    Symmpa *e;
    const Ticket *ticket;
    bool found;
} TicketSearch;

static void look_for_ticket(void *arg, Term var)
{
    TicketSearch *s = arg;
    VarId v = {term_symbol(s->e->merged->tm, var)};
    for (uint32_t l = 0; l < s->e->merged->locs.count && !s->found; l++)
        s->found = ticket_is_held(s->ticket, (LocId){l}, v);
}

/* What tickets are compared with ("now serving") goes after the counter as they do; whether it has caught up is what
 * else a proof needs to know. */
static void compare_with_counter(void *arg, Term var)
{
    TicketSearch *s = arg;
    Program *p = s->e->merged;
    const Var *x = &p->vars.data[term_symbol(p->tm, var)];
    Term counter = program_var_term(p, s->ticket->counter);
    if (x->class != VAR_SHARED || !sort_same(x->sort, term_sort(p->tm, counter))) return;
    bool is_signed = s->ticket->order == TERM_SLT || s->ticket->order == TERM_SLE;
    predicates_add(s->e->predicates, term_binary(p->tm, is_signed ? TERM_SLT : TERM_ULT, var, counter));
    predicates_add(s->e->predicates, term_binary(p->tm, is_signed ? TERM_SLT : TERM_ULT, counter, var));
}

/* When the core speaks of tickets, whose numbers the predicates of one thread could only count up to: puts ticket
 * predicates to use, and finds what they are compared with. */
static bool use_tickets(Symmpa *e, const Path *path)
{
    if (!e->exact || path->threads < 2) return false;
    const Tickets *tickets = exact_find_tickets(e->exact);
    uint32_t before = e->predicates->all.count;
    bool found = false;
    for (uint32_t t = 0; t < tickets->count; t++)
        for (uint32_t i = 0; i < path->steps.count; i++) {
            TicketSearch s = {e, &tickets->data[t], false};
            if (path->core[i]) term_for_each_var(e->merged->tm, path->conditions[i], look_for_ticket, &s);
            if (s.found) term_for_each_var(e->merged->tm, path->conditions[i], compare_with_counter, &s);
            found |= s.found;
        }
    if (!found || exact_ticket_count(e->exact)) return e->predicates->all.count > before;
    run_log(e->run, 1, "ticket predicates: %u", tickets->count);
    exact_use_tickets(e->exact);
    return true;
}

static bool discover(Symmpa *e, const Path *path)
{
    uint32_t added = 0;
    if (e->seedings == 0 && has_division(e->merged)) {
        e->seedings = 1;
        added = seed_values(e, 10, false);
        if (added) return true;
    }
    for (int layer = 0; layer < DISCOVER_LAYERS && !added; layer++) {
        if (layer == DISCOVER_COMPLEX && e->seedings == 0 && !added) {
            e->seedings = 1;
            added = seed_values(e, 10, false);
            if (added) break;
        }
        added = discover_predicates(path, e->predicates, (DiscoverLayer)layer);
        if (added) run_log(e->run, 1, "layer %d: %u new predicates", layer, added);
    }
    if (added) added += discover_bounds(e->predicates);
    if (!added && e->seedings < 2) {
        e->seedings = 2;
        added = seed_values(e, 40, true);
    }
    return added > 0;
}

static bool add_predicates(Symmpa *e, const Path *path)
{
    bool tickets = use_tickets(e, path);
    return discover(e, path) || tickets;
}

static void log_path(Symmpa *e, const Path *path)
{
    for (uint32_t i = 0; i < path->steps.count && run_verbosity(e->run) >= 3; i++) {
        Edge edge = e->merged->edges.data[path->steps.data[i].edge];
        Str s;
        str_init(e->run, &s);
        edge.text = NULL; /* the terms say more */
        program_print_edge(e->merged, &edge, &s);
        run_log(e->run, 3, "  %s thread %u line %u: %s", path->core[i] ? "core" : "    ", path->steps.data[i].thread,
                edge.pos.line, str_text(&s));
        str_clear(&s);
    }
}

/* Where refinement is stuck, a concrete run may still show the error: random runs with few threads first. Only ever
 * turns "unknown" into "false". */
#define FALSIFY_RUNS 20000
#define FALSIFY_STEPS 400

static bool falsify(Symmpa *e)
{
    Interpreter *in = interpreter_new(e->original);
    uint32_t most = e->options->threads && e->options->threads < 4 ? e->options->threads : 4;
    for (uint32_t n = 1; n <= most; n++)
        for (uint32_t i = 0; i < FALSIFY_RUNS; i++) {
            Trace *trace = run_alloc(e->run, sizeof *trace);
            run_progress(e->run, "random runs with %u threads", n);
            if (interpreter_random_run(in, &e->rng, n, FALSIFY_STEPS, NULL, NULL, trace) && !is_approximate(e, trace))
                return say_false(e, trace);
            run_release(e->run, trace);
        }
    return false;
}

/* As published: predicates only when no transition of the trace is spurious (paper 000, section 4). */
static bool refine_transitions(Symmpa *e, const AbstractTrace *trace)
{
    if (!e->cartesian) return false;
    uint32_t added =
        e->replica ? transition_refine(e->cartesian, e->replica->program, e->copies, e->smt, trace, false)
                   : transition_refine(e->cartesian, e->merged, e->predicates, e->smt, trace, e->options->passive);
    e->verdict->stats.transitions += added;
    if (added) run_log(e->run, 1, "transition refinement: %u constraints", added);
    return added > 0;
}

/* The trace in terms of the program with templates: predicates are found there, without threads' indices. */
static AbstractTrace template_trace(Symmpa *e, const AbstractTrace *trace)
{
    AbstractTrace t = *trace;
    t.steps.data = NULL;
    t.steps.count = t.steps.capacity = 0;
    for (uint32_t i = 0; i < trace->steps.count; i++) {
        AbstractStep step = trace->steps.data[i];
        step.edge = e->replica->edges[step.edge];
        vec_push(e->run, &t.steps, step);
    }
    t.initial_kinds = run_alloc(e->run, (t.initial_threads + 1) * sizeof *t.initial_kinds);
    for (uint32_t i = 0; i < t.initial_threads; i++)
        t.initial_kinds[i] = e->replica->kinds[trace->initial_kinds[i]];
    return t;
}

static Path *path_of(Symmpa *e, AbstractTrace *abstract)
{
    if (e->exact) trace_drop_idle_threads(e->merged, abstract);
    if (!e->replica) return path_new(e->merged, e->counters, abstract);
    AbstractTrace t = template_trace(e, abstract);
    Path *path = path_new(e->merged, e->counters, &t);
    vec_free(e->run, &t.steps);
    run_release(e->run, t.initial_kinds);
    return path;
}

static bool say_approximate(Symmpa *e)
{
    if (e->is_limit) return say_unknown(e, e->approximate_why);
    return say_unknown(e,
                       run_format(e->run, "a counterexample depends on an over-approximation: %s", e->approximate_why));
}

static bool has_array_input(const Program *p)
{
    for (uint32_t v = 0; v < p->vars.count; v++)
        if (p->vars.data[v].class == VAR_INPUT && p->vars.data[v].sort.kind == SORT_ARRAY) return true;
    return false;
}

/* A concrete run of the merged program as a path. */
static Path *path_of_run(Symmpa *e, const Trace *run)
{
    AbstractTrace t;
    memset(&t, 0, sizeof t);
    t.initial_threads = run->initial.count;
    t.initial_kinds = run_alloc(e->run, (t.initial_threads + 1) * sizeof *t.initial_kinds);
    for (uint32_t i = 0; i < run->initial.count; i++)
        for (uint32_t k = 0; k < run->initial.data[i].template.i; k++)
            t.initial_kinds[i] += e->merged->templates.data[k].initial != COUNT_NONE;
    for (uint32_t i = 0; i < run->steps.count; i++) {
        const TraceStep *s = &run->steps.data[i];
        vec_push(e->run, &t.steps, ((AbstractStep){s->thread, s->edge.i, s->child == NO_ID ? NO_LOCAL : s->child}));
    }
    Path *path = path_new(e->merged, e->counters, &t);
    vec_free(e->run, &t.steps);
    run_release(e->run, t.initial_kinds);
    return path;
}

/* Replays a concrete run of the merged program on the original: the verdict "false", if it does. */
static bool say_run(Symmpa *e, const Trace *run)
{
    Path *path = path_of_run(e, run);
    Trace *trace = run_alloc(e->run, sizeof *trace);
    bool found = !path_approximate(path) && path_simulate(path, e->smt, e->original, trace) == SMT_SAT;
    const char *problem = found ? interpreter_replay(interpreter_new(e->original), trace) : NULL;
    if (problem) run_log(e->run, 1, "a concrete run does not replay: %s", problem);
    path_free(path);
    return found && !problem && say_false(e, trace);
}

/* Errors that need many particular steps are found sooner by a search of concrete states. Only ever turns "unknown"
 * into "false". */
static bool find_concrete(Symmpa *e, uint64_t limit)
{
    if (e->replica || !e->exact || e->options->mixed != MIXED_BROADCAST || has_array_input(e->merged)) return false;
    uint32_t bound = program_thread_bound(e->merged), most = bound <= CONCRETE_THREADS ? bound : 3;
    if (e->options->threads && most > e->options->threads) most = e->options->threads;
    Dependence *d = dependence_new(e->merged);
    bool found = false;
    dependence_know_all(d);
    for (uint32_t n = bound <= CONCRETE_THREADS ? most : 1; n <= most && !found; n++) {
        Trace run;
        run_progress(e->run, "concrete states with %u threads", n);
        ConcreteResult r = concrete_search(e->merged, d, n, limit, &run);
        run_log(e->run, 1, "n = %u: %llu concrete states, %s", n, (unsigned long long)r.states,
                r.found ? "error" : "none found");
        found = r.found && say_run(e, &run);
        if (r.found) trace_clear(e->run, &run);
    }
    return found;
}

/* Random runs are no part of the methods that the baselines stand for. */
static bool give_up(Symmpa *e)
{
    if (e->approximate_why) return say_approximate(e);
    bool baseline = e->replica || e->options->mixed != MIXED_BROADCAST;
    if (!baseline && (find_concrete(e, CONCRETE_STATES) || falsify(e))) return true;
    bool full = e->predicates->full || (e->copies && e->copies->full);
    return say_unknown(e, full ? "too many predicates" : "refinement found no new predicate");
}

/* From here on without the over-approximated edges: nothing can be proved any more, but an error found is one. */
static void drop_approximate_edges(Symmpa *e)
{
    run_log(e->run, 1, "over-approximation: %s; looking for errors without it", e->approximate_why);
    for (uint32_t i = 0; i < e->merged->edges.count; i++)
        if (e->merged->edges.data[i].approximate) e->merged->edges.data[i].guard = term_bool(e->merged->tm, false);
    e->exact = exact_new(e->merged, e->predicates, e->smt, e->options->mask); /* what the old one knows is void */
}

/* A run along the path was found: true when the verdict is final. */
static bool say_found(Symmpa *e, const Path *path, Trace *trace)
{
    const char *why = path_approximate(path);
    if (!why) return say_false(e, trace);
    e->approximate_why = why;
    e->is_limit = e->merged->edges.data[vec_last(&path->steps).edge].approximate != NULL;
    if (!e->exact) return say_approximate(e);
    drop_approximate_edges(e);
    return false;
}

/* A trace that only loop counters forbid may have a run that goes round the loops first. That is cheap to find out now
 * and then, and saves unrolling the loop one refinement at a time. */
static bool find_completed(Symmpa *e, const Path *path, const AbstractTrace *abstract)
{
    AbstractTrace complete;
    if (e->replica || !path->counter_core || e->completions >= COMPLETIONS) return false;
    e->completions++;
    bool found = false;
    if (trace_complete(e->merged, e->counters, abstract, &complete)) {
        Path *longer = path_new(e->merged, e->counters, &complete);
        Trace *trace = run_alloc(e->run, sizeof *trace);
        run_log(e->run, 1, "completed to %u steps", complete.steps.count);
        found = path_simulate(longer, e->smt, e->original, trace) == SMT_SAT && !path_approximate(longer) &&
                say_false(e, trace);
        path_free(longer);
    }
    vec_free(e->run, &complete.steps);
    return found;
}

/* Now and then when refinement takes long; the measure is work, not time, so that verdicts do not depend on the
 * machine. */
static bool find_sample(Symmpa *e)
{
    static const struct {
        uint32_t iterations;
        uint64_t checks, states;
    } due[] = {{8, 300, 20000}, {25, 4000, 300000}, {75, 10000, 2000000}};
    uint32_t i = e->samples;
    if (i == sizeof due / sizeof *due) return false;
    if (e->verdict->stats.iterations < due[i].iterations && smt_stats(e->smt).checks < due[i].checks) return false;
    e->samples++;
    return find_concrete(e, due[i].states);
}

/* Handles an abstract error trace: true when the verdict is final, false when the abstraction was refined. */
static bool handle_trace(Symmpa *e, AbstractTrace *abstract)
{
    double start = run_seconds(e->run);
    Path *path = path_of(e, abstract);
    Trace *trace = run_alloc(e->run, sizeof *trace);
    SmtResult r = path_simulate(path, e->smt, e->original, trace);
    bool final = false;
    log_path(e, path);
    if (r == SMT_UNKNOWN)
        final = say_unknown(e, "the SMT solver gave up on a counterexample");
    else if (r == SMT_SAT)
        final = say_found(e, path, trace);
    else if (find_completed(e, path, abstract) || find_sample(e))
        final = true;
    else if (!refine_transitions(e, abstract) && !add_predicates(e, path))
        final = give_up(e);
    path_free(path);
    refresh(e);
    if (!final && e->copies && e->copies->full) final = say_unknown(e, "too many predicates");
    e->verdict->stats.seconds_refinement += run_seconds(e->run) - start;
    return final;
}

/* Splits the time of an exploration: the solver's part is abstraction. */
typedef struct Stopwatch {
    double start, solver;
} Stopwatch;

static Stopwatch start_watch(const Symmpa *e) { return (Stopwatch){run_seconds(e->run), smt_stats(e->smt).seconds}; }

static void stop_watch(Symmpa *e, Stopwatch w)
{
    double solver = smt_stats(e->smt).seconds - w.solver;
    e->verdict->stats.seconds_abstraction += solver;
    e->verdict->stats.seconds_exploration += run_seconds(e->run) - w.start - solver;
}

typedef enum Outcome { OUTCOME_SAFE, OUTCOME_FINAL, OUTCOME_LIMIT } Outcome;

/* Threads that exist at most when n are started (or exist at the start). */
static uint32_t threads_with(const Symmpa *e, uint32_t n)
{
    uint64_t total = 0;
    bool spawns = false;
    for (uint32_t i = 0; i < e->merged->edges.count; i++)
        spawns |= e->merged->edges.data[i].spawn.i != NO_ID;
    for (uint32_t t = 0; t < e->merged->templates.count; t++) {
        Count initial = e->merged->templates.data[t].initial;
        total += initial == COUNT_MANY ? n : initial == COUNT_ONE ? 1 : 0;
    }
    if (spawns) total += n;
    return total < UINT32_MAX ? (uint32_t)total : UINT32_MAX;
}

static ExploreResult explore_all(Symmpa *e, uint32_t n, uint64_t limit, CertificateKind kind, AbstractTrace *trace,
                                 uint64_t *states)
{
    Oracle oracle = oracle_for(e, threads_with(e, n));
    const StateVisitor *visitor = kind == CERTIFICATE_VIEWS ? NULL : begin_evidence(e, kind, n);
    return counter_explore(e->run, &oracle, n, limit, trace, states, visitor);
}

/* A proof is a search of all orders of the steps, whose states are an invariant. Where these are many, errors are first
 * looked for in few of the orders. */
static ExploreResult explore_count(Symmpa *e, uint32_t n, CertificateKind kind, AbstractTrace *trace, uint64_t *states)
{
    bool reduces = e->exact && e->options->merge && e->state_limit > REDUCE_FROM;
    if (!reduces) return explore_all(e, n, e->state_limit, kind, trace, states);
    ExploreResult r = explore_all(e, n, REDUCE_FROM, kind, trace, states);
    if (r != EXPLORE_LIMIT) return r;
    Oracle reduced = exact_reduced_oracle(e->exact);
    r = counter_explore(e->run, &reduced, n, REDUCED_FACTOR * e->state_limit, trace, states, NULL);
    run_log(e->run, 2, "n = %u: %llu states in few orders", n, (unsigned long long)*states);
    if (r != EXPLORE_SAFE || kind == CERTIFICATE_VIEWS) return r;
    return explore_all(e, n, e->state_limit, kind, trace, states);
}

static void log_exploration(Symmpa *e, uint32_t n, const char *how, ExploreResult r)
{
    const EngineStats *s = &e->verdict->stats;
    run_log(e->run, 1, "n = %u%s: %s, %u predicates, %llu states, %llu local states", n, how,
            r == EXPLORE_SAFE    ? "safe"
            : r == EXPLORE_ERROR ? "error"
                                 : "limit",
            e->predicates->all.count, (unsigned long long)s->states, (unsigned long long)s->local_states);
}

/* One step of the loop below: true when it goes on. */
static bool refine_values(Symmpa *e, AbstractTrace *trace, Outcome *outcome)
{
    Path *path = path_of(e, trace);
    Trace *run = run_alloc(e->run, sizeof *run);
    SmtResult r = path_simulate(path, e->smt, e->original, run);
    if (r == SMT_SAT && !path_approximate(path) && say_false(e, run)) *outcome = OUTCOME_FINAL;
    bool goes_on = r == SMT_UNSAT && add_predicates(e, path);
    path_free(path);
    refresh(e);
    return goes_on;
}

/* Programs that compute with few values, in few threads, have few concrete states; predicates that leave values open
 * can make many of them. So where abstract states become many, the values that variables take in runs are tried as
 * predicates instead, once and for a while. LIMIT: that did not help, all is as before. */
static Outcome check_values(Symmpa *e, uint32_t n, CertificateKind kind)
{
    e->values_tried = true;
    if (!e->exact || e->approximate_why || !e->options->seed_values) return OUTCOME_LIMIT;
    Predicates *predicates = e->predicates;
    Exact *exact = e->exact;
    Outcome outcome = OUTCOME_LIMIT;
    e->predicates = predicates_new(e->merged);
    e->exact = exact_new(e->merged, e->predicates, e->smt, e->options->mask);
    seed_values(e, VALUES_MAX, true);
    refresh(e);
    bool goes_on = true;
    for (int i = 0; i < VALUES_ITERATIONS && goes_on; i++) {
        AbstractTrace trace;
        e->verdict->stats.iterations++;
        run_progress(e->run, "%u threads: %u predicates over values", n, e->predicates->all.count);
        uint64_t limit = e->state_limit < VALUES_STATES ? e->state_limit : VALUES_STATES;
        ExploreResult r = explore_all(e, n, limit, kind, &trace, &e->verdict->stats.states);
        update_stats(e);
        log_exploration(e, n, ", values", r);
        if (r == EXPLORE_SAFE) outcome = OUTCOME_SAFE;
        goes_on = r == EXPLORE_ERROR && refine_values(e, &trace, &outcome);
        if (r == EXPLORE_ERROR) vec_free(e->run, &trace.steps);
    }
    if (outcome != OUTCOME_LIMIT) return outcome;
    e->predicates = predicates;
    e->exact = exact;
    refresh(e);
    return outcome;
}

/* kind: of the certificate when n threads are all there is to look at; VIEWS: there is more. */
static Outcome check_count(Symmpa *e, uint32_t n, CertificateKind kind)
{
    for (;;) {
        AbstractTrace trace;
        uint64_t states;
        run_progress(e->run, "%u threads: %u predicates, iteration %u", n, e->predicates->all.count,
                     e->verdict->stats.iterations);
        if (e->options->iteration_limit && e->verdict->stats.iterations >= e->options->iteration_limit) {
            say_unknown(e, run_format(e->run, "iteration limit of %u reached", e->options->iteration_limit));
            return OUTCOME_FINAL;
        }
        e->verdict->stats.iterations++;
        Stopwatch watch = start_watch(e);
        ExploreResult r = explore_count(e, n, kind, &trace, &states);
        e->verdict->stats.states = states;
        stop_watch(e, watch);
        update_stats(e);
        log_exploration(e, n, "", r);
        if (r == EXPLORE_SAFE) return OUTCOME_SAFE;
        if (states > REDUCE_FROM && !e->values_tried) {
            Outcome o = check_values(e, n, kind);
            if (o != OUTCOME_LIMIT) return o;
        }
        if (r == EXPLORE_LIMIT) return OUTCOME_LIMIT;
        bool final = handle_trace(e, &trace);
        vec_free(e->run, &trace.steps);
        if (final) return OUTCOME_FINAL;
    }
}

static bool views_prove(Symmpa *e, uint32_t k)
{
    Oracle oracle = oracle_for(e, 0);
    uint64_t views;
    run_progress(e->run, "views of size %u: %u predicates", k, e->predicates->all.count);
    Stopwatch watch = start_watch(e);
    ExploreResult r = view_explore(e->run, &oracle, k, e->state_limit, &views, begin_evidence(e, CERTIFICATE_VIEWS, k));
    e->verdict->stats.views = views;
    e->verdict->stats.view_size = k;
    stop_watch(e, watch);
    update_stats(e);
    run_log(e->run, 1, "views k = %u: %s, %llu views", k, r == EXPLORE_SAFE ? "safe" : "not proved",
            (unsigned long long)views);
    return r == EXPLORE_SAFE;
}

/* Views first as they are, then with passive threads consulted about every step: more precise, and slower. */
static bool views_prove_somehow(Symmpa *e, uint32_t k)
{
    if (views_prove(e, k)) return true;
    if (!e->exact || exact_ticket_count(e->exact)) return false;
    if (!exact_has_countings(e->exact) && predicates_count(e->predicates, PREDICATE_MIXED) == 0) return false;
    exact_consult_passive(e->exact, true);
    bool proved = views_prove(e, k);
    if (!proved) exact_consult_passive(e->exact, false);
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
static bool starts_no_more(Symmpa *e, uint32_t n)
{
    if (!e->exact || n > BOUND_THREADS || starts_with_many(e->merged)) return false;
    bool starts_no_more = false, is_known = false;
    for (int i = 0; i < BOUND_REFINEMENTS && !is_known; i++) {
        AbstractTrace trace;
        Oracle oracle = oracle_for(e, threads_with(e, n));
        Stopwatch watch = start_watch(e);
        ExploreResult r = counter_find_start(e->run, &oracle, n, e->state_limit, &trace);
        stop_watch(e, watch);
        starts_no_more = r == EXPLORE_SAFE;
        is_known = r != EXPLORE_ERROR;
        if (is_known) break;
        Path *path = path_of(e, &trace);
        Trace *run = run_alloc(e->run, sizeof *run);
        is_known = path_simulate(path, e->smt, e->original, run) != SMT_UNSAT || !add_predicates(e, path);
        path_free(path);
        vec_free(e->run, &trace.steps);
        refresh(e);
    }
    run_log(e->run, 1, "n = %u: %s", n, starts_no_more ? "no more threads are started" : "more threads may be started");
    return starts_no_more;
}

/* The number of threads to try after n: small steps first, then growing, for bugs that need many. */
static uint32_t next_count(uint32_t n) { return n < 6 ? n + 1 : n + n / 3; }

static bool say_too_many_states(Symmpa *e, uint32_t n)
{
    if (find_concrete(e, CONCRETE_STATES)) return true;
    return say_unknown(
        e, run_format(e->run, "more than %llu abstract states with %u threads", (unsigned long long)e->state_limit, n));
}

/* For every number of threads of which some exploration with n has found no error: true when the verdict is final. */
static bool generalise(Symmpa *e, uint32_t n)
{
    uint32_t k_max = n == 1 ? 0 : n - 1 < VIEW_K_MAX ? n - 1 : VIEW_K_MAX;
    for (uint32_t k = 1; k <= k_max; k++)
        if (views_prove_somehow(e, k)) return say_true(e, 0, false);
    if (!starts_no_more(e, n)) return false;
    switch (check_count(e, n, CERTIFICATE_CREATED)) {
    case OUTCOME_SAFE: return !e->approximate_why && say_true(e, n, true);
    case OUTCOME_FINAL: return true;
    case OUTCOME_LIMIT: break;
    }
    return false;
}

static void check_every_number(Symmpa *e)
{
    uint32_t bound = program_thread_bound(e->merged);
    for (uint32_t n = 1;; n = next_count(n)) {
        uint32_t count = n < bound ? n : bound;
        Outcome o = check_count(e, count, n >= bound ? CERTIFICATE_CREATED : CERTIFICATE_VIEWS);
        if (o == OUTCOME_FINAL) return;
        if (e->approximate_why && (n >= bound || n >= APPROXIMATE_THREADS || o == OUTCOME_LIMIT)) {
            say_approximate(e);
            return;
        }
        if (e->approximate_why) continue;
        if (o == OUTCOME_SAFE && n >= bound) {
            say_true(e, bound, true);
            return;
        }
        if (bound == UINT32_MAX && generalise(e, n)) return;
        if (o == OUTCOME_LIMIT) {
            say_too_many_states(e, count);
            return;
        }
        if (n > THREADS_MAX) {
            say_unknown(e, run_format(e->run, "not proved with views; no error with at most %u threads", count));
            return;
        }
    }
}

static void check_up_to(Symmpa *e, uint32_t bound)
{
    uint32_t created = program_thread_bound(e->merged);
    bool all = created <= bound;
    if (all) bound = created;
    uint32_t n = bound < 3 ? bound : 1; /* what fewer threads can do, more can */
    for (;; n = n + 1 < bound && n < 3 ? n + 1 : bound) {
        CertificateKind last = all ? CERTIFICATE_CREATED : CERTIFICATE_STATES;
        Outcome o = check_count(e, n, n == bound ? last : CERTIFICATE_VIEWS);
        if (o == OUTCOME_FINAL) return;
        if (e->approximate_why && (n == bound || o == OUTCOME_LIMIT)) {
            say_approximate(e);
            return;
        }
        if (o == OUTCOME_LIMIT) {
            say_too_many_states(e, n);
            return;
        }
        if (n == bound) break;
    }
    say_true(e, bound, all);
}

/* Symmetry off: the program that is written out is for exactly that number. */
static void check_written_out(Symmpa *e, uint32_t bound)
{
    switch (check_count(e, bound, CERTIFICATE_VIEWS)) {
    case OUTCOME_FINAL: return;
    case OUTCOME_SAFE: say_true(e, bound, false); return;
    case OUTCOME_LIMIT: say_too_many_states(e, bound); return;
    }
}

/* Is a thread started that stops all others until it has left an atomic section? */
static bool starts_atomic(const Program *p)
{
    for (uint32_t i = 0; i < p->edges.count; i++) {
        TemplateId t = p->edges.data[i].spawn;
        if (t.i != NO_ID && p->locs.data[p->templates.data[t.i].entry.i].atomic) return true;
    }
    return false;
}

static void print_boolprog(Symmpa *e)
{
    BoolProgram *p = cartesian_boolprog(e->cartesian, &e->verdict->no_boolprog);
    if (!p) return;
    Str text;
    str_init(e->run, &text);
    boolprog_print(p, &text);
    e->verdict->boolprog = str_text(&text);
}

static bool start_abstraction(Symmpa *e)
{
    const EngineOptions *options = e->options;
    if (options->abstraction == ABSTRACTION_EXACT) {
        e->exact = exact_new(e->merged, e->predicates, e->smt, options->mask);
        return true;
    }
    CartesianOptions cartesian = {options->abstraction, options->mask, options->passive,
                                  options->mixed != MIXED_AS_LOCAL};
    if (options->symmetry) {
        e->cartesian = cartesian_new(e->merged, e->predicates, e->smt, &cartesian);
        return true;
    }
    const char *why;
    if (starts_atomic(e->merged)) {
        say_unknown(e, "symmetry off: a thread is started inside an atomic section");
        return false;
    }
    RUN_CHECK(e->run, options->threads && !options->certificate);
    e->replica = program_replicate(e->merged, options->threads, &why);
    if (!e->replica) {
        say_unknown(e, run_format(e->run, "symmetry off: %s", why));
        return false;
    }
    e->copies = predicates_new(e->replica->program);
    copy_predicates(e);
    e->cartesian = cartesian_new(e->replica->program, e->copies, e->smt, &cartesian);
    return true;
}

void engine_symmpa(Program *program, const EngineOptions *options, Verdict *verdict)
{
    Symmpa e;
    memset(&e, 0, sizeof e);
    memset(verdict, 0, sizeof *verdict);
    verdict->kind = VERDICT_UNKNOWN;
    e.run = program->run;
    e.original = program;
    e.options = options;
    e.verdict = verdict;
    e.state_limit = options->abstraction == ABSTRACTION_EXACT ? STATE_LIMIT_EXACT : STATE_LIMIT_PUBLISHED;
    if (options->state_limit) e.state_limit = options->state_limit;
    EngineOptions merging = *options;
    if (options->mixed == MIXED_AS_SHARED) merging.mask = false; /* what is tracked once is not masked */
    e.merged = engine_merged_program(program, &merging);
    if (options->abstraction != ABSTRACTION_EXACT) e.merged = cartesian_split_errors(e.merged);
    e.predicates = predicates_new(e.merged);
    e.predicates->mixed_as_shared = options->mixed == MIXED_AS_SHARED;
    for (uint32_t i = 0; i < options->predicate_count; i++)
        predicates_add(e.predicates, options->predicates[i]);
    e.smt = smt_new(program->tm);
    e.counters = loop_counters_new(e.merged);
    e.rng.state = 1;
    if (!start_abstraction(&e)) return;
    if (e.replica)
        check_written_out(&e, options->threads);
    else if (options->threads)
        check_up_to(&e, options->threads);
    else
        check_every_number(&e);
    label_baseline(&e);
    if (options->print_boolprog) print_boolprog(&e);
    update_stats(&e);
    verdict->stats.seconds_total = run_seconds(e.run);
}
