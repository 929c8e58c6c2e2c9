/* A second search for a violation, with C bodies for functions of the library. */
#ifndef CHORUS_SESSION_BODIES_H
#define CHORUS_SESSION_BODIES_H

#include "session/session.h"

/* Whether the program has steps that bodies may say more of. */
bool session_has_use_of_bodies(const ChorusSession *s);
/* After "unknown" of the exact model: whether the program with bodies is worth a look. */
bool session_may_have_bodies(const ChorusSession *s);
/* Loads the program with bodies and asks about it, for so many seconds, and for at most about as long as the first
 * search took. Only a violation is taken: which of several behaviours the bodies have is for an error to choose, and
 * not for a proof. Otherwise the session is as before. */
void session_try_bodies(ChorusSession *s, double seconds);

#endif
