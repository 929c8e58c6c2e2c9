/* How strongly accesses to memory are ordered, while the program is lowered: what Edge.order is made of. */
#ifndef CHORUS_C_EXACT_MODEL_ORDER_H
#define CHORUS_C_EXACT_MODEL_ORDER_H

#include "c/exact/model/emit.h"

/* The instruction at hand has read memory: the next edge does. */
void order_read(Lowering *L);
/* Sets the order of the step, as the next edge, or fence. What is read has been noted; what is written is written by
 * the instruction at hand. */
void order_edge(const Lowering *L, const Step *step, Edge *edge);

#endif
