/* Violating paths of sequential programs: their states, and weakest preconditions along them.
 *
 * Inputs have the values of the path, so that a precondition is a condition over variables from which the same steps
 * with the same inputs lead on: certain, though not the weakest where other inputs would do, too. */
#ifndef CHORUS_ENGINES_MODULAR_PATH_H
#define CHORUS_ENGINES_MODULAR_PATH_H

#include "engines/modular/sequential.h"
#include "logic/smt/smt.h"
#include "program/state.h"
#include "program/trace.h"

/* What is certain to happen from a state on: steps of the program written out, with their inputs. Shared tails. */
typedef struct ModularPlan {
    EdgeId edge;
    TraceValues inputs;
    const struct ModularPlan *next; /* NULL: the step is the error */
} ModularPlan;

typedef struct SequentialPath {
    const ModularThreads *t;
    const Sequential *s;
    const Trace *trace;
    Machine machine;
    VEC(State) states; /* before each step of the trace */
    uint32_t count;    /* steps; the last leads to the error */
} SequentialPath;

/* The trace is of s and replays. */
void path_init(SequentialPath *path, const ModularThreads *t, const Sequential *s, const Trace *trace);
void path_clear(SequentialPath *path);
/* What the i-th step is. */
const SequentialEdge *path_step(const SequentialPath *path, uint32_t i);
/* Does the condition, over variables written out, hold before the i-th step? */
bool path_holds(const SequentialPath *path, uint32_t i, Term condition);
/* Is there a run along the same steps up to the i-th, with other inputs, that has the condition before it? Then it is
 * in *out, in place of the path; otherwise, or when the solver gives no answer, false. */
bool path_retry(const SequentialPath *path, Smt *smt, uint32_t i, Term condition, SequentialPath *out);
/* The value that a variable has at the start. */
Value path_initial(const SequentialPath *path, uint32_t var);
/* The value of a variable before the i-th step, as a constant; arrays, too. */
Term path_value(const SequentialPath *path, uint32_t i, VarId v);
Term path_guard(const SequentialPath *path, uint32_t i);
/* The guard of the i-th step, and `after` in terms of the state before it. */
Term path_before(const SequentialPath *path, uint32_t i, Term after);
/* The same without the guard. */
Term path_before_move(const SequentialPath *path, uint32_t i, Term after);
/* The i-th step, which is one of the thread, and then the plan. */
const ModularPlan *path_plan(const SequentialPath *path, uint32_t i, const ModularPlan *next);

#endif
