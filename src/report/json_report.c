#include "report/deadlock.h"
#include "report/json_report.h"

#include <string.h>

#include "base/check.h"
#include "report/json.h"
#include "report/value.h"

static void add_clean_string(Json *json, const char *key, const char *text)
{
    json_add_string(json, key, text ? report_clean_text(json->out->run, text) : NULL);
}

static void add_pos(Json *json, SourcePos pos, bool with_column)
{
    add_clean_string(json, "file", pos.file);
    json_add_unsigned(json, "line", pos.line);
    if (with_column) json_add_unsigned(json, "column", pos.column);
}

static void add_diagnostics(Json *json, const Diags *diags)
{
    json_open_array(json, "diagnostics", false);
    for (uint32_t i = 0; i < diags->count; i++) {
        json_open_object(json, NULL, true);
        json_add_string(json, "severity", report_severity(diags->data[i].severity));
        add_pos(json, diags->data[i].pos, true);
        add_clean_string(json, "text", diags->data[i].text);
        json_close_object(json);
    }
    json_close_array(json);
}

static void add_json_account(Json *json, const Report *report)
{
    json_open_object(json, "checked", true);
    for (uint32_t i = 0; i < report->checked_count; i++)
        json_add_number(json, report->checked[i].name, report->checked[i].value);
    json_close_object(json);
    json_open_array(json, "assumptions", false);
    for (uint32_t i = 0; i < report->assumption_count; i++) {
        json_open_object(json, NULL, true);
        add_clean_string(json, "assumed", report->assumptions[i].text);
        json_add_string(json, "property", report->assumptions[i].property);
        add_pos(json, report->assumptions[i].pos, false);
        json_close_object(json);
    }
    json_close_array(json);
}

static void add_json_proof(Json *json, const ReportProof *proof)
{
    json_open_object(json, "proof", false);
    json_add_unsigned(json, "shared", proof->shared);
    json_add_unsigned(json, "local", proof->local);
    json_add_unsigned(json, "mixed", proof->mixed);
    json_add_unsigned(json, "counting", proof->counting);
    json_add_unsigned(json, "tickets", proof->tickets);
    json_add_unsigned(json, "iterations", proof->iterations);
    json_add_unsigned(json, "parts_replayed", proof->replayed);
    json_add_unsigned(json, "replayed_states", proof->replayed_states);
    json_add_unsigned(json, "parts_by_one_code", proof->by_one_code);
    json_open_array(json, "reasons", false);
    for (uint32_t i = 0; i < proof->reason_count; i++) {
        json_open_object(json, NULL, true);
        add_clean_string(json, "what", proof->reasons[i].what);
        add_clean_string(json, "why", proof->reasons[i].why);
        json_add_unsigned(json, "pairs", proof->reasons[i].pairs);
        json_close_object(json);
    }
    json_close_array(json);
    if (proof->view_size) {
        json_add_unsigned(json, "views", proof->views);
        json_add_unsigned(json, "view-size", proof->view_size);
    } else {
        json_add_unsigned(json, "states", proof->states);
    }
    json_open_array(json, "predicates", false);
    for (uint32_t i = 0; i < proof->predicate_count; i++)
        add_clean_string(json, NULL, proof->predicates[i]);
    json_close_array(json);
    json_close_object(json);
}

static void add_unreached(Json *json, const Report *report)
{
    json_open_array(json, "unreachable_assertions", false);
    for (uint32_t i = 0; i < report->unreached_count; i++) {
        json_open_object(json, NULL, true);
        add_pos(json, report->unreached[i], false);
        json_close_object(json);
    }
    json_close_array(json);
}

static void add_json_values(Json *json, const char *key, const ReportChanges *list, bool with_before)
{
    json_open_array(json, key, key[0] != 'i');
    for (uint32_t i = 0; i < list->count; i++) {
        json_open_object(json, NULL, true);
        add_clean_string(json, "variable", list->data[i].name);
        if (list->data[i].owner) add_clean_string(json, "thread", list->data[i].owner);
        if (with_before) json_add_string(json, "before", list->data[i].before);
        json_add_string(json, with_before ? "after" : "value", list->data[i].after);
        if (list->data[i].is_local) json_add_bool(json, "local", true);
        if (list->data[i].writer) json_add_unsigned(json, "step", list->data[i].writer);
        json_close_object(json);
    }
    json_close_array(json);
}

static const char *relevance_word(Relevance relevance)
{
    switch (relevance) {
    case RELEVANCE_NONE: return "no";
    case RELEVANCE_DECISION: return "decides";
    case RELEVANCE_VALUE: return "value";
    case RELEVANCE_DIRECT: return "direct";
    }
    return "no";
}

static void add_json_held(Json *json, const ReportStep *step)
{
    json_open_array(json, "held", true);
    for (uint32_t i = 0; i < step->held.count; i++) {
        const ReportHeld *held = &step->held.data[i];
        json_open_object(json, NULL, true);
        json_add_unsigned(json, "thread", held->thread);
        add_clean_string(json, "lock", held->lock.name);
        json_add_bool(json, "to_read", held->lock.to_read);
        add_pos(json, held->lock.pos, false);
        json_close_object(json);
    }
    json_close_array(json);
}

static void add_json_step(Json *json, const ReportStep *step, uint32_t number)
{
    json_open_object(json, NULL, false);
    CHECK(number > 0 && step->text);
    json_add_unsigned(json, "step", number);
    json_add_unsigned(json, "thread", step->thread);
    add_pos(json, step->pos, false);
    json_add_string(json, "text", step->text);
    json_open_array(json, "creates", true);
    for (uint32_t i = 0; i < step->creates.count; i++)
        json_add_unsigned(json, NULL, step->creates.data[i]);
    json_close_array(json);
    add_json_values(json, "changes", &step->changes, true);
    add_json_values(json, "reads", &step->reads, false);
    if (step->note) add_clean_string(json, "note", step->note);
    if (step->stale) add_clean_string(json, "stale", step->stale);
    if (step->doubt) add_clean_string(json, "doubt", step->doubt);
    if (step->locks) add_json_held(json, step);
    json_add_string(json, "matters", relevance_word(step->relevance));
    json_add_bool(json, "fails", step->fails);
    json_close_object(json);
}

static void add_json_locks(Json *json, const ReportLocks *locks)
{
    json_open_array(json, "locks", locks->count == 0);
    for (uint32_t i = 0; i < locks->count; i++) {
        json_open_object(json, NULL, true);
        add_clean_string(json, "lock", locks->data[i].name);
        json_add_string(json, "held", locks->data[i].to_read ? "to read" : "alone");
        add_pos(json, locks->data[i].pos, false);
        json_close_object(json);
    }
    json_close_array(json);
}

static void add_json_calls(Json *json, const ReportAccess *access)
{
    json_open_array(json, "calls", access->calls.count == 0);
    for (uint32_t i = 0; i < access->calls.count; i++) {
        json_open_object(json, NULL, true);
        add_clean_string(json, "function", access->calls.data[i].function);
        add_pos(json, access->calls.data[i].pos, false);
        json_close_object(json);
    }
    json_close_array(json);
}

static void add_json_access(Json *json, const ReportAccess *access)
{
    json_open_object(json, NULL, false);
    json_add_unsigned(json, "thread", access->thread);
    json_add_string(json, "kind", access->is_write ? "write" : "read");
    json_add_bool(json, "atomic", access->is_atomic);
    if (access->bytes) json_add_unsigned(json, "bytes", access->bytes);
    add_clean_string(json, "what", access->name);
    add_pos(json, access->pos, false);
    json_add_string(json, "text", access->text);
    add_json_calls(json, access);
    add_json_locks(json, &access->locks);
    if (access->creator != NO_ID) {
        json_open_object(json, "created", true);
        json_add_unsigned(json, "thread", access->creator);
        add_pos(json, access->created, false);
        json_close_object(json);
    }
    json_close_object(json);
}

static void add_race(Json *json, const ReportRace *race)
{
    json_open_object(json, "race", false);
    add_clean_string(json, "object", race->object);
    add_pos(json, race->pos, false);
    json_open_array(json, "accesses", false);
    add_json_access(json, &race->accesses[0]);
    add_json_access(json, &race->accesses[1]);
    json_close_array(json);
    add_clean_string(json, "unordered", race->unordered);
    json_close_object(json);
}

static void add_json_waiter(Json *json, const ReportSteps *steps, const ReportWaiter *w)
{
    json_open_object(json, NULL, false);
    json_add_unsigned(json, "thread", w->thread);
    add_clean_string(json, "what", w->what);
    add_pos(json, w->pos, false);
    add_clean_string(json, "text", w->text);
    if (w->since) json_add_unsigned(json, "since", w->since);
    if (w->unheld) json_add_bool(json, "without_mutex", true);
    if (w->holder != NO_ID) {
        json_open_object(json, "held_by", true);
        json_add_unsigned(json, "thread", w->holder);
        json_add_bool(json, "ended", w->holder_ended);
        add_pos(json, w->lock.pos, false);
        json_close_object(json);
    }
    if (w->signal) {
        json_open_object(json, "signalled", true);
        json_add_unsigned(json, "thread", w->signal->thread);
        if (w->signal_step) json_add_unsigned(json, "step", w->signal_step);
        add_pos(json, w->signal->pos, false);
        json_close_object(json);
    }
    Str cause;
    str_init(json->out->run, &cause);
    if (report_add_wait_cause(&cause, steps, w)) add_clean_string(json, "cause", str_text(&cause));
    add_json_locks(json, &w->locks);
    json_close_object(json);
}

static void add_deadlock(Json *json, const ReportSteps *steps)
{
    json_open_object(json, "deadlock", false);
    json_open_array(json, "waits", false);
    for (uint32_t i = 0; i < steps->deadlock->waiters.count; i++)
        add_json_waiter(json, steps, &steps->deadlock->waiters.data[i]);
    json_close_array(json);
    json_close_object(json);
}

/* Steps that are left out, [from, end). */
typedef struct StepGap {
    uint32_t from, end;
} StepGap;

static void add_counterexample(Json *json, const char *name, const ReportSteps *steps, const StepGap *gap)
{
    CHECK(report_steps_are_valid(steps));
    json_open_object(json, name, false);
    json_open_array(json, "threads", true);
    for (uint32_t i = 0; i < steps->threads.count; i++)
        add_clean_string(json, NULL, steps->threads.data[i]);
    json_close_array(json);
    add_json_values(json, "inputs", &steps->inputs, false);
    json_open_array(json, "steps", false);
    for (uint32_t i = 0; i < steps->steps.count; i++)
        if (i < gap->from || i >= gap->end) add_json_step(json, &steps->steps.data[i], i + 1);
    json_close_array(json);
    if (steps->race) add_race(json, steps->race);
    if (steps->deadlock) add_deadlock(json, steps);
    json_close_object(json);
}

static void add_json_suppressed(Json *json, const ReportSuppressed *suppressed)
{
    json_open_object(json, "suppressed", true);
    json_add_string(json, "kind", suppressed->in_source ? "comment" : "file");
    add_clean_string(json, "why", suppressed->why);
    json_close_object(json);
}

static void add_head(Json *json, const Report *report)
{
    Run *run = json->out->run;
    json_add_string(json, "chorus", report->version);
    json_add_string(json, "verdict", run_strndup(run, report->verdict, strcspn(report->verdict, "(")));
    json_add_string(json, "property", report->property);
    add_clean_string(json, "scope", report->scope);
    add_clean_string(json, "result", run_format(run, "%s [%s]", report->verdict, report->scope));
    if (report->steps || report->threads)
        json_add_unsigned(json, "threads", report->threads);
    else if (report->proof)
        json_add_string(json, "threads", NULL);
    json_add_string(json, "memory", report->memory);
    if (*report->error) add_clean_string(json, "error", report->error);
    json_open_array(json, "files", true);
    for (uint32_t i = 0; i < report->file_count; i++)
        add_clean_string(json, NULL, report->files[i]);
    json_close_array(json);
}

static void add_document(Str *out, const Report *report, const StepGap *gap)
{
    Json json;
    json_init(&json, out);
    json_open_object(&json, NULL, false);
    add_head(&json, report);
    json_open_object(&json, "options", false);
    for (uint32_t i = 0; i < report->option_count; i++)
        add_clean_string(&json, report->options[i].name, report->options[i].value);
    json_close_object(&json);
    json_open_object(&json, "statistics", false);
    for (uint32_t i = 0; i < report->statistic_count; i++)
        json_add_number(&json, report->statistics[i].name, report->statistics[i].value);
    json_close_object(&json);
    add_json_account(&json, report);
    add_diagnostics(&json, report->diags);
    if (report->proof) add_json_proof(&json, report->proof);
    if (report->proof) add_unreached(&json, report);
    if (report->suppressed.why) add_json_suppressed(&json, &report->suppressed);
    if (report->steps) add_counterexample(&json, "counterexample", report->steps, gap);
    if (report->possible) add_counterexample(&json, "possible_error", report->possible, gap);
    json_close_object(&json);
    CHECK(json_is_complete(&json));
    str_add(out, "\n");
}

void report_add_json(Str *out, const Report *report) { add_document(out, report, &(StepGap){0, 0}); }

/* The last steps say most of what fails, the first ones how threads come to be. */
void report_add_short_json(Str *out, const Report *report, size_t most)
{
    const ReportSteps *steps = report->steps ? report->steps : report->possible;
    uint32_t count = steps ? steps->steps.count : 0, kept = count;
    for (;;) {
        Str text;
        str_init(out->run, &text);
        add_document(&text, report, &(StepGap){kept / 4, kept / 4 + count - kept});
        bool fits = text.length <= most || kept <= 1;
        if (fits) str_add(out, str_text(&text));
        if (!fits) kept = (uint32_t)((double)kept * (double)most / (double)text.length * 0.95);
        str_clear(&text);
        if (fits) return;
        if (kept == 0) kept = 1;
    }
}
