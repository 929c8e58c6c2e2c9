/* Modular verification (engines/modular.h) among the rows of the plan: chains of threads that hand values on are proved
 * one thread after the other, where all threads together have too many states and no common invariant is simple. */
#ifndef CHORUS_PLAN_SEQUENTIAL_H
#define CHORUS_PLAN_SEQUENTIAL_H

#include "plan/plan.h"

/* A fixed number of threads, assertions, and a proof that can be certified; who has chosen a checker of sequential
 * programs asks the method itself. */
bool sequential_is_due(Plan *plan);
/* About the program of the question: its proof rests on nothing that other rows have settled. */
bool sequential_ask(Plan *plan);

#endif
