/* Checks in child processes, one at a time, each with a folder of its own for what it writes. */
#ifndef CHORUS_CLI_LSP_JOB_H
#define CHORUS_CLI_LSP_JOB_H

#include <jansson.h>
#include <stdbool.h>

#include "cli/process/child.h"

/* What the editor has configured. */
typedef struct JobSettings {
    double seconds;
    size_t megabytes;
    char *property;    /* as --property; NULL: the usual one */
    json_t *arguments; /* more arguments, strings */
    json_t *files;     /* the program, paths; empty: the document */
    bool hints;
} JobSettings;

typedef struct Job {
    Child child;
    ChildLimits limits;
} Job;

/* Starts a check of the document (a path) that writes log and page into the folder, which is emptied first. Returns 0
 * or errno. */
int job_start(Job *job, const JobSettings *settings, const char *document, const char *folder);
static inline bool job_runs(const Job *job) { return job->child.pid > 0; }
/* Reads what it says; has it ended? */
bool job_look(Job *job);
void job_kill(Job *job);
/* Removes the folder with all that is in it. */
void job_remove_folder(const char *folder);

#endif
