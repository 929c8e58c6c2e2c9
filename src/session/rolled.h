/* The exact model of a program whose loops of threads are not written out (c/compile/unroll.h): threads that are
 * started in a loop are a team of any number then, of which something may be known (facts/exclusion/team.h) where so
 * many single threads have too many states. */
#ifndef CHORUS_SESSION_ROLLED_H
#define CHORUS_SESSION_ROLLED_H

#include "session/session.h"

/* Whether loops were written out, and all that is asked is a usual question. The model may not have been asked yet. */
bool session_may_roll(const ChorusSession *s);
/* Makes the model in a run of its own, and asks about it, for so many seconds; before the exact model was asked, only
 * what takes moments. If it is proved the session is about it from now on. Otherwise the session is as before. */
void session_try_rolled(ChorusSession *s, double seconds);

#endif
