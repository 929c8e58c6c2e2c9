/* Every row of the list of techniques (engines/symmpa/technique.c) makes progress somewhere, and with whatever rows
 * left out no verdict is wrong. */
#include "tap.h"

#include <chorus.h>

#include "engines/symmpa/technique.h"

typedef struct Forced {
    const char *technique, *file;
    bool is_alone; /* all others are left out; else all of them are there */
    const char *abstraction;
    ChorusVerdict truth;
} Forced;

static const Forced forced[] = {
    {"completion", "golden/check/many_rounds_buggy.c", false, "exact", CHORUS_FALSE},
    {"sample", "golden/check/loop_joins_steps_buggy.c", false, "exact", CHORUS_FALSE},
    {"bulk", "golden/check/many_wrap_buggy.c", false, "exact", CHORUS_FALSE},
    {"crowds", "golden/check/join_many_buggy.c", false, "exact", CHORUS_FALSE},
    {"transitions", "golden/baseline/symmetry_off.scpl", false, "c0", CHORUS_TRUE},
    {"tickets", "agreement/corpus/tickets.scpl", false, "exact", CHORUS_TRUE},
    {"early-values", "golden/check/function_pointer.c", false, "exact", CHORUS_TRUE},
    {"guards", "agreement/corpus/m01.scpl", true, "exact", CHORUS_FALSE},
    {"equalities", "agreement/corpus/m01.scpl", true, "exact", CHORUS_FALSE},
    {"constants", "agreement/corpus/blocked_where_an_error_leads.scpl", true, "exact", CHORUS_TRUE},
    {"values", "agreement/corpus/m01.scpl", true, "exact", CHORUS_FALSE},
    {"complex-atoms", "agreement/corpus/m01.scpl", true, "exact", CHORUS_FALSE},
    {"bounds", "agreement/corpus/m20.scpl", false, "exact", CHORUS_FALSE},
    {"chains", "golden/check/chain_of_even.c", false, "exact", CHORUS_TRUE},
    {"tainted-values", "agreement/corpus/m01.scpl", true, "exact", CHORUS_FALSE},
    {"concrete-states", "agreement/corpus/m01.scpl", true, "exact", CHORUS_FALSE},
    {"random-runs", "agreement/corpus/m01.scpl", true, "exact", CHORUS_FALSE},
};
#define FORCED (sizeof forced / sizeof *forced)

static double statistic(const ChorusSession *s, const char *name)
{
    for (size_t i = 0; i < chorus_statistic_count(s); i++)
        if (strcmp(chorus_statistic_name(s, i), name) == 0) return chorus_statistic_value(s, i);
    return -1;
}

static ChorusSession *open_session(const char *abstraction, const char *iterations)
{
    ChorusSession *s = chorus_new();
    REQUIRE(s);
    REQUIRE(chorus_set_option(s, "abstraction", abstraction) == CHORUS_OK);
    REQUIRE(chorus_set_option(s, "method", "symmpa") == CHORUS_OK); /* the loop, and no search of all states */
    REQUIRE(chorus_set_option(s, "iterations", iterations) == CHORUS_OK);
    return s;
}

static ChorusVerdict check(ChorusSession *s, const char *file)
{
    char path[300];
    const char *paths[] = {path};
    snprintf(path, sizeof path, "%s/%s", CHORUS_TESTS_DIR, file);
    REQUIRE(chorus_load(s, paths, 1) == CHORUS_OK);
    return chorus_check(s);
}

static void force(const Forced *f)
{
    ChorusSession *s = open_session(f->abstraction, "200");
    for (uint32_t i = 0; f->is_alone && i < technique_count(); i++)
        if (strcmp(technique_name(i), f->technique) != 0)
            CHECK_EQ_INT(chorus_set_option(s, "leave-out", technique_name(i)), CHORUS_OK);
    ChorusVerdict verdict = check(s, f->file);
    CHECK(verdict == f->truth || (f->is_alone && verdict == CHORUS_UNKNOWN));
    CHECK(statistic(s, technique_statistic(technique_find(f->technique))) > 0);
    for (uint32_t i = 0; f->is_alone && i < technique_count(); i++)
        if (strcmp(technique_name(i), f->technique) != 0) CHECK_EQ_INT(statistic(s, technique_statistic(i)), 0);
    chorus_free(s);
}

SLOW_TEST(each_technique_makes_progress)
{
    for (size_t i = 0; i < FORCED; i++)
        force(&forced[i]);
}

TEST(no_technique_is_forgotten)
{
    CHECK_EQ_INT(technique_count(), FORCED);
    for (uint32_t i = 0; i < technique_count() && i < FORCED; i++)
        CHECK_STR(forced[i].technique, technique_name(i));
}

/* A technique more or less decides how fast there is a verdict, and whether; never which. */
SLOW_TEST(without_any_one_technique_no_verdict_is_wrong)
{
    for (uint32_t out = 0; out < technique_count(); out++)
        for (size_t i = 0; i < FORCED; i++) {
            if (strstr(forced[i].file, "corpus") == NULL || (i && forced[i].file == forced[i - 1].file)) continue;
            ChorusSession *s = open_session("exact", "12");
            CHECK_EQ_INT(chorus_set_option(s, "leave-out", technique_name(out)), CHORUS_OK);
            ChorusVerdict verdict = check(s, forced[i].file);
            CHECK(verdict == forced[i].truth || verdict == CHORUS_UNKNOWN);
            CHECK_EQ_INT(statistic(s, technique_statistic(out)), 0);
            chorus_free(s);
        }
}

TEST(what_is_no_technique_cannot_be_left_out)
{
    ChorusSession *s = chorus_new();
    REQUIRE(s);
    CHECK_EQ_INT(chorus_set_option(s, "leave-out", "guesses"), CHORUS_BAD_OPTION);
    CHECK_STR(chorus_error(s), "leave-out: there is no technique 'guesses'");
    CHECK_EQ_INT(technique_find("guesses"), TECHNIQUES_MAX);
    CHECK(technique_name(technique_count()) == NULL);
    chorus_free(s);
}

TAP_MAIN();
