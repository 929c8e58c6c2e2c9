/* What each verdict means: see check.c. Every start of a thread in a counterexample of context inference makes one, so
 * that no lossy starts are needed for its numbers of threads. */
#include "agreement/races.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/monitor.h"
#include "chorus.h"
#include "program/access.h"
#include "program/copy.h"
#include "program/interpreter.h"
#include "scpl/parse.h"
#include "scpl/print.h"

#define SECONDS 20

typedef struct Races {
    const char *text;
    const CheckOptions *options;
    CheckResult *result;
    bool known[CHECK_THREADS + 1], races[CHECK_THREADS + 1];
    char path[64];
} Races;

static bool disagree(CheckResult *r, CheckKind kind, const char *what, const char *more)
{
    r->status = CHECK_DISAGREES;
    r->kind = kind;
    snprintf(r->message, sizeof r->message, "%s: %s", what, more);
    return false;
}

/* ---- the interpreter ---- */

static Program *without_errors(const Program *p)
{
    Program *out = program_copy_frame(p, true);
    for (uint32_t i = 0; i < p->edges.count; i++)
        if (!p->edges.data[i].is_error) program_add_edge(out, &p->edges.data[i]);
    program_index(out);
    program_infer_cardinality(out);
    return out;
}

typedef struct Seen {
    const Machine *machine;
    bool race;
} Seen;

static void look(void *arg, const State *state)
{
    Seen *seen = arg;
    if (!seen->race) seen->race = state_has_race(seen->machine, state, NULL);
}

static void compare_monitor(Races *r, Program *p)
{
    Program *monitored = monitor_races(p, &(MonitorQuestion){NULL, NULL});
    for (uint32_t n = 1; n <= CHECK_THREADS; n++) {
        Interpreter *in = interpreter_new(p);
        Seen seen = {&in->machine, false};
        InterpretResult all = interpreter_visit(in, n, r->options->state_limit, look, &seen);
        InterpretResult errors = interpreter_search(interpreter_new(monitored), n, r->options->state_limit * 4);
        bool complete = errors.complete || errors.error_reachable;
        r->known[n] = all.complete || seen.race;
        r->races[n] = seen.race;
        r->result->runs[CHECK_MONITOR]++;
        r->result->unknown[CHECK_MONITOR] += !r->known[n] || !complete;
        if (!r->known[n] || !complete || errors.error_reachable == seen.race) continue;
        char text[100];
        snprintf(text, sizeof text, "with %u threads: %s in a state, %s as error edge", n, seen.race ? "one" : "none",
                 seen.race ? "none" : "one");
        disagree(r->result, CHECK_MONITOR, "races", text);
        return;
    }
}

static void write_program(Races *r, Program *p)
{
    Str text;
    str_init(p->run, &text);
    scpl_print(p, &text);
    strcpy(r->path, "/tmp/chorus-agreement-XXXXXX.scpl");
    int fd = mkstemps(r->path, 5);
    if (fd < 0 || write(fd, str_text(&text), text.length) != (ssize_t)text.length || close(fd) != 0)
        disagree(r->result, CHECK_CRASH, "cannot write the program to a file", r->path);
}

static void interpret(Run *run, void *arg)
{
    Races *r = arg;
    Program *p = scpl_parse_accesses(run, term_manager_new(run), "random.scpl", r->text, strlen(r->text));
    p = without_errors(p);
    compare_monitor(r, p);
    if (r->result->status == CHECK_AGREES) write_program(r, p);
}

/* ---- the engines ---- */

static bool ask(const char *path, const char *property, const char *method, const char *seconds, CheckResult *result,
                CheckKind kind, const bool *known, const bool *fails)
{
    ChorusSession *s = chorus_new();
    bool ready = chorus_set_option(s, "property", property) == CHORUS_OK &&
                 chorus_set_option(s, "method", method) == CHORUS_OK &&
                 chorus_set_option(s, "self-check", strcmp(method, "symmpa") == 0 ? "on" : "off") == CHORUS_OK &&
                 chorus_set_option(s, "time-limit", seconds) == CHORUS_OK && chorus_load(s, &path, 1) == CHORUS_OK;
    ChorusVerdict verdict = ready ? chorus_check(s) : CHORUS_NONE;
    uint32_t threads = (uint32_t)strtoul(chorus_scope(s), NULL, 10);
    char line[300];
    snprintf(line, sizeof line, "%s says %s", method, ready ? chorus_result_line(s) : chorus_error(s));
    chorus_free(s);
    result->runs[kind]++;
    result->unknown[kind] += verdict == CHORUS_UNKNOWN;
    if (!ready || strstr(line, "internal error") || strstr(line, "self-check failed"))
        return disagree(result, kind, line, "that is broken");
    for (uint32_t n = 1; n <= CHECK_THREADS; n++) {
        if (verdict == CHORUS_TRUE && known[n] && fails[n]) return disagree(result, kind, line, "there is an error");
        bool counts = strcmp(method, "symmpa") != 0 && threads == n;
        if (verdict == CHORUS_FALSE && counts && known[n] && !fails[n])
            return disagree(result, kind, line, "there is no error");
    }
    return true;
}

bool races_agree(const char *text, const char *path, const bool *known, const bool *fails, const CheckOptions *options,
                 CheckResult *result)
{
    Races r = {.text = text, .options = options, .result = result};
    Run *run = run_new();
    run_set_time_limit(run, SECONDS);
    StopKind stop = run_guard(run, interpret, &r);
    run_free(run);
    if (stop != STOP_NONE && stop != STOP_TIME && stop != STOP_UNSUPPORTED)
        return disagree(result, CHECK_MONITOR, "stopped", "races of the interpreter");
    const char *time = options->engine_time;
    bool agrees = result->status == CHECK_AGREES;
    if (!options->engine) {
        if (*r.path) unlink(r.path);
        return agrees;
    }
    for (int omega = 0; omega < 2 && agrees; omega++) {
        const char *method = omega ? "omega-circ" : "circ";
        agrees = ask(path, "unreach-call", method, time, result, CHECK_INFERENCE_ASSERTIONS, known, fails);
        if (agrees && *r.path)
            agrees = ask(r.path, "no-data-race", method, time, result, CHECK_INFERENCE, r.known, r.races);
    }
    if (agrees && *r.path) agrees = ask(r.path, "no-data-race", "symmpa", time, result, CHECK_RACES, r.known, r.races);
    if (*r.path) unlink(r.path);
    return agrees;
}
