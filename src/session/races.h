/* Which data races a session asks for, and the program whose error edges they are. */
#ifndef CHORUS_SESSION_RACES_H
#define CHORUS_SESSION_RACES_H

#include "program/monitor.h"
#include "session/session.h"

/* Is no-data-race among what is asked? */
bool session_asks_races(const ChorusSession *s);
/* Which races are asked: all, or those of some variables. */
MonitorQuestion session_asked_races(ChorusSession *s);
/* The program whose error edges are the races of p, if those are asked, else p. Inside the run, which stops when a
 * variable that is asked for is not there. */
Program *session_monitored(ChorusSession *s, Program *p);
/* After a proof: tells of the pairs that are in question nowhere, beside what the engine tells of the others. */
void session_tell_harmless(ChorusSession *s);

#endif
