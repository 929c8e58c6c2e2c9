#include "plan/settle.h"

#include <string.h>

#include "engines/bounded.h"
#include "engines/excused.h"
#include "plan/ask.h"

#define FEW_EDGES 2000
#define TEAM_EFFORT 20000000 /* of the solver: about four seconds */
#define TEAM_EFFORT_AGAIN 50000000

static const Limits brief = {2, 2000, 4000, 0};

static void keep_excuses(Plan *plan)
{
    plan->excuses = plan->verdict->excuses.data;
    plan->excuse_count = plan->verdict->excuses.count;
}

bool settle_say_true(Plan *plan)
{
    Verdict *v = plan->verdict;
    if (plan->p) return false;
    v->kind = VERDICT_TRUE;
    v->threads = 0;
    v->all_created = false;
    verdict_forget_exploration(v);
    v->certificate = NULL;
    v->proof = plan->question->options->certificate ? plan->proof : NULL;
    return true;
}

/* A program in which no two accesses could race has no error edge to begin with: its proof has no parts. Where other
 * things are asked, and there are none of them, the exploration of a small one goes on to say how many threads there
 * are. */
bool settle_excuses(Plan *plan)
{
    Program *p = plan->p;
    bool is_proved = (plan->question->accessing || p->edges.count > FEW_EDGES) && !program_has_errors(p);
    plan->p = is_proved ? NULL : excused_settle(p, p, NULL, plan->proof, plan->verdict);
    keep_excuses(plan);
    return settle_say_true(plan);
}

bool settle_is_left(Plan *plan) { return plan->has_left_bounds; }

bool settle_bounded(Plan *plan)
{
    bool is_cut;
    plan->p = bounded_settle(plan->p, plan->proof, plan->verdict, &is_cut);
    plan->has_left_bounds = is_cut;
    return settle_say_true(plan);
}

bool settle_is_teams_due(Plan *plan) { return excused_may_have_team(plan->p); }

bool settle_before_teams(Plan *plan)
{
    const Verdict before = *plan->verdict;
    if (ask_whole(plan, brief, false) && plan->verdict->kind != VERDICT_UNKNOWN)
        return true;         /* that may be known then */
    *plan->verdict = before; /* what was tried is no part of what is told */
    return false;
}

/* So that what was told before is whole if the row is left. */
static void copy_excuses(Plan *plan)
{
    Verdict *v = plan->verdict;
    ExcuseNote *copy = run_alloc(plan->run, (plan->excuse_count + 1) * sizeof *copy);
    if (plan->excuse_count) memcpy(copy, plan->excuses, plan->excuse_count * sizeof *copy);
    v->excuses.data = copy;
    v->excuses.count = plan->excuse_count;
    v->excuses.capacity = plan->excuse_count + 1;
}

static bool look_for_teams(Plan *plan, uint64_t effort)
{
    TeamSearch search = {effort, false};
    copy_excuses(plan);
    plan->p = excused_settle(plan->question->program, plan->p, &search, plan->proof, plan->verdict);
    plan->has_left_teams = search.is_cut;
    keep_excuses(plan);
    return settle_say_true(plan);
}

bool settle_is_team_counted(Plan *plan) { return excused_may_count_team(plan->p); }

bool settle_teams(Plan *plan) { return look_for_teams(plan, TEAM_EFFORT); }

bool settle_has_left_teams(Plan *plan) { return plan->has_left_teams && excused_may_have_team(plan->p); }

bool settle_teams_again(Plan *plan) { return look_for_teams(plan, TEAM_EFFORT_AGAIN); }
