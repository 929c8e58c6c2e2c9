/* Reduced ordered decision diagrams of the checker's own: numbers of nodes, the same for the same function. Variables
 * are numbers; smaller ones are tested first. */
#ifndef CHORUS_CERTIFY_DIAGRAM_NODES_H
#define CHORUS_CERTIFY_DIAGRAM_NODES_H

#include "base/intern.h"
#include "base/vec.h"

#define NODE_FALSE 0
#define NODE_TRUE 1

typedef uint32_t Node;

typedef struct Nodes {
    Run *run;
    Intern table;        /* [variable, low, high]: node 2 and so on */
    Intern choices;      /* [condition, then, otherwise] */
    VEC(Node) chosen;    /* the results */
    Intern implications; /* [a, b]: known to hold */
    uint32_t limit;
    bool full; /* there would be more nodes than the limit: nothing said from then on is of use */
} Nodes;

void nodes_init(Run *run, Nodes *n, uint32_t limit);
void nodes_clear(Nodes *n);
/* The function that tests a variable, which is smaller than those of low and high. */
Node nodes_make(Nodes *n, uint32_t variable, Node low, Node high);
Node nodes_choose(Nodes *n, Node condition, Node then, Node otherwise);
Node nodes_and(Nodes *n, Node a, Node b);
Node nodes_or(Nodes *n, Node a, Node b);
Node nodes_xor(Nodes *n, Node a, Node b);
Node nodes_not(Nodes *n, Node a);
/* Does b hold wherever a does? */
bool nodes_imply(Nodes *n, Node a, Node b);
/* Renames each variable v to rename[v], which keeps their order. */
Node nodes_rename(Nodes *n, Node a, const uint32_t *rename);

#endif
