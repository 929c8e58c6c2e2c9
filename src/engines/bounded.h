/* Error edges that no thread comes to along its own edges, given bounds of variables and what others are excluded from:
 * settled before anything is explored. */
#ifndef CHORUS_ENGINES_BOUNDED_H
#define CHORUS_ENGINES_BOUNDED_H

#include "engines/question/question.h"

/* As excused_settle (engines/excused.h). *is_cut (may be NULL): most of the time was used up
 * before all errors were asked. */
Program *bounded_settle(Program *p, Proof *proof, Verdict *verdict, bool *is_cut);

#endif
