/* The abstraction `exact`: the most precise abstraction per (active thread) and per (active, one passive thread).
 *
 * An abstract state tracks, of the shared part, the values of all shared predicates; of each thread, its location
 * and the values of the local and mixed predicates of its template whose locals are live there (all of them without
 * masking). Transitions come from all-sat over the concrete edge, lazily, and are cached over refinements by the
 * predicates that matter to them (their cone of influence). */
#ifndef CHORUS_ENGINES_SYMMPA_ABSTRACTION_EXACT_H
#define CHORUS_ENGINES_SYMMPA_ABSTRACTION_EXACT_H

#include "engines/symmpa/abstraction/counting.h"
#include "engines/symmpa/abstraction/predicate.h"
#include "engines/symmpa/abstraction/ticket.h"
#include "engines/symmpa/explore/oracle.h"
#include "logic/smt/smt.h"

typedef struct Exact Exact;

/* The program must be merged and indexed. mask: drop predicates over dead locals. */
Exact *exact_new(Program *p, Predicates *predicates, Smt *smt, bool mask);
/* To be called after predicates were added: all state ids become invalid; cached images stay. */
void exact_refresh(Exact *x);
/* Also asks passive threads whose predicates do not change whether they are consistent with a step (paper 000, section
 * 2, "abstracting over multiple threads"): more precise, more queries. Off at first; refreshes. */
void exact_consult_passive(Exact *x, bool consult);
/* The ticket predicates of the program, looked for at the first call. */
const Tickets *exact_find_tickets(Exact *x);
/* Puts them to use, with passive threads consulted from then on; refreshes. */
void exact_use_tickets(Exact *x);
/* The ticket predicates in use. */
uint32_t exact_ticket_count(const Exact *x);
const Ticket *exact_ticket(const Exact *x, uint32_t i);
/* Says that at most `bound` threads exist at a time (0 = no bound known) until the next call; refreshes when it
 * matters. Counting predicates over machine integers need a bound. */
void exact_bound_threads(Exact *x, uint32_t bound);
/* Are there counting predicates (in use or not)? */
bool exact_has_countings(const Exact *x);
/* The counting predicates; those over machine integers are in use while the number of threads is bounded. */
uint32_t exact_counting_count(const Exact *x);
bool exact_counting_in_use(const Exact *x, uint32_t i);
const Counting *exact_counting(const Exact *x, uint32_t i);
void exact_print_counting(const Exact *x, uint32_t i, Str *out);
Oracle exact_oracle(Exact *x);
/* For a search of errors, with partial orders: few of the orders of steps that are independent as far as predicates
 * tell (program/analysis/dependence.h). That no error is found is no proof. */
Oracle exact_reduced_oracle(Exact *x);
/* Number of local states met since the last refresh. */
uint64_t exact_local_states(const Exact *x);
/* What a local part and a shared part stand for: a location, values of predicates by their index (those not tracked at
 * the location are 0). */
LocId exact_location(const Exact *x, uint32_t local);
Bits exact_local_bits(const Exact *x, uint32_t local);
Bits exact_shared_bits(const Exact *x, uint32_t shared);
/* The predicates of its template that are tracked at a location. */
Bits exact_tracked(const Exact *x, LocId loc);

#endif
