/* Abstract states, of every abstraction alike: their numbers, what is tracked where, and the initial ones. */
#ifndef CHORUS_ENGINES_SYMMPA_ABSTRACTION_STATES_H
#define CHORUS_ENGINES_SYMMPA_ABSTRACTION_STATES_H

#include "base/intern.h"
#include "engines/symmpa/abstraction/predicate.h"
#include "engines/symmpa/abstraction/ticket.h"
#include "engines/symmpa/explore/oracle.h"
#include "logic/smt/smt.h"
#include "program/analysis/liveness.h"

typedef struct AbstractStates {
    Program *p;
    Predicates *predicates;
    Smt *smt;
    Liveness *live;               /* NULL without masking */
    const Tickets *tickets;       /* whose locals are tracked where they hold tickets, dead or not; may be NULL */
    Bits *tracked;                /* per location: indices of local predicates tracked there */
    Intern shared_ids, local_ids; /* valuations; [location, valuation] */
    VEC(InitialState) initial;
    bool initial_ready;
} AbstractStates;

/* mask: predicates over dead locals are not tracked. Memory of the run. */
void states_open(AbstractStates *s, Program *p, Predicates *predicates, Smt *smt, bool mask);
/* Forgets all states; to be called when predicates were added, too. */
void states_refresh(AbstractStates *s);
uint32_t states_intern_shared(AbstractStates *s, const Bits *bits);
uint32_t states_intern_local(AbstractStates *s, LocId loc, const Bits *bits);
Bits states_shared_bits(const AbstractStates *s, uint32_t shared);
Bits states_local_bits(const AbstractStates *s, uint32_t local);
LocId states_location(const AbstractStates *s, uint32_t local);
LocalInfo states_info(const AbstractStates *s, uint32_t local);
/* Exact; see Oracle. */
uint32_t states_initial(AbstractStates *s, const InitialState **states);

#endif
