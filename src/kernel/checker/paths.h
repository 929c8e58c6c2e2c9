/* Steps between cut locations.
 *
 * A thread at a location that is not cut may be forced on without changing which errors can happen, when
 *  - the location is atomic: no other thread runs meanwhile; or
 *  - all its edges are local: they touch only the thread's own locals, inputs, and shared variables that no other
 * thread touches (all edges that do are of one template, of which at most one thread exists) or that no edge writes,
 * start no thread and do not enter an atomic section: such steps commute to the left with every step of other threads,
 * up to the thread's previous step (Lipton 1975). Where none of them can be taken, the thread has stopped for good, and
 * what it did before remains: the path that ends there. No path may come back to such a location, or a thread could
 * stay between cut locations for ever while others go on. That is checked here and not taken from the certificate. */
#ifndef CHORUS_KERNEL_CHECKER_PATHS_H
#define CHORUS_KERNEL_CHECKER_PATHS_H

#include "kernel/checker/checker.h"

/* Are the entries cut? */
bool paths_check_entries(Checker *k);
/* Fills in reached and step_graph. */
void paths_find_reached(Checker *k);
/* The steps from a cut location. Records a problem when a location between is none that a thread may be forced on
 * from. */
const CertifyPaths *paths_from(Checker *k, LocId l);
/* Does a thread there never move again, without stopping others? */
bool paths_ended(Checker *k, LocId l);
/* The local part with an ended location when it has ended. */
uint32_t paths_local(Checker *k, TemplateId t, LocId l, const Bits *bits);

#endif
