/* Executions that are no interleavings, checked from scratch: the last word on a counterexample under C11 or x86-TSO.
 *
 * A trace with stale accesses, which replays, says of each read which write it takes its value from (rf), and in which
 * order the writes of a location come (mo). From these and the order of steps in threads (po) the relations of the
 * models are built, and their axioms are tested. Nothing here knows how the trace was found.
 *
 * Direction of errors: executions are refused rather than accepted. What orders threads is never left out: whoever
 * uses a lock, or whatever else is no memory, comes after all who have used it before; a later store of the same
 * thread belongs to a release sequence as well (C11 and C17; C20 has fewer).
 *
 * Sources: Lahav, Vafeiadis, Kang, Hur, Dreyer, "Repairing sequential consistency in C/C++11", PLDI 2017 (RC11); Owens,
 * Sarkar, Sewell, "A better x86 memory model: x86-TSO", TPHOLs 2009. */
#ifndef CHORUS_KERNEL_EXECUTION_EXECUTION_H
#define CHORUS_KERNEL_EXECUTION_EXECUTION_H

#include "program/trace.h"

typedef enum ExecutionModel { EXECUTION_C11, EXECUTION_TSO } ExecutionModel;

/* NULL: the model allows it. Else why it does not, or is not known to (one line, the run's). The trace replays. */
const char *execution_check(const Program *p, const Trace *trace, ExecutionModel model);

#endif
