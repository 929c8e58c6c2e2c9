#include "engines/exhaust.h"

#include <string.h>

#include "base/check.h"
#include "engines/bounded.h"
#include "engines/concrete/search.h"
#include "engines/lockstep.h"
#include "kernel/certificate.h"
#include "kernel/kinds/concrete/concrete.h"
#include "program/analysis/merged.h"

static const StateLimit most = {CONCRETE_STATES_MAX, CONCRETE_STATES_MAX / 10, false};

#define THREADS_MOST 64 /* started; programs without bound on them are soon known to start more */

/* Why there is no proof, or NULL: then there is. */
static const char *search_exhaustively(Program *rest, StateLimit limit, Exhaustion *found)
{
    for (uint32_t t = 0; t < rest->templates.count; t++)
        if (rest->templates.data[t].initial == COUNT_MANY) return "any number of threads are there at the start";
    run_progress(rest->run, "states of the program itself");
    Certificate *c;
    ConcreteStates all = exhaustive_search(
        rest, merged_program(rest, (MergedOptions){.merge = true, .drop_branches = true}), THREADS_MOST, limit, &c);
    if (all.problem && all.created == THREADS_MOST)
        return run_format(rest->run, "more than %d threads may be started", THREADS_MOST);
    c->size = all.created;
    *found = (Exhaustion){c, all.states, all.created, all.has_error};
    return all.problem;
}

void exhaust_prove(const Question *question, Program *rest, const Exhaustion *found, Proof *proof, Verdict *verdict)
{
    ProofPart part = {.kind = PROOF_INVARIANT, .invariant = found->certificate};
    part.errors = run_alloc(rest->run, rest->edges.count + 1);
    for (uint32_t e = 0; e < rest->edges.count; e++)
        part.errors[e] = rest->edges.data[e].is_error;
    part.invariant->p = question->program; /* ids are the same */
    vec_push(rest->run, &proof->parts, part);
    verdict_prove_created(verdict, proof, found->threads);
    verdict->stats.states = found->states;
}

/* Races are error edges like others (program/monitor.h), and so are deadlocks. */
bool exhaust_answers(const Question *question)
{
    PropertySet asked = property_set(question->property);
    return lockstep_answers(question) || asked == PROPERTY_BIT(PROPERTY_NO_DATA_RACE) ||
           asked == PROPERTY_BIT(PROPERTY_NO_DEADLOCK);
}

void exhaust_run(const Question *question, Verdict *verdict)
{
    memset(verdict, 0, sizeof *verdict);
    verdict->kind = VERDICT_UNKNOWN;
    Proof *proof = proof_new(question->program);
    Program *rest = bounded_settle(question->program, proof, verdict, NULL);
    if (!rest) rest = question->program;
    Exhaustion found;
    const char *why = search_exhaustively(rest, most, &found);
    if (why)
        verdict->why = why;
    else
        exhaust_prove(question, rest, &found, proof, verdict);
}

bool exhaust_is_asked(const Question *question)
{
    const EngineOptions *o = question->options;
    return o->exhaust && o->certificate && o->merge && !o->threads && exhaust_answers(question);
}

bool exhaust_find(const Question *question, Program *rest, StateLimit limit, Exhaustion *found)
{
    return exhaust_is_asked(question) && !search_exhaustively(rest, limit, found);
}
