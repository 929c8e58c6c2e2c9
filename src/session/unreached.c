#include "session/unreached.h"

#include "session/account.h"

#define SHOWN 8 /* notes */

static bool asks_for_unreached(const ChorusSession *s)
{
    return property_set(session_option_text(s, OPTION_property)) & PROPERTY_BIT(PROPERTY_UNREACH_CALL);
}

static void note_one(ChorusSession *s, const UnreachedAssertion *a)
{
    const char *why = "";
    if (a->cause.file && a->cause_is_undefined)
        why = run_format(s->run, ", because what comes before is undefined: %s:%u", a->cause.file, a->cause.line);
    else if (a->cause.file)
        why = run_format(s->run, "; no run gets past %s:%u", a->cause.file, a->cause.line);
    diag_add(s->run, SEVERITY_NOTE, a->pos, "no run reaches this assertion: it is never evaluated%s", why);
}

static void note_all(ChorusSession *s, const Unreached *found)
{
    for (uint32_t i = 0; i < found->all.count && i < SHOWN; i++)
        note_one(s, &found->all.data[i]);
    if (found->all.count > SHOWN)
        diag_add(s->run, SEVERITY_NOTE, (SourcePos){NULL, 0, 0}, "no run reaches %u more assertions",
                 found->all.count - SHOWN);
}

void session_note_unreached(ChorusSession *s)
{
    Unreached known;
    if (!asks_for_unreached(s) || !session_has_no_checks(s) || s->has_limit) return;
    unreached_known(s->program, &known);
    note_all(s, &known);
    vec_free(s->run, &known.all);
}

typedef struct Find {
    ChorusSession *session;
    const EngineOptions *options;
} Find;

static void find_unreached_assertions(Run *run, void *arg)
{
    const Find *call = arg;
    ChorusSession *s = call->session;
    Question question = {
        .program = s->program, .property = session_option_text(s, OPTION_property), .options = call->options};
    run_progress(run, "looking for assertions that no run reaches");
    unreached_find(&question, &s->unreached);
    if (s->unreached.unknown)
        run_log(run, 1, "%u assertions of which it is not known whether a run reaches them", s->unreached.unknown);
    note_all(s, &s->unreached);
}

void session_find_unreached(ChorusSession *s, const EngineOptions *options)
{
    Find call = {s, options};
    if (s->verdict.kind != VERDICT_TRUE || !asks_for_unreached(s)) return;
    StopKind stop = session_run(s, find_unreached_assertions, &call);
    if (stop != STOP_NONE) run_log(s->run, 1, "assertions that no run reaches: %s", run_reason(s->run));
}
