/* Concrete states and steps: what a Program means. Used by the interpreter, random runs, replay, and by searches of few
 * of its states. */
#ifndef CHORUS_PROGRAM_STATE_H
#define CHORUS_PROGRAM_STATE_H

#include "logic/term/evaluate.h"
#include "program/program.h"

typedef VEC(uint32_t) Words;

/* A program prepared for execution. */
typedef struct Machine {
    Run *run;
    Program *p;
    TermManager *tm;
    uint32_t *local_index;  /* of a local variable in its template's list */
    uint32_t *inputs_start; /* of each edge in inputs; one more entry at the end */
    VEC(Term) inputs;       /* the input variables of each edge (symbol and instance), in the order met */
    ValueArena *values;     /* of the arrays of states; NULL: the run has them */
} Machine;

/* One thread of a concrete state. */
typedef struct ThreadState {
    TemplateId template;
    LocId loc;
    Value *locals; /* in the order of Template.locals */
} ThreadState;

typedef struct State {
    Value *shared; /* indexed by VarId.i (entries of non-shared variables unused) */
    VEC(ThreadState) threads;
    uint32_t created; /* threads created by spawn so far */
    uint32_t atomic;  /* threads at atomic locations: kept by the functions below, which alone move threads */
} State;

void machine_init(Machine *m, Program *p);
uint32_t machine_input_count(const Machine *m, EdgeId edge);
Term machine_input(const Machine *m, EdgeId edge, uint32_t i);
VarId machine_input_var(const Machine *m, EdgeId edge, uint32_t i);

void state_clear(const Machine *m, State *s);
void state_copy(const Machine *m, State *to, const State *from);
/* The variable's fixed initial value; *arbitrary is set when it has none (the value is then 0). */
Value state_initial_value(const Machine *m, uint32_t var, bool *arbitrary);
/* No threads; shared variables at their initial values, arbitrary ones 0. */
void state_start(const Machine *m, State *s);
/* Adds a thread as it is, and takes over its locals. */
void state_push_thread(const Machine *m, State *s, ThreadState thread);
/* Adds a thread at its template's entry, locals as above. */
void state_add_thread(const Machine *m, State *s, TemplateId t);

/* For a machine with values of its own: a step that stores makes a new array. Where they have become many, all but
 * those of the state are freed. */
void state_tidy(const Machine *m, State *s);

/* Are all threads at locations of their templates, and do all values fit their variables? */
bool machine_state_is_valid(const Machine *m, const State *s);

/* A step to be taken. */
typedef struct MachineStep {
    uint32_t thread;
    EdgeId edge;
    const Value *inputs; /* one for each input of the edge */
    bool create;         /* a spawn makes a thread */
} MachineStep;

typedef enum StepResult {
    STEP_DONE,
    STEP_ELSEWHERE, /* the thread is not at the edge's source */
    STEP_EXCLUDED,  /* another thread is in an atomic section */
    STEP_BLOCKED,   /* the guard does not hold */
    STEP_BOUNDED,   /* the thread that it starts would stop all others, and may not be started */
    STEP_OVERFLOW   /* a mathematical integer left 64 bits */
} StepResult;

/* A term over shared variables, the thread's locals and the inputs of the edge; as it is before the step. */
Value state_evaluate(const Machine *m, const State *s, const MachineStep *step, Term t);
/* May the thread run as far as atomic sections are concerned? */
bool state_may_run(const Machine *m, const State *s, uint32_t thread);
/* Would the step be possible? */
StepResult state_try(const Machine *m, const State *s, const MachineStep *step);
/* Takes the step, changing s (unless the result is not STEP_DONE). A new thread is the last; its arbitrary locals are
 * 0 and for the caller to set. */
StepResult state_step(const Machine *m, State *s, const MachineStep *step);

/* Canonical encoding as words, threads sorted (they have no identity). order[i], when not NULL, becomes the index of
 * the thread that is written i-th. */
void state_encode(const Machine *m, const State *s, Words *key, uint32_t *order);
void state_decode(const Machine *m, const uint32_t *key, State *s);

#endif
