/* The list of engines: a new engine is one file and one row. Here is one, for a property that does not exist: that a
 * program has a variable called zebra. */
#include "tap.h"

#include <chorus.h>

#include "base/run.h"
#include "logic/term/term.h"
#include "plan/methods.h"
#include "program/scpl/parse.h"

/* ---- the file ---- */

static bool zebra_answers(const Question *question) { return strcmp(question->property, "has-zebra") == 0; }

static void zebra_run(const Question *question, Verdict *verdict)
{
    const Program *p = question->program;
    verdict->kind = VERDICT_FALSE;
    for (uint32_t i = 0; i < p->vars.count; i++)
        if (strcmp(p->vars.data[i].name, "zebra") == 0) verdict->kind = VERDICT_TRUE;
}

/* ---- the row ---- */

#define ENGINES_MAX 16

typedef struct Engines {
    Method data[ENGINES_MAX];
    uint32_t count;
} Engines;

static Engines with_zebra(void)
{
    static const Method zebra = {"zebra", "looks at names", zebra_answers, zebra_run};
    Engines engines;
    const Method *known = method_list(&engines.count);
    REQUIRE(engines.count < ENGINES_MAX);
    memcpy(engines.data, known, engines.count * sizeof *known);
    engines.data[engines.count++] = zebra;
    return engines;
}

/* ---- the question ---- */

typedef struct Asked {
    const char *text, *property;
    Engines engines;
    VerdictKind kind;
    char why[100];
} Asked;

static void ask(Run *run, void *arg)
{
    Asked *a = arg;
    EngineOptions options;
    engine_options_init(&options);
    Program *p = scpl_parse(run, term_manager_new(run), "test.scpl", a->text, strlen(a->text), false);
    Question question = {.program = p, .property = a->property, .options = &options};
    Verdict verdict;
    method_answer(a->engines.data, a->engines.count, &question, &verdict);
    a->kind = verdict.kind;
    snprintf(a->why, sizeof a->why, "%s", verdict.why ? verdict.why : "");
}

static Asked answer(const char *text, const char *property)
{
    Asked a = {.text = text, .property = property, .engines = with_zebra()};
    Run *run = run_new();
    REQUIRE(run);
    REQUIRE(run_guard(run, ask, &a) == STOP_NONE);
    run_free(run);
    return a;
}

static const char zebra_text[] = "shared zebra = 0;\n1: assert zebra == 0;\n";
static const char horse_text[] = "shared horse = 0;\n1: assert horse == 1;\n";

TEST(a_new_engine_is_one_file_and_one_row)
{
    CHECK_EQ_INT(answer(zebra_text, "has-zebra").kind, VERDICT_TRUE);
    CHECK_EQ_INT(answer(horse_text, "has-zebra").kind, VERDICT_FALSE);
}

TEST(the_others_go_on_answering_what_they_did)
{
    CHECK_EQ_INT(answer(zebra_text, "unreach-call").kind, VERDICT_TRUE);
    CHECK_EQ_INT(answer(horse_text, "unreach-call").kind, VERDICT_FALSE);
}

TEST(what_no_engine_answers_is_unknown)
{
    Asked a = answer(zebra_text, "has-unicorn");
    CHECK_EQ_INT(a.kind, VERDICT_UNKNOWN);
    CHECK_STR(a.why, "no engine answers has-unicorn");
}

TEST(the_list_is_part_of_the_library)
{
    uint32_t count;
    const Method *engines = method_list(&count);
    REQUIRE(count > 0);
    for (uint32_t i = 0; i < count; i++) {
        CHECK_STR(chorus_method_name(i), engines[i].name);
        CHECK_STR(chorus_method_description(i), engines[i].what);
    }
    CHECK(chorus_method_name(count) == NULL);
    CHECK(chorus_method_answers(0, "no-data-race") && chorus_method_answers(0, "no-deadlock"));
    CHECK(!chorus_method_answers(1, "no-deadlock") && !chorus_method_answers(0, "termination"));
}

TAP_MAIN();
