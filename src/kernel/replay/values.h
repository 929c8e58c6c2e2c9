/* The replay's states, and what terms are worth in them. */
#ifndef CHORUS_KERNEL_REPLAY_VALUES_H
#define CHORUS_KERNEL_REPLAY_VALUES_H

#include "kernel/replay/shape.h"
#include "program/state.h"

typedef struct ReplayValue {
    Value value;
    bool is_unknown; /* it stands for all values; of an array, for all of the elements that are no entries */
} ReplayValue;

typedef struct ReplayThread {
    TemplateId template;
    LocId loc;
    ReplayValue *locals;
} ReplayThread;

typedef struct ReplayState {
    uint32_t created;
    ReplayValue *shared;
    VEC(ReplayThread) threads;
} ReplayState;

/* In which a term is evaluated: before a step of a thread. */
typedef struct ReplayPlace {
    const Machine *machine;
    const ReplayShape *shape;
    const ReplayState *state;
    uint32_t thread;
    EdgeId edge;
    const ReplayValue *inputs; /* of the edge, as the machine numbers them */
    bool has_met_unknown;
    bool has_overflow; /* a mathematical integer left 64 bits, in this term or one before */
} ReplayPlace;

ReplayValue replay_evaluate(ReplayPlace *place, Term t);

void replay_copy_state(const ReplayShape *shape, ReplayState *to, const ReplayState *from);
/* The state as words; threads, which have no identity, in one order. */
void replay_encode(const ReplayShape *shape, const ReplayState *s, Words *key);
/* Its arrays are its own, until it is cleared with them. */
void replay_decode(const ReplayShape *shape, const uint32_t *key, ReplayState *s);
void replay_clear_state(const ReplayShape *shape, ReplayState *s, bool with_arrays);

#endif
