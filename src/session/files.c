/* The check of the files of a session: which model of them is asked when is the plan's (plan/table.c); here is what a
 * session makes of them. */
#include <string.h>

#include "base/check.h"
#include "plan/files.h"
#include "session/bodies.h"
#include "session/check.h"
#include "session/outline.h"
#include "session/rolled.h"
#include "session/statistics.h"
#include "session/survey.h"

#define LARGE_STEPS 3000  /* of a model that ends somewhere: coarser ones come first */
#define LONG_ROUNDS 5     /* of a loop that starts threads: so many have many states */
#define DOUBT_SECONDS 10  /* so long the exact model is left when a run rests on an approximation */
#define COARSE_SECONDS 40 /* of a coarser one, at most, where nobody gave a limit */

static double seconds_left(void *arg)
{
    const ChorusSession *s = arg;
    double left = s->end > 0 ? s->end - run_seconds(s->first) : 1e9;
    return left > 0.01 ? left : 0.01;
}

static bool has_large_end(void *arg)
{
    const ChorusSession *s = arg;
    return s->stage == SESSION_LOADED && s->has_limit && s->program && s->program->edges.count > LARGE_STEPS;
}

static bool has_long_loop(void *arg)
{
    const ChorusSession *s = arg;
    return s->stage == SESSION_LOADED && s->loop_rounds >= LONG_ROUNDS && s->program &&
           s->program->edges.count <= LARGE_STEPS;
}

static bool may_ask_model(void *arg, FileModel model)
{
    const ChorusSession *s = arg;
    if (run_interrupted(s->first)) return model == MODEL_IS_EXACT && s->stage == SESSION_LOADED && s->program;
    switch (model) {
    case MODEL_IS_EXACT: return s->stage == SESSION_LOADED && s->program;
    case MODEL_IS_ASKED_AGAIN: return s->stage == SESSION_CHECKED && s->is_left_doubtful;
    case MODEL_HAS_BODIES: return s->stage == SESSION_CHECKED && session_may_have_bodies(s);
    case MODEL_RUNS_OUT: return s->stage == SESSION_CHECKED && session_may_run_out(s);
    case MODEL_IS_RUN: return s->stage == SESSION_LOADED && s->program && session_may_have_bodies(s);
    case MODEL_IS_ROLLED: return session_may_roll(s);
    case MODEL_IS_OUTLINE: return session_may_outline(s);
    case MODEL_IS_SURVEY: return session_may_survey(s);
    }
    return false;
}

/* Of loading, the model has what is left. Where it ends, and nobody gave a limit, it has one of its own. */
static void ask_exact(ChorusSession *s, double seconds, double doubt_seconds)
{
    double own = run_seconds_left(s->run), start = run_seconds(s->run);
    if (s->end > 0 && seconds < own) {
        s->deadline = start + seconds;
        run_set_time_limit(s->run, seconds);
    }
    s->stage = SESSION_CHECKED;
    s->is_left_doubtful = false;
    s->doubt_seconds = doubt_seconds;
    session_check_model(s);
    s->doubt_seconds = 0;
    s->seconds_check += run_seconds(s->run) - start;
}

static bool ask_model(void *arg, FileModel model, double seconds)
{
    static const char *const names[] = {[MODEL_IS_EXACT] = "exact",     [MODEL_IS_ASKED_AGAIN] = "exact, again",
                                        [MODEL_HAS_BODIES] = "bodies",  [MODEL_RUNS_OUT] = "memory",
                                        [MODEL_IS_RUN] = "runs",        [MODEL_IS_ROLLED] = "rolled",
                                        [MODEL_IS_OUTLINE] = "outline", [MODEL_IS_SURVEY] = "survey"};
    ChorusSession *s = arg;
    run_log(s->run, 2, "model %s", names[model]);
    bool is_free = !s->options.given[OPTION_time_limit];
    if (is_free && model != MODEL_IS_EXACT && model != MODEL_IS_ASKED_AGAIN && seconds > COARSE_SECONDS)
        seconds = COARSE_SECONDS;
    switch (model) {
    case MODEL_IS_EXACT: ask_exact(s, seconds, session_has_use_of_bodies(s) ? DOUBT_SECONDS : 0); break;
    case MODEL_IS_ASKED_AGAIN: ask_exact(s, seconds, 0); break;
    case MODEL_HAS_BODIES: session_try_bodies(s, seconds); break;
    case MODEL_RUNS_OUT: session_try_running_out(s, seconds); break;
    case MODEL_IS_RUN: session_try_runs(s, seconds); break;
    case MODEL_IS_ROLLED: session_try_rolled(s, seconds); break;
    case MODEL_IS_OUTLINE: session_try_outline(s, seconds); break;
    case MODEL_IS_SURVEY: session_try_survey(s, seconds); break;
    }
    return chorus_verdict(s) == CHORUS_TRUE || chorus_verdict(s) == CHORUS_FALSE;
}

ChorusVerdict chorus_check(ChorusSession *session)
{
    ChorusSession *s = session;
    if (s->is_busy || s->stage == SESSION_CHECKED) return chorus_verdict(s);
    if (s->stage != SESSION_LOADED) {
        session_fail(s, CHORUS_INTERNAL, "no program is loaded");
        return CHORUS_NONE;
    }
    CHECK(s->program || s->scope);
    if (!s->program) s->stage = SESSION_CHECKED; /* scope set by chorus_load */
    FileHost host = {s,           may_ask_model,   ask_model, has_large_end, has_long_loop, seconds_left,
                     &s->account, s->rows_left_out};
    plan_files(&host);
    if (s->stage != SESSION_CHECKED && !s->scope) /* the rows that might answer are left out */
        session_set_unknown(s, STOP_UNSUPPORTED, "no row of the plan that was asked has an answer");
    s->stage = SESSION_CHECKED;
    session_add_outline_reason(s);
    session_name_account(s);
    session_measure_memory(s);
    session_end_memory_limit(s);
    return chorus_verdict(s);
}
