/* The omega check: is a context that was inferred for k threads one for every number of threads? ("Race Checking by
 * Context Inference", section 5.) */
#ifndef CHORUS_ENGINES_CIRC_OMEGA_H
#define CHORUS_ENGINES_CIRC_OMEGA_H

#include "engines/circ/conflict.h"

typedef struct OmegaQuestion {
    System *system;              /* of k threads, its contexts the quotients of the graphs */
    ReachGraph *graphs;          /* by template, finished */
    uint32_t *const *maps;       /* of each graph's locations */
    const MonitorQuestion *asks; /* NULL: races are not asked */
} OmegaQuestion;

/* The configurations R that any number of context threads can reach are found first. Then a location n of a graph is
 * good if what other threads may do while a thread is there, according to R, leads from its states to its states; and
 * if, other than in the paper, which has that from the run with k threads, what the thread itself does is in the graph,
 * and no error is possible there, next to any other thread that R has.
 *
 * Soundness, by induction on the length of a run of any number of threads: every thread i is in a state of a location
 * n_i of its graph, and the classes of the n_i with the shared predicates are in R. A step of i leads along its graph,
 * as every step from a state that R lets run is in the graph; the quotient has that edge from that valuation, so the
 * classes afterwards are in R; and for j the step is one of those n_j is good for. A thread that starts does so in a
 * start of its graph. */
bool omega_is_good(const OmegaQuestion *question);

#endif
