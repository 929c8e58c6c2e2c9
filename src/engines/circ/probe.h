/* The program that interleavings are traces of: that of the threads, and edges that say "these two accesses meet".
 *
 * An access that a thread stands before becomes a step that stays there and keeps the index in a variable of its own;
 * the access of the other thread becomes an error edge that compares. So a race is the end of a trace, which is
 * simulated, and teaches predicates, like any other (engines/symmpa/refine/simulate.h,
 * engines/symmpa/refine/discover.h). */
#ifndef CHORUS_ENGINES_CIRC_PROBE_H
#define CHORUS_ENGINES_CIRC_PROBE_H

#include "program/program.h"

typedef struct Probe {
    Program *program;    /* the threads' edges come first, with the same numbers */
    uint32_t edge_count; /* of these */
    VarId index;
} Probe;

/* A program of the same threads. */
Probe probe_new(Program *threads);
/* The step of the thread that stands before its access. */
EdgeId probe_stand(Probe *probe, EdgeId edge, uint32_t access);
/* The error of one whose access meets it. */
EdgeId probe_meet(Probe *probe, EdgeId edge, uint32_t access, EdgeId other, uint32_t other_access);

#endif
