/* Proofs by looking at every state: programs that start a few threads and compute with few values. What proves is the
 * checker's own search (kernel/kinds/concrete/concrete.h); here is said what it may take together, and whether
 * to try. */
#ifndef CHORUS_ENGINES_EXHAUST_H
#define CHORUS_ENGINES_EXHAUST_H

#include "engines/question/question.h"
#include "kernel/kinds/concrete/concrete.h"

/* As an engine: true, or unknown. */
bool exhaust_answers(const Question *question);
void exhaust_run(const Question *question, Verdict *verdict);

/* What a proof takes, or what has been seen without one: see exhaust_find. */
typedef struct Exhaustion {
    Certificate *certificate;
    uint32_t states, threads;
    bool has_error; /* an error can be taken in one of the states, of which there is no trace */
} Exhaustion;

/* Whether the search may be asked at all. */
bool exhaust_is_asked(const Question *question);
/* In the order of work of another engine. rest: the program of the question without the error edges that the parts of a
 * proof settle. True: it starts threads, there are no more states than `limit` says, and none has an error; else the
 * reason is logged, and what has been seen is in *found, if the search was begun. */
bool exhaust_find(const Question *question, Program *rest, StateLimit limit, Exhaustion *found);
/* Then: the verdict is, and the proof has one more part, which settles all that was left. */
void exhaust_prove(const Question *question, Program *rest, const Exhaustion *found, Proof *proof, Verdict *verdict);

#endif
