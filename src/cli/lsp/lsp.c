#include "cli/lsp/lsp.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "chorus.h"
#include "cli/files/memory.h"
#include "cli/files/output.h"
#include "cli/files/status.h"
#include "cli/lsp/server.h"
#include "cli/lsp/uri.h"
#include "cli/process/monitor.h"

#define LOOK_MS 100
#define PATIENCE 5.0
#define COMMAND "chorus.showInterleaving"
#define TITLE "Chorus: show interleaving"

/* Codes of JSON-RPC and of the protocol. */
enum {
    PARSE_ERROR = -32700,
    INVALID_REQUEST = -32600,
    METHOD_NOT_FOUND = -32601,
    INVALID_PARAMS = -32602,
    NOT_INITIALIZED = -32002,
    REQUEST_FAILED = -32803
};

/* ---- answers ---- */

static void answer_request(Server *s, json_t *id, json_t *result)
{
    frames_write(&s->frames, json_pack("{s:s, s:O, s:o}", "jsonrpc", "2.0", "id", id, "result", result));
}

static void answer_error(Server *s, json_t *id, int code, const char *text)
{
    json_t *error = json_pack("{s:i, s:s}", "code", code, "message", text);
    frames_write(&s->frames, json_pack("{s:s, s:o, s:o}", "jsonrpc", "2.0", "id", id ? json_incref(id) : json_null(),
                                       "error", error));
}

static const char *text_at(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

static const char *document_uri(const json_t *params)
{
    return text_at(json_object_get(params, "textDocument"), "uri");
}

/* ---- requests ---- */

static void take_settings(Server *s, const json_t *given)
{
    const json_t *section = json_object_get(given, "chorus");
    const char *problem = settings_take(&s->settings, section ? section : given);
    if (!problem) return;
    char *text = memory_format("chorus: settings: %s", problem);
    server_log(s, text);
    free(text);
}

/* Relative names in settings, and those that the compiler is told, are those of the folder that is open. */
static void enter_root(const json_t *params)
{
    const char *uri = text_at(params, "rootUri");
    char *path = uri ? uri_path(uri) : NULL;
    if (path && chdir(path) != 0) free(path), path = NULL;
    free(path);
}

static void initialize(Server *s, json_t *id, const json_t *params)
{
    const json_t *window = json_object_get(json_object_get(params, "capabilities"), "window");
    s->is_initialized = true;
    s->can_show_progress = json_is_true(json_object_get(window, "workDoneProgress"));
    s->can_show = json_is_true(json_object_get(json_object_get(window, "showDocument"), "support"));
    enter_root(params);
    json_t *sync = json_pack("{s:b, s:i, s:{s:b}}", "openClose", 1, "change", 0, "save", "includeText", 0);
    json_t *capabilities = json_pack("{s:o, s:b, s:{s:[s]}}", "textDocumentSync", sync, "codeActionProvider", 1,
                                     "executeCommandProvider", "commands", COMMAND);
    answer_request(s, id,
                   json_pack("{s:o, s:{s:s, s:s}}", "capabilities", capabilities, "serverInfo", "name", "chorus",
                             "version", chorus_version()));
    take_settings(s, json_object_get(params, "initializationOptions"));
}

static void offer_actions(Server *s, json_t *id, const json_t *params)
{
    const char *uri = document_uri(params);
    const Document *d = uri ? server_find(s, uri) : NULL;
    json_t *actions = json_array();
    if (d && d->has_page) {
        json_t *command = json_pack("{s:s, s:s, s:[s]}", "title", TITLE, "command", COMMAND, "arguments", uri);
        json_array_append_new(actions, json_pack("{s:s, s:o}", "title", TITLE, "command", command));
    }
    answer_request(s, id, actions);
}

/* The page is shown by the client, if it can; the answer is where it is. */
static void show_interleaving(Server *s, json_t *id, const json_t *params)
{
    const char *command = text_at(params, "command");
    const char *uri = json_string_value(json_array_get(json_object_get(params, "arguments"), 0));
    if (!command || strcmp(command, COMMAND) != 0) {
        answer_error(s, id, INVALID_PARAMS, "there is no such command");
        return;
    }
    const Document *d = uri ? server_find(s, uri) : NULL;
    if (!d || !d->has_page) {
        answer_error(s, id, REQUEST_FAILED, d ? "there is no interleaving to be shown" : "the document is not open");
        return;
    }
    char *path = memory_format("%s/page.html", d->folder), *page = uri_of_path(path);
    if (s->can_show)
        server_request(s, "window/showDocument",
                       json_pack("{s:s, s:b, s:b}", "uri", page, "external", 1, "takeFocus", 1));
    else
        server_notify(s, "window/showMessage", json_pack("{s:i, s:s}", "type", 3, "message", path));
    answer_request(s, id, json_string(page));
    free(path);
    free(page);
}

static void shut_down(Server *s, json_t *id, const json_t *params)
{
    (void)params;
    s->is_shut_down = true;
    server_stop_check(s);
    for (size_t i = 0; i < s->count; i++)
        s->documents[i].is_wanted = false;
    answer_request(s, id, json_null());
}

static void take_request(Server *s, const char *method, json_t *id, const json_t *params)
{
    static const struct {
        const char *method;
        void (*take)(Server *s, json_t *id, const json_t *params);
    } all[] = {{"initialize", initialize},
               {"textDocument/codeAction", offer_actions},
               {"workspace/executeCommand", show_interleaving},
               {"shutdown", shut_down}};
    bool is_first = strcmp(method, "initialize") == 0;
    if (s->is_shut_down || (is_first && s->is_initialized)) {
        answer_error(s, id, INVALID_REQUEST,
                     s->is_shut_down ? "the server was shut down" : "the server is initialized");
        return;
    }
    if (!is_first && !s->is_initialized) {
        answer_error(s, id, NOT_INITIALIZED, "the server is not initialized");
        return;
    }
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (strcmp(all[i].method, method) != 0) continue;
        all[i].take(s, id, params);
        return;
    }
    answer_error(s, id, METHOD_NOT_FOUND, "there is no such method");
}

/* ---- notifications ---- */

static void take_notification(Server *s, const char *method, const json_t *params)
{
    const char *uri = document_uri(params);
    if (strcmp(method, "exit") == 0) s->is_over = true;
    if (!s->is_initialized || s->is_shut_down) return;
    if (uri && strcmp(method, "textDocument/didOpen") == 0) server_open(s, uri);
    if (uri && strcmp(method, "textDocument/didSave") == 0) server_want(s, uri);
    if (uri && strcmp(method, "textDocument/didClose") == 0) server_close(s, uri);
    if (strcmp(method, "workspace/didChangeConfiguration") == 0) take_settings(s, json_object_get(params, "settings"));
}

static void take_message(Server *s, json_t *message)
{
    const char *method = text_at(message, "method");
    json_t *id = json_object_get(message, "id");
    const json_t *params = json_object_get(message, "params");
    if (json_is_null(message))
        answer_error(s, NULL, PARSE_ERROR, "not JSON");
    else if (method && id)
        take_request(s, method, id, params);
    else if (method)
        take_notification(s, method, params);
    else if (id)
        server_take_answer(s, message);
    else
        answer_error(s, NULL, INVALID_REQUEST, "neither a request nor an answer");
}

/* ---- the loop ---- */

static void wait_for_something(const Server *s, int stop)
{
    const Child *child = &s->job.child;
    bool runs = job_runs(&s->job);
    struct pollfd fds[] = {{s->frames.in, POLLIN, 0},
                           {stop, POLLIN, 0},
                           {runs ? child->out.fd : -1, POLLIN, 0},
                           {runs ? child->err.fd : -1, POLLIN, 0}};
    poll(fds, sizeof fds / sizeof fds[0], runs ? LOOK_MS : -1);
}

static bool is_ready(int fd)
{
    struct pollfd one = {fd, POLLIN, 0};
    return poll(&one, 1, 0) > 0;
}

static int serve(Server *s, int stop)
{
    while (!s->is_over && !s->frames.at_end && !s->frames.problem && !s->frames.failed && !is_ready(stop)) {
        server_start_check(s);
        wait_for_something(s, stop);
        if (is_ready(s->frames.in)) frames_read(&s->frames);
        for (json_t *message; !s->is_over && (message = frames_take(&s->frames));) {
            take_message(s, message);
            json_decref(message);
        }
        server_look_at_check(s);
    }
    if (s->frames.problem) {
        output_complain("standard input: %s", s->frames.problem);
        return STATUS_BAD_INPUT;
    }
    return s->is_over && !s->is_shut_down ? STATUS_FALSE : STATUS_TRUE; /* as the protocol says of exit */
}

/* From another thread: the loop sees that something can be read. */
static void wake_loop(void *arg)
{
    ssize_t n = write(*(int *)arg, "", 1);
    (void)n;
}

int lsp_run(void)
{
    const char *temp = getenv("TMPDIR");
    Server s = {.frames = {.in = STDIN_FILENO, .out = STDOUT_FILENO}};
    int stop[2];
    s.folder = memory_format("%s/chorus-lsp-XXXXXX", temp && *temp ? temp : "/tmp");
    if (pipe2(stop, O_CLOEXEC) != 0 || !mkdtemp(s.folder)) {
        output_complain("%s: a folder cannot be made: %s", s.folder, strerror(errno));
        free(s.folder);
        return STATUS_INTERNAL;
    }
    settings_init(&s.settings);
    monitor_on_stop(wake_loop, &stop[1], PATIENCE);
    int status = serve(&s, stop[0]);
    monitor_on_stop(NULL, NULL, PATIENCE);
    server_clear(&s);
    close(stop[0]);
    close(stop[1]);
    return status;
}
