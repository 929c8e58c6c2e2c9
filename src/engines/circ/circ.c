#include "engines/circ/circ.h"

#include <string.h>

#include "base/check.h"
#include "engines/circ/collapse.h"
#include "engines/circ/omega.h"
#include "engines/circ/refine.h"
#include "engines/circ/simulation.h"
#include "program/check.h"

#define LOOKS_MAX 3
#define ROUNDS_WITH_REGIONS 12
#define K_MAX 12 /* a counter limit beyond which it is not worth going */

typedef struct Circ {
    const CircQuestion *q;
    CircResult *result;
    Run *run;
    Program *p; /* of the threads */
    Probe probe;
    Smt *smt;
    uint32_t templates;
    bool *observed; /* by variable: predicates speak of it */
    System system;
    ReachGraph *graphs; /* by template, being built or just built */
    Acfa **built;       /* the same as automata */
    Acfa **contexts;
    uint32_t **maps; /* from the graphs that the contexts are quotients of */
    Acfa **sources;  /* these graphs */
    Refinement refinement;
    Intern left_out;   /* abstract errors from which nothing is learnt */
    const char *stuck; /* why nothing was, of the first one: then there is no proof */
    uint32_t stuck_predicates, stuck_k, looks;
} Circ;

/* What the inner loop ends with. */
typedef enum LoopEnd { LOOP_SOUND, LOOP_REFINED, LOOP_DECIDED } LoopEnd;

static bool is_analysed(const Circ *c, uint32_t template)
{
    return c->p->templates.data[template].initial != COUNT_NONE || c->system.is_spawned[template];
}

/* ---- one analysis: contexts empty at first ---- */

/* The context that does nothing: its threads stay where they start. */
static void add_idle_threads(Circ *c, uint32_t template)
{
    const Template *t = &c->p->templates.data[template];
    if (t->initial == COUNT_NONE) return;
    Valuations starts = *threads_initial(&c->result->threads, template);
    for (uint32_t i = 0; i < starts.count; i++) {
        ThreadPoint point = {t->entry.i, starts.data[i]};
        reach_graph_start(&c->graphs[template], reach_graph_find(&c->graphs[template], point), NO_ID);
    }
}

/* The labels of a round are about its predicates, whichever template they are of. */
static void find_observed_variables(Circ *c)
{
    const Predicates *all = c->result->predicates;
    memset(c->observed, false, c->probe.program->vars.count);
    for (uint32_t i = 0; i < all->all.count; i++)
        for (uint32_t k = 0; k < all->all.data[i].vars.count; k++)
            c->observed[all->all.data[i].vars.data[k]] = true;
}

static void begin_circ_round(Circ *c)
{
    find_observed_variables(c);
    labels_clear(&c->result->labels);
    labels_init(&c->result->labels, c->probe.program, c->probe.edge_count, c->observed, c->q->asks);
    threads_init(&c->result->threads, c->probe.program, c->probe.edge_count, &c->result->labels, c->result->predicates,
                 c->smt);
    system_init(&c->system, &c->result->threads, c->p, c->result->k, c->q->omega);
    for (uint32_t t = 0; t < c->templates; t++) {
        reach_graph_init(&c->graphs[t], c->p, &c->result->labels);
        add_idle_threads(c, t);
        c->built[t] = reach_graph_finish(&c->graphs[t]);
        c->contexts[t] = c->sources[t] = NULL;
        c->maps[t] = NULL;
    }
}

static void forget_contexts(Circ *c)
{
    for (uint32_t t = 0; t < c->templates; t++) {
        acfa_free(c->contexts[t]);
        acfa_free(c->sources[t]);
        run_release(c->run, c->maps[t]);
        c->contexts[t] = c->sources[t] = NULL;
        c->maps[t] = NULL;
    }
}

static void end_circ_round(Circ *c)
{
    forget_contexts(c);
    for (uint32_t t = 0; t < c->templates; t++) {
        reach_graph_clear(&c->graphs[t]);
        acfa_free(c->built[t]);
    }
    system_clear(&c->system);
    threads_clear(&c->result->threads);
}

/* Collapse: the next context is made of the graphs. */
static void make_contexts(Circ *c)
{
    forget_contexts(c);
    c->result->places = 0;
    for (uint32_t t = 0; t < c->templates; t++) {
        c->sources[t] = c->built[t];
        c->built[t] = NULL;
        c->contexts[t] = collapse(c->sources[t], &c->maps[t]);
        CHECK(simulates(&c->result->labels, c->contexts[t], c->sources[t]));
        c->result->places += c->contexts[t]->locs.count;
    }
    system_set_contexts(&c->system, (const Acfa *const *)c->contexts);
}

static bool has_error(void *arg, const SystemState *state, AbstractError *error)
{
    return conflicts_has_error(arg, state, error);
}

/* ReachAndBuild for every template. True: *trace leads to an error. */
static bool build_graphs(Circ *c, SystemTrace *trace)
{
    Conflicts conflicts;
    conflicts_init(&conflicts, &c->system, c->q->asks);
    conflicts.left_out = &c->left_out;
    bool found = false;
    c->result->states = 0;
    for (uint32_t t = 0; t < c->templates && !found; t++) {
        reach_graph_clear(&c->graphs[t]);
        reach_graph_init(&c->graphs[t], c->p, &c->result->labels);
        SystemSearch search = {.system = &c->system, .template = t, .is_error = has_error, .arg = &conflicts};
        search.graph = &c->graphs[t];
        found = is_analysed(c, t) && system_search(&search, trace);
        c->result->states += search.states;
        acfa_free(c->built[t]);
        c->built[t] = reach_graph_finish(&c->graphs[t]);
    }
    conflicts_clear(&conflicts);
    return found;
}

static bool is_simulated(const Circ *c)
{
    for (uint32_t t = 0; t < c->templates; t++)
        if (!simulates(&c->result->labels, c->contexts[t], c->built[t])) return false;
    return true;
}

static void log_round(const Circ *c, bool found)
{
    run_log(c->run, 1, "circ: %u predicates, k = %u, %u context locations, %llu states%s",
            c->result->predicates->all.count, c->result->k, c->result->places, (unsigned long long)c->result->states,
            found ? ": abstract error" : "");
}

/* An abstract error. */
static LoopEnd analyse_abstract_error(Circ *c, SystemTrace *trace)
{
    ContextOrigins origins = {(const Acfa *const *)c->sources, c->maps};
    CircResult *r = c->result;
    switch (refine_on_trace(&c->refinement, &c->system, &origins, trace)) {
    case REFINE_REAL:
        r->kind = CIRC_FALSE;
        r->trace = c->refinement.trace;
        return LOOP_DECIDED;
    case REFINE_COUNTER:
        r->k++;
        run_log(c->run, 1, "circ: the counter was too low, k = %u", r->k);
        return LOOP_REFINED;
    case REFINE_PREDICATES: return LOOP_REFINED;
    case REFINE_STUCK: /* another one may be real */
        if (!c->stuck) {
            c->stuck = c->refinement.why;
            c->stuck_predicates = r->predicates->all.count;
            c->stuck_k = r->k;
        }
        conflicts_leave_out(&c->left_out, &trace->error);
        return LOOP_REFINED;
    case REFINE_UNKNOWN: r->why = c->refinement.why; return LOOP_DECIDED;
    }
    return LOOP_DECIDED;
}

/* The first context's regions say nothing of what threads do. Contexts grow from round to round as long as states are
 * not dropped for what regions say; smaller regions drop more. So after some rounds none are dropped any more: then the
 * loop ends. */
static LoopEnd infer(Circ *c)
{
    for (uint32_t round = 0;; round++) {
        SystemTrace trace;
        c->system.ignores_regions = !round || round > ROUNDS_WITH_REGIONS;
        make_contexts(c);
        bool found = build_graphs(c, &trace);
        log_round(c, found);
        if (found) {
            LoopEnd how = analyse_abstract_error(c, &trace);
            system_trace_clear(c->run, &trace);
            return how;
        }
        if (is_simulated(c)) return LOOP_SOUND;
    }
}

/* omega-CIRC: the context of the graphs just built, and whether it is one for every number of threads. */
static bool holds_for_all(Circ *c)
{
    make_contexts(c);
    OmegaQuestion question = {&c->system, c->graphs, c->maps, c->q->asks};
    return omega_is_good(&question);
}

/* ---- the outer loop ---- */

static const char *limit_reached(const Circ *c)
{
    if (c->result->k > K_MAX) return "the number of threads that are told apart grows without end";
    if (c->q->iteration_limit && c->result->iterations > c->q->iteration_limit) return "iteration limit reached";
    if (c->result->predicates->full) return "too many predicates";
    return NULL;
}

/* There is no error but those that were left out: what has been learnt since may be enough for them. */
static LoopEnd look_again(Circ *c)
{
    CircResult *r = c->result;
    r->why = c->stuck;
    bool is_known = r->predicates->all.count == c->stuck_predicates && r->k == c->stuck_k;
    if (is_known || c->looks++ >= LOOKS_MAX) return LOOP_DECIDED;
    intern_clear(&c->left_out);
    intern_init(c->run, &c->left_out);
    c->stuck = NULL;
    return LOOP_REFINED;
}

static void say_circ_true(Circ *c)
{
    CircResult *r = c->result;
    r->kind = CIRC_TRUE;
    r->system = c->system;
    r->graphs = c->graphs;
    r->built = c->q->omega ? NULL : c->built;
    r->maps = c->maps;
    r->index = c->probe.index;
}

/* One round with fixed predicates and k; true when that is the last one. The threads' numbers stay for the printed
 * context then. */
static bool is_last_round(Circ *c)
{
    begin_circ_round(c);
    c->result->iterations++;
    LoopEnd how = infer(c);
    if (how == LOOP_SOUND && c->stuck) how = look_again(c);
    if (how == LOOP_SOUND && c->q->omega && !holds_for_all(c)) {
        run_log(c->run, 1, "circ: the context is none for every number of threads");
        c->result->k++;
        how = LOOP_REFINED;
    }
    if (how == LOOP_SOUND) say_circ_true(c);
    if (how != LOOP_REFINED) return true;
    end_circ_round(c);
    return false;
}

static void init(Circ *c)
{
    Program *p = c->p;
    c->probe = probe_new(p);
    c->smt = c->result->smt = smt_new(p->tm);
    c->observed = run_alloc(c->run, c->probe.program->vars.count + 1);
    labels_init(&c->result->labels, c->probe.program, c->probe.edge_count, c->observed, c->q->asks);
    c->templates = p->templates.count;
    c->graphs = run_alloc(c->run, (c->templates + 1) * sizeof *c->graphs);
    c->built = run_alloc(c->run, (c->templates + 1) * sizeof *c->built);
    c->contexts = run_alloc(c->run, (c->templates + 1) * sizeof *c->contexts);
    c->sources = run_alloc(c->run, (c->templates + 1) * sizeof *c->sources);
    c->maps = run_alloc(c->run, (c->templates + 1) * sizeof *c->maps);
    c->result->predicates = predicates_new(c->probe.program);
    for (uint32_t i = 0; i < c->q->predicate_count; i++)
        predicates_add(c->result->predicates, c->q->predicates[i]);
    c->refinement = (Refinement){.reported = c->q->reported,
                                 .probe = &c->probe,
                                 .counters = loop_counters_new(c->probe.program),
                                 .predicates = c->result->predicates,
                                 .smt = c->smt};
}

/* Any number of threads that start inside an atomic section would stop each other, or not, as the number is: that
 * somebody always stands at the start would be wrong. */
static const char *not_handled(const Program *p)
{
    for (uint32_t t = 0; t < p->templates.count; t++) {
        const Template *template = &p->templates.data[t];
        if (template->initial == COUNT_MANY && p->locs.data[template->entry.i].atomic)
            return "any number of threads start inside an atomic section";
    }
    return NULL;
}

void circ(const CircQuestion *question, CircResult *result)
{
    memset(result, 0, sizeof *result);
    Circ c = {.q = question, .result = result, .run = question->threads->run, .p = question->threads};
    result->kind = CIRC_UNKNOWN;
    result->k = question->k ? question->k : 1;
    init(&c);
    intern_init(c.run, &c.left_out);
    result->program = c.probe.program;
    result->contexts = c.contexts;
    result->why = not_handled(c.p);
    if (result->why) return;
    do {
        result->why = limit_reached(&c);
    } while (!result->why && !is_last_round(&c));
    if (result->kind == CIRC_UNKNOWN && c.stuck) result->why = c.stuck;
    CHECK(result->kind != CIRC_TRUE || !c.stuck);
    intern_clear(&c.left_out);
}

void circ_clear(CircResult *result)
{
    if (result->smt) smt_free(result->smt);
    result->smt = NULL;
}
