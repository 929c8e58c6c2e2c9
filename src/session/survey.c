/* What is known of a program's data races when the model gave no verdict: its cells, one by one; and the verdict
 * "true", without certificate, if all of them are safe and nothing is left out. The survey has a run of its own, since
 * that of the session may have ended for want of time or memory. */
#include "session/survey.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/diag.h"
#include "c/survey/cells/survey.h"
#include "session/file.h"
#include "session/load.h"
#include "session/memory_model.h"
#include "session/races.h"
#include "session/session.h"

typedef struct SurveyCall {
    ChorusSession *session;
    double seconds;
    bool keeps_loops;
    Str text;
    SurveyResult result;
    bool is_done;
} SurveyCall;

/* ---- text ---- */

static int compare_cells(const void *a, const void *b)
{
    const SurveyedCell *x = *(SurveyedCell *const *)a, *y = *(SurveyedCell *const *)b;
    int order = strcmp(x->safe ? x->safe : "", y->safe ? y->safe : "");
    if (order == 0) order = strcmp(x->name, y->name);
    return order ? order : x < y ? -1 : x > y;
}

/* Cells that are called the same and safe for the same reason are told once, with their number. */
static void add_safe(Str *out, SurveyedCell *const *cells, uint32_t count)
{
    for (uint32_t i = 0, end; i < count; i = end) {
        str_addf(out, "  %s: ", cells[i]->safe);
        bool is_first = true;
        for (end = i; end < count && strcmp(cells[end]->safe, cells[i]->safe) == 0;) {
            uint32_t same = end + 1;
            while (same < count && strcmp(cells[same]->name, cells[end]->name) == 0 &&
                   strcmp(cells[same]->safe, cells[i]->safe) == 0)
                same++;
            str_addf(out, "%s%s", is_first ? "" : ", ", cells[end]->name);
            if (same - end > 1) str_addf(out, " (%u)", same - end);
            is_first = false;
            end = same;
        }
        str_add(out, "\n");
    }
}

static void add_surveyed_access(Str *out, const SurveyedAccess *a)
{
    char where[512];
    SourcePos pos = {a->pos.file, a->pos.line, 0};
    diag_format_pos(pos, where, sizeof where);
    str_addf(out, "    %s%s in %s, by threads of %s\n", where,
             a->is_write    ? a->is_atomic ? "written atomically" : "written"
             : a->is_atomic ? "read atomically"
                            : "read",
             a->function, a->threads);
}

/* How many cells there are for each reason; those with a lock together. */
static void add_counts(Str *out, SurveyedCell *const *cells, uint32_t count)
{
    const char *separator = "  safe: ";
    for (uint32_t i = 0, end; i < count; i = end, separator = ", ") {
        size_t n = strcspn(cells[i]->safe, "`");
        for (end = i; end < count && strncmp(cells[end]->safe, cells[i]->safe, n) == 0;)
            end++;
        str_addf(out, "%s%u %.*s", separator, end - i, (int)(n - (cells[i]->safe[n] != 0)), cells[i]->safe);
    }
    if (count > 0) str_add(out, "\n");
}

/* What every survey takes for granted, and what this one does. */
static void add_survey_assumptions(Str *out, Run *run)
{
    const Diags *diags = run_diags(run);
    str_add(out, "  assumed: indices are in bounds, free gets what was allocated, who unlocks has locked, functions "
                 "without a body do no more than docs/library.md says");
    for (uint32_t i = 0; i < diags->count; i++) {
        const char *text = diags->data[i].assumed.text;
        bool is_told = !text;
        for (uint32_t k = 0; k < i && !is_told; k++)
            is_told = diags->data[k].assumed.text && strcmp(diags->data[k].assumed.text, text) == 0;
        if (!is_told) str_addf(out, ", %s", text);
    }
    str_add(out, "\n");
}

static void add_survey_result(Str *out, Run *run, const SurveyResult *r)
{
    SurveyedCell **cells = run_alloc(run, (r->cells.count + 1) * sizeof *cells);
    for (uint32_t i = 0; i < r->cells.count; i++)
        cells[i] = &r->cells.data[i];
    if (r->cells.count > 1) qsort(cells, r->cells.count, sizeof *cells, compare_cells);
    uint32_t open = r->cells.count - r->safe;
    str_addf(out,
             "survey of %u functions, without certificate: %u cells that threads may share, %u safe, %u may race\n",
             r->functions, r->cells.count, r->safe, open);
    add_counts(out, cells + open, r->safe);
    if (r->gap) {
        char where[512] = "";
        if (r->gap_pos.line) diag_format_pos(r->gap_pos, where, sizeof where);
        str_addf(out, "  in no cell: %s%s\n", where, r->gap);
    }
    if (open == 0 && !r->gap) add_survey_assumptions(out, run);
    add_safe(out, cells + open, r->safe);
    for (uint32_t i = 0; i < open; i++) {
        str_addf(out, "  may race: %s\n", cells[i]->name);
        add_surveyed_access(out, &cells[i]->first);
        add_surveyed_access(out, &cells[i]->second);
    }
    run_release(run, cells);
}

/* ---- the run ---- */

static void survey(Run *run, void *arg)
{
    SurveyCall *call = arg;
    const ChorusSession *s = call->session;
    FrontendOptions options = session_frontend_options(s, s->flags.data, s->flags.count);
    options.keeps_loops = call->keeps_loops;
    options.properties = PROPERTY_BIT(PROPERTY_NO_DATA_RACE); /* whatever the session is asked */
    options.granularity = GRANULARITY_ACCESS;
    run_set_time_limit(run, call->seconds);
    run_set_verbosity(run, (int)session_option(&s->options, OPTION_verbosity));
    run_set_memory_limit(run, (size_t)chorus_memory_limit(s, NULL, 0) << 20);
    survey_files(run, s->files.data, s->files.count, &options, &call->result);
    add_survey_result(&call->text, run, &call->result);
}

static bool is_surveyed(const ChorusSession *s)
{
    return !s->is_busy && !s->is_mc && s->files.count > 0 && !session_is_text(s->files.data[0]) &&
           session_asks_races(s) && !s->race_variables && session_is_open(s);
}

static bool is_decided(const SurveyCall *call)
{
    return call->is_done && call->result.safe == call->result.cells.count && !call->result.gap;
}

/* Whether a survey says more than another one; both hold. */
static bool says_more(const SurveyCall *a, const SurveyCall *b)
{
    uint32_t open = a->result.cells.count - a->result.safe, open_b = b->result.cells.count - b->result.safe;
    return a->is_done && (!b->is_done || is_decided(a) || (!is_decided(b) && open < open_b));
}

static bool has_time(const SurveyCall *call, const Run *run)
{
    return call->seconds <= 0 || 2 * run_seconds(run) < call->seconds;
}

/* Loops that start threads are written out first, so that these are told apart one by one; then they are kept, so that
 * the counter tells apart what each thread has for itself. *first, with the run, has what is told then; *other is a run
 * that it may be in, or NULL; to be freed. */
static void survey_twice(SurveyCall *first, Run *run, Run **other)
{
    SurveyCall second = *first;
    second.keeps_loops = true;
    *other = NULL;
    str_init(run, &first->text);
    first->is_done = run_guard(run, survey, first) == STOP_NONE;
    if (!first->is_done || is_decided(first) || !first->result.is_unrolled || !has_time(first, run)) return;
    *other = run_new_beside(first->session->first);
    if (!*other) return;
    str_init(*other, &second.text);
    if (first->seconds > 0) second.seconds = first->seconds - run_seconds(run);
    second.is_done = run_guard(*other, survey, &second) == STOP_NONE;
    if (says_more(&second, first)) *first = second;
}

static void find_cells(ChorusSession *session, SurveyCall *first)
{
    Run *run = is_surveyed(session) ? run_new_beside(session->first) : NULL, *other;
    if (!run) return;
    survey_twice(first, run, &other);
    free(session->cells); /* "": in so much time there is nothing to say, and it is not tried again */
    session->cells = strdup(first->is_done ? str_text(&first->text) : "");
    run_free(run);
    if (other) run_free(other);
}

/* A survey takes variables to begin as C says, and functions without a body to be known. */
static bool can_survey(const ChorusSession *s)
{
    return !session_option(&s->options, OPTION_nondet_static) &&
           session_option(&s->options, OPTION_unknown_functions) != UNKNOWN_REFUSE;
}

bool session_survey_is_safe(ChorusSession *s, double seconds)
{
    SurveyCall call = {.session = s, .seconds = seconds};
    Run *run = can_survey(s) ? run_new_beside(s->first) : NULL, *other;
    if (!run) return false;
    survey_twice(&call, run, &other);
    bool is_safe = is_decided(&call);
    run_free(run);
    if (other) run_free(other);
    return is_safe;
}

const char *chorus_cells(ChorusSession *session)
{
    if (!session_is_open(session) && !session->is_surveyed) return ""; /* the verdict has better reasons */
    return session->cells ? session->cells : "";
}

/* What is asked must be what the survey tells of: races only, of all variables that begin as C says. Who asks for a
 * self-check by its name asks for a certificate. */
static bool can_decide(const ChorusSession *s)
{
    PropertySet asked = property_set(session_option_text(s, OPTION_property));
    bool is_checked = s->options.given[OPTION_self_check] && session_option(&s->options, OPTION_self_check);
    return asked == PROPERTY_BIT(PROPERTY_NO_DATA_RACE) && !is_checked && !s->wants_certificate && can_survey(s);
}

bool session_may_survey(const ChorusSession *s) { return is_surveyed(s) && !s->cells; }

void session_try_survey(ChorusSession *s, double seconds)
{
    SurveyCall call = {.session = s, .seconds = seconds};
    bool is_undefined = session_is_undefined(s);
    CHECK(!s->cells);
    find_cells(s, &call);
    bool is_named = session_option(&s->options, OPTION_memory) >= MEMORY_MODEL_C11; /* not known of weak orders */
    if (!is_decided(&call) || !can_decide(s) || is_undefined || (is_named && call.result.has_weak_order)) return;
    s->verdict = (Verdict){.kind = VERDICT_TRUE, .without_certificate = true};
    s->is_surveyed = true;
    s->memory = (MemoryModel){0};
    if (call.result.has_weak_order) s->memory.need = MEMORY_NEEDS_INTERLEAVING;
    s->stage = SESSION_CHECKED;
    snprintf(s->why, sizeof s->why, "every number of threads%s, by the survey: %u cell%s safe, without certificate",
             call.result.has_weak_order ? ", " MEMORY_INTERLEAVING : "", call.result.safe,
             call.result.safe == 1 ? "" : "s");
    s->scope = s->why; /* memory of the session's run may have ended */
}
