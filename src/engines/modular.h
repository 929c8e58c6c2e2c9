/* Modular verification through sequential model checking as an engine (engines/modular/modular.h). */
#ifndef CHORUS_ENGINES_MODULAR_H
#define CHORUS_ENGINES_MODULAR_H

#include "engines/question/question.h"

/* What is an error edge of the program; not races, which are steps of two threads. */
bool modular_answers(const Question *question);
/* See Engine.run. For programs with a fixed small number of threads; of others the verdict is "unknown". */
void modular_run(const Question *question, Verdict *verdict);

#endif
