/* Error edges that need no exploration: why they cannot be taken is known from locks and the order of threads. */
#ifndef CHORUS_ENGINES_EXCUSED_H
#define CHORUS_ENGINES_EXCUSED_H

#include "engines/question/question.h"
#include "facts/exclusion/reason.h"

/* Adds a part about the error edges that are excused to the proof, and what excuses them to the verdict. The program in
 * which these, and what only they ask for, cannot be taken; it has the same ids. NULL: no error edge is left. The
 * program itself when none is excused. whole: the program before any errors were excused, of which the facts must
 * hold; the same with other error edges. teams (or NULL): threads that are waited for in loops are looked for, too;
 * what the verdict was told before of errors that are left to the exploration is told anew. */
Program *excused_settle(Program *whole, Program *p, TeamSearch *teams, Proof *proof, Verdict *verdict);

/* Are there errors left that such threads may excuse? */
bool excused_may_have_team(const Program *p);
/* Are there errors that are no races, and a team, so that bounds of its numbers may refute some? */
bool excused_may_count_team(const Program *p);

/* A copy in which these error edges (per edge) cannot be taken, nor what announces only what they ask for. They remain
 * as edges, so that all keep their numbers. */
Program *excused_without(Program *p, const bool *excused);

#endif
