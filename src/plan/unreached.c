/* Three sources, from cheap to dear: what lowering knows of assertions that it did not come to (Program.assertions);
 * random runs of the program, which show that an assertion is evaluated; and the engine itself, asked whether an edge
 * can be taken that evaluates one of the others (program/analysis/assertion.h): in a copy of the program these edges
 * are the errors. Its proof is a proof that none of them is evaluated. A counterexample says of one that it may be, and
 * the rest is asked again. The errors of the program itself are left out of the copy: they have just been shown to be
 * unreachable. */
#include "plan/unreached.h"

#include <string.h>

#include "base/check.h"
#include "plan/methods.h"
#include "program/analysis/assertion.h"
#include "program/copy.h"
#include "program/random_run.h"

#define RUNS 60 /* random ones, of at most so many steps and threads */
#define STEPS 300
#define THREADS 3
#define LONG_RUNS 9     /* the first ones are as long as it takes to come through the program, */
#define LONG_STEPS 4000 /* but not longer */
#define ITERATIONS 6    /* of the engine, for one question */
#define STATES 4000
#define CAUSES 4 /* more locations where runs end say nothing */

/* ---- random runs ---- */

typedef struct Watch {
    const Program *p;
    bool *taken;      /* per edge: perhaps, when another one leads the same way */
    bool *visited;    /* per location */
    VEC(uint32_t) at; /* locations of the threads before the step */
} Watch;

static void watch_step(void *arg, const State *state)
{
    Watch *w = arg;
    const Program *p = w->p;
    for (uint32_t i = 0; i < state->threads.count; i++) {
        const ThreadState *t = &state->threads.data[i];
        if (i >= w->at.count) vec_push(p->run, &w->at, p->templates.data[t->template.i].entry.i);
        uint32_t from = w->at.data[i], to = t->loc.i;
        w->at.data[i] = to;
        w->visited[from] = w->visited[to] = true;
        for (uint32_t k = p->out_start[from]; from != to && k < p->out_start[from + 1]; k++)
            if (p->edges.data[p->out_edges[k]].to.i == to) w->taken[p->out_edges[k]] = true;
    }
}

static bool is_evaluated(const Watch *w, const Assertion *a)
{
    for (uint32_t k = 0; k < a->passing.count; k++)
        if (w->taken[a->passing.data[k].i]) return true;
    return false;
}

/* Leaves out what is evaluated. */
static void filter(const Watch *w, Assertions *open)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < open->all.count; i++)
        if (!is_evaluated(w, &open->all.data[i])) open->all.data[kept++] = open->all.data[i];
    open->all.count = kept;
}

/* Sixty sections in a row are 400 steps: what 300 do not come to would be asked of the engine, edge by edge. */
static uint32_t steps_of_run(const Program *p, uint32_t run)
{
    uint64_t twice = 2 * (uint64_t)p->edges.count;
    if (run >= LONG_RUNS || twice < STEPS) return STEPS;
    return twice < LONG_STEPS ? (uint32_t)twice : LONG_STEPS;
}

static void run_watched_randomly(Program *p, const EngineOptions *options, Watch *w, Assertions *open)
{
    Interpreter *in = interpreter_new(p);
    Rng rng = {.state = 1};
    uint32_t most = options->threads && options->threads < THREADS ? options->threads : THREADS;
    for (uint32_t i = 0; i < RUNS && open->all.count; i++) {
        vec_clear(&w->at);
        interpreter_random_run(in, &rng, 1 + i % most, steps_of_run(p, i), watch_step, w, NULL);
        filter(w, open);
    }
}

/* ---- the engine ---- */

/* A copy in which these edges are the only errors. */
static Program *with_errors(Program *p, const bool *chosen)
{
    Program *q = program_copy_frame(p, true);
    q->unproved = NULL; /* other errors */
    LocId *errors = run_alloc(p->run, (p->templates.count + 1) * sizeof *errors);
    for (uint32_t t = 0; t < p->templates.count; t++)
        errors[t] = program_add_loc(q, (TemplateId){t}, NULL, false, (SourcePos){NULL, 0, 0});
    for (uint32_t i = 0; i < p->edges.count; i++) {
        Edge e = p->edges.data[i];
        if (e.is_error) continue;
        if (chosen[i]) {
            e.is_error = true;
            e.to = errors[p->locs.data[e.from.i].template.i];
            e.approximate = NULL; /* a limit otherwise; what may be evaluated is not reported */
            e.assign_count = e.arg_count = 0;
            e.spawn.i = NO_ID;
            e.text = p->edges.data[i].text;
        }
        program_add_edge(q, &e);
    }
    run_release(p->run, errors);
    program_index(q);
    program_infer_cardinality(q);
    return q;
}

/* Whether no run takes any of the edges. Otherwise *taken is one that a run may take, or NO_ID. */
static bool are_dead(const Question *asked, const bool *chosen, EdgeId *taken)
{
    Program *p = asked->program, *q = with_errors(p, chosen);
    EngineOptions options;
    engine_options_init(&options);
    options.threads = asked->options->threads;
    options.merge = asked->options->merge;
    options.certificate = false;
    options.iteration_limit = ITERATIONS;
    options.state_limit = STATES;
    Question question = {.program = q, .property = "unreach-call", .options = &options};
    Verdict verdict;
    uint32_t count;
    const Method *methods = method_list(&count);
    taken->i = NO_ID;
    method_answer(methods, count, &question, &verdict);
    if (verdict.kind != VERDICT_FALSE) return verdict.kind == VERDICT_TRUE;
    uint32_t last = vec_last(&verdict.trace->steps).edge.i, kept = 0;
    for (uint32_t i = 0; i < p->edges.count; i++) /* errors were left out */
        if (!p->edges.data[i].is_error && kept++ == last) taken->i = i;
    CHECK(taken->i != NO_ID && chosen[taken->i]);
    return false;
}

/* What is left is not evaluated; *unknown: or nothing is known of it. */
static void ask_what_is_left(const Question *question, Watch *w, Assertions *open, bool *unknown)
{
    Program *p = question->program;
    for (*unknown = false; open->all.count && !*unknown;) {
        bool *chosen = run_alloc(p->run, p->edges.count + 1), any = false;
        EdgeId taken = {NO_ID};
        for (uint32_t i = 0; i < open->all.count; i++)
            for (uint32_t k = 0; k < open->all.data[i].passing.count; k++)
                any = chosen[open->all.data[i].passing.data[k].i] = true;
        bool is_done = !any || are_dead(question, chosen, &taken);
        run_release(p->run, chosen);
        if (is_done) return;
        *unknown = taken.i == NO_ID;
        if (!*unknown) w->taken[taken.i] = true;
        filter(w, open);
    }
}

/* ---- where runs end ---- */

/* Locations from which an assertion can be reached as far as edges go. */
static bool *locations_before(const Program *p, const Assertions *open)
{
    bool *before = run_alloc(p->run, p->locs.count + 1);
    for (uint32_t i = 0; i < open->all.count; i++)
        for (uint32_t k = 0; k < open->all.data[i].failures.count; k++)
            before[p->edges.data[open->all.data[i].failures.data[k].i].from.i] = true;
    for (bool again = true; again;) {
        again = false;
        for (uint32_t e = p->edges.count; e-- > 0;) {
            const Edge *edge = &p->edges.data[e];
            bool leads =
                before[edge->to.i] || (edge->spawn.i != NO_ID && before[p->templates.data[edge->spawn.i].entry.i]);
            if (edge->is_error || !leads || before[edge->from.i]) continue;
            before[edge->from.i] = again = true;
        }
    }
    return before;
}

/* Locations that random runs came to, and never left; their edges are chosen. Returns how many. */
static uint32_t choose_ends(const Program *p, const Watch *w, const bool *before, bool *chosen, SourcePos *pos)
{
    uint32_t count = 0;
    for (uint32_t l = 0; l < p->locs.count; l++) {
        bool is_end = w->visited[l] && before[l], has_edge = false;
        for (uint32_t k = p->out_start[l]; is_end && k < p->out_start[l + 1]; k++)
            is_end = !w->taken[p->out_edges[k]];
        for (uint32_t k = p->out_start[l]; is_end && k < p->out_start[l + 1]; k++) {
            const Edge *e = &p->edges.data[p->out_edges[k]];
            if (e->is_error) continue;
            chosen[p->out_edges[k]] = has_edge = true;
            if (!pos->file) *pos = e->pos;
        }
        count += has_edge;
    }
    return count;
}

static SourcePos find_cause_of_unreached(const Question *question, const Watch *w, const Assertions *open)
{
    Program *p = question->program;
    SourcePos pos = {NULL, 0, 0};
    bool *chosen = run_alloc(p->run, p->edges.count + 1), *before = locations_before(p, open);
    uint32_t count = choose_ends(p, w, before, chosen, &pos);
    EdgeId taken;
    bool is_cause = count > 0 && count <= CAUSES && pos.file && are_dead(question, chosen, &taken);
    run_release(p->run, chosen);
    run_release(p->run, before);
    return is_cause ? pos : (SourcePos){NULL, 0, 0};
}

/* ---- all ---- */

static bool is_same_line(SourcePos a, SourcePos b)
{
    return a.line == b.line && a.file && b.file && strcmp(a.file, b.file) == 0;
}

static void add_in_order(const Program *p, Unreached *out, UnreachedAssertion found)
{
    if (is_same_line(found.pos, found.cause)) found.cause.file = NULL;
    uint32_t i = out->all.count;
    vec_push(p->run, &out->all, found);
    for (; i > 0; i--) {
        UnreachedAssertion *before = &out->all.data[i - 1];
        int order = strcmp(before->pos.file, found.pos.file);
        if (order < 0 || (order == 0 && before->pos.line <= found.pos.line)) break;
        out->all.data[i] = *before;
        *before = found;
    }
}

/* Assertions of which lowering has decided an instance, which has no edge, are left out. */
static void forget_decided(const Program *p, Assertions *open)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < open->all.count; i++)
        if (!program_assertion_is(p, open->all.data[i].pos, ASSERTION_DECIDED))
            open->all.data[kept++] = open->all.data[i];
    open->all.count = kept;
}

void unreached_known(const Program *p, Unreached *out)
{
    memset(out, 0, sizeof *out);
    for (uint32_t i = 0; i < p->assertions.count; i++) {
        const AssertionNote *a = &p->assertions.data[i];
        if (a->fact == ASSERTION_NOT_REACHED)
            add_in_order(p, out, (UnreachedAssertion){a->pos, a->cause, a->cause.file != NULL});
    }
}

void unreached_find(const Question *question, Unreached *out)
{
    Program *p = question->program;
    Watch w = {.p = p, .taken = run_alloc(p->run, p->edges.count + 1), .visited = run_alloc(p->run, p->locs.count + 1)};
    Assertions open;
    bool unknown;
    unreached_known(p, out);
    for (uint32_t t = 0; t < p->templates.count; t++)
        if (p->templates.data[t].initial != COUNT_NONE) w.visited[p->templates.data[t].entry.i] = true;
    assertions_find(p, &open);
    forget_decided(p, &open);
    run_watched_randomly(p, question->options, &w, &open);
    ask_what_is_left(question, &w, &open, &unknown);
    if (unknown) out->unknown = open.all.count;
    if (!unknown && open.all.count) {
        SourcePos cause = find_cause_of_unreached(question, &w, &open);
        for (uint32_t i = 0; i < open.all.count; i++)
            add_in_order(p, out, (UnreachedAssertion){open.all.data[i].pos, cause, false});
    }
    vec_free(p->run, &w.at);
    run_release(p->run, w.taken);
    run_release(p->run, w.visited);
    assertions_free(p->run, &open);
}
