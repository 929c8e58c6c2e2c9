/* Threads without what a question does not seem to depend on, for those who look at all threads at once. */
#ifndef CHORUS_ENGINES_RELEVANT_H
#define CHORUS_ENGINES_RELEVANT_H

#include "engines/question/question.h"

/* The threads of the question (its accessing program, if races are asked) with more runs, and the same numbers of
 * edges, so that what proves them proves those of the question; a counterexample is none. NULL: all of them matters. */
Program *relevant_threads(const Question *question);

#endif
