/* A program of a fixed number of threads, written out: every thread that it ever has is a template of its own and is
 * there from the start.
 *
 * The threads are found by following starts: an edge that starts one, taken by one thread, starts one thread, since it
 * may not lie on a cycle. Locals become variables that all conditions may speak of; a thread that is started waits at
 * its entry for a flag that its starter sets together with the parameters. Before that nobody touches its locals, so
 * that their initial values can be there from the beginning. Each thread also has a variable `pc` that says where it
 * is. Steps correspond one to one, so the same error edges can be taken, in the same order of steps. */
#ifndef CHORUS_MODULAR_THREADS_H
#define CHORUS_MODULAR_THREADS_H

#include "program/program.h"

#define THREADS_MAX 16

typedef struct ThreadInstance {
    TemplateId of;   /* in the program as given */
    uint32_t parent; /* who starts it; NO_ID: there at the start */
    EdgeId start;    /* by this edge of the program as given */
    VarId pc;        /* where it is, as LocId.i of the program written out */
    VarId started;   /* a flag; .i = NO_ID: there at the start */
    uint32_t *vars;  /* per variable of the program as given: what it is for this thread, VarId.i written out */
    uint32_t *locs;  /* per location of the program as given: LocId.i written out, NO_ID = of another template */
} ThreadInstance;

typedef VEC(uint32_t) ThreadVars; /* VarId.i, written out */

typedef struct Threads {
    Program *from; /* as given */
    Program *p;    /* written out: template i is thread i */
    VEC(ThreadInstance) all;
    VEC(EdgeId) origin;          /* per edge written out: in the program as given */
    VEC(uint32_t) other;         /* per variable written out: the input that is its value after others moved, VarId.i */
    bool *switches;              /* per location written out: threads may take turns there (cutpoint.h) */
    uint32_t *readers, *writers; /* per variable: sets of threads, as bits */
    uint32_t *owner;             /* per variable: whose local or pc it is, NO_ID = nobody's */
} Threads;

/* NULL: the program has no fixed small number of threads; *why says so, one line. */
Threads *threads_write_out(Program *p, const char **why);
/* Variables that these threads write. */
void threads_written(const Threads *t, uint32_t threads, ThreadVars *out);
/* Does the thread have error edges? */
bool threads_has_errors(const Threads *t, uint32_t thread);

#endif
