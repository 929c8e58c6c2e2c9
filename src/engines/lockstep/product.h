/* The reduced product of the threads: what runs need to be looked at, if independent steps come in one order only.
 *
 * A node is where each thread is, the pointer of the order (orders.h), which threads sleep, and what is known of a few
 * variables. A thread sleeps when the same run with its next step earlier is looked at elsewhere: it fell asleep where
 * it was preferred to the thread that moved, and all steps since can be swapped with each of its own (commute.h). A
 * step of a sleeping thread is not followed. Nodes from which no error can be come to are left out.
 *
 * A node may be there several times: once for each of the ways by which threads left their last loops. What is known
 * of one need not hold of the other; of both together a disjunction does, and that is what a proof says (proof.h). */
#ifndef CHORUS_ENGINES_LOCKSTEP_PRODUCT_H
#define CHORUS_ENGINES_LOCKSTEP_PRODUCT_H

#include "base/intern.h"
#include "engines/lockstep/commute.h"
#include "engines/lockstep/orders.h"

#define AT_NOTHING NO_ID /* the thread has not been started */

typedef struct ProductEdge {
    uint32_t letter;
    uint32_t to;    /* node; NO_ID: an error */
    bool is_pruned; /* it cannot be taken, as an invariant said: like an error, to be shown */
} ProductEdge;

typedef VEC(ProductEdge) ProductEdges;

typedef struct ProductNode {
    const uint32_t *at; /* per thread: LocId.i of the merged program, or AT_NOTHING */
    uint32_t pointer, asleep;
    const uint32_t *known; /* per flag: 0 nothing, else its value (flags_word) */
    const uint32_t *exits; /* per thread: how it left its last loop (Letter.exit), 0: not told apart */
    uint32_t base;         /* nodes that differ in exits only have one number */
    ProductEdges out;
    bool dead; /* no error can be come to (dead.h); it has no edges */
    bool cut;  /* loops of nodes go through one (cuts.h) */
    bool leads_to_error;
    VarSet live; /* what later steps may read */
} ProductNode;

typedef struct Product {
    const Letters *l;
    Commute *commute;
    ThreadOrder order;
    VEC(uint32_t) flags;    /* variables written out whose values nodes may know */
    uint32_t *flag_of;      /* per variable: its place in flags; NO_ID: none */
    VarSet *live;           /* [thread * locations + location]: locals whose values the thread may still read */
    uint32_t *owner;        /* per flag: whose local it is; NO_ID: shared */
    VEC(ProductNode) nodes; /* node 0 is the start; no edge leads there */
    Intern ids, bases;
    bool splits;               /* by exits */
    bool rounds;               /* nodes are cut where a round of the threads ends */
    bool counts;               /* nodes know counters */
    VEC(uint32_t) topological; /* nodes, each after those that lead there without a cut node between */
} Product;

typedef struct ProductForm {
    bool splits, rounds; /* see Product */
    bool counts;         /* nodes know the values of counters (counters.h), too */
} ProductForm;

/* NULL: there are more nodes than that. */
Product *product_new(const Letters *l, Commute *commute, OrderKind order, ProductForm form, uint32_t limit);
/* The node that the edge leads on to; NO_ID: an error, or what must be shown like one. */
static inline uint32_t product_next(const ProductEdge *e) { return e->is_pruned ? NO_ID : e->to; }
/* After edges were pruned: finds out anew what leads to errors, is live, is cut. */
void product_refresh(Product *p);
void product_free(Product *p);

#endif
