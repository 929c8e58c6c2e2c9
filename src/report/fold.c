/* A round repeats when the steps a period later take the same edges, by the same threads or by threads whose numbers
 * are all higher by the same amount (or it starts such threads). Rounds of one thread alone are left to report/steps.c,
 * which joins them. What repeats is looked for around the middle of the trace only: a trace that is long because of
 * repetition has it there.
 */
#include "report/fold.h"

#include "base/check.h"

#define PERIOD_MAX 400
#define FOLDED_MIN 60 /* steps; shorter ones are easier to read as they are */
#define ROUNDS_KEPT 2 /* before the fold, and after it */

typedef struct Shift {
    const Trace *trace;
    uint32_t period, by; /* by: between threads that take over from each other; 0: not known yet */
    bool changes_thread; /* what repeats is done by another thread, or starts another; else one thread does it all */
} Shift;

static bool is_shifted(Shift *s, uint32_t from, uint32_t to)
{
    if (from == to) return true;
    if (from == NO_ID || to == NO_ID || to < from) return false;
    if (!s->by) s->by = to - from;
    return to - from == s->by;
}

/* Does step i take the same edge as the one a period later, by a thread of the same role? */
static bool repeats(Shift *s, uint32_t i)
{
    CHECK(i + s->period < s->trace->steps.count);
    const TraceStep *x = &s->trace->steps.data[i], *y = &s->trace->steps.data[i + s->period];
    if (x->edge.i != y->edge.i || !is_shifted(s, x->thread, y->thread) || !is_shifted(s, x->child, y->child))
        return false;
    s->changes_thread |= x->thread != y->thread || x->child != y->child;
    return true;
}

static TraceFold extend_fold(const Trace *trace, uint32_t period)
{
    Shift s = {trace, period, 0, false};
    uint32_t middle = trace->steps.count / 2, low = middle, high = middle;
    while (high + period < trace->steps.count && repeats(&s, high))
        high++;
    if (high - middle < period || !s.changes_thread)
        return (TraceFold){0, 0, period}; /* not one round, or of one thread */
    while (low > 0 && repeats(&s, low - 1))
        low--;
    /* [low, high + period) repeats */
    uint32_t rounds = (high + period - low) / period;
    if (rounds <= 2 * ROUNDS_KEPT || (rounds - 2 * ROUNDS_KEPT) * period < FOLDED_MIN) return (TraceFold){0, 0, period};
    uint32_t from = low + ROUNDS_KEPT * period;
    return (TraceFold){from, from + (rounds - 2 * ROUNDS_KEPT) * period, period};
}

TraceFold fold_find(const Trace *trace)
{
    uint32_t count = trace->steps.count;
    for (uint32_t period = 1; period <= PERIOD_MAX && 2 * period < count && count >= FOLDED_MIN; period++) {
        TraceFold fold = extend_fold(trace, period);
        if (fold.from < fold.end) return fold;
    }
    return (TraceFold){0, 0, 1};
}

bool fold_threads(const Trace *trace, const TraceFold *fold, uint32_t *first, uint32_t *last)
{
    CHECK(fold->end <= trace->steps.count && fold->from + fold->period <= fold->end);
    const TraceStep *steps = trace->steps.data;
    bool found = false, act = false;
    for (uint32_t i = fold->from; i < fold->from + fold->period; i++)
        act |= steps[i].thread != steps[i + fold->period].thread;
    *first = *last = steps[fold->from].thread;
    for (uint32_t i = fold->from; i < fold->from + fold->period; i++) {
        const TraceStep *x = &steps[i], *y = &steps[i + fold->end - fold->from - fold->period];
        uint32_t low = act ? x->thread : x->child, high = act ? y->thread : y->child;
        if (low == high) continue;
        if (!found || low < *first) *first = low;
        if (!found || high > *last) *last = high;
        found = true;
    }
    return act;
}
