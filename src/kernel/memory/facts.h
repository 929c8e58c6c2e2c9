/* What steps are to a memory model, found by the checker itself: which variables are atomic locations, what a step
 * accesses, and where the rules say nothing. */
#ifndef CHORUS_KERNEL_MEMORY_FACTS_H
#define CHORUS_KERNEL_MEMORY_FACTS_H

#include "kernel/checker/live.h"
#include "program/program.h"

typedef struct MemoryFacts {
    Program *p;        /* unmerged, not instrumented */
    bool all;          /* each scalar that is memory is a location, be it accessed plainly only */
    bool *is_location; /* by VarId.i */
    bool *is_update;   /* by LocId.i: whichever way a thread comes there, a read-modify-write is its next step */
    uint32_t locations;
    bool has_sc, has_sc_fences, has_weak, has_sections;
    const char *outside; /* not NULL: what is done to memory, and is no access to a location */
    bool is_promised;    /* threads learn of each other by what orders them only */
    Term *waits;         /* by EdgeId.i: see kernel/memory/waiting.h; TERM_NONE: not asked yet */
    CheckerLive live;
    bool has_live;
} MemoryFacts;

typedef struct LocationAccess {
    uint32_t var; /* a location */
    bool reads, writes;
} LocationAccess;
typedef VEC(LocationAccess) LocationAccesses;

/* Belongs to the run of p. */
MemoryFacts *memory_facts_find(Program *p, bool all);
/* What the edge does to locations, each once, in the order in which the edge names them. The caller frees the list. */
LocationAccesses memory_accesses_of(const MemoryFacts *f, const Edge *e);
/* Whether the thread is in an atomic section before or after it. */
bool memory_is_in_section(const Program *p, const Edge *e);
/* The order of what it accesses. Who is in an atomic section is ordered by the section, and by nothing inside of it. */
MemoryOrder memory_order_of(const Program *p, const Edge *e);

#endif
