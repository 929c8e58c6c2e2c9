/* Where the owner of a team keeps the names of its threads. */
#ifndef CHORUS_FACTS_EXCLUSION_TEAM_PLACES_H
#define CHORUS_FACTS_EXCLUSION_TEAM_PLACES_H

#include "facts/exclusion/team_claims.h"

/* Adds what may be claimed of places that the edge reads or writes: that the name of the thread is kept there. */
void team_places_add(TeamClaims *c, const Edge *e);
/* Locals that hold the name of the thread that the edge starts, until the next one is. */
void team_places_add_last(TeamClaims *c, const Edge *e);

#endif
