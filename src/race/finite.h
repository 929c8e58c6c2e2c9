/* Counter-guided parameterized verification of threads with finitely many states ("Race Checking by Context Inference",
 * appendix A, algorithm 6): no predicates, only counters of threads in each state, up to k and then "more"; k grows
 * until there is no error, or a real one. Decides every such program, given time. */
#ifndef CHORUS_RACE_FINITE_H
#define CHORUS_RACE_FINITE_H

#include "analysis/monitor.h"
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
} FiniteResult;

/* Leaves by run_stop where values are too many to be tried. */
void finite_check(const FiniteQuestion *question, FiniteResult *result);

#endif
