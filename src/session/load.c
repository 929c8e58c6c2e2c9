/* Loading: files that cannot be programs are refused early, the others go to the parser of their language. */
#include "session/load.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"
#include "c/outline/outline.h"
#include "engines/symmpa/abstraction/choose.h"
#include "program/check.h"
#include "program/ideal.h"
#include "program/litmus/parse.h"
#include "program/scpl/parse.h"
#include "session/account.h"
#include "session/file.h"
#include "session/races.h"
#include "session/statistics.h"
#include "session/unreached.h"

/* Refuses early, and without reading much, what cannot be a program. */
static ChorusStatus check_file(ChorusSession *s, const char *path, bool is_c)
{
    ChorusStatus status = session_check_file(s, path);
    if (status == CHORUS_NO_INPUT) return status;
    if (strncmp(path, "/dev/", 5) == 0 || strncmp(path, "/proc/", 6) == 0)
        return session_fail(s, CHORUS_BAD_INPUT,
                            "%s: error: devices are not read: write the program to a file that ends in .c", path);
    if (!is_c && !session_is_text(path) && !session_has_suffix(path, ".c") && !session_has_suffix(path, ".i"))
        return session_fail(s, CHORUS_BAD_INPUT,
                            "%s: error: unknown kind of file (expected .c, .i, .scpl or .litmus%s)", path,
                            session_has_suffix(path, ".bbp") ? "; 'chorus mc' is for .bbp" : "");
    if (status != CHORUS_OK) return status;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return session_fail(s, CHORUS_NO_INPUT, "%s: cannot be read: %s", path, strerror(errno));
    char head[4096];
    ssize_t n = read(fd, head, sizeof head);
    int error = errno;
    close(fd);
    if (n < 0) return session_fail(s, CHORUS_NO_INPUT, "%s: cannot be read: %s", path, strerror(error));
    if (memchr(head, 0, (size_t)n))
        return session_fail(s, CHORUS_BAD_INPUT, "%s: error: is a binary file, not a program text", path);
    return CHORUS_OK;
}

static ChorusStatus check_text_options(ChorusSession *s, const char *path)
{
    if (s->options.given[OPTION_granularity] && strcmp(session_option_text(s, OPTION_granularity), "access") == 0)
        return session_fail(s, CHORUS_BAD_OPTION, "granularity: 'access' is for C; a step of %s is a statement", path);
    if (s->options.given[OPTION_nondet_static] && session_option(&s->options, OPTION_nondet_static))
        return session_fail(s, CHORUS_BAD_OPTION, "nondet-static: is for C; %s says itself what is arbitrary", path);
    session_options_set(&s->options, "granularity", "statement", s->error, sizeof s->error);
    if (s->flags.count)
        return session_fail(s, CHORUS_BAD_OPTION, "%s: is for the C compiler; %s is not C", s->flags.data[0], path);
    if (s->clients.count)
        return session_fail(s, CHORUS_BAD_OPTION, "`%s` cannot be called by clients: %s is not C",
                            s->clients.data[0].function, path);
    if (session_is_litmus(path) && session_option(&s->options, OPTION_integers))
        return session_fail(s, CHORUS_BAD_OPTION, "integers: %s has machine integers", path);
    /* Nothing would be checked: what overflows, or where memory ends, such a program does not say. */
    const char *property = session_option_text(s, OPTION_property);
    if (strcmp(property, "unreach-call") != 0 && strcmp(property, "no-data-race") != 0)
        return session_fail(s, CHORUS_BAD_OPTION, "property: %s is for C; %s says itself what its errors are", property,
                            path);
    return CHORUS_OK;
}

AbstractionOptions session_abstraction_options(const ChorusSession *s)
{
    AbstractionOptions o;
    abstraction_options_init(&o);
    uint32_t abstraction = session_option(&s->options, OPTION_abstraction);
    o.cube = abstraction ? abstraction - 1 : ABSTRACTION_EXACT;
    o.passive = session_option(&s->options, OPTION_passive) != 0;
    o.mixed = (MixedMode)session_option(&s->options, OPTION_mixed);
    o.symmetry = session_option(&s->options, OPTION_symmetry) != 0;
    o.mask = session_option(&s->options, OPTION_mask) != 0;
    return o;
}

static bool is_survey(const ChorusSession *s) { return strcmp(session_option_text(s, OPTION_method), "survey") == 0; }

static ChorusStatus check_paths(ChorusSession *s, const char *const *paths, size_t count)
{
    if (!count) return session_fail(s, CHORUS_BAD_OPTION, "no input file");
    AbstractionOptions abstraction = session_abstraction_options(s);
    const char *problem = abstraction_options_problem(&abstraction, session_option(&s->options, OPTION_threads));
    if (problem) return session_fail(s, CHORUS_BAD_OPTION, "%s", problem);
    if (is_survey(s) && (session_is_text(paths[0]) || !session_asks_races(s)))
        return session_fail(s, CHORUS_BAD_OPTION, "method: a survey is of data races in C");
    bool is_ideal = session_option(&s->options, OPTION_integers) != 0;
    if (is_ideal && (property_set(session_option_text(s, OPTION_property)) & PROPERTY_BIT(PROPERTY_NO_OVERFLOW)))
        return session_fail(s, CHORUS_BAD_OPTION, "integers: ideal integers do not overflow");
    if (is_ideal && session_asks_races(s))
        return session_fail(s, CHORUS_BAD_OPTION, "integers: data races are checked with machine integers");
    bool is_c = !session_is_text(paths[0]);
    if (is_c && session_asks_races(s) && session_option(&s->options, OPTION_granularity))
        return session_fail(s, CHORUS_BAD_OPTION, "granularity: data races are between accesses, not statements");
    if (s->options.given[OPTION_explorer])
        return session_fail(s, CHORUS_BAD_OPTION, "explorer: is for Boolean broadcast programs (chorus mc)");
    for (size_t i = 0; i < count; i++) {
        ChorusStatus status = check_file(s, paths[i], i < s->units.count && s->units.data[i].output);
        if (status != CHORUS_OK) return status;
    }
    for (size_t i = 0; i < count; i++) {
        if (!session_is_text(paths[i])) continue;
        if (count > 1) return session_fail(s, CHORUS_BAD_OPTION, "%s: is a whole program, to be given alone", paths[i]);
        return check_text_options(s, paths[i]);
    }
    return CHORUS_OK;
}

typedef struct LoadCall {
    ChorusSession *session;
    const char *const *paths;
    size_t count;
} LoadCall;

/* Where nobody says it, further searches look for violations where memory runs out, too. Where memory safety is asked
 * about each pointer that is not looked at would be one. */
static MemoryFailure memory_failure(const ChorusSession *s)
{
    const PropertySet memory =
        PROPERTY_BIT(PROPERTY_VALID_DEREF) | PROPERTY_BIT(PROPERTY_VALID_FREE) | PROPERTY_BIT(PROPERTY_VALID_MEMTRACK);
    bool is_memory = (property_set(session_option_text(s, OPTION_property)) & memory) != 0;
    switch (session_option(&s->options, OPTION_malloc)) {
    case MALLOC_MAY_FAIL: return MEMORY_FAILS;
    case MALLOC_NEVER_FAILS: return MEMORY_NEVER;
    case MALLOC_AUTO: {
        bool is_told = s->runs_out || (s->bodies && !s->makes_runs);
        return is_told && !is_memory ? MEMORY_FAILS : MEMORY_COVERED;
    }
    default: return MEMORY_COVERED; /* MALLOC_COVERED */
    }
}

FrontendOptions session_frontend_options(const ChorusSession *s, const char *const *flags, uint32_t count)
{
    FrontendOptions options;
    memset(&options, 0, sizeof options);
    options.granularity = session_option(&s->options, OPTION_granularity) ? GRANULARITY_STATEMENT : GRANULARITY_ACCESS;
    options.links_unknown = s->options.given[OPTION_unknown_functions];
    options.relaxes_volatile = session_option(&s->options, OPTION_volatiles) == VOLATILE_RELAXED;
    options.nondet_static = session_option(&s->options, OPTION_nondet_static) != 0;
    options.properties = property_set(session_option_text(s, OPTION_property));
    if (s->has_accesses) options.properties |= PROPERTY_BIT(PROPERTY_NO_DATA_RACE);
    options.pure_unknown = session_option(&s->options, OPTION_unknown_functions) == UNKNOWN_PURE;
    options.refuses_unknown = session_option(&s->options, OPTION_unknown_functions) == UNKNOWN_REFUSE;
    options.only_reach_error = session_option(&s->options, OPTION_errors) == ERRORS_REACH_ERROR;
    options.program_says_errors =
        session_option(&s->options, OPTION_errors) == ERRORS_AUTO && s->options.given[OPTION_property];
    options.abort_fails = session_option(&s->options, OPTION_errors) == ERRORS_ABORT;
    options.bodies = s->bodies;
    options.memory = memory_failure(s);
    options.places = s->places;
    options.place_count = s->place_count;
    options.ends_where_unsupported = true;
    options.keeps_loops = s->keeps_loops;
    options.fences = session_option(&s->options, OPTION_memory) != MEMORY_MODEL_SC || s->has_accesses;
    options.arenas =
        session_asks_races(s) || s->has_accesses || (options.properties & PROPERTY_BIT(PROPERTY_NO_DEADLOCK)) != 0;
    options.share_calls = session_option(&s->options, OPTION_share_calls);
    options.flags = flags;
    options.flag_count = count;
    options.file_flags = s->file_flags.data;
    options.file_flag_count = s->file_flags.count;
    options.units = s->units.data;
    options.unit_count = s->units.count;
    options.leaves_doubtful = s->leaves_doubtful;
    options.clients = s->clients.data;
    options.client_count = s->clients.count;
    options.only_clients = s->only_clients;
    return options;
}

static Program *load_outline(ChorusSession *s, const FrontendOptions *options)
{
    if (!outline_can_tell(options->properties) || session_option(&s->options, OPTION_integers))
        run_stop(
            s->run, STOP_UNSUPPORTED, "an outline says nothing of %s",
            session_option_text(s, session_option(&s->options, OPTION_integers) ? OPTION_integers : OPTION_property));
    Program *p = outline_files(s->run, s->tm, s->files.data, s->files.count, options, &s->outline);
    session_count_checks(s, p);
    return p;
}

static Program *load_c(ChorusSession *s)
{
    if (is_survey(s)) /* chorus_survey reads the files itself, and needs no model */
        run_stop(s->run, STOP_UNSUPPORTED, "not proved by the survey");
    FrontendOptions options = session_frontend_options(s, s->flags.data, s->flags.count);
    if (session_option(&s->options, OPTION_model) == MODEL_OUTLINE) return load_outline(s, &options);
    if (!s->keeps_loops) options.rounds = &s->loop_rounds;
    Program *p = frontend_load(s->run, s->tm, s->files.data, s->files.count, &options);
    session_count_checks(s, p); /* accesses where they stand, not the errors that they become */
    p = session_monitored(s, p);
    return session_option(&s->options, OPTION_integers) ? program_to_ideal(p) : p;
}

static Program *read_scpl(ChorusSession *s, const char *text, size_t length)
{
    bool ideal = session_option(&s->options, OPTION_integers) != 0;
    const char *file = s->files.data[0];
    return session_asks_races(s) ? scpl_parse_accesses(s->run, s->tm, file, text, length)
                                 : scpl_parse(s->run, s->tm, file, text, length, ideal);
}

/* Each dialect has a memory model of its own, which is meant where none is named. */
static Program *read_litmus(ChorusSession *s, const char *text, size_t length)
{
    const char *file = s->files.data[0];
    s->litmus = run_alloc(s->run, sizeof *s->litmus);
    Program *p = litmus_parse(s->run, s->tm, file, text, length, session_asks_races(s), s->litmus);
    const char *model = s->litmus->dialect == LITMUS_X86 ? "tso" : "c11";
    if (session_option(&s->options, OPTION_memory) == MEMORY_MODEL_AUTO)
        session_options_set(&s->options, "memory", model, s->error, sizeof s->error);
    return p;
}

/* Instructions of x86 have no orders of C. */
static void require_model_of_litmus(const ChorusSession *s)
{
    if (!s->litmus || s->litmus->dialect != LITMUS_X86) return;
    if (session_option(&s->options, OPTION_memory) != MEMORY_MODEL_C11) return;
    diag_add(s->run, SEVERITY_ERROR, (SourcePos){s->files.data[0], 0, 0},
             "the memory model c11 is for C, and this is a test of x86");
    run_stop(s->run, STOP_INPUT, "the memory model c11 is for C");
}

static Program *load_text(ChorusSession *s)
{
    CHECK(s->files.count == 1);
    size_t length;
    char *text = session_read_file(s->run, s->files.data[0], &length);
    Program *p = session_is_litmus(s->files.data[0]) ? read_litmus(s, text, length) : read_scpl(s, text, length);
    p = session_monitored(s, p);
    run_release(s->run, text);
    session_count_checks(s, p);
    return p;
}

/* SV-COMP's property may hold since there is no call of reach_error at all. */
static void note_no_checks(const ChorusSession *s)
{
    if (!s->only_reach_error || !session_has_no_checks(s) || s->has_limit) return;
    if (!(property_set(session_option_text(s, OPTION_property)) & PROPERTY_BIT(PROPERTY_UNREACH_CALL))) return;
    diag_add(s->run, SEVERITY_NOTE, (SourcePos){s->files.data[0], 0, 0}, "nothing to check: %s",
             session_checked_text(s));
}

/* Each program has terms of its own: the order in which they are made is a part of what the solver is asked. */
static TermManager *new_terms(const ChorusSession *s)
{
    TermManager *tm = term_manager_new(s->run);
    if (session_option(&s->options, OPTION_integers)) term_manager_keep_unbounded(tm);
    return tm;
}

void session_load_places(ChorusSession *s, MarkedPlace *places, uint32_t count)
{
    CHECK(s->program && !session_is_text(s->files.data[0]));
    s->places = places;
    s->place_count = count;
    s->program = load_c(s);
}

void session_load_bodies(ChorusSession *s, Bodies bodies)
{
    CHECK(s->program && !session_is_text(s->files.data[0]));
    s->bodies = bodies;
    s->has_limit = false;
    s->tm = new_terms(s);
    s->program = load_c(s);
}

void session_load_running_out(ChorusSession *s)
{
    CHECK(s->program && !s->bodies && !session_is_text(s->files.data[0]));
    s->runs_out = true;
    s->has_limit = false;
    s->tm = new_terms(s);
    s->program = load_c(s);
}

void session_load_rolled(ChorusSession *s)
{
    CHECK(s->program && !s->bodies && !s->runs_out && !session_is_text(s->files.data[0]));
    s->keeps_loops = true;
    s->has_limit = false;
    s->tm = new_terms(s);
    s->program = load_c(s);
}

void session_load_races(ChorusSession *s)
{
    char error[200];
    bool ok = session_options_set(&s->options, "property", "no-data-race", error, sizeof error) &&
              session_options_set(&s->options, "memory", "c11", error, sizeof error);
    CHECK(ok && s->files.count > 0);
    (void)ok;
    s->has_limit = false;
    s->race_variables = NULL;
    s->accessing = NULL;
    s->tm = new_terms(s);
    s->program = session_is_text(s->files.data[0]) ? load_text(s) : load_c(s);
}

void session_load_accesses(ChorusSession *s)
{
    CHECK(s->files.count > 0);
    s->has_accesses = true;
    s->has_limit = false;
    s->accessing = NULL;
    s->tm = new_terms(s);
    s->program = session_is_text(s->files.data[0]) ? load_text(s) : load_c(s);
}

void session_load_again(ChorusSession *s)
{
    CHECK(s->files.count > 0 && !s->program);
    s->tm = new_terms(s);
    Program *p = session_is_text(s->files.data[0]) ? load_text(s) : load_c(s);
    require_model_of_litmus(s);
    const char *wrong = program_check(p);
    if (wrong) run_stop(s->run, STOP_INTERNAL, "internal error: the loaded program is not well-formed: %s", wrong);
    s->program = p;
    note_no_checks(s);
    session_note_unreached(s);
}

static void load_paths(Run *run, void *arg)
{
    LoadCall *call = arg;
    ChorusSession *s = call->session;
    CHECK(call->count > 0 && !s->files.count && !s->program);
    for (size_t i = 0; i < call->count; i++) { /* a path must not look like an option of the compiler */
        const char *path = call->paths[i];
        vec_push(run, &s->files, run_format(run, "%s%s", path[0] == '-' ? "./" : "", path));
    }
    session_load_again(s);
}

/* Is there an engine for the question? If not the input need not be read: chorus_check says "unknown". */
static bool is_answerable(const ChorusSession *s)
{
    return chorus_is_answered(session_option_text(s, OPTION_property));
}

static ChorusStatus refuse_property(ChorusSession *s)
{
    char why[100];
    snprintf(why, sizeof why, "no engine answers %s", session_option_text(s, OPTION_property));
    CHECK(s->stage == SESSION_NEW);
    s->stage = SESSION_LOADED;
    session_set_unknown(s, STOP_UNSUPPORTED, why);
    return CHORUS_OK;
}

ChorusStatus chorus_load(ChorusSession *session, const char *const *paths, size_t count)
{
    ChorusSession *s = session;
    if (s->is_busy || s->stage != SESSION_NEW) return session_fail(s, CHORUS_INTERNAL, "a session loads once");
    ChorusStatus status = check_paths(s, paths, count);
    if (status != CHORUS_OK) return status;
    if (!is_answerable(s)) return refuse_property(s);
    double start = session_start_limits(s, !session_is_text(paths[0]));
    LoadCall call = {s, paths, count};
    uint32_t depth = account_enter(&s->account, "load");
    StopKind stop = session_run(s, load_paths, &call);
    account_leave(&s->account, depth);
    session_name_account(s);
    s->seconds_load = run_seconds(s->run) - start;
    session_measure_memory(s);
    s->stage = stop == STOP_INPUT ? SESSION_FAILED : SESSION_LOADED;
    if (stop == STOP_INPUT) return session_report_bad_input(s);
    if (stop != STOP_NONE) {
        s->program = NULL; /* perhaps loaded, and too large by then */
        session_set_unknown(s, stop, run_reason(s->run));
    }
    CHECK(!s->program == (s->scope != NULL));
    if (s->program && !s->has_limit) session_lift_own_limits(s);
    return CHORUS_OK;
}
