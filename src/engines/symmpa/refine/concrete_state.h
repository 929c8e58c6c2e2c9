/* States of a search of concrete states, as words: how they look, where they begin, what steps do to them. */
#ifndef CHORUS_ENGINES_SYMMPA_REFINE_CONCRETE_STATE_H
#define CHORUS_ENGINES_SYMMPA_REFINE_CONCRETE_STATE_H

#include "base/intern.h"
#include "engines/symmpa/refine/concrete_inputs.h"
#include "logic/term/evaluate.h"
#include "program/analysis/liveness.h"
#include "program/state.h"

/* A state: number of threads, threads created, shared variables, then for each thread template, location, locals. */
#define STATE_THREADS 0
#define STATE_CREATED 1
#define STATE_SHARED 2
#define THREAD_TEMPLATE 0
#define THREAD_LOC 1
#define THREAD_LOCALS 2
#define THREADS_MAX 16 /* at a time */

typedef struct Concrete {
    Run *run;
    Program *p;
    Machine machine;
    Liveness *live;
    InputConstants *inputs;
    uint32_t n;
    uint32_t *slot; /* per variable: of a shared one in the state, of a local one in its thread */
    uint32_t shared_count, thread_words, thread_limit, state_words;
    Intern arrays; /* values of arrays: [default, entries..], each of two words */
    VEC(Value) array_values;
    const TraceValues *initial; /* arbitrary values of shared variables at the start; NULL, or not there: 0 */
    ValueArena *made;           /* arrays of the evaluation at hand */
    /* the step being evaluated */
    const uint64_t *state;
    uint32_t thread, edge, choice;
    bool overflow;
} Concrete;

/* False: states are too large; then to be cleared all the same. */
bool concrete_init(Concrete *c, Program *p, uint32_t n);
void concrete_clear(Concrete *c);

static inline uint64_t *thread_of(const Concrete *c, const uint64_t *state, uint32_t thread)
{
    return (uint64_t *)state + STATE_SHARED + c->shared_count + (size_t)thread * c->thread_words;
}

static inline LocId place_of(const Concrete *c, const uint64_t *state, uint32_t thread)
{
    return (LocId){(uint32_t)thread_of(c, state, thread)[THREAD_LOC]};
}

/* Threads of the template at the start. */
uint32_t concrete_initial_count(const Concrete *c, uint32_t template);
/* Makes a state of zeros the initial one. */
void concrete_start(Concrete *c, uint64_t *state);
/* Never 0. Threads of one template may be exchanged, dead locals have no say. */
uint64_t concrete_hash(const Concrete *c, const uint64_t *state);

/* Number of choices of an edge's inputs. */
uint32_t concrete_choices(const Concrete *c, EdgeId edge);
/* Does the edge start a thread there? Not when the bound is reached. */
bool concrete_starts_thread(const Concrete *c, const uint64_t *state, const Edge *e);
/* Can the thread, which is at the edge's source, take it? */
bool concrete_is_enabled(Concrete *c, const uint64_t *state, uint32_t thread, EdgeId edge, uint32_t choice);
/* Takes the enabled step last asked about, from its state to another. Sets c->overflow when the values are of no use.
 */
void concrete_take(Concrete *c, uint64_t *to);

#endif
