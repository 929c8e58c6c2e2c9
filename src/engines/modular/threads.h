/* A program of a fixed number of threads, written out (proof/written_out.h): which threads there are, and what
 * they do.
 *
 * The threads are found by following starts: an edge that starts one, taken by one thread, starts one thread, since it
 * may not lie on a cycle. A thread that is started waits at its entry for a flag that its starter sets together with
 * the parameters. Before that nobody touches its locals, so that their initial values can be there from the beginning.
 * Steps correspond one to one, so the same error edges can be taken, in the same order of steps. */
#ifndef CHORUS_ENGINES_MODULAR_THREADS_H
#define CHORUS_ENGINES_MODULAR_THREADS_H

#include "proof/written_out.h"

typedef VEC(uint32_t) ThreadVars; /* VarId.i, written out */

typedef struct ModularThreads {
    Program *from;               /* as given */
    Program *p;                  /* written out: template i is thread i */
    WrittenOut *written;         /* of which p is the program, with its edges */
    VEC(EdgeId) origin;          /* per edge written out: in the program as given */
    bool *switches;              /* per location written out: threads may take turns there (cutpoint.h) */
    uint32_t *readers, *writers; /* per variable: sets of threads, as bits */
    uint32_t *owner;             /* per variable: whose local or pc it is, NO_ID = nobody's */
} ModularThreads;

/* NULL: the program has no fixed small number of threads; *why says so, one line. */
ModularThreads *threads_write_out(Program *p, const char **why);
uint32_t threads_count(const ModularThreads *t);
/* Variables that these threads write. */
void threads_written(const ModularThreads *t, uint32_t threads, ThreadVars *out);
/* Does the thread have error edges? */
bool threads_has_errors(const ModularThreads *t, uint32_t thread);

#endif
