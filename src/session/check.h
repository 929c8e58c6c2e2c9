/* The check of a loaded program by the engines. */
#ifndef CHORUS_SESSION_CHECK_H
#define CHORUS_SESSION_CHECK_H

#include "session/session.h"

/* The options of the engine. */
EngineOptions session_engine_options(const ChorusSession *s);
/* Asks the plan about the program that is loaded, has the proof certified, and tells the verdict; outside of the run.
 * What ended it early; then the verdict is still to be set. */
StopKind session_ask_model(ChorusSession *s);
/* The same with the verdict set in all cases, and what there is to say beside it. */
void session_check_model(ChorusSession *s);
/* Asks the engines about the loaded program. Inside the run. */
void session_ask(ChorusSession *s, const EngineOptions *options, Verdict *verdict);
/* Asks them another question. Inside the run. */
void session_put(const ChorusSession *s, const Question *question, Verdict *verdict);
/* Why the independent checker does not accept the proof of the verdict, which is true; NULL: it does, or is not asked.
 * Inside the run. */
const char *session_uncertified(ChorusSession *s, const Verdict *verdict);
/* Whether counterexamples are told with every step. */
bool session_tells_all(const ChorusSession *s);
/* The trace of the verdict, for people; whole: with every step. */
ReportSteps *session_steps(ChorusSession *s, bool with_states, bool whole);
/* The steps and the scope of the verdict; a false one's trace is set. Inside the run. */
void session_describe(ChorusSession *s);

#endif
