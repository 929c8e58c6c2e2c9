/* The memory of the machine, and that of this process. */
#ifndef CHORUS_BASE_MACHINE_H
#define CHORUS_BASE_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct MachineMemory {
    uint64_t bytes;    /* what this process could have; 0 = not known */
    const char *whose; /* "machine's", or of a lower limit: "control group's", "process's (ulimit -v)" */
} MachineMemory;

/* The machine's memory, or the lowest limit of the control groups (version 1 or 2) that the process is in, and of those
 * that are set for it (RLIMIT_AS, RLIMIT_DATA): of these limits, which count what is asked for and not what is used,
 * what the process has asked for and does not use is taken off, so that resident memory can be compared with the
 * result. */
MachineMemory machine_memory(void);
/* Resident memory of this process, all libraries included; 0 = not known. Callable from any thread; takes some ten
 * microseconds. */
uint64_t machine_memory_used(void);

#endif
