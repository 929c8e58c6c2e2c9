/* Races are asked as error edges, one for each pair of accesses that could meet (program/monitor.h). Most never do,
 * for simple reasons (facts/exclusion/reason.h), each of which the checker of certificates verifies. What is left is
 * asked the engine, which then need not know anything about the rest. */
#include "engines/excused.h"

#include <string.h>

#include "base/check.h"
#include "base/unsound.h"
#include "facts/exclusion/reason.h"
#include "facts/exclusion/team.h"
#include "program/analysis/part.h"
#include "program/check.h"
#include "program/copy.h"

static const char EXPLORATION[] = "exploration";

static bool has_races(const Program *p)
{
    for (uint32_t i = 0; i < p->edges.count; i++)
        if (p->edges.data[i].is_error && p->edges.data[i].property == PROPERTY_NO_DATA_RACE) return true;
    return false;
}

Program *excused_without(Program *p, const bool *excused)
{
    bool *left = run_alloc(p->run, p->edges.count + 1);
    for (uint32_t i = 0; i < p->edges.count; i++)
        left[i] = p->edges.data[i].is_error && !excused[i];
    Program *rest = part_program(p, left);
    for (uint32_t i = 0; i < p->edges.count; i++) {
        Edge *e = &rest->edges.data[i];
        if (!excused[i]) continue;
        e->is_error = false;
        e->property = PROPERTY_UNREACH_CALL;
        e->what = NULL;
    }
    run_release(p->run, left);
    return program_require(rest, "program without excused errors");
}

static const char *accessed(const Program *p, const Edge *e)
{
    return e->accesses[0].name ? e->accesses[0].name : p->objects.data[e->accesses[0].object].name;
}

/* What is left to the exploration, as it is told when nothing is found. */
static void tell_rest(const Program *p, const Excuses *excuses, Verdict *verdict)
{
    uint32_t first = verdict->excuses.count;
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        if (!e->is_error || e->property != PROPERTY_NO_DATA_RACE || excuses->errors[i] || !e->access_count) continue;
        const char *what = accessed(p, e);
        uint32_t k = first;
        while (k < verdict->excuses.count && strcmp(verdict->excuses.data[k].what, what) != 0)
            k++;
        if (k == verdict->excuses.count) {
            ExcuseNote note = {what, EXPLORATION, 0};
            vec_push(p->run, &verdict->excuses, note);
        }
        verdict->excuses.data[k].pairs++;
    }
}

static void count_excused_pairs(const Reasons *r, const Program *p, const Excuses *excuses, Verdict *verdict)
{
    verdict->stats.pairs_lock += excuses->by[REASON_LOCK];
    verdict->stats.pairs_order +=
        excuses->by[REASON_BEFORE] + excuses->by[REASON_AFTER] + excuses->by[REASON_APART] + excuses->by[REASON_JOINED];
    verdict->stats.errors_excused += excuses->count;
    for (uint32_t i = 0; i < excuses->uses.count; i++) {
        const ReasonUse *use = &excuses->uses.data[i];
        ExcuseNote note = {use->what ? use->what : EXCUSED_ERROR, text_of_reason(r, use->reason), use->pairs};
        vec_push(r->p->run, &verdict->excuses, note);
    }
    tell_rest(p, excuses, verdict);
}

/* The rest is told anew. */
static void forget_rest(Verdict *verdict)
{
    while (verdict->excuses.count && verdict->excuses.data[verdict->excuses.count - 1].why == EXPLORATION)
        verdict->excuses.count--;
}

bool excused_may_have_team(const Program *p) { return has_races(p) && team_is_possible(p); }

bool excused_may_count_team(const Program *p) { return !has_races(p) && program_has_errors(p) && team_is_possible(p); }

Program *excused_settle(Program *whole, Program *p, TeamSearch *teams, Proof *proof, Verdict *verdict)
{
    if (!has_races(p) && !teams) return p;
    forget_rest(verdict);
    run_progress(p->run, "looking for locks and the order of threads");
    Reasons *r = reasons_find(whole);
    Excuses excuses = reasons_excuse(r, p, teams);
    CHECK(whole->edges.count == p->edges.count);
    Program *rest = p;
    count_excused_pairs(r, p, &excuses, verdict);
    if (IS_UNSOUND(UNSOUND_REASON_DROPPED) && r->facts.locks.count) r->facts.locks.count--;
    if (excuses.count) {
        Exclusions *facts = run_alloc(p->run, sizeof *facts);
        *facts = r->facts;
        ProofPart part = {.kind = PROOF_REASONS, .errors = excuses.errors, .reasons = facts};
        vec_push(p->run, &proof->parts, part);
        rest = excused_without(p, excuses.errors);
    }
    run_log(p->run, 1, "%u error edges excused, %u locks, %u facts about the order of threads", excuses.count,
            r->facts.locks.count, r->facts.orders.count);
    reasons_free(r);
    for (uint32_t i = 0; i < rest->edges.count; i++)
        if (rest->edges.data[i].is_error) return rest;
    return NULL;
}
