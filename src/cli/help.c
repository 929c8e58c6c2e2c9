#include "cli/help.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "cli/commands.h"
#include "cli/monitor.h"
#include "base/nearest.h"
#include "cli/files/output.h"
#include "cli/files/status.h"
#include "cli/suite_options.h"

#define HELP_COLUMN 34

static int print(Output *out)
{
    monitor_claim_output(STATUS_TRUE);
    return output_flush(out, STATUS_TRUE);
}

static void add_option(Output *out, const OptionView *o)
{
    char left[64];
    int n = o->letter ? snprintf(left, sizeof left, "  -%c, --%s", o->letter, o->name)
                      : snprintf(left, sizeof left, "  --%s", o->name);
    CHECK(n > 0 && (size_t)n < sizeof left);
    if (o->shape) snprintf(left + n, sizeof left - (size_t)n, "=%s", o->shape);
    CHECK(strlen(left) + 1 < sizeof left); /* not cut */
    CHECK(*o->help);
    output_addf(out, "%-*s %s", HELP_COLUMN, left, o->help);
    if (o->value) output_addf(out, " [%s]", o->value);
    output_add(out, "\n");
}

static bool is_one_of(const char *name, const char *const *names)
{
    while (*names && strcmp(name, *names) != 0)
        names++;
    return *names;
}

/* For experiments: published methods and baselines, and what can be left out. The help of check ends with their names.
 */
static const char *const research[] = {"abstraction", "method", "passive",   "mixed",   "symmetry",
                                       "parts",       "excuse", "merge",     "mask",    "seed-values",
                                       "iterations",  "order",  "verbosity", "engines", NULL};
/* What is written for other programs and for pages: 'chorus help reports'. */
static const char *const reports[] = {"trace-detail", "html", "sarif", "baseline", NULL};

/* Options that only matter for checking are left out of the help of the others, which take them all the same. */
static bool matters(Command command, const char *name)
{
    static const char *const for_check[] = {"threads",    "parts",      "excuse", "mask", "seed-values",
                                            "iterations", "self-check", "method", NULL};
    static const char *const for_others[] = {"merge", "verbosity", NULL};
    static const char *const not_for_mc[] = {"method",        "property",   "errors",     "granularity", "integers",
                                             "nondet-static", "parts",      "excuse",     "merge",       "mask",
                                             "seed-values",   "self-check", "iterations", NULL};
    if (strcmp(name, "method") == 0) return command == COMMAND_RACE;
    if (strcmp(name, "variable") == 0) return command != COMMAND_CHECK; /* it is the help of race that tells it */
    if (is_one_of(name, reports)) return false;
    if (is_one_of(name, research) && ((int)command & COMMAND_CHECKS || !is_one_of(name, for_others))) return false;
    if (command == COMMAND_MC) return !is_one_of(name, not_for_mc);
    if (strcmp(name, "explorer") == 0) return false;
    if ((command == COMMAND_REPLAY || command == COMMAND_CERTIFY) && strcmp(name, "merge") == 0) return false;
    if (command == COMMAND_RACE && (strcmp(name, "property") == 0 || strcmp(name, "errors") == 0)) return false;
    return (int)command & COMMAND_CHECKS || !is_one_of(name, for_check);
}

static void add_suite_options(Output *out)
{
    static const OptionView options[] = {
#define X(field, name, letter, shape, value, help) {name, shape, help, value, letter},
        SUITE_OPTIONS(X)
#undef X
    };
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++)
        add_option(out, &options[i]);
    output_addf(out, "%-*s %s\n", HELP_COLUMN, "  --force", "overwrite a file that Chorus did not write");
    output_addf(out, "%-*s %s\n", HELP_COLUMN, "  -h, --help", "print this");
}

static void add_options(Output *out, Command command)
{
    OptionView o;
    if (command == COMMAND_SUITE) {
        add_suite_options(out);
        return;
    }
    for (size_t i = 0; options_view(command, i, &o); i++) {
        if (!matters(command, o.name)) continue;
        if (command == COMMAND_MC && strcmp(o.name, "threads") == 0) o.help = "every number of threads, or exactly N";
        add_option(out, &o);
    }
    if (command == COMMAND_MC) return;
    output_add(out, "  -D -U -I -include -m32 -m64 -fwrapv  passed on to the C compiler\n");
}

static const char check_head[] = "usage: chorus check [options] FILE...\n"
                                 "Proves that no assertion fails, or what else --property asks, for every number\n"
                                 "of threads, or shows how one does. FILE: C (.c, .i), .scpl, or a task (.yml).\n\n";
static const char check_tail[] = "\nThe lines before the result say what was checked and assumed. Exit status: 0\n"
                                 "true, 1 false, 2 unknown, 64 usage, 65 input not understood, 66 no such file, 70\n"
                                 "internal error. No progress line: -q. No colours: NO_COLOR=1. 'chorus help\n"
                                 "reports': --trace-detail --html --sarif --baseline. 'chorus help experiments':\n"
                                 "--engines --abstraction --method --passive --mixed --symmetry --parts\n"
                                 "--excuse --merge --mask --seed-values --iterations --order.\n";

static const char race_head[] = "usage: chorus race [options] FILE...\n"
                                "Proves that no two threads access memory at once in a way that C does not order,\n"
                                "for every number of threads, or shows the two accesses and how they meet.\n"
                                "FILE: C (.c, .i), .scpl, or a task (.yml).\n\n";
static const char race_tail[] = "\nThe same as 'chorus check --property=no-data-race'. Exit status as for check: 0\n"
                                "true, 1 false, 2 unknown. docs/races.md says what a race is. Examples:\n"
                                "  chorus race server.c pool.c\n"
                                "  chorus race -x 's.count,a[]' server.c\n";

static const char mc_head[] = "usage: chorus mc [options] FILE.bbp\n"
                              "Model-checks a Boolean broadcast program: can an assertion fail, or a thread\n"
                              "reach an error location? docs/boolprog.md describes the language.\n\n";
static const char mc_tail[] = "\nExplorers: counter lists states and dd keeps them on decision diagrams, for N\n"
                              "threads; view is for every number of threads and says true or nothing.\n"
                              "The last line is the result; exit status as for check. Example:\n"
                              "  chorus mc -n 4 --explorer=dd abstraction.bbp\n";

static const char dump_head[] = "usage: chorus dump [options] FILE...\n"
                                "Prints a program as text that Chorus reads back (.scpl).\n\n";

static const char replay_head[] = "usage: chorus replay [options] TRACE FILE...\n"
                                  "Runs a counterexample of 'chorus check --trace=TRACE FILE...' again, step by\n"
                                  "step, and says whether the assertion fails.\n\n";
static const char replay_tail[] = "\nOptions for check that change the program are to be given again.\n"
                                  "Exit status: 0 it fails, 1 the trace does not replay, 65 not a trace of this\n"
                                  "program with these options; others as for check.\n";

static const char certify_head[] = "usage: chorus certify [options] CERTIFICATE FILE...\n"
                                   "Checks a proof of 'chorus check --certificate=CERTIFICATE FILE...' with code of\n"
                                   "its own: the invariant holds at the start, every step of every thread keeps it,\n"
                                   "and no assertion fails in it.\n\n";
static const char certify_tail[] = "\nOptions for check that change the program are to be given again.\n"
                                   "Exit status: 0 certified, 1 rejected, 2 not finished, 65 not a certificate of\n"
                                   "this program with these options; others as for check.\n";

static const char suite_head[] = "usage: chorus suite [options] LIST... [-- options of check]\n"
                                 "Checks many tasks, each in a process of its own, and compares the answers with\n"
                                 "those that are expected. LIST: a task (.yml), a directory of them, SV-COMP's\n"
                                 ".set file, or a table with lines TASK or TASK<tab>PROPERTY<tab>EXPECTED.\n"
                                 "Tasks that do not ask for the property are skipped.\n\n";
static const char suite_tail[] = "\nWrong answers, crashes, and tasks that cannot be read are told first. Exit\n"
                                 "status: 0 none of them, 1 some, 2 interrupted, 64 usage, 65 list not understood,\n"
                                 "66 no such file, 70 internal error. docs/suite.md describes tables and points.\n"
                                 "  chorus suite -j 4 --time-limit=20 --output=new.tsv --compare=old.tsv tasks/\n";

static const struct {
    Command command;
    const char *head, *tail;
} texts[] = {
    {COMMAND_CHECK, check_head, check_tail},
    {COMMAND_RACE, race_head, race_tail},
    {COMMAND_MC, mc_head, mc_tail},
    {COMMAND_DUMP, dump_head, ""},
    {COMMAND_REPLAY, replay_head, replay_tail},
    {COMMAND_CERTIFY, certify_head, certify_tail},
    {COMMAND_SUITE, suite_head, suite_tail},
};

int help_print_command(Command command)
{
    Output out = {NULL, 0, 0, false};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (texts[i].command != command) continue;
        output_add(&out, texts[i].head);
        add_options(&out, command);
        output_add(&out, texts[i].tail);
    }
    CHECK(out.length > 0); /* every subcommand has a text */
    return print(&out);
}

static int print_overview(void)
{
    Output out = {NULL, 0, 0, false};
    output_add(&out, "usage: chorus SUBCOMMAND [options] FILE...\n"
                     "Verifies multi-threaded C programs, for every number of threads.\n\n");
#define X(name, help) output_addf(&out, "  chorus %-10s %s\n", #name, help);
    CLI_COMMANDS(X)
#undef X
    output_add(&out, "\nStart with 'chorus check FILE.c'; 'chorus check --help' lists the options.\n");
    return print(&out);
}

/* The options that the help of check only names. */
static int print_experiments(void)
{
    Output out = {NULL, 0, 0, false};
    OptionView o;
    output_add(&out, "Options of 'chorus check' for experiments: published methods and baselines, techniques\n"
                     "that can be left out, and the log. docs/engine.md describes the methods.\n\n");
    for (size_t i = 0; options_view(COMMAND_CHECK, i, &o); i++)
        if (is_one_of(o.name, research)) add_option(&out, &o);
    return print(&out);
}

/* Options about how a verdict is told. */
static int print_reports(void)
{
    Output out = {NULL, 0, 0, false};
    OptionView o;
    output_add(&out, "Options of 'chorus check' and 'chorus race' about how verdicts are told, to people and to\n"
                     "other programs. docs/reports.md has examples.\n\n");
    for (size_t i = 0; options_view(COMMAND_CHECK, i, &o); i++)
        if (is_one_of(o.name, reports)) add_option(&out, &o);
    return print(&out);
}

static const char *topic(size_t i)
{
    static const char *const topics[] = {
#define X(name, help) #name,
        CLI_COMMANDS(X)
#undef X
            "experiments",
        "reports"
    };
    return i < sizeof topics / sizeof topics[0] ? topics[i] : NULL;
}

int command_help(int argc, char **argv)
{
    if (argc == 0) return print_overview();
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (strcmp(argv[0], command_word(texts[i].command)) == 0) return help_print_command(texts[i].command);
    static const char *const no_text[] = {"help", "version", NULL};
    if (strcmp(argv[0], "experiments") == 0) return print_experiments();
    if (strcmp(argv[0], "reports") == 0) return print_reports();
    if (is_one_of(argv[0], no_text)) return print_overview();
    const char *nearest = nearest_word(argv[0], topic);
    if (nearest)
        output_complain("there is no help about '%s' (did you mean 'chorus help %s'?)", argv[0], nearest);
    else
        output_complain("there is no help about '%s' (see 'chorus help')", argv[0]);
    return STATUS_USAGE;
}

int command_version(int argc, char **argv)
{
    (void)argc, (void)argv;
    Output out = {NULL, 0, 0, false};
    output_addf(&out, "chorus %s\n", chorus_version());
    return print(&out);
}
