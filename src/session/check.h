/* The check of a loaded program by the engines. */
#ifndef CHORUS_SESSION_CHECK_H
#define CHORUS_SESSION_CHECK_H

#include "session/session.h"

/* Asks the plan about the program that is loaded, has the proof certified, and tells the verdict; outside of the run.
 * What ended it early; then the verdict is still to be set. */
StopKind session_ask_model(ChorusSession *s);
/* The same with the verdict set in all cases, and what there is to say beside it. */
void session_check_model(ChorusSession *s);
/* Whether counterexamples are told with every step. */
bool session_tells_all(const ChorusSession *s);
/* The trace of the verdict, for people; whole: with every step. */
ReportSteps *session_steps(ChorusSession *s, bool with_states, bool whole);
/* The steps and the scope of the verdict; a false one's trace is set. Inside the run. */
void session_describe(ChorusSession *s);

#endif
