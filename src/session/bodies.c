#include "session/bodies.h"

#include "base/check.h"
#include "plan/table.h"
#include "session/check.h"
#include "session/file.h"
#include "session/load.h"

bool session_has_use_of_bodies(const ChorusSession *s)
{
    bool is_plain = s->bodies == BODIES_NONE && s->program && s->files.count && !session_is_scpl(s->files.data[0]) &&
                    !s->clients.count && !run_interrupted(s->run) &&
                    session_option(&s->options, OPTION_model) == MODEL_AUTO;
    bool is_approximate = false;
    const Program *p = is_plain && s->accessing ? s->accessing : s->program;
    for (uint32_t i = 0; is_plain && i < p->edges.count && !is_approximate; i++)
        is_approximate = p->edges.data[i].approximate != NULL;
    return is_plain && is_approximate;
}

bool session_may_have_bodies(const ChorusSession *s)
{
    return s->stopped == STOP_UNSUPPORTED && session_has_use_of_bodies(s) && !session_is_undefined(s);
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

/* Whether there is a violation; else the session is as before. */
static bool try_bodies(ChorusSession *s, void (*load)(Run *run, void *arg))
{
    const ChorusSession before = *s;
    Diags *diags = run_diags(s->run);
    const uint32_t count = diags->count;
    s->rows_left_out |= table_dear_proofs();
    StopKind stop = session_run(s, load, s);
    if (stop == STOP_NONE) stop = session_ask_model(s);
    bool found = stop == STOP_NONE && s->verdict.kind == VERDICT_FALSE;
    if (!found) run_log(s->run, 1, "with bodies: %s", stop != STOP_NONE ? run_reason(s->run) : s->verdict.why);
    diags->count = count; /* they were said the first time */
    if (!found) session_restore(s, &before);
    s->rows_left_out = before.rows_left_out;
    return found;
}

void session_try_bodies(ChorusSession *s, double seconds)
{
    const double most = 20 + 2 * s->seconds_check;
    CHECK(s->verdict.kind == VERDICT_UNKNOWN);
    run_set_time_limit(s->run, 0.7 * (seconds < most ? seconds : most));
    if (!try_bodies(s, load_with_all)) {
        run_set_time_limit(s->run, 0.3 * (seconds < most ? seconds : most));
        try_bodies(s, load_with_input);
    }
    run_set_time_limit(s->run, 0);
}
