/* Error edges that no thread comes to along its own edges, given bounds of variables and what others are excluded from:
 * settled before anything is explored. */
#ifndef CHORUS_ENGINE_BOUNDED_H
#define CHORUS_ENGINE_BOUNDED_H

#include "engine/question.h"

/* As excused_settle (engine/excused.h). */
Program *bounded_settle(Program *p, Proof *proof, Verdict *verdict);

#endif
