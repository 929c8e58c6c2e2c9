/* What the edges of a program are to a memory model: reads and writes of atomic locations, fences, what is handed on by
 * locks and their like. A location is a shared variable that is memory and no array, accessed atomically somewhere. */
#ifndef CHORUS_PROGRAM_WEAK_EVENT_H
#define CHORUS_PROGRAM_WEAK_EVENT_H

#include "program/program.h"

typedef struct LocationEvent {
    uint32_t var; /* the location; VarId.i */
    bool reads, writes;
} LocationEvent;

typedef struct MemoryEvents {
    const Program *p;
    bool *is_location; /* by VarId.i */
    bool
        *is_update; /* by LocId.i: every way there ends with the access of a read-modify-write, whose step comes next */
    VEC(uint32_t) locations;
    Term *spins; /* by EdgeId.i: see program/analysis/spin.h; NULL: not looked for */
    bool has_fences, has_sc, has_sc_fences, has_sections;
    bool has_weak;      /* atomic accesses that are not sequentially consistent */
    bool has_peeks;     /* threads learn of others without being ordered after them: by an attempt to take a lock that
                           fails,     by a signal */
    const char *beyond; /* not NULL: what is accessed atomically, and is no such location */
    const char *hidden; /* not NULL: what is written without an access, or in no order; a proof says nothing of it */
    const char *unfollowed; /* not NULL: what may order threads, and is not followed */
} MemoryEvents;

/* all: every scalar that is memory counts as a location, be it accessed plainly only. */
MemoryEvents *memory_events_find(const Program *p, bool all);
void memory_events_free(MemoryEvents *m);
/* The locations that the edge accesses, each once; at most max are written to out. The number. */
uint32_t memory_events_of(const MemoryEvents *m, const Edge *e, LocationEvent *out, uint32_t max);
#define EVENTS_MAX 8
/* Whether a thread is in an atomic section before or after it. */
bool memory_event_in_section(const Program *p, const Edge *e);
/* The order of its accesses to locations. Atomic sections exclude each other: they are a mutex of its own, inside of
 * which no access hands anything on. */
MemoryOrder memory_event_order(const Program *p, const Edge *e);
/* An array that says of each thread whether it has ended. */
bool memory_var_has_ends(const Var *v);
/* Whether the term is about the variable. */
bool term_is_about(const Program *p, Term t, uint32_t var);

#endif
