/* An instrumented program can do what it must: it has the steps and errors that are asked for here. More of them do no
 * harm. */
#ifndef CHORUS_KERNEL_MEMORY_MATCH_H
#define CHORUS_KERNEL_MEMORY_MATCH_H

#include "kernel/memory/bits.h"

/* A step that the instrumented program must be able to make along an edge of the plain one. */
typedef struct WantedStep {
    const Edge *e;
    Term guard;    /* over the state before it: where it must be possible; */
    Term excused;  /* but for where this holds; TERM_NONE: nowhere */
    BitStep after; /* what it assigns besides what the edge assigns */
} WantedStep;

/* Do the two programs agree in what is not instrumented: variables, threads, locations? */
void match_frame(MemoryCheck *m, const Program *plain);
/* Steps with that effect are possible wherever that is wanted. Otherwise the check fails. */
void match_step(MemoryCheck *m, const WantedStep *w);
/* An error is possible for a thread at the beginning of e where the guard holds, but for where it is excused. */
void match_error(MemoryCheck *m, const Edge *e, Term guard, Term excused);

#endif
