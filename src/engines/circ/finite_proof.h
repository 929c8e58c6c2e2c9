/* What counting threads of finitely many states has found, as a proof that others can check (proof/context.h). */
#ifndef CHORUS_ENGINES_CIRC_FINITE_PROOF_H
#define CHORUS_ENGINES_CIRC_FINITE_PROOF_H

#include "engines/circ/finite.h"
#include "proof/context.h"

/* A thread state is a place of its own, and predicates say which value each variable has. NULL: there are too many
 * values for predicates. threads: the program that was asked. */
const Context *finite_proof(Program *threads, FiniteResult *r);

#endif
