/* The memory of the machine, and that of this process. */
#ifndef CHORUS_BASE_MACHINE_H
#define CHORUS_BASE_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct MachineMemory {
    uint64_t bytes; /* what this process could have; 0 = not known */
    bool is_cgroup; /* a control group's limit, lower than what the machine has */
} MachineMemory;

/* The machine's memory, or the lowest limit of the control groups (version 1 or 2) that the process is in. */
MachineMemory machine_memory(void);
/* Resident memory of this process, all libraries included; 0 = not known. Callable from any thread; takes some ten
 * microseconds. */
uint64_t machine_memory_used(void);

#endif
