#include "report/sarif.h"

#include <string.h>

#include "base/check.h"
#include "base/sha256.h"
#include "report/json.h"
#include "report/deadlock.h"
#include "report/race.h"
#include "report/value.h"

#define FLOW_STEPS_MOST 1000 /* locations of all thread flows: viewers take no more */
#define FINGERPRINT "chorus/v1"
#define FINGERPRINT_DIGITS 32

static void add_sarif_string(Json *json, const char *key, const char *text)
{
    json_add_string(json, key, report_clean_text(json->out->run, text));
}

static void add_message(Json *json, const char *key, const char *text)
{
    json_open_object(json, key, true);
    add_sarif_string(json, "text", text);
    json_close_object(json);
}

/* ---- places ---- */

/* The path as a URI: of an absolute one a file URI. Any byte can be in a path, and few can be in a URI. */
static const char *uri_of(Run *run, const char *path)
{
    Str s;
    str_init(run, &s);
    str_add(&s, path[0] == '/' ? "file://" : "");
    for (; *path; path++) {
        unsigned char c = (unsigned char)*path;
        bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                        (c < 0x80 && strchr("-._~/", c));
        if (is_plain)
            str_add_bytes(&s, path, 1);
        else
            str_addf(&s, "%%%02X", c);
    }
    return str_text(&s);
}

static void add_physical(Json *json, SourcePos pos)
{
    json_open_object(json, "physicalLocation", true);
    json_open_object(json, "artifactLocation", true);
    json_add_string(json, "uri", uri_of(json->out->run, pos.file));
    json_close_object(json);
    if (pos.line) {
        json_open_object(json, "region", true);
        json_add_unsigned(json, "startLine", pos.line);
        if (pos.column) json_add_unsigned(json, "startColumn", pos.column);
        json_close_object(json);
    }
    json_close_object(json);
}

/* A location object, with words when there are some. */
static void add_sarif_location(Json *json, const char *key, SourcePos pos, const char *text)
{
    json_open_object(json, key, true);
    if (pos.file) add_physical(json, pos);
    if (text) add_message(json, "message", text);
    json_close_object(json);
}

/* ---- what is wrong ---- */

static const ReportStep *failing_step(const Report *report)
{
    const ReportStep *last = &vec_last(&report->steps->steps);
    CHECK(last->fails);
    return last;
}

/* In words: what fails, with the values, or the race. */
static const char *describe_violation(Run *run, const Report *report)
{
    const ReportStep *last = failing_step(report);
    Str s;
    str_init(run, &s);
    if (report->steps->is_possible) str_add(&s, "possible error, not confirmed: ");
    if (report->steps->race)
        str_addf(&s, "data race on `%s`: %s and %s access it, and nothing orders them: %s", report->steps->race->object,
                 report->steps->threads.data[report->steps->race->accesses[0].thread],
                 report->steps->threads.data[report->steps->race->accesses[1].thread], report->steps->race->unordered);
    else
        str_addf(&s, "%s: %s", last->note ? last->note : "assertion fails", last->text);
    for (uint32_t i = 0; i < last->reads.count && !report->steps->race; i++)
        str_addf(&s, "%s%s = %s", i ? ", " : ", where ", last->reads.data[i].name, last->reads.data[i].after);
    if (last->stale) str_addf(&s, "; %s", last->stale);
    str_addf(&s, " [%s]", report->scope);
    return str_text(&s);
}

static const char *base_name_or_empty(const char *path)
{
    const char *slash = path ? strrchr(path, '/') : NULL;
    return slash ? slash + 1 : path ? path : "";
}

static void add_place_words(Str *s, SourcePos pos, const char *text)
{
    str_addf(s, "%s\n%s\n", base_name_or_empty(pos.file), text);
}

/* Stable under what moves lines: of the property, the names of files and the statements, not of numbers. Of a race the
 * order of its accesses does not count. */
static const char *fingerprint(Run *run, const Report *report)
{
    const ReportStep *last = failing_step(report);
    Str s;
    str_init(run, &s);
    str_addf(&s, "%s\n", report->property);
    if (report->steps->race) {
        const ReportRace *race = report->steps->race;
        const ReportAccess *a = &race->accesses[0], *b = &race->accesses[1];
        bool swap = strcmp(a->text, b->text) > 0;
        str_addf(&s, "%s\n", race->object);
        add_place_words(&s, swap ? b->pos : a->pos, swap ? b->text : a->text);
        add_place_words(&s, swap ? a->pos : b->pos, swap ? a->text : b->text);
    } else {
        str_addf(&s, "%s\n", last->note ? last->note : "");
        add_place_words(&s, last->pos, last->text);
    }
    char digest[SHA256_TEXT_SIZE];
    sha256_text(str_text(&s), s.length, digest);
    return run_strndup(run, digest, FINGERPRINT_DIGITS);
}

/* ---- the flow ---- */

/* What the step does, on one line. */
static const char *step_words(Run *run, const ReportSteps *steps, const ReportStep *step)
{
    Str s;
    str_init(run, &s);
    str_addf(&s, "%s: %s", steps->threads.data[step->thread], step->text);
    for (uint32_t i = 0; i < step->creates.count; i++)
        str_addf(&s, "; creates %s", steps->threads.data[step->creates.data[i]]);
    for (uint32_t i = 0; i < step->changes.count; i++) {
        const ReportChange *c = &step->changes.data[i];
        str_addf(&s, "; %s%s%s = %s", c->owner ? c->owner : "", c->owner ? "." : "", c->name, c->after);
    }
    if (step->note) str_addf(&s, "; %s", step->note);
    if (step->stale) str_addf(&s, "; %s", step->stale);
    if (step->doubt) str_addf(&s, " (may be otherwise: %s)", step->doubt);
    return str_text(&s);
}

/* What variables are after the step, or were read as. */
static void add_sarif_state(Json *json, const ReportStep *step)
{
    Str key;
    str_init(json->out->run, &key);
    json_open_object(json, "state", true);
    for (uint32_t i = 0; i < step->changes.count; i++) {
        const ReportChange *c = &step->changes.data[i];
        str_reset(&key);
        str_addf(&key, "%s%s%s", c->owner ? c->owner : "", c->owner ? "." : "", c->name);
        add_message(json, report_clean_text(json->out->run, str_text(&key)), c->after);
    }
    json_close_object(json);
}

static const char *importance(const ReportStep *step)
{
    if (step->fails || step->relevance == RELEVANCE_DIRECT) return "essential";
    return step->relevance == RELEVANCE_NONE && !step->creates.count && !step->locks ? "unimportant" : "important";
}

static void add_flow_step(Json *json, const ReportSteps *steps, uint32_t i)
{
    const ReportStep *step = &steps->steps.data[i];
    json_open_object(json, NULL, true);
    add_sarif_location(json, "location", step->at, step_words(json->out->run, steps, step));
    if (step->changes.count) add_sarif_state(json, step);
    json_add_unsigned(json, "executionOrder", i + 1);
    json_add_string(json, "importance", importance(step));
    json_close_object(json);
}

/* Which steps are told: of many the essential ones first, then those that are important, of each kind the last ones. */
static const bool *choose_flow_steps(Run *run, const ReportSteps *steps)
{
    static const char *const order[] = {"essential", "important", "unimportant"};
    uint32_t left = FLOW_STEPS_MOST;
    bool *told = run_alloc(run, steps->steps.count + 1);
    for (size_t k = 0; k < sizeof order / sizeof *order; k++)
        for (uint32_t i = steps->steps.count; i-- > 0 && left;) {
            told[i] |= strcmp(importance(&steps->steps.data[i]), order[k]) == 0;
            left -= strcmp(importance(&steps->steps.data[i]), order[k]) == 0;
        }
    return told;
}

static bool acts(const ReportSteps *steps, const bool *told, uint32_t thread)
{
    for (uint32_t i = 0; i < steps->steps.count; i++)
        if (told[i] && steps->steps.data[i].thread == thread) return true;
    return false;
}

static void add_thread_flow(Json *json, const ReportSteps *steps, const bool *told, uint32_t thread)
{
    json_open_object(json, NULL, false);
    add_sarif_string(json, "id", steps->threads.data[thread]);
    json_open_array(json, "locations", false);
    for (uint32_t i = 0; i < steps->steps.count; i++)
        if (told[i] && steps->steps.data[i].thread == thread) add_flow_step(json, steps, i);
    json_close_array(json);
    json_close_object(json);
}

static void add_code_flow(Json *json, const ReportSteps *steps)
{
    const bool *told = choose_flow_steps(json->out->run, steps);
    json_open_array(json, "codeFlows", false);
    json_open_object(json, NULL, false);
    json_open_array(json, "threadFlows", false);
    for (uint32_t t = 0; t < steps->threads.count; t++)
        if (acts(steps, told, t)) add_thread_flow(json, steps, told, t);
    json_close_array(json);
    json_close_object(json);
    json_close_array(json);
}

/* ---- related places ---- */

static void add_race_places(Json *json, const ReportSteps *steps)
{
    const ReportRace *race = steps->race;
    Run *run = json->out->run;
    for (int i = 0; i < 2; i++) {
        const ReportAccess *a = &race->accesses[i];
        Str s;
        str_init(run, &s);
        str_addf(&s, "%s ", steps->threads.data[a->thread]);
        report_add_access(&s, a);
        add_sarif_location(json, NULL, a->at, str_text(&s));
        if (a->creator != NO_ID && a->created.file)
            add_sarif_location(json, NULL, a->created,
                               run_format(run, "%s is created", steps->threads.data[a->thread]));
        for (uint32_t k = 0; k < a->locks.count; k++)
            if (a->locks.data[k].pos.file)
                add_sarif_location(json, NULL, a->locks.data[k].pos,
                                   run_format(run, "%s takes `%s`, which it holds", steps->threads.data[a->thread],
                                              a->locks.data[k].name));
    }
    if (race->pos.file) add_sarif_location(json, NULL, race->pos, run_format(run, "`%s` is declared", race->object));
}

static void add_waiting_places(Json *json, const ReportSteps *steps)
{
    for (uint32_t i = 0; i < steps->deadlock->waiters.count; i++) {
        const ReportWaiter *w = &steps->deadlock->waiters.data[i];
        Str s;
        str_init(json->out->run, &s);
        report_add_waiter(&s, steps, w);
        if (w->unheld) str_add(&s, " without holding the mutex");
        if (w->at.file) add_sarif_location(json, NULL, w->at, str_text(&s));
        Str cause;
        str_init(json->out->run, &cause);
        bool known = report_add_wait_cause(&cause, steps, w);
        SourcePos pos = w->holder != NO_ID ? w->lock.pos : w->signal ? w->signal->at : (SourcePos){0};
        if (known && pos.file) add_sarif_location(json, NULL, pos, str_text(&cause));
    }
}

/* Who wrote the values that fail. */
static void add_writers(Json *json, const Report *report)
{
    const ReportStep *last = failing_step(report);
    for (uint32_t i = 0; i < last->reads.count; i++) {
        const ReportChange *read = &last->reads.data[i];
        if (!read->writer) continue;
        CHECK(read->writer <= report->steps->steps.count);
        const ReportStep *writer = &report->steps->steps.data[read->writer - 1];
        if (!writer->at.file) continue;
        add_sarif_location(json, NULL, writer->at,
                           run_format(json->out->run, "%s writes %s = %s", report->steps->threads.data[writer->thread],
                                      read->name, read->after));
    }
}

/* ---- results ---- */

static bool is_known_fingerprint(const SarifOptions *options, const char *rule, const char *print)
{
    for (uint32_t i = 0; i < options->known_count; i++)
        if (strcmp(options->known[i].rule, rule) == 0 && strcmp(options->known[i].fingerprint, print) == 0) return true;
    return false;
}

bool report_is_known(Run *run, const Report *report, const SarifOptions *options)
{
    CHECK(report->steps && report->steps->steps.count);
    return report->suppressed.why || is_known_fingerprint(options, report->property, fingerprint(run, report));
}

static void add_fingerprint(Json *json, const char *print)
{
    json_open_object(json, "partialFingerprints", true);
    json_add_string(json, FINGERPRINT, print);
    json_close_object(json);
}

/* Which violation it is, for the next time; what is only possible is none. */
static void add_identity(Json *json, const Report *report, const SarifOptions *options)
{
    const char *print = fingerprint(json->out->run, report);
    add_fingerprint(json, print);
    if (options->has_baseline)
        json_add_string(json, "baselineState",
                        is_known_fingerprint(options, report->property, print) ? "unchanged" : "new");
}

static void add_suppression(Json *json, const ReportSuppressed *suppressed)
{
    json_open_array(json, "suppressions", true);
    json_open_object(json, NULL, true);
    json_add_string(json, "kind", suppressed->in_source ? "inSource" : "external");
    add_sarif_string(json, "justification", suppressed->why);
    json_close_object(json);
    json_close_array(json);
}

static void add_sarif_result(Json *json, const Report *report, const SarifOptions *options)
{
    bool is_possible = report->steps->is_possible;
    json_open_object(json, NULL, false);
    json_add_string(json, "ruleId", report->property);
    json_add_string(json, "level", is_possible ? "note" : "error");
    add_message(json, "message", describe_violation(json->out->run, report));
    json_open_array(json, "locations", false);
    if (failing_step(report)->at.file) add_sarif_location(json, NULL, failing_step(report)->at, NULL);
    json_close_array(json);
    json_open_array(json, "relatedLocations", false);
    if (report->steps->race)
        add_race_places(json, report->steps);
    else if (report->steps->deadlock)
        add_waiting_places(json, report->steps);
    else
        add_writers(json, report);
    json_close_array(json);
    if (!is_possible) add_identity(json, report, options);
    if (report->suppressed.why) add_suppression(json, &report->suppressed);
    add_code_flow(json, report->steps);
    json_close_object(json);
}

static void add_possible_result(Json *json, const Report *report, const SarifOptions *options)
{
    Report possible = *report;
    possible.steps = report->possible;
    add_sarif_result(json, &possible, options);
}

/* What the baseline had and is not so any more: nothing violates the property now. While one violation is found of each
 * property, another one may hide those of the baseline: only a proof says that they are gone. */
static void add_absent(Json *json, const Report *report, const SarifOptions *options)
{
    for (uint32_t i = 0; i < options->known_count; i++) {
        const SarifKnown *known = &options->known[i];
        if (!report->proof || strcmp(known->rule, report->property) != 0) continue;
        json_open_object(json, NULL, false);
        json_add_string(json, "ruleId", known->rule);
        json_add_string(json, "level", "error");
        add_message(json, "message", known->text);
        add_fingerprint(json, known->fingerprint);
        json_add_string(json, "baselineState", "absent");
        json_close_object(json);
    }
}

/* ---- the run ---- */

static void add_tool(Json *json, const Report *report)
{
    json_open_object(json, "tool", false);
    json_open_object(json, "driver", false);
    json_add_string(json, "name", "Chorus");
    json_add_string(json, "version", report->version);
    json_open_array(json, "rules", false);
    json_open_object(json, NULL, true);
    json_add_string(json, "id", report->property);
    add_message(json, "shortDescription",
                run_format(json->out->run, "The property %s is violated in some interleaving", report->property));
    json_close_object(json);
    json_close_array(json);
    json_close_object(json);
    json_close_object(json);
}

/* Diagnostics, and why there is no verdict. */
static void add_invocation(Json *json, const Report *report)
{
    bool is_unknown = !report->steps && !report->proof;
    json_open_array(json, "invocations", false);
    json_open_object(json, NULL, false);
    json_add_bool(json, "executionSuccessful", !*report->error);
    json_open_array(json, "toolExecutionNotifications", false);
    for (uint32_t i = 0; i < report->diags->count; i++) {
        const Diag *diag = &report->diags->data[i];
        json_open_object(json, NULL, true);
        json_add_string(json, "level", report_severity(diag->severity));
        add_message(json, "message", diag->text);
        json_open_array(json, "locations", true);
        if (diag->pos.file) add_sarif_location(json, NULL, diag->pos, NULL);
        json_close_array(json);
        json_close_object(json);
    }
    if (is_unknown) {
        json_open_object(json, NULL, true);
        json_add_string(json, "level", *report->error ? "error" : "warning");
        add_message(json, "message",
                    *report->error ? report->error : run_format(json->out->run, "no verdict: %s", report->scope));
        json_close_object(json);
    }
    json_close_array(json);
    json_close_object(json);
    json_close_array(json);
}

static void add_verdict(Json *json, const Report *report)
{
    json_open_object(json, "properties", false);
    add_sarif_string(json, "verdict", run_format(json->out->run, "%s [%s]", report->verdict, report->scope));
    json_open_array(json, "assumptions", false);
    for (uint32_t i = 0; i < report->assumption_count; i++)
        add_sarif_string(json, NULL, report->assumptions[i].text);
    json_close_array(json);
    json_close_object(json);
}

void report_add_sarif(Str *out, const Report *report, const SarifOptions *options)
{
    Json json;
    CHECK(options->known_count == 0 || options->has_baseline);
    json_init(&json, out);
    json_open_object(&json, NULL, false);
    add_tool(&json, report);
    json_open_object(&json, "automationDetails", true);
    json_add_string(&json, "id", run_format(out->run, "chorus/%s/", report->property));
    json_close_object(&json);
    add_invocation(&json, report);
    json_open_array(&json, "results", false);
    if (report->steps) add_sarif_result(&json, report, options);
    if (report->possible) add_possible_result(&json, report, options);
    add_absent(&json, report, options);
    json_close_array(&json);
    json_add_string(&json, "columnKind", "unicodeCodePoints");
    add_verdict(&json, report);
    json_close_object(&json);
    CHECK(json_is_complete(&json));
}
