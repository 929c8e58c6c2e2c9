/* Rows that need no exploration: errors that locks, the order of threads, or what is near by rule out. Each leaves the
 * program with the errors that are left. */
#ifndef CHORUS_PLAN_SETTLE_H
#define CHORUS_PLAN_SETTLE_H

#include "plan/plan.h"

bool settle_excuses(Plan *plan);
/* Bounds of variables: asked first with a small share, then again if that was not enough. */
bool settle_bounded(Plan *plan);
bool settle_is_left(Plan *plan); /* its share was not enough */
/* Teams of threads take time to find, and most errors need few steps to be found: these come before, as a row. */
bool settle_is_teams_due(Plan *plan);
bool settle_before_teams(Plan *plan);
bool settle_teams(Plan *plan);
/* The same where no races are asked: bounds of what counts threads refute other errors. */
bool settle_is_team_counted(Plan *plan);
/* Whether there was not enough time for them. */
bool settle_has_left_teams(Plan *plan);
bool settle_teams_again(Plan *plan);
/* All errors are settled: the verdict. */
bool settle_say_true(Plan *plan);

#endif
