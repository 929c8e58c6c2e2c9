/* Strongly connected components of a directed graph. */
#ifndef CHORUS_BASE_COMPONENTS_H
#define CHORUS_BASE_COMPONENTS_H

#include "base/run.h"

/* Numbers the components of the graph with nodes 0 .. n - 1, where node v has edges to to[start[v]] ..
 * to[start[v + 1] - 1]: component[v] is 0 .. count - 1, and an edge never leads to a component of a larger number.
 * Returns the count. Time and memory are linear (Tarjan, SIAM J. Comput. 1972). */
uint32_t components_find(Run *run, uint32_t n, const uint32_t *start, const uint32_t *to, uint32_t *component);

#endif
