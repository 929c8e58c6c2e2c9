/* Every row of the plan (plan/table.c) has an answer somewhere, asked alone or behind the one that it rests on; and
 * with whatever row left out no verdict is wrong. What is lost without a row is told in docs/engine.md. */
#include "tap.h"

#include <chorus.h>

typedef struct Forced {
    const char *row, *before; /* NULL: it rests on no other */
    const char *file;         /* NULL: a large program that is written here */
    const char *property, *parts;
    ChorusVerdict truth;
    bool is_lost; /* without the row there is no verdict */
} Forced;

#define REACH "unreach-call"
#define RACE "no-data-race"
#define OVERFLOW "no-overflow"

static const Forced forced[] = {
    {"outline-first", NULL, NULL, REACH, "auto", CHORUS_TRUE, false},
    {"survey-first", NULL, NULL, RACE, "auto", CHORUS_TRUE, false},
    {"runs", NULL, "golden/race/signals_blocked_buggy.c", RACE, "auto", CHORUS_FALSE, false},
    {"rolled-first", NULL, "golden/race/requests_eight.c", RACE, "auto", CHORUS_TRUE, false},
    {"exact", NULL, "golden/check/lost_update.c", REACH, "auto", CHORUS_FALSE, true},
    {"bodies", "exact", "golden/library/strcpy_race.c", RACE, "auto", CHORUS_FALSE, false},
    {"memory", "exact", "golden/library/memory_stamp.c", "no-deadlock", "auto", CHORUS_FALSE, false},
    {"exact-again", "exact", "golden/race/snprintf_buggy.c", RACE, "auto", CHORUS_FALSE, false},
    {"rolled", NULL, "golden/race/requests_eight.c", RACE, "auto", CHORUS_TRUE, false},
    {"outline", "exact", "golden/outline/recursion.c", REACH, "auto", CHORUS_TRUE, true},
    {"survey", "exact", NULL, RACE, "auto", CHORUS_TRUE, false},
    {"excuses", NULL, "golden/race/trylock.c", RACE, "auto", CHORUS_TRUE, false},
    {"first-states", NULL, "golden/check/pool_struct_buggy.c", REACH, "auto", CHORUS_FALSE, false},
    {"dynamic", NULL, "golden/dynamic/cache_buggy.c", RACE, "auto", CHORUS_FALSE, false},
    {"bounds", NULL, "golden/overflow/asserts_end_the_run.c", OVERFLOW, "auto", CHORUS_TRUE, false},
    {"states-part", NULL, "golden/exhaustive/turns_count.c", RACE, "auto", CHORUS_TRUE, false},
    {"states-soon", NULL, "golden/race/worker_structs_joined.c", RACE, "auto", CHORUS_TRUE, false},
    {"before-teams", NULL, "golden/race/team_between.c", RACE, "auto", CHORUS_FALSE, false},
    {"teams", "excuses", "golden/race/team_32.c", RACE, "auto", CHORUS_TRUE, false},
    {"whole", NULL, "golden/check/lost_update.c", REACH, "off", CHORUS_FALSE, false},
    {"glimpse", NULL, "golden/overflow/bounded_sum.c", OVERFLOW, "auto", CHORUS_TRUE, false},
    {"element", NULL, "golden/check/watched_elements.c", REACH, "auto", CHORUS_TRUE, false},
    {"near-runs", NULL, "golden/check/watched_elements_buggy.c", REACH, "auto", CHORUS_FALSE, false},
    {"look", NULL, "golden/check/watched_elements_buggy.c", REACH, "auto", CHORUS_FALSE, false},
    {"elements", NULL, "golden/check/mutex_array_buggy.c", REACH, "auto", CHORUS_FALSE, false},
    {"drawn-element", NULL, "golden/check/watched_drawn_buggy.c", REACH, "auto", CHORUS_FALSE, false},
    {"filled-elements", NULL, "golden/weak/filled_last.c", RACE, "auto", CHORUS_TRUE, false},
    {"reread-counter", NULL, "golden/check/seqlock.c", REACH, "auto", CHORUS_TRUE, false},
    {"counts-glance", NULL, "golden/check/mutex_array_buggy.c", REACH, "auto", CHORUS_FALSE, false},
    {"counts", NULL, "golden/check/count_semaphore.c", REACH, "auto", CHORUS_TRUE, false},
    {"counted-teams", NULL, "golden/overflow/parts_counted.c", OVERFLOW, "auto", CHORUS_TRUE, false},
    {"states-part-again", NULL, "golden/exhaustive/turns_count.c", RACE, "auto", CHORUS_TRUE, false},
    {"states-near", NULL, "golden/exhaustive/coin.scpl", REACH, "auto", CHORUS_TRUE, false},
    {"near-parts", NULL, "golden/check/parts_near.c", REACH, "auto", CHORUS_TRUE, false},
    {"dynamic-again", NULL, "golden/dynamic/cache_buggy.c", RACE, "auto", CHORUS_FALSE, false},
    {"fixed-glance", NULL, "golden/modular/peterson.c", REACH, "auto", CHORUS_TRUE, false},
    {"states", NULL, "golden/exhaustive/coin_buggy.scpl", REACH, "auto", CHORUS_FALSE, false},
    {"short-runs", NULL, "golden/lockstep/unrolled_buggy.c", REACH, "auto", CHORUS_FALSE, false},
    {"lockstep", NULL, "golden/lockstep/counters.scpl", REACH, "auto", CHORUS_TRUE, false},
    {"modular", NULL, "golden/modular/peterson_buggy.c", REACH, "auto", CHORUS_FALSE, false},
    {"counts-soon", "counts", "golden/check/count_references.c", REACH, "auto", CHORUS_TRUE, false},
    {"counts-look", "counts", "golden/check/count_semaphore_buggy.c", REACH, "auto", CHORUS_FALSE, false},
    {"counts-again", "counts", "golden/check/count_references.c", REACH, "auto", CHORUS_TRUE, false},
    {"teams-again", "excuses", "golden/race/team_32.c", RACE, "auto", CHORUS_TRUE, false},
    {"bounds-again", NULL, "golden/overflow/asserts_end_the_run.c", OVERFLOW, "auto", CHORUS_TRUE, false},
    {"together", NULL, "golden/check/lost_update.c", REACH, "auto", CHORUS_FALSE, false},
    {"many-states", NULL, "golden/exhaustive/coin.scpl", REACH, "auto", CHORUS_TRUE, false},
    {"parts", NULL, "golden/check/parts_kinds.c", REACH, "auto", CHORUS_TRUE, false},
};
#define FORCED (sizeof forced / sizeof *forced)
#define FILE_ROWS 11 /* the first of them */

/* So large (more than 3000 steps) that coarser models come first, and with a recursion, where the exact model ends. */
static void write_large(const char *path)
{
    FILE *out = fopen(path, "w");
    REQUIRE(out);
    fputs("#include <assert.h>\n#include <pthread.h>\n"
          "int x;\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
          "static int walk(int n) { int mine = n; if (n >= 0) walk(n - 1); assert(mine == n); return mine; }\n"
          "static void *work(void *arg)\n{\n    pthread_mutex_lock(&m);\n",
          out);
    for (int i = 0; i < 1800; i++)
        fprintf(out, "    if (x == %d) x = %d;\n", 7 * i, i);
    fputs("    pthread_mutex_unlock(&m);\n    return arg;\n}\n"
          "int main(int argc, char **argv)\n{\n    pthread_t t;\n    (void)argv;\n"
          "    pthread_create(&t, 0, work, 0);\n    pthread_create(&t, 0, work, 0);\n    return walk(argc);\n}\n",
          out);
    REQUIRE(fclose(out) == 0);
}

static ChorusSession *open_session(const Forced *f, const char *seconds)
{
    ChorusSession *s = chorus_new();
    REQUIRE(s);
    REQUIRE(chorus_set_option(s, "property", f->property) == CHORUS_OK);
    REQUIRE(chorus_set_option(s, "parts", f->parts) == CHORUS_OK);
    REQUIRE(chorus_set_option(s, "errors", "assert") == CHORUS_OK);
    REQUIRE(chorus_set_option(s, "time-limit", seconds) == CHORUS_OK);
    return s;
}

static ChorusVerdict check(ChorusSession *s, const Forced *f)
{
    char path[300];
    const char *paths[] = {path};
    snprintf(path, sizeof path, "%s/%s", CHORUS_TESTS_DIR, f->file ? f->file : "");
    if (!f->file) {
        snprintf(path, sizeof path, "/tmp/chorus-rows-%ld.c", (long)getpid());
        write_large(path);
    }
    CHECK_EQ_INT(chorus_load(s, paths, 1), CHORUS_OK);
    ChorusVerdict verdict = chorus_check(s); /* coarser models read the file again */
    if (!f->file) remove(path);
    return verdict;
}

static bool was_asked(const ChorusSession *s, const char *row)
{
    char name[100];
    snprintf(name, sizeof name, "row-%s-seconds", row);
    for (size_t i = 0; i < chorus_statistic_count(s); i++)
        if (strcmp(chorus_statistic_name(s, i), name) == 0) return true;
    return false;
}

static void force(const Forced *f)
{
    char rows[100];
    ChorusSession *s = open_session(f, "50");
    snprintf(rows, sizeof rows, "%s%s%s", f->before ? f->before : "", f->before ? "," : "", f->row);
    CHECK_EQ_INT(chorus_ask_only_rows(s, rows), CHORUS_OK);
    if (check(s, f) != f->truth) {
        printf("# row %s: %s\n", f->row, chorus_scope(s));
        CHECK_EQ_INT(chorus_verdict(s), f->truth);
    }
    CHECK(was_asked(s, f->row));
    for (const Forced *g = forced + FILE_ROWS; g < forced + FORCED; g++)
        if (f >= forced + FILE_ROWS && g != f && (!f->before || strcmp(g->row, f->before) != 0))
            CHECK(!was_asked(s, g->row));
    chorus_free(s);
}

SLOW_TEST(each_row_of_files_has_an_answer)
{
    for (size_t i = 0; i < FILE_ROWS; i++)
        force(&forced[i]);
}

SLOW_TEST(each_row_of_a_program_has_an_answer)
{
    for (size_t i = FILE_ROWS; i < FORCED; i++)
        force(&forced[i]);
}

TEST(no_row_is_forgotten)
{
    for (size_t i = 0; i < FORCED; i++)
        CHECK_STR(chorus_row_name(i), forced[i].row);
    CHECK(chorus_row_name(FORCED) == NULL);
}

/* A row more or less decides how fast there is a verdict, and whether; never which. */
static void leave_out(const Forced *f)
{
    ChorusSession *s = open_session(f, "5");
    CHECK_EQ_INT(chorus_leave_out_rows(s, f->row), CHORUS_OK);
    ChorusVerdict verdict = check(s, f);
    if (verdict != f->truth) {
        if (!f->is_lost) printf("# without %s: %s\n", f->row, chorus_scope(s));
        CHECK_EQ_INT(verdict, CHORUS_UNKNOWN);
    }
    CHECK(!f->is_lost || verdict == CHORUS_UNKNOWN);
    CHECK(!was_asked(s, f->row));
    chorus_free(s);
}

SLOW_TEST(without_any_one_row_of_files_no_verdict_is_wrong)
{
    for (size_t i = 0; i < FILE_ROWS; i++)
        leave_out(&forced[i]);
}

SLOW_TEST(without_any_one_row_of_a_program_no_verdict_is_wrong)
{
    for (size_t i = FILE_ROWS; i < FORCED / 2; i++)
        leave_out(&forced[i]);
}

SLOW_TEST(without_any_one_of_the_others_no_verdict_is_wrong)
{
    for (size_t i = FORCED / 2; i < FORCED; i++)
        leave_out(&forced[i]);
}

/* Whoever has chosen a checker of sequential programs, perhaps a command, asks for it by the method. */
TEST(a_chosen_sequential_checker_is_for_its_method)
{
    const Forced f = {"modular", NULL, "golden/modular/peterson.c", REACH, "auto", CHORUS_UNKNOWN, false};
    ChorusSession *s = open_session(&f, "50");
    CHECK_EQ_INT(chorus_set_sequential_checker(s, "loop", NULL, NULL), CHORUS_OK);
    CHECK_EQ_INT(chorus_ask_only_rows(s, f.row), CHORUS_OK);
    CHECK_EQ_INT(check(s, &f), f.truth);
    CHECK(!was_asked(s, f.row));
    chorus_free(s);
}

TEST(what_is_no_row_cannot_be_named)
{
    ChorusSession *s = chorus_new();
    REQUIRE(s);
    CHECK_EQ_INT(chorus_leave_out_rows(s, "bounds,guesses"), CHORUS_BAD_OPTION);
    CHECK_STR(chorus_error(s), "without: there is no row 'guesses' (all: chorus check --engines)");
    CHECK_EQ_INT(chorus_ask_only_rows(s, ""), CHORUS_BAD_OPTION);
    CHECK_EQ_INT(chorus_ask_only_rows(s, "outlin"), CHORUS_BAD_OPTION);
    CHECK_STR(chorus_error(s), "only: there is no row 'outlin' (did you mean 'outline-first'?)");
    chorus_free(s);
}

TAP_MAIN();
