/* A survey beside a verdict (c/survey/cells/survey.h). */
#ifndef CHORUS_SESSION_SURVEY_H
#define CHORUS_SESSION_SURVEY_H

#include "session/session.h"

/* Does a survey of the session's files find every cell safe and nothing that is in no cell: is there no data race in
 * any interleaving? Takes at most about so many seconds. Outside of the run. */
bool session_survey_is_safe(ChorusSession *s, double seconds);

/* Whether a survey may tell something: races are asked, and there is no verdict. */
bool session_may_survey(const ChorusSession *s);
/* Surveys the cells, for about so many seconds, in a run of its own. They are told by chorus_cells from then on, and
 * the verdict is "true" if every cell is safe and nothing is left out, races only are asked, of all variables that
 * begin as C says, and nobody asks for a self-check by its name, which is to ask for a certificate. */
void session_try_survey(ChorusSession *s, double seconds);

#endif
