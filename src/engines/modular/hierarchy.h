/* The order of threads: who is main, and in which order its environment is divided. */
#ifndef CHORUS_ENGINES_MODULAR_HIERARCHY_H
#define CHORUS_ENGINES_MODULAR_HIERARCHY_H

#include "engines/modular/threads.h"

/* order: room for all threads. The first is `main`. The others are those of `given`, in its order, if that is not NULL.
 * Otherwise those come next whose values those before them read, each as late as those allow that read its values: in a
 * chain, also one in which values are passed over several links, the order of the chain. */
void hierarchy_order(const ModularThreads *t, uint32_t main, const uint32_t *given, uint32_t *order);
/* All threads, those that `names` names (separated by commas) first. NULL, or one line about what is wrong. */
const char *hierarchy_read(const ModularThreads *t, const char *names, uint32_t *order);

#endif
