/* What the sequential proofs of a result claim, as the programs that they are about; and those that nobody has proved
 * yet.
 */
#ifndef CHORUS_ENGINES_MODULAR_CLAIM_H
#define CHORUS_ENGINES_MODULAR_CLAIM_H

#include "engines/modular/modular.h"

/* The main thread's own: its assertions hold. */
SequentialTask claim_of_main(const ModularRoot *root);
/* That of a fact of the level: its environment has no such computation. */
SequentialTask claim_of_fact(const ModularRoot *root, uint32_t level, uint32_t fact);
/* Proofs for all claims of the result that have none, by checker->prove. Otherwise why not, one line; NULL: done. A
 * claim that is wrong is found here: nothing that was concluded from it may be said then. */
const char *claims_prove(ModularResult *r, const SequentialChecker *checker);

#endif
