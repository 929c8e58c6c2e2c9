/* Modular verification through sequential model checking (paper 002, "Modular Verification of Concurrent Programs via
 * Sequential Model Checking"), for a fixed number of threads.
 *
 * One thread is main; the others are its environment, of which its sequential program knows what facts say
 * (sequential.h). A violating path is followed backwards. Where it needs a move of the environment, the environment is
 * asked whether it has such a move (an environment query): the next thread of the order is main there and the rest its
 * environment, down to the last, which has none. No move: a fact, by which all moves like that one are excluded. A
 * move: a state from which the error is certain, a promise of error, which is an error of the sequential program from
 * then on. A path that needs no move any more is a run; a sequential program without a path is a proof.
 *
 * Where the paper computes the condition before a move by a postcondition and generalises it, here it begins as "true"
 * and is strengthened by what the path's own state has and the answer needs otherwise: what is not needed to exclude
 * the move never gets in. The condition after it, a weakest precondition, is generalised by leaving out conjuncts.
 *
 * Every thread with assertions is main once: the first assertion that fails fails in one of them. */
#ifndef CHORUS_ENGINES_MODULAR_MODULAR_H
#define CHORUS_ENGINES_MODULAR_MODULAR_H

#include "engines/modular/checker.h"
#include "engines/modular/sequential.h"
#include "program/trace.h"
#include "proof/modular_proof.h"

typedef struct ModularStats {
    uint64_t queries;    /* of environments */
    uint64_t facts;      /* refinements of env_move */
    uint64_t promises;   /* of errors */
    uint64_t sequential; /* checks of sequential programs */
    double seconds_sequential;
    double seconds_queries, seconds_generalising; /* those that main asks, with all that they ask; of these, of facts */
} ModularStats;

/* One thread and what is known of its environment: the threads after it in the order. */
typedef struct ModularLevel {
    uint32_t thread;
    uint32_t inner, outer;
    VEC(Fact) facts;
    VEC(ModularClaim) proofs; /* of the facts */
} ModularLevel;

/* One thread as main. */
typedef struct ModularRoot {
    VEC(ModularLevel) levels; /* in the order of the threads */
    ModularClaim proof;
} ModularRoot;

typedef enum ModularKind { MODULAR_TRUE, MODULAR_FALSE, MODULAR_UNKNOWN } ModularKind;

typedef struct ModularResult {
    ModularKind kind;
    const char *why;     /* UNKNOWN: one line */
    Trace *trace;        /* FALSE: of the program as given; replays */
    ModularProof *proof; /* TRUE, when the sequential checker makes certificates; sorted */
    const ModularThreads *threads;
    VEC(ModularRoot) roots; /* as far as they were begun */
    ModularStats stats;
} ModularResult;

/* order: names of threads, see hierarchy.h, or NULL. limit: of sequential checks, 0 = none. Leaves by run_stop when
 * interrupted or out of budget; *result then holds the statistics so far. */
void modular_check(Program *p, const SequentialChecker *checker, const char *order, uint32_t limit,
                   ModularResult *result);

#endif
