/* Locks whose sections turn out to be none are left alone, values that a guard depends on become symbols, which take
 * the solver, and variables that grow out of half of their range are told apart: then the search begins anew. */
#include "exhaustive/search.h"

#include "exhaustive/shape.h"

#define SYMBOLIC 10 /* a state with symbols takes as long as so many others */

ConcreteStates exhaustive_search(Program *p, const Program *merged, uint32_t threads, uint32_t limit, Certificate **c)
{
    bool *open = run_alloc(p->run, p->vars.count + 1), symbols = false, growing = true;
    for (;;) {
        *c = exhaustive_shape(p, merged, threads, open);
        (*c)->symbols = symbols;
        (*c)->growing = growing;
        ConcreteStates all = certificate_explore(*c, p, symbols ? limit / SYMBOLIC : limit);
        (*c)->growing = all.growing > 0;
        run_log(p->run, 1, "%u concrete states, %u variables grow: %s", all.states, all.growing,
                all.problem ? all.problem : "no error in any");
        if (all.broken.i == NO_ID && !all.is_outgrown && (!all.undecided || symbols)) return all;
        if (all.broken.i != NO_ID) open[all.broken.i] = true;
        if (all.is_outgrown) growing = false;
        if (all.undecided) symbols = true, growing = false;
    }
}
