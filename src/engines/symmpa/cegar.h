/* SYMMPA: symmetry-aware counterexample-guided abstraction refinement (paper 000, section 4), over any abstraction.
 *
 * The loop is in five files: this one begins and ends it and dispatches by the number of threads; order.c is the order
 * of work; trace.c handles one abstract error; technique.c is the list of what is tried on one that no concrete run
 * follows; verdict.c says true, false and unknown. */
#ifndef CHORUS_ENGINES_SYMMPA_CEGAR_H
#define CHORUS_ENGINES_SYMMPA_CEGAR_H

#include "engines/symmpa/state.h"

/* Whether assertions are asked about. */
bool cegar_answers(const Question *question);
/* See Engine.run; the question is asked as the request says, and *lesson is what is learnt on the way. Soundness: TRUE
 * comes from an exploration without limits hit, over an abstraction that over-approximates the program; FALSE from a
 * concrete run, replayed by the interpreter before it is reported. */
void cegar_run(const Question *question, const Request *request, Lesson *lesson, Verdict *verdict);

#endif
