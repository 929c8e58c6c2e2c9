/* Errors that runs of the program itself come to. */
#ifndef CHORUS_ENGINES_RUNS_H
#define CHORUS_ENGINES_RUNS_H

#include "engines/question/question.h"

/* All look for a run of p; true: it is one of the question's program, and the verdict. Errors far away, at the end of
 * long loops, or (short runs, since arrays may be long) that need some of too many values: few interruptions. Near
 * ones, where predicates are costly. */
bool runs_far(const Question *question, Program *p, Verdict *verdict);
bool runs_short(const Question *question, Program *p, Verdict *verdict);
bool runs_near(const Question *question, Program *p, Verdict *verdict);
/* A program that starts at most so many threads: among at most `limit` states of it, in a run of few steps. */
bool runs_states(const Question *question, Program *p, uint32_t threads, uint64_t limit, Verdict *verdict);
/* One that is known to have an error in one of so many states that it may take, too: with little work, then whatever
 * the run. */
bool runs_seen(const Question *question, Program *p, uint32_t threads, uint32_t states, uint64_t limit,
               Verdict *verdict);

#endif
