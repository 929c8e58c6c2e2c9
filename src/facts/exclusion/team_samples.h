/* What random runs of the program refute of the candidates of a team: cheaper than a model of the solver for each. */
#ifndef CHORUS_FACTS_EXCLUSION_TEAM_SAMPLES_H
#define CHORUS_FACTS_EXCLUSION_TEAM_SAMPLES_H

#include "facts/exclusion/team_claims.h"

/* Which candidates hold: location by location, and `mine` everywhere. */
typedef struct TeamHeld {
    bool *known, *about, *told; /* of each location as many as there are candidates */
    bool *mine;
} TeamHeld;

/* Drops candidates that do not hold in a state of a run. To drop one more is sound: less is claimed. done: per
 * location, whether threads of the team count as ended there. */
void team_samples_drop(const TeamClaims *c, const bool *done, TeamHeld *held);

#endif
