/* The state of the checker of proofs by context, types only. */
#ifndef CHORUS_KERNEL_KINDS_CONTEXT_STATE_H
#define CHORUS_KERNEL_KINDS_CONTEXT_STATE_H

#include "kernel/checker/checker.h"
#include "program/monitor.h"
#include "proof/context.h"

/* Values of predicates after something. */
typedef struct ContextAfter {
    uint32_t shared; /* valuation; NO_ID: one that the certificate does not have */
    Bits shared_bits, bits;
} ContextAfter;

typedef VEC(ContextAfter) ContextAfters;

/* What is known of a guard: can it hold whatever the predicates say? */
typedef enum ContextGuard { CONTEXT_GUARD_NEW, CONTEXT_GUARD_APART, CONTEXT_GUARD_ASKED } ContextGuard;

typedef struct ContextCheck {
    Checker *k;
    const Context *c;
    Program *p;
    const MonitorQuestion *asks; /* NULL: races are not asked */
    Run *run;
    uint32_t places, shareds;
    bool *regions;            /* [place * shareds + shared]: may a thread be there with that valuation? */
    ContextIds *out;          /* per place: edges from there */
    uint32_t *like;           /* per edge of the program: the first one that starts threads alike; NO_ID: starts none */
    bool *observed;           /* per variable: some predicate speaks of it */
    uint8_t *guards;          /* per edge of the program: ContextGuard */
    bool *is_started;         /* per template: by some edge */
    bool *runs;               /* per point: a thread there may run, in some state */
    bool *beside;             /* [point * places + place]: in some state, and one of the two may run */
    Intern starts, image_ids; /* starts: [like, point] */
    VEC(ContextIds) start_places;
    VEC(ContextAfters) images;
    uint32_t *counts; /* of the state at hand, by place */
} ContextCheck;

#endif
