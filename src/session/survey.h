/* A survey beside a verdict (frontend/cells/survey.h). */
#ifndef CHORUS_SESSION_SURVEY_H
#define CHORUS_SESSION_SURVEY_H

#include "session/session.h"

/* Does a survey of the session's files find every cell safe and nothing that is in no cell: is there no data race in
 * any interleaving? Takes at most about so many seconds. Outside of the run. */
bool session_survey_is_safe(ChorusSession *s, double seconds);

#endif
