/* Memory models as axioms over executions: sequential consistency, RC11, x86-TSO. Written from the papers:
 *   RC11: Lahav, Vafeiadis, Kang, Hur, Dreyer, "Repairing sequential consistency in C/C++11", PLDI 2017, section 3;
 *   release sequences of C20: WG21 P0982 (of C11 and C17, with `c11_sequences`: those of the paper);
 *   x86-TSO: Sewell, Sarkar, Owens, Zappa Nardelli, Myreen, CACM 2010, as axioms in Alglave, Maranget, Tautschnig,
 *   "Herding cats", TOPLAS 2014: ppo, fences, locked instructions.
 * It knows nothing of the monitors of Chorus, and shall not: it judges them. */
#ifndef TESTS_AGREEMENT_MEMORY_AXIOMS_H
#define TESTS_AGREEMENT_MEMORY_AXIOMS_H

#include "agreement_memory/program.h"

#define EXECUTION_EVENTS 32
#define NOBODY 255 /* the thread of initial writes, the location of fences */
#define NO_EVENT 255

typedef enum Model { MODEL_SC, MODEL_RC11, MODEL_TSO, MODEL_COUNT } Model;

typedef enum EventKind {
    EVENT_READ,
    EVENT_WRITE,
    EVENT_FENCE,
    EVENT_SPAWN,
    EVENT_START, /* the first one of a thread that was spawned */
    EVENT_JOIN
} EventKind;

/* A read-modify-write is two events, a read and the write after it. */
typedef struct Event {
    EventKind kind;
    Order order;
    uint8_t thread, location, value;
    uint8_t partner; /* of a read: the write of the same read-modify-write; and back; or NO_EVENT */
    uint8_t source;  /* of a read: the write that it reads from (rf); of a start: where it was
                        spawned; of a join: the last event of the thread, or NO_EVENT */
    uint8_t rank;    /* of a write: its place in the modification order (mo) of its location, from 0 on */
} Event;

/* Events of one thread stand in program order; initial writes, one a location, come first. */
typedef struct Execution {
    uint32_t count;
    Event events[EXECUTION_EVENTS];
} Execution;

typedef struct ModelOptions {
    bool c11_sequences;    /* a later write of the same thread continues a release sequence, as in C11 and C17 */
    bool fenced_sc_stores; /* x86-TSO: a seq_cst store is one with a fence after it, as compilers make it */
} ModelOptions;

typedef struct Findings {
    bool is_consistent[MODEL_COUNT];
    bool is_racy; /* two accesses, one plain, one a write, that happens-before of RC11 leaves unordered */
} Findings;

/* Of no execution with a cycle of program order and rf is anything asked: RC11 and TSO have none. */
Findings axioms_judge(const Execution *x, const ModelOptions *options);

#endif
