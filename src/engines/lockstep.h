/* Reductions in lockstep as an engine (engines/lockstep/lockstep.h): proofs of programs with a few fixed threads. */
#ifndef CHORUS_ENGINES_LOCKSTEP_H
#define CHORUS_ENGINES_LOCKSTEP_H

#include "engines/question/question.h"

bool lockstep_answers(const Question *question);
void lockstep_run(const Question *question, Verdict *verdict);

/* In the order of work of another engine: is it to be tried? rest: the program of the question without the error edges
 * that the parts of a proof settle. */
bool lockstep_is_due(const Question *question, Program *rest);
/* Tries for about so many seconds. True: the verdict is, and the proof has one more part, which settles all that was
 * left; false: both are as before. */
bool lockstep_try(const Question *question, Program *rest, Proof *proof, double seconds, Verdict *verdict);

#endif
