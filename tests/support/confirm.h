/* Certificates against brute force: what a certificate claims, looked up in the reachable concrete states for small
 * numbers of threads. Shares nothing with the checker but the program that certificates speak of (certify_reduce). */
#ifndef TESTS_SUPPORT_CONFIRM_H
#define TESTS_SUPPORT_CONFIRM_H

#include "kernel/certify.h"

#define CONFIRM_THREADS 3 /* views: 1 .. this many threads */

typedef struct Confirmation {
    const char *problem; /* NULL: confirmed; else what is wrong, one line, owned by the run */
    bool is_complete;    /* false: a search was too large, and no problem means nothing */
    uint64_t states;     /* reachable ones that were looked at */
    uint64_t members;    /* of them, those that the certificate has to have, and has */
} Confirmation;

#define CONFIRM_STATES 100000 /* a search may have */

/* Stops the run with STOP_UNSUPPORTED where not all arbitrary values can be tried. */
Confirmation confirm_certificate(const Certificate *c);

#endif
