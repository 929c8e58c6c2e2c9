/* States: proofs for n threads.
 *
 * A state counts the threads that agree in everything, which is exact: threads of one template are interchangeable.
 * Every step of every thread must lead to a state of the certificate; where a thread is at an eager location, the steps
 * of one such thread are enough (checker/paths.c says why). A start beyond n has no effect (where the thread would stop
 * all others, it waits); where the claim is that the program creates no more, it must not be possible. */
#ifndef CHORUS_KERNEL_KINDS_INVARIANT_STATES_H
#define CHORUS_KERNEL_KINDS_INVARIANT_STATES_H

#include "kernel/checker/checker.h"

void states_check(Checker *k);

#endif
