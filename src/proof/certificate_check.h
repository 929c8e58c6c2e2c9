/* Is a certificate made as its type says? For assertions: that what a file claims is so is for the parser, that it
 * proves something for the checker. */
#ifndef CHORUS_PROOF_CERTIFICATE_CHECK_H
#define CHORUS_PROOF_CERTIFICATE_CHECK_H

#include "proof/certificate.h"

/* Ids are in range; parts have bits of predicates only, local ones those that are tracked at their cut location; claims
 * are about variables of the right kind; every view is in order, with all its sub-views; every state is in order. */
bool certificate_is_valid(const Certificate *c);
/* Has it neither predicates nor states? So it is with those of concrete states. */
bool certificate_is_bare(const Certificate *c);

#endif
