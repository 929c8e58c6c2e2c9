/* Modular verification: proofs read back and hold; corrupted ones, and those of other programs, prove nothing wrong. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define TAP_SECONDS 300

#include "base/rng.h"
#include "chorus.h"
#include "engines/modular/threads.h"
#include "kernel/certify.h"
#include "program/interpreter.h"
#include "program/scpl/parse.h"
#include "proof/text/proof_text.h"
#include "tap.h"

static const TraceOption option_data[] = {
    {"granularity", "statement"}, {"integers", "machine"}, {"nondet_static", "off"}};
static const TraceOptions options = {option_data, 3, NULL, 0, NULL};

/* All are safe. */
static const char peterson[] = "shared bool c0 = false; shared bool c1 = false; shared bool turn = false;\n"
                               "shared bool in0 = false; shared bool in1 = false;\n"
                               "template t0 1 {\n"
                               "  1: c0 = true;\n"
                               "  turn = true;\n"
                               "  assume !c1 || !turn;\n"
                               "  in0 = true;\n"
                               "  assert !in1;\n"
                               "  in0 = false;\n"
                               "  c0 = false;\n"
                               "  goto 1;\n"
                               "}\n"
                               "template t1 1 {\n"
                               "  1: c1 = true;\n"
                               "  turn = false;\n"
                               "  assume !c0 || turn;\n"
                               "  in1 = true;\n"
                               "  in1 = false;\n"
                               "  c1 = false;\n"
                               "  goto 1;\n"
                               "}\n";
static const char chain[] = "shared u4 a = 1; shared u4 b = 1; shared u4 c = 1;\n"
                            "template t0 1 {\n"
                            "  local u4 x = 0;\n"
                            "  atomic { x = a; a = b; }\n"
                            "  assert x < 4;\n"
                            "  assert a < 4;\n"
                            "}\n"
                            "template t1 1 {\n"
                            "  atomic { assume c < 4; b = c; }\n"
                            "}\n"
                            "template t2 1 {\n"
                            "  c = c + 1;\n"
                            "  c = c + 1;\n"
                            "}\n";
static const char started[] = "shared u3 s = 0; shared bool ready = false;\n"
                              "template main 1 {\n"
                              "  spawn worker(2);\n"
                              "  assume ready;\n"
                              "  assert s == 2;\n"
                              "}\n"
                              "template worker 0 (u3 p) {\n"
                              "  local u3 l = 0;\n"
                              "  l = p;\n"
                              "  s = l;\n"
                              "  ready = true;\n"
                              "}\n";
static const char *const programs[] = {peterson, chain, started};
#define PROGRAMS (sizeof programs / sizeof *programs)

/* What `check` proves, as text; to be freed. */
static char *prove(const char *program)
{
    char file[] = "/tmp/chorus-test-XXXXXX.scpl";
    const char *path = file;
    int fd = mkstemps(file, 5);
    size_t length = strlen(program);
    REQUIRE(fd >= 0 && write(fd, program, length) == (ssize_t)length && close(fd) == 0);
    ChorusSession *s = chorus_new();
    REQUIRE(chorus_set_option(s, "method", "modular") == CHORUS_OK && chorus_load(s, &path, 1) == CHORUS_OK);
    if (chorus_check(s) != CHORUS_TRUE) printf("# %s\n", chorus_result_line(s));
    const char *text = chorus_certificate_text(s);
    REQUIRE(text);
    char *copy = strdup(text);
    chorus_free(s);
    unlink(file);
    return copy;
}

typedef struct Attempt {
    Run *run;
    const char *program, *text; /* text: NULL, only the program is read */
    Program *p;
    CertifyResult result;
    bool fails; /* the interpreter finds an error */
    Str printed;
} Attempt;

static void attempt(Run *run, void *arg)
{
    Attempt *a = arg;
    a->p = scpl_parse(run, term_manager_new(run), "input.scpl", a->program, strlen(a->program), false);
    if (!a->text) return;
    ProofSubject subject = {.p = a->p};
    Proof *proof = proof_parse(&subject, &options, "c", a->text, strlen(a->text));
    a->result = certify(proof, NULL);
    str_init(run, &a->printed);
    proof_print(proof, &options, &a->printed);
}

static void interpret(Run *run, void *arg)
{
    Attempt *a = arg;
    (void)run;
    a->fails = interpreter_search(interpreter_new(a->p), 3, 200000).error_reachable;
}

/* The certificate, said to be for that program; to be freed. */
static char *redirected(Program *p, const char *right)
{
    const char *rest = strchr(right, '\n') + 1;
    size_t size = strlen(right) + 200;
    char *out = malloc(size);
    REQUIRE(out);
    snprintf(out, size, "%.*sdigest \"%s\"%s", (int)(rest - right), right, evidence_digest(p), strchr(rest, '\n'));
    return out;
}

TEST(proofs_read_back_and_hold)
{
    for (size_t i = 0; i < PROGRAMS; i++) {
        char *text = prove(programs[i]);
        Attempt a = {.run = run_new(), .program = programs[i], .text = text};
        CHECK(strstr(text, "part modular") != NULL);
        REQUIRE(run_guard(a.run, attempt, &a) == STOP_NONE);
        CHECK_STR(a.result.problem, NULL);
        CHECK_STR(str_text(&a.printed), text);
        run_free(a.run);
        free(text);
    }
}

/* ---- mistakes ---- */

/* The text with the first `what` after `after` replaced; to be freed. */
static char *replaced(const char *text, const char *after, const char *what, const char *by)
{
    const char *from = strstr(text, after), *at = from ? strstr(from, what) : NULL;
    if (!at) return NULL;
    size_t size = strlen(text) + strlen(by) + 1;
    char *out = malloc(size);
    REQUIRE(out);
    snprintf(out, size, "%.*s%s%s", (int)(at - text), text, by, at + strlen(what));
    return out;
}

static void expect_problem(const char *program, char *text, const char *problem)
{
    Attempt a = {.run = run_new(), .program = program, .text = text};
    REQUIRE(text);
    StopKind stop = run_guard(a.run, attempt, &a);
    const char *said = stop == STOP_NONE    ? a.result.problem
                       : stop == STOP_INPUT ? run_diags(a.run)->data[0].text
                                            : NULL;
    CHECK(said && strstr(said, problem));
    if (!said || !strstr(said, problem)) printf("# %s, not %s\n", said ? said : "certified", problem);
    run_free(a.run);
    free(text);
}

TEST(mistakes_have_their_messages)
{
    char *text = prove(peterson), *other = prove(started);
    expect_problem(peterson, replaced(text, "turns", " 2", ""), "must take turns there");
    expect_problem(peterson, replaced(text, "thread", "thread t1\n", ""), "there is none with number");
    expect_problem(peterson, replaced(text, "thread", "thread t1\n", "thread t1\nthread t1\n"), "expected a thread");
    expect_problem(peterson, replaced(text, "main", "main 0 1", "main 0 0"), "does not name every thread once");
    expect_problem(peterson, replaced(text, "main", "main 0 1", "main 0 2"), "there is none with number 2");
    expect_problem(peterson, replaced(text, "fact", "never", "never true || "), "");
    expect_problem(peterson, replaced(text, "part", "modular ", "modular 0 "), "no error edge 0");
    expect_problem(peterson, replaced(text, "fact", "uses 0", "uses 1"), "there is none with number 1");
    expect_problem(peterson, replaced(text, "diagram", "\nnode ", "\nnode 999 0 0 1\nnode "),
                   "there is none with number 999");
    expect_problem(peterson, replaced(text, "diagram", "\nat ", "\nat 0 99999\nat "),
                   "there is none with number 99999");
    expect_problem(peterson, replaced(text, "\nat", "end ", "end 1"), "the number of nodes");
    expect_problem(peterson, replaced(text, "diagram", "\nat 1 ", "\nat 1 0 // "), "not so: the invariant");
    expect_problem(started, replaced(other, "thread", "by 0 edge 0", ""), "is not declared");
    free(text);
    free(other);
}

/* ---- corrupted proofs ---- */

/* Some digit, bit or operator changed after the header, or a line dropped; to be freed. */
static char *corrupted(Rng *rng, const char *right)
{
    char *text = strdup(right), *body = strstr(text, "part modular");
    REQUIRE(text && body);
    for (size_t length = strlen(body);;) {
        char *at = body + rng_below(rng, (uint32_t)length);
        if (*at >= '0' && *at <= '9') {
            *at = (char)(*at == '9' ? '8' : *at + 1 - 2 * (*at > '0' && rng_below(rng, 2)));
            return text;
        }
        if ((*at == '=' || *at == '!') && at[1] == '=') {
            *at = *at == '=' ? '!' : '=';
            return text;
        }
        if (*at == '\n' && rng_below(rng, 4) == 0) {
            char *end = strchr(at + 1, '\n');
            if (end) memmove(at, end, strlen(end) + 1);
            return text;
        }
    }
}

typedef struct Tally {
    int refused, rejected, certified;
} Tally;

/* What is certified must be so. */
static void try_text(const char *program, bool fails, const char *text, Tally *tally)
{
    Attempt a = {.run = run_new(), .program = program, .text = text};
    StopKind stop = run_guard(a.run, attempt, &a);
    CHECK(stop == STOP_NONE || stop == STOP_INPUT);
    if (stop != STOP_NONE)
        tally->refused++;
    else if (!a.result.certified)
        tally->rejected++;
    else
        tally->certified++;
    CHECK(stop != STOP_NONE || !a.result.certified || !fails);
    run_free(a.run);
}

static void try_all(uint64_t seed, int each)
{
    Rng rng = {seed};
    Tally sum = {0, 0, 0};
    for (size_t i = 0; i < PROGRAMS; i++) {
        char *right = prove(programs[i]);
        for (int k = 0; k < each; k++) {
            char *text = corrupted(&rng, right);
            try_text(programs[i], false, text, &sum);
            free(text);
        }
        free(right);
    }
    printf("# seed %llu: %d refused, %d rejected, %d certified\n", (unsigned long long)seed, sum.refused, sum.rejected,
           sum.certified);
    CHECK(sum.refused > each / 4 && sum.rejected > each / 4);
}

TEST(corrupted_proofs_are_refused_or_rejected) { try_all(1, 30); }

SLOW_TEST(many_corrupted_proofs_are_refused_or_rejected) { try_all((uint64_t)time(NULL), 400); }

/* ---- other programs ---- */

static const char *const changes[][3] = {
    {"c1 = true;\n  turn = false;", "turn = false;\n  c1 = true;", "peterson"},
    {"assume !c0 || turn", "assume !c0 || !turn", "peterson"},
    {"assume !c1 || !turn", "assume true", "peterson"},
    {"in1 = false;", "in1 = true;", "peterson"},
    {"c0 = true;", "c0 = false;", "peterson"},
    {"template t1 1 {\n  1: c1", "template t1 1 {\n  in1 = true; 1: c1", "peterson"},
    {"assume c < 4", "assume c < 5", "chain"},
    {"c = c + 1;\n}", "c = c + 3;\n}", "chain"},
    {"c = 1;", "c = *;", "chain"},
    {"assert x < 4", "assert x < 1", "chain"},
    {"assume ready", "assume true", "started"},
    {"worker(2)", "worker(3)", "started"},
    {"s = l", "s = l + 1", "started"},
    {"l = p", "l = l", "started"},
};

/* Programs of the same shape, or nearly so, that fail: no proof of the safe one holds, as it is or corrupted. */
TEST(proofs_of_other_programs_do_not_hold)
{
    static const char *const names[] = {"peterson", "chain", "started"};
    Tally sum = {0, 0, 0};
    Rng rng = {7};
    int failing = 0;
    for (size_t i = 0; i < PROGRAMS; i++) {
        char *right = prove(programs[i]);
        for (size_t k = 0; k < sizeof changes / sizeof *changes; k++) {
            if (strcmp(changes[k][2], names[i]) != 0) continue;
            char *program = replaced(programs[i], "", changes[k][0], changes[k][1]);
            REQUIRE(program);
            Attempt a = {.run = run_new(), .program = program};
            REQUIRE(run_guard(a.run, attempt, &a) == STOP_NONE && run_guard(a.run, interpret, &a) == STOP_NONE);
            failing += a.fails;
            char *text = redirected(a.p, right);
            try_text(program, a.fails, text, &sum);
            for (int n = 0; n < 5; n++) {
                char *more = corrupted(&rng, text);
                try_text(program, a.fails, more, &sum);
                free(more);
            }
            free(text);
            run_free(a.run);
            free(program);
        }
        free(right);
    }
    printf("# %d programs that fail: %d refused, %d rejected, %d certified\n", failing, sum.refused, sum.rejected,
           sum.certified);
    CHECK(failing > 8 && sum.rejected > failing);
}

TAP_MAIN();
