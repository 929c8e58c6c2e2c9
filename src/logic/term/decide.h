/* Has a conjunction a model? Without a solver. */
#ifndef CHORUS_LOGIC_TERM_DECIDE_H
#define CHORUS_LOGIC_TERM_DECIDE_H

#include "logic/term/term.h"

typedef enum Decision { DECIDED_NO, DECIDED_YES, UNDECIDED } Decision;

/* Most questions about one step are answered by the values that a few of the conjuncts name: a solver that makes a
 * circuit of each remainder needs a hundred times as long. Exact where it answers. */
Decision term_decide(TermManager *tm, const Term *conjuncts, uint32_t count);

#endif
