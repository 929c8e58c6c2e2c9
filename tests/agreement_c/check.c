#include "agreement_c/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "agreement_c/explore.h"
#include "agreement_c/render.h"
#include "agreement_c/survey.h"
#include "chorus.h"

#define CHILD_SECONDS 120 /* for a program, beside what Chorus may take for its questions */

typedef struct Check {
    Run *run;
    const char *marked, *path; /* the file for Chorus */
    const CheckOptions *options;
    CheckResult *result;
} Check;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static const char *const names[QUESTION_COUNT] = {
    [QUESTION_ASSERTION] = "unreach-call", [QUESTION_OVERFLOW] = "no-overflow", [QUESTION_DEREF] = "valid-deref",
    [QUESTION_FREE] = "valid-free",        [QUESTION_DEADLOCK] = "no-deadlock", [QUESTION_RACE] = "no-data-race",
};

const char *question_name(QuestionKind question) { return names[question]; }

/* Of the questions so far the worst status counts. */
static void judge_answer(CheckResult *r, bool is_violated)
{
    Answers *answers = &r->answers[r->question];
    if (r->truth == TRUTH_OPEN) {
        answers->open++;
    } else if (is_violated != (r->truth == TRUTH_YES)) {
        r->status = CHECK_DISAGREES;
    } else {
        answers->proved += !is_violated;
        answers->refuted += is_violated;
    }
}

static void judge(CheckResult *r, ChorusVerdict verdict)
{
    switch (verdict) {
    case CHORUS_TRUE: judge_answer(r, false); return;
    case CHORUS_FALSE: judge_answer(r, true); return;
    case CHORUS_UNKNOWN:
        if (strstr(r->verdict, "no engine answers")) return;
        r->status = CHECK_UNKNOWN;
        r->answers[r->question].unknown++;
        return;
    case CHORUS_NONE: r->status = CHECK_CRASHED; return;
    }
}

static bool write_program(Run *run, const char *marked, unsigned key, const char *path)
{
    Str text;
    str_init(run, &text);
    render_for_chorus(marked, key, &text);
    FILE *f = fopen(path, "w");
    bool good = f && fwrite(text.data, 1, text.length, f) == text.length;
    if (f) good = fclose(f) == 0 && good;
    str_clear(&text);
    return good;
}

static void set_options(ChorusSession *session, const CheckOptions *options, QuestionKind question)
{
    chorus_set_option(session, "time-limit", options->chorus_seconds);
    /* No property at all: assert is an error, which for SV-COMP it is not. */
    if (question != QUESTION_ASSERTION) chorus_set_option(session, "property", names[question]);
    if (options->shares_calls) chorus_set_option(session, "share-calls", "1");
    if (options->only_outline) chorus_set_option(session, "model", "outline");
    switch (options->variant) {
    case 1: chorus_add_compiler_flag(session, "-m32"); return;  /* the programs mean the same */
    case 2: chorus_set_option(session, "threads", "4"); return; /* as many as any program has, or more */
    case 3: chorus_set_option(session, "merge", "off"); return;
    case 7: chorus_set_option(session, "share-calls", "1"); return;
    case 4:
    case 6:
    case 8: chorus_set_option(session, "parts", "on"); return;
    case 5:
        chorus_set_option(session, "parts", "on");
        chorus_set_option(session, "threads", "4");
        return;
    default: return;
    }
}

static bool is_decided(const CheckResult *r) { return r->status == CHECK_DISAGREES || r->status == CHECK_CRASHED; }

/* Does Chorus say the same? key: the outcome that the program asks about. */
static void ask_chorus(const Check *c, QuestionKind question, Truth truth, unsigned key)
{
    CheckResult *r = c->result;
    if (is_decided(r)) return;
    CheckStatus before = r->status;
    double start = now();
    r->question = question;
    r->truth = truth;
    r->key = key;
    r->status = CHECK_CRASHED;
    if (!write_program(c->run, c->marked, key, c->path)) return;
    ChorusSession *session = chorus_new();
    set_options(session, c->options, question);
    if (chorus_load(session, &c->path, 1) != CHORUS_OK) { /* it is correct C */
        snprintf(r->verdict, sizeof r->verdict, "%s", chorus_error(session));
    } else {
        ChorusVerdict verdict = chorus_check(session);
        snprintf(r->verdict, sizeof r->verdict, "%s", chorus_result_line(session));
        r->status = before;
        judge(r, verdict);
    }
    chorus_free(session);
    r->chorus_seconds += now() - start;
}

/* Asked with the races: it is quick, and has no verdict of its own. */
static void ask_survey(const Check *c, const Exploration *truth)
{
    CheckResult *r = c->result;
    if (is_decided(r) || !write_program(c->run, c->marked, OUTCOME_NONE, c->path)) return;
    SurveyAnswer answer = survey_compare(c->path, truth, c->options->variant == 1);
    r->cells = answer.cells;
    r->safe_cells = answer.safe;
    if (!answer.is_wrong) return;
    r->status = CHECK_DISAGREES;
    r->question = QUESTION_RACE;
    r->truth = truth->violates[QUESTION_RACE];
    snprintf(r->verdict, sizeof r->verdict, "%s", answer.why);
}

/* An outcome that does not happen, but nearly: in one number another that does; false when there is none. */
static bool find_missing(const Exploration *truth, unsigned *key)
{
    for (unsigned i = 0; i < OUTCOME_NUMBERS; i++)
        for (unsigned value = 0; value < 4; value++) {
            unsigned shift = 2 * i;
            *key = (truth->last & ~(3u << shift)) | value << shift;
            if (truth->outcomes[*key] != TRUTH_NO) continue;
            for (unsigned other = 0; other < OUTCOME_COUNT; other++)
                if (truth->outcomes[other] == TRUTH_YES && (other >> shift & 3) == value) return true;
        }
    return false;
}

static void compare_assertions(const Check *c, const Exploration *truth)
{
    unsigned missing = 0;
    if (!truth->has_outcomes) {
        ask_chorus(c, QUESTION_ASSERTION, truth->violates[QUESTION_ASSERTION], 0);
        return;
    }
    if (!truth->has_last) return;
    ask_chorus(c, QUESTION_ASSERTION, TRUTH_YES, truth->last);
    if (truth->is_complete && find_missing(truth, &missing)) ask_chorus(c, QUESTION_ASSERTION, TRUTH_NO, missing);
}

static void compare(const Check *c, const Exploration *truth)
{
    c->result->status = truth->is_complete ? CHECK_AGREES : CHECK_SKIPPED;
    for (int q = 0; q < QUESTION_COUNT; q++) {
        /* Over the limit, only what was found is known. */
        bool is_known = truth->is_complete || truth->violates[q] == TRUTH_YES;
        if (q == QUESTION_ASSERTION) is_known |= truth->has_last;
        if (!(c->options->questions >> q & 1) || !is_known) continue;
        if (c->result->status == CHECK_SKIPPED) c->result->status = CHECK_AGREES;
        if (q == QUESTION_RACE) ask_survey(c, truth);
        if (c->options->only_survey) continue;
        if (q == QUESTION_ASSERTION)
            compare_assertions(c, truth);
        else
            ask_chorus(c, (QuestionKind)q, truth->violates[q], OUTCOME_NONE); /* natively the run goes on behind it */
    }
    c->result->is_race_free = c->result->answers[QUESTION_RACE].proved && truth->violates[QUESTION_DEREF] == TRUTH_NO &&
                              truth->violates[QUESTION_FREE] == TRUTH_NO;
}

/* The result is shared with the parent, so that it holds what was found before a crash. */
static void check_in_child(const Check *c, const Batch *batch, uint32_t number)
{
    CheckResult *r = c->result;
    double start = now();
    r->status = CHECK_CRASHED;
    r->is_native_crash = true;
    Exploration truth = explore(batch->host, batch_entry(batch, number), c->options->run_limit, c->options->skips_easy);
    r->native_seconds = now() - start;
    r->is_native_crash = false;
    memcpy(r->violates, truth.violates, sizeof r->violates);
    r->runs = truth.runs;
    r->states = truth.states;
    if (truth.fails_at_once && c->options->skips_easy)
        r->status = CHECK_EASY;
    else
        compare(c, &truth);
}

/* Of the processor; on a machine that others use as well the clock may run longer. */
static void limit_seconds(unsigned seconds)
{
    struct itimerval of_processor = {.it_value = {.tv_sec = seconds}};
    setitimer(ITIMER_PROF, &of_processor, NULL);
    alarm(20 * seconds);
}

static void *shared_memory(size_t size)
{
    void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (p != MAP_FAILED) return p;
    perror("mmap");
    exit(2);
}

static void wait_for_child(pid_t child, CheckResult *r)
{
    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        continue;
    if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS) return;
    r->status = CHECK_CRASHED;
    if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGPROF || WTERMSIG(status) == SIGALRM))
        snprintf(r->verdict, sizeof r->verdict, "does not end");
    else if (WIFSIGNALED(status))
        snprintf(r->verdict, sizeof r->verdict, "crashed: %s", strsignal(WTERMSIG(status)));
    else
        snprintf(r->verdict, sizeof r->verdict, "ended with exit status %d", WEXITSTATUS(status));
}

CheckResult check_program(Run *run, const Batch *batch, uint32_t number, const char *marked,
                          const CheckOptions *options)
{
    char path[] = "/tmp/chorus-agreement-c-XXXXXX.c";
    int fd = mkstemps(path, 2);
    if (fd < 0) {
        perror(path);
        exit(2);
    }
    close(fd);
    CheckResult *shared = shared_memory(sizeof *shared);
    fflush(NULL);
    pid_t child = fork();
    if (child < 0) {
        perror("fork");
        exit(2);
    }
    if (child == 0) {
        double of_chorus = strtod(options->chorus_seconds, NULL);
        limit_seconds((unsigned)(CHILD_SECONDS + 2 * (QUESTION_COUNT + 1) * of_chorus)); /* with an outline each */
        check_in_child(&(Check){run, marked, path, options, shared}, batch, number);
        _exit(EXIT_SUCCESS);
    }
    wait_for_child(child, shared);
    CheckResult result = *shared;
    munmap(shared, sizeof *shared);
    unlink(path);
    return result;
}
