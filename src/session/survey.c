/* What is known of a program's data races when there is no verdict: its cells, one by one. The survey has a run of its
 * own, since that of the session may have ended for want of time or memory. */
#include "frontend/survey/survey.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/diag.h"
#include "session/file.h"
#include "session/load.h"
#include "session/races.h"
#include "session/session.h"

typedef struct SurveyCall {
    ChorusSession *session;
    double seconds;
    Str text;
    SurveyResult result;
} SurveyCall;

/* ---- text ---- */

static int compare_words(const void *a, const void *b)
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

static void add_access(Str *out, const SurveyedAccess *a)
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

static void add_result(Str *out, Run *run, const SurveyResult *r)
{
    SurveyedCell **cells = run_alloc(run, (r->cells.count + 1) * sizeof *cells);
    for (uint32_t i = 0; i < r->cells.count; i++)
        cells[i] = &r->cells.data[i];
    if (r->cells.count > 1) qsort(cells, r->cells.count, sizeof *cells, compare_words);
    uint32_t open = r->cells.count - r->safe;
    str_addf(out,
             "survey of %u functions, without certificate: %u cells that threads may share, %u safe, %u may race\n",
             r->functions, r->cells.count, r->safe, open);
    if (r->unknown)
        str_addf(out, "  accesses through addresses that nothing is known to be at: %u; they are in no cell\n",
                 r->unknown);
    if (r->has_unknown_threads)
        str_add(out, "  threads begin with functions without a body: what they access is in no cell\n");
    add_safe(out, cells + open, r->safe);
    for (uint32_t i = 0; i < open; i++) {
        str_addf(out, "  may race: %s\n", cells[i]->name);
        add_access(out, &cells[i]->first);
        add_access(out, &cells[i]->second);
    }
    run_release(run, cells);
}

/* ---- the run ---- */

static void survey(Run *run, void *arg)
{
    SurveyCall *call = arg;
    const ChorusSession *s = call->session;
    FrontendOptions options = session_frontend_options(s, s->flags.data, s->flags.count);
    run_set_time_limit(run, call->seconds);
    run_set_verbosity(run, (int)session_option(&s->options, OPTION_verbosity));
    run_set_memory_limit(run, (size_t)chorus_memory_limit(s, NULL, 0) << 20);
    survey_files(run, s->files.data, s->files.count, &options, &call->result);
    add_result(&call->text, run, &call->result);
}

static bool is_surveyed(const ChorusSession *s)
{
    return !s->is_busy && !s->is_mc && s->files.count > 0 && !session_is_scpl(s->files.data[0]) &&
           session_asks_races(s) && !s->race_variables && chorus_verdict(s) == CHORUS_UNKNOWN;
}

const char *chorus_cells(ChorusSession *session, double seconds)
{
    if (!is_surveyed(session)) return "";
    Run *run = run_new();
    if (!run) return "";
    SurveyCall call = {.session = session, .seconds = seconds};
    str_init(run, &call.text);
    StopKind stop = run_guard(run, survey, &call);
    const char *text = "";
    if (stop == STOP_NONE) {
        free(session->cells);
        session->cells = strdup(str_text(&call.text));
        text = session->cells ? session->cells : "";
    }
    run_free(run);
    return text;
}
