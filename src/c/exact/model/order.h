/* How strongly accesses to memory are ordered, while the program is lowered: what Edge.order is made of. */
#ifndef CHORUS_C_EXACT_MODEL_ORDER_H
#define CHORUS_C_EXACT_MODEL_ORDER_H

#include "c/exact/model/emit.h"

/* The instruction at hand has read memory: the next edge does. */
void order_read(Lowering *L);
/* Of the step as the next edge. What is read has been noted; what is written is written by the instruction at hand. */
MemoryOrder order_of_step(const Lowering *L, const Step *step);

#endif
