/* Files to a program. */
#ifndef CHORUS_SESSION_LOAD_H
#define CHORUS_SESSION_LOAD_H

#include "c/frontend.h"
#include "session/session.h"

/* How to load the C files of the session; flags: for the compiler. */
FrontendOptions session_frontend_options(const ChorusSession *s, const char *const *flags, uint32_t count);
/* Loads the C program of the session once more, with places to be marked, which it fills in. Inside the run. */
void session_load_places(ChorusSession *s, MarkedPlace *places, uint32_t count);
/* Loads the files of the session once more, into its run. Inside it. */
void session_load_again(ChorusSession *s);
/* Loads it once more, with bodies for functions of the library. Inside the run. */
void session_load_bodies(ChorusSession *s, Bodies bodies);
/* Loads it once more, without bodies, and malloc may fail. Inside the run. */
void session_load_running_out(ChorusSession *s);
/* Loads it once more, without bodies; loops that start or join threads are not written out. Inside the run. */
void session_load_rolled(ChorusSession *s);
/* Loads the files once more, with the accesses of their steps, in C also where no races are asked; races are those of
 * accesses that are made at once. Inside the run. */
void session_load_accesses(ChorusSession *s);
/* Loads the files once more, with races under C11 as what is asked. Inside the run. */
void session_load_races(ChorusSession *s);
/* How steps are abstracted. */
AbstractionOptions session_abstraction_options(const ChorusSession *s);

#endif
