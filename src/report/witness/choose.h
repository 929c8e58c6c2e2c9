/* Invariants that a proof may know, in words of the source: candidates, each to be proved before it is told.
 *
 * They are read off certificates: what the predicates are whenever a thread is at a location. That is no invariant by
 * itself, since a certificate speaks of configurations in which all threads are at cut locations, and leaves out some
 * orders of their steps. */
#ifndef CHORUS_REPORT_WITNESS_CHOOSE_H
#define CHORUS_REPORT_WITNESS_CHOOSE_H

#include "proof/proof.h"
#include "report/witness/claim.h"

typedef VEC(WitnessClaim) ChosenClaims;

/* At the heads of loops, where locks are taken and where assertions are; at most a few dozen. cases: also that one of a
 * few cases is at hand. */
void choose_claims(const Proof *proof, bool long_is_32, bool cases, ChosenClaims *out);

#endif
