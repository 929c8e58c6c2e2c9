/* Initial states of proofs by context. */
#ifndef CHORUS_CERTIFY_CONTEXT_START_H
#define CHORUS_CERTIFY_CONTEXT_START_H

#include "certify/context/state.h"

/* Is every initial state there, as each thread sees it, and those that are started later? */
void context_check_start(ContextCheck *x);

#endif
