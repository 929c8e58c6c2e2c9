/* The program of a part that watches elements of arrays. */
#ifndef CHORUS_KERNEL_WATCHED_H
#define CHORUS_KERNEL_WATCHED_H

#include "proof/proof.h"

/* The program in which only the watched elements are known, and errors are asked about where the part says. NULL when
 * the part may not watch that, or may not say that: then *problem says why, one line. Argument: docs/certificates.md.
 * Ids of variables are those of watched_frame; locations and edges have the ids that they have in p. */
Program *certify_watched(Program *p, const ElementWatch *watch, const char **problem);

#endif
