/* Another model of the files of a session, asked about in a run of its own. */
#ifndef CHORUS_SESSION_BESIDE_H
#define CHORUS_SESSION_BESIDE_H

#include "session/session.h"

/* Whether no method, abstraction or number of threads is named: who names one asks for that and nothing else. */
bool session_is_plain(const ChorusSession *s);
/* The session, in another run, is one about no program yet, for so many seconds; what was set before loading stays
 * where it was. */
void session_begin_beside(ChorusSession *s, Run *run, double seconds);

#endif
