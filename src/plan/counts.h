/* Rows about values that count threads, in programs that start them without number. */
#ifndef CHORUS_PLAN_COUNTS_H
#define CHORUS_PLAN_COUNTS_H

#include "plan/plan.h"

bool counts_are_due(Plan *plan);
/* Looks for such values. Where they rule out all errors the program in which they are said is asked. */
bool counts_ask(Plan *plan);
/* They were found, and not enough by themselves. */
bool counts_are_known(Plan *plan);
bool counts_or_bounds_are_known(Plan *plan); /* likewise, or that shared variables are bounded */
bool counts_ask_soon(Plan *plan);            /* within few steps, since a look at the program itself comes next */
bool counts_ask_again(Plan *plan);

#endif
