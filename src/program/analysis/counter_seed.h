/* What guesses of predicates about shared counters have in common: how counters move, and which locals are copies of
 * them (frontier_seed.h, ring_seed.h, reread_seed.h). */
#ifndef CHORUS_PROGRAM_ANALYSIS_COUNTER_SEED_H
#define CHORUS_PROGRAM_ANALYSIS_COUNTER_SEED_H

#include "program/program.h"

#define SEEDS_MAX 24u /* more predicates than that are no short question any more */

typedef VEC(Term) SeedTerms;

/* Adds a predicate that is not there yet, and not constant, unless there are SEEDS_MAX. */
void seed_add(Program *p, Term t, SeedTerms *out);

bool seed_is_integer(const Program *p, VarId v, VarClass class);
/* Memory of the program that is an integer: what may be a counter. */
bool seed_is_counter(const Program *p, VarId v);
/* a < b, as the counter is meant. */
Term seed_below(Program *p, VarId counter, Term a, Term b);
/* Whether some step makes the variable a constant more than it was; *step: what it is made. */
bool seed_counts_itself(Program *p, VarId v, Term *step);
/* Whether the counter counts, by itself or as a local does; of such a local it adds whether it is where the counter is,
 * before and after the step. */
bool seed_is_moved(Program *p, VarId counter, SeedTerms *out);

/* Locals that are assigned a counter. */
typedef struct CounterCopies {
    Program *p;
    VarId *original; /* VarId.i -> a counter that a local is a copy of; .i = NO_ID: of none */
} CounterCopies;

CounterCopies copies_find(Program *p);
void copies_free(CounterCopies *c);
/* The term, with counters for their copies. */
Term copies_replace(CounterCopies *c, Term t);
/* Adds whether copies are as the counters are; and what the instrumentation for a memory model (program/weak.h) sends
 * and receives with them. */
void copies_seed(const CounterCopies *c, SeedTerms *out);

/* Which counters a term is about, and whether about anything else. */
typedef struct CountersOfTerm {
    const Program *p;
    Term first, second; /* TERM_NONE: none */
    bool has_more;
} CountersOfTerm;

CountersOfTerm counters_of_term(const Program *p, Term t);

#endif
