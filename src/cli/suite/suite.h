/* Suites: many tasks, each checked by a process of its own, compared with the answers that are expected. What the parts
 * of chorus suite share, and the subcommand. */
#ifndef CHORUS_CLI_SUITE_SUITE_H
#define CHORUS_CLI_SUITE_SUITE_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/files/task.h"

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
    int part; /* a file to which rows are added when they are done; negative: none */
} Suite;

/* The arguments after the name of the subcommand; returns the exit status. */
int command_suite(int argc, char **argv);

#endif
