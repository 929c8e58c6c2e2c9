/* Threads of finitely many states: the transition relation of "Race Checking by Context Inference", appendix A, in
 * which pc is everything that a thread has of its own.
 *
 * A valuation of the shared variables is a number, and so is what a thread has of its own: template, location, locals.
 * Both are found as they are met; arbitrary values range over all values of their width. */
#ifndef CHORUS_ENGINES_CIRC_LOCAL_H
#define CHORUS_ENGINES_CIRC_LOCAL_H

#include "base/intern.h"
#include "program/state.h"
#include "program/trace.h"

#define NO_CHILD UINT32_MAX

typedef struct LocalStep {
    EdgeId edge;
    uint64_t choice;               /* of inputs */
    uint32_t shared, local, child; /* afterwards; child NO_CHILD: none */
} LocalStep;

typedef VEC(LocalStep) LocalSteps;

typedef struct Locals {
    Run *run;
    Program *p;
    Machine machine;
    Intern shared_ids, local_ids, step_ids, race_ids;
    VEC(LocalSteps) steps; /* of pairs of a shared and a local number */
    VEC(bool) races;
    Words key;
} Locals;

void locals_init(Locals *l, Program *p);
void locals_clear(Locals *l);
/* The initial valuations of the shared variables; the states in which a thread of the template starts. */
void locals_initial_shared(Locals *l, Words *out);
void locals_initial(Locals *l, TemplateId template, Words *out);
/* What a thread can do there, if no other one hinders it: valid until the next question. */
const LocalSteps *locals_steps(Locals *l, uint32_t shared, uint32_t local);
bool locals_is_atomic(Locals *l, uint32_t local);
TemplateId locals_template(Locals *l, uint32_t local);
/* Do two threads race there, if there is no third one at an atomic location? */
bool locals_race(Locals *l, uint32_t shared, uint32_t a, uint32_t b);
/* The state of such threads, to be cleared. */
void locals_state(Locals *l, uint32_t shared, const uint32_t *threads, uint32_t count, State *out);
/* Appends the values of the shared variables, of a thread's locals, that are arbitrary at the start (edge: that starts
 * the thread; NULL: it is there from the beginning); of an edge's inputs. */
void locals_shared_values(Locals *l, uint32_t shared, TraceValues *out);
void locals_values(Locals *l, uint32_t local, const Edge *edge, TraceValues *out);
void locals_input_values(Locals *l, EdgeId edge, uint64_t choice, TraceValues *out);
/* Number of bits of an edge's inputs. */
unsigned locals_input_bits(Locals *l, EdgeId edge);

#endif
