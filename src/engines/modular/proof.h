/* From what was learnt on the way to a proof. */
#ifndef CHORUS_ENGINES_MODULAR_PROOF_H
#define CHORUS_ENGINES_MODULAR_PROOF_H

#include "engines/modular/modular.h"

/* r->kind is TRUE. NULL: the sequential checker made no certificates. Those that it made become parts of the proof. */
ModularProof *modular_proof_of(const ModularResult *r);

#endif
