/* Checks of a session, and their cores. */
#ifndef CHORUS_LOGIC_SMT_CHECK_H
#define CHORUS_LOGIC_SMT_CHECK_H

#include "logic/smt/smt.h"

/* Checks the assertions with the assumptions (Boolean terms of any shape). */
SmtResult smt_check(Smt *smt, const Term *assumptions, uint32_t count);
/* After SMT_UNSAT: was assumption i of the last smt_check in the core? */
bool smt_core_has(Smt *smt, uint32_t i);
/* After SMT_UNSAT: shrinks the core by deletion, at most budget extra checks; smt_core_has answers for the result. */
void smt_core_minimize(Smt *smt, const Term *assumptions, uint32_t count, uint32_t budget);
/* Callable from another thread (not from a signal handler): makes the running smt_check, smt_all_sat or
 * smt_core_minimize answer SMT_UNKNOWN within a second or so; without effect when none is running. */
void smt_interrupt(Smt *smt);

#endif
