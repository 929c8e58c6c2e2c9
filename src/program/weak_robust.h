/* Robustness of one location as error edges: a program that can take an error edge if an execution under the memory
 * model may read an older value of the location, or put a write before another one, than any interleaving does. The
 * other way round it errs towards error edges. See docs/memory.md. */
#ifndef CHORUS_PROGRAM_WEAK_ROBUST_H
#define CHORUS_PROGRAM_WEAK_ROBUST_H

#include "program/trace.h"
#include "program/weak_bits.h"

/* x: VarId.i, one of events->locations. That no interleaving takes p's error edges is known: they are left out. Under
 * C11 plain accesses to x count as none: pairs with one are races, which are asked for themselves. */
Program *weak_robustness(Program *p, MemoryEvents *events, WeakModel model, uint32_t x);

/* Executions that are no interleavings: the access that may be out of order happens. It takes the value that the
 * nominated write has overwritten, and what it writes is overwritten by that write. Error edges are p's own. Such a
 * run is a candidate only: steps after the first such access may contradict it (kernel/execution). */
typedef struct WeakOrigin {
    EdgeId edge; /* of p */
    bool nominates, is_stale;
} WeakOrigin;

typedef struct WeakExecutions {
    Program *p, *program;
    uint32_t x;
    VEC(WeakOrigin) origins; /* by EdgeId.i of program */
} WeakExecutions;

/* once: one access at most is out of order; else any number is, of the one location. */
WeakExecutions *weak_executions(Program *p, MemoryEvents *events, WeakModel model, uint32_t x, bool once);
/* A trace of w->program as one of p, with stale accesses; the run's. */
Trace *weak_execution_of(const WeakExecutions *w, const Trace *trace);

#endif
