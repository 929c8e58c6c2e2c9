/* Rows that ask about one arbitrary element, or several, instead of all elements of arrays (program/watched.h):
 * elements that are used as locks are, or that locks guard, and elements of which threads draw the numbers. Where the
 * first is not enough, a short look at the program itself finds most errors before more elements are tried. Drawn ones
 * need few predicates, if they are each drawn once; where they are not, a run soon shows it. Where a counter says how
 * far an array has been filled, that is said in predicates about the element that a race would be at. */
#ifndef CHORUS_PLAN_ELEMENTS_H
#define CHORUS_PLAN_ELEMENTS_H

#include "plan/plan.h"

bool elements_are_owned(Plan *plan);
bool elements_are_drawn(Plan *plan);
bool elements_are_any(Plan *plan); /* owned, or drawn */
bool elements_ask_one(Plan *plan);
bool elements_ask_several(Plan *plan);
bool elements_ask_drawn(Plan *plan);
bool elements_are_filled(Plan *plan); /* up to a counter, if races are asked */
bool elements_ask_filled(Plan *plan);
bool elements_are_reread(Plan *plan); /* data between two looks at a counter */
bool elements_ask_reread(Plan *plan);

#endif
