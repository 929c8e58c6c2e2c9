/* The public API: options, statuses, verdicts, independence of sessions, and freeing at any point. */
#include "tap.h"

#include <chorus.h>

#include <pthread.h>
#include <sys/stat.h>

/* ---- files ---- */

static const char safe_text[] = "shared x = 0;\n"
                                "1: assert x == 0;\n"
                                "2: goto 1;\n";
static const char buggy_text[] = "shared x = 0;\n"
                                 "local l = 0;\n"
                                 "1: l = x;\n"
                                 "2: x = l + 1;\n"
                                 "3: assert x == l + 1;\n"
                                 "4: goto 1;\n";

static char folder[] = "/tmp/chorus-api-XXXXXX";

static void remove_folder(void)
{
    static const char *const names[] = {"a.scpl", "b.scpl", "a.c", "a.txt", "a.bbp", "-dash.scpl", "a.trace", NULL};
    char path[200];
    for (size_t i = 0; names[i]; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    rmdir(folder);
}

/* Writes a file into a folder of this test; returns its path, valid until the next call with the same name. */
static const char *file(const char *name, const char *text)
{
    static char paths[8][200];
    static int next;
    static bool made;
    if (!made) {
        REQUIRE(mkdtemp(folder));
        atexit(remove_folder);
        made = true;
    }
    char *path = paths[next++ % 8];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    FILE *f = fopen(path, "w");
    REQUIRE(f);
    fputs(text, f);
    fclose(f);
    return path;
}

static ChorusSession *load(const char *path)
{
    ChorusSession *s = chorus_new();
    REQUIRE(s);
    CHECK_EQ_INT(chorus_load(s, &path, 1), CHORUS_OK);
    return s;
}

static void check_load_status(const char *path, ChorusStatus want, const char *error)
{
    ChorusSession *s = chorus_new();
    REQUIRE(s);
    CHECK_EQ_INT(chorus_load(s, &path, 1), want);
    if (!strstr(chorus_error(s), error)) CHECK_STR(chorus_error(s), error);
    CHECK(!strchr(chorus_error(s), '\n'));
    CHECK_EQ_INT(chorus_check(s), CHORUS_NONE);
    chorus_free(s);
}

/* ---- options ---- */

TEST(every_option_is_described)
{
    CHECK(chorus_option_count() >= 10);
    for (size_t i = 0; i < chorus_option_count(); i++) {
        CHECK(chorus_option_name(i) && *chorus_option_name(i));
        CHECK(chorus_option_value(i) && *chorus_option_value(i));
        CHECK(chorus_option_help(i) && *chorus_option_help(i));
        ChorusSession *s = chorus_new();
        CHECK_EQ_INT(chorus_set_option(s, chorus_option_name(i), chorus_option_default(i)), CHORUS_OK);
        CHECK_STR(chorus_error(s), "");
        chorus_free(s);
    }
    CHECK(!chorus_option_name(chorus_option_count()));
}

TEST(values_are_parsed_strictly)
{
    static const struct {
        const char *name, *value, *error; /* error NULL: accepted */
    } cases[] = {
        {"threads", "all", NULL},
        {"threads", "1", NULL},
        {"threads", "1000000", NULL},
        {"threads", "0", "too small"},
        {"threads", "1000001", "too large"},
        {"threads", "99999999999999999999", "too large"},
        {"threads", "00", "leading zero"},
        {"threads", "01", "leading zero"},
        {"threads", "1x", "not a number"},
        {"threads", "2^33", "not a number"},
        {"threads", "1e3", "not a number"},
        {"threads", "0x10", "not a number"},
        {"threads", " 4", "not a number"},
        {"threads", "4 ", "not a number"},
        {"threads", "+4", "not a number"},
        {"threads", "-4", "too small"},
        {"threads", "", "not a number"},
        {"threads", "ALL", "not a number"},
        {"threads", "4.0", "not a number"},
        {"granularity", "statement", NULL},
        {"granularity", "state", "no such value"},
        {"granularity", "", "no such value"},
        {"granularity", "access|statement", "no such value"},
        {"integers", "ideal", NULL},
        {"integers", "Ideal", "no such value"},
        {"nondet-static", "on", NULL},
        {"nondet-static", "yes", "no such value"},
        {"time-limit", "0.5", NULL},
        {"time-limit", "10", NULL},
        {"time-limit", "none", NULL},
        {"time-limit", "0", "too small"},
        {"time-limit", "0.0", "too small"},
        {"time-limit", "1e1", "not a number"},
        {"time-limit", "1.", "not a number"},
        {"time-limit", ".5", "not a number"},
        {"time-limit", "00.5", "leading zero"},
        {"time-limit", "inf", "not a number"},
        {"time-limit", "nan", "not a number"},
        {"time-limit", "1,5", "not a number"},
        {"time-limit", "99999999", "too large"},
        {"memory-limit", "100", NULL},
        {"memory-limit", "none", NULL},
        {"memory-limit", "auto", NULL},
        {"memory-limit", "0", "too small"},
        {"verbosity", "0", NULL},
        {"verbosity", "9", NULL},
        {"verbosity", "10", "too large"},
        {"Threads", "1", "unknown option"},
        {"", "1", "unknown option"},
        {"--threads", "1", "unknown option"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ChorusSession *s = chorus_new();
        ChorusStatus status = chorus_set_option(s, cases[i].name, cases[i].value);
        if (!cases[i].error) {
            CHECK_EQ_INT(status, CHORUS_OK);
        } else {
            CHECK_EQ_INT(status, CHORUS_BAD_OPTION);
            if (!strstr(chorus_error(s), cases[i].error)) CHECK_STR(chorus_error(s), cases[i].error);
        }
        chorus_free(s);
    }
}

TEST(the_memory_limit_says_whose_it_is)
{
    ChorusSession *s = chorus_new();
    char why[200];
    CHECK(chorus_memory_limit(s, why, sizeof why) > 0);
    CHECK(strstr(why, " MB reached (three quarters of the ") && strstr(why, "'s; --memory-limit=MB)"));
    chorus_set_option(s, "memory-limit", "300");
    CHECK_EQ_INT(chorus_memory_limit(s, why, sizeof why), 300);
    CHECK_STR(why, "memory limit of 300 MB reached");
    chorus_set_option(s, "memory-limit", "none");
    CHECK_EQ_INT(chorus_memory_limit(s, NULL, 0), 0);
    chorus_free(s);
}

TEST(only_harmless_compiler_flags)
{
    static const char *const good[] = {"-DX",          "-DX=1",       "-UX", "-Iinclude", "-m32",         "-m64",
                                       "-include x.h", "-includex.h", "-ox", "-O2",       "-isystem inc", "-Wall"};
    static const char *const bad[] = {"",     "-", "-D",       "-U",        "-I", "-o",       "-isystem",
                                      "-m16", "X", "-include", "-include ", "-q", "-fopenmp", "--help"};
    ChorusSession *s = chorus_new();
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        CHECK_EQ_INT(chorus_add_compiler_flag(s, good[i]), CHORUS_OK);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        CHECK_EQ_INT(chorus_add_compiler_flag(s, bad[i]), CHORUS_BAD_OPTION);
    chorus_free(s);
}

TEST(options_come_before_loading)
{
    ChorusSession *s = load(file("a.scpl", safe_text));
    CHECK_EQ_INT(chorus_set_option(s, "threads", "2"), CHORUS_BAD_OPTION);
    CHECK_EQ_INT(chorus_add_compiler_flag(s, "-DX"), CHORUS_BAD_OPTION);
    chorus_free(s);
}

/* ---- what is told before loading ---- */

static const char race_text[] = "#include <pthread.h>\n"
                                "int mine, yours;\n"
                                "static void *f(void *p) { mine = 1; return p; }\n"
                                "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); mine = 2; yours = 1;\n"
                                "  pthread_join(t, 0); return 0; }\n";

/* The session keeps copies: what was given is overwritten. */
static ChorusSession *told(const char *variable)
{
    char names[20], order[] = "f,main", checker[] = "loop";
    char property[] = "no-data-race", pattern[] = "*a.c", cell[] = "mine", why[] = "a test";
    ChorusSuppression suppression = {property, pattern, NULL, cell, why};
    ChorusSession *s = chorus_new();
    REQUIRE(s);
    snprintf(names, sizeof names, "%s", variable);
    CHECK_EQ_INT(chorus_set_option(s, "property", property), CHORUS_OK);
    CHECK_EQ_INT(chorus_set_race_variables(s, names), CHORUS_OK);
    CHECK_EQ_INT(chorus_set_thread_order(s, order), CHORUS_OK);
    CHECK_EQ_INT(chorus_set_sequential_checker(s, checker, NULL, NULL), CHORUS_OK);
    CHECK_EQ_INT(chorus_set_suppressions(s, &suppression, 1), CHORUS_OK);
    memset(names, 'x', sizeof names - 1);
    memset(order, 'x', sizeof order - 1);
    memset(checker, 'x', sizeof checker - 1);
    memset(pattern, 'x', sizeof pattern - 1);
    memset(cell, 'x', sizeof cell - 1);
    memset(why, 'x', sizeof why - 1);
    return s;
}

TEST(what_is_told_need_not_stay)
{
    const char *path = file("a.c", race_text);
    ChorusSession *s = told("mine");
    CHECK_EQ_INT(chorus_load(s, &path, 1), CHORUS_OK);
    CHECK_EQ_INT(chorus_check(s), CHORUS_FALSE);
    CHECK_STR(chorus_suppressed(s), "a test");
    CHECK_EQ_INT(chorus_suppresses(s, 0), 1);
    chorus_free(s);
}

TEST(a_clone_is_told_the_same)
{
    const char *path = file("a.c", race_text);
    ChorusSession *first = told("yours"), *s = chorus_clone(first);
    chorus_free(first); /* the clone has its own */
    CHECK_EQ_INT(chorus_load(s, &path, 1), CHORUS_OK);
    CHECK_EQ_INT(chorus_check(s), CHORUS_TRUE);
    CHECK(strstr(chorus_result_line(s), "races of yours only"));
    chorus_free(s);
    first = told("mine");
    s = chorus_clone(first);
    chorus_free(first);
    CHECK_EQ_INT(chorus_load(s, &path, 1), CHORUS_OK);
    CHECK_EQ_INT(chorus_check(s), CHORUS_FALSE);
    CHECK_STR(chorus_suppressed(s), "a test");
    chorus_free(s);
}

TEST(what_is_told_after_loading_is_refused)
{
    ChorusSession *s = load(file("a.scpl", safe_text));
    CHECK_EQ_INT(chorus_set_race_variables(s, "x"), CHORUS_BAD_OPTION);
    CHECK_STR(chorus_error(s), "variables of races: to be set before loading");
    CHECK_EQ_INT(chorus_set_thread_order(s, "x"), CHORUS_BAD_OPTION);
    CHECK_EQ_INT(chorus_set_sequential_checker(s, "loop", NULL, NULL), CHORUS_BAD_OPTION);
    CHECK_EQ_INT(chorus_set_suppressions(s, NULL, 0), CHORUS_BAD_OPTION);
    CHECK_EQ_INT(chorus_want_certificate(s), CHORUS_BAD_OPTION);
    CHECK_EQ_INT(chorus_check(s), CHORUS_TRUE);
    chorus_free(s);
}

/* A diagnostic names the file, whose path was overwritten meanwhile. */
static void check_named(ChorusSession *s, ChorusStatus status, char *path)
{
    CHECK_EQ_INT(status, CHORUS_BAD_INPUT);
    memset(path, 'x', strlen(path));
    REQUIRE(chorus_diagnostic_count(s) > 0);
    const char *text = chorus_diagnostic(s, chorus_diagnostic_count(s) - 1, NULL);
    CHECK(strstr(text, "/a.txt:1:") || strstr(text, "/a.bbp:1:"));
    chorus_free(s);
}

TEST(a_path_need_not_stay)
{
    const char *text = "nothing\n";
    char path[200], other[200];
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s", file("a.txt", text));
        ChorusSession *s = load(file("a.scpl", safe_text));
        ChorusStatus status = i == 0   ? chorus_replay(s, path)
                              : i == 1 ? chorus_certify(s, path, NULL)
                                       : chorus_read_predicates(s, path);
        check_named(s, status, path);
    }
    snprintf(other, sizeof other, "%s", file("a.bbp", text));
    ChorusSession *s = chorus_new();
    check_named(s, chorus_mc(s, other), other);
}

TEST(an_unknown_checker_of_sequential_programs_is_refused)
{
    ChorusSession *s = chorus_new();
    CHECK_EQ_INT(chorus_set_sequential_checker(s, "no placeholder", NULL, NULL), CHORUS_BAD_OPTION);
    CHECK(*chorus_error(s));
    CHECK_EQ_INT(chorus_set_sequential_checker(s, "auto", "[", NULL), CHORUS_BAD_OPTION);
    chorus_free(s);
}

TEST(the_build_is_described)
{
    char text[100], small[6];
    chorus_describe_build(text, sizeof text);
    CHECK(strncmp(text, "LLVM 19.", 8) == 0 && strstr(text, ", Z3 ") && strstr(text, " build"));
    chorus_describe_build(small, sizeof small);
    CHECK_STR(small, "LLVM ");
}

/* Up to three options, that together mean nothing. */
TEST(baselines_that_mean_nothing_are_refused)
{
    static const char *const options[][3][2] = {
        {{"mixed", "shared"}},
        {{"symmetry", "off"}, {"threads", "2"}},
        {{"symmetry", "off"}, {"abstraction", "c1"}},
        {{"mixed", "shared"}, {"abstraction", "c1"}, {"passive", "off"}},
    };
    static const char *const with[][2] = {{"passive", "off"}, {"mixed", "local"}, {"mixed", "shared"}};
    const char *path = file("a.scpl", safe_text);
    for (size_t i = 0; i < 4; i++) {
        ChorusSession *s = chorus_new();
        for (size_t k = 0; k < 3 && options[i][k][0]; k++)
            CHECK_EQ_INT(chorus_set_option(s, options[i][k][0], options[i][k][1]), CHORUS_OK);
        CHECK_EQ_INT(chorus_load(s, &path, 1), CHORUS_BAD_OPTION);
        chorus_free(s);
    }
    for (size_t i = 0; i < 3; i++) {
        ChorusSession *s = chorus_new();
        CHECK_EQ_INT(chorus_set_option(s, "symmetry", "off"), CHORUS_OK);
        CHECK_EQ_INT(chorus_set_option(s, "abstraction", "c1"), CHORUS_OK);
        CHECK_EQ_INT(chorus_set_option(s, "threads", "2"), CHORUS_OK);
        CHECK_EQ_INT(chorus_set_option(s, with[i][0], with[i][1]), CHORUS_OK);
        CHECK_EQ_INT(chorus_load(s, &path, 1), CHORUS_BAD_OPTION);
        chorus_free(s);
    }
}

TEST(symmetry_off_has_no_certificate)
{
    const char *path = file("a.scpl", safe_text);
    ChorusSession *s = chorus_new();
    CHECK_EQ_INT(chorus_set_option(s, "symmetry", "off"), CHORUS_OK);
    CHECK_EQ_INT(chorus_set_option(s, "abstraction", "c1"), CHORUS_OK);
    CHECK_EQ_INT(chorus_set_option(s, "threads", "2"), CHORUS_OK);
    CHECK_EQ_INT(chorus_load(s, &path, 1), CHORUS_OK);
    CHECK_EQ_INT(chorus_check(s), CHORUS_TRUE);
    CHECK_STR(chorus_scope(s), "at most 2 threads, symmetry-oblivious");
    CHECK(!chorus_certificate_text(s));
    CHECK_STR(chorus_error(s), "there is no certificate with --symmetry=off");
    chorus_free(s);
}

TEST(options_for_c_are_refused_for_scpl)
{
    static const char *const options[][2] = {{"granularity", "access"}, {"nondet-static", "on"}};
    const char *path = file("a.scpl", safe_text);
    for (size_t i = 0; i < 2; i++) {
        ChorusSession *s = chorus_new();
        CHECK_EQ_INT(chorus_set_option(s, options[i][0], options[i][1]), CHORUS_OK);
        CHECK_EQ_INT(chorus_load(s, &path, 1), CHORUS_BAD_OPTION);
        chorus_free(s);
    }
    ChorusSession *s = chorus_new();
    CHECK_EQ_INT(chorus_add_compiler_flag(s, "-DX"), CHORUS_OK);
    CHECK_EQ_INT(chorus_load(s, &path, 1), CHORUS_BAD_OPTION);
    chorus_free(s);
}

/* ---- bad input ---- */

TEST(bad_files_have_a_status_and_a_line)
{
    check_load_status("/nonexistent/a.c", CHORUS_NO_INPUT, "no such file");
    check_load_status("/tmp", CHORUS_NO_INPUT, "is a directory");
    check_load_status("/dev/null", CHORUS_NO_INPUT, "is not a regular file");
    check_load_status(file("a.txt", "x"), CHORUS_BAD_INPUT, "unknown kind of file");
    check_load_status(file("a.c", ""), CHORUS_BAD_INPUT, "file is empty");
    check_load_status(file("a.scpl", ""), CHORUS_BAD_INPUT, "file is empty");
    check_load_status(file("a.scpl", "shared 7;"), CHORUS_BAD_INPUT, "error: ");
    check_load_status(file("a.scpl", "1: x = 1;"), CHORUS_BAD_INPUT, "error: ");
}

TEST(a_large_file_is_not_read)
{
    const char *path = file("a.scpl", "x");
    CHECK_EQ_INT(truncate(path, 3L << 30), 0);
    check_load_status(path, CHORUS_BAD_INPUT, "too large");
}

TEST(file_lists_are_checked)
{
    const char *paths[2];
    paths[0] = file("a.scpl", safe_text);
    paths[1] = file("b.scpl", safe_text);
    ChorusSession *s = chorus_new();
    CHECK_EQ_INT(chorus_load(s, paths, 0), CHORUS_BAD_OPTION);
    CHECK_EQ_INT(chorus_load(s, paths, 2), CHORUS_BAD_OPTION);
    CHECK_EQ_INT(chorus_load(s, paths, 1), CHORUS_OK);
    CHECK_EQ_INT(chorus_load(s, paths, 1), CHORUS_INTERNAL);
    chorus_free(s);
}

TEST(bad_input_has_diagnostics)
{
    const char *path = file("a.scpl", "shared x = 0;\n1: x = = 1;\n");
    ChorusSession *s = chorus_new();
    CHECK_EQ_INT(chorus_load(s, &path, 1), CHORUS_BAD_INPUT);
    REQUIRE(chorus_diagnostic_count(s) >= 1);
    ChorusSeverity severity = CHORUS_NOTE;
    const char *text = chorus_diagnostic(s, 0, &severity);
    CHECK_EQ_INT(severity, CHORUS_ERROR);
    CHECK(strstr(text, "a.scpl:2:8: error: "));
    CHECK(strstr(chorus_json(s), "\"severity\": \"error\""));
    chorus_free(s);
}

/* ---- verdicts ---- */

TEST(safe_for_every_number)
{
    ChorusSession *s = load(file("a.scpl", safe_text));
    CHECK_EQ_INT(chorus_verdict(s), CHORUS_NONE);
    CHECK_STR(chorus_result_line(s), "unknown [nothing was checked]");
    CHECK_EQ_INT(chorus_check(s), CHORUS_TRUE);
    CHECK_EQ_INT(chorus_verdict(s), CHORUS_TRUE);
    CHECK_STR(chorus_scope(s), "every number of threads");
    CHECK_STR(chorus_result_line(s), "true [every number of threads]");
    CHECK_EQ_INT(chorus_step_count(s), 0);
    CHECK(!chorus_step_text(s, 0));
    CHECK(strncmp(chorus_evidence(s), "proof with ", 11) == 0);
    CHECK_EQ_INT(chorus_check(s), CHORUS_TRUE);
    chorus_free(s);
}

TEST(the_bound_is_named)
{
    static const char *const bounds[][2] = {{"1", "true [at most 1 thread]"}, {"3", "true [at most 3 threads]"}};
    const char *path = file("a.scpl", safe_text);
    for (size_t i = 0; i < 2; i++) {
        ChorusSession *s = chorus_new();
        CHECK_EQ_INT(chorus_set_option(s, "threads", bounds[i][0]), CHORUS_OK);
        CHECK_EQ_INT(chorus_load(s, &path, 1), CHORUS_OK);
        CHECK_EQ_INT(chorus_check(s), CHORUS_TRUE);
        CHECK_STR(chorus_result_line(s), bounds[i][1]);
        chorus_free(s);
    }
}

TEST(ideal_integers_are_named)
{
    const char *path = file("a.scpl", safe_text);
    ChorusSession *s = chorus_new();
    CHECK_EQ_INT(chorus_set_option(s, "integers", "ideal"), CHORUS_OK);
    CHECK_EQ_INT(chorus_load(s, &path, 1), CHORUS_OK);
    CHECK_EQ_INT(chorus_check(s), CHORUS_TRUE);
    CHECK_STR(chorus_result_line(s), "true [every number of threads, ideal integers]");
    chorus_free(s);
}

TEST(a_bug_has_a_trace)
{
    ChorusSession *s = load(file("a.scpl", buggy_text));
    CHECK_EQ_INT(chorus_check(s), CHORUS_FALSE);
    CHECK(strncmp(chorus_result_line(s), "false(unreach-call) [2 threads, ", 32) == 0);
    size_t count = chorus_step_count(s);
    REQUIRE(count >= 4);
    bool acts[2] = {false, false};
    for (size_t i = 0; i < count; i++) {
        REQUIRE(chorus_step_thread(s, i) < 2);
        acts[chorus_step_thread(s, i)] = true;
        CHECK(strstr(chorus_step_file(s, i), "a.scpl"));
        CHECK(chorus_step_line(s, i) >= 3 && chorus_step_line(s, i) <= 6);
        CHECK(!strchr(chorus_step_text(s, i), '\n'));
        const char *after_thread = strstr(chorus_step_text(s, i), "a.scpl:"); /* named only where it takes over */
        REQUIRE(after_thread);
        CHECK(strstr(chorus_evidence(s), after_thread));
    }
    CHECK(acts[0] && acts[1]);
    CHECK(strstr(chorus_step_text(s, count - 1), "ASSERTION FAILS"));
    CHECK_EQ_INT(chorus_step_line(s, count - 1), 5);
    CHECK(strstr(chorus_json(s), "\"fails\": true"));
    chorus_free(s);
}

TEST(stages_can_be_dumped_and_read_back)
{
    static const char *const stages[] = {"program", "merged"};
    for (size_t i = 0; i < 2; i++) {
        ChorusSession *s = load(file("a.scpl", buggy_text));
        const char *text = chorus_dump(s, stages[i]);
        REQUIRE(text);
        ChorusSession *again = load(file("b.scpl", text));
        CHECK_EQ_INT(chorus_check(again), CHORUS_FALSE);
        chorus_free(again);
        CHECK(!chorus_dump(s, "bolprog"));
        CHECK(strstr(chorus_error(s), "not available"));
        chorus_free(s);
    }
}

/* ---- JSON ---- */

/* Skips one JSON value; NULL when there is none. */
static const char *skip_json(const char *p)
{
    p += strspn(p, " \n");
    if (*p == '"') {
        for (p++; *p != '"'; p++) {
            if ((unsigned char)*p < ' ') return NULL;
            if (*p == '\\' && !*++p) return NULL;
        }
        return p + 1;
    }
    if (*p == '{' || *p == '[') {
        char close = *p == '{' ? '}' : ']';
        p++;
        p += strspn(p, " \n");
        for (bool first = true; *p != close; first = false) {
            if (!first && *p++ != ',') return NULL;
            if (close == '}') {
                p += strspn(p, " \n");
                if (*p != '"' || !(p = skip_json(p)) || *p++ != ':') return NULL;
            }
            if (!(p = skip_json(p))) return NULL;
            p += strspn(p, " \n");
        }
        return p + 1;
    }
    size_t n = strspn(p, "-0123456789.truefalsn");
    return n ? p + n : NULL;
}

static void check_json(ChorusSession *s, const char *verdict)
{
    const char *text = chorus_json(s), *end = skip_json(text);
    CHECK(end && strcmp(end, "\n") == 0);
    CHECK(strstr(text, verdict));
}

TEST(json_is_well_formed)
{
    ChorusSession *s = chorus_new();
    check_json(s, "\"verdict\": \"unknown\"");
    chorus_free(s);
    s = load(file("a.scpl", safe_text));
    chorus_check(s);
    check_json(s, "\"verdict\": \"true\"");
    chorus_free(s);
    s = load(file("a.scpl", buggy_text));
    chorus_check(s);
    check_json(s, "\"verdict\": \"false\"");
    chorus_free(s);
}

TEST(assertions_that_no_run_reaches_are_named)
{
    ChorusSession *s = load(file("a.scpl", safe_text));
    chorus_check(s);
    CHECK(strstr(chorus_json(s), "\"unreachable_assertions\": []"));
    CHECK_EQ_INT((int)chorus_diagnostic_count(s), 0);
    chorus_free(s);
    s = load(file("a.scpl", "shared x = 0;\n1: assume x == 1;\n2: assert x == 2;\n3: goto 1;\n"));
    chorus_check(s);
    check_json(s, "\"verdict\": \"true\"");
    const char *list = strstr(chorus_json(s), "\"unreachable_assertions\": [\n");
    CHECK(list && strstr(list, "\"line\": 3}"));
    ChorusSeverity severity;
    CHECK(strstr(chorus_diagnostic(s, 0, &severity), "no run gets past") && severity == CHORUS_NOTE);
    chorus_free(s);
}

TEST(statistics_have_names)
{
    ChorusSession *s = load(file("a.scpl", safe_text));
    chorus_check(s);
    bool has_seconds = false;
    for (size_t i = 0; i < chorus_statistic_count(s); i++) {
        CHECK(*chorus_statistic_name(s, i));
        if (strcmp(chorus_statistic_name(s, i), "seconds") != 0) continue;
        has_seconds = true;
        CHECK(chorus_statistic_value(s, i) > 0 && chorus_statistic_value(s, i) < 50);
    }
    CHECK(has_seconds);
    CHECK(!chorus_statistic_name(s, chorus_statistic_count(s)));
    chorus_free(s);
}

/* ---- life ---- */

TEST(free_at_any_point)
{
    const char *path = file("a.scpl", buggy_text);
    for (int point = 0; point < 6; point++) {
        ChorusSession *s = chorus_new();
        REQUIRE(s);
        if (point >= 1) chorus_set_option(s, "threads", "2");
        if (point >= 2) chorus_set_option(s, "threads", "x");
        if (point >= 3) chorus_load(s, &path, 1);
        if (point >= 4) chorus_check(s);
        if (point >= 5) chorus_json(s);
        chorus_free(s);
    }
    chorus_free(NULL);
}

TEST(nothing_loaded)
{
    ChorusSession *s = chorus_new();
    CHECK_EQ_INT(chorus_check(s), CHORUS_NONE);
    CHECK(*chorus_error(s));
    CHECK(!chorus_dump(s, "program"));
    CHECK_STR(chorus_evidence(s), "");
    CHECK_STR(chorus_result_line(s), "unknown [nothing was checked]");
    chorus_free(s);
}

TEST(two_sessions_at_once)
{
    ChorusSession *a = load(file("a.scpl", safe_text)), *b = load(file("b.scpl", buggy_text));
    CHECK_EQ_INT(chorus_check(b), CHORUS_FALSE);
    CHECK_EQ_INT(chorus_check(a), CHORUS_TRUE);
    CHECK_EQ_INT(chorus_verdict(b), CHORUS_FALSE);
    chorus_free(b);
    CHECK_STR(chorus_scope(a), "every number of threads");
    chorus_free(a);
}

static void *check_in_thread(void *arg)
{
    ChorusSession *s = arg;
    chorus_check(s);
    return NULL;
}

TEST(two_sessions_in_two_threads)
{
    const char *safe = file("a.scpl", safe_text), *buggy = file("b.scpl", buggy_text);
    for (int round = 0; round < 5; round++) {
        ChorusSession *a = load(safe), *b = load(buggy);
        pthread_t first, second;
        REQUIRE(pthread_create(&first, NULL, check_in_thread, a) == 0);
        REQUIRE(pthread_create(&second, NULL, check_in_thread, b) == 0);
        pthread_join(first, NULL);
        pthread_join(second, NULL);
        CHECK_EQ_INT(chorus_verdict(a), CHORUS_TRUE);
        CHECK_EQ_INT(chorus_verdict(b), CHORUS_FALSE);
        chorus_free(a);
        chorus_free(b);
    }
}

/* Factoring: nothing that is over soon. */
static const char long_text[] = "local u64 a = *;\n"
                                "local u64 b = *;\n"
                                "1: assume a > 1 && b > 1 && a < 4294967296 && b < 4294967296;\n"
                                "2: assert a * b != 18446743979220271189;\n";

static void *interrupt_soon(void *arg)
{
    usleep(300000);
    chorus_interrupt(arg);
    return NULL;
}

TEST(interrupt_from_another_thread)
{
    ChorusSession *s = load(file("a.scpl", long_text));
    pthread_t thread;
    REQUIRE(pthread_create(&thread, NULL, interrupt_soon, s) == 0);
    CHECK_EQ_INT(chorus_check(s), CHORUS_UNKNOWN);
    pthread_join(thread, NULL);
    CHECK_STR(chorus_result_line(s), "unknown [interrupted]");
    chorus_free(s);
}

TEST(interrupt_before_checking)
{
    ChorusSession *s = load(file("a.scpl", long_text));
    chorus_interrupt(s);
    CHECK_EQ_INT(chorus_check(s), CHORUS_UNKNOWN);
    CHECK_STR(chorus_scope(s), "interrupted");
    CHECK_STR(chorus_evidence(s), "");
    check_json(s, "interrupted");
    chorus_free(s);
}

TEST(time_limit_is_named)
{
    const char *path = file("a.scpl", long_text);
    ChorusSession *s = chorus_new();
    CHECK_EQ_INT(chorus_set_option(s, "time-limit", "0.3"), CHORUS_OK);
    CHECK_EQ_INT(chorus_load(s, &path, 1), CHORUS_OK);
    CHECK_EQ_INT(chorus_check(s), CHORUS_UNKNOWN);
    CHECK_STR(chorus_result_line(s), "unknown [time limit of 0.3 s reached]");
    chorus_free(s);
}

/* ---- traces ---- */

TEST(a_trace_replays_in_another_session)
{
    const char *program = file("a.scpl", buggy_text);
    ChorusSession *s = load(program);
    CHECK(!chorus_trace_text(s));
    CHECK_EQ_INT(chorus_check(s), CHORUS_FALSE);
    REQUIRE(chorus_trace_text(s));
    const char *trace = file("a.trace", chorus_trace_text(s));
    CHECK_EQ_INT(chorus_replay(s, trace), CHORUS_INTERNAL); /* that session has its verdict */

    ChorusSession *r = load(program);
    CHECK_EQ_INT(chorus_replay(r, "/nowhere/a.trace"), CHORUS_NO_INPUT);
    CHECK_EQ_INT(chorus_replay(r, trace), CHORUS_OK);
    CHECK_EQ_INT(chorus_verdict(r), CHORUS_FALSE);
    CHECK_STR(chorus_evidence(r), chorus_evidence(s));
    CHECK_STR(chorus_trace_text(r), chorus_trace_text(s));
    size_t last = chorus_step_count(r) - 1;
    CHECK(chorus_step_state(r, last) && strstr(chorus_step_state(r, last), "x = "));
    CHECK(!chorus_step_state(r, last + 1));
    chorus_free(r);
    chorus_free(s);
}

TEST(a_trace_of_another_program_is_refused)
{
    ChorusSession *s = load(file("a.scpl", buggy_text));
    CHECK_EQ_INT(chorus_check(s), CHORUS_FALSE);
    const char *trace = file("a.trace", chorus_trace_text(s));
    ChorusSession *r = load(file("b.scpl", safe_text));
    CHECK_EQ_INT(chorus_replay(r, trace), CHORUS_BAD_INPUT);
    CHECK(strstr(chorus_error(r), "another program"));
    CHECK_EQ_INT(chorus_verdict(r), CHORUS_NONE);
    CHECK_EQ_INT(chorus_check(r), CHORUS_TRUE); /* still possible */
    CHECK(!chorus_trace_text(r));
    chorus_free(r);
    chorus_free(s);
}

/* ---- the program itself ---- */

static const char racy_text[] = "#include <assert.h>\n"
                                "#include <pthread.h>\n"
                                "int x;\n"
                                "void *f(void *a) { int v = x; x = v + 1; assert(x == v + 1); return a; }\n"
                                "int main(void) { pthread_t t; for (;;) pthread_create(&t, 0, f, 0); }\n";

static ChorusSession *replayed(const char *program)
{
    ChorusSession *s = load(program);
    CHECK_EQ_INT(chorus_check(s), CHORUS_FALSE);
    const char *trace = file("a.trace", chorus_trace_text(s));
    chorus_free(s);
    s = load(program);
    CHECK_EQ_INT(chorus_native_run(s), CHORUS_INTERNAL); /* there is no counterexample yet */
    CHECK_EQ_INT(chorus_replay(s, trace), CHORUS_OK);
    return s;
}

/* A library, whose function is called by threads that are no part of it. */
TEST(clients_call_a_library)
{
    const char *path = file("a.c", "#include <assert.h>\nint x;\nstatic void twice(void)\n{\n    x++;\n    x--;\n"
                                   "    assert(x == 0);\n}\n");
    const char *const wrong[] = {"", "twice:", "twice:2", ",twice", "twice,", "2x", "a b", "twice:*:*"};
    for (int many = 0; many < 2; many++) {
        ChorusSession *s = chorus_new();
        REQUIRE(s);
        CHECK_EQ_INT(chorus_add_clients(s, many ? "twice:*" : "twice", 1), CHORUS_OK);
        ChorusSession *other = chorus_clone(s);
        chorus_free(s);
        REQUIRE(other);
        CHECK_EQ_INT(chorus_load(other, &path, 1), CHORUS_OK);
        CHECK_EQ_INT(chorus_add_clients(other, "twice", 1), CHORUS_BAD_OPTION);
        CHECK_EQ_INT(chorus_check(other), many ? CHORUS_FALSE : CHORUS_TRUE);
        chorus_free(other);
    }
    ChorusSession *s = chorus_new();
    REQUIRE(s);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        CHECK_EQ_INT(chorus_add_clients(s, wrong[i], 0), CHORUS_BAD_OPTION);
    CHECK_EQ_INT(chorus_load(s, &path, 1), CHORUS_BAD_INPUT);
    chorus_free(s);
}

TEST(a_counterexample_runs_natively)
{
    ChorusSession *s = replayed(file("a.c", racy_text));
    CHECK_EQ_INT(chorus_native_run(s), CHORUS_OK);
    CHECK_EQ_INT(chorus_verdict(s), CHORUS_FALSE);
    CHECK(strncmp(chorus_scope(s), "natively: assertion fails at ", 29) == 0);
    CHECK_EQ_INT(chorus_native_emit(s, "/nowhere/x"), CHORUS_BAD_OPTION);
    CHECK(strstr(chorus_error(s), "/nowhere/x"));
    chorus_abandon(s); /* nothing is running: no effect */
    chorus_free(s);
}

TEST(a_scpl_counterexample_does_not_run_natively)
{
    ChorusSession *s = replayed(file("a.scpl", buggy_text));
    CHECK_EQ_INT(chorus_native_run(s), CHORUS_BAD_INPUT);
    CHECK(strstr(chorus_error(s), "it is not C"));
    CHECK_EQ_INT(chorus_verdict(s), CHORUS_FALSE); /* that of the interpreter stands */
    chorus_free(s);
}

TEST(an_interrupted_native_run_ends)
{
    ChorusSession *s = replayed(file("a.c", racy_text));
    chorus_interrupt(s);
    CHECK_EQ_INT(chorus_native_run(s), CHORUS_INTERNAL);
    CHECK_STR(chorus_error(s), "interrupted");
    chorus_free(s);
}

/* ---- files that change ---- */

static int take_verdict(void *arg, ChorusSession *one, size_t property, ChorusStatus status)
{
    (void)property;
    *(ChorusVerdict *)arg = status == CHORUS_OK ? chorus_verdict(one) : CHORUS_NONE;
    return 0;
}

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    REQUIRE(file && fputs(text, file) >= 0 && fclose(file) == 0);
}

/* The file itself stays as it is: only what it includes changes. */
TEST(who_asks_again_is_answered_about_the_files_as_they_are)
{
    char place[] = "/tmp/chorus-api-XXXXXX", path[100], header[100];
    REQUIRE(mkdtemp(place));
    snprintf(path, sizeof path, "%s/a.c", place);
    snprintf(header, sizeof header, "%s/a.h", place);
    write_text(path, "#include \"a.h\"\n#include <assert.h>\nint x = N;\nint main(void) { assert(x); return 0; }\n");
    const char *paths[] = {path}, *properties[] = {"unreach-call"};
    ChorusQuestions questions = {.paths = paths, .path_count = 1, .properties = properties, .property_count = 1};
    questions.errors = "assert";
    ChorusSession *s = chorus_new();
    ChorusVerdict verdict = CHORUS_NONE;
    write_text(header, "#define N 1\n");
    CHECK_EQ_INT(chorus_check_several(s, &questions, take_verdict, &verdict), 0);
    CHECK_EQ_INT(verdict, CHORUS_TRUE);
    write_text(header, "#define N 0\n");
    CHECK_EQ_INT(chorus_check_several(s, &questions, take_verdict, &verdict), 0);
    CHECK_EQ_INT(verdict, CHORUS_FALSE);
    chorus_free(s);
    CHECK(remove(path) == 0 && remove(header) == 0 && rmdir(place) == 0);
}

TAP_MAIN();
