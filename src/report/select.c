#include "report/select.h"

#include <string.h>

#include "base/check.h"

#define STEPS_MAX 24 /* of a trace that is printed as a whole */
/* Of a longer one, so many lines at most, of steps and of what stands for others; a race is told below in lines of its
 * own. Of steps that weigh the same and are too many, so many from the start, and the last ones. */
#define LINES_MAX 26
#define RACE_LINES_MAX 18
#define FIRST_STEPS 4

typedef enum Weight { WEIGHT_NONE, WEIGHT_CAUSE, WEIGHT_VALUE, WEIGHT_DIRECT } Weight;

typedef struct Selection {
    const ReportSteps *steps;
    bool *shown;
    uint32_t lines, lines_max;
} Selection;

static bool is_turn(const ReportSteps *steps, uint32_t i)
{
    return i == 0 || i + 1 >= steps->steps.count || steps->steps.data[i - 1].thread != steps->steps.data[i].thread ||
           steps->steps.data[i + 1].thread != steps->steps.data[i].thread;
}

/* A race is where threads are and what they hold, an assertion about values. */
static Weight weight_of_step(const ReportSteps *steps, uint32_t i)
{
    const ReportStep *s = &steps->steps.data[i];
    if (s->fails || s->note || s->doubt) return WEIGHT_DIRECT;
    if (steps->race) return s->locks || s->creates.count || is_turn(steps, i) ? WEIGHT_DIRECT : WEIGHT_NONE;
    if (s->relevance == RELEVANCE_DIRECT) return WEIGHT_DIRECT;
    if (s->relevance == RELEVANCE_VALUE) return WEIGHT_VALUE;
    return s->relevance == RELEVANCE_DECISION || s->creates.count || s->locks ? WEIGHT_CAUSE : WEIGHT_NONE;
}

/* Shows a step if there is a line for it. What is hidden on one of its sides needs a line, too. */
static void show(Selection *s, uint32_t i)
{
    uint32_t n = s->steps->steps.count;
    if (s->shown[i]) return;
    bool before = i > 0 && !s->shown[i - 1], after = i + 1 < n && !s->shown[i + 1]; /* hidden beside it */
    uint32_t lines = s->lines + before + after; /* + 1 for it, - 1 for what hid it */
    if (lines > s->lines_max) return;
    s->shown[i] = true;
    s->lines = lines;
}

static void show_weight(Selection *s, Weight weight)
{
    uint32_t n = s->steps->steps.count, first = 0;
    for (uint32_t i = 0; i < n && first < FIRST_STEPS; i++) {
        if (weight_of_step(s->steps, i) != weight) continue;
        show(s, i);
        first++;
    }
    for (uint32_t i = n; i-- > 0;)
        if (weight_of_step(s->steps, i) == weight) show(s, i);
}

/* Nothing is known of what the failure depends on in steps that are not of a program. */
static bool is_sliced(const ReportSteps *steps)
{
    return steps->race || (steps->steps.count && vec_last(&steps->steps).relevance != RELEVANCE_NONE);
}

bool *report_select(Run *run, const ReportSteps *steps)
{
    uint32_t n = steps->steps.count;
    Selection s = {steps, run_alloc(run, n + 1), 1, steps->race ? RACE_LINES_MAX : LINES_MAX};
    if (n <= STEPS_MAX || steps->shows_all || !is_sliced(steps)) {
        memset(s.shown, true, n);
        return s.shown;
    }
    show(&s, n - 1);
    for (int weight = WEIGHT_DIRECT; weight > WEIGHT_NONE; weight--)
        show_weight(&s, (Weight)weight);
    for (uint32_t i = 1; i + 1 < n; i++) /* a line that says that a step is left out could show it */
        s.shown[i] |= s.shown[i - 1] && s.shown[i + 1];
    CHECK(s.shown[n - 1]);
    return s.shown;
}
