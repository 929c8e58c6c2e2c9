#include "session/outline.h"

#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "session/account.h"
#include "session/beside.h"
#include "session/check.h"
#include "session/file.h"
#include "session/load.h"

bool session_may_outline(const ChorusSession *s)
{
    bool is_asked = !s->is_busy && !s->is_mc && !s->is_outlined && s->files.count > 0 &&
                    !session_is_text(s->files.data[0]) && session_option(&s->options, OPTION_model) == MODEL_AUTO &&
                    session_is_open(s) && (!s->program || s->has_limit) && !session_is_undefined(s) &&
                    !run_interrupted(s->run);
    is_asked =
        is_asked && session_is_plain(s) && session_option(&s->options, OPTION_unknown_functions) != UNKNOWN_REFUSE;
    return is_asked && outline_can_tell(property_set(session_option_text(s, OPTION_property)));
}

static void begin_outline(ChorusSession *s, Run *run, double seconds)
{
    bool ok = session_options_set(&s->options, "model", "outline", s->error, sizeof s->error);
    CHECK(ok);
    (void)ok;
    session_begin_beside(s, run, seconds);
}

static void load_as_outline(Run *run, void *arg)
{
    (void)run;
    session_load_again(arg);
}

static void ask_outline(ChorusSession *s)
{
    StopKind stop = session_run(s, load_as_outline, s);
    s->stage = SESSION_CHECKED;
    if (stop == STOP_NONE)
        session_check_model(s);
    else
        session_set_unknown(s, stop, run_reason(s->run));
    CHECK(chorus_verdict(s) != CHORUS_FALSE); /* it has runs that the program has not */
}

/* Why the outline was not proved, as it is said beside what stopped the model; "": nothing to say. */
typedef struct OutlineReason {
    char text[200];
    bool is_out_of_time; /* then it may be asked again, with more */
} OutlineReason;

static OutlineReason reason_of(const ChorusSession *outline)
{
    OutlineReason r = {.is_out_of_time = outline->stopped == STOP_TIME};
    bool is_limit = r.is_out_of_time || outline->stopped == STOP_MEMORY;
    if (session_has_no_checks(outline) || chorus_verdict(outline) != CHORUS_UNKNOWN) return r;
    snprintf(r.text, sizeof r.text, is_limit ? "for an outline of the program: %s" : "%s",
             is_limit ? outline->scope : "nor is an outline of the program proved");
    return r;
}

void session_add_outline_reason(ChorusSession *s)
{
    char why[sizeof s->why];
    if (!s->outline_why[0] || chorus_verdict(s) != CHORUS_UNKNOWN) return;
    snprintf(why, sizeof why, "%.380s; %s", s->scope, s->outline_why);
    snprintf(s->why, sizeof s->why, "%s", why);
    s->scope = s->why;
    s->outline_why[0] = 0; /* said once */
}

void session_try_outline(ChorusSession *s, double seconds)
{
    const ChorusSession before = *s;
    Run *run = run_new_beside(s->first);
    if (!run) return;
    begin_outline(s, run, seconds);
    ask_outline(s);
    if (chorus_verdict(s) == CHORUS_TRUE) {
        if (before.run != before.first) run_free(before.run);
        return;
    }
    const OutlineReason reason = reason_of(s);
    session_restore(s, &before);
    s->is_outlined = !reason.is_out_of_time;
    snprintf(s->outline_why, sizeof s->outline_why, "%s", reason.text);
    run_free(run);
}
