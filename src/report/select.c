#include "report/select.h"

#include "base/check.h"

#define STEPS_MAX 24 /* of a trace that is printed as a whole */
/* Of a longer one, so many steps at most, and so many of them from its start. */
#define SELECTED_MAX 14
#define SELECTED_FIRST 4

static bool is_turn(const ReportSteps *steps, uint32_t i)
{
    return i == 0 || i + 1 >= steps->steps.count || steps->steps.data[i - 1].thread != steps->steps.data[i].thread ||
           steps->steps.data[i + 1].thread != steps->steps.data[i].thread;
}

static bool says_something(const ReportSteps *steps, uint32_t i)
{
    const ReportStep *s = &steps->steps.data[i];
    return s->fails || s->note || s->locks || s->creates.count || is_turn(steps, i);
}

bool *report_select(Run *run, const ReportSteps *steps)
{
    uint32_t n = steps->steps.count, count = 0, seen = 0;
    bool *shown = run_alloc(run, n + 1);
    bool is_short = n <= STEPS_MAX || !steps->race || steps->shows_all;
    for (uint32_t i = 0; i < n; i++)
        count += shown[i] = is_short || says_something(steps, i);
    for (uint32_t i = 0; i < n && count > SELECTED_MAX && !is_short; i++) {
        if (!shown[i]) continue;
        shown[i] = seen < SELECTED_FIRST || count - seen <= SELECTED_MAX - SELECTED_FIRST;
        seen++;
    }
    for (uint32_t i = 1; i + 1 < n; i++) /* a line that says that a step is left out could show it */
        shown[i] |= shown[i - 1] && shown[i + 1];
    CHECK(!n || shown[n - 1]);
    return shown;
}
