/* Reduced ordered decision diagrams of the checker's own: numbers of nodes, the same for the same function. Variables
 * are numbers; smaller ones are tested first. */
#ifndef CHORUS_KERNEL_KINDS_DIAGRAM_NODES_H
#define CHORUS_KERNEL_KINDS_DIAGRAM_NODES_H

#include "base/intern.h"
#include "base/vec.h"

#define NODE_FALSE 0
#define NODE_TRUE 1

typedef uint32_t NodeId;

typedef struct Nodes {
    Run *run;
    Intern table;        /* [variable, low, high]: node 2 and so on */
    Intern choices;      /* [condition, then, otherwise] */
    VEC(NodeId) chosen;  /* the results */
    Intern implications; /* [a, b]: known to hold */
    uint32_t limit;
    bool full; /* there would be more nodes than the limit: nothing said from then on is of use */
} Nodes;

void nodes_init(Run *run, Nodes *n, uint32_t limit);
void nodes_clear(Nodes *n);
/* The function that tests a variable, which is smaller than those of low and high. */
NodeId nodes_make(Nodes *n, uint32_t variable, NodeId low, NodeId high);
NodeId nodes_choose(Nodes *n, NodeId condition, NodeId then, NodeId otherwise);
NodeId nodes_and(Nodes *n, NodeId a, NodeId b);
NodeId nodes_or(Nodes *n, NodeId a, NodeId b);
NodeId nodes_xor(Nodes *n, NodeId a, NodeId b);
NodeId nodes_not(Nodes *n, NodeId a);
/* Does b hold wherever a does? */
bool nodes_imply(Nodes *n, NodeId a, NodeId b);
/* Renames each variable v to rename[v], which keeps their order. */
NodeId nodes_rename(Nodes *n, NodeId a, const uint32_t *rename);

#endif
