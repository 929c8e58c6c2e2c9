/* Questions to a thread's environment, while a query to the thread itself is answered; and what follows. */
#ifndef CHORUS_ENGINES_MODULAR_ASK_H
#define CHORUS_ENGINES_MODULAR_ASK_H

#include "engines/modular/search.h"

/* Is there a computation of the environment between two conditions, after which the plan leads to the error? */
void ask_fully(QuerySearch *s, Term from, Term to, const ModularPlan *plan, QueryAnswer *answer);
/* The same with a bounded effort; what was asked before, with the same facts about its environment, is known. */
void ask_bounded(QuerySearch *s, Term from, Term to, uint32_t checks, QueryAnswer *answer);
/* Is there no such computation? Then *proof is why. */
bool ask_is_excluded(QuerySearch *s, Term from, Term to, uint32_t checks, ModularClaim *proof);
/* What has been proved is a fact from now on. */
void ask_add_fact(QuerySearch *s, Term from, Term to, ModularClaim proof);
/* The same without conjuncts of `to` that are not needed. */
void ask_generalise_fact(QuerySearch *s, Term from, Term to, ModularClaim proof);

#endif
