/* A second search for a violation, with C bodies for functions of the library. */
#ifndef CHORUS_SESSION_BODIES_H
#define CHORUS_SESSION_BODIES_H

#include "session/session.h"

/* Whether the program has steps that bodies may say more of. */
bool session_has_use_of_bodies(const ChorusSession *s);
/* Before the exact model is asked, or after its "unknown": whether the program with bodies is worth a look. */
bool session_may_have_bodies(const ChorusSession *s);
/* Looks at few states and runs of the program, and of the program with bodies. Takes milliseconds, beside loading, and
 * at most so many seconds. Only a violation is taken. */
void session_try_runs(ChorusSession *s, double seconds);
/* Loads the program with bodies and asks about it, for so many seconds, and for at most about as long as the first
 * search took. Only a violation is taken: which of several behaviours the bodies have is for an error to choose, and
 * not for a proof. Otherwise the session is as before. */
void session_try_bodies(ChorusSession *s, double seconds);

/* After "unknown" of both: whether an allocation fails in the possible error that was found, nobody says that malloc
 * does not fail, and memory is not what is asked about. Bodies can be in the way: a text of arbitrary characters is
 * looked at where its length does not matter. */
bool session_may_run_out(const ChorusSession *s);
/* Loads the program without bodies, in which malloc may fail, and asks about it, likewise. */
void session_try_running_out(ChorusSession *s, double seconds);

#endif
