/* The program that a part of a proof speaks of. */
#ifndef CHORUS_KERNEL_PART_H
#define CHORUS_KERNEL_PART_H

#include "proof/proof.h"

/* The program in which the error edges that the part is not about are left out; where variables are kept, nothing is
 * assigned to the others and conditions that speak of them are left out. NULL when a value of a kept variable is made
 * of one that is not, or locations are joined that must not be: then *problem says so, one line. Argument:
 * docs/certificates.md. Ids of variables and locations are those of p. */
Program *certify_part(Program *p, const ProofPart *part, const char **problem);

#endif
