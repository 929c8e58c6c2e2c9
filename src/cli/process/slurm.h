/* Array jobs of Slurm, by its own commands: sbatch, squeue, scancel. What is queued where, what is run again after a
 * node was lost, and whose turn it is, is Slurm's. */
#ifndef CHORUS_CLI_PROCESS_SLURM_H
#define CHORUS_CLI_PROCESS_SLURM_H

#include <stdbool.h>
#include <stddef.h>

typedef struct SlurmJob {
    const char *script, *log; /* files; "%a" in the name of the log is the element's number */
    size_t count;             /* elements, from 0 on */
    size_t at_once;           /* at most so many run at a time; 0: as many as there is room for */
    size_t megabytes;         /* for an element; 0: Slurm's own default */
    size_t minutes;           /* by the clock, likewise */
    char id[32];              /* set by slurm_submit */
} SlurmJob;

/* Complains when it cannot be submitted. */
bool slurm_submit(SlurmJob *job);
/* Has no element anything left to do? Not when Slurm does not answer: that may pass. */
bool slurm_is_over(const SlurmJob *job);
void slurm_cancel(const SlurmJob *job);

#endif
