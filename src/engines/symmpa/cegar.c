#include "engines/symmpa/cegar.h"

#include <string.h>

#include "base/check.h"
#include "engines/symmpa/abstraction/choose.h"
#include "engines/symmpa/given.h"
#include "engines/symmpa/order.h"
#include "engines/symmpa/search.h"
#include "engines/symmpa/verdict.h"
#include "program/analysis/join.h"
#include "program/analysis/merged.h"
#include "program/analysis/part.h"
#include "program/analysis/residue.h"
#include "program/boolprog/print.h"

/* Properties whose every violation is an error edge of the programs that the front end makes. */
#define ANSWERED                                                                                                       \
    (PROPERTY_BIT(PROPERTY_UNREACH_CALL) | PROPERTY_BIT(PROPERTY_VALID_DEREF) | PROPERTY_BIT(PROPERTY_VALID_FREE) |    \
     PROPERTY_BIT(PROPERTY_VALID_MEMTRACK) | PROPERTY_BIT(PROPERTY_NO_OVERFLOW) | PROPERTY_BIT(PROPERTY_NO_DEADLOCK) | \
     PROPERTY_BIT(PROPERTY_NO_DATA_RACE) | PROPERTY_BIT(PROPERTY_VALID_SYNC))

bool cegar_answers(const Question *question)
{
    PropertySet asked = property_set(question->property);
    return asked && !(asked & ~(PropertySet)ANSWERED);
}

static void print_boolprog(Cegar *c)
{
    Abstraction *a = &c->abstraction;
    RUN_CHECK(c->run, a->boolprog != NULL);
    BoolProgram *p = a->boolprog(a->self, &c->verdict->no_boolprog);
    if (!p) return;
    Str text;
    str_init(c->run, &text);
    boolprog_print(p, &text);
    c->verdict->boolprog = str_text(&text);
}

/* Most of a localized program has no effect in it. */
static Program *localize(Cegar *c)
{
    Program *p = part_localize(c->original, c->request->kept);
    c->lesson->joined = join_choose(p);
    return join_program(p, c->lesson->joined);
}

/* False: the verdict says why the program has no such abstraction. */
static bool begin_cegar(Cegar *c, const Question *question, const Request *request, Lesson *lesson, Verdict *verdict)
{
    const EngineOptions *options = question->options;
    CHECK(question->program);
    memset(c, 0, sizeof *c);
    memset(verdict, 0, sizeof *verdict);
    verdict->kind = VERDICT_UNKNOWN;
    verdict->stats = request->before;
    c->run = question->program->run;
    c->original = question->program;
    c->options = options;
    c->request = request;
    c->lesson = lesson;
    c->verdict = verdict;
    c->asked = request->kept ? localize(c) : c->original;
    bool is_own = !request->kept && !request->whole; /* about the program itself, of which runs are asked */
    MergedOptions how = {.merge = options->merge,
                         .mask = abstraction_masks(&options->abstraction),
                         .drop_branches = options->merge && is_own && !options->print_boolprog};
    c->merged = merged_program(c->asked, how);
    if (request->whole) c->merged = residue_restrict(c->merged);
    c->merged = abstraction_program(c->merged, &options->abstraction);
    c->predicates = abstraction_predicates(c->merged, &options->abstraction);
    if (is_own) given_add(c->predicates, options->predicates, options->predicate_count);
    given_add_learned(c->predicates, request->learned, request->learned_count);
    c->smt = smt_new(c->original->tm);
    c->counters = loop_counters_new(c->merged);
    c->rng.state = 1;
    const char *why;
    bool is_open = abstraction_open(&c->abstraction, c->merged, c->predicates, c->smt, &options->abstraction,
                                    options->threads, &why);
    c->state_limit = options->state_limit ? options->state_limit : c->abstraction.state_limit;
    if (request->states && request->states < c->state_limit) c->state_limit = request->states;
    CHECK(!is_open || (c->abstraction.self && c->state_limit));
    CHECK(!is_open || !c->abstraction.written_out || c->abstraction.written_out == options->threads);
    return is_open || !say_unknown(c, why);
}

/* The solver's memory goes with it; what else there is stays until the end of the run. */
static void end_cegar(Cegar *c)
{
    for (uint32_t i = 0; i < c->predicates->all.count; i++)
        vec_push(c->run, &c->lesson->predicates, c->predicates->all.data[i].term);
    smt_free(c->smt);
}

/* Are there data races among the errors? */
static bool asks_races(const Cegar *c)
{
    for (uint32_t i = 0; i < c->merged->edges.count; i++)
        if (c->merged->edges.data[i].is_error && c->merged->edges.data[i].property == PROPERTY_NO_DATA_RACE)
            return true;
    return false;
}

void cegar_run(const Question *question, const Request *request, Lesson *lesson, Verdict *verdict)
{
    Cegar c;
    memset(lesson, 0, sizeof *lesson);
    CHECK(!request->kept || question->options->abstraction.symmetry);
    if (!begin_cegar(&c, question, request, lesson, verdict)) return;
    bool is_first = !request->learned_count && !request->is_searched; /* otherwise it was searched before */
    if (is_first && asks_races(&c) && search_early(&c))
        CHECK(verdict->kind == VERDICT_FALSE);
    else if (c.abstraction.written_out)
        check_written_out(&c, c.abstraction.written_out);
    else if (c.options->threads)
        check_up_to(&c, c.options->threads);
    else
        check_every_number(&c);
    CHECK(verdict->kind != VERDICT_TRUE || !c.abstraction.unsound);
    CHECK(verdict->kind != VERDICT_FALSE || verdict->trace);
    CHECK(verdict->kind != VERDICT_UNKNOWN || verdict->why);
    label_baseline(&c);
    if (c.options->print_boolprog) print_boolprog(&c);
    update_stats(&c);
    verdict->stats.seconds_total = run_seconds(c.run);
    end_cegar(&c);
}
