#include "session/suppressed.h"

#include <string.h>

#include "base/check.h"
#include "report/value.h"
#include "session/file.h"

/* ---- comments: "chorus: allow PROPERTY: why" on the line of the violation, or on the one before ---- */

/* The line, counted from 1; NULL: there are fewer. */
static const char *find_line(const char *text, uint32_t line)
{
    while (text && --line > 0) {
        text = strchr(text, '\n');
        text = text ? text + 1 : NULL;
    }
    return text;
}

/* Why the line allows the property; NULL: it does not. Without a reason nothing is allowed. */
static const char *allowed_on(Run *run, const char *line, const char *property)
{
    static const char mark[] = "chorus: allow ";
    size_t length = strcspn(line, "\n"), name = strlen(property);
    const char *text = run_strndup(run, line, length), *at = strstr(text, mark);
    if (!at || strncmp(at + strlen(mark), property, name) != 0) return NULL;
    const char *why = at + strlen(mark) + name;
    if (*why != ':') return NULL;
    const char *end = strstr(why, "*/");
    why = report_clean_text(run, run_strndup(run, why + 1, end ? (size_t)(end - why - 1) : strlen(why + 1)));
    return *why ? why : NULL;
}

static const char *allowed_at(ChorusSession *s, SourcePos pos)
{
    size_t length;
    if (!pos.file || !pos.line || session_check_file(s, pos.file) != CHORUS_OK) return NULL;
    const char *text = session_read_file(s->run, pos.file, &length), *why = NULL;
    const char *property = session_option_text(s, OPTION_property);
    for (uint32_t line = pos.line; line > 0 && line + 1 >= pos.line && !why; line--) {
        const char *start = find_line(text, line);
        why = start ? allowed_on(s->run, start, property) : NULL;
    }
    return why;
}

/* Of a race either access may say so. */
static const char *find_comment(ChorusSession *s)
{
    const char *why = allowed_at(s, vec_last(&s->steps->steps).pos);
    for (int i = 0; i < 2 && s->steps->race && !why; i++)
        why = allowed_at(s, s->steps->race->accesses[i].pos);
    s->error[0] = 0; /* a source that is gone allows nothing, and is no error */
    return why;
}

/* ---- given suppressions ---- */

/* "*" stands for any characters, "?" for one; nothing else is special, since names of cells have brackets. */
static bool fits_pattern(const char *pattern, const char *text)
{
    const char *star = NULL, *from = NULL;
    while (*text) {
        if (*pattern == '*') {
            star = ++pattern;
            from = text;
        } else if (*pattern == '?' || *pattern == *text) {
            pattern++;
            text++;
        } else if (star) {
            pattern = star;
            text = ++from;
        } else {
            return false;
        }
    }
    return pattern[strspn(pattern, "*")] == 0;
}

/* The path, or what follows one of its slashes: a pattern is about the end of a path. */
static bool fits_path(const char *pattern, const char *path)
{
    for (; path; path = strchr(path, '/')) {
        path += *path == '/';
        if (fits_pattern(pattern, path)) return true;
    }
    return false;
}

/* The function of the violation, or one that it is called from, as the front end wrote them out. */
static bool fits_function(const ChorusSession *s, const char *pattern, uint32_t call, uint32_t thread)
{
    const Program *p = s->program;
    for (; call; call = p->calls.data[call - 1].caller)
        if (fits_pattern(pattern, p->calls.data[call - 1].function)) return true;
    return thread < s->steps->functions.count && fits_pattern(pattern, s->steps->functions.data[thread]);
}

/* What the violation reads. */
static bool fits_read(const ChorusSession *s, const char *pattern)
{
    const ReportChanges *reads = &vec_last(&s->steps->steps).reads;
    for (uint32_t i = 0; i < reads->count; i++)
        if (fits_pattern(pattern, reads->data[i].name)) return true;
    return false;
}

/* What the step reads in which the thread stands before its access, or makes it. */
static bool fits_read_before(const ChorusSession *s, const char *pattern, const ReportAccess *a)
{
    bool fits = false;
    for (uint32_t i = 0; i < s->steps->steps.count; i++) {
        const ReportStep *step = &s->steps->steps.data[i];
        bool is_at = step->thread == a->thread && step->pos.line == a->pos.line && step->pos.file == a->pos.file;
        for (uint32_t k = 0; is_at && k < step->reads.count; k++)
            fits |= fits_pattern(pattern, step->reads.data[k].name);
    }
    return fits;
}

/* One of the two accesses of a race, or the object that both are to. */
static bool fits_access(const ChorusSession *s, const ChorusSuppression *given, const ReportAccess *a)
{
    bool in_function = !given->function || fits_function(s, given->function, 0, a->thread);
    for (uint32_t i = 0; i < a->calls.count; i++)
        in_function |= given->function && fits_pattern(given->function, a->calls.data[i].function);
    bool is_cell = !given->cell || fits_pattern(given->cell, a->name) ||
                   fits_pattern(given->cell, s->steps->race->object) || fits_read(s, given->cell) ||
                   fits_read_before(s, given->cell, &s->steps->race->accesses[0]) ||
                   fits_read_before(s, given->cell, &s->steps->race->accesses[1]);
    return in_function && is_cell && a->pos.file && fits_path(given->file, a->pos.file);
}

static bool fits_last_step(const ChorusSession *s, const ChorusSuppression *given)
{
    const ReportStep *last = &vec_last(&s->steps->steps);
    const Edge *edge = &s->program->edges.data[vec_last(&s->verdict.trace->steps).edge.i];
    bool is_cell = !given->cell || fits_read(s, given->cell);
    return is_cell && last->pos.file && fits_path(given->file, last->pos.file) &&
           (!given->function || fits_function(s, given->function, edge->call, last->thread));
}

static bool has_violation(const ChorusSession *s)
{
    return chorus_verdict(s) == CHORUS_FALSE && s->steps && s->steps->steps.count && !s->is_mc;
}

static bool suppresses(const ChorusSession *s, const ChorusSuppression *given)
{
    const Edge *last = &s->program->edges.data[vec_last(&s->verdict.trace->steps).edge.i];
    CHECK(last->is_error);
    if (!(property_set(given->property) & PROPERTY_BIT(last->property))) return false;
    const ReportRace *race = s->steps->race;
    if (!race) return fits_last_step(s, given);
    return fits_access(s, given, &race->accesses[0]) || fits_access(s, given, &race->accesses[1]);
}

int chorus_suppresses(const ChorusSession *session, size_t i)
{
    if (i >= session->suppression_count || session->is_busy) return -1;
    const ChorusSuppression *given = &session->suppressions[i];
    PropertySet asked = property_set(session_option_text(session, OPTION_property));
    ChorusVerdict verdict = chorus_verdict(session);
    if (!(property_set(given->property) & asked) || (verdict != CHORUS_TRUE && verdict != CHORUS_FALSE)) return -1;
    return has_violation(session) && suppresses(session, given);
}

/* ---- the whole ---- */

ReportSuppressed session_suppressed(ChorusSession *s)
{
    if (!has_violation(s)) return (ReportSuppressed){NULL, false};
    const char *why = find_comment(s);
    if (why) return (ReportSuppressed){why, true};
    for (size_t i = 0; i < s->suppression_count; i++)
        if (suppresses(s, &s->suppressions[i])) return (ReportSuppressed){s->suppressions[i].why, false};
    return (ReportSuppressed){NULL, false};
}

typedef struct SuppressedCall {
    ChorusSession *session;
    const char *why;
} SuppressedCall;

static void find_suppressed(Run *run, void *arg)
{
    SuppressedCall *call = arg;
    (void)run;
    call->why = session_suppressed(call->session).why;
}

const char *chorus_suppressed(ChorusSession *session)
{
    SuppressedCall call = {session, NULL};
    return session_guard(session, find_suppressed, &call) ? call.why : NULL;
}
