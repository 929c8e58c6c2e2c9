/* What is asked of a model checker for sequential programs: that is all the algorithm knows of one. */
#ifndef CHORUS_ENGINES_MODULAR_CHECKER_H
#define CHORUS_ENGINES_MODULAR_CHECKER_H

#include "program/trace.h"
#include "proof/certificate.h"
#include "proof/diagram.h"

typedef enum SequentialAnswer { SEQUENTIAL_SAFE, SEQUENTIAL_PATH, SEQUENTIAL_UNKNOWN } SequentialAnswer;

typedef VEC(Term) ModularTerms;

typedef struct SequentialResult {
    SequentialAnswer answer;
    Certificate *invariant; /* SAFE: the proof, where the checker makes one, of one of the two kinds */
    Diagram *diagram;
    Trace *path;          /* PATH: a violating run, which the interpreter has replayed */
    const char *why;      /* UNKNOWN: one line */
    ModularTerms learned; /* what is worth telling it when the next program is asked: conditions */
} SequentialResult;

typedef struct SequentialChecker {
    void *self;
    /* p has one template, of which there is one thread. limit: of the checker's own effort, 0 = none; to be kept to by
     * work, not by time. */
    void (*check)(void *self, Program *p, const ModularTerms *learned, uint32_t limit, SequentialResult *out);
    /* Not NULL: SAFE without a proof is but a guess, and this is who is asked for the proof in the end, in the same way
     * and without limit. */
    void (*prove)(void *self, Program *p, const ModularTerms *learned, uint32_t limit, SequentialResult *out);
    const char *name; /* of who guesses, for people */
} SequentialChecker;

#endif
