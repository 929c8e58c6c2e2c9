#include "cli/lsp/server.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "cli/files/input.h"
#include "cli/files/memory.h"
#include "cli/files/status.h"
#include "cli/lsp/uri.h"

/* ---- what the client is told ---- */

void server_notify(Server *s, const char *method, json_t *params)
{
    frames_write(&s->frames, json_pack("{s:s, s:s, s:o}", "jsonrpc", "2.0", "method", method, "params", params));
}

json_int_t server_request(Server *s, const char *method, json_t *params)
{
    json_int_t id = ++s->requests;
    frames_write(&s->frames,
                 json_pack("{s:s, s:I, s:s, s:o}", "jsonrpc", "2.0", "id", id, "method", method, "params", params));
    return id;
}

void server_log(Server *s, const char *text)
{
    server_notify(s, "window/logMessage", json_pack("{s:i, s:s}", "type", 2, "message", text));
}

static void publish_diagnostics(Server *s, const char *uri, json_t *diagnostics)
{
    server_notify(s, "textDocument/publishDiagnostics",
                  json_pack("{s:s, s:o}", "uri", uri, "diagnostics", diagnostics));
}

/* Of the document itself always; of other files as long as there is something to say, and once when there is not any
 * more. The client's own way to write its URI counts. */
static void publish_all(Server *s, Document *d, const json_t *by_uri)
{
    char *own = uri_of_path(d->path);
    json_t *list = json_object_get(by_uri, own), *told = json_object(), *value;
    const char *uri;
    publish_diagnostics(s, d->uri, list ? json_incref(list) : json_array());
    json_object_foreach((json_t *)by_uri, uri, value)
    {
        if (strcmp(uri, own) == 0) continue;
        publish_diagnostics(s, uri, json_incref(value));
        json_object_set_new(told, uri, json_true());
    }
    json_object_foreach(d->told, uri, value) if (!json_object_get(told, uri)) publish_diagnostics(s, uri, json_array());
    json_decref(d->told);
    d->told = told;
    free(own);
}

/* ---- progress ---- */

static void begin_progress(Server *s)
{
    s->has_begun = false;
    s->progress = 0;
    if (!s->can_show_progress) return;
    char *token = memory_format("chorus-%lld", (long long)s->requests + 1);
    s->progress = server_request(s, "window/workDoneProgress/create", json_pack("{s:s}", "token", token));
    free(token);
}

static void tell_progress(Server *s, json_t *value)
{
    char *token = memory_format("chorus-%lld", (long long)s->progress);
    server_notify(s, "$/progress", json_pack("{s:s, s:o}", "token", token, "value", value));
    free(token);
}

static void end_progress(Server *s)
{
    if (s->has_begun) tell_progress(s, json_pack("{s:s}", "kind", "end"));
    s->has_begun = false;
    s->progress = 0;
}

void server_take_answer(Server *s, const json_t *answer)
{
    json_int_t id = json_integer_value(json_object_get(answer, "id"));
    if (!s->progress || id != s->progress || s->has_begun || json_object_get(answer, "error")) return;
    const Document *d = &s->documents[s->running];
    char *text = memory_format("Chorus checks %s", input_base(d->path));
    tell_progress(s, json_pack("{s:s, s:s}", "kind", "begin", "title", text));
    s->has_begun = true;
    free(text);
}

/* ---- documents ---- */

Document *server_find(Server *s, const char *uri)
{
    for (size_t i = 0; i < s->count; i++)
        if (strcmp(s->documents[i].uri, uri) == 0) return &s->documents[i];
    return NULL;
}

/* A header is checked where the files of the program are told. */
static bool is_checked(const Server *s, const Document *d)
{
    return json_array_size(s->settings.files) || input_has_suffix(d->path, ".c") || input_has_suffix(d->path, ".i") ||
           input_is_text(d->path);
}

void server_open(Server *s, const char *uri)
{
    char *path = strncmp(uri, "file:", strlen("file:")) == 0 ? uri_path(uri) : NULL;
    if (path && !server_find(s, uri)) {
        s->documents = memory_grow(s->documents, s->count, sizeof *s->documents);
        s->documents[s->count++] = (Document){.uri = memory_format("%s", uri),
                                              .path = memory_format("%s", path),
                                              .folder = memory_format("%s/%zu", s->folder, s->folders++),
                                              .told = json_object()};
    }
    free(path);
    server_want(s, uri);
}

static bool is_running(const Server *s, const Document *d)
{
    return job_runs(&s->job) && d == &s->documents[s->running];
}

void server_want(Server *s, const char *uri)
{
    Document *d = server_find(s, uri);
    if (!d || !is_checked(s, d)) return;
    if (is_running(s, d)) server_stop_check(s);
    d->is_wanted = true;
    d->has_page = false;
}

static void clear_document(Document *d)
{
    job_remove_folder(d->folder);
    free(d->uri);
    free(d->path);
    free(d->folder);
    json_decref(d->told);
}

void server_close(Server *s, const char *uri)
{
    Document *d = server_find(s, uri);
    if (!d) return;
    if (is_running(s, d)) server_stop_check(s);
    json_t *nothing = json_object();
    publish_all(s, d, nothing);
    json_decref(nothing);
    clear_document(d);
    size_t last = --s->count, at = (size_t)(d - s->documents);
    if (at != last) s->documents[at] = s->documents[last];
    if (s->running == last) s->running = at;
}

/* ---- checks ---- */

static void tell_failure(Server *s, Document *d, const char *why)
{
    Findings findings;
    findings_of_limit(why, d->path, &findings);
    publish_all(s, d, findings.by_uri);
    findings_clear(&findings);
}

void server_start_check(Server *s)
{
    for (size_t i = 0; i < s->count && !job_runs(&s->job); i++) {
        Document *d = &s->documents[i];
        if (!d->is_wanted) continue;
        d->is_wanted = false;
        s->running = i;
        int error = job_start(&s->job, &s->settings, d->path, d->folder);
        if (error)
            tell_failure(s, d, strerror(error));
        else
            begin_progress(s);
    }
}

/* What the check that has ended has found. */
static void read_findings(const Server *s, const Document *d, Findings *findings)
{
    const Child *child = &s->job.child;
    char *log = memory_format("%s/log.sarif", d->folder);
    if (child->end == CHILD_EXITED && child->code <= STATUS_UNKNOWN) {
        if (!findings_read(log, d->path, s->settings.hints, findings)) {
            findings_clear(findings);
            findings_of_limit("its log cannot be read", d->path, findings);
        }
    } else if (child->end == CHILD_EXITED) {
        findings_of_complaint(child->err.text, d->path, findings);
    } else {
        findings_of_limit(child->end == CHILD_MEMORY      ? "the check needed too much memory"
                          : child->end == CHILD_SIGNALLED ? "the check was ended by a signal"
                                                          : "the check took too long",
                          d->path, findings);
    }
    free(log);
}

void server_look_at_check(Server *s)
{
    if (!job_runs(&s->job) || !job_look(&s->job)) return;
    CHECK(s->running < s->count);
    Document *d = &s->documents[s->running];
    Findings findings;
    read_findings(s, d, &findings);
    d->has_page = findings.has_interleaving;
    end_progress(s);
    publish_all(s, d, findings.by_uri);
    findings_clear(&findings);
}

void server_stop_check(Server *s)
{
    if (!job_runs(&s->job)) return;
    job_kill(&s->job);
    end_progress(s);
}

void server_clear(Server *s)
{
    server_stop_check(s);
    for (size_t i = 0; i < s->count; i++)
        clear_document(&s->documents[i]);
    free(s->documents);
    if (s->folder) job_remove_folder(s->folder);
    free(s->folder);
    settings_clear(&s->settings);
    frames_clear(&s->frames);
}
