/* Invariants of sequential programs as decision diagrams: for each location, the states that it may be in. */
#ifndef CHORUS_PROOF_DIAGRAM_H
#define CHORUS_PROOF_DIAGRAM_H

#include "program/program.h"

#define DIAGRAM_FALSE 0
#define DIAGRAM_TRUE 1
#define DIAGRAM_FIRST 2 /* the first node has this number */

/* The value is that of `high` where the bit is set, otherwise that of `low`. */
typedef struct DiagramNode {
    VarId var; /* a Boolean or bit-vector that is no input */
    uint32_t bit;
    uint32_t low, high; /* false, true, or nodes with smaller numbers */
} DiagramNode;

typedef struct Diagram {
    VEC(DiagramNode) nodes;
    VEC(uint32_t) roots; /* per location of the program */
} Diagram;

#endif
