/* Steps: from every state of the certificate to others of it. */
#ifndef CHORUS_KERNEL_KINDS_CONTEXT_STEP_H
#define CHORUS_KERNEL_KINDS_CONTEXT_STEP_H

#include "kernel/kinds/context/state.h"

/* Loads the state: its point, and its counters into x->counts. */
uint32_t context_load(ContextCheck *x, uint32_t state);
/* Requires that the point with x->counts is a state of the certificate, or is none of the program: what other threads'
 * places say excludes it. why: what leads there. */
void context_require(ContextCheck *x, uint32_t point, const char *why);
/* One thread more at the place. */
void context_count_up(ContextCheck *x, uint32_t place);
/* Where a thread that starts there is taken to be; by: as in ContextCheck.like, NO_ID for initial threads. None when
 * the certificate does not say. Valid as long as x. */
const ContextIds *context_start_places(const ContextCheck *x, uint32_t by, uint32_t point);
/* May the main thread (place NO_ID), or one at the place, run, as far as atomic locations tell? */
bool context_may_run(const ContextCheck *x, uint32_t point, uint32_t place);
/* All steps from the state. */
void context_check_steps(ContextCheck *x, uint32_t state);
/* Is what a thread at the point does, where x->runs says that it may, among what the automaton does from each place
 * that it may be taken to be at? */
void context_check_guarantee(ContextCheck *x, uint32_t point);

#endif
