/* What answers mean:
 *
 * an assertion, true:   it fails in no consistent execution; false: in some. In C, a race makes every program fail.
 * a race, true:         no execution consistent with RC11 has one, those that are not sequentially consistent included.
 * robustness, true:     all consistent executions are sequentially consistent, also of a program with races. false may
 * be imprecise: the monitors take more for possible than the axioms do. */
#include "agreement_memory/check.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "agreement_memory/render.h"
#include "agreement_memory/render_c.h"
#include "chorus.h"

#define CHILD_SECONDS 240

const char *const question_names[QUESTION_COUNT] = {"sc", "race", "robust", "assert", "tso-robust", "tso-assert"};

typedef struct Ask {
    const char *memory, *property;
    Model model;
} Ask;

static const Ask asks[QUESTION_COUNT] = {{"sc", "unreach-call", MODEL_SC},  {"c11", "no-data-race", MODEL_RC11},
                                         {"c11", "robustness", MODEL_RC11}, {"c11", "unreach-call", MODEL_RC11},
                                         {"tso", "robustness", MODEL_TSO},  {"tso", "unreach-call", MODEL_TSO}};

typedef struct Checker {
    const MemoryProgram *program;
    const Judgement *judgement;
    const CheckOptions *options;
    bool knows_memory;
    char path[64];
    CheckResult *result;
} Checker;

bool check_knows_robustness(void)
{
    ChorusSession *s = chorus_new();
    bool knows = chorus_set_option(s, "property", "robustness") == CHORUS_OK;
    chorus_free(s);
    return knows;
}

bool check_knows_memory(void)
{
    ChorusSession *s = chorus_new();
    bool knows = chorus_set_option(s, "memory", "c11") == CHORUS_OK;
    chorus_free(s);
    return knows;
}

/* ---- what is right ---- */

static bool is_about_assertions(Question q)
{
    return q == ASK_SC_ASSERTION || q == ASK_C11_ASSERTION || q == ASK_TSO_ASSERTION;
}

static bool is_about_robustness(Question q) { return q == ASK_C11_ROBUSTNESS || q == ASK_TSO_ROBUSTNESS; }

static bool is_undefined(const Checker *c, Question q) { return asks[q].model == MODEL_RC11 && c->judgement->is_racy; }

/* Whether "true" and "false" are right. */
static void find_right(const Checker *c, Question q, bool *is_true, bool *is_false)
{
    const Judgement *j = c->judgement;
    Model model = asks[q].model;
    bool holds = is_about_assertions(q) ? !j->fails[model] : q == ASK_C11_RACE ? !j->is_racy : j->is_robust[model];
    bool is_open = q != ASK_C11_RACE && is_undefined(c, q), is_claim = is_about_assertions(q);
    *is_true = is_open && (is_claim || !holds) ? c->options->is_lenient : holds;
    *is_false = is_open || !holds;
}

static Answer judge_answer(const Checker *c, Question q, ChorusVerdict verdict, const char *line)
{
    bool is_true, is_false;
    find_right(c, q, &is_true, &is_false);
    if (verdict == CHORUS_TRUE) return is_true ? ANSWER_TRUE : ANSWER_WRONG;
    if (verdict == CHORUS_FALSE)
        return is_false ? ANSWER_FALSE : is_about_robustness(q) ? ANSWER_IMPRECISE : ANSWER_WRONG;
    bool is_broken = strstr(line, "internal error") || strstr(line, "self-check failed");
    if (verdict == CHORUS_NONE || is_broken) return ANSWER_BROKEN;
    bool is_open = q != ASK_C11_RACE && is_undefined(c, q);
    return c->judgement->is_robust[asks[q].model] && !is_open ? ANSWER_IMPRECISE : ANSWER_UNKNOWN;
}

/* ---- asking ---- */

static void describe(const Checker *c, Question q, Answer answer, const char *line)
{
    const Judgement *j = c->judgement;
    Model model = asks[q].model;
    const char *truth = is_about_assertions(q) ? (j->fails[model] ? "the assertion can fail" : "it cannot fail")
                        : q == ASK_C11_RACE    ? (j->is_racy ? "there is a race" : "there is none")
                        : j->is_robust[model]  ? "all executions are sequentially consistent"
                                               : "some execution is not sequentially consistent";
    snprintf(c->result->message, sizeof c->result->message, "%s under %s: Chorus says %s; %s%s%s", asks[q].property,
             asks[q].memory, line, truth, is_undefined(c, q) && q != ASK_C11_RACE ? ", and there is a race" : "",
             answer == ANSWER_BROKEN ? " (broken)" : "");
}

static void record_answer(Checker *c, Question q, Answer answer, const char *line)
{
    c->result->answers[q] = answer;
    if ((answer != ANSWER_WRONG && answer != ANSWER_BROKEN) || c->result->wrong != QUESTION_COUNT) return;
    c->result->wrong = q;
    describe(c, q, answer, line);
}

static void ask(Checker *c, Question q)
{
    ChorusSession *s = chorus_new();
    const char *path = c->path;
    bool is_ready =
        (!c->knows_memory || chorus_set_option(s, "memory", asks[q].memory) == CHORUS_OK) &&
        chorus_set_option(s, "property", asks[q].property) == CHORUS_OK &&
        (!c->options->self_check || chorus_set_option(s, "self-check", c->options->self_check) == CHORUS_OK) &&
        chorus_set_option(s, "time-limit", c->options->engine_time) == CHORUS_OK &&
        chorus_load(s, &path, 1) == CHORUS_OK;
    if (is_ready) {
        ChorusVerdict verdict = chorus_check(s);
        const char *line = chorus_result_line(s);
        record_answer(c, q, judge_answer(c, q, verdict, line), line);
    } else {
        record_answer(c, q, ANSWER_BROKEN, chorus_error(s));
    }
    chorus_free(s);
}

static bool write_program(Checker *c)
{
    Run *run = run_new();
    Str text;
    bool is_c = c->options->is_c || program_has_join(c->program);
    snprintf(c->path, sizeof c->path, "/tmp/chorus-memory-%ld.%s", (long)getpid(), is_c ? "c" : "scpl");
    str_init(run, &text);
    if (is_c)
        render_c(c->program, &text);
    else
        render_program(c->program, c->knows_memory, &text);
    FILE *f = fopen(c->path, "w");
    bool is_written = f && fputs(str_text(&text), f) >= 0;
    if (f) is_written &= fclose(f) == 0;
    run_free(run);
    return is_written;
}

static void check_in_child(Checker *c)
{
    bool has_assertion = program_has_assertion(c->program), knows_robustness = check_knows_robustness();
    if (!write_program(c)) {
        record_answer(c, ASK_SC_ASSERTION, ANSWER_BROKEN, "cannot write the program to a file");
        return;
    }
    for (Question q = ASK_SC_ASSERTION; q < QUESTION_COUNT; q++) {
        bool is_possible = (has_assertion || !is_about_assertions(q)) && (c->knows_memory || q == ASK_SC_ASSERTION) &&
                           (knows_robustness || !is_about_robustness(q));
        if (c->options->is_asked[q] && is_possible) ask(c, q);
    }
    unlink(c->path);
}

static _Noreturn void be_child(Checker *c, int fd)
{
    alarm(CHILD_SECONDS);
    check_in_child(c);
    ssize_t n = write(fd, c->result, sizeof *c->result);
    exit(n == (ssize_t)sizeof *c->result ? EXIT_SUCCESS : EXIT_FAILURE);
}

static void describe_end(CheckResult *result, int status)
{
    memset(result, 0, sizeof *result);
    result->wrong = ASK_SC_ASSERTION;
    result->answers[ASK_SC_ASSERTION] = ANSWER_BROKEN;
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
        snprintf(result->message, sizeof result->message, "still running after %d seconds", CHILD_SECONDS);
    else if (WIFSIGNALED(status))
        snprintf(result->message, sizeof result->message, "crashed: %s", strsignal(WTERMSIG(status)));
    else
        snprintf(result->message, sizeof result->message, "ended with exit status %d", WEXITSTATUS(status));
}

CheckResult check_program(const MemoryProgram *p, const Judgement *j, const CheckOptions *options)
{
    CheckResult result;
    int fds[2], status = 0;
    memset(&result, 0, sizeof result);
    result.wrong = QUESTION_COUNT;
    Checker c = {
        .program = p, .judgement = j, .options = options, .result = &result, .knows_memory = check_knows_memory()};
    fflush(NULL);
    pid_t child = pipe(fds) == 0 ? fork() : -1;
    if (child < 0) {
        perror("chorus-agreement-memory");
        exit(2);
    }
    if (child == 0) {
        close(fds[0]);
        be_child(&c, fds[1]);
    }
    close(fds[1]);
    ssize_t n = read(fds[0], &result, sizeof result);
    close(fds[0]);
    while (waitpid(child, &status, 0) < 0)
        continue;
    if (n != (ssize_t)sizeof result || !WIFEXITED(status) || WEXITSTATUS(status) != EXIT_SUCCESS)
        describe_end(&result, status);
    return result;
}
