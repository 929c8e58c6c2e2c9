/* Joins: what a join waits for is found when all is lowered (ended.c), and what it reads is kept by who returns it. */
#ifndef CHORUS_C_EXACT_THREADS_JOIN_H
#define CHORUS_C_EXACT_THREADS_JOIN_H

#include "c/exact/memory/slot.h"
#include "c/exact/model/state.h"

void lower_join(Lowering *L, LLVMValueRef call);
/* Whether any join of the program asks what the joined thread returned. */
bool joins_read_results(const Lowering *L);
/* For checks: are the edges of joins and of starts that fill handles there, and do only the latter start threads? */
bool joins_are_valid(const Lowering *L);
/* The threads of its handles keep their results, if the join reads one. False: they cannot, and have no results of one
 * type; the join has no handles then. */
bool join_ask_results(Lowering *L, Join *join);
/* Addresses that threads return. */
SlotKey result_slot(void);

/* The value of a handle that is joined or detached, kept in a step of its own, by which the thread may be found;
 * TERM_NONE: it has none. */
Term join_name(Lowering *L, LLVMValueRef handle);

/* Whether a handle is the caller's own, by name (pthread_self()). */
bool join_is_of_self(LLVMValueRef handle);

#endif
