#include "engines/infer.h"

#include <string.h>

#include "base/check.h"
#include "engines/circ/circ.h"
#include "engines/circ/context_proof.h"
#include "engines/circ/finite.h"
#include "engines/circ/finite_proof.h"
#include "engines/circ/print.h"
#include "engines/relevant.h"

bool infer_answers(const Question *question)
{
    PropertySet asked = property_set(question->property);
    return asked &&
           !(asked & ~(PropertySet)(PROPERTY_BIT(PROPERTY_UNREACH_CALL) | PROPERTY_BIT(PROPERTY_NO_DATA_RACE)));
}

static void list_circ_predicates(const CircResult *r, Verdict *verdict)
{
    static const char *const names[] = {"shared", "local", "mixed"};
    Run *run = r->program->run;
    for (int class = PREDICATE_SHARED; class <= PREDICATE_MIXED; class ++)
        for (uint32_t i = 0; i < r->predicates->all.count; i++) {
            const Predicate *p = &r->predicates->all.data[i];
            if ((int)p->class != class) continue;
            Str s;
            str_init(run, &s);
            program_print_term(r->program, p->term, &s);
            str_addf(&s, p->template == NO_ID ? " (%s%s)" : " (%s, %s)",
                     p->template == NO_ID ? "" : r->program->templates.data[p->template].name, names[class]);
            vec_push(run, &verdict->predicates, str_text(&s));
        }
}

static void say_circ_unknown(Verdict *verdict, const char *why)
{
    verdict->kind = VERDICT_UNKNOWN;
    verdict->why = why;
}

static void prove_finite(const Question *question, FiniteResult *r, Verdict *verdict)
{
    ProofSubject subject = {question->program, question->accessing, question->asks};
    const Context *c = finite_proof(proof_threads(&subject), r);
    verdict->kind = VERDICT_TRUE;
    verdict->without_certificate = !c;
    if (c) verdict->proof = proof_of_context(&subject, c);
}

static void say_circ_proved(const Question *question, const CircResult *r, Verdict *verdict)
{
    ProofSubject subject = {question->program, question->accessing, question->asks};
    verdict->kind = VERDICT_TRUE;
    verdict->proof = proof_of_context(&subject, context_proof(proof_threads(&subject), r));
}

static void add_printed_context(const CircResult *r, Verdict *verdict)
{
    Str s;
    str_init(r->program->run, &s);
    print_contexts(r, &s);
    verdict->context = str_text(&s);
    list_circ_predicates(r, verdict);
}

/* With a bound on the number of threads a counterexample of more threads is none. */
static void say_circ_false(const Question *question, Trace *trace, Verdict *verdict)
{
    verdict->threads = trace_least_bound(question->program, trace);
    uint32_t bound = question->options->threads;
    if (bound && verdict->threads > bound) {
        say_circ_unknown(verdict,
                         run_format(question->program->run, "the counterexample needs %u threads", verdict->threads));
        return;
    }
    verdict->kind = VERDICT_FALSE;
    verdict->trace = trace;
}

static void fill_statistics(const CircResult *r, double start, Verdict *verdict)
{
    EngineStats *s = &verdict->stats;
    s->predicates_shared = predicates_count(r->predicates, PREDICATE_SHARED);
    s->predicates_local = predicates_count(r->predicates, PREDICATE_LOCAL);
    s->predicates_mixed = predicates_count(r->predicates, PREDICATE_MIXED);
    s->iterations = r->iterations;
    s->states = r->states;
    s->context_locations = r->places;
    s->seconds_total = run_seconds(r->program->run) - start;
}

/* Is it proved with what the question seems to depend on? */
static bool is_proved_locally(const Question *question, CircQuestion q, CircResult *r)
{
    Program *local = relevant_threads(question);
    if (!local) return false;
    q.threads = local;
    if (!q.asks) q.reported = local;
    circ(&q, r);
    if (r->kind == CIRC_TRUE) return true;
    circ_clear(r);
    return false;
}

static void run_method(const Question *question, bool omega, Verdict *verdict)
{
    const EngineOptions *o = question->options;
    bool races = question->accessing != NULL;
    CircQuestion q = {.threads = races ? question->accessing : question->program,
                      .reported = question->program,
                      .asks = races ? &question->asks : NULL,
                      .omega = omega,
                      .predicates = o->predicates,
                      .predicate_count = o->predicate_count,
                      .iteration_limit = o->iteration_limit};
    double start = run_seconds(question->program->run);
    CircResult r;
    if (!is_proved_locally(question, q, &r)) circ(&q, &r);
    switch (r.kind) {
    case CIRC_TRUE: say_circ_proved(question, &r, verdict); break;
    case CIRC_FALSE: say_circ_false(question, r.trace, verdict); break;
    case CIRC_UNKNOWN: say_circ_unknown(verdict, r.why); break;
    }
    if (verdict->kind == VERDICT_TRUE) add_printed_context(&r, verdict);
    fill_statistics(&r, start, verdict);
    circ_clear(&r);
}

void infer_run(const Question *question, Verdict *verdict) { run_method(question, false, verdict); }
void infer_run_omega(const Question *question, Verdict *verdict) { run_method(question, true, verdict); }

void infer_run_finite(const Question *question, Verdict *verdict)
{
    bool races = question->accessing != NULL;
    Run *run = question->program->run;
    FiniteQuestion q = {.threads = races ? question->accessing : question->program,
                        .reported = question->program,
                        .asks = races ? &question->asks : NULL};
    double start = run_seconds(run);
    FiniteResult r;
    finite_check(&q, &r);
    switch (r.kind) {
    case FINITE_TRUE: prove_finite(question, &r, verdict); break;
    case FINITE_FALSE: say_circ_false(question, r.trace, verdict); break;
    case FINITE_UNKNOWN: say_circ_unknown(verdict, r.why); break;
    }
    verdict->stats.states = r.states;
    verdict->stats.iterations = r.k + 1;
    verdict->stats.seconds_total = run_seconds(run) - start;
    finite_clear(&r);
}
