/* The loop (engines/symmpa/cegar.h) about everything that is left, within limits. */
#ifndef CHORUS_PLAN_ASK_H
#define CHORUS_PLAN_ASK_H

#include "plan/plan.h"

/* The loop's verdict about p, which is plan->verdict while the loop runs, so that it holds the statistics when the run
 * is left. */
VerdictKind ask_refinement_loop(Plan *plan, Program *p, Request *request, Lesson *lesson);
/* A certificate about all error edges that are left; watch, counts: what it rests on, or NULL. */
void ask_prove_whole(Plan *plan, Certificate *c, const ElementWatch *watch, const ThreadCounts *counts);
/* Everything that is left, together. after_glance: see Request. True when the verdict is final. */
bool ask_whole(Plan *plan, Limits most, bool after_glance);

#endif
