/* Threads that one other starts in a loop and waits for in another one, whatever their number. */
#ifndef CHORUS_FACTS_EXCLUSION_TEAM_H
#define CHORUS_FACTS_EXCLUSION_TEAM_H

#include "facts/exclusion/after.h"
#include "program/exclusion.h"

/* Are there threads that may be a team? */
bool team_is_possible(const Program *p);
/* Adds the teams of the program; each rests on itself and on the names found before. is_enough is called after each
 * of them, with arg; true ends the search. */
void team_find(Program *p, Smt *smt, Exclusions *out, bool (*is_enough)(void *arg), void *arg);

#endif
