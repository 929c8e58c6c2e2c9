/* Proofs by context: what each thread does among others, taken together with an abstract automaton of what it does to
 * them ("Race Checking by Context Inference"). Format and argument: docs/certificates.md.
 *
 * Ids are those of the unmerged program with accesses, where races are asked (Proof.threads). */
#ifndef CHORUS_PROOF_CONTEXT_H
#define CHORUS_PROOF_CONTEXT_H

#include "proof/certificate.h"

#define CONTEXT_ALWAYS UINT32_MAX /* a counter: some thread is there for ever */
#define CONTEXT_K_MAX 1000

typedef VEC(uint32_t) ContextIds;

/* A place of a template's automaton: what other threads know of where a thread is. */
typedef struct ContextPlace {
    TemplateId template;
    bool is_atomic;
} ContextPlace;

/* Valuations of the shared predicates, by number, before and after a step. */
typedef struct ContextEffect {
    uint32_t before, after;
} ContextEffect;

/* A step as others see it: it assigns at most the variables of `havoc`, and leads from a valuation to another as its
 * effects say. */
typedef struct ContextEdge {
    uint32_t from, to; /* places */
    EdgeId starts;     /* it starts a thread as that edge of the program does; .i = NO_ID: none */
    ContextIds havoc;  /* VarId.i, shared, ascending */
    VEC(ContextEffect) effects;
} ContextEdge;

/* What is known of a thread: where it is, and which predicates are true. */
typedef struct ContextPoint {
    TemplateId template;
    LocId loc;         /* .i = NO_ID: it is not started yet */
    uint32_t shared;   /* valuation */
    Bits bits;         /* of the template's predicates that are tracked at loc; others 0 */
    ContextIds places; /* of its template, where it may be taken to be by others; ascending */
} ContextPoint;

/* Where threads start: at that point, and others take them to be at that place. */
typedef struct ContextStart {
    EdgeId by; /* .i = NO_ID: they exist from the beginning */
    uint32_t point, place;
} ContextStart;

typedef struct Context {
    Program *p; /* of the threads */
    uint32_t k;
    CertificateTerms shared; /* predicates over shared variables */
    CertificateTerms *local; /* per template: over its locals, or both */
    Bits *tracked;           /* per location: which predicates of its template */
    VEC(Bits) shareds;       /* valuations of the shared predicates */
    VEC(ContextPlace) places;
    VEC(ContextEdge) edges;
    VEC(ContextPoint) points;
    VEC(ContextStart) starts;
    Intern shared_ids, point_ids;
    /* [point, (place, count)..], sorted by place: a thread at the point, and how many others are at which places.
     * Counts go from 1 to k; k + 1: more than k. */
    Intern states;
} Context;

Context *context_new(Program *threads, uint32_t k);
uint32_t context_shared(Context *c, const Bits *bits);
/* The number of a point, which is added without places when it is new. */
uint32_t context_point(Context *c, TemplateId template, LocId loc, uint32_t shared, const Bits *bits);
/* The same without adding; NO_ID: there is none. */
uint32_t context_find_point(const Context *c, TemplateId template, LocId loc, uint32_t shared, const Bits *bits);
void context_add_place_of(Context *c, uint32_t point, uint32_t place);
/* An edge without effects, or the one that is like it. */
uint32_t context_edge(Context *c, uint32_t from, uint32_t to, EdgeId starts, const uint32_t *havoc, uint32_t count);
void context_add_effect(Context *c, uint32_t edge, uint32_t before, uint32_t after);
void context_add_start(Context *c, EdgeId by, uint32_t point, uint32_t place);
/* counts: by place, 0 = none. */
void context_add_state(Context *c, uint32_t point, const uint32_t *counts);
/* The configuration as a thread at the point sees it, which the counts count at the place: without that one the counter
 * may say "more" still, or k. counts is as before afterwards. */
void context_add_states_without(Context *c, uint32_t point, uint32_t place, uint32_t *counts);
/* For checks: are all numbers in range, and of the templates that they should be of? */
bool context_is_valid(const Context *c);
bool context_has(const ContextIds *ids, uint32_t id);

#endif
