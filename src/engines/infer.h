/* Context inference as an engine: CIRC and omega-CIRC (engines/circ/circ.h), and the method for threads of finitely
 * many states. */
#ifndef CHORUS_ENGINES_INFER_H
#define CHORUS_ENGINES_INFER_H

#include "engines/question/question.h"

/* Races and assertions. */
bool infer_answers(const Question *question);
/* See Engine.run. TRUE holds for every number of threads, and comes without certificate; FALSE replays. */
void infer_run(const Question *question, Verdict *verdict);
void infer_run_omega(const Question *question, Verdict *verdict);
/* Without predicates: threads of finitely many states, counted (engines/circ/finite.h). */
void infer_run_finite(const Question *question, Verdict *verdict);

#endif
