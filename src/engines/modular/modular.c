#include "engines/modular/modular.h"

#include <string.h>

#include "engines/modular/claim.h"
#include "engines/modular/hierarchy.h"
#include "engines/modular/interleaving.h"
#include "engines/modular/proof.h"
#include "engines/modular/search.h"
#include "program/replay.h"

static void add_levels(Modular *m, uint32_t main)
{
    uint32_t order[WRITTEN_THREADS_MAX], all = (uint32_t)((UINT64_C(1) << threads_count(m->t)) - 1), outer = 0;
    hierarchy_order(m->t, main, m->order, order);
    for (uint32_t i = 0; i < threads_count(m->t); i++) {
        uint32_t self = 1u << order[i];
        ModularLevel level = {.thread = order[i], .inner = all & ~outer & ~self, .outer = outer};
        vec_push(m->run, &m->root->levels, level);
        outer |= self;
    }
}

static void say_answer_unknown(Modular *m, const char *why)
{
    m->out->kind = MODULAR_UNKNOWN;
    m->out->why = why;
}

static void say_answer_false(Modular *m, Trace *trace)
{
    const char *problem = interleaving_is_approximate(m->t->from, trace);
    if (!problem) problem = interpreter_replay(interpreter_new(m->t->from), trace);
    if (problem) {
        say_answer_unknown(m, problem);
        return;
    }
    m->out->kind = MODULAR_FALSE;
    m->out->trace = trace;
}

/* True: its assertions cannot fail before those of others do. */
static bool check_thread_as_main(Modular *m, uint32_t main)
{
    ModularRoot none = {0};
    ModularQuery q = {0};
    QueryAnswer answer;
    vec_push(m->run, &m->out->roots, none);
    m->root = &vec_last(&m->out->roots);
    vec_clear(&m->known);
    samples_init(&m->samples, m->t);
    add_levels(m, main);
    search_answer(m, &q, &answer);
    if (m->error) {
        say_answer_false(m, m->error);
        return false;
    }
    switch (answer.found) {
    case FOUND_NONE: m->root->proof = answer.proof; return true;
    case FOUND_PLAN: say_answer_false(m, answer.trace); return false;
    case FOUND_UNKNOWN: say_answer_unknown(m, answer.why); return false;
    }
    return false;
}

void modular_check(Program *p, const SequentialChecker *checker, const char *order, uint32_t limit,
                   ModularResult *result)
{
    const char *why;
    memset(result, 0, sizeof *result);
    Modular m = {.run = p->run, .tm = p->tm, .checker = checker, .limit = limit, .out = result};
    result->kind = MODULAR_UNKNOWN;
    result->threads = m.t = threads_write_out(p, &why);
    result->why = why;
    if (!m.t) return;
    uint32_t given[WRITTEN_THREADS_MAX];
    result->why = order ? hierarchy_read(m.t, order, given) : NULL;
    if (result->why) return;
    m.order = order ? given : NULL;
    m.smt = smt_new(p->tm);
    m.liveness = liveness_new(p);
    bool proved = true;
    for (uint32_t i = 0; i < threads_count(m.t) && proved; i++)
        if (threads_has_errors(m.t, i)) proved = check_thread_as_main(&m, i);
    if (proved && checker->prove) result->why = claims_prove(result, checker);
    if (proved && !result->why) result->kind = MODULAR_TRUE;
    if (result->kind == MODULAR_TRUE) result->proof = modular_proof_of(result);
    smt_free(m.smt);
}
