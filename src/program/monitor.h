/* Races as error edges: a program that can take an error edge exactly when the program at hand has a race.
 *
 * A thread may stop before an edge that it could take and announce one of the edge's accesses: it writes its class to
 * the shared variable `race` (and the index of the access to `race.index`) and goes on no more. Another thread that
 * could then make a conflicting access fails. Exact in both directions: what the announcing thread could do must still
 * be possible when the other one fails, so when its guard or index is over shared variables (those of programs in C
 * seldom are: reads are steps of their own) these may not be written any more after an announcement. *
 * Under C11 (MonitorQuestion.events) it is not that two accesses are made at once that counts, but that the later one
 * does not happen after the earlier one. Then the thread that announces goes on, and bits say who comes after it
 * (program/weak_bits.h); any access may be the earlier one. A run to an error edge has a race; where orders are handed
 * on in ways that are not followed the edge is approximate. */
#ifndef CHORUS_PROGRAM_MONITOR_H
#define CHORUS_PROGRAM_MONITOR_H

#include "program/weak_event.h"

/* Which accesses are in question. */
typedef struct MonitorQuestion {
    /* Whether accesses a of edge x and b of edge y, of two threads, are; NULL: all pairs. Symmetric. */
    bool (*asks)(void *arg, EdgeId x, uint32_t a, EdgeId y, uint32_t b);
    void *arg;
    /* Per location, or NULL: accesses at locations of different numbers are announced as different ones. More error
     * edges, each of which says more; the question is the same. */
    const uint32_t *group;
    /* NULL: accesses that are made at once; otherwise, those that C11 does not order. */
    MemoryEvents *events;
} MonitorQuestion;

/* The program with announcements and error edges (PROPERTY_NO_DATA_RACE) for the accesses in question; other error
 * edges stay. The program's edges keep their numbers and lose their accesses. New edges have one access each: an
 * announcing edge that which it announces, an error edge that which fails. */
Program *monitor_races(Program *p, const MonitorQuestion *question);

#endif
