/* Witnesses held against the program: what writing them has in common with that. */
#ifndef CHORUS_SESSION_VALIDATE_H
#define CHORUS_SESSION_VALIDATE_H

#include "report/witness/claim.h"
#include "session/session.h"

/* The predicates to prove claims with, after a proof of the property: those of the claims, and those of that proof.
 * Inside the run. */
void session_add_predicates(const ChorusSession *s, const WitnessClaims *claims, EngineOptions *options);

#endif
