/* Rows that ask one part of the question at a time. FALSE is that of a part, whose trace is one of the program
 * (program/analysis/part.c); TRUE that of all of them. */
#ifndef CHORUS_PLAN_PARTS_H
#define CHORUS_PLAN_PARTS_H

#include "plan/plan.h"

/* Several questions that have little to do with each other: each by itself, shortly. */
bool parts_are_near(Plan *plan);
bool parts_ask_near(Plan *plan);
/* The last row: final, be it that nothing is known. */
bool parts_ask(Plan *plan);

#endif
