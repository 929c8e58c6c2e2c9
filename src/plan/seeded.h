/* Rows that begin with predicates which are guessed from how the program uses shared counters: where one says how far
 * an array has been filled, or two are the ends of a ring (program/analysis/frontier_seed.h), and where one is looked
 * at before and after data is read (program/analysis/reread_seed.h). The program that is asked is the whole one. */
#ifndef CHORUS_PLAN_SEEDED_H
#define CHORUS_PLAN_SEEDED_H

#include "plan/plan.h"

bool seeded_is_filled(Plan *plan); /* if races are asked */
bool seeded_ask_filled(Plan *plan);
bool seeded_is_reread(Plan *plan);
bool seeded_ask_reread(Plan *plan);

#endif
