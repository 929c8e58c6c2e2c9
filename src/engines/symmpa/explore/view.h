/* View abstraction: proofs for every number of threads (Abdulla, Haziza, Holik, "All for the price of few", VMCAI
 * 2013).
 *
 * A view is a shared part with the local parts of the single threads (those of kinds of which at most one thread
 * exists: they are always there, so they belong to the common part) and a multiset of at most k other local
 * parts. The set of views is closed under the steps of every configuration of at most k + 1 threads all of whose
 * sub-views of size at most k are in the set. When no such configuration has an error move, no number of threads
 * reaches one: by induction, every sub-view of every reachable configuration is in the set, because a step changes a
 * thread depending on itself, the active thread and the common part only, and those are k + 1 threads at most. Threads
 * that are absent from a configuration can only forbid steps (blocked broadcasts, joint constraints), so leaving them
 * out adds behaviour: the set of views is an over-approximation, "safe" is right, "error" may be spurious.
 */
#ifndef CHORUS_ENGINES_SYMMPA_EXPLORE_VIEW_H
#define CHORUS_ENGINES_SYMMPA_EXPLORE_VIEW_H

#include "engines/symmpa/explore/oracle.h"

/* SAFE: no error for any number of threads. ERROR: the abstraction (for this k) cannot exclude one, which proves
 * nothing. LIMIT: more than view_limit views. *views is their number. visitor may be NULL. */
ExploreResult view_explore(Run *run, const Oracle *oracle, uint32_t k, uint64_t view_limit, uint64_t *views,
                           const StateVisitor *visitor);

#endif
