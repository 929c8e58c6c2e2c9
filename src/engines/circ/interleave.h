/* From an abstract error trace to a concrete interleaving ("Race Checking by Context Inference", section 5, Refine,
 * step 1): steps of context automata become steps of particular threads, along paths of the graph that the automaton is
 * the quotient of. */
#ifndef CHORUS_ENGINES_CIRC_INTERLEAVE_H
#define CHORUS_ENGINES_CIRC_INTERLEAVE_H

#include "engines/circ/reach.h"
#include "engines/symmpa/explore/arrange.h"

/* What a context automaton was made of. */
typedef struct ContextOrigins {
    const Acfa *const *graphs; /* by template */
    uint32_t *const *maps;     /* of each graph: the class of a location */
} ContextOrigins;

typedef enum InterleaveResult {
    INTERLEAVE_DONE,
    INTERLEAVE_COUNTER, /* a thread moves that was only counted as "more": k is too low */
    INTERLEAVE_NO_PATH  /* the graph has no path for what a thread does */
} InterleaveResult;

typedef struct Interleaving {
    AbstractTrace trace;    /* without states */
    uint32_t main, partner; /* threads; partner NO_ID: the error is none of two threads */
    EdgeId write_edge;      /* which the partner stands before */
    uint32_t write_access;
} Interleaving;

/* late: silent steps of context threads come as late as possible; else as early. The result is owned by the run. */
InterleaveResult interleave(const System *s, const ContextOrigins *origins, const SystemTrace *trace, bool late,
                            Interleaving *out);
void interleaving_clear(Run *run, Interleaving *interleaving);

#endif
