#include "cli/help/help.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/nearest.h"
#include "cli/files/output.h"
#include "cli/files/status.h"
#include "cli/help/commands.h"
#include "cli/help/completion.h"
#include "cli/help/help_text.h"
#include "cli/help/manual.h"
#include "cli/process/monitor.h"

#define HELP_COLUMN 34

static int print_help(Output *out)
{
    monitor_claim_output(STATUS_TRUE);
    return output_flush(out, STATUS_TRUE);
}

static void add_help_option(Output *out, const OptionView *o)
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
static const char *const research[] = {
    "model",    "abstraction", "method", "passive",     "mixed",      "symmetry",        "parts",
    "excuse",   "merge",       "mask",   "seed-values", "iterations", "order",           "verbosity",
    "engines",  "without",     "only",   "share-calls", "sequential", "sequential-safe", "sequential-violated",
    "volatile", NULL};
/* What is written for other programs and for pages: 'chorus help reports'. */
static const char *const reports[] = {"trace-detail", "html",           "sarif", "baseline", "new-only", "suppressions",
                                      "witness",      "witness-format", "cache", "watch",    "force",    NULL};
/* Of projects with several programs: 'chorus help projects'. */
static const char *const projects[] = {"project", "program",           "list-programs", "library", "entry",
                                       "thread",  "unknown-functions", "malloc",        NULL};

/* Options that only matter for checking are left out of the help of the others, which take them all the same. */
static bool option_matters(Command command, const char *name)
{
    static const char *const for_check[] = {"threads",    "parts",      "excuse", "mask", "seed-values",
                                            "iterations", "self-check", "method", NULL};
    static const char *const for_others[] = {"merge", "verbosity", NULL};
    static const char *const not_for_mc[] = {"method",        "property",    "errors",     "granularity", "integers",
                                             "nondet-static", "share-calls", "parts",      "excuse",      "merge",
                                             "mask",          "seed-values", "self-check", "iterations",  NULL};
    if (strcmp(name, "method") == 0) return command == COMMAND_RACE;
    if (strcmp(name, "variable") == 0) return command != COMMAND_CHECK; /* it is the help of race that tells it */
    if (is_one_of(name, reports)) return false;
    if (is_one_of(name, projects)) return strcmp(name, "project") == 0;
    if (is_one_of(name, research) && ((int)command & COMMAND_CHECKS || !is_one_of(name, for_others))) return false;
    if (command == COMMAND_MC) return !is_one_of(name, not_for_mc);
    if (strcmp(name, "explorer") == 0) return false;
    if ((command == COMMAND_REPLAY || command == COMMAND_CERTIFY) && strcmp(name, "merge") == 0) return false;
    if (command == COMMAND_RACE && (strcmp(name, "property") == 0 || strcmp(name, "errors") == 0)) return false;
    return (int)command & COMMAND_CHECKS || !is_one_of(name, for_check);
}

static void add_options(Output *out, Command command)
{
    OptionView o;
    for (size_t i = 0; help_option(command, i, &o); i++) {
        if (command != COMMAND_SUITE && command != COMMAND_LSP && !option_matters(command, o.name)) continue;
        if (command == COMMAND_MC && strcmp(o.name, "threads") == 0) o.help = "every number of threads, or exactly N";
        add_help_option(out, &o);
    }
    if (command == COMMAND_MC || command == COMMAND_SUITE || command == COMMAND_LSP) return;
    output_add(out, "  -D -I -include -std=... -m32 -O2 -Wall -g -lm ...  as for a C compiler\n");
}

int help_print_command(Command command)
{
    Output out = {NULL, 0, 0, false};
    HelpText text;
    if (help_text(command_word(command), &text)) {
        output_add(&out, text.head);
        add_options(&out, command);
        output_add(&out, text.tail);
    }
    CHECK(out.length > 0); /* every subcommand has a text */
    return print_help(&out);
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
    return print_help(&out);
}

/* The options that the help of check only names. */
static int print_experiments(void)
{
    Output out = {NULL, 0, 0, false};
    OptionView o;
    output_add(&out, "Options of 'chorus check' for experiments: published methods and baselines, techniques\n"
                     "that can be left out, and the log. docs/engine.md describes the methods.\n\n");
    for (size_t i = 0; options_view(COMMAND_CHECK, i, &o); i++)
        if (is_one_of(o.name, research)) add_help_option(&out, &o);
    return print_help(&out);
}

/* Options about how a verdict is told. */
static int print_reports(void)
{
    Output out = {NULL, 0, 0, false};
    OptionView o;
    output_add(&out, "Options of 'chorus check' and 'chorus race' about how verdicts are told, to people and to\n"
                     "other programs. docs/reports.md has examples.\n\n");
    for (size_t i = 0; options_view(COMMAND_CHECK, i, &o); i++)
        if (is_one_of(o.name, reports)) add_help_option(&out, &o);
    return print_help(&out);
}

static int print_projects(void)
{
    Output out = {NULL, 0, 0, false};
    OptionView o;
    output_add(&out,
               "Projects: 'chorus check -p build' takes files and flags from build/compile_commands.json, as\n"
               "CMake, Meson and Bear write it; 'chorus check DIR' the C files of a folder. A program is the\n"
               "file with main, and of the files without one those that define what it needs. On the command\n"
               "line, flags of a C compiler may stand as they do in a Makefile, and @FILE for words in a file.\n\n");
    for (size_t i = 0; options_view(COMMAND_CHECK, i, &o); i++)
        if (is_one_of(o.name, projects)) add_help_option(&out, &o);
    return print_help(&out);
}

/* For those who make packages: not told in the overview. */
static int print_made(const char *kind, const char *word)
{
    Output out = {NULL, 0, 0, false};
    bool is_man = strcmp(kind, "man") == 0;
    if (is_man ? manual_add_page(&out, word) : word && completion_add(&out, word)) return print_help(&out);
    if (is_man)
        output_complain("there is no manual page about '%s' (see 'chorus help')", word);
    else
        output_complain("there is no completion for '%s' (expected bash, zsh, fish)", word ? word : "");
    output_clear(&out);
    return STATUS_USAGE;
}

static const char *topic(size_t i)
{
    static const char *const topics[] = {
#define X(name, help) #name,
        CLI_COMMANDS(X)
#undef X
            "experiments",
        "reports",
        "projects"
    };
    return i < sizeof topics / sizeof topics[0] ? topics[i] : NULL;
}

int command_help(int argc, char **argv)
{
    if (argc == 0) return print_overview();
    HelpText text;
    if (help_text(argv[0], &text)) return help_print_command(text.command);
    static const char *const no_text[] = {"help", "version", NULL};
    if (strcmp(argv[0], "experiments") == 0) return print_experiments();
    if (strcmp(argv[0], "projects") == 0) return print_projects();
    if (strcmp(argv[0], "reports") == 0) return print_reports();
    if (strcmp(argv[0], "man") == 0 || strcmp(argv[0], "completion") == 0)
        return print_made(argv[0], argc > 1 ? argv[1] : NULL);
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
    if (argc > 0) {
        output_complain("version takes no argument '%s'", argv[0]);
        return STATUS_USAGE;
    }
    Output out = {NULL, 0, 0, false};
    char build[200];
    chorus_describe_build(build, sizeof build);
    output_addf(&out, "chorus %s\n%s\n", chorus_version(), build);
    return print_help(&out);
}
