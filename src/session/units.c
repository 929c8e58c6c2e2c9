/* The files of a session as the build compiles them: flags of all and of one, what is linked as needed. */
#include <string.h>

#include "base/check.h"
#include "c/compile/flags/flags.h"
#include "c/compile/link/link.h"
#include "session/load.h"
#include "session/session.h"

/* ---- flags ---- */

typedef struct FlagCall {
    ChorusSession *session;
    uint32_t unit; /* ALL_UNITS: of all files */
    const char *flag;
} FlagCall;

#define ALL_UNITS UINT32_MAX

static void push_flag(FlagCall *call, const char *word)
{
    ChorusSession *s = call->session;
    bool is_model = strcmp(word, "-m32") == 0 || strcmp(word, "-m64") == 0; /* one program has one */
    if (call->unit != ALL_UNITS && !is_model)
        vec_push(s->run, &s->file_flags, ((FileFlag){call->unit, word}));
    else
        vec_push(s->run, &s->flags, word);
}

static void push_word(void *arg, const char *word, size_t length)
{
    FlagCall *call = arg;
    push_flag(call, run_strndup(call->session->run, word, length));
}

static void add_flag_words(Run *run, void *arg)
{
    (void)run;
    FlagCall *call = arg;
    flag_words(call->flag, push_word, call);
}

static ChorusStatus add_flag_of(ChorusSession *session, uint32_t unit, const char *flag)
{
    const char *why = NULL;
    FlagUse use = flag_use(flag, &why);
    if (session->stage != SESSION_NEW)
        return session_fail(session, CHORUS_BAD_OPTION, "%s: to be set before loading", flag);
    if (use == FLAG_REFUSED)
        return session_fail(session, CHORUS_BAD_OPTION,
                            "'%.100s' makes another program, which is not followed here: %s", flag, why);
    if (use == FLAG_UNKNOWN)
        return session_fail(session, CHORUS_BAD_OPTION,
                            "'%.100s' is no compiler flag that is understood here: leave it out if it changes nothing "
                            "about the program",
                            flag);
    FlagCall call = {session, unit, flag};
    return use == FLAG_IGNORED || session_guard(session, add_flag_words, &call) ? CHORUS_OK : CHORUS_INTERNAL;
}

ChorusStatus chorus_add_compiler_flag(ChorusSession *session, const char *flag)
{
    return add_flag_of(session, ALL_UNITS, flag);
}

ChorusStatus chorus_add_file_flag(ChorusSession *session, size_t file, const char *flag)
{
    CHECK(file < ALL_UNITS);
    return add_flag_of(session, (uint32_t)file, flag);
}

int chorus_is_compiler_flag(const char *flag) { return flag_use(flag, NULL) != FLAG_UNKNOWN; }

int chorus_flag_lacks_value(const char *flag) { return flag_lacks_value(flag); }

/* ---- units ---- */

typedef struct UnitCall {
    ChorusSession *session;
    size_t file;
    Unit what; /* what of it is set is set */
} UnitCall;

static void set_unit(Run *run, void *arg)
{
    const UnitCall *call = arg;
    ChorusSession *s = call->session;
    while (s->units.count <= call->file)
        vec_push(run, &s->units, ((Unit){.output = NULL}));
    Unit *u = &s->units.data[call->file];
    if (call->what.output) u->output = run_strdup(run, call->what.output);
    if (call->what.position) u->position = call->what.position;
    if (call->what.problem) u->problem = run_strdup(run, call->what.problem);
    if (!call->what.is_needed) return;
    u->is_needed = true;
    u->distance = call->what.distance;
}

static void change_unit(ChorusSession *session, size_t file, Unit what)
{
    UnitCall call = {session, file, what};
    CHECK(session->stage == SESSION_NEW);
    session_guard(session, set_unit, &call);
}

void chorus_link_as_needed(ChorusSession *session, size_t file, unsigned distance)
{
    change_unit(session, file, (Unit){.is_needed = true, .distance = distance});
}

void chorus_name_output(ChorusSession *session, size_t file, const char *output, size_t position)
{
    CHECK(position < UINT32_MAX);
    change_unit(session, file, (Unit){.output = output, .position = (uint32_t)position + 1});
}

void chorus_leave_doubtful(ChorusSession *session)
{
    CHECK(session->stage == SESSION_NEW);
    session->leaves_doubtful = true;
}

void chorus_refuse_file(ChorusSession *session, size_t file, const char *problem)
{
    change_unit(session, file, (Unit){.problem = problem});
}

/* ---- main ---- */

typedef struct MainCall {
    ChorusSession *session;
    const char *path;
    bool has_main;
} MainCall;

static void look_for_main(Run *run, void *arg)
{
    MainCall *call = arg;
    const ChorusSession *s = call->session;
    FrontendOptions options = session_frontend_options(s, s->flags.data, s->flags.count);
    options.properties = 0;
    call->has_main = link_defines_main(run, call->path, &options);
}

int chorus_defines_main(ChorusSession *session, const char *path)
{
    MainCall call = {session, path, false};
    CHECK(session->stage == SESSION_NEW);
    return session_guard(session, look_for_main, &call) ? call.has_main : -1;
}
