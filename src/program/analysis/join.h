/* Localized programs without what has no effect in them: most of a program, when one thing is asked about it. */
#ifndef CHORUS_PROGRAM_ANALYSIS_JOIN_H
#define CHORUS_PROGRAM_ANALYSIS_JOIN_H

#include "program/joined.h"

/* Which locations of a localized program are joined, and whose threads are idle. */
const Joined *join_choose(Program *p);
/* A copy with the same ids in which threads go from one joined location to the next at once: edges without effect
 * between locations that are one cannot be taken any more. For every run of p it has one along the other edges. */
Program *join_program(Program *p, const Joined *j);

/* Per edge of p: is it one that cannot be taken in the copy, since there it has no effect? */
bool *join_left_out(const Program *p, const Joined *j);

#endif
