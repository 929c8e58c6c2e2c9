/* An outline of a program (frontend/outline) where the model of it gave no verdict on assertions: it covers all runs,
 * so that what is proved of it holds. It is another program, about which another session is asked; if it is proved the
 * two change places, and the session tells of the outline, of its assumptions, and of its certificate. */
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/machine.h"
#include "session/account.h"
#include "session/file.h"
#include "session/session.h"

#define OUTLINE_MEGABYTES 1500 /* beside what is used already, where no limit is given */

/* Whether an outline may say more: the model ends, or there is none, and all that is asked is whether assertions fail
 * in the program as it is. The model may not have been asked yet. Whoever names a method, or an abstraction, asks for
 * that and nothing else. */
static bool may_tell(const ChorusSession *s)
{
    static const OptionId plain[] = {OPTION_method,      OPTION_integers, OPTION_granularity,
                                     OPTION_abstraction, OPTION_symmetry, OPTION_threads};
    bool is_asked = !s->is_busy && !s->is_mc && s->files.count > 0 && !session_is_scpl(s->files.data[0]) &&
                    session_option(&s->options, OPTION_model) == MODEL_AUTO && session_is_open(s) &&
                    (!s->program || s->has_limit) && !session_is_undefined(s) && !run_interrupted(s->run);
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        is_asked = is_asked && !s->options.given[plain[i]];
    is_asked = is_asked && session_option(&s->options, OPTION_unknown_functions) != UNKNOWN_REFUSE;
    return is_asked && outline_can_tell(property_set(session_option_text(s, OPTION_property)));
}

/* Another session, about the same question of the program's outline; NULL: there is no memory for one. */
static ChorusSession *ask(const ChorusSession *s, double seconds)
{
    ChorusSession *other = chorus_clone(s);
    char limit[32];
    bool ok = other && chorus_set_option(other, "model", "outline") == CHORUS_OK;
    if (ok && seconds > 0) {
        snprintf(limit, sizeof limit, "%.6g", seconds < 0.1 ? 0.1 : seconds);
        ok = chorus_set_option(other, "time-limit", limit) == CHORUS_OK;
    }
    if (ok && !s->options.given[OPTION_memory_limit]) {
        uint64_t most = chorus_memory_limit(s, NULL, 0), wanted = (machine_memory_used() >> 20) + OUTLINE_MEGABYTES;
        snprintf(limit, sizeof limit, "%llu", (unsigned long long)(wanted < most ? wanted : most));
        ok = chorus_set_option(other, "memory-limit", limit) == CHORUS_OK;
    }
    ok = ok && chorus_load(other, s->files.data, s->files.count) == CHORUS_OK;
    if (ok) chorus_check(other);
    if (ok || !other) return other;
    chorus_free(other);
    return NULL;
}

/* That the outline was not proved is said beside what stopped the model: more time may help. */
static void keep_reason(ChorusSession *s, const ChorusSession *outline)
{
    bool is_limit = outline->stopped == STOP_TIME || outline->stopped == STOP_MEMORY;
    s->is_outlined = outline->stopped != STOP_TIME; /* then it may be asked again, with more */
    if (session_has_no_checks(outline) || chorus_verdict(outline) != CHORUS_UNKNOWN) return;
    snprintf(s->outline_why, sizeof s->outline_why, is_limit ? "for an outline of the program: %s" : "%s",
             is_limit ? outline->scope : "nor is an outline of the program proved");
}

static void add_reason(ChorusSession *s)
{
    char why[sizeof s->why];
    if (!s->outline_why[0] || chorus_verdict(s) != CHORUS_UNKNOWN) return;
    snprintf(why, sizeof why, "%.380s; %s", s->scope, s->outline_why);
    snprintf(s->why, sizeof s->why, "%s", why);
    s->scope = s->why;
    s->outline_why[0] = 0; /* said once */
}

static void take(ChorusSession *session, ChorusSession *outline)
{
    ChorusSession model = *session;
    outline->seconds_load += model.seconds_load + model.seconds_check;
    *session = *outline;
    *outline = model;
}

ChorusVerdict chorus_outline(ChorusSession *session, double seconds)
{
    ChorusSession *outline = !session->is_outlined && may_tell(session) ? ask(session, seconds) : NULL;
    if (outline) {
        CHECK(chorus_verdict(outline) != CHORUS_FALSE); /* it has runs that the program has not */
        if (chorus_verdict(outline) == CHORUS_TRUE)
            take(session, outline);
        else
            keep_reason(session, outline);
        chorus_free(outline);
    }
    add_reason(session);
    return chorus_verdict(session);
}
