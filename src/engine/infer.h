/* Context inference as an engine: CIRC and omega-CIRC (race/circ.h), and the method for threads of finitely many
 * states. */
#ifndef CHORUS_ENGINE_INFER_H
#define CHORUS_ENGINE_INFER_H

#include "engine/question.h"

/* Races and assertions. */
bool infer_answers(const Question *question);
/* See Engine.run. TRUE holds for every number of threads, and comes without certificate; FALSE replays. */
void infer_run(const Question *question, Verdict *verdict);
void infer_run_omega(const Question *question, Verdict *verdict);
/* Without predicates: threads of finitely many states, counted (race/finite.h). */
void infer_run_finite(const Question *question, Verdict *verdict);

#endif
