#include "plan/states.h"

#include "engines/dynamic.h"
#include "engines/exhaust.h"
#include "engines/exhaust_part.h"
#include "engines/lockstep.h"
#include "engines/runs.h"
#include "plan/ask.h"
#include "plan/doubt.h"

static const Limits glance = {20, 10000, 10000, 16}, hint = {20, 10000, 10000, 10}, peek = {5, 2000, 5000, 0},
                    near_peek = {5, 2000, 5000, 8};

#define FIRST_STATES 500
#define A_GLANCE_OF_STATES 2000
#define FEW_STATES 50000
#define MANY_STATES 1000000
#define PER_QUESTION 10 /* states, to the solver */

static const StateLimit soon = {400000, 8000, true}; /* some seconds each */

/* No more than so many states. first: a short look of the loop, which says more of a program, has not been taken yet.
 * Errors that are there, or may be among too many states, are looked for in runs when the loop, whose traces are
 * shorter, does not find them: soon where a glance has seen them. True when the verdict is final. */
static bool look_at_states(Plan *plan, uint32_t limit, bool first)
{
    Exhaustion found = {0};
    const Question *q = plan->question;
    if (!exhaust_find(q, plan->p, (StateLimit){limit, limit / PER_QUESTION, false}, &found)) {
        if (limit == MANY_STATES || (!found.has_error && (limit < FEW_STATES || found.states <= limit))) return false;
        if (!found.has_error) return runs_far(q, plan->p, plan->verdict);
        if ((first || limit < FEW_STATES) && ask_whole(plan, limit < FEW_STATES ? peek : glance, false)) return true;
        if (limit == FIRST_STATES) return runs_states(q, plan->p, found.threads, A_GLANCE_OF_STATES, plan->verdict);
        return limit < FEW_STATES ? runs_states(q, plan->p, found.threads, FEW_STATES, plan->verdict)
                                  : runs_seen(q, plan->p, found.threads, found.states, FEW_STATES, plan->verdict);
    }
    if (first) ask_whole(plan, limit < FEW_STATES ? hint : glance, false);
    if (!first || plan->verdict->kind == VERDICT_UNKNOWN) exhaust_prove(q, plan->p, &found, plan->proof, plan->verdict);
    return true;
}

/* With such limits the loop may give up where a later row does not. */
bool states_first(Plan *plan)
{
    return look_at_states(plan, FIRST_STATES, true) && plan->verdict->kind != VERDICT_UNKNOWN;
}

bool states_glimpse(Plan *plan) { return look_at_states(plan, A_GLANCE_OF_STATES, true); }

/* A second of the search, where it comes to an end, is less than most of what comes next takes. Few threads may be easy
 * for the loop where values are hard to ask about. */
bool states_soon(Plan *plan)
{
    Exhaustion found = {0};
    plan->has_taken_states = true;
    if (program_thread_bound(plan->p) < UINT32_MAX && ask_whole(plan, near_peek, false)) return true;
    if (!exhaust_find(plan->question, plan->p, soon, &found)) return false;
    ask_whole(plan, glance, false);
    if (plan->verdict->kind == VERDICT_UNKNOWN)
        exhaust_prove(plan->question, plan->p, &found, plan->proof, plan->verdict);
    return true;
}

static bool look_at_part(Plan *plan, StateLimit limit)
{
    PartExhaustion part;
    if (!exhaust_part_find(plan->question, plan->p, limit, &part)) return false;
    ask_whole(plan, hint, false);
    if (plan->verdict->kind == VERDICT_UNKNOWN)
        exhaust_part_prove(plan->question, plan->p, &part, plan->proof, plan->verdict);
    return true;
}

bool states_part(Plan *plan) { return look_at_part(plan, (StateLimit){FEW_STATES, FEW_STATES / PER_QUESTION, false}); }

bool states_part_again(Plan *plan) { return look_at_part(plan, soon); }

bool states_few(Plan *plan) { return look_at_states(plan, FEW_STATES, !lockstep_is_due(plan->question, plan->p)); }

bool states_many(Plan *plan) { return look_at_states(plan, MANY_STATES, false); }

bool states_short_runs(Plan *plan) { return runs_short(plan->question, plan->p, plan->verdict); }

bool states_near_runs(Plan *plan) { return runs_near(plan->question, plan->p, plan->verdict); }

#define SOON_RUNS 400
#define LATER_RUNS 400

/* A run that fails and rests on something may be an error all the same: what comes next may take long. */
static bool run_at_random(Plan *plan, DynamicEffort effort)
{
    return dynamic_find(plan->question, effort, plan->verdict) || doubt_settle(plan->question, plan->verdict);
}

bool states_dynamic(Plan *plan) { return run_at_random(plan, (DynamicEffort){0, SOON_RUNS, 3000, 120000}); }

bool states_dynamic_again(Plan *plan)
{
    return run_at_random(plan, (DynamicEffort){SOON_RUNS, LATER_RUNS, 1000000, 5000000});
}
