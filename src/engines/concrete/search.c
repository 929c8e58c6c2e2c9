/* A search begins anew when it is known better how to go about it: sections that touch what others touch without
 * their lock end before that; if they are none even so, their lock is left alone. Where a guard depends on a value that
 * is not known, first the variables that grow are told apart, then elements of arrays, which makes more states, and
 * then values become symbols, which take the solver. When that makes too many states, guards go both ways, which may
 * lead to errors that are none. Variables that may grow are taken to, which is asked of the solver
 * only when no error has been found (or is expected); where that was wrong it is asked first, and variables that leave
 * half of their range are told apart. */
#include "engines/concrete/search.h"

#include "base/check.h"
#include "engines/concrete/shape.h"

#define EXPOSED_MOST 8 /* times that sections are made shorter, since each begins anew */
#define SYMBOLIC 10    /* a state with symbols takes as long as so many others */

/* Sections of their locks end before such variables are touched. False: they do already. */
static bool expose(const Program *p, bool *exposed, const uint64_t *touched)
{
    bool any = false;
    for (uint32_t v = 0; v < p->vars.count; v++) {
        if (exposed[v] || !(touched[v / 64] >> v % 64 & 1)) continue;
        exposed[v] = true;
        any = true;
    }
    return any;
}

typedef enum Growth { TAKEN_TO_GROW, ASKED, TOLD_APART } Growth;

/* What is done about values that are not known. */
typedef enum Unknowns { NO_ELEMENTS, ELEMENTS, SYMBOLS, EITHER_WAY } Unknowns;

/* More would be seen of as many states without symbols. */
static bool has_too_many_symbols(const ConcreteStates *all, uint32_t threads)
{
    return all->problem && !all->has_error && all->created < threads;
}

ConcreteStates exhaustive_search(Program *p, const Program *merged, uint32_t threads, StateLimit limit, Certificate **c)
{
    SectionLimits limits = {run_alloc(p->run, p->vars.count + 1), run_alloc(p->run, p->vars.count + 1)};
    Unknowns unknowns = NO_ELEMENTS;
    ConcreteStates symbolic = {0};
    uint32_t rounds = 0; /* in which sections were found to touch too much */
    for (Growth growth = limit.expects_none ? ASKED : TAKEN_TO_GROW;;) {
        const bool symbols = unknowns == SYMBOLS, either = unknowns == EITHER_WAY;
        CHECK(!either || growth == TOLD_APART);
        *c = exhaustive_shape(p, merged, threads, &limits);
        (*c)->elements = unknowns == ELEMENTS || either;
        (*c)->either = either;
        (*c)->symbols = symbols;
        (*c)->growing = growth != TOLD_APART;
        StateLimit now = {symbols ? limit.states / SYMBOLIC : limit.states, limit.questions, limit.expects_none};
        ConcreteStates all = certificate_explore(*c, p, now, growth == TAKEN_TO_GROW);
        (*c)->growing = all.growing > 0;
        run_log(p->run, 1, "%u concrete states, %u variables grow: %s", all.states, all.growing,
                all.problem ? all.problem : "no error in any");
        if (all.broken.i != NO_ID) {
            if (rounds++ >= EXPOSED_MOST || !expose(p, limits.exposed, all.touched)) limits.open[all.broken.i] = true;
            continue;
        }
        if (either) return all.problem ? symbolic : all;
        if (symbols && has_too_many_symbols(&all, threads)) {
            symbolic = all;
            unknowns = EITHER_WAY;
            continue;
        }
        bool is_wrong = all.is_mistaken || all.is_outgrown; /* about what grows */
        if (!is_wrong && (!all.undecided || symbols)) return all;
        if (all.undecided && (growth == TOLD_APART || all.growing == 0))
            unknowns = unknowns == NO_ELEMENTS ? ELEMENTS : SYMBOLS;
        growth = all.undecided || growth == ASKED ? TOLD_APART : ASKED;
    }
}
