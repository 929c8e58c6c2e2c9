/* Terms of which claims about a team are made, and the lists of claims, each of which is in there once. */
#ifndef CHORUS_FACTS_EXCLUSION_TEAM_TERMS_H
#define CHORUS_FACTS_EXCLUSION_TEAM_TERMS_H

#include "facts/exclusion/team_claims.h"

#define TEAM_CLAIMS_MAX 200    /* of each kind */
#define TEAM_CLAIM_SIZE_MAX 20 /* of what is claimed of the owner, in subterms */
#define TEAM_DEPTH_MAX 4       /* how often a variable is replaced by what is assigned to it */

bool team_is_owner(const TeamClaims *c, const Edge *e);
bool team_is_counter(const TeamClaims *c, uint32_t v);

/* Claims of the three kinds; not again, not trivial ones, and not too many. */
void team_add_known(TeamClaims *c, Term t);
void team_add_about(TeamClaims *c, Term t);
void team_add_mine(TeamClaims *c, Term t);

/* What a term speaks of. */
typedef struct TeamLook {
    const TeamClaims *c;
    bool others;   /* than the owner's own variables */
    VarId counter; /* one that is mentioned; .i = NO_ID: none */
    uint32_t counters;
} TeamLook;

TeamLook team_look_into(const TeamClaims *c, Term t);
/* t with another term in place of the variable. */
Term team_with(const TeamClaims *c, Term t, VarId v, Term by);
/* Whole steps from the first value, or none: as addresses of objects that are allocated one behind the other. */
Term team_is_aligned(const TeamClaims *c, Term t, Term first, Term step);
/* The only value that the owner assigns to a variable of its own, but for what is not known; TERM_NONE: there are
 * several, or none. */
Term team_only_value(const TeamClaims *c, VarId v);
/* t without variables that hold what was read before. */
Term team_write_out(TeamClaims *c, Term t);
/* By how much the edge of the owner moves a variable on; TERM_NONE: not by a constant. */
Term team_step(const TeamClaims *c, const Assign *a);

#endif
