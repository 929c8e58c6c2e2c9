#include "engines/symmpa/verdict.h"

#include "base/check.h"
#include "engines/symmpa/abstraction/counting.h"
#include "engines/symmpa/abstraction/ticket.h"
#include "program/interpreter.h"
#include "program/replay.h"

void update_stats(Cegar *c)
{
    EngineStats *s = &c->verdict->stats;
    CHECK(predicates_are_valid(c->predicates));
    AbstractionClaims claims = {{NULL, 0, 0}, {NULL, 0, 0}};
    c->abstraction.claims(c->abstraction.self, &claims);
    s->predicates_shared = predicates_count(c->predicates, PREDICATE_SHARED);
    s->predicates_local = predicates_count(c->predicates, PREDICATE_LOCAL);
    s->predicates_mixed = predicates_count(c->predicates, PREDICATE_MIXED);
    s->predicates_tickets = claims.tickets.count;
    s->local_states = c->abstraction.local_states(c->abstraction.self);
    s->smt_checks = c->request->before.smt_checks + smt_stats(c->smt).checks;
    vec_free(c->run, &claims.countings);
    vec_free(c->run, &claims.tickets);
}

bool say_unknown(Cegar *c, const char *why)
{
    CHECK(why && *why);
    c->verdict->kind = VERDICT_UNKNOWN;
    c->verdict->why = why;
    return true;
}

bool say_limit(Cegar *c, const char *why)
{
    CHECK(c->request->iterations || c->request->states || c->request->all_states || c->request->predicates);
    c->lesson->is_limited = true;
    return say_unknown(c, why);
}

bool say_approximate(Cegar *c)
{
    CHECK(c->approximate_why);
    if (c->is_limit) return say_unknown(c, c->approximate_why);
    return say_unknown(c,
                       run_format(c->run, "a counterexample depends on an over-approximation: %s", c->approximate_why));
}

static void list_found_predicates(Cegar *c)
{
    static const char *const names[] = {"shared", "local", "mixed"};
    for (int class = PREDICATE_SHARED; class <= PREDICATE_MIXED; class ++)
        for (uint32_t i = 0; i < c->predicates->all.count; i++) {
            const Predicate *p = &c->predicates->all.data[i];
            if ((int)p->class != class) continue;
            Str s;
            str_init(c->run, &s);
            program_print_term(c->merged, p->term, &s);
            if (p->class == PREDICATE_SHARED)
                str_addf(&s, " (%s)", names[class]);
            else
                str_addf(&s, " (%s, %s)", c->merged->templates.data[p->template].name, names[class]);
            vec_push(c->run, &c->verdict->predicates, str_text(&s));
        }
}

static void list_claims(Cegar *c)
{
    AbstractionClaims claims = {{NULL, 0, 0}, {NULL, 0, 0}};
    c->abstraction.claims(c->abstraction.self, &claims);
    for (uint32_t i = 0; i < claims.countings.count; i++) {
        Str s;
        str_init(c->run, &s);
        counting_print(c->merged, claims.countings.data[i], &s);
        str_add(&s, " (counting)");
        vec_push(c->run, &c->verdict->predicates, str_text(&s));
    }
    for (uint32_t i = 0; i < claims.tickets.count; i++) {
        Str s;
        str_init(c->run, &s);
        ticket_print(c->merged, claims.tickets.data[i], &s);
        str_add(&s, " (tickets)");
        vec_push(c->run, &c->verdict->predicates, str_text(&s));
    }
    vec_free(c->run, &claims.countings);
    vec_free(c->run, &claims.tickets);
}

bool say_true(Cegar *c, uint32_t threads, bool all_created)
{
    if (c->abstraction.unsound) {
        const char *scope = threads ? run_format(c->run, "%u threads", threads) : "every number of threads";
        return say_unknown(c, run_format(c->run, "no error found for %s", scope));
    }
    c->verdict->certificate = c->options->certificate ? c->evidence.certificate : NULL;
    if (c->verdict->certificate) certificate_sort(c->verdict->certificate);
    CHECK(!c->approximate_why); /* edges were dropped: that would be a wrong verdict */
    CHECK(!all_created || threads == program_thread_bound(c->merged) || program_thread_bound(c->merged) > threads);
    CHECK(!c->verdict->certificate || !c->abstraction.written_out);
    c->verdict->kind = VERDICT_TRUE;
    c->verdict->threads = threads;
    c->verdict->all_created = all_created;
    if (threads) c->verdict->stats.views = c->verdict->stats.view_size = 0; /* they proved nothing */
    list_found_predicates(c);
    list_claims(c);
    return true;
}

void label_baseline(Cegar *c)
{
    Verdict *v = c->verdict;
    if (c->abstraction.unsound && v->kind == VERDICT_UNKNOWN)
        v->why = run_format(c->run, "%s, but %s", v->why, c->abstraction.unsound);
}

bool say_false(Cegar *c, Trace *trace)
{
    RUN_CHECK(c->run, !c->request->whole || c->original == c->request->whole); /* a run of what is asked about */
    const char *problem = interpreter_replay(interpreter_new(c->original), trace);
    if (problem) return say_unknown(c, run_format(c->run, "self-check failed: the trace does not replay: %s", problem));
    CHECK(trace->steps.count > 0);
    CHECK(c->original->edges.data[vec_last(&trace->steps).edge.i].is_error);
    c->verdict->kind = VERDICT_FALSE;
    c->verdict->threads = trace_least_bound(c->original, trace);
    c->verdict->trace = trace;
    return true;
}
