/* Where threads hold a lock: data flow for one variable that may be one. */
#ifndef CHORUS_FACTS_EXCLUSION_HOLDING_H
#define CHORUS_FACTS_EXCLUSION_HOLDING_H

#include "logic/smt/smt.h"
#include "program/exclusion.h"

/* What is known of threads at a location. */
typedef struct Holding {
    bool is_known; /* false: no way to the location was met */
    Term held;     /* over the thread's locals; TERM_NONE: nobody holds the lock there */
    bool pending;  /* see program/exclusion.h */
} Holding;

typedef struct HoldingFlow {
    Program *p;
    TermManager *tm;
    Smt *smt;
    const Exclusions *facts; /* about the order of threads */
    Term *guards;            /* per edge; with the values of variables that never change */
    bool *is_fixed;          /* per variable, while guards are made */
    bool *tests;             /* per edge: does it read the variable at hand? To be set before holding_find */
    VarId v;
    Term free, taken;
    Holding *at; /* per location: the result */
    uint32_t *in_start, *in_edges;
    LocId *order; /* locations that edges lead to, in the order in which they are visited */
    uint32_t order_count;
    bool *is_open; /* per location: to be visited */
    uint32_t open_count;
    uint8_t *tries;
} HoldingFlow;

/* facts: what is known of the order of threads. */
HoldingFlow *holding_new(Program *p, Smt *smt, const Exclusions *facts);
void holding_free(HoldingFlow *f);
/* Where do threads hold a lock that is free when the variable has the value? */
void holding_find(HoldingFlow *f, VarId v, Term free_value);
/* Is what was found an invariant? */
bool holding_is_inductive(HoldingFlow *f);

static inline bool holding_is_sure(TermManager *tm, const Holding *h)
{
    return h->is_known && term_is(h->held) && term_is_true(tm, h->held);
}

#endif
