/* Text for people: traces, proofs, diagnostics. */
#include "report/report.h"

#include <inttypes.h>
#include <string.h>

#include "base/check.h"
#include "report/race.h"
#include "report/reasons.h"
#include "report/select.h"
#include "report/value.h"

#define STATEMENT_COLUMNS_MAX 44
#define INPUTS_MAX 3 /* where not all steps are shown */

void report_add_threads(Str *out, uint32_t count)
{
    if (count)
        report_add_count(out, count, "thread");
    else
        str_add(out, "the initial thread");
}

const char *report_severity(Severity severity)
{
    switch (severity) {
    case SEVERITY_NOTE: return "note";
    case SEVERITY_WARNING: return "warning";
    case SEVERITY_ERROR: return "error";
    }
    return "";
}

void report_add_diagnostic(Str *out, const Diag *diag)
{
    char pos[1024];
    diag_format_pos(diag->pos, pos, sizeof pos);
    str_addf(out, "%s%s: %s", pos, report_severity(diag->severity), report_clean_text(out->run, diag->text));
}

/* ---- traces ---- */

typedef struct Columns {
    size_t number, thread, place, statement;
} Columns;

static const char *place_text(Run *run, SourcePos pos)
{
    if (!pos.file) return "";
    const char *base = strrchr(pos.file, '/');
    base = base ? base + 1 : pos.file;
    return pos.line ? run_format(run, "%s:%u", base, pos.line) : base;
}

static size_t wider(size_t a, size_t b) { return a > b ? a : b; }

static Columns measure(Run *run, const ReportSteps *steps)
{
    Columns c = {1, 0, 0, 0};
    for (size_t n = steps->steps.count; n >= 10; n /= 10)
        c.number++;
    for (uint32_t i = 0; i < steps->steps.count; i++) {
        const ReportStep *s = &steps->steps.data[i];
        c.thread = wider(c.thread, report_width(steps->threads.data[s->thread]));
        c.place = wider(c.place, report_width(place_text(run, s->pos)));
        c.statement = wider(c.statement, report_width(s->text));
    }
    if (c.statement > STATEMENT_COLUMNS_MAX) c.statement = STATEMENT_COLUMNS_MAX;
    return c;
}

static void add_change(Str *out, const ReportChange *c)
{
    CHECK(c->name && c->after);
    str_add(out, c->name);
    if (c->before)
        str_addf(out, ": %s -> %s", c->before, c->after);
    else
        str_addf(out, " = %s", c->after);
}

/* Those of the owner (NULL: the step's own thread, and shared variables); returns how many. */
static uint32_t add_list(Str *out, const char *prefix, const ReportChanges *list, const char *owner)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        if (list->data[i].owner != owner) continue;
        str_add(out, count++ ? ", " : prefix);
        add_change(out, &list->data[i]);
    }
    return count;
}

/* New threads, with their parameters in parentheses. */
static void add_creations(Str *out, const ReportSteps *steps, const ReportStep *s)
{
    for (uint32_t i = 0; i < s->creates.count; i++) {
        CHECK(s->creates.data[i] < steps->threads.count);
        const char *child = steps->threads.data[s->creates.data[i]];
        str_addf(out, "%s%s", i ? ", " : "creates ", child);
        if (add_list(out, " (", &s->changes, child)) str_add(out, ")");
    }
}

/* Of several assertions in one line, the column says which. */
static void add_failure(Str *out, const ReportStep *s)
{
    uint32_t count = 0;
    for (const char *at = s->text; (at = strpbrk(at, "ae")); at++)
        count += strncmp(at, "assert", 6) == 0 || strncmp(at, "error(", 6) == 0;
    if (s->note)
        str_add(out, s->note);
    else if (count > 1 && s->pos.column)
        str_addf(out, "ASSERTION AT COLUMN %u FAILS", s->pos.column);
    else
        str_add(out, "ASSERTION FAILS");
}

/* What the last column says: creations and changes; for steps without, what was read or decided. */
static void add_effect(Str *out, const ReportSteps *steps, const ReportStep *s)
{
    if (s->fails) {
        if (add_list(out, "", &s->changes, NULL)) str_add(out, "; ");
        add_failure(out, s);
        add_list(out, ": ", &s->reads, NULL);
        return;
    }
    add_creations(out, steps, s);
    uint32_t said = s->creates.count + add_list(out, s->creates.count ? "; " : "", &s->changes, NULL);
    if (!said && s->reads.count) {
        said = add_list(out, "reads ", &s->reads, NULL);
    } else if (!said && s->condition) {
        str_addf(out, "%s holds", s->condition);
        said = 1;
    }
    if (s->note) str_addf(out, "%s%s", said ? "; " : "", s->note);
}

static void add_step(Str *out, const ReportSteps *steps, uint32_t i, const Columns *c)
{
    CHECK(i < steps->steps.count);
    CHECK(steps->steps.data[i].thread < steps->threads.count);
    const ReportStep *s = &steps->steps.data[i];
    size_t start = out->length;
    str_addf(out, "%*u  ", (int)c->number, i + 1);
    report_add_column(out, steps->threads.data[s->thread], c->thread, true);
    str_add(out, "  ");
    if (c->place) {
        report_add_column(out, place_text(out->run, s->pos), c->place, true);
        str_add(out, "  ");
    }
    report_add_column(out, s->text, c->statement, true);
    str_add(out, "  ");
    add_effect(out, steps, s);
    while (out->length > start && out->data[out->length - 1] == ' ')
        out->data[--out->length] = 0;
}

void report_add_step(Str *out, const ReportSteps *steps, uint32_t i)
{
    Columns c = measure(out->run, steps);
    add_step(out, steps, i, &c);
}

void report_add_state(Str *out, const ReportSteps *steps, uint32_t i)
{
    CHECK(i < steps->steps.count);
    add_list(out, "", &steps->steps.data[i].state, NULL);
}

static void add_inputs(Str *out, const ReportSteps *steps, bool is_whole)
{
    for (uint32_t i = 0; i < steps->inputs.count; i++) {
        str_add(out, "  at the start, arbitrary: ");
        if (!is_whole && i == INPUTS_MAX && steps->inputs.count > INPUTS_MAX + 1) {
            str_addf(out, "%u more\n", steps->inputs.count - i);
            return;
        }
        if (steps->inputs.data[i].owner) str_addf(out, "%s.", steps->inputs.data[i].owner);
        add_change(out, &steps->inputs.data[i]);
        str_add(out, "\n");
    }
}

void report_add_trace(Str *out, const ReportSteps *steps)
{
    CHECK(report_steps_are_valid(steps));
    Columns c = measure(out->run, steps);
    str_add(out, steps->thread_count ? "counterexample with " : "counterexample in ");
    report_add_threads(out, steps->thread_count);
    str_add(out, ":\n");
    const bool *shown = report_select(out->run, steps);
    uint32_t left_out = 0, now = 0;
    for (uint32_t i = 0; i < steps->steps.count; i++)
        left_out += !shown[i];
    add_inputs(out, steps, !left_out);
    if (left_out)
        str_addf(out, "  ... stands for %u steps that are not shown (--json has all, and replay)\n", left_out);
    for (uint32_t i = 0; i < steps->steps.count; i++) {
        now += !shown[i];
        if (!shown[i]) continue;
        if (now) str_add(out, "  ...\n");
        now = 0;
        str_add(out, "  ");
        add_step(out, steps, i, &c);
        str_add(out, "\n");
    }
    if (steps->race) report_add_race(out, steps);
}

/* ---- proofs ---- */

void report_add_proof(Str *out, const ReportProof *proof)
{
    if (proof->reason_count) report_add_reasons(out, proof);
    if (proof->refuted) {
        report_add_count(out, proof->refuted, "possible error");
        str_addf(out, " refuted backwards from where %s would be\n", proof->refuted == 1 ? "it" : "they");
    }
    bool is_settled = proof->reason_count || proof->refuted || !proof->sequential_checks;
    if (is_settled && !proof->iterations) return; /* nothing was explored */
    if (proof->sequential_checks) {
        str_add(out, "modular proof with ");
        report_add_count(out, proof->facts, "fact");
        str_add(out, " about other threads, ");
        report_add_count(out, proof->sequential_checks, "check");
        str_add(out, " of sequential programs\n");
        return;
    }
    str_add(out, "proof with ");
    report_add_count(out, proof->predicate_count, "predicate");
    if (proof->predicate_count)
        str_addf(out, " (%u shared, %u local, %u mixed", proof->shared, proof->local, proof->mixed);
    if (proof->counting) str_addf(out, ", %u counting", proof->counting);
    if (proof->tickets) str_addf(out, ", %u of tickets", proof->tickets);
    if (proof->predicate_count) str_add(out, ")");
    str_add(out, ", ");
    if (proof->view_size) {
        report_add_count(out, proof->views, "view");
        str_addf(out, " of size %u", proof->view_size);
    } else {
        report_add_count(out, proof->states, "state");
    }
    str_add(out, ", ");
    report_add_count(out, proof->iterations, "iteration");
    str_add(out, "\n");
    for (uint32_t i = 0; i < proof->predicate_count; i++)
        str_addf(out, "  %s\n", report_clean_text(out->run, proof->predicates[i]));
}
