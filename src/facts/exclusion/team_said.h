/* What a team says of two threads. */
#ifndef CHORUS_FACTS_EXCLUSION_TEAM_SAID_H
#define CHORUS_FACTS_EXCLUSION_TEAM_SAID_H

#include "program/exclusion.h"

/* Is no thread at `of`, which has not ended, while the owner of its team is at `at`? */
bool team_excludes(const Program *p, const TeamFact *f, LocId of, LocId at);
/* May team_known say something of two threads at these locations? */
bool team_speaks_of(const Program *p, const TeamFact *f, LocId a, LocId b);
/* What is known when one thread is at a, another one at b: locals of the first have instance 0, those of the other
 * INSTANCE_PASSIVE. */
Term team_known(Program *p, const TeamFact *f, LocId a, LocId b);
/* What is known of one thread, the owner or one of the team, when it is at l: its locals have instance 0. TERM_NONE:
 * nothing. */
Term team_known_of_one(Program *p, const TeamFact *f, LocId l);

#endif
