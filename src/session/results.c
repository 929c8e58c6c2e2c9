/* What can be asked about a session: verdict, evidence, statistics, stages. */
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "engines/symmpa/abstraction/choose.h"
#include "program/analysis/merged.h"
#include "program/scpl/print.h"
#include "report/json_report.h"
#include "report/trace_text.h"
#include "session/ask.h"
#include "session/graph.h"
#include "session/report.h"

const char *chorus_error(const ChorusSession *session) { return session->error; }

/* ---- texts: made on demand inside the run ---- */

typedef struct TextCall {
    ChorusSession *session;
    size_t index;
    const char *name;
    Str text;
} TextCall;

/* The text that body makes, or `otherwise` when it could not. */
static const char *make_text(TextCall *call, void (*body)(Run *run, void *arg), const char *otherwise)
{
    str_init(call->session->run, &call->text);
    return session_guard(call->session, body, call) ? str_text(&call->text) : otherwise;
}

static void add_result_line(Run *run, void *arg)
{
    (void)run;
    TextCall *call = arg;
    str_addf(&call->text, "%s [%s]", session_verdict_word(call->session), chorus_scope(call->session));
}

const char *chorus_result_line(ChorusSession *session)
{
    TextCall call = {.session = session};
    return make_text(&call, add_result_line, "unknown [out of memory]");
}

/* How coarse an outline is; what its other instructions are taken for is for who wants to know. */
static void add_outline(Str *out, const ChorusSession *s)
{
    const OutlineResult *o = &s->outline;
    if (o->instructions == 0) return;
    str_addf(out, "outline of the program: %u of %u instructions with an effect as they are\n", o->exact,
             o->instructions);
    for (uint32_t i = 0; i < o->notes.count && session_option(&s->options, OPTION_verbosity) > 0; i++) {
        uint32_t places = 0;
        bool is_first = true;
        for (uint32_t k = 0; k < o->notes.count; k++) {
            bool is_same = strcmp(o->notes.data[k].what, o->notes.data[i].what) == 0;
            places += is_same;
            is_first = is_first && !(is_same && k < i);
        }
        char where[512];
        diag_format_pos((SourcePos){o->notes.data[i].pos.file, o->notes.data[i].pos.line, 0}, where, sizeof where);
        if (is_first)
            str_addf(out, "  %s%s (%u place%s)\n", where, o->notes.data[i].what, places, places == 1 ? "" : "s");
    }
}

static void add_evidence(Run *run, void *arg)
{
    (void)run;
    TextCall *call = arg;
    ChorusSession *s = call->session;
    SourcePos *unreached = run_alloc(run, (s->unreached.all.count + 1) * sizeof *unreached);
    for (uint32_t i = 0; i < s->unreached.all.count; i++)
        unreached[i] = s->unreached.all.data[i].pos;
    ReportProof proof = session_proof(s);
    if (s->evidence)
        str_add(&call->text, s->evidence);
    else if (chorus_verdict(s) == CHORUS_TRUE && !s->is_surveyed) /* chorus_cells tells the rest */
        report_add_proof(&call->text, &proof);
    add_outline(&call->text, s);
    if (s->steps) report_add_trace(&call->text, s->steps);
    if (s->possible && chorus_verdict(s) == CHORUS_UNKNOWN) report_add_trace(&call->text, s->possible);
}

const char *chorus_evidence(ChorusSession *session)
{
    TextCall call = {.session = session};
    return make_text(&call, add_evidence, "");
}

/* ---- diagnostics ---- */

size_t chorus_diagnostic_count(const ChorusSession *session) { return run_diags(session->run)->count; }

static void add_diagnostic(Run *run, void *arg)
{
    TextCall *call = arg;
    CHECK(call->index < run_diags(run)->count);
    report_add_diagnostic(&call->text, &run_diags(run)->data[call->index]);
}

const char *chorus_diagnostic(ChorusSession *session, size_t i, ChorusSeverity *severity)
{
    const Diags *diags = run_diags(session->run);
    if (i >= diags->count) return NULL;
    switch (diags->data[i].severity) {
    case SEVERITY_NOTE:
        if (severity) *severity = CHORUS_NOTE;
        break;
    case SEVERITY_WARNING:
        if (severity) *severity = CHORUS_WARNING;
        break;
    case SEVERITY_ERROR:
        if (severity) *severity = CHORUS_ERROR;
        break;
    }
    TextCall call = {.session = session, .index = i};
    return make_text(&call, add_diagnostic, diags->data[i].text);
}

/* ---- trace ---- */

size_t chorus_step_count(const ChorusSession *session) { return session->steps ? session->steps->steps.count : 0; }

static void add_step_text(Run *run, void *arg)
{
    (void)run;
    TextCall *call = arg;
    CHECK(call->index < call->session->steps->steps.count);
    report_add_step(&call->text, call->session->steps, (uint32_t)call->index);
}

const char *chorus_step_text(ChorusSession *session, size_t i)
{
    if (i >= chorus_step_count(session)) return NULL;
    TextCall call = {.session = session, .index = i};
    return make_text(&call, add_step_text, "");
}

uint32_t chorus_step_thread(const ChorusSession *session, size_t i)
{
    return i < chorus_step_count(session) ? session->steps->steps.data[i].thread : 0;
}

const char *chorus_step_file(const ChorusSession *session, size_t i)
{
    return i < chorus_step_count(session) ? session->steps->steps.data[i].pos.file : NULL;
}

uint32_t chorus_step_line(const ChorusSession *session, size_t i)
{
    return i < chorus_step_count(session) ? session->steps->steps.data[i].pos.line : 0;
}

/* ---- JSON ---- */

static void add_report_json(Run *run, void *arg)
{
    TextCall *call = arg;
    Report report;
    (void)run;
    session_report(call->session, &report);
    report_add_json(&call->text, &report);
}

const char *chorus_json(ChorusSession *session)
{
    TextCall call = {.session = session};
    return make_text(&call, add_report_json, "{}\n");
}

static void add_short_json(Run *run, void *arg)
{
    TextCall *call = arg;
    Report report;
    (void)run;
    session_report(call->session, &report);
    report_add_short_json(&call->text, &report, call->index);
}

const char *chorus_json_within(ChorusSession *session, size_t bytes)
{
    TextCall call = {.session = session, .index = bytes};
    return make_text(&call, add_short_json, "{}\n");
}

/* ---- stages ---- */

/* The context that a method infers; nothing when it proves nothing. */
static void add_inferred_context(TextCall *call)
{
    ChorusSession *s = call->session;
    EngineOptions options = session_engine_options(s);
    Verdict verdict;
    options.certificate = false;
    session_ask(s, &options, &verdict);
    if (verdict.context)
        str_add(&call->text, verdict.context);
    else
        snprintf(s->error, sizeof s->error, "stage: no context was inferred: %s",
                 verdict.kind == VERDICT_UNKNOWN ? verdict.why : "there is a counterexample, or --method infers none");
}

/* The sequential programs of the method that has some. */
static void add_sequential(TextCall *call)
{
    ChorusSession *s = call->session;
    EngineOptions options = session_engine_options(s);
    Verdict verdict;
    options.certificate = false;
    options.print_sequential = true;
    session_ask(s, &options, &verdict);
    if (verdict.sequential)
        str_add(&call->text, verdict.sequential);
    else
        snprintf(s->error, sizeof s->error, "stage: there are no sequential programs: %s",
                 verdict.kind == VERDICT_UNKNOWN ? verdict.why : "--method has none, or there are arrays");
}

/* The Boolean broadcast program at the end of the refinement. */
static void add_boolprog(TextCall *call)
{
    ChorusSession *s = call->session;
    EngineOptions options = session_engine_options(s);
    Verdict verdict;
    if (!abstraction_has_boolprog(&options.abstraction)) options.abstraction.cube = 1;
    options.abstraction.mask = options.certificate = false;
    options.print_boolprog = true;
    session_ask(s, &options, &verdict);
    if (verdict.boolprog)
        str_add(&call->text, verdict.boolprog);
    else
        snprintf(s->error, sizeof s->error, "stage: there is no Boolean broadcast program: %s",
                 verdict.no_boolprog ? verdict.no_boolprog : verdict.why);
}

static void add_graph(TextCall *call)
{
    ChorusSession *s = call->session;
    if (!session_add_graph(s, &call->text))
        snprintf(s->error, sizeof s->error, "stage: there is no counterexample to draw, or it is too long: %s",
                 s->scope ? s->scope : "nothing was checked");
}

static void add_stage(Run *run, void *arg)
{
    (void)run;
    TextCall *call = arg;
    ChorusSession *s = call->session;
    Program *p = s->program;
    if (strcmp(call->name, "graph") == 0) {
        add_graph(call);
        return;
    }
    if (strcmp(call->name, "boolprog") == 0) {
        add_boolprog(call);
        return;
    }
    if (strcmp(call->name, "acfa") == 0) {
        add_inferred_context(call);
        return;
    }
    if (strcmp(call->name, "sequential") == 0) {
        add_sequential(call);
        return;
    }
    if (strcmp(call->name, "merged") == 0) {
        EngineOptions options = session_engine_options(s);
        p = merged_program(p, (MergedOptions){options.merge, true, options.merge});
    }
    scpl_print(p, &call->text);
}

const char *chorus_dump(ChorusSession *session, const char *stage)
{
    ChorusSession *s = session;
    if (strcmp(stage, "program") != 0 && strcmp(stage, "merged") != 0 && strcmp(stage, "boolprog") != 0 &&
        strcmp(stage, "acfa") != 0 && strcmp(stage, "sequential") != 0 && strcmp(stage, "graph") != 0) {
        snprintf(s->error, sizeof s->error,
                 "stage: '%.60s' is not available (expected program|merged|boolprog|acfa|sequential|graph)", stage);
        return NULL;
    }
    if (!s->program) {
        snprintf(s->error, sizeof s->error, "%s", s->scope ? s->scope : "no program is loaded");
        return NULL;
    }
    TextCall call = {.session = session, .name = stage};
    const char *text = make_text(&call, add_stage, NULL);
    return text && *text ? text : NULL;
}
