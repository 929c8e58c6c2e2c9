/* A search begins anew when it is known better how to go about it: locks whose sections turn out to be none are left
 * alone. Where a guard depends on a value that is not known, first the variables that grow are told apart, then
 * elements of arrays, which makes more states, and then values become symbols, which take the solver. Variables that
 * may grow are taken to, which is asked of the solver only when no error has been found (or is expected); where that
 * was wrong it is asked first, and variables that leave half of their range are told apart. */
#include "engines/concrete/search.h"

#include "engines/concrete/shape.h"

#define SYMBOLIC 10 /* a state with symbols takes as long as so many others */

typedef enum Growth { TAKEN_TO_GROW, ASKED, TOLD_APART } Growth;

ConcreteStates exhaustive_search(Program *p, const Program *merged, uint32_t threads, StateLimit limit, Certificate **c)
{
    bool *open = run_alloc(p->run, p->vars.count + 1), elements = false, symbols = false;
    for (Growth growth = limit.expects_none ? ASKED : TAKEN_TO_GROW;;) {
        *c = exhaustive_shape(p, merged, threads, open);
        (*c)->elements = elements && !symbols;
        (*c)->symbols = symbols;
        (*c)->growing = growth != TOLD_APART;
        StateLimit now = {symbols ? limit.states / SYMBOLIC : limit.states, limit.questions, limit.expects_none};
        ConcreteStates all = certificate_explore(*c, p, now, growth == TAKEN_TO_GROW);
        (*c)->growing = all.growing > 0;
        run_log(p->run, 1, "%u concrete states, %u variables grow: %s", all.states, all.growing,
                all.problem ? all.problem : "no error in any");
        if (all.broken.i != NO_ID) {
            open[all.broken.i] = true;
            continue;
        }
        bool is_wrong = all.is_mistaken || all.is_outgrown; /* about what grows */
        if (!is_wrong && (!all.undecided || symbols)) return all;
        if (all.undecided && (growth == TOLD_APART || all.growing == 0)) {
            symbols = elements;
            elements = true;
        }
        growth = all.undecided || growth == ASKED ? TOLD_APART : ASKED;
    }
}
