#include "cli/process/slurm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "cli/files/memory.h"
#include "cli/files/output.h"
#include "cli/process/command.h"

static char *option(const char *name, const char *value) { return memory_format("--%s=%s", name, value); }

static char *number_option(const char *name, size_t value) { return memory_format("--%s=%zu", name, value); }

static char *array_option(const SlurmJob *job)
{
    if (!job->at_once) return memory_format("--array=0-%zu", job->count - 1);
    return memory_format("--array=0-%zu%%%zu", job->count - 1, job->at_once);
}

/* "1234" or "1234;cluster". */
static bool take_id(SlurmJob *job, const char *said)
{
    size_t length = strspn(said, "0123456789");
    if (!length || length >= sizeof job->id || !strchr(";\n", said[length])) return false;
    memcpy(job->id, said, length);
    job->id[length] = 0;
    return true;
}

bool slurm_submit(SlurmJob *job)
{
    CHECK(job->count > 0);
    char *words[10], *said;
    static char program[] = "sbatch", parsable[] = "--parsable";
    size_t n = 0;
    words[n++] = program;
    words[n++] = parsable;
    const size_t own = n;
    words[n++] = array_option(job);
    words[n++] = option("job-name", "chorus");
    words[n++] = option("output", job->log);
    /* An element whose node is lost is run again, and goes on where it was. */
    words[n++] = memory_format("--requeue");
    if (job->megabytes) words[n++] = number_option("mem", job->megabytes);
    if (job->minutes) words[n++] = number_option("time", job->minutes);
    words[n++] = memory_copy(job->script, strlen(job->script));
    words[n] = NULL;
    CHECK(n < sizeof words / sizeof words[0]);
    int status = command_run(words, &said);
    bool ok = status == 0 && take_id(job, said);
    said[strcspn(said, "\n")] = 0;
    if (status == 127)
        output_complain("sbatch is not there: is this a machine of a Slurm cluster?");
    else if (!ok)
        output_complain("the job was not submitted: %s", *said ? said : "sbatch said nothing");
    free(said);
    for (size_t i = own; i < n; i++)
        free(words[i]);
    return ok;
}

bool slurm_is_over(const SlurmJob *job)
{
    static char program[] = "squeue", no_header[] = "-h", states[] = "-o%T";
    char *id = option("jobs", job->id), *said;
    char *words[] = {program, no_header, states, id, NULL};
    int status = command_run(words, &said);
    bool over = status == 0 ? !*said : strstr(said, "Invalid job id") != NULL;
    free(said);
    free(id);
    return over;
}

void slurm_cancel(const SlurmJob *job)
{
    static char program[] = "scancel";
    char *said, *words[] = {program, memory_copy(job->id, strlen(job->id)), NULL};
    if (command_run(words, &said) != 0) output_complain("job %s was not cancelled: %s", job->id, said);
    free(said);
    free(words[1]);
}
