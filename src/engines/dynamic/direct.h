/* Runs that are steered towards what was suspected in another: threads are held back, each before its access of a pair
 * (Sen, "Race directed random testing of concurrent programs", PLDI 2008) or with its first lock of a circle (Joshi,
 * Park, Sen, Naik, "A randomized dynamic program analysis technique for detecting real deadlocks", PLDI 2009), until
 * the others have come to theirs. */
#ifndef CHORUS_ENGINES_DYNAMIC_DIRECT_H
#define CHORUS_ENGINES_DYNAMIC_DIRECT_H

#include "engines/dynamic/effects.h"
#include "engines/dynamic/schedule.h"

/* Two edges of the program with accesses that conflict. */
typedef struct RacePair {
    EdgeId edges[2];
} RacePair;

/* Takes an announcement of one thread and the error that it leads to of another from where they stand, if there are
 * such edges: the races of program/monitor.h. first_monitor: those edges begin there. */
bool direct_race(Executor *x, uint32_t first_monitor, uint32_t one, uint32_t other);

/* Both: is the executor's run one to an error? gathers: first all threads come to where they take their first lock. */
bool direct_to_race(Executor *x, const Moves *moves, uint32_t first_monitor, RacePair pair, const Schedule *schedule);
bool direct_to_circle(StepEffects *f, const Moves *moves, LockGraph *locks, const Circle *circle,
                      const LockGraph *found, bool gathers, const Schedule *schedule);

#endif
