#include "cli/lsp/findings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "cli/files/memory.h"
#include "cli/lsp/uri.h"

#define STEPS_MAX 60 /* of an interleaving; the page has all of them */

enum { SEVERITY_IS_ERROR = 1, SEVERITY_IS_WARNING = 2, SEVERITY_IS_INFORMATION = 3, SEVERITY_IS_HINT = 4 };

/* The text at the keys of an object; NULL: there is none. */
static const char *text_at(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

static const char *message_of(const json_t *object)
{
    const char *text = text_at(json_object_get(object, "message"), "text");
    return text ? text : "";
}

/* ---- places ---- */

/* {uri, range} of a location of SARIF; NULL: it is nowhere. */
static json_t *place_of_location(const json_t *location)
{
    const json_t *physical = json_object_get(location, "physicalLocation");
    const char *uri = text_at(json_object_get(physical, "artifactLocation"), "uri");
    char *path = uri ? uri_path(uri) : NULL;
    if (!path) return NULL;
    json_int_t line = json_integer_value(json_object_get(json_object_get(physical, "region"), "startLine"));
    char *own = uri_of_path(path);
    json_t *place = json_pack("{s:s, s:o}", "uri", own, "range", uri_line_range(path, line > 0 ? (unsigned)line : 0));
    free(own);
    free(path);
    return place;
}

/* Adds a diagnostic at the place (NULL: at the first line of the document), which it takes. */
static void add_lsp_diagnostic(Findings *f, json_t *place, const char *document, int severity, const char *property,
                               const char *text, json_t *related)
{
    char *own = uri_of_path(document);
    const char *uri = place ? text_at(place, "uri") : own;
    json_t *range = place ? json_incref(json_object_get(place, "range")) : uri_line_range(document, 1);
    json_t *list = json_object_get(f->by_uri, uri);
    json_t *diagnostic =
        json_pack("{s:o, s:i, s:s, s:s}", "range", range, "severity", severity, "source", "chorus", "message", text);
    if (!list) {
        list = json_array();
        json_object_set_new(f->by_uri, uri, list);
    }
    if (property) json_object_set_new(diagnostic, "code", json_string(property));
    if (related) json_object_set_new(diagnostic, "relatedInformation", related);
    json_array_append_new(list, diagnostic);
    json_decref(place);
    free(own);
}

/* ---- violations ---- */

static void add_related_place(json_t *list, const json_t *location, const char *text)
{
    json_t *place = place_of_location(location);
    if (place) json_array_append_new(list, json_pack("{s:o, s:s}", "location", place, "message", text));
}

static int compare_order(const void *a, const void *b)
{
    const json_t *const *x = a, *const *y = b;
    json_int_t i = json_integer_value(json_object_get(*x, "executionOrder")),
               k = json_integer_value(json_object_get(*y, "executionOrder"));
    return i < k ? -1 : i > k;
}

/* The steps of all threads that matter, in the order in which they run. */
static void add_related_steps(json_t *related, const json_t *result)
{
    json_t *flow = json_array_get(json_object_get(result, "codeFlows"), 0), *thread, *step;
    const json_t **steps = NULL;
    size_t count = 0, i, k;
    json_array_foreach(json_object_get(flow, "threadFlows"), i, thread)
        json_array_foreach(json_object_get(thread, "locations"), k, step)
    {
        const char *importance = text_at(step, "importance");
        if (importance && strcmp(importance, "unimportant") == 0) continue;
        steps = memory_grow(steps, count, sizeof *steps);
        steps[count++] = step;
    }
    if (count) qsort(steps, count, sizeof *steps, compare_order);
    for (i = count > STEPS_MAX ? count - STEPS_MAX : 0; i < count; i++) {
        const json_t *location = json_object_get(steps[i], "location");
        json_int_t order = json_integer_value(json_object_get(steps[i], "executionOrder"));
        char *text = memory_format("step %lld: %s", (long long)order, message_of(location));
        add_related_place(related, location, text);
        free(text);
    }
    free(steps);
}

static void add_finding(Findings *f, const json_t *result, const char *document)
{
    const char *state = text_at(result, "baselineState"), *property = text_at(result, "ruleId");
    const char *why = text_at(json_array_get(json_object_get(result, "suppressions"), 0), "justification");
    const char *level = text_at(result, "level");
    bool is_error = !why && (!level || strcmp(level, "note") != 0); /* others are possible ones only */
    json_t *related = json_array(), *location;
    size_t i;
    if (state && strcmp(state, "absent") == 0) return;
    json_array_foreach(json_object_get(result, "relatedLocations"), i, location)
        add_related_place(related, location, message_of(location));
    add_related_steps(related, result);
    char *text =
        why ? memory_format("%s (suppressed: %s)", message_of(result), why) : memory_format("%s", message_of(result));
    add_lsp_diagnostic(f, place_of_location(json_array_get(json_object_get(result, "locations"), 0)), document,
                       is_error ? SEVERITY_IS_ERROR : SEVERITY_IS_INFORMATION, property, text, related);
    free(text);
    f->has_interleaving = true;
}

/* ---- everything else ---- */

/* Warnings with their places, and why there is no verdict. Notes are for people who asked for more. */
static void add_notifications(Findings *f, const json_t *run, const char *property, const char *document)
{
    json_t *invocation = json_array_get(json_object_get(run, "invocations"), 0), *notification;
    size_t i;
    json_array_foreach(json_object_get(invocation, "toolExecutionNotifications"), i, notification)
    {
        const char *level = text_at(notification, "level");
        json_t *place = place_of_location(json_array_get(json_object_get(notification, "locations"), 0));
        bool is_note = level && strcmp(level, "note") == 0;
        if (is_note)
            json_decref(place);
        else
            add_lsp_diagnostic(f, place, document, place ? SEVERITY_IS_WARNING : SEVERITY_IS_INFORMATION, property,
                               message_of(notification), NULL);
    }
}

static void add_run(Findings *f, const json_t *run, const char *document, bool hints)
{
    const json_t *driver = json_object_get(json_object_get(run, "tool"), "driver");
    const char *property = text_at(json_array_get(json_object_get(driver, "rules"), 0), "id");
    const char *verdict = text_at(json_object_get(run, "properties"), "verdict");
    json_t *result;
    size_t i;
    json_array_foreach(json_object_get(run, "results"), i, result) add_finding(f, result, document);
    add_notifications(f, run, property, document);
    if (!hints || !verdict || strncmp(verdict, "true", strlen("true")) != 0) return;
    char *text = memory_format("%s: %s", property ? property : "chorus", verdict);
    add_lsp_diagnostic(f, NULL, document, SEVERITY_IS_HINT, property, text, NULL);
    free(text);
}

bool findings_read(const char *log, const char *document, bool hints, Findings *findings)
{
    json_t *root = json_load_file(log, 0, NULL), *run;
    size_t i;
    *findings = (Findings){json_object(), false};
    json_array_foreach(json_object_get(root, "runs"), i, run) add_run(findings, run, document, hints);
    bool ok = json_is_array(json_object_get(root, "runs"));
    json_decref(root);
    return ok;
}

void findings_of_complaint(const char *complaints, const char *document, Findings *findings)
{
    *findings = (Findings){json_object(), false};
    char *text = memory_copy(complaints, strlen(complaints));
    for (size_t n = strlen(text); n && text[n - 1] == '\n'; n--)
        text[n - 1] = 0;
    char *line = strrchr(text, '\n'), *file = line ? line + 1 : text;
    unsigned number = 0, column = 0;
    int end = 0;
    char *colon = strchr(file, ':');
    json_t *place = NULL;
    if (colon && sscanf(colon, ":%u:%u: error: %n", &number, &column, &end) >= 2 && end) {
        *colon = 0;
        char *path = uri_path(file), *uri = path ? uri_of_path(path) : NULL;
        if (uri) place = json_pack("{s:s, s:o}", "uri", uri, "range", uri_line_range(path, number));
        free(uri);
        free(path);
    }
    const char *said = place ? colon + end : file;
    add_lsp_diagnostic(findings, place, document, SEVERITY_IS_ERROR, NULL,
                       *said ? said : "the check ended without an answer", NULL);
    free(text);
}

void findings_of_limit(const char *why, const char *document, Findings *findings)
{
    *findings = (Findings){json_object(), false};
    char *text = memory_format("no verdict: %s", why);
    add_lsp_diagnostic(findings, NULL, document, SEVERITY_IS_INFORMATION, NULL, text, NULL);
    free(text);
}

void findings_clear(Findings *findings)
{
    json_decref(findings->by_uri);
    findings->by_uri = NULL;
}
