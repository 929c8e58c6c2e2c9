/* What allows a violation that was found: a comment in the source, or one of the given suppressions. It changes no
 * verdict. */
#ifndef CHORUS_SESSION_SUPPRESSED_H
#define CHORUS_SESSION_SUPPRESSED_H

#include "session/session.h"

/* Why, inside the run; .why NULL: nothing allows it, or there is no violation. */
ReportSuppressed session_suppressed(ChorusSession *s);

#endif
