/* What a proof does not speak of: assertions that no run evaluates; each gets a note. */
#ifndef CHORUS_SESSION_UNREACHED_H
#define CHORUS_SESSION_UNREACHED_H

#include "session/session.h"

/* Those that are known when the program is loaded, which may be all that there are. */
void session_note_unreached(ChorusSession *s);
/* After a proof: all. options: of the proof. The verdict stands whatever comes of it. Not inside the run. */
void session_find_unreached(ChorusSession *s, const EngineOptions *options);

#endif
