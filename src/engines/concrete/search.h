/* The search of all states, with what it may take together found on the way. */
#ifndef CHORUS_ENGINES_CONCRETE_SEARCH_H
#define CHORUS_ENGINES_CONCRETE_SEARCH_H

#include "kernel/certificate.h"

/* Of a program that starts at most so many threads. *c: the certificate, which the result is about. */
ConcreteStates exhaustive_search(Program *p, const Program *merged, uint32_t threads, StateLimit limit,
                                 Certificate **c);

#endif
