#include "session/bodies.h"

#include "base/check.h"
#include "session/check.h"
#include "session/file.h"
#include "session/load.h"

bool session_may_have_bodies(const ChorusSession *s)
{
    bool is_plain = !s->has_bodies && s->program && s->files.count && !session_is_scpl(s->files.data[0]) &&
                    !s->clients.count && s->stopped == STOP_UNSUPPORTED && !run_interrupted(s->run) &&
                    session_option(&s->options, OPTION_model) == MODEL_AUTO && !session_is_undefined(s);
    bool is_approximate = false;
    const Program *p = is_plain && s->accessing ? s->accessing : s->program;
    for (uint32_t i = 0; is_plain && i < p->edges.count && !is_approximate; i++)
        is_approximate = p->edges.data[i].approximate != NULL;
    return is_plain && is_approximate;
}

static void load_with_bodies(Run *run, void *arg)
{
    (void)run;
    session_load_bodies(arg);
}

void session_try_bodies(ChorusSession *s, double seconds)
{
    const ChorusSession before = *s;
    Diags *diags = run_diags(s->run);
    const uint32_t count = diags->count;
    const double most = 20 + 2 * s->seconds_check;
    CHECK(s->verdict.kind == VERDICT_UNKNOWN);
    run_set_time_limit(s->run, seconds < most ? seconds : most);
    bool found = session_run(s, load_with_bodies, s) == STOP_NONE && session_ask_model(s) == STOP_NONE &&
                 s->verdict.kind == VERDICT_FALSE;
    diags->count = count; /* they were said the first time */
    if (!found) session_restore(s, &before);
    run_set_time_limit(s->run, 0);
}
