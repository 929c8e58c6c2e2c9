/* What can be asked about a session: verdict, evidence, statistics, stages. */
#include <stdio.h>
#include <string.h>

#include "abstraction/choose.h"
#include "base/check.h"
#include "engine/merged.h"
#include "report/json_report.h"
#include "report/trace_text.h"
#include "scpl/print.h"
#include "session/account.h"
#include "session/check.h"

/* Why there is no verdict, where there is none. */
static const char *scope_of(const ChorusSession *s)
{
    return chorus_verdict(s) == CHORUS_NONE ? "nothing was checked" : s->scope;
}

const char *chorus_scope(const ChorusSession *session) { return scope_of(session); }
const char *chorus_error(const ChorusSession *session) { return session->error; }

/* The property that the counterexample violates. Boolean broadcast programs have assertions only. */
static const char *violated(const ChorusSession *s)
{
    if (s->is_mc) return property_name(PROPERTY_UNREACH_CALL);
    CHECK(s->verdict.trace && s->verdict.trace->steps.count > 0);
    const Edge *last = &s->program->edges.data[vec_last(&s->verdict.trace->steps).edge.i];
    CHECK(last->is_error);
    return property_name(last->property);
}

static const char *verdict_word(const ChorusSession *s)
{
    switch (chorus_verdict(s)) {
    case CHORUS_TRUE: return "true";
    case CHORUS_FALSE: return run_format(s->run, "false(%s)", violated(s));
    case CHORUS_UNKNOWN:
    case CHORUS_NONE: break;
    }
    return "unknown";
}

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
    str_addf(&call->text, "%s [%s]", verdict_word(call->session), scope_of(call->session));
}

const char *chorus_result_line(ChorusSession *session)
{
    TextCall call = {.session = session};
    return make_text(&call, add_result_line, "unknown [out of memory]");
}

static ReportProof proof_of(const ChorusSession *s)
{
    const EngineStats *e = &s->verdict.stats;
    uint32_t all = s->verdict.predicates.count;
    CHECK(s->verdict.kind == VERDICT_TRUE || !all);
    ReportReason *reasons = run_alloc(s->run, (s->verdict.excuses.count + 1) * sizeof *reasons);
    for (uint32_t i = 0; i < s->verdict.excuses.count; i++) {
        const ExcuseNote *note = &s->verdict.excuses.data[i];
        reasons[i] = (ReportReason){note->what, note->why, note->pairs};
    }
    uint32_t plain = e->predicates_shared + e->predicates_local + e->predicates_mixed;
    return (ReportProof){.predicates = s->verdict.predicates.data,
                         .predicate_count = all,
                         .shared = e->predicates_shared,
                         .local = e->predicates_local,
                         .mixed = e->predicates_mixed,
                         .counting = all - plain - e->predicates_tickets,
                         .tickets = e->predicates_tickets,
                         .iterations = e->iterations,
                         .view_size = e->view_size,
                         .views = e->views,
                         .states = e->states,
                         .reasons = reasons,
                         .reason_count = s->verdict.excuses.count,
                         .facts = e->environment_facts,
                         .sequential_checks = e->sequential_checks,
                         .refuted = e->errors_bounded};
}

static void add_evidence(Run *run, void *arg)
{
    (void)run;
    TextCall *call = arg;
    ChorusSession *s = call->session;
    SourcePos *unreached = run_alloc(run, (s->unreached.all.count + 1) * sizeof *unreached);
    for (uint32_t i = 0; i < s->unreached.all.count; i++)
        unreached[i] = s->unreached.all.data[i].pos;
    ReportProof proof = proof_of(s);
    if (s->evidence)
        str_add(&call->text, s->evidence);
    else if (chorus_verdict(s) == CHORUS_TRUE)
        report_add_proof(&call->text, &proof);
    if (s->steps) report_add_trace(&call->text, s->steps);
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

static void add_step(Run *run, void *arg)
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
    return make_text(&call, add_step, "");
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

/* Places by property, and assumptions, as a report has them. */
static void fill_account(const ChorusSession *s, Report *report)
{
    ReportNumber *checked = run_alloc(s->run, PROPERTY_COUNT * sizeof *checked);
    PropertySet asked = property_set(session_option_text(s, OPTION_property));
    for (int p = 0; p < PROPERTY_COUNT && s->has_account; p++)
        if (asked & PROPERTY_BIT(p))
            checked[report->checked_count++] = (ReportNumber){property_name((Property)p), s->checked[p]};
    AssumedList list = {0};
    session_list_assumptions(s, &list);
    ReportAssumption *assumptions = run_alloc(s->run, (list.count + 1) * sizeof *assumptions);
    for (uint32_t i = 0; i < list.count; i++)
        assumptions[i] = (ReportAssumption){list.data[i].what.text, list.data[i].what.property, list.data[i].pos};
    report->checked = checked;
    report->assumptions = assumptions;
    report->assumption_count = list.count;
    vec_free(s->run, &list);
}

static void add_json(Run *run, void *arg)
{
    TextCall *call = arg;
    ChorusSession *s = call->session;
    ReportOption options[OPTION_COUNT];
    for (size_t i = 0; i < OPTION_COUNT; i++)
        options[i] = (ReportOption){chorus_option_name(i), s->options.texts[i]};
    size_t count = chorus_statistic_count(s);
    ReportNumber *numbers = run_alloc(run, (count + 1) * sizeof *numbers);
    for (size_t i = 0; i < count; i++)
        numbers[i] = (ReportNumber){chorus_statistic_name(s, i), chorus_statistic_value(s, i)};
    SourcePos *unreached = run_alloc(run, (s->unreached.all.count + 1) * sizeof *unreached);
    for (uint32_t i = 0; i < s->unreached.all.count; i++)
        unreached[i] = s->unreached.all.data[i].pos;
    ReportProof proof = proof_of(s);
    bool proof_given = chorus_verdict(s) == CHORUS_TRUE;
    Report report = {.version = CHORUS_VERSION,
                     .property = session_option_text(s, OPTION_property),
                     .verdict = verdict_word(s),
                     .scope = scope_of(s),
                     .error = s->error,
                     .threads = s->steps      ? s->steps->thread_count
                                : proof_given ? s->verdict.threads
                                              : 0,
                     .files = s->files.data,
                     .file_count = s->files.count,
                     .options = options,
                     .option_count = OPTION_COUNT,
                     .statistics = numbers,
                     .statistic_count = (uint32_t)count,
                     .diags = run_diags(s->run),
                     .steps = s->steps,
                     .proof = proof_given ? &proof : NULL,
                     .unreached = unreached,
                     .unreached_count = s->unreached.all.count};
    fill_account(s, &report);
    report_add_json(&call->text, &report);
}

const char *chorus_json(ChorusSession *session)
{
    TextCall call = {.session = session};
    return make_text(&call, add_json, "{}\n");
}

/* ---- stages ---- */

/* The context that a method infers; nothing when it proves nothing. */
static void add_context(TextCall *call)
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

static void add_stage(Run *run, void *arg)
{
    (void)run;
    TextCall *call = arg;
    ChorusSession *s = call->session;
    Program *p = s->program;
    if (strcmp(call->name, "boolprog") == 0) {
        add_boolprog(call);
        return;
    }
    if (strcmp(call->name, "acfa") == 0) {
        add_context(call);
        return;
    }
    if (strcmp(call->name, "sequential") == 0) {
        add_sequential(call);
        return;
    }
    if (strcmp(call->name, "merged") == 0) {
        EngineOptions options = session_engine_options(s);
        p = merged_program(p, options.merge, true);
    }
    scpl_print(p, &call->text);
}

const char *chorus_dump(ChorusSession *session, const char *stage)
{
    ChorusSession *s = session;
    if (strcmp(stage, "program") != 0 && strcmp(stage, "merged") != 0 && strcmp(stage, "boolprog") != 0 &&
        strcmp(stage, "acfa") != 0 && strcmp(stage, "sequential") != 0) {
        snprintf(s->error, sizeof s->error,
                 "stage: '%.60s' is not available (expected program|merged|boolprog|acfa|sequential)", stage);
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
