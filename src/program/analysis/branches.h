/* Branches that make no difference: those whose ways all lead to one location, and do nothing that matters there.
 *
 * An edge is quiet if it is no error, starts no thread, over-approximates nothing, enters or leaves no atomic section,
 * and assigns no variable that matters. A location is passed if its edges are quiet, one of them can always be taken,
 * whatever the state and the inputs, and all lead to the same location, at once or over passed ones, along no cycle. A
 * variable matters if a guard at a location that is not passed depends on it, directly or through assignments. Both are
 * found together: at first nothing matters; then the variables of guards at locations that are not passed do, and
 * those that they are made of; which makes edges loud, and locations that were passed ones that are not.
 *
 * In a passed location a thread can neither stop nor be stopped (but by who stops all others, as before and after), and
 * on each of its ways it does the same to everything that matters: nothing. So of its ways one is kept, without its
 * condition. A run of the program is one of what comes out once its steps from passed locations are replaced by those
 * on the ways that are kept, and likewise back: program/replay.h walks the ways that the values say. */
#ifndef CHORUS_PROGRAM_ANALYSIS_BRANCHES_H
#define CHORUS_PROGRAM_ANALYSIS_BRANCHES_H

#include "program/program.h"

/* Can a step always be taken at the location, whatever the state and the inputs are? Errs towards no. */
bool branches_cover(const Program *p, LocId l);
/* Keeps one way through each passed location of p, whose edges have no accesses any more: the guards of the others
 * become false. p->passed says which these locations are. */
void branches_drop(Program *p);

#endif
