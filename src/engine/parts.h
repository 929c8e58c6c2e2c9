/* One part of the question at a time. */
#ifndef CHORUS_ENGINE_PARTS_H
#define CHORUS_ENGINE_PARTS_H

#include "engine/question.h"

/* See Engine.run: the CEGAR loop (cegar.h), asked about all error edges together or part by part. Soundness: FALSE is
 * that of a part, whose trace is one of the program (analysis/part.c); TRUE that of all of them. */
void parts_run(const Question *question, Verdict *verdict);

#endif
