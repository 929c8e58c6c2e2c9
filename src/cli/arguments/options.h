/* Arguments of subcommands. The options of a session (chorus_option_*) and those of the command line itself make
 * one list; help texts are generated from it. */
#ifndef CHORUS_CLI_ARGUMENTS_OPTIONS_H
#define CHORUS_CLI_ARGUMENTS_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "chorus.h"
#include "cli/files/database.h"
#include "cli/files/task.h"
#include "cli/files/words.h"

typedef enum Command {
    COMMAND_CHECK = 1,
    COMMAND_DUMP = 2,
    COMMAND_REPLAY = 4,
    COMMAND_CERTIFY = 8,
    COMMAND_MC = 16,
    COMMAND_SUITE = 32,
    COMMAND_RACE = 64, /* check, with the property given */
    COMMAND_VALIDATE = 128,
    COMMAND_LSP = 256,
    COMMAND_EXPLAIN = 512
} Command;

#define COMMAND_CHECKS (COMMAND_CHECK | COMMAND_RACE)
#define COMMAND_PRINTS (COMMAND_CHECKS | COMMAND_REPLAY | COMMAND_CERTIFY | COMMAND_VALIDATE | COMMAND_MC)
#define COMMAND_PROJECT (COMMAND_CHECKS | COMMAND_REPLAY | COMMAND_CERTIFY | COMMAND_DUMP | COMMAND_EXPLAIN)
#define COMMAND_ALL (COMMAND_PRINTS | COMMAND_DUMP | COMMAND_EXPLAIN)

/* X(field, long name, letter or 0, value or NULL, commands, help) */
#define CLI_OPTIONS(X)                                                                                                 \
    X(stage, "stage", 0, "NAME", COMMAND_DUMP, "program merged boolprog acfa sequential graph")                        \
    X(stats, "stats", 0, NULL, COMMAND_CHECKS | COMMAND_MC, "print statistics before the result")                      \
    X(json, "json", 0, "FILE", COMMAND_CHECKS | COMMAND_MC, "also write JSON to FILE ('-': only JSON)")                \
    X(as_json, "json", 0, NULL, COMMAND_EXPLAIN, "print JSON instead of text")                                         \
    X(html, "html", 0, "FILE", COMMAND_CHECKS, "write a page for a browser: counterexamples step by step")             \
    X(sarif, "sarif", 0, "FILE", COMMAND_CHECKS, "write a SARIF 2.1.0 log, for code scanners and editors")             \
    X(baseline, "baseline", 0, "FILE", COMMAND_CHECKS, "an earlier log: --sarif says what is new, what is gone")       \
    X(new_only, "new-only", 0, NULL, COMMAND_CHECKS, "exit status 1 for what is new, and not allowed, only")           \
    X(suppressions, "suppressions", 0, "FILE", COMMAND_CHECKS, "what is allowed, and why: PROPERTY FILE: WHY")         \
    X(witness, "witness", 0, "FILE", COMMAND_CHECKS, "write a witness of SV-COMP (.graphml: format 1.0)")              \
    X(witness_format, "witness-format", 0, "yaml|graphml", COMMAND_CHECKS, "2.0 or 1.0, whatever FILE is called")      \
    X(trace, "trace", 0, "FILE", COMMAND_CHECKS, "write a counterexample to FILE, for replay")                         \
    X(predicates, "predicates", 0, "FILE", COMMAND_CHECKS | COMMAND_DUMP, "start with the predicates in FILE")         \
    X(certificate, "certificate", 0, "FILE", COMMAND_CHECKS, "write a proof to FILE, for certify")                     \
    X(smtlib, "smtlib", 0, "DIR", COMMAND_CERTIFY, "write every obligation as SMT-LIB 2 into DIR")                     \
    X(states, "states", 0, NULL, COMMAND_REPLAY, "print the variables after each step")                                \
    X(native, "native", 0, NULL, COMMAND_REPLAY, "run the program itself that way, too")                               \
    X(emit, "emit", 0, "DIR", COMMAND_REPLAY, "write that run as source, for a debugger")                              \
    X(force, "force", 0, NULL, COMMAND_CHECKS | COMMAND_MC | COMMAND_CERTIFY,                                          \
      "overwrite files that Chorus did not write")                                                                     \
    X(engines, "engines", 0, NULL, COMMAND_CHECKS, "only list the rows of the plan, and the methods")                  \
    X(without, "without", 0, "ROW,ROW", COMMAND_CHECKS, "rows of the plan that are not asked")                         \
    X(only, "only", 0, "ROW,ROW", COMMAND_CHECKS, "rows of the plan, of which alone are asked")                        \
    X(variables, "variable", 'x', "NAME", COMMAND_ALL & ~COMMAND_MC, "races: only of this, or several: A,B")           \
    X(order, "order", 0, "T1,T2", COMMAND_CHECK | COMMAND_DUMP, "order of threads, for --method=modular")              \
    X(sequential, "sequential", 0, "CHECKER", COMMAND_CHECK | COMMAND_DUMP,                                            \
      "there: auto, diagrams, loop, 'COMMAND {file}'")                                                                 \
    X(sequential_safe, "sequential-safe", 0, "REGEX", COMMAND_CHECK | COMMAND_DUMP,                                    \
      "what COMMAND prints of safe programs")                                                                          \
    X(sequential_violated, "sequential-violated", 0, "REGEX", COMMAND_CHECK | COMMAND_DUMP,                            \
      "what it prints of others")                                                                                      \
    X(cache, "cache", 0, NULL, COMMAND_CHECKS, "keep proofs and traces, and certify or replay them next time")         \
    X(watch, "watch", 0, NULL, COMMAND_CHECKS, "check again whenever a source in the folder changes")                  \
    X(project, "project", 'p', "DIR", COMMAND_PROJECT, "where compile_commands.json is")                               \
    X(program, "program", 0, "NAME", COMMAND_PROJECT, "of several there: by its file with main")                       \
    X(library, "library", 0, "FILE", COMMAND_PROJECT, "C bodies of functions that have none, linked as needed")        \
    X(entry, "entry", 0, "F,G:*", COMMAND_PROJECT, "no main: a thread calls F, any number call G, again and again")    \
    X(thread, "thread", 0, "F,G:*", COMMAND_PROJECT, "such threads beside main: callbacks, interrupts")                \
    X(list_programs, "list-programs", 0, NULL, COMMAND_CHECKS, "only list those of a project")                         \
    X(quiet, "quiet", 'q', NULL, COMMAND_PRINTS, "print the result line only")                                         \
    X(verbose, "verbose", 'v', NULL, COMMAND_ALL, "like --verbosity=1 (-vv: 2, ...)")                                  \
    X(help, "help", 'h', NULL, COMMAND_ALL, "print this")

typedef struct Arguments {
    const char *const *paths;
    size_t path_count;
    const char *const *given; /* the paths as on the command line: a task, where `paths` has its files */
    size_t given_count;
    double time_limit;    /* seconds, 0 = none */
    const char *property; /* as given, later the name (inputs_resolve); NULL: the usual one */
    const char *property_given;
    char **properties; /* of --property, each once (inputs_resolve) */
    size_t property_count;
    bool asks_all;   /* --property=all, or there were no assertions: asserts are errors */
    bool has_errors; /* --errors was given */
    bool has_malloc; /* --malloc was */
    bool has_memory; /* --memory was */
    bool is_sv_comp; /* a property file or a task: unreach-call means what it means there */
    Command command;
    const char *predicates, *stage, *json, *trace, *certificate, *smtlib, *emit, *variables, *order;
    const char *sequential, *sequential_safe, *sequential_violated;
    const char *project, *program, *library;
    const char *entry, *thread; /* functions: see chorus_add_clients */
    const char *without, *only; /* see chorus_leave_out_rows */
    const char *html, *sarif, *baseline, *suppressions, *witness, *witness_format;
    int as_json, new_only, list_programs, cache, watch, stats, states, native, force, engines, quiet, verbose;
    int help;          /* how often given, as those before */
    bool has_width;    /* -m32 or -m64 was given */
    Database database; /* of a project, or the files of a folder */
    char **argv;       /* of them, in an order of its own */
    WordList words;    /* of the command line, when files with more of them are read */
    Task task;         /* when a task definition was given; see inputs_resolve */
    const char **task_paths, **project_paths, **library_paths;
} Arguments;

/* Parses the arguments after the subcommand, sets the options of the session, and moves the paths to the front of
 * argv. On failure complains in one line and returns false. */
bool options_parse(Command command, int argc, char **argv, ChorusSession *session, Arguments *arguments);

/* Is the word an option, so that it is not the value of the one before? "-" and negative numbers are none. */
bool options_is_option(const char *word);
/* For a value that stands alone after the option of this shape: does it not look like an input? Else complains. */
bool options_is_file_name(const char *option, const char *shape, const char *value);

/* The word of the subcommand. */
const char *command_word(Command command);

/* One option as help texts show it; letter 0 and shape NULL: none. */
typedef struct OptionView {
    const char *name, *shape, *help, *value; /* value: default; NULL = none to show */
    char letter;
} OptionView;
/* All options of a command in order; false after the last. */
bool options_view(Command command, size_t i, OptionView *view);

#endif
