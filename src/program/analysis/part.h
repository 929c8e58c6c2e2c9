/* The program of a part of the question: some of the error edges, and only what is said of some of the variables. */
#ifndef CHORUS_PROGRAM_ANALYSIS_PART_H
#define CHORUS_PROGRAM_ANALYSIS_PART_H

#include "program/program.h"

/* A copy with the same variables, locations and edges (same ids) in which only the chosen error edges (per edge) can be
 * taken, and edges that announce only what these do not ask for (program/analysis/announcement.h) cannot. */
Program *part_program(Program *p, const bool *errors);

/* A copy with the same ids in which conditions over variables that are not kept (per variable; inputs always are) hold
 * always, and nothing is assigned to such variables. It has a run along the same edges for every run of p, and more
 * beside: what is proved of it is proved of p, a counterexample is to be looked at again. kept: closed, see
 * part_close. */
Program *part_localize(Program *p, const bool *kept);
/* Adds the variables that the values of kept ones are made of, directly or through others. */
void part_close(const Program *p, bool *kept);

/* Does the condition speak of kept variables only? */
bool part_speaks_of(const Program *p, const bool *kept, Term condition);

#endif
