/* One of the sequential model checkers that the method may be given is the CEGAR loop (cegar.h), asked about one
 * thread: its proof is an invariant that the checker of certificates takes, and its path a run that the interpreter has
 * replayed. */
#include "engines/modular.h"

#include "base/check.h"
#include "engines/modular/c_program.h"
#include "engines/modular/modular.h"
#include "engines/modular/sequential/checkers.h"
#include "engines/symmpa/cegar.h"
#include "engines/symmpa/refine/concrete_error.h"

#define MANY_CHECKS 60 /* of sequential programs: an error may be many turns of many threads away */
#define STATES 100000

#define ANSWERED                                                                                                       \
    (PROPERTY_BIT(PROPERTY_UNREACH_CALL) | PROPERTY_BIT(PROPERTY_VALID_DEREF) | PROPERTY_BIT(PROPERTY_VALID_FREE) |    \
     PROPERTY_BIT(PROPERTY_VALID_MEMTRACK) | PROPERTY_BIT(PROPERTY_NO_OVERFLOW) | PROPERTY_BIT(PROPERTY_VALID_SYNC))

bool modular_answers(const Question *question)
{
    PropertySet asked = property_set(question->property);
    return asked && !(asked & ~(PropertySet)ANSWERED);
}

typedef struct Cegars {
    const Question *question;
    Verdict *verdict;
    const ModularResult *result; /* so far */
    SequentialChecker chosen;
    Trace *error; /* found state by state; NULL: none */
} Cegars;

static void take_statistics(const ModularResult *r, Verdict *verdict)
{
    EngineStats *s = &verdict->stats;
    s->environment_queries = r->stats.queries;
    s->environment_facts = r->stats.facts;
    s->promises = r->stats.promises;
    s->sequential_checks = r->stats.sequential;
    s->seconds_sequential = r->stats.seconds_sequential;
    s->seconds_queries = r->stats.seconds_queries;
    s->seconds_generalising = r->stats.seconds_generalising;
}

static void ask_cegar_loop(void *self, Program *p, const ModularTerms *learned, uint32_t limit, SequentialResult *out)
{
    Cegars *c = self;
    EngineOptions options;
    engine_options_init(&options);
    options.certificate = c->question->options->certificate;
    options.merge = c->question->options->merge;
    options.seed_values = c->question->options->seed_values;
    options.state_limit = c->question->options->state_limit;
    Question question = {.program = p, .property = c->question->property, .options = &options};
    Request request = {.learned = learned->data, .learned_count = learned->count, .iterations = limit};
    Lesson lesson;
    Verdict verdict;
    cegar_run(&question, &request, &lesson, &verdict);
    c->verdict->stats.smt_checks += verdict.stats.smt_checks;
    c->verdict->stats.iterations += verdict.stats.iterations;
    out->invariant = verdict.certificate;
    out->path = verdict.trace;
    out->why = verdict.why;
    out->learned.data = lesson.predicates.data;
    out->learned.count = lesson.predicates.count;
    switch (verdict.kind) {
    case VERDICT_TRUE: out->answer = SEQUENTIAL_SAFE; break;
    case VERDICT_FALSE: out->answer = SEQUENTIAL_PATH; break;
    case VERDICT_UNKNOWN: out->answer = SEQUENTIAL_UNKNOWN; break;
    }
}

static uint32_t count_started(const ModularResult *r)
{
    uint32_t started = 0;
    for (uint32_t i = 0; i < r->threads->written->origins.count; i++)
        started += r->threads->written->origins.data[i].parent != NO_ID;
    return started;
}

static void check_sequential_program(void *self, Program *p, const ModularTerms *learned, uint32_t limit,
                                     SequentialResult *out)
{
    Cegars *c = self;
    take_statistics(c->result, c->verdict);
    if (c->result->stats.sequential == MANY_CHECKS)
        c->error = concrete_error(c->question->program, count_started(c->result), STATES);
    if (c->error) {
        out->answer = SEQUENTIAL_UNKNOWN;
        out->why = "a run of the program fails";
        return;
    }
    c->chosen.check(c->chosen.self, p, learned, limit, out);
}

static void prove_sequential(void *self, Program *p, const ModularTerms *learned, uint32_t limit, SequentialResult *out)
{
    Cegars *c = self;
    c->chosen.prove(c->chosen.self, p, learned, limit, out);
}

static void say_modular_unknown(Verdict *verdict, const char *why)
{
    verdict->kind = VERDICT_UNKNOWN;
    verdict->why = why;
}

/* With a bound on the number of threads a counterexample of more threads is none. */
static void say_modular_false(const Question *question, Trace *trace, Verdict *verdict)
{
    uint32_t bound = question->options->threads;
    verdict->threads = trace_least_bound(question->program, trace);
    if (bound && verdict->threads > bound) {
        say_modular_unknown(
            verdict, run_format(question->program->run, "the counterexample needs %u threads", verdict->threads));
        return;
    }
    verdict->kind = VERDICT_FALSE;
    verdict->trace = trace;
}

/* All threads that the program creates are in the proof. */
static void say_modular_true(const ModularResult *r, Verdict *verdict)
{
    Program *p = r->threads->from;
    verdict->kind = VERDICT_TRUE;
    verdict->threads = count_started(r);
    verdict->all_created = true;
    if (!r->proof) return;
    ProofPart part = {.kind = PROOF_MODULAR, .modular = r->proof};
    part.errors = run_alloc(p->run, p->edges.count + 1);
    for (uint32_t e = 0; e < p->edges.count; e++)
        part.errors[e] = p->edges.data[e].is_error;
    verdict->proof = proof_new(p);
    vec_push(p->run, &verdict->proof->parts, part);
}

void modular_run(const Question *question, Verdict *verdict)
{
    ModularResult r;
    const EngineOptions *options = question->options;
    Cegars cegars = {.question = question, .verdict = verdict, .result = &r};
    Checkers checkers = options->sequential;
    checkers.loop = (SequentialChecker){.self = &cegars, .check = ask_cegar_loop};
    cegars.chosen = checkers_chosen(&checkers);
    SequentialChecker checker = {&cegars, check_sequential_program, cegars.chosen.prove ? prove_sequential : NULL,
                                 cegars.chosen.name};
    double start = run_seconds(question->program->run);
    modular_check(question->program, &checker, options->thread_order, options->iteration_limit, &r);
    if (cegars.error) {
        r.kind = MODULAR_FALSE;
        r.trace = cegars.error;
    }
    switch (r.kind) {
    case MODULAR_TRUE: say_modular_true(&r, verdict); break;
    case MODULAR_FALSE: say_modular_false(question, r.trace, verdict); break;
    case MODULAR_UNKNOWN: say_modular_unknown(verdict, r.why); break;
    }
    take_statistics(&r, verdict);
    if (question->options->print_sequential && r.threads) verdict->sequential = c_program_text(&r);
    verdict->stats.seconds_total = run_seconds(question->program->run) - start;
}
