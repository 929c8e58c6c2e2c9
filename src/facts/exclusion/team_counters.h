/* Which variables of the owner of a team belong together. */
#ifndef CHORUS_FACTS_EXCLUSION_TEAM_COUNTERS_H
#define CHORUS_FACTS_EXCLUSION_TEAM_COUNTERS_H

#include "facts/exclusion/team_claims.h"

/* Sets c->counters and c->limits: variables that are compared with the one that numbers are taken from, or computed
 * from it, or with such. */
void team_counters_find(TeamClaims *c, VarId start);

#endif
