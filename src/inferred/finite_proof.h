/* What counting threads of finitely many states has found, as a proof that others can check (certificate/context.h). */
#ifndef CHORUS_INFERRED_FINITE_PROOF_H
#define CHORUS_INFERRED_FINITE_PROOF_H

#include "certificate/context.h"
#include "race/finite.h"

/* A thread state is a place of its own, and predicates say which value each variable has. NULL: there are too many
 * values for predicates. threads: the program that was asked. */
const Context *finite_proof(Program *threads, FiniteResult *r);

#endif
