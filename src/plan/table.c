/* The tables. Of files one model is asked after the other, by the upper one; a coarse model of a large program that is
 * not known whole comes first, since it is proved soon or not at all. Of a program the lower one has a row for each way
 * to an answer: what is settled without exploration, what is seen at once, then what is dear. Most of these rows are
 * limited by numbers of states and refinements, so that the course of work does not depend on the clock; their shares
 * of the time bound what such numbers cannot. */
#include "plan/table.h"

#include <string.h>

#include "base/check.h"
#include "engines/lockstep.h"
#include "engines/symmpa/abstraction/choose.h"
#include "plan/ask.h"
#include "plan/counts.h"
#include "plan/elements.h"
#include "plan/parts.h"
#include "plan/seeded.h"
#include "plan/sequential.h"
#include "plan/settle.h"
#include "plan/states.h"
#include "program/analysis/watch_choose.h"

/* Many programs need no predicates but many states together, and dividing them loses, so it is all explorations that
 * are counted. */
static const Limits together = {100, 0, 6000000, 0}, look = {12, 20000, 100000, 0}, glance = {20, 10000, 10000, 16},
                    unlimited = {0, 0, 0, 0};

#define LOCKSTEP_SHARE 0.7 /* of the time that is left */
#define LOCKSTEP_MAX 40.0  /* seconds */

/* ---- when ---- */

/* Published abstractions are reproduced as they are, and what is about the program written out has no certificate. */
static bool has_certificates(const Question *question)
{
    const EngineOptions *o = question->options;
    return !o->print_boolprog && o->abstraction.symmetry && !abstraction_has_boolprog(&o->abstraction);
}

static bool may_excuse(Plan *plan) { return plan->question->options->excuse && has_certificates(plan->question); }

static bool may_look_for_bounds(Plan *plan) { return may_excuse(plan) && settle_is_left(plan); }

static bool may_have_teams(Plan *plan) { return may_excuse(plan) && settle_is_teams_due(plan); }

static bool may_count_teams(Plan *plan) { return may_excuse(plan) && settle_is_team_counted(plan); }

static bool is_asked_whole(Plan *plan)
{
    const Question *q = plan->question;
    return q->options->parts == PARTS_OFF || !has_certificates(q) || !program_has_errors(q->program);
}

static bool is_auto(Plan *plan) { return plan->question->options->parts == PARTS_AUTO; }

/* Whoever asks for the loop by its name gets what the loop finds. */
static bool may_run(Plan *plan) { return is_auto(plan) && !is_asked_whole(plan) && plan->question->options->exhaust; }

static bool may_run_again(Plan *plan) { return may_run(plan) && !plan->question->options->prefers_proof; }

/* What comes next may take long: the number of threads is not known to be small, or teams of them are looked for. */
static bool is_dear(Plan *plan)
{
    return is_auto(plan) && !is_asked_whole(plan) &&
           (program_thread_bound(plan->p) == UINT32_MAX || (may_excuse(plan) && settle_is_teams_due(plan)));
}

static bool may_have_more_teams(Plan *plan) { return may_excuse(plan) && settle_has_left_teams(plan); }

static bool is_finite(Plan *plan) { return is_auto(plan) && program_thread_bound(plan->p) < UINT32_MAX; }

/* What is known of elements of arrays holds for any number of them. */
static bool is_dear_unless_owned(Plan *plan)
{
    return may_run(plan) && may_have_teams(plan) && !elements_are_owned(plan);
}

static bool may_take_states(Plan *plan) { return may_run(plan) && !plan->has_taken_states; }

static bool may_take_part(Plan *plan) { return may_run(plan) && is_finite(plan) && program_thread_bound(plan->p) > 0; }

static bool is_by_lockstep(Plan *plan) { return is_auto(plan) && lockstep_is_due(plan->question, plan->p); }

static bool always_due(Plan *plan)
{
    (void)plan;
    return true;
}

/* ---- what ---- */

static bool ask_unlimited(Plan *plan)
{
    ask_whole(plan, unlimited, false);
    return true;
}

static bool ask_glance(Plan *plan) { return ask_whole(plan, glance, false); }

static bool ask_look(Plan *plan) { return ask_whole(plan, look, false); }

static bool ask_far_look(Plan *plan) { return ask_whole(plan, look, true); }

static bool ask_together(Plan *plan) { return ask_whole(plan, together, false); }

static bool ask_lockstep(Plan *plan)
{
    double share = run_seconds_left(plan->run) * LOCKSTEP_SHARE;
    return lockstep_try(plan->question, plan->p, plan->proof, share < LOCKSTEP_MAX ? share : LOCKSTEP_MAX,
                        plan->verdict);
}

/* ---- the rows ---- */

static bool whenever(const FileHost *host)
{
    (void)host;
    return true;
}

static bool is_large_file(const FileHost *host) { return host->has_large_end(host->arg); }

static bool has_long_loop(const FileHost *host) { return host->has_long_loop(host->arg); }

static const FileRow file_rows[] = {
    {"outline-first", MODEL_IS_OUTLINE, is_large_file, 1, GIVES_TRUE,
     "an outline of a large program whose exact model ends somewhere"},
    {"survey-first", MODEL_IS_SURVEY, is_large_file, 1, GIVES_TRUE, "a survey of its cells"},
    {"runs", MODEL_IS_RUN, whenever, 3, GIVES_FALSE,
     "a few runs under random schedules, then with bodies for functions of the library"},
    {"rolled-first", MODEL_IS_ROLLED, has_long_loop, 4, GIVES_TRUE,
     "the exact model with loops of threads as they are: proofs of teams"},
    {"exact", MODEL_IS_EXACT, whenever, 6, GIVES_BOTH, "the exact model, by the rows below"},
    {"bodies", MODEL_HAS_BODIES, whenever, 6, GIVES_FALSE, "violations, with bodies for functions of the library"},
    {"memory", MODEL_RUNS_OUT, whenever, 2, GIVES_FALSE, "violations where memory runs out, without such bodies"},
    {"exact-again", MODEL_IS_ASKED_AGAIN, whenever, 6, GIVES_BOTH,
     "the exact model, where it was left for the bodies because a run rested on an approximation"},
    {"rolled", MODEL_IS_ROLLED, whenever, 3, GIVES_TRUE, "the exact model with loops of threads as they are"},
    {"outline", MODEL_IS_OUTLINE, whenever, 2, GIVES_TRUE, "proofs of an outline"},
    {"survey", MODEL_IS_SURVEY, whenever, 2, GIVES_TRUE, "proofs by a survey of what threads share"},
    {NULL, MODEL_IS_EXACT, NULL, 0, 0, NULL},
};

const FileRow *table_file_rows(void) { return file_rows; }

static const PlanRow rows[] = {
    {"excuses", may_excuse, settle_excuses, 1, GIVES_TRUE, "errors that locks and the order of threads rule out"},
    {"first-states", is_dear, states_first, 0.3, GIVES_BOTH,
     "a few hundred states of the program itself, before what may be dear"},
    {"dynamic", may_run, states_dynamic, 0.2, GIVES_FALSE,
     "a few runs under random schedules, with detectors of races and circles of locks"},
    {"bounds", may_excuse, settle_bounded, 0.9, GIVES_TRUE,
     "errors refuted backwards from near by, with bounds of variables"},
    {"states-part", may_take_part, states_part, 0.2, GIVES_TRUE,
     "states of the program without the variables that take many values"},
    {"states-soon", is_dear_unless_owned, states_soon, 0.3, GIVES_TRUE,
     "states of the program itself, as many as take about a second, before teams are looked for"},
    {"before-teams", may_have_teams, settle_before_teams, 1, GIVES_BOTH,
     "an error in a few steps, before teams are looked for"},
    {"teams", may_have_teams, settle_teams, 1, GIVES_TRUE, "threads that are waited for in loops"},
    {"whole", is_asked_whole, ask_unlimited, 0, GIVES_BOTH, "the loop, where the question is not to be divided"},
    {"glimpse", is_finite, states_glimpse, 0.5, GIVES_BOTH, "very few states of the program itself"},
    {"element", elements_are_owned, elements_ask_one, 0.5, GIVES_BOTH, "one arbitrary element of arrays with locks"},
    {"near-runs", elements_are_any, states_near_runs, 0.5, GIVES_FALSE, "a few random runs"},
    {"look", elements_are_owned, ask_look, 0.5, GIVES_BOTH, "a short look of the loop"},
    {"elements", elements_are_owned, elements_ask_several, 0.5, GIVES_BOTH, "several arbitrary elements"},
    {"drawn-element", elements_are_drawn, elements_ask_drawn, 0.5, GIVES_BOTH, "an element whose number threads draw"},
    {"filled-elements", seeded_is_filled, seeded_ask_filled, 0.1, GIVES_BOTH,
     "elements of an array that is filled up to a counter"},
    {"reread-counter", seeded_is_reread, seeded_ask_reread, 0.2, GIVES_BOTH,
     "data that is read between two looks at a counter"},
    {"counts-glance", counts_are_due, ask_glance, 0.5, GIVES_BOTH,
     "a glance of the loop, before values that count threads"},
    {"counts", counts_are_due, counts_ask, 0.5, GIVES_BOTH, "values that count threads"},
    {"counted-teams", may_count_teams, settle_teams, 0.5, GIVES_TRUE,
     "bounds in loops that start threads and wait for them"},
    {"states-part-again", may_take_part, states_part_again, 0.3, GIVES_TRUE, "the same as states-part, of more states"},
    {"states-near", may_take_states, states_soon, 0.3, GIVES_TRUE, "the same as states-soon, where it was not due"},
    {"near-parts", parts_are_near, parts_ask_near, 1, GIVES_BOTH, "unrelated errors, each by itself"},
    {"dynamic-again", may_run_again, states_dynamic_again, 0.1, GIVES_FALSE, "the same as dynamic, with more runs"},
    {"fixed-glance", is_by_lockstep, ask_glance, 0.5, GIVES_BOTH,
     "a glance of the loop, before states and a reduction"},
    {"states", is_auto, states_few, 0.5, GIVES_BOTH, "few states of the program itself"},
    {"short-runs", is_by_lockstep, states_short_runs, 0.5, GIVES_FALSE,
     "short runs that are interrupted at few places"},
    {"lockstep", is_by_lockstep, ask_lockstep, 1, GIVES_TRUE, "a reduction of few fixed threads, in lockstep"},
    {"modular", sequential_is_due, sequential_ask, 0.2, GIVES_BOTH, "one thread after the other"},
    {"counts-soon", counts_or_bounds_are_known, counts_ask_soon, 0.2, GIVES_BOTH,
     "values that count threads, in a few steps"},
    {"counts-look", counts_are_known, ask_far_look, 0.5, GIVES_BOTH, "a look of the loop, before counts are assumed"},
    {"counts-again", counts_are_known, counts_ask_again, 0.5, GIVES_BOTH, "values that count threads, with predicates"},
    {"teams-again", may_have_more_teams, settle_teams_again, 1, GIVES_TRUE, "the same as teams, with more time"},
    {"bounds-again", may_look_for_bounds, settle_bounded, 0.5, GIVES_TRUE, "the same as bounds, with more time"},
    {"together", is_auto, ask_together, 1, GIVES_BOTH, "the loop about all errors together"},
    {"many-states", is_auto, states_many, 0.5, GIVES_BOTH, "many states of the program itself"},
    {"parts", always_due, parts_ask, 0, GIVES_BOTH, "the loop part by part, in rounds"},
    {NULL, NULL, NULL, 0, 0, NULL},
};

const PlanRow *table_rows(void) { return rows; }

/* ---- by number ---- */

#define FILE_ROWS (sizeof file_rows / sizeof *file_rows - 1)
#define PROGRAM_ROWS (sizeof rows / sizeof *rows - 1)
_Static_assert(FILE_ROWS + PROGRAM_ROWS < ROWS_MAX, "a RowSet has no room for all rows");

#define OF_FILES ((UINT64_C(1) << FILE_ROWS) - 1)
#define OF_PROGRAMS (((UINT64_C(1) << PROGRAM_ROWS) - 1) << FILE_ROWS)

bool table_view(uint32_t number, RowView *view)
{
    if (number >= FILE_ROWS + PROGRAM_ROWS) return false;
    if (number < FILE_ROWS) {
        const FileRow *r = &file_rows[number];
        *view = (RowView){r->name, r->what, r->gives, 0};
    } else {
        const PlanRow *r = &rows[number - FILE_ROWS];
        *view = (RowView){r->name, r->what, r->gives, r->share > 0 ? r->share : 1};
    }
    return true;
}

uint32_t table_find_row(const char *name)
{
    RowView view;
    for (uint32_t i = 0; table_view(i, &view); i++)
        if (strcmp(view.name, name) == 0) return i;
    return ROWS_MAX;
}

RowSet table_others(RowSet asked)
{
    CHECK(!(asked & ~(OF_FILES | OF_PROGRAMS)));
    return (asked & OF_FILES ? OF_FILES & ~asked : 0) | (asked & OF_PROGRAMS ? OF_PROGRAMS & ~asked : 0);
}

RowSet table_dear_proofs(void)
{
    RowSet set = 0;
    for (size_t i = 1; i < PROGRAM_ROWS; i++) /* excuses, the first, cost little, and leave fewer errors to look for */
        if (rows[i].gives == GIVES_TRUE) set |= UINT64_C(1) << (FILE_ROWS + i);
    return set;
}

bool table_leaves_out(RowSet left_out, const PlanRow *row)
{
    return left_out >> (FILE_ROWS + (size_t)(row - rows)) & 1;
}

bool table_leaves_out_file(RowSet left_out, const FileRow *row) { return left_out >> (row - file_rows) & 1; }
