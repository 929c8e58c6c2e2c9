/* Rows that ask about one arbitrary element, or several, instead of all elements of arrays (program/watched.h):
 * elements that are used as locks are, or that locks guard, and elements of which threads draw the numbers. Where the
 * first is not enough, a short look at the program itself finds most errors before more elements are tried. Drawn ones
 * need few predicates, if they are each drawn once; where they are not, a run soon shows it. */
#ifndef CHORUS_PLAN_ELEMENTS_H
#define CHORUS_PLAN_ELEMENTS_H

#include "plan/plan.h"

bool elements_are_owned(Plan *plan);
bool elements_are_drawn(Plan *plan);
bool elements_are_any(Plan *plan); /* owned, or drawn */
bool elements_ask_one(Plan *plan);
bool elements_ask_several(Plan *plan);
bool elements_ask_drawn(Plan *plan);

#endif
