/* Error edges that need no exploration: why they cannot be taken is known from locks and the order of threads. */
#ifndef CHORUS_ENGINE_EXCUSED_H
#define CHORUS_ENGINE_EXCUSED_H

#include "engine/question.h"

/* Adds a part about the error edges that are excused to the proof, and what excuses them to the verdict. The program in
 * which these, and what only they ask for, cannot be taken; it has the same ids. NULL: no error edge is left. The
 * program itself when none is excused. */
Program *excused_settle(Program *p, Proof *proof, Verdict *verdict);

/* A copy in which these error edges (per edge) cannot be taken, nor what announces only what they ask for. They remain
 * as edges, so that all keep their numbers. */
Program *excused_without(Program *p, const bool *excused);

#endif
