#include "session/rolled.h"

#include "plan/table.h"
#include "session/beside.h"
#include "session/check.h"
#include "session/file.h"
#include "session/load.h"

#define FIRST_SECONDS 8 /* at most */

bool session_may_roll(const ChorusSession *s)
{
    return s->loop_rounds > 0 && !s->keeps_loops && s->program && !s->is_busy && !s->is_mc && s->files.count > 0 &&
           !session_is_text(s->files.data[0]) && s->bodies == BODIES_NONE && !s->runs_out &&
           session_option(&s->options, OPTION_model) == MODEL_AUTO && session_is_plain(s) &&
           (s->stage == SESSION_LOADED || session_is_open(s)) && !session_is_undefined(s) && !run_interrupted(s->run);
}

static RowSet others_than_teams(void)
{
    static const char *const names[] = {"excuses", "bounds", "before-teams", "teams", "counted-teams"};
    RowSet asked = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        asked |= UINT64_C(1) << table_find_row(names[i]);
    return table_others(asked);
}

static void load_as_rolled(Run *run, void *arg)
{
    ChorusSession *s = arg;
    (void)run;
    s->keeps_loops = true;
    session_load_again(s);
}

void session_try_rolled(ChorusSession *s, double seconds)
{
    const ChorusSession before = *s;
    Run *run = run_new_beside(s->first);
    if (!run) return;
    const bool is_first = s->stage == SESSION_LOADED;
    if (is_first && seconds > FIRST_SECONDS) seconds = FIRST_SECONDS;
    session_begin_beside(s, run, seconds);
    if (is_first) s->rows_left_out |= others_than_teams();
    StopKind stop = session_run(s, load_as_rolled, s);
    s->stage = SESSION_CHECKED;
    if (stop == STOP_NONE) session_check_model(s);
    s->rows_left_out = before.rows_left_out;
    if (stop == STOP_NONE && chorus_verdict(s) == CHORUS_TRUE) {
        if (before.run != before.first) run_free(before.run);
        return;
    }
    run_log(run, 1, "not found: %s",
            stop != STOP_NONE ? run_reason(run)
            : s->verdict.why  ? s->verdict.why
                              : "a violation");
    session_restore(s, &before);
    run_free(run);
}
