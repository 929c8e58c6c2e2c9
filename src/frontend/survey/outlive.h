/* Locals that may be used when their function has returned, or their block has ended. */
#ifndef CHORUS_FRONTEND_SURVEY_OUTLIVE_H
#define CHORUS_FRONTEND_SURVEY_OUTLIVE_H

#include "frontend/survey/state.h"

/* After threads_find. Such objects stand for several from then on (is_single): what lies in their memory later is
 * another object. Survey.outlived: the first of them. */
void outlive_find(Survey *s);
/* Where that one is declared; file NULL: there is none. What is assumed of it, in words. */
SourcePos outlive_pos(const Survey *s);
const char *outlive_assumption(const Survey *s);

#endif
