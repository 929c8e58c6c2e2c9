/* Goes through the rows of the plan. */
#ifndef CHORUS_PLAN_LOOP_H
#define CHORUS_PLAN_LOOP_H

#include "plan/plan.h"

/* Asks the rows about the question's program one after the other, until one is final. Each is left when its share of
 * the time, or of the memory, is used up. Inside of run_guard. See Engine.run. Soundness: TRUE when every error edge is
 * in a part of the proof, or explored with all others that are left; FALSE by a run that was replayed. */
void plan_run(const Question *question, Verdict *verdict);

#endif
