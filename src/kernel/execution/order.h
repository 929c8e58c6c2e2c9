/* Happens-before of C11 in a graph. */
#ifndef CHORUS_KERNEL_EXECUTION_ORDER_H
#define CHORUS_KERNEL_EXECUTION_ORDER_H

#include "kernel/execution/graph.h"
#include "kernel/execution/relation.h"

/* The row of an event has those that happen before it. Errs towards more. Of as many as there are events or threads. */
Relation order_before(const ExecutionGraph *g);

#endif
