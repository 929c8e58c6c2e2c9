/* Can no thread come to an error edge, given what is known of values and of other threads? */
#ifndef CHORUS_KERNEL_KINDS_BOUNDS_BACKWARDS_H
#define CHORUS_KERNEL_KINDS_BOUNDS_BACKWARDS_H

#include "base/intern.h"
#include "kernel/kinds/bounds/known.h"
#include "logic/smt/smt.h"
#include "program/bounds.h"

typedef struct Backwards {
    Program *p;
    Smt *smt;
    const Bounds *bounds; /* invariants */
    /* Can no other thread assign to the shared variable while one is at the location? */
    bool (*keeps)(void *arg, LocId at, VarId shared);
    /* These have no model; may be NULL. */
    void (*refuted)(void *arg, const Term *terms, uint32_t count);
    void *arg;
    uint64_t *most;       /* per variable; set by backwards_begin, as are the others */
    VEC(EdgeId) * in;     /* per location: edges that lead there, no error edges */
    VEC(EdgeId) * starts; /* per template */
    uint64_t *origins;    /* [variable * words] */
    uint32_t words;
    KnownLocals known; /* .at == NULL: not asked for yet */
    Intern proved;     /* [location, condition]: claims that are true */
} Backwards;

void backwards_begin(Backwards *b);
void backwards_end(Backwards *b);
/* NULL: the error edge cannot be taken. Else why that is not seen. */
const char *backwards_problem(Backwards *b, EdgeId error);

#endif
