/* Answers from what earlier checks found; internal to smt/. */
#ifndef CHORUS_LOGIC_SMT_CACHE_H
#define CHORUS_LOGIC_SMT_CACHE_H

#include "logic/smt/internal.h"
#include "logic/term/evaluate.h"

/* False if evaluation would not do for the query's terms. */
bool cache_may_evaluate(Smt *smt, const Query *query);
/* Whether all assertions and the assumptions hold. Needs cache_may_evaluate. */
bool witness_holds(Smt *smt, Witness *w, const Query *query);
/* The value of t in w. Needs cache_may_evaluate. */
Value witness_evaluate(Smt *smt, Witness *w, Term t);
/* Where w has the value of a variable; valid until the next call. */
uint64_t *witness_place(Smt *smt, Witness *w, Term var);
/* Makes to the same as from. */
void witness_copy(Smt *smt, Witness *to, const Witness *from);
/* An empty one, in the place of the one that was not used for longest. */
Witness *cache_new_witness(Smt *smt);
/* One in which the query holds, or NULL. */
Witness *cache_find_witness(Smt *smt, const Query *query);
/* These terms contradict the base assertions. */
void cache_add_core(Smt *smt, const Term *terms, uint32_t count);
/* Forgets all cores. */
void cache_clear_cores(Smt *smt);
/* Answers "unsatisfiable" with a core from a known one. */
bool cache_find_core(Smt *smt, const Query *query);
/* Frees witnesses and cores; those of the run's end need no call. */
void cache_free(Smt *smt);

#endif
