/* Parts of proofs that rest on bounds of variables: docs/certificates.md. */
#ifndef CHORUS_KERNEL_BOUNDS_H
#define CHORUS_KERNEL_BOUNDS_H

#include "kernel/checker/checker.h"
#include "program/bounds.h"
#include "program/exclusion.h"

/* Are the bounds and the facts invariants of k->p, and can these error edges (per edge) not be taken then? */
void bounds_check(Checker *k, const Bounds *bounds, const Exclusions *facts, const bool *errors);

#endif
