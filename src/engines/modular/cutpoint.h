/* Cut-points: the locations at which threads need to take turns (the interleaving reduction of "Modular Verification of
 * Concurrent Programs via Sequential Model Checking", section 4.1).
 *
 * A thread is run on from a location when it is atomic, or when all edges there are local: they touch nothing that
 * another thread writes, write nothing that another thread touches, start no thread, fail no assertion and enter no
 * atomic section; one of them can always be taken; and no cycle is made of such locations. Local steps commute to the
 * left with the steps of others (Lipton 1975), and one that is missing when the run ends can be added, since it cannot
 * be blocked and others do not notice it. So every error is reached by a run that takes turns elsewhere only. */
#ifndef CHORUS_ENGINES_MODULAR_CUTPOINT_H
#define CHORUS_ENGINES_MODULAR_CUTPOINT_H

#include "engines/modular/threads.h"

/* Fills in t->switches. */
void cutpoints_find(ModularThreads *t);

#endif
