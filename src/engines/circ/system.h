/* Abstract multi-threaded programs ((C, P), (A, k)): what they are made of ("Race Checking by Context Inference",
 * section 3.4). One context automaton for each thread template. */
#ifndef CHORUS_ENGINES_CIRC_SYSTEM_H
#define CHORUS_ENGINES_CIRC_SYSTEM_H

#include "engines/circ/acfa.h"
#include "engines/circ/thread.h"

#define COUNTER_ALWAYS 255
#define COUNTER_K_MAX 200

typedef struct System {
    AbstractThreads *threads;
    const Program *p;      /* with the index of the threads' edges */
    const Acfa **contexts; /* by template */
    uint32_t *offsets;     /* of a template's locations among all places of context threads */
    uint32_t places, k;
    bool is_exact;        /* omega-CIRC: templates of any number of threads have k of them in the context */
    bool ignores_regions; /* states are not dropped: see circ.c */
    bool *is_spawned;     /* templates */
} System;

/* A state as checks see it. */
typedef struct SystemState {
    uint32_t loc; /* of the main thread, or UNBORN */
    Valuation v;
    const uint8_t *counters; /* by place */
} SystemState;

void system_init(System *s, AbstractThreads *threads, const Program *p, uint32_t k, bool is_exact);
void system_clear(System *s);
/* The context automata are new: numbers the places. */
void system_set_contexts(System *s, const Acfa *const *contexts);
/* May a thread at the place run, as far as atomic locations tell? place NO_ID: the main thread. */
bool system_may_run(const System *s, const SystemState *state, uint32_t place);
const AcfaLoc *system_place(const System *s, uint32_t place);

#endif
