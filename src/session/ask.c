/* Programs to the methods, their proofs to the checker. */
#include "session/ask.h"

#include <string.h>

#include "base/check.h"
#include "kernel/certify.h"
#include "plan/methods.h"
#include "session/load.h"
#include "session/races.h"

EngineOptions session_engine_options(const ChorusSession *s)
{
    EngineOptions o;
    engine_options_init(&o);
    o.threads = session_option(&s->options, OPTION_threads);
    o.excuse = session_option(&s->options, OPTION_excuse) != 0;
    o.merge = session_option(&s->options, OPTION_merge) != 0;
    o.parts = (PartsMode)session_option(&s->options, OPTION_parts);
    o.exhaust = !strcmp(session_option_text(s, OPTION_method), "auto"); /* else what was asked for is to be seen */
    o.seed_values = session_option(&s->options, OPTION_seed_values) != 0;
    o.abstraction = session_abstraction_options(s);
    o.certificate = o.abstraction.symmetry; /* without, it would be about the program written out */
    o.left_out = s->left_out;
    o.rows_left_out = s->rows_left_out;
    CHECK(!s->predicates.count || s->program);
    o.predicates = s->predicates.data;
    o.predicate_count = s->predicates.count;
    o.thread_order = s->thread_order;
    o.sequential = (Checkers){.name = s->sequential[0], .safe = s->sequential[1], .violated = s->sequential[2]};
    if (s->options.given[OPTION_iterations]) o.iteration_limit = session_option(&s->options, OPTION_iterations);
    return o;
}

/* The methods that may be asked: all of them in their order, or the one that the option names. */
static const Method *asked_methods(const ChorusSession *s, uint32_t *count)
{
    const Method *methods = method_list(count);
    for (uint32_t i = 0; i < *count; i++)
        if (strcmp(methods[i].name, session_option_text(s, OPTION_method)) == 0) {
            *count = 1;
            return &methods[i];
        }
    CHECK(strcmp(session_option_text(s, OPTION_method), "auto") == 0);
    return methods;
}

void session_ask(ChorusSession *s, const EngineOptions *options, Verdict *verdict)
{
    CHECK(s->program && !s->is_mc);
    Question question = {.program = s->program,
                         .property = session_option_text(s, OPTION_property),
                         .options = options,
                         .accessing = s->accessing,
                         .asks = session_asked_races(s)};
    session_put(s, &question, verdict);
}

void session_put(const ChorusSession *s, const Question *question, Verdict *verdict)
{
    uint32_t count;
    const Method *methods = asked_methods(s, &count);
    method_answer(methods, count, question, verdict);
}

const char *session_uncertified(ChorusSession *s, const Verdict *verdict)
{
    CHECK(verdict->kind == VERDICT_TRUE);
    if (!session_option(&s->options, OPTION_self_check)) return NULL;
    if (!verdict->proof) return "there is no certificate for the self-check (off: --no-self-check)";
    CertifyResult r = certify(verdict->proof, NULL);
    return r.certified ? NULL : run_format(s->run, "self-check failed: %s", r.problem);
}
