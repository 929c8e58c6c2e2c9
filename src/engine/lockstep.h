/* Reductions in lockstep as an engine (lockstep/lockstep.h): proofs of programs with a few fixed threads. */
#ifndef CHORUS_ENGINE_LOCKSTEP_H
#define CHORUS_ENGINE_LOCKSTEP_H

#include "engine/question.h"

bool lockstep_answers(const Question *question);
void lockstep_run(const Question *question, Verdict *verdict);

#endif
