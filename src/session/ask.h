/* Programs to the methods, their proofs to the checker. */
#ifndef CHORUS_SESSION_ASK_H
#define CHORUS_SESSION_ASK_H

#include "session/session.h"

/* The options of the engine. */
EngineOptions session_engine_options(const ChorusSession *s);
/* Asks the engines about the loaded program. Inside the run. */
void session_ask(ChorusSession *s, const EngineOptions *options, Verdict *verdict);
/* Asks them another question. Inside the run. */
void session_put(const ChorusSession *s, const Question *question, Verdict *verdict);
/* Why the independent checker does not accept the proof of the verdict, which is true; NULL: it does, or is not asked.
 * Inside the run. */
const char *session_uncertified(ChorusSession *s, const Verdict *verdict);

#endif
