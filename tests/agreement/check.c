/* The comparisons. What each verdict means:
 *
 * the interpreter, complete: the truth for n threads; an error with n threads is one with more.
 * the engine, threads = n:   true or false must be that truth.
 * races:                     the interpreter looks at the states that it visits; the program whose races are error
 * edges must fail exactly when one of them has a race. the engine, threads = all: true needs truth for all n tried;
 * false with t threads needs an error with t threads that take steps. Threads that are spawned and never run are not
 * among them, so the interpreter is asked about the program whose spawns may also make no thread.
 * runs under random schedules: each is one of the interpreter, and false needs an error with so many threads. */
#include "agreement/check.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "agreement/dynamic.h"
#include "agreement/inference.h"
#include "chorus.h"
#include "program/access.h"
#include "program/analysis/merged.h"
#include "program/ideal.h"
#include "program/interpreter.h"
#include "program/monitor.h"
#include "program/scpl/parse.h"
#include "program/scpl/print.h"

#define CHILD_SECONDS 240
#define RACES_EVERY 2     /* programs, as long as they are also asked for assertions */
#define INFERENCE_EVERY 4 /* likewise; a multiple */
#define MODULAR_EVERY 3   /* likewise */
#define LOCKSTEP_EVERY 2  /* likewise */

typedef struct Truth {
    bool complete, fails;
} Truth;

typedef struct Checker {
    const char *text;
    const CheckOptions *options;
    CheckResult *result;
    Run *run;
    Program *program;
    Truth truth[CHECK_THREADS + 1]; /* by number of threads */
    Truth lossy[CHECK_THREADS + 1]; /* of the program whose spawns may make no thread */
    Truth race[CHECK_THREADS + 1];  /* whether a race can be reached */
    Truth lossy_race[CHECK_THREADS + 1];
    char path[64];
} Checker;

/* One program in `every`: its length decides. With -x, -d and -y all of them. */
static bool is_picked(const Checker *c, size_t every)
{
    return c->options->only_inference || c->options->only_races || c->options->only_dynamic ||
           strlen(c->text) % every == 0;
}

/* Records a disagreement; the first one counts. */
static bool disagree(Checker *c, CheckKind kind, const char *what, const char *more)
{
    c->result->status = CHECK_DISAGREES;
    c->result->kind = kind;
    snprintf(c->result->message, sizeof c->result->message, "%s%s%s", what, *more ? ": " : "", more);
    return false;
}

/* ---- the interpreter, round trips, merging ---- */

static Truth find_truth(Checker *c, Program *p, uint32_t n)
{
    InterpretResult r = interpreter_search(interpreter_new(p), n, c->options->state_limit);
    return (Truth){r.complete || r.error_reachable, r.error_reachable};
}

/* For every spawn a step that does the same but makes no thread; false: there are none. Not where the thread would stop
 * all others. */
static bool add_lossy_spawns(Program *p)
{
    uint32_t count = p->edges.count;
    for (uint32_t i = 0; i < count; i++) {
        Edge e = p->edges.data[i];
        if (e.spawn.i == NO_ID || p->locs.data[p->templates.data[e.spawn.i].entry.i].atomic) continue;
        e.spawn.i = NO_ID;
        e.args = NULL;
        e.arg_count = 0;
        program_add_edge(p, &e);
    }
    program_index(p);
    return p->edges.count > count;
}

static bool same_truth(Checker *c, CheckKind kind, Program *p)
{
    char text[100];
    for (uint32_t n = 1; n <= CHECK_THREADS; n++) {
        Truth t = find_truth(c, p, n);
        c->result->runs[kind]++;
        if (!t.complete || !c->truth[n].complete)
            c->result->unknown[kind]++;
        else if (t.fails != c->truth[n].fails) {
            snprintf(text, sizeof text, "with %u threads: %s before, %s after", n, c->truth[n].fails ? "fails" : "safe",
                     t.fails ? "fails" : "safe");
            return disagree(c, kind, "the interpreter disagrees with itself", text);
        }
    }
    return true;
}

/* What differs, as far as fits. */
static const char *first_difference(Checker *c, const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return run_format(c->run, "at \"%.80s\" and \"%.80s\"", a, b);
}

static bool check_round_trip(Checker *c, CheckKind kind, Program *p, Program **again)
{
    Str first, second;
    str_init(c->run, &first);
    str_init(c->run, &second);
    scpl_print(p, &first);
    *again = scpl_parse(c->run, term_manager_new(c->run), "printed.scpl", str_text(&first), first.length, false);
    scpl_print(*again, &second);
    c->result->runs[kind]++;
    if (strcmp(str_text(&first), str_text(&second)) == 0) return true;
    return disagree(c, kind, "printed twice", first_difference(c, str_text(&first), str_text(&second)));
}

static bool check_merged(Checker *c)
{
    return same_truth(c, CHECK_MERGED, merged_program(c->program, (MergedOptions){true, true, true}));
}

/* ---- races ---- */

typedef struct RaceSearch {
    Machine machine;
    bool found;
} RaceSearch;

static void look_for_race(void *arg, const State *state)
{
    RaceSearch *search = arg;
    if (!search->found) search->found = state_has_race(&search->machine, state, NULL);
}

/* The program itself, with its accesses; failing assertions only end a run. */
static Program *racing_program(Checker *c)
{
    Program *p = scpl_parse_accesses(c->run, term_manager_new(c->run), "random.scpl", c->text, strlen(c->text));
    for (uint32_t i = 0; i < p->edges.count; i++) {
        p->edges.data[i].is_error = false;
        p->edges.data[i].property = PROPERTY_UNREACH_CALL;
        p->edges.data[i].what = NULL;
    }
    return p;
}

static Truth find_race(Checker *c, Program *p, uint32_t n)
{
    RaceSearch search = {.found = false};
    machine_init(&search.machine, p);
    InterpretResult r = interpreter_visit(interpreter_new(p), n, c->options->state_limit, look_for_race, &search);
    return (Truth){r.complete || search.found, search.found};
}

/* The monitored program must fail exactly when the program races; an interpreter that gives up says nothing. */
static bool check_monitor(Checker *c)
{
    Program *p = racing_program(c);
    Program *monitored = monitor_races(p, NULL);
    for (uint32_t n = 1; n <= CHECK_THREADS; n++) {
        c->race[n] = find_race(c, p, n);
        Truth t = find_truth(c, monitored, n);
        c->result->runs[CHECK_MONITOR]++;
        if (!t.complete || !c->race[n].complete)
            c->result->unknown[CHECK_MONITOR]++;
        else if (t.fails != c->race[n].fails)
            return disagree(c, CHECK_MONITOR,
                            t.fails ? "the program fails with races as errors"
                                    : "the program is safe with races as errors",
                            run_format(c->run, "with %u threads it %s", n, t.fails ? "has no race" : "has a race"));
    }
    Program *again;
    if (!check_round_trip(c, CHECK_MONITOR, monitored, &again)) return false;
    add_lossy_spawns(p);
    for (uint32_t n = 1; n <= CHECK_THREADS; n++)
        c->lossy_race[n] = find_race(c, p, n);
    return true;
}

static InferenceTruth inference_truth(const Truth *truth)
{
    InferenceTruth t;
    for (uint32_t n = 0; n <= CHECK_THREADS; n++) {
        t.known[n] = truth[n].complete;
        t.fails[n] = truth[n].fails;
    }
    return t;
}

/* Runs make every thread that is started; so the truth is that of the program as it is. */
static bool check_dynamic(Checker *c)
{
    InferenceTruth assertions = inference_truth(c->truth), races = inference_truth(c->race);
    if (!dynamic_agrees(c->program, NULL, &assertions, c->result)) return false;
    if (!is_picked(c, RACES_EVERY)) return true;
    Program *accessing = racing_program(c);
    return dynamic_agrees(monitor_races(accessing, NULL), accessing, &races, c->result);
}

/* Where no thread is made by others the truth is known already. */
static void find_lossy(Checker *c)
{
    bool has_spawns = add_lossy_spawns(c->program);
    for (uint32_t n = 1; n <= CHECK_THREADS; n++)
        c->lossy[n] = has_spawns ? find_truth(c, c->program, n) : c->truth[n];
}

static bool has_elements(const Program *p)
{
    for (uint32_t v = 0; v < p->vars.count; v++)
        if (p->vars.data[v].class == VAR_SHARED && p->vars.data[v].sort.kind == SORT_ARRAY) return true;
    return false;
}

static void check_interpreted(Run *run, void *arg)
{
    Checker *c = arg;
    Program *again;
    (void)run;
    for (uint32_t n = 1; n <= CHECK_THREADS; n++) {
        c->truth[n] = find_truth(c, c->program, n);
        if (c->truth[n].complete && c->truth[n - 1].fails && !c->truth[n].fails) {
            disagree(c, CHECK_ROUND_TRIP, "the interpreter finds an error, but none with more threads", "");
            return;
        }
    }
    c->result->has_elements = has_elements(c->program);
    c->result->fails = c->truth[1].fails || c->truth[2].fails || c->truth[3].fails;
    if (c->options->only_modular) return; /* nothing else is asked */
    if (c->options->is_brief) {
        find_lossy(c);
        return;
    }
    if (c->options->only_dynamic) {
        if (check_monitor(c)) check_dynamic(c);
        return;
    }
    if (!check_round_trip(c, CHECK_ROUND_TRIP, c->program, &again) || !same_truth(c, CHECK_ROUND_TRIP, again)) return;
    if (c->options->engine && !check_merged(c)) return;
    if (!check_round_trip(c, CHECK_IDEAL, program_to_ideal(c->program), &again)) return;
    if (is_picked(c, RACES_EVERY) && !check_monitor(c)) return;
    if (!check_dynamic(c)) return;
    find_lossy(c);
}

/* ---- the engine ---- */

typedef struct Answer {
    ChorusVerdict verdict;
    uint32_t threads;            /* of "false" */
    bool is_watched, is_counted; /* proved with watched elements, with counts of threads */
    char line[200];
} Answer;

/* The certificate as text, read and checked again by a session that knows nothing of the proof. */
static void check_certificate(Checker *c, const char *property, const char *text)
{
    char file[] = "/tmp/chorus-agreement-XXXXXX";
    const char *path = c->path;
    int fd = text ? mkstemp(file) : -1;
    c->result->runs[CHECK_CERTIFICATE]++;
    if (fd < 0 || write(fd, text, strlen(text)) != (ssize_t)strlen(text) || close(fd) != 0) {
        disagree(c, CHECK_CERTIFICATE, "no certificate", "there is a proof");
        return;
    }
    ChorusSession *s = chorus_new();
    bool ready = chorus_set_option(s, "property", property) == CHORUS_OK &&
                 chorus_set_option(s, "time-limit", c->options->engine_time) == CHORUS_OK &&
                 chorus_load(s, &path, 1) == CHORUS_OK;
    ChorusStatus status = ready ? chorus_certify(s, file, NULL) : CHORUS_INTERNAL;
    if (status != CHORUS_OK)
        disagree(c, CHECK_CERTIFICATE, chorus_error(s), "check certified it");
    else if (chorus_is_rejected(s))
        disagree(c, CHECK_CERTIFICATE, chorus_scope(s), "check certified it");
    else if (chorus_verdict(s) != CHORUS_TRUE)
        c->result->unknown[CHECK_CERTIFICATE]++;
    chorus_free(s);
    unlink(file);
}

/* An option that not every run has; NULL: none. */
typedef struct Extra {
    const char *name, *value;
} Extra;

static void see_means(Answer *answer, const char *certificate)
{
    answer->is_watched = certificate && strstr(certificate, "\nwatch ");
    answer->is_counted = certificate && strstr(certificate, "\ncount ");
}

static Answer ask(Checker *c, const char *property, const char *abstraction, const char *threads, bool merge, bool mask,
                  const Extra *extra)
{
    Answer answer = {.verdict = CHORUS_NONE};
    ChorusSession *s = chorus_new();
    const char *path = c->path;
    bool ready = chorus_set_option(s, "property", property) == CHORUS_OK &&
                 chorus_set_option(s, "threads", threads) == CHORUS_OK &&
                 chorus_set_option(s, "abstraction", abstraction) == CHORUS_OK &&
                 chorus_set_option(s, "merge", merge ? "on" : "off") == CHORUS_OK &&
                 chorus_set_option(s, "mask", mask ? "on" : "off") == CHORUS_OK &&
                 (!extra || chorus_set_option(s, extra->name, extra->value) == CHORUS_OK) &&
                 chorus_set_option(s, "time-limit", c->options->engine_time) == CHORUS_OK &&
                 chorus_load(s, &path, 1) == CHORUS_OK;
    if (ready) {
        answer.verdict = chorus_check(s);
        answer.threads = (uint32_t)strtoul(chorus_scope(s), NULL, 10);
        snprintf(answer.line, sizeof answer.line, "%s", chorus_result_line(s));
        bool has_certificate = !extra || strcmp(extra->name, "parts") == 0;
        if (has_certificate && answer.verdict == CHORUS_TRUE) see_means(&answer, chorus_certificate_text(s));
        if (answer.verdict == CHORUS_TRUE && merge == mask && has_certificate)
            check_certificate(c, property, chorus_certificate_text(s));
    } else {
        snprintf(answer.line, sizeof answer.line, "not loaded: %s", chorus_error(s));
    }
    chorus_free(s);
    return answer;
}

/* Whether an assertion can be reached and fail. */
static Answer ask_engine(Checker *c, const char *abstraction, const char *threads, bool merge, bool mask,
                         const Extra *extra)
{
    return ask(c, "unreach-call", abstraction, threads, merge, mask, extra);
}

static bool engine_disagrees(Checker *c, CheckKind kind, const char *threads, bool merge, bool mask, const Answer *a,
                             uint32_t n)
{
    char what[300], truth[60];
    snprintf(what, sizeof what, "threads=%s merge=%s mask=%s says %s", threads, merge ? "on" : "off",
             mask ? "on" : "off", a->line);
    snprintf(truth, sizeof truth, "with %u threads the program %s", n, c->truth[n].fails ? "fails" : "is safe");
    return disagree(c, kind, what, truth);
}

/* An internal error or a proof that does not pass its own checker is a defect even where "unknown" is allowed. */
static bool is_broken(const Answer *a)
{
    return a->verdict == CHORUS_NONE || (a->verdict == CHORUS_UNKNOWN &&
                                         (strstr(a->line, "internal error") || strstr(a->line, "self-check failed")));
}

/* Error edges together at first, or one part at a time, in half of the questions each: the program's length decides. */
static const Extra *parts_for(const Checker *c, bool merge)
{
    static const Extra parts[] = {{"parts", "auto"}, {"parts", "on"}};
    return &parts[(strlen(c->text) + merge) % 2];
}

static bool check_fixed(Checker *c, uint32_t n, bool merge, bool mask)
{
    char threads[12];
    snprintf(threads, sizeof threads, "%u", n);
    Answer a = ask_engine(c, "exact", threads, merge, mask, parts_for(c, merge));
    c->result->runs[CHECK_FIXED]++;
    if (is_broken(&a)) return engine_disagrees(c, CHECK_FIXED, threads, merge, mask, &a, n);
    if (a.verdict == CHORUS_UNKNOWN) {
        c->result->unknown[CHECK_FIXED]++;
        return true;
    }
    if (!c->truth[n].complete || (a.verdict == CHORUS_FALSE) == c->truth[n].fails) return true;
    return engine_disagrees(c, CHECK_FIXED, threads, merge, mask, &a, n);
}

static bool check_all(Checker *c, bool merge, bool mask)
{
    Answer a = ask_engine(c, "exact", "all", merge, mask, parts_for(c, merge));
    c->result->runs[CHECK_ALL]++;
    c->result->unknown[CHECK_ALL] += a.verdict == CHORUS_UNKNOWN;
    c->result->proved += a.verdict == CHORUS_TRUE;
    c->result->refuted += a.verdict == CHORUS_FALSE;
    c->result->watched += a.is_watched;
    c->result->counted += a.is_counted;
    if (is_broken(&a)) return engine_disagrees(c, CHECK_ALL, "all", merge, mask, &a, 1);
    for (uint32_t n = 1; n <= CHECK_THREADS; n++) {
        if (a.verdict == CHORUS_TRUE && c->truth[n].complete && c->truth[n].fails)
            return engine_disagrees(c, CHECK_ALL, "all", merge, mask, &a, n);
        if (a.verdict == CHORUS_FALSE && a.threads == n && c->lossy[n].complete && !c->lossy[n].fails)
            return engine_disagrees(c, CHECK_ALL, "all", merge, mask, &a, n);
    }
    return true;
}

/* The published abstractions, one of them with one number of threads for each program: which, its length decides. */
static bool check_published(Checker *c)
{
    static const char *const abstractions[] = {"c0", "c1", "c2"};
    static const char *const counts[CHECK_THREADS] = {"1", "2", "3"};
    size_t pick = strlen(c->text);
    uint32_t n = 1 + (uint32_t)(pick / 3 % CHECK_THREADS);
    const char *abstraction = abstractions[pick % 3];
    bool merge = pick & 1, mask = pick & 2;
    Answer a = ask_engine(c, abstraction, counts[n - 1], merge, mask, NULL);
    c->result->runs[CHECK_PUBLISHED]++;
    c->result->unknown[CHECK_PUBLISHED] += a.verdict == CHORUS_UNKNOWN;
    bool differs = c->truth[n].complete && (a.verdict == CHORUS_FALSE) != c->truth[n].fails;
    if (!is_broken(&a) && (a.verdict == CHORUS_UNKNOWN || !differs)) return true;
    char what[300];
    snprintf(what, sizeof what, "abstraction=%s threads=%u merge=%d mask=%d says %s", abstraction, n, merge, mask,
             a.line);
    return disagree(c, CHECK_PUBLISHED, what, c->truth[n].fails ? "the program fails" : "the program is safe");
}

/* One baseline for each program. What is unsound may miss errors, but must not call that a proof, and what it finds
 * must be there. */
static bool check_baseline(Checker *c)
{
    static const Extra baselines[] = {
        {"symmetry", "off"}, {"mixed", "shared"}, {"symmetry", "off"}, {"mixed", "local"}};
    static const char *const counts[CHECK_THREADS] = {"1", "2", "3"};
    size_t pick = strlen(c->text);
    uint32_t n = 1 + (uint32_t)(pick / 4 % CHECK_THREADS);
    const Extra *baseline = &baselines[pick % 4];
    bool unsound = strcmp(baseline->name, "mixed") == 0, merge = pick / 4 & 1, mask = pick / 8 & 1;
    Answer a = ask_engine(c, pick / 12 & 1 ? "c0" : "c1", counts[n - 1], merge, mask, baseline);
    c->result->runs[CHECK_BASELINE]++;
    c->result->unknown[CHECK_BASELINE] += a.verdict == CHORUS_UNKNOWN;
    bool differs = c->truth[n].complete && (a.verdict == CHORUS_FALSE) != c->truth[n].fails;
    bool proved = unsound && a.verdict == CHORUS_TRUE;
    if (!is_broken(&a) && !proved && (a.verdict == CHORUS_UNKNOWN || !differs)) return true;
    char what[300];
    snprintf(what, sizeof what, "%s=%s threads=%u merge=%d mask=%d says %s", baseline->name, baseline->value, n, merge,
             mask, a.line);
    return disagree(c, CHECK_BASELINE, what, c->truth[n].fails ? "the program fails" : "the program is safe");
}

static const char *races(char *text, size_t size, const char *article, uint32_t n)
{
    snprintf(text, size, "there is %s race with %u threads", article, n);
    return text;
}

/* Races, as the engine is asked by users: for a number of threads and for every number. */
static bool check_races(Checker *c)
{
    static const char *const counts[CHECK_THREADS] = {"1", "2", "3"};
    char text[60];
    uint32_t n = 1 + (uint32_t)(strlen(c->text) % CHECK_THREADS);
    for (int all = 0; all < 2; all++) {
        Answer a = ask(c, "no-data-race", "exact", all ? "all" : counts[n - 1], true, true, NULL);
        c->result->runs[CHECK_RACES]++;
        c->result->unknown[CHECK_RACES] += a.verdict == CHORUS_UNKNOWN;
        if (is_broken(&a)) return disagree(c, CHECK_RACES, a.line, "");
        for (uint32_t k = 1; k <= CHECK_THREADS; k++) {
            bool is_told = all || k == n;
            if (is_told && a.verdict == CHORUS_TRUE && c->race[k].complete && c->race[k].fails)
                return disagree(c, CHECK_RACES, a.line, races(text, sizeof text, "a", k));
            bool is_there =
                all ? c->lossy_race[k].fails || !c->lossy_race[k].complete : c->race[k].fails || !c->race[k].complete;
            if ((all ? a.threads == k : k == n) && a.verdict == CHORUS_FALSE && !is_there)
                return disagree(c, CHECK_RACES, a.line, races(text, sizeof text, "no", k));
        }
    }
    return true;
}

static bool check_inference(Checker *c)
{
    InferenceTruth assertions = inference_truth(c->truth), races = inference_truth(c->race);
    return inference_agrees(c->path, "unreach-call", &assertions, c->options, c->result) &&
           inference_agrees(c->path, "no-data-race", &races, c->options, c->result);
}

static void check_modular(Checker *c)
{
    InferenceTruth assertions = inference_truth(c->truth);
    modular_agrees(c->path, &assertions, c->options, c->result);
}

static void check_lockstep(Checker *c)
{
    InferenceTruth assertions = inference_truth(c->truth);
    lockstep_agrees(c->path, &assertions, c->options, c->result);
}

static void check_engine(Checker *c)
{
    if (c->options->only_dynamic) return; /* has been asked */
    if (c->options->only_lockstep) {
        check_lockstep(c);
        return;
    }
    if (c->options->only_modular) {
        check_modular(c);
        return;
    }
    if (c->options->only_inference) {
        check_inference(c);
        return;
    }
    if (c->options->only_races) {
        check_races(c);
        return;
    }
    if (c->options->is_brief) {
        size_t pick = strlen(c->text);
        bool merge = pick & 1, mask = pick & 2;
        if (check_fixed(c, 2 + (uint32_t)(pick / 4 % (CHECK_THREADS - 1)), merge, mask)) check_all(c, merge, mask);
        return;
    }
    for (uint32_t k = 0; k < 4; k++) {
        bool merge = k & 1, mask = k & 2;
        for (uint32_t n = 1; n <= CHECK_THREADS; n++)
            if (!check_fixed(c, n, merge, mask)) return;
        if (!check_all(c, merge, mask)) return;
    }
    if (!check_published(c) || !check_baseline(c)) return;
    if (is_picked(c, RACES_EVERY) && !check_races(c)) return;
    if (is_picked(c, INFERENCE_EVERY) && !check_inference(c)) return;
    if (is_picked(c, LOCKSTEP_EVERY)) check_lockstep(c);
    if (c->result->status != CHECK_DISAGREES && is_picked(c, MODULAR_EVERY)) check_modular(c);
}

/* ---- one program ---- */

static void parse(Run *run, void *arg)
{
    Checker *c = arg;
    c->program = scpl_parse(run, term_manager_new(run), "random.scpl", c->text, strlen(c->text), false);
}

static bool write_file(Checker *c)
{
    strcpy(c->path, "/tmp/chorus-agreement-XXXXXX.scpl");
    int fd = mkstemps(c->path, 5);
    if (fd < 0) return false;
    bool written = write(fd, c->text, strlen(c->text)) == (ssize_t)strlen(c->text);
    return close(fd) == 0 && written;
}

static void check_in_child(Checker *c)
{
    c->run = run_new();
    c->result->status = CHECK_AGREES;
    if (run_guard(c->run, parse, c) != STOP_NONE) {
        c->result->status = CHECK_NO_PROGRAM;
        snprintf(c->result->message, sizeof c->result->message, "%s", run_reason(c->run));
        run_free(c->run);
        return;
    }
    run_set_time_limit(c->run, CHILD_SECONDS / 4.0);
    StopKind stop = run_guard(c->run, check_interpreted, c);
    if (stop == STOP_TIME || stop == STOP_UNSUPPORTED)
        c->result->status = CHECK_SKIPPED;
    else if (stop != STOP_NONE)
        disagree(c, CHECK_ROUND_TRIP, "stopped", run_reason(c->run));
    if (c->result->status == CHECK_AGREES && !c->truth[1].complete) c->result->status = CHECK_SKIPPED;
    run_free(c->run);
    if (c->result->status != CHECK_AGREES || !c->options->engine) return;
    if (write_file(c))
        check_engine(c);
    else
        disagree(c, CHECK_CRASH, "cannot write the program to a file", c->path);
    unlink(c->path);
}

static _Noreturn void be_child(const char *text, const CheckOptions *options, int fd)
{
    CheckResult result;
    memset(&result, 0, sizeof result);
    Checker c = {.text = text, .options = options, .result = &result};
    alarm(CHILD_SECONDS);
    check_in_child(&c);
    ssize_t n = write(fd, &result, sizeof result);
    exit(n == (ssize_t)sizeof result ? EXIT_SUCCESS : EXIT_FAILURE);
}

CheckResult check_program(const char *text, const CheckOptions *options)
{
    CheckResult result;
    int fds[2], status = 0;
    memset(&result, 0, sizeof result);
    fflush(NULL);
    if (pipe(fds) != 0) {
        perror("pipe");
        exit(2);
    }
    pid_t child = fork();
    if (child < 0) {
        perror("fork");
        exit(2);
    }
    if (child == 0) {
        close(fds[0]);
        be_child(text, options, fds[1]);
    }
    close(fds[1]);
    ssize_t n = read(fds[0], &result, sizeof result);
    close(fds[0]);
    while (waitpid(child, &status, 0) < 0)
        continue;
    if (n == (ssize_t)sizeof result && WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS) return result;
    memset(&result, 0, sizeof result);
    result.status = CHECK_DISAGREES;
    result.kind = CHECK_CRASH;
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
        snprintf(result.message, sizeof result.message, "still running after %d seconds", CHILD_SECONDS);
    else if (WIFSIGNALED(status))
        snprintf(result.message, sizeof result.message, "crashed: %s", strsignal(WTERMSIG(status)));
    else
        snprintf(result.message, sizeof result.message, "ended with exit status %d", WEXITSTATUS(status));
    return result;
}
