/* CIRC: races, and failing assertions, of programs with any number of threads, by context inference (Henzinger, Jhala,
 * Majumdar: "Race Checking by Context Inference", PLDI 2004, algorithm 5).
 *
 * The outer loop has predicates P and a counter limit k; the inner one starts with a context that does nothing, finds
 * what each thread does in it, and makes the next context of that, until the context simulates the threads. An abstract
 * error on the way is a real one or makes P or k larger.
 *
 * Soundness of "true": when the loop ends, each template's graph G, of its thread in contexts of automata A, is
 * simulated by its A. By induction on the length of a run of any number of threads: seen from each thread i, the run is
 * one of the abstract program ((C, P), (A, k)) with i as main thread and every other thread j at a location of A that
 * simulates the location of G that j, seen as main thread, is at. A step of i is a program step in the view of i, and
 * in that of j a context step of A, as the edge of G that it takes is simulated. So every state of the run is in an
 * abstract state of every view; none of them is an error, and a race of two threads would be one in the view of either
 * (conflict.h). The paper has one template; here every one has a graph and an automaton, and views of threads that are
 * yet to be started follow the others until they are. */
#ifndef CHORUS_ENGINES_CIRC_CIRC_H
#define CHORUS_ENGINES_CIRC_CIRC_H

#include "engines/circ/omega.h"
#include "engines/circ/reach_graph.h"
#include "program/trace.h"

typedef struct CircQuestion {
    Program *threads;  /* unmerged; with accesses when races are asked */
    Program *reported; /* which counterexamples are of: `threads`, or the monitored program (program/monitor.h) when
                          races are asked */
    const MonitorQuestion *asks; /* NULL: races are not asked, but assertions */
    bool omega;                  /* omega-CIRC */
    const Term *predicates;      /* to start with */
    uint32_t predicate_count, k;
    uint32_t iteration_limit; /* 0: none */
} CircQuestion;

typedef enum CircKind { CIRC_TRUE, CIRC_FALSE, CIRC_UNKNOWN } CircKind;

typedef struct CircResult {
    CircKind kind;
    Trace *trace;    /* FALSE: of `reported`; replays */
    const char *why; /* UNKNOWN */
    Smt *smt;
    Predicates *predicates;
    uint32_t k, iterations, places; /* of the last context: its locations */
    uint64_t states;
    /* the context of the last iteration, by template, to be printed (engines/circ/print.h) */
    Acfa **contexts;
    AbstractThreads threads;
    Labels labels;
    Program *program;
    /* TRUE: what it rests on (engines/circ/context_proof.h) */
    System system;      /* of the last iteration, with these contexts */
    ReachGraph *graphs; /* finished, of that system; omega-CIRC: those that the contexts are quotients of */
    Acfa **built;       /* the graphs as automata; omega-CIRC: NULL */
    uint32_t **maps;    /* omega-CIRC: from locations of the graphs to those of the contexts */
    VarId index;        /* of `program`, that the threads' program does not have (engines/circ/probe.h); always 0 */
} CircResult;

/* Leaves by run_stop when interrupted, out of budget, or where the solver gives up; *result then says how far it came.
 */
void circ(const CircQuestion *question, CircResult *result);
void circ_clear(CircResult *result);

#endif
