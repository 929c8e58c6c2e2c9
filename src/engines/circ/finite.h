/* Counter-guided parameterized verification of threads with finitely many states ("Race Checking by Context Inference",
 * appendix A, algorithm 6): no predicates, only counters of threads in each state, up to k and then "more"; k grows
 * until there is no error, or a real one. Decides every such program, given time. */
#ifndef CHORUS_ENGINES_CIRC_FINITE_H
#define CHORUS_ENGINES_CIRC_FINITE_H

#include "engines/circ/local.h"
#include "program/monitor.h"
#include "program/trace.h"

typedef struct FiniteQuestion {
    Program *threads, *reported; /* see CircQuestion */
    const MonitorQuestion *asks;
} FiniteQuestion;

typedef enum FiniteKind { FINITE_TRUE, FINITE_FALSE, FINITE_UNKNOWN } FiniteKind;

typedef struct FiniteResult {
    FiniteKind kind;
    Trace *trace;    /* FALSE: of `reported`; replays */
    const char *why; /* UNKNOWN */
    uint32_t k;
    uint64_t states; /* of the last k */
    /* TRUE: what it rests on, to be cleared: configurations are a number of a shared valuation, then a number of a
     * thread state and how many threads are in it, k + 1: more, FINITE_ALWAYS: some for ever; by number */
    Locals locals;
    Intern configurations;
} FiniteResult;
#define FINITE_ALWAYS UINT32_MAX

/* Leaves by run_stop where values are too many to be tried. */
void finite_check(const FiniteQuestion *question, FiniteResult *result);
void finite_clear(FiniteResult *result);

#endif
