/* Files that a command writes. None is one that it reads, no two are the same, and what somebody else wrote stays. */
#ifndef CHORUS_CLI_FILES_TARGET_H
#define CHORUS_CLI_FILES_TARGET_H

#include <stdbool.h>
#include <stddef.h>

typedef struct OutputTarget {
    const char *option; /* which names it, without dashes */
    const char *path;   /* NULL: not wanted */
} OutputTarget;

/* Is this how programs and tasks are called (.c, .i, .scpl, .litmus, .bbp, .yml, .set)? */
bool target_looks_like_input(const char *path);

/* May all of them be written? Complains if not. Inputs are compared as files, not by name (NULL: none). Of files that
 * exist only empty ones, pipes and devices, and those that begin as Chorus's own do, are written; with `force` all but
 * inputs. */
bool targets_may_write(const OutputTarget *targets, size_t count, const char *const *inputs, size_t input_count,
                       bool force);

/* The same for the files NNNNNN.smt2 in a directory, which need not be there. */
bool target_may_fill(const char *directory, const char *const *inputs, size_t input_count, bool force);

#endif
