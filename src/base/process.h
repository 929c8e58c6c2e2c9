/* A child process under limits whose standard output and error are read into memory. */
#ifndef CHORUS_BASE_PROCESS_H
#define CHORUS_BASE_PROCESS_H

#include "base/run.h"
#include "base/str.h"

typedef struct ProcessLimits {
    uint64_t cpu_seconds;
    uint64_t memory_bytes;
    size_t output_bytes;
} ProcessLimits;

typedef enum ProcessEnd {
    PROCESS_EXITED,    /* code = exit status */
    PROCESS_SIGNALLED, /* code = signal */
    PROCESS_TOO_LARGE, /* more output than allowed; killed */
    PROCESS_NOT_FOUND, /* could not be started; code = errno */
    PROCESS_FAILED     /* no pipe or no process; code = errno */
} ProcessEnd;

/* Runs args[0] (searched in PATH). spare_text, if not NULL, is readable by the child as /dev/fd/3. out and err
 * are initialised by the caller; err keeps the first 64 KiB. When the run is interrupted or out of time the child
 * is killed and waited for before the run stops. */
ProcessEnd process_run(Run *run, const char *const *args, const char *spare_text, const ProcessLimits *limits, Str *out,
                       Str *err, int *code);

#endif
