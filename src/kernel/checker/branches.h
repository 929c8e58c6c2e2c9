/* Branches that make no difference, for the checker: what program/analysis/branches.h says, found and left out by
 * itself.
 *
 * Let "matters" be a set of variables, and "passed" a set of locations from each of which one edge can be taken
 * whatever the state is, none is an error, starts a thread, enters or leaves an atomic section or assigns what matters,
 * and all lead to the same location over passed ones; no cycle is of passed ones, and what guards elsewhere depend on,
 * directly or over assignments, matters. Then runs with and without the steps from passed locations can be made of each
 * other, with the same values of what matters: so instead of the edges from each, one is enough that leads to the
 * first location to which all ways come, without a guard. What is true there, of what matters, was true before. */
#ifndef CHORUS_KERNEL_CHECKER_BRANCHES_H
#define CHORUS_KERNEL_CHECKER_BRANCHES_H

#include "program/program.h"

/* Of an indexed program without accesses. matters: per variable; on entry, what has to; on return, all that does. The
 * edges from passed locations become one, and the program is indexed again; drops: else no location is passed. */
void branches_reduce(Program *p, bool *matters, bool drops);

#endif
