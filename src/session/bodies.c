#include "session/bodies.h"

#include "base/check.h"
#include "plan/table.h"
#include "session/check.h"
#include "session/file.h"
#include "session/load.h"

/* Other ways to look at the files may say more. */
static bool is_usual(const ChorusSession *s)
{
    return s->bodies == BODIES_NONE && !s->runs_out && s->program && s->files.count &&
           !session_is_text(s->files.data[0]) && !s->clients.count && !run_interrupted(s->run) &&
           session_option(&s->options, OPTION_model) == MODEL_AUTO;
}

bool session_has_use_of_bodies(const ChorusSession *s)
{
    bool is_plain = is_usual(s), is_approximate = false;
    const Program *p = is_plain && s->accessing ? s->accessing : s->program;
    for (uint32_t i = 0; is_plain && i < p->edges.count && !is_approximate; i++)
        is_approximate = p->edges.data[i].approximate != NULL;
    return is_plain && is_approximate;
}

/* Nothing has been asked, or what ended does not end this. */
static bool may_go_on(const ChorusSession *s)
{
    return s->stage == SESSION_LOADED || s->stopped == STOP_UNSUPPORTED || s->stopped == STOP_TIME;
}

bool session_may_have_bodies(const ChorusSession *s)
{
    return may_go_on(s) && session_has_use_of_bodies(s) && !session_is_undefined(s);
}

bool session_may_run_out(const ChorusSession *s)
{
    ChorusSession other = *s;
    other.runs_out = true;
    return is_usual(s) && may_go_on(s) && !session_is_undefined(s) && s->possible && s->possible_runs_out &&
           session_option(&s->options, OPTION_malloc) == MALLOC_AUTO &&
           session_frontend_options(&other, NULL, 0).memory == MEMORY_FAILS;
}

#define RUNS_SECONDS 10 /* at most */

static RowSet rows_but(const char *const *names, size_t count)
{
    RowSet asked = 0;
    for (size_t i = 0; i < count; i++)
        asked |= UINT64_C(1) << table_find_row(names[i]);
    return table_others(asked);
}

static void load_with_all(Run *run, void *arg)
{
    (void)run;
    session_load_bodies(arg, BODIES_ALL);
}

static void load_with_input(Run *run, void *arg)
{
    (void)run;
    session_load_bodies(arg, BODIES_OF_INPUT);
}

static void load_running_out(Run *run, void *arg)
{
    (void)run;
    session_load_running_out(arg);
}

/* Whether there is a violation; else the session is as before. */
static bool try_program(ChorusSession *s, void (*load)(Run *run, void *arg), double seconds)
{
    const ChorusSession before = *s;
    Diags *diags = run_diags(s->run);
    const uint32_t count = diags->count;
    CHECK(s->verdict.kind == VERDICT_UNKNOWN);
    run_set_time_limit(s->run, seconds);
    s->rows_left_out |= table_dear_proofs();
    StopKind stop = session_run(s, load, s);
    if (stop == STOP_NONE) stop = session_ask_model(s);
    bool found = stop == STOP_NONE && s->verdict.kind == VERDICT_FALSE;
    if (!found) run_log(s->run, 1, "not found: %s", stop != STOP_NONE ? run_reason(s->run) : s->verdict.why);
    diags->count = count; /* they were said the first time */
    if (!found) session_restore(s, &before);
    s->rows_left_out = before.rows_left_out;
    run_set_time_limit(s->run, 0);
    return found;
}

static double seconds_of(const ChorusSession *s, double seconds)
{
    const double most = 20 + 2 * s->seconds_check;
    return seconds < most ? seconds : most;
}

void session_try_bodies(ChorusSession *s, double seconds)
{
    const double all = seconds_of(s, seconds);
    if (!try_program(s, load_with_all, 0.7 * all)) try_program(s, load_with_input, 0.3 * all);
}

void session_try_running_out(ChorusSession *s, double seconds)
{
    try_program(s, load_running_out, seconds_of(s, seconds));
}

static bool run_fails(ChorusSession *s)
{
    return session_ask_model(s) == STOP_NONE && s->verdict.kind == VERDICT_FALSE;
}

/* Where functions have bodies a run may lead through them, and one that needs none is easier to read. */
static bool found_soon(ChorusSession *s, RowSet left_out, double seconds)
{
    static const char *const soon[] = {"first-states", "glimpse"}, *const runs[] = {"dynamic"};
    const ChorusSession exact = *s;
    run_set_time_limit(s->run, seconds);
    s->rows_left_out = left_out | rows_but(runs, 1);
    if (run_fails(s)) return true;
    session_restore(s, &exact);
    if (session_run(s, load_with_all, s) != STOP_NONE) return false;
    const ChorusSession with_bodies = *s;
    session_restore(s, &exact);
    s->rows_left_out = left_out | rows_but(soon, sizeof soon / sizeof *soon);
    if (run_fails(s)) return true;
    session_restore(s, &with_bodies);
    s->rows_left_out = left_out | rows_but(runs, 1);
    return run_fails(s);
}

void session_try_runs(ChorusSession *s, double seconds)
{
    const ChorusSession before = *s;
    Diags *diags = run_diags(s->run);
    const uint32_t count = diags->count;
    CHECK(s->stage == SESSION_LOADED);
    s->makes_runs = true;
    bool found = found_soon(s, before.rows_left_out, seconds < RUNS_SECONDS ? seconds : RUNS_SECONDS);
    diags->count = count; /* they were said when it was loaded */
    if (found) {
        s->rows_left_out = before.rows_left_out;
        s->makes_runs = false;
        s->stage = SESSION_CHECKED;
    } else {
        session_restore(s, &before);
    }
    double left = s->deadline - run_seconds(s->run);
    run_set_time_limit(s->run, s->deadline <= 0 ? 0 : left > 0.01 ? left : 0.01);
}
