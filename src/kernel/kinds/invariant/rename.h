/* Terms around a step, over the state before it: a predicate's value before or after it, for the active thread, a
 * passive one, or the one that is started. */
#ifndef CHORUS_KERNEL_KINDS_INVARIANT_RENAME_H
#define CHORUS_KERNEL_KINDS_INVARIANT_RENAME_H

#include "kernel/checker/checker.h"
#include "logic/term/substitute.h"

/* Arguments of rename_around_path. */
typedef struct PathRename {
    const Checker *k;
    const CertifyPath *path; /* NULL: no step */
    LocId at;                /* where the thread is before the step */
    uint32_t instance;       /* of the locals of the thread; active: 0, passive ones count from 1 */
    bool child;              /* the thread that the path starts */
} PathRename;

/* A TermMap: a predicate's variable after the path (or without one), in terms of the state before it. */
Term rename_around_path(void *arg, TermManager *tm, Term var);
/* The same for a whole term. */
Term rename_term(Checker *k, Term t, const CertifyPath *path, LocId at, uint32_t instance, bool child);
/* Adds the predicates (those in the mask, NULL = all), or their negations, with variables replaced. */
void rename_add_cube(Checker *k, CertifyTerms *terms, const CertificateTerms *predicates, const Bits *mask,
                     const Bits *bits, TermMap map, void *arg);

#endif
