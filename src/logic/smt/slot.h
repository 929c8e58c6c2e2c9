/* The solvers of a session; internal to smt/. */
#ifndef CHORUS_LOGIC_SMT_SLOT_H
#define CHORUS_LOGIC_SMT_SLOT_H

#include "logic/smt/internal.h"

/* The slot best suited to a query, with the base assertions in. */
Slot *slot_choose(Smt *smt, const Query *query);
/* Same, but fresh. */
Slot *slot_fresh(Smt *smt, bool general);
/* Fresh, for bit-vectors, with preprocessing. Only for one check, and to be closed before the next. */
Slot *slot_once(Smt *smt, bool thorough);
/* Adds a fact for good; NULL breaks the session. */
void slot_assert(Smt *smt, Slot *slot, Z3_ast fact);
/* The same for a term. */
void slot_assert_term(Smt *smt, Slot *slot, Term t);
/* A literal that implies t; with iff, one that is equivalent. NULL on failure. */
Z3_ast slot_literal(Smt *smt, Slot *slot, Term t, bool iff);
/* Brings the slot to the limit. */
void slot_set_count_limit(Smt *smt, Slot *slot, unsigned limit);
/* Prepares a slot for the base assertions added since it was used last. */
void slot_catch_up(Smt *smt, Slot *slot);
/* Empties the slot, and with it the model of the last check if that was its. */
void slot_close(Smt *smt, Slot *slot);

#endif
