/* Terms as decision diagrams, one for each bit, by the checker's own reading of what terms mean. */
#ifndef CHORUS_KERNEL_KINDS_DIAGRAM_BITS_H
#define CHORUS_KERNEL_KINDS_DIAGRAM_BITS_H

#include "kernel/kinds/diagram/nodes.h"
#include "program/program.h"

typedef struct BitMap {
    Nodes *nodes;
    const Program *p;
    uint32_t *first;  /* per variable: its lowest bit's; the next is for its value after a step */
    uint32_t *stride; /* from one bit to the next */
    uint32_t variables;
    Intern terms;
    VEC(uint32_t) starts; /* per term: in bits */
    VEC(NodeId) bits;
} BitMap;

void bits_init(BitMap *m, Nodes *nodes, const Program *p);
void bits_clear(BitMap *m);
/* The diagram variable of a bit; after: of the value after a step, which variables that are no inputs have. Bits of
 * variables that have to do with each other are tested together, those of little value first. */
uint32_t bit_variable(const BitMap *m, VarId v, uint32_t bit, bool after);
uint32_t bit_variables(const BitMap *m);
uint32_t bit_width(Sort sort);
/* The diagrams of t's bits, valid until the next call; NULL: t has operations that are not known here. */
const NodeId *diagram_bits_of(BitMap *m, Term t);

#endif
