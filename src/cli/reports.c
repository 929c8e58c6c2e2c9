#include "cli/reports.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"
#include "cli/files/baseline.h"
#include "cli/files/input.h"
#include "cli/files/memory.h"
#include "cli/files/status.h"
#include "cli/page_text.h"

/* A page has less than 2 MB: so many bytes for what is said of all properties, and for all sources. */
#define DOCUMENTS_MOST 900000
#define SOURCES_MOST 900000

/* 0, or the exit status after a complaint. */
static int check_witness_format(const Arguments *a)
{
    const char *format = a->witness_format;
    if (!format) return 0;
    bool is_known = strcmp(format, "yaml") == 0 || strcmp(format, "graphml") == 0;
    if (!is_known)
        output_complain("option '--witness-format': '%.60s' is no such value (expected yaml|graphml)", format);
    else if (!a->witness)
        output_complain("option '--witness-format' needs '--witness'");
    return is_known && a->witness ? 0 : STATUS_USAGE;
}

int reports_open(Reports *reports, ChorusSession *session, const Arguments *arguments)
{
    const Arguments *a = arguments;
    *reports = (Reports){.arguments = a};
    int status = check_witness_format(a);
    if (status) return status;
    InputError error = {0, ""};
    bool ok = !a->baseline || baseline_read(a->baseline, &reports->known, &reports->known_count, &error);
    ok = ok && (!a->suppressions || suppressions_read(a->suppressions, &reports->suppressions, &error));
    if (!ok) return input_complain(&error);
    ChorusStatus kept = chorus_set_suppressions(session, reports->suppressions.list, reports->suppressions.count);
    if (kept != CHORUS_OK) output_complain("%s", chorus_error(session));
    return (int)kept;
}

void reports_clear(Reports *reports)
{
    output_clear(&reports->runs);
    output_clear(&reports->documents);
    for (size_t i = 0; i < reports->file_count; i++)
        free(reports->files[i]);
    free(reports->files);
    baseline_free(reports->known, reports->known_count);
    suppressions_clear(&reports->suppressions);
    *reports = (Reports){.arguments = NULL};
}

/* ---- what sessions say ---- */

static void add_source_path(Reports *r, const char *path)
{
    for (size_t i = 0; i < r->file_count && path; i++)
        if (strcmp(r->files[i], path) == 0) return;
    if (!path) return;
    r->files = memory_grow(r->files, r->file_count, sizeof *r->files);
    r->files[r->file_count++] = memory_format("%s", path);
}

void reports_take(Reports *reports, ChorusSession *session)
{
    const Arguments *a = reports->arguments;
    const char *run =
        a->sarif ? chorus_sarif(session, reports->known, reports->known_count, a->baseline != NULL) : NULL;
    if (a->sarif && !run) output_complain("%s: not written: %s", a->sarif, chorus_error(session));
    reports->failed |= a->sarif && !run;
    bool is_violation = chorus_verdict(session) == CHORUS_FALSE;
    if (a->new_only && is_violation)
        reports->has_new |= !chorus_is_known(session, reports->known, reports->known_count);
    reports->has_unknown |= chorus_verdict(session) == CHORUS_UNKNOWN;
    suppressions_take(&reports->suppressions, session);
    if (run) output_addf(&reports->runs, "%s%s", reports->runs.length ? ",\n" : "", run);
    if (!a->html) return;
    size_t most = DOCUMENTS_MOST / (a->property_count ? a->property_count : 1);
    output_addf(&reports->documents, "%s%s", reports->documents.length ? "," : "", chorus_json_within(session, most));
    for (size_t i = 0; i < a->path_count; i++)
        add_source_path(reports, a->paths[i]);
    for (size_t i = 0; i < chorus_step_count(session); i++)
        add_source_path(reports, chorus_step_file(session, i));
}

/* ---- the page ---- */

/* Inside a script element no text may look like the end of one; in JSON strings, the only place where it can stand, a
 * "<" can be written otherwise. */
static void add_in_script(Output *out, const char *json, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (json[i] == '<')
            output_add(out, "\\u003c");
        else
            output_addf(out, "%c", json[i]);
    }
}

/* A source that has no room any more is null; the page says that of it. */
static void add_source_texts(const Reports *r, Output *out)
{
    const char *between = "";
    size_t left = SOURCES_MOST;
    output_add(out, "{");
    for (size_t i = 0; i < r->file_count; i++) {
        InputError error = {0, ""};
        Output text = {NULL, 0, 0, false};
        char *source = input_read(r->files[i], SOURCES_MOST, &error);
        if (source) output_add_json_string(&text, source);
        bool has_room = source && !text.failed && text.length <= left;
        output_add(out, between);
        output_add_json_string(out, r->files[i]);
        output_add(out, ":");
        output_addf(out, "%.*s", has_room ? (int)text.length : 4, has_room ? text.data : "null");
        if (has_room) left -= text.length;
        between = ",";
        output_clear(&text);
        free(source);
    }
    output_add(out, "}");
}

/* The page has a mark where the documents go, and one where the sources go. */
static void add_page(const Reports *r, Output *out)
{
    static const char documents[] = "@documents@", sources[] = "@sources@";
    const char *page = (const char *)page_text, *first = strstr(page, documents), *second = strstr(page, sources);
    CHECK(first && second && first < second);
    output_addf(out, "%.*s[", (int)(first - page), page);
    add_in_script(out, r->documents.data, r->documents.length);
    first += strlen(documents);
    output_addf(out, "]%.*s", (int)(second - first), first);
    add_source_texts(r, out);
    output_add(out, second + strlen(sources));
}

/* ---- files ---- */

static int write_report_file(const char *path, Output *text, int status)
{
    int error = text->failed ? ENOMEM : 0;
    int fd = error ? -1 : open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (!error && fd < 0) error = errno;
    if (!error) error = output_write(fd, text->data, text->length);
    if (fd >= 0 && close(fd) != 0 && !error) error = errno;
    output_clear(text);
    return error ? output_complain_write(path, error) : status;
}

int reports_write_witness(ChorusSession *session, const Arguments *arguments, int status)
{
    const char *path = arguments->witness, *format = arguments->witness_format, *text = NULL;
    bool is_graphml = path && (format ? strcmp(format, "graphml") == 0 : input_has_suffix(path, ".graphml"));
    if (path) text = is_graphml ? chorus_witness_graphml(session) : chorus_witness(session);
    Output out = {NULL, 0, 0, false};
    if (path && !text) output_complain("%s: not written: %s", path, chorus_error(session));
    if (!text) return status;
    output_add(&out, text);
    return write_report_file(path, &out, status);
}

/* A log names its writer first, by which Chorus knows its own files. */
static void add_log(const Reports *r, Output *out)
{
    output_addf(
        out,
        "{\n\"properties\": {\"chorus\": \"%s\"},\n"
        "\"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\",\n\"version\": \"2.1.0\",\n\"runs\": [\n",
        chorus_version());
    output_addf(out, "%.*s\n]\n}\n", (int)r->runs.length, r->runs.data ? r->runs.data : "");
    out->failed |= r->runs.failed;
}

int reports_write(Reports *reports, int status)
{
    const Arguments *a = reports->arguments;
    Output out = {NULL, 0, 0, false};
    if (reports->failed) return STATUS_INTERNAL;
    if (!a->quiet) suppressions_complain_unused(&reports->suppressions);
    if (a->new_only && status == STATUS_FALSE && !reports->has_new)
        status = reports->has_unknown ? STATUS_UNKNOWN : STATUS_TRUE;
    if (a->sarif) {
        add_log(reports, &out);
        status = write_report_file(a->sarif, &out, status);
    }
    if (a->html) {
        add_page(reports, &out);
        out.failed |= reports->documents.failed;
        status = write_report_file(a->html, &out, status);
    }
    return status;
}
