#include "report/trace_text.h"

#include <string.h>

#include "base/check.h"
#include "report/deadlock.h"
#include "report/race.h"
#include "report/report.h"
#include "report/select.h"
#include "report/value.h"

#define STATEMENT_COLUMNS_MAX 44
#define INPUTS_MAX 3 /* where not all steps are shown */
#define NAMES_MAX 3  /* of threads whose steps are left out */
#define VALUES_MAX 6 /* of one step, unless all is to be shown */

typedef struct Columns {
    size_t number, thread, place, statement;
} Columns;

static const char *place_of_step(Run *run, SourcePos pos)
{
    if (!pos.file) return "";
    const char *base = strrchr(pos.file, '/');
    base = base ? base + 1 : pos.file;
    return pos.line ? run_format(run, "%s:%u", base, pos.line) : base;
}

static size_t wider(size_t a, size_t b) { return a > b ? a : b; }

/* As wide as the steps that are shown need; NULL: all are. */
static Columns measure_columns(Run *run, const ReportSteps *steps, const bool *shown)
{
    Columns c = {1, 0, 0, 0};
    for (size_t n = steps->steps.count; n >= 10; n /= 10)
        c.number++;
    for (uint32_t i = 0; i < steps->steps.count; i++) {
        const ReportStep *s = &steps->steps.data[i];
        if (shown && !shown[i]) continue;
        c.thread = wider(c.thread, report_width(steps->threads.data[s->thread]));
        c.place = wider(c.place, report_width(place_of_step(run, s->pos)));
        c.statement = wider(c.statement, report_width(s->text));
    }
    if (c.statement > STATEMENT_COLUMNS_MAX) c.statement = STATEMENT_COLUMNS_MAX;
    return c;
}

/* With the step that wrote a value that is read. */
static void add_change_text(Str *out, const ReportChange *c, bool with_writer)
{
    CHECK(c->name && c->after);
    str_add(out, c->name);
    if (c->before)
        str_addf(out, ": %s -> %s", c->before, c->after);
    else
        str_addf(out, " = %s", c->after);
    if (with_writer && c->writer) str_addf(out, " (step %u)", c->writer);
}

typedef struct Listing {
    const char *prefix, *owner; /* owner: whose; NULL: the step's own thread, and shared variables */
    bool with_writers, is_whole;
} Listing;

/* Returns how many there are; all of a long list are told only where it is wanted whole. */
static uint32_t add_change_list(Str *out, const ReportChanges *list, Listing how)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        if (list->data[i].owner != how.owner || (count++ >= VALUES_MAX && !how.is_whole)) continue;
        str_add(out, count > 1 ? ", " : how.prefix);
        add_change_text(out, &list->data[i], how.with_writers);
    }
    if (count > VALUES_MAX && !how.is_whole) str_addf(out, " and %u more", count - VALUES_MAX);
    return count;
}

/* New threads, with their parameters in parentheses. */
static void add_creations(Str *out, const ReportSteps *steps, const ReportStep *s)
{
    for (uint32_t i = 0; i < s->creates.count; i++) {
        CHECK(s->creates.data[i] < steps->threads.count);
        const char *child = steps->threads.data[s->creates.data[i]];
        str_addf(out, "%s%s", i ? ", " : "creates ", child);
        if (add_change_list(out, &s->changes, (Listing){.prefix = " (", .owner = child})) str_add(out, ")");
    }
}

/* Of several assertions in one line, the column says which. */
static void add_failure_text(Str *out, const ReportStep *s)
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
        if (add_change_list(out, &s->changes, (Listing){.prefix = "", .is_whole = steps->shows_all}))
            str_add(out, "; ");
        add_failure_text(out, s);
        add_change_list(out, &s->reads, (Listing){.prefix = ": ", .with_writers = true, .is_whole = true});
        if (s->stale) str_addf(out, "; %s", s->stale);
        return;
    }
    add_creations(out, steps, s);
    Listing changes = {.prefix = s->creates.count ? "; " : "", .is_whole = steps->shows_all};
    uint32_t said = s->creates.count + add_change_list(out, &s->changes, changes);
    if (!said && s->reads.count) {
        said = add_change_list(out, &s->reads, (Listing){.prefix = "reads ", .is_whole = steps->shows_all});
    } else if (!said && s->condition) {
        str_addf(out, "%s holds", s->condition);
        said = 1;
    }
    if (s->note) str_addf(out, "%s%s", said ? "; " : "", s->note);
    if (s->stale) str_addf(out, "%s%s", said || s->note ? "; " : "", s->stale);
}

/* The step may be otherwise, or not be at all. */
static void add_doubt(Str *out, const ReportStep *s)
{
    if (s->doubt) str_addf(out, "  (? %s)", report_clean_text(out->run, s->doubt));
}

/* The thread is named where it takes over. */
static void add_step_line(Str *out, const ReportSteps *steps, uint32_t i, const Columns *c, bool with_thread)
{
    CHECK(i < steps->steps.count);
    CHECK(steps->steps.data[i].thread < steps->threads.count);
    const ReportStep *s = &steps->steps.data[i];
    size_t start = out->length;
    str_addf(out, "%*u  ", (int)c->number, i + 1);
    report_add_column(out, with_thread ? steps->threads.data[s->thread] : "", c->thread, true);
    str_add(out, "  ");
    if (c->place) {
        report_add_column(out, place_of_step(out->run, s->pos), c->place, true);
        str_add(out, "  ");
    }
    report_add_column(out, s->text, c->statement, true);
    str_add(out, "  ");
    add_effect(out, steps, s);
    add_doubt(out, s);
    while (out->length > start && out->data[out->length - 1] == ' ')
        out->data[--out->length] = 0;
}

void report_add_step(Str *out, const ReportSteps *steps, uint32_t i)
{
    Columns c = measure_columns(out->run, steps, NULL);
    add_step_line(out, steps, i, &c, true);
}

void report_add_state(Str *out, const ReportSteps *steps, uint32_t i)
{
    CHECK(i < steps->steps.count);
    add_change_list(out, &steps->steps.data[i].state, (Listing){.prefix = "", .is_whole = true});
}

static void add_input_lines(Str *out, const ReportSteps *steps, bool is_whole)
{
    for (uint32_t i = 0; i < steps->inputs.count; i++) {
        str_add(out, "  at the start, arbitrary: ");
        if (!is_whole && i == INPUTS_MAX && steps->inputs.count > INPUTS_MAX + 1) {
            str_addf(out, "%u more\n", steps->inputs.count - i);
            return;
        }
        if (steps->inputs.data[i].owner) str_addf(out, "%s.", steps->inputs.data[i].owner);
        add_change_text(out, &steps->inputs.data[i], false);
        str_add(out, "\n");
    }
}

/* "14 steps of t1, 2 of main": what is left out before the step `end`. */
static void add_left_out(Str *out, const ReportSteps *steps, uint32_t from, uint32_t end)
{
    uint32_t *counts = run_alloc(out->run, (steps->threads.count + 1) * sizeof *counts), threads = 0;
    for (uint32_t i = from; i < end; i++)
        threads += counts[steps->steps.data[i].thread]++ == 0;
    CHECK(threads > 0);
    str_add(out, "  ... ");
    if (threads > NAMES_MAX) {
        report_add_count(out, end - from, "step");
        str_addf(out, " of %u threads\n", threads);
        return;
    }
    const char *between = "";
    for (uint32_t t = 0; t < steps->threads.count; t++) {
        if (!counts[t]) continue;
        str_add(out, between);
        if (*between)
            str_addf(out, "%u", counts[t]);
        else
            report_add_count(out, counts[t], "step");
        str_addf(out, " of %s", steps->threads.data[t]);
        between = ", ";
    }
    str_add(out, "\n");
}

static void add_step_lines(Str *out, const ReportSteps *steps, const bool *shown)
{
    Columns c = measure_columns(out->run, steps, shown);
    uint32_t thread = NO_ID, hidden = NO_ID; /* hidden: the first step that is left out just now */
    for (uint32_t i = 0; i < steps->steps.count; i++) {
        if (!shown[i] && hidden == NO_ID) hidden = i;
        if (!shown[i]) continue;
        if (hidden != NO_ID) add_left_out(out, steps, hidden, i);
        str_add(out, "  ");
        add_step_line(out, steps, i, &c, hidden != NO_ID || steps->steps.data[i].thread != thread);
        str_add(out, "\n");
        thread = steps->steps.data[i].thread;
        hidden = NO_ID;
    }
    CHECK(hidden == NO_ID); /* the last one is shown */
}

void report_add_trace(Str *out, const ReportSteps *steps)
{
    CHECK(report_steps_are_valid(steps));
    const bool *shown = report_select(out->run, steps);
    uint32_t count = 0;
    for (uint32_t i = 0; i < steps->steps.count; i++)
        count += shown[i];
    str_add(out, steps->is_possible ? "possible error, not confirmed, " : "counterexample ");
    str_add(out, steps->thread_count ? "with " : "in ");
    report_add_threads(out, steps);
    uint32_t total = report_steps_total(steps);
    if (count < steps->steps.count || steps->left_out)
        str_addf(out, " (%u of %u steps; --trace-detail=all)", count, total);
    str_add(out, ":\n");
    add_input_lines(out, steps, count == steps->steps.count);
    add_step_lines(out, steps, shown);
    if (steps->race) report_add_race(out, steps);
    if (steps->deadlock) report_add_deadlock(out, steps);
}
