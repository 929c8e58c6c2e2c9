/* Threads that one other starts in a loop and waits for in another one, whatever their number. */
#ifndef CHORUS_FACTS_EXCLUSION_TEAM_H
#define CHORUS_FACTS_EXCLUSION_TEAM_H

#include "facts/exclusion/after.h"
#include "program/exclusion.h"

/* Are there threads that may be a team? */
bool team_is_possible(const Program *p);
/* Adds the teams of the program; each rests on itself and on the names found before. */
void team_find(Program *p, Smt *smt, Exclusions *out);

/* Is no thread at `of`, which has not ended, while the owner of its team is at `at`? */
bool team_excludes(const Program *p, const TeamFact *f, LocId of, LocId at);
/* May team_known say something of two threads at these locations? */
bool team_speaks_of(const Program *p, const TeamFact *f, LocId a, LocId b);
/* What is known when one thread is at a, another one at b: locals of the first have instance 0, those of the other
 * INSTANCE_PASSIVE. */
Term team_known(Program *p, const TeamFact *f, LocId a, LocId b);

#endif
