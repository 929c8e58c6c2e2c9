/* Suites: many tasks, each checked by a process of its own, compared with the answers that are expected. */
#ifndef CHORUS_CLI_SUITE_H
#define CHORUS_CLI_SUITE_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/input.h"
#include "cli/task.h"

/* X(field, name, letter or 0, shape, default or NULL, help): all have a value. */
#define SUITE_OPTIONS(X)                                                                                               \
    X(property, "property", 0, "NAME|FILE.prp", "unreach-call", "what to check")                                       \
    X(tasks_dir, "tasks-dir", 0, "DIR", NULL, "where the tasks of a table are")                                        \
    X(jobs, "jobs", 'j', "N", NULL, "so many at a time [one a processor]")                                             \
    X(time_limit, "time-limit", 0, "SECONDS", "60", "of processor time for a task, or none")                           \
    X(memory_limit, "memory-limit", 0, "MB", "4000", "for a task, or none")                                            \
    X(output, "output", 0, "FILE.tsv", NULL, "write the table of results")                                             \
    X(compare, "compare", 0, "FILE.tsv", NULL, "say what is different from an earlier table")

typedef struct SuiteOptions {
    const char *property, *tasks_dir, *jobs, *time_limit, *memory_limit, *output, *compare; /* as given */
    char **lists;
    size_t list_count;
    char **passed; /* to every check */
    size_t passed_count;
    bool help;
    /* what they mean: */
    size_t job_count, megabytes; /* megabytes 0 = no limit */
    double seconds;              /* 0 = no limit */
} SuiteOptions;

/* Returns 0, or the exit status after a complaint. */
int suite_parse_options(int argc, char **argv, SuiteOptions *options);

typedef enum SuiteVerdict { VERDICT_NOTHING, VERDICT_TRUE, VERDICT_FALSE, VERDICT_UNKNOWN } SuiteVerdict;

/* X(name, word): how a task ended */
#define SUITE_STATUSES(X)                                                                                              \
    X(CORRECT, "correct")                                                                                              \
    X(WRONG, "wrong")                                                                                                  \
    X(UNRATED, "unrated") /* a verdict, and no expected one */                                                         \
    X(UNKNOWN, "unknown")                                                                                              \
    X(TIMEOUT, "timeout")                                                                                              \
    X(MEMORY, "out-of-memory")                                                                                         \
    X(ERROR, "error") /* the task was not understood */                                                                \
    X(CRASH, "crash")

typedef enum SuiteStatus {
#define X(name, word) SUITE_##name,
    SUITE_STATUSES(X)
#undef X
        SUITE_STATUS_COUNT
} SuiteStatus;

typedef struct SuiteRow {
    char *task; /* the name, from its list on, without suffix */
    char *path;
    Expected expected;
    bool is_done; /* what follows is set */
    SuiteVerdict verdict;
    SuiteStatus status;
    double seconds, megabytes;
    char *reason; /* what stands in the bracket, or why there is no verdict */
} SuiteRow;

typedef struct Suite {
    const char *property;
    SuiteRow *rows;
    size_t count, skipped; /* skipped: tasks that do not ask for the property */
    bool is_interrupted;
} Suite;

/* Adds the tasks of a list: a task, a program, a directory, a .set file or a table. false after input_fail. */
bool suite_add_list(Suite *suite, const char *list, const char *tasks_dir, InputError *error);
/* Leaves only the first of the same paths. */
void suite_drop_repeated(Suite *suite);
void suite_clear(Suite *suite);

/* Checks all tasks; ends early, with is_interrupted, when the process is asked to stop. */
void suite_run(Suite *suite, const SuiteOptions *options);

const char *suite_verdict_word(SuiteVerdict verdict);
const char *suite_status_word(SuiteStatus status);

#endif
