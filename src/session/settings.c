/* What a session is told before loading, beside options and flags: it keeps copies, and another session gets copies of
 * everything. */
#include "base/check.h"
#include "engines/modular/sequential/checkers.h"
#include "session/session.h"

/* ---- copies ---- */

static const char *copy(Run *run, const char *text) { return text ? run_strdup(run, text) : NULL; }

static void copy_suppressions(Run *run, ChorusSession *to, const ChorusSuppression *list, size_t count)
{
    CHECK(list || !count);
    to->suppressions = run_alloc(run, (count + 1) * sizeof *list);
    to->suppression_count = count;
    for (size_t i = 0; i < count; i++)
        to->suppressions[i] = (ChorusSuppression){.property = run_strdup(run, list[i].property),
                                                  .file = run_strdup(run, list[i].file),
                                                  .function = copy(run, list[i].function),
                                                  .cell = copy(run, list[i].cell),
                                                  .why = run_strdup(run, list[i].why)};
}

static void copy_texts(Run *run, ChorusSession *to, const ChorusSession *from)
{
    CHECK(to->stage == SESSION_NEW && run == to->first);
    to->race_variables = copy(run, from->race_variables);
    to->thread_order = copy(run, from->thread_order);
    for (int i = 0; i < 3; i++)
        to->sequential[i] = copy(run, from->sequential[i]);
    copy_suppressions(run, to, from->suppressions, from->suppression_count);
}

/* ---- all of a session ---- */

typedef struct CloneCall {
    ChorusSession *to;
    const ChorusSession *from;
} CloneCall;

static void copy_flags(Run *run, void *arg)
{
    const CloneCall *call = arg;
    copy_texts(run, call->to, call->from);
    for (uint32_t i = 0; i < call->from->flags.count; i++)
        vec_push(run, &call->to->flags, run_strdup(run, call->from->flags.data[i]));
    for (uint32_t i = 0; i < call->from->file_flags.count; i++) {
        FileFlag f = call->from->file_flags.data[i];
        vec_push(run, &call->to->file_flags, ((FileFlag){f.unit, run_strdup(run, f.flag)}));
    }
    for (uint32_t i = 0; i < call->from->units.count; i++) {
        Unit u = call->from->units.data[i];
        if (u.output) u.output = run_strdup(run, u.output);
        if (u.problem) u.problem = run_strdup(run, u.problem);
        vec_push(run, &call->to->units, u);
    }
    for (uint32_t i = 0; i < call->from->clients.count; i++) {
        Client c = call->from->clients.data[i];
        vec_push(run, &call->to->clients, ((Client){run_strdup(run, c.function), c.are_many}));
    }
}

ChorusSession *chorus_clone(const ChorusSession *session)
{
    ChorusSession *s = chorus_new();
    if (!s) return NULL;
    s->options = session->options;
    s->left_out = session->left_out;
    s->rows_left_out = session->rows_left_out;
    s->only_clients = session->only_clients;
    s->leaves_doubtful = session->leaves_doubtful;
    s->wants_certificate = session->wants_certificate;
    run_set_verbosity(s->run, (int)session_option(&s->options, OPTION_verbosity));
    CloneCall call = {s, session};
    if (session_guard(s, copy_flags, &call)) return s;
    chorus_free(s);
    return NULL;
}

/* ---- one after the other ---- */

typedef struct TextsCall {
    ChorusSession *session;
    const char **slot;    /* of the session */
    const char *texts[3]; /* one, or those of the checker of sequential programs */
    const ChorusSuppression *suppressions;
    size_t count;
    const char *problem;
} TextsCall;

static ChorusStatus set_texts(TextsCall *call, void (*body)(Run *run, void *arg), const char *what)
{
    ChorusSession *s = call->session;
    if (s->stage != SESSION_NEW) return session_fail(s, CHORUS_BAD_OPTION, "%s: to be set before loading", what);
    if (!session_guard(s, body, call)) return CHORUS_INTERNAL;
    return call->problem ? session_fail(s, CHORUS_BAD_OPTION, "%s", call->problem) : CHORUS_OK;
}

static void keep_text(Run *run, void *arg)
{
    const TextsCall *call = arg;
    *call->slot = copy(run, call->texts[0]);
}

ChorusStatus chorus_set_race_variables(ChorusSession *session, const char *names)
{
    TextsCall call = {.session = session, .slot = &session->race_variables, .texts = {names}};
    return set_texts(&call, keep_text, "variables of races");
}

ChorusStatus chorus_set_thread_order(ChorusSession *session, const char *names)
{
    TextsCall call = {.session = session, .slot = &session->thread_order, .texts = {names}};
    return set_texts(&call, keep_text, "order of threads");
}

static void keep_checker(Run *run, void *arg)
{
    TextsCall *call = arg;
    call->problem = checkers_problem(run, call->texts[0], call->texts[1], call->texts[2]);
    for (int i = 0; i < 3 && !call->problem; i++)
        call->session->sequential[i] = copy(run, call->texts[i]);
}

ChorusStatus chorus_set_sequential_checker(ChorusSession *session, const char *checker, const char *safe,
                                           const char *violated)
{
    TextsCall call = {.session = session, .texts = {checker, safe, violated}};
    return set_texts(&call, keep_checker, "checker of sequential programs");
}

static void keep_suppressions(Run *run, void *arg)
{
    const TextsCall *call = arg;
    copy_suppressions(run, call->session, call->suppressions, call->count);
}

ChorusStatus chorus_set_suppressions(ChorusSession *session, const ChorusSuppression *suppressions, size_t count)
{
    TextsCall call = {.session = session, .suppressions = suppressions, .count = count};
    return set_texts(&call, keep_suppressions, "suppressions");
}
