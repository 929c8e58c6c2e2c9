/* Rows that look at states of the program itself, one by one, and at runs of it. */
#ifndef CHORUS_PLAN_STATES_H
#define CHORUS_PLAN_STATES_H

#include "plan/plan.h"

/* So few states that they are a proof at once, unless predicates are found soon, come before all else: a few hundred
 * even before errors are settled without exploration. */
bool states_first(Plan *plan);
bool states_glimpse(Plan *plan);
/* Proofs only, by as many as are looked at in about a second. */
bool states_soon(Plan *plan);
/* Proofs without the variables that take many values. */
bool states_part(Plan *plan);
bool states_part_again(Plan *plan);
/* More of them, where few fixed threads are started; a reduction is tried afterwards: see lockstep_is_due. */
bool states_few(Plan *plan);
bool states_many(Plan *plan);
/* Runs that are short, and a few random ones. */
bool states_short_runs(Plan *plan);
bool states_near_runs(Plan *plan);
/* Runs under random schedules: so few that they take milliseconds; more of them. */
bool states_dynamic(Plan *plan);
bool states_dynamic_again(Plan *plan);

#endif
