#include "engines/symmpa/technique.h"

#include <string.h>

#include "base/check.h"
#include "engines/symmpa/learn.h"
#include "engines/symmpa/search.h"

/* When a row is tried, seen from the rows before it in the same round. */
typedef enum Turn {
    TURN_NEXT,   /* while none of them made progress */
    TURN_WIDEN,  /* likewise; the next TURN_BEHIND is tried behind it */
    TURN_BEHIND, /* when one of TURN_WIDEN made progress */
    TURN_BESIDE, /* in any case; whether it makes progress or not, the next ones are tried as without it */
    TURN_LAST    /* when none at all made progress */
} Turn;

typedef struct Technique {
    const char *name, *statistic; /* the name is also that of its log line */
    TechniqueGroup group;
    Turn turn;
    AbstractionRole least;                                            /* for abstractions of this role and up */
    uint32_t limit;                                                   /* times in a run, 0 = none */
    bool (*is_due)(const Cegar *c, const Path *path, uint32_t tried); /* NULL: always; tried: how often it was */
    Progress (*run)(Cegar *c, const Spurious *s, uint32_t tried);
} Technique;

#define NAMED(name) name, "technique-" name

/* THE LIST: what is tried on a spurious trace, and in which order. */
static const Technique techniques[] = {
    /* Errors that are near: cheap, and each saves many refinements. */
    {NAMED("completion"), GROUP_TRACE, TURN_NEXT, ROLE_BASELINE, 20, completion_is_due, try_completion},
    {NAMED("sample"), GROUP_TRACE, TURN_NEXT, ROLE_OWN, SAMPLES, sample_is_due, try_sample},
    {NAMED("bulk"), GROUP_TRACE, TURN_NEXT, ROLE_OWN, BULKS, bulk_is_due, try_bulk},
    {NAMED("crowds"), GROUP_TRACE, TURN_NEXT, ROLE_OWN, 1, crowds_are_due, try_crowds},
    /* As published: predicates only when no transition of the trace is spurious (paper 000, section 4). */
    {NAMED("transitions"), GROUP_TRACE, TURN_NEXT, ROLE_BASELINE, 0, transitions_are_due, refine_transitions},
    {NAMED("tickets"), GROUP_PREDICATES, TURN_BESIDE, ROLE_OWN, 0, tickets_are_due, use_tickets},
    /* Values with % or / in their weakest preconditions are hard for predicates and for the solver; where random runs
     * show few values, knowing which one is better, so seeding comes before complex atoms. */
    {NAMED("early-values"), GROUP_PREDICATES, TURN_NEXT, ROLE_BASELINE, 1, early_values_are_due, seed_untainted},
    {NAMED("guards"), GROUP_PREDICATES, TURN_WIDEN, ROLE_BASELINE, 0, NULL, discover_guards},
    {NAMED("equalities"), GROUP_PREDICATES, TURN_WIDEN, ROLE_BASELINE, 0, NULL, discover_equalities},
    {NAMED("constants"), GROUP_PREDICATES, TURN_WIDEN, ROLE_BASELINE, 0, NULL, discover_constants},
    {NAMED("values"), GROUP_PREDICATES, TURN_WIDEN, ROLE_BASELINE, 1, values_are_due, seed_untainted},
    {NAMED("complex-atoms"), GROUP_PREDICATES, TURN_WIDEN, ROLE_BASELINE, 0, NULL, discover_complex_atoms},
    {NAMED("bounds"), GROUP_PREDICATES, TURN_BEHIND, ROLE_BASELINE, 0, NULL, widen_to_bounds},
    {NAMED("chains"), GROUP_PREDICATES, TURN_BEHIND, ROLE_OWN, 0, NULL, end_chains},
    {NAMED("tainted-values"), GROUP_PREDICATES, TURN_NEXT, ROLE_BASELINE, 1, NULL, seed_tainted},
    /* Where refinement is stuck, a concrete run may still show the error. */
    {NAMED("concrete-states"), GROUP_STUCK, TURN_LAST, ROLE_OWN, 0, search_is_due, try_concrete_states},
    {NAMED("random-runs"), GROUP_STUCK, TURN_LAST, ROLE_PUBLISHED, 0, search_is_due, try_random_runs},
};
#define TECHNIQUES (sizeof techniques / sizeof *techniques)
_Static_assert(TECHNIQUES <= TECHNIQUES_MAX, "statistics have no room for all techniques");

/* What the rows of this round have done so far. */
typedef struct Round {
    bool next, widen, beside;
} Round;

static bool is_its_turn(const Technique *t, const Round *round)
{
    switch (t->turn) {
    case TURN_NEXT:
    case TURN_WIDEN: return !round->next;
    case TURN_BEHIND: return round->widen;
    case TURN_BESIDE: return true;
    case TURN_LAST: return !round->next && !round->beside;
    }
    return false;
}

static void note_progress(const Technique *t, Round *round)
{
    switch (t->turn) {
    case TURN_WIDEN: round->widen = round->next = true; break;
    case TURN_NEXT:
    case TURN_LAST:
    case TURN_BEHIND: round->next = true; break;
    case TURN_BESIDE: round->beside = true; break;
    }
}

static Progress try_row(Cegar *c, uint32_t i, const Spurious *s)
{
    const Technique *t = &techniques[i];
    uint32_t tried = c->tried[i], before = c->predicates->all.count;
    CHECK(!t->limit || tried <= t->limit);
    bool is_left_out = c->options->left_out >> i & 1;
    if (is_left_out || c->abstraction.role < t->least || (t->limit && tried >= t->limit)) return PROGRESS_NONE;
    if (t->is_due && !t->is_due(c, s->path, tried)) return PROGRESS_NONE;
    c->tried[i]++;
    Progress progress = t->run(c, s, tried);
    CHECK(c->predicates->all.count >= before);
    CHECK(progress == PROGRESS_NONE ||
          (progress == PROGRESS_FINAL) == (t->group == GROUP_STUCK || t->turn == TURN_LAST) || t->group == GROUP_TRACE);
    CHECK(t->group != GROUP_PREDICATES || t->turn == TURN_BESIDE ||
          (progress == PROGRESS_REFINED) == (c->predicates->all.count > before));
    if (progress == PROGRESS_NONE) return PROGRESS_NONE;
    c->verdict->stats.techniques[i]++;
    run_log(c->run, 1, "%s: %u new predicates", t->name, c->predicates->all.count - before);
    return progress;
}

Progress techniques_try(Cegar *c, const AbstractTrace *trace, const Path *path, unsigned groups)
{
    Spurious s = {trace, path};
    Round round = {false, false, false};
    CHECK(groups && (trace || !(groups & GROUP_TRACE)));
    CHECK(path->p == c->merged && path->steps.count > 0);
    for (uint32_t i = 0; i < TECHNIQUES; i++) {
        if (!(techniques[i].group & groups) || !is_its_turn(&techniques[i], &round)) continue;
        Progress progress = try_row(c, i, &s);
        if (progress == PROGRESS_FINAL) return progress;
        if (progress == PROGRESS_REFINED) note_progress(&techniques[i], &round);
    }
    CHECK(!round.widen || round.next);
    return round.next || round.beside ? PROGRESS_REFINED : PROGRESS_NONE;
}

uint32_t technique_count(void) { return TECHNIQUES; }

const char *technique_name(uint32_t i) { return i < TECHNIQUES ? techniques[i].name : NULL; }

const char *technique_statistic(uint32_t i) { return i < TECHNIQUES ? techniques[i].statistic : NULL; }

uint32_t technique_find(const char *name)
{
    for (uint32_t i = 0; i < TECHNIQUES; i++)
        if (strcmp(techniques[i].name, name) == 0) return i;
    return TECHNIQUES_MAX;
}
