/* The order of threads: who is main, and in which order its environment is divided. */
#ifndef CHORUS_MODULAR_HIERARCHY_H
#define CHORUS_MODULAR_HIERARCHY_H

#include "modular/threads.h"

/* order: room for all threads; the first is `main`, then those whose values it reads, then those whose values these
 * read, and so on: in a chain, the order of the chain. */
void hierarchy_order(const Threads *t, uint32_t main, uint32_t *order);

#endif
