/* A child process in a process group of its own, under limits of time and memory, whose output is read while several
 * of them run.
 *
 * Time is what the processor spent on it, so that many children do not cost each other their time; by the clock a
 * child may take CHILD_WALL_FACTOR times as long, for it may wait for a processor, or for ever. Memory is what it has
 * resident, looked at at each child_look; the address space is limited as well, for what grows faster than that. A
 * child is killed with its group, and by the kernel when the thread that started it ends. */
#ifndef CHORUS_CLI_PROCESS_CHILD_H
#define CHORUS_CLI_PROCESS_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define CHILD_WALL_FACTOR 10
#define CHILD_TAIL 8192 /* bytes of output that are kept */

typedef struct ChildLimits {
    double seconds;    /* 0 = none */
    size_t megabytes;  /* 0 = none */
    size_t base_bytes; /* of address space that the program takes without doing anything */
} ChildLimits;

typedef enum ChildEnd {
    CHILD_EXITED,    /* code = exit status */
    CHILD_SIGNALLED, /* code = signal */
    CHILD_TIMEOUT,
    CHILD_STALLED, /* the same, by the clock */
    CHILD_MEMORY
} ChildEnd;

/* The last CHILD_TAIL bytes of a stream, zero-terminated. */
typedef struct ChildStream {
    int fd; /* -1 = closed */
    size_t length;
    char text[2 * CHILD_TAIL + 1];
} ChildStream;

typedef struct Child {
    pid_t pid; /* 0 = none */
    ChildStream out, err;
    double started;
    /* after the end: */
    ChildEnd end;
    int code;
    double seconds, megabytes; /* of processor time, its own children's included; resident at most */
} Child;

/* Seconds of a clock that only goes forward. */
double child_now(void);
/* The bytes of address space that this process takes. */
size_t child_address_space(void);

/* Runs this executable with the arguments (NULL-terminated, the name first). Returns 0 or errno. */
int child_start(Child *child, char *const *arguments, const ChildLimits *limits);
/* Reads what there is without waiting. */
void child_read(ChildStream *stream);
/* Has it ended, or come to a limit? Then it is waited for, and the results are set. */
bool child_look(Child *child, const ChildLimits *limits);
void child_kill(Child *child);

#endif
