#include "plan/loop.h"

#include <string.h>

#include "base/check.h"
#include "base/machine.h"
#include "plan/settle.h"
#include "plan/table.h"
#include "program/rests.h"

#define GLANCE_SHARE 0.3                /* rows with so much of the time that is left, or less */
#define MEMORY_PART 4                   /* of the machine's memory, one of so many is a row's; of that, a glance's */
#define MEMORY_MOST ((uint64_t)2 << 30) /* bytes, but no more than these */

typedef struct RowCall {
    Plan *plan;
    const PlanRow *row;
    bool is_final;
} RowCall;

static void ask_called_row(Run *run, void *arg)
{
    (void)run;
    RowCall *call = arg;
    call->is_final = call->row->ask(call->plan);
}

/* A row with all of the time has all of the memory, too; a glance has a quarter of a row's. */
static RunShare share_of(const Plan *plan, const PlanRow *row)
{
    uint64_t part = machine_memory().bytes / MEMORY_PART;
    double left = run_seconds_left(plan->run);
    CHECK(row->share <= 1);
    if (row->share == 1) return (RunShare){0, 0};
    if (part > MEMORY_MOST) part = MEMORY_MOST;
    if (row->share <= GLANCE_SHARE) part /= MEMORY_PART;
    return (RunShare){left * row->share, (size_t)part};
}

/* What was there before a row. */
typedef struct Before {
    Verdict verdict;
    uint32_t parts, predicates; /* of the proof, and of these */
} Before;

/* What a row that was left has said is not said, and what it has proved of parts is no part of the proof: it had
 * nothing whole to say. The statistics are about what was done. */
static void forget_row(Plan *plan, const Before *before)
{
    const EngineStats stats = plan->verdict->stats;
    CHECK(plan->proof->parts.count >= before->parts && plan->predicates.count >= before->predicates);
    *plan->verdict = before->verdict;
    plan->verdict->stats = stats;
    plan->proof->parts.count = before->parts;
    plan->predicates.count = before->predicates;
}

/* What ends the row ends all, as there is nothing to be asked afterwards. */
static bool ask_last(Plan *plan, const PlanRow *row)
{
    bool is_final = row->ask(plan);
    CHECK(is_final);
    return is_final;
}

/* True when the verdict is final. */
static bool ask_within(Plan *plan, const PlanRow *row)
{
    RowCall call = {plan, row, false};
    const Before before = {*plan->verdict, plan->proof->parts.count, plan->predicates.count};
    StopKind stop = run_within(plan->run, share_of(plan, row), ask_called_row, &call);
    if (stop == STOP_NONE) return call.is_final;
    forget_row(plan, &before);
    if (stop == STOP_UNSUPPORTED)
        plan->verdict->why = run_strdup(plan->run, run_reason(plan->run));
    else
        plan->verdict->why = run_format(plan->run, "row %s: its share of the %s is used up", row->name,
                                        stop == STOP_TIME ? "time" : "memory");
    run_log(plan->run, 1, "row %s: %s", row->name, plan->verdict->why);
    return false;
}

static bool may_give(const PlanRow *row, VerdictKind kind)
{
    switch (kind) {
    case VERDICT_TRUE: return row->gives & GIVES_TRUE;
    case VERDICT_FALSE: return row->gives & GIVES_FALSE;
    case VERDICT_UNKNOWN: return true;
    }
    return false;
}

static bool ask_row(Plan *plan, const PlanRow *row)
{
    uint32_t depth = account_enter(run_account(plan->run), row->name);
    run_log(plan->run, 2, "row %s", row->name);
    bool is_final = row->share > 0 ? ask_within(plan, row) : ask_last(plan, row);
    account_leave(run_account(plan->run), depth);
    CHECK(!is_final || may_give(row, plan->verdict->kind));
    return is_final;
}

static void give_excuses(Plan *plan)
{
    plan->verdict->excuses.data = plan->excuses;
    plan->verdict->excuses.count = plan->verdict->excuses.capacity = plan->excuse_count;
}

/* A run to an error is known that rests on an approximation: no proof will come, and who asks may know more of what is
 * approximate. Later, what has been done so far is dearer than that. */
static bool is_left_doubtful(const Plan *plan, double start)
{
    const EngineOptions *options = plan->question->options;
    const Doubt *doubt = plan->question->program->doubt;
    if (!doubt || !doubt->trace || run_seconds(plan->run) - start > options->doubt_seconds) return false;
    CHECK(options->is_left_doubtful);
    *options->is_left_doubtful = true;
    return true;
}

void plan_run(const Question *question, Verdict *verdict)
{
    Plan plan = {.question = question, .verdict = verdict, .p = question->program, .run = question->program->run};
    const double start = run_seconds(plan.run);
    bool is_final = false, is_doubtful = false;
    memset(verdict, 0, sizeof *verdict);
    verdict->kind = VERDICT_UNKNOWN;
    plan.proof = proof_new(plan.p);
    plan.has_left_bounds = plan.has_left_teams = true;
    for (const PlanRow *row = table_rows(); row->name && !is_final && !is_doubtful; row++) {
        if (table_leaves_out(question->options->rows_left_out, row)) continue;
        is_final = row->is_due(&plan) && ask_row(&plan, row);
        is_doubtful = !is_final && is_left_doubtful(&plan, start);
    }
    if (is_doubtful) verdict->why = "a counterexample depends on an over-approximation";
    if (!is_final && !verdict->why) verdict->why = "no row of the plan that was asked has an answer";
    CHECK(is_final || verdict->why);
    give_excuses(&plan);
}
