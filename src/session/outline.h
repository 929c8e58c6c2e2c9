/* An outline of a program (c/outline) where the model of it gave no verdict on assertions: it covers all runs,
 * so that what is proved of it holds. */
#ifndef CHORUS_SESSION_OUTLINE_H
#define CHORUS_SESSION_OUTLINE_H

#include "session/session.h"

/* Whether an outline may say more: the model ends, or there is none, and all that is asked is whether assertions fail
 * in the program as it is. The model may not have been asked yet. Whoever names a method, or an abstraction, asks for
 * that and nothing else. */
bool session_may_outline(const ChorusSession *s);
/* Makes the outline in a run of its own, and asks about it, for so many seconds. If it is proved the session is about
 * the outline from now on, as if the option "model" were "outline". Otherwise the session is as before, with a word on
 * the outline beside what stopped the model, where there is one to say. */
void session_try_outline(ChorusSession *s, double seconds);
/* Adds that word to why the verdict is "unknown". */
void session_add_outline_reason(ChorusSession *s);

#endif
