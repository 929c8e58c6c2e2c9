/* The arguments of chorus suite. */
#ifndef CHORUS_CLI_ARGUMENTS_SUITE_H
#define CHORUS_CLI_ARGUMENTS_SUITE_H

#include <stdbool.h>
#include <stddef.h>

/* X(field, name, letter or 0, shape, default or NULL, help): all have a value. */
#define SUITE_OPTIONS(X)                                                                                               \
    X(property, "property", 0, "NAME|FILE.prp", "unreach-call", "what to check")                                       \
    X(tasks_dir, "tasks-dir", 0, "DIR", NULL, "where the tasks of a table are")                                        \
    X(jobs, "jobs", 'j', "N", NULL, "so many at a time [one a processor]")                                             \
    X(time_limit, "time-limit", 0, "SECONDS", "60", "of processor time for a task, or none")                           \
    X(memory_limit, "memory-limit", 0, "MB", "4000", "for a task, or none")                                            \
    X(on, "on", 0, "WHERE", "here", "here, or slurm: an array job there")                                              \
    X(output, "output", 0, "FILE.tsv", NULL, "write the table of results")                                             \
    X(compare, "compare", 0, "FILE.tsv", NULL, "say what is different from an earlier table")

typedef struct SuiteOptions {
    const char *property, *tasks_dir, *jobs, *time_limit, *memory_limit, *on, *output, *compare; /* as given */
    char **lists;
    size_t list_count;
    char **passed; /* to every check */
    size_t passed_count;
    bool help, force, resume;
    /* what they mean: */
    bool on_slurm;
    size_t job_count, megabytes; /* megabytes 0 = no limit */
    double seconds;              /* 0 = no limit */
} SuiteOptions;

/* Returns 0, or the exit status after a complaint. */
int suite_parse_options(int argc, char **argv, SuiteOptions *options);

#endif
