/* Reductions in lockstep: proofs read back and hold; mistakes in them are found; corrupted ones, said to be of programs
 * that fail, prove nothing wrong. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TAP_SECONDS 120

#include "base/rng.h"
#include "chorus.h"
#include "kernel/certify.h"
#include "program/interpreter.h"
#include "program/scpl/parse.h"
#include "proof/text/proof_text.h"
#include "tap.h"

static const TraceOption option_data[] = {
    {"granularity", "statement"}, {"integers", "machine"}, {"nondet_static", "off"}};
static const TraceOptions options = {option_data, 3, NULL, 0, NULL};

static const char safe[] = "shared u3 n = *, x = 0, y = 0;\n"
                           "shared bool d = false;\n"
                           "template main 1 { spawn t(); while (x < n) { x = x + 1; } assume d; assert x == y; }\n"
                           "template t 0 { while (y < n) { y = y + 1; } d = true; }\n";
/* As the safe one in form. */
static const char *const failing[] = {
    "shared u3 n = *, x = 0, y = 0;\n"
    "shared bool d = false;\n"
    "template main 1 { spawn t(); while (x < n) { x = x + 1; } assume d; assert x != y; }\n"
    "template t 0 { while (y < n) { y = y + 1; } d = true; }\n",
    "shared u3 n = *, x = 0, y = 0;\n"
    "shared bool d = false;\n"
    "template main 1 { spawn t(); while (x < n) { x = x + 1; } assume d; assert x == y; }\n"
    "template t 0 { while (y < n) { y = x + 1; } d = true; }\n"};
#define FAILING (sizeof failing / sizeof *failing)

/* One loop goes by 1, the other by 2: in turns of 2 to 1. */
static const char uneven[] =
    "shared u8[u8] f = *;\n"
    "shared u8 n = *, x = 0, y = 0;\n"
    "shared bool d = false, e = false;\n"
    "template main 1 { assume n < 100; spawn s(); spawn t(); assume d && e; assert x == y; }\n"
    "template s 0 { local u8 i = 0; while (i < 2 * n) { x = f[x]; i = i + 1; } e = true; }\n"
    "template t 0 { local u8 i = 0; while (i < 2 * n) { y = f[y]; y = f[y]; i = i + 2; } d = true; }\n";
/* A queue of ones and a zero: what is taken may be taken before more is put there, where it is not empty. */
static const char queue[] =
    "shared u8[u8] q = *;\n"
    "shared u8 n = *, front = 0, back = 0, x = 0;\n"
    "shared bool d = false, e = false;\n"
    "template main 1 { assume n < 200; spawn s(); spawn t(); assume d && e; assert x == n; }\n"
    "template s 0 { local u8 i = 0;\n"
    "  while (i < n) { atomic { assume q[back] == 1; back = back + 1; } i = i + 1; }\n"
    "  atomic { assume q[back] == 0; back = back + 1; } d = true; }\n"
    "template t 0 { local u8 j = 1;\n"
    "  while (j != 0) { atomic { assume front < back; j = q[front]; front = front + 1; } x = x + j; } e = true; }\n";
/* The greatest element, by one thread and by two: "if (y < f[i]) y = f[i]" commutes as a whole only. */
static const char greatest[] =
    "shared u8[u8] f = *;\n"
    "shared u8 n = *, m = *, x = 0, y = 0;\n"
    "shared bool d = false, e = false, g = false;\n"
    "template main 1 { assume m <= n; spawn r(); spawn s(); spawn t(); assume d && e && g; assert x == y; }\n"
    "template r 0 { local u8 i = 0; while (i < n) { atomic { if (x < f[i]) x = f[i]; } i = i + 1; } d = true; }\n"
    "template s 0 { local u8 i = 0; while (i < m) { atomic { if (y < f[i]) y = f[i]; } i = i + 1; } e = true; }\n"
    "template t 0 { local u8 i = 0; i = m; while (i < n) { atomic { if (y < f[i]) y = f[i]; } i = i + 1; } g = true; "
    "}\n";

/* What `check` proves of a safe program, as text; to be freed. */
static char *prove_program(const char *program)
{
    char file[] = "/tmp/chorus-test-XXXXXX.scpl";
    const char *path = file;
    int fd = mkstemps(file, 5);
    REQUIRE(fd >= 0 && write(fd, program, strlen(program)) == (ssize_t)strlen(program) && close(fd) == 0);
    ChorusSession *s = chorus_new();
    REQUIRE(chorus_set_option(s, "method", "lockstep") == CHORUS_OK && chorus_load(s, &path, 1) == CHORUS_OK);
    if (chorus_check(s) != CHORUS_TRUE) printf("# %s\n", chorus_result_line(s));
    const char *text = chorus_certificate_text(s);
    REQUIRE(text);
    char *copy = strdup(text);
    chorus_free(s);
    unlink(file);
    return copy;
}

static char *prove(void) { return prove_program(safe); }

typedef struct Attempt {
    Run *run;
    const char *program, *text; /* text: NULL, only the program is read */
    Program *p;
    CertifyResult result;
    bool fails;
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

TEST(proofs_read_back_and_hold)
{
    char *text = prove();
    Attempt a = {.run = run_new(), .program = safe, .text = text};
    CHECK(strstr(text, "part lockstep") != NULL);
    REQUIRE(run_guard(a.run, attempt, &a) == STOP_NONE);
    CHECK_STR(a.result.problem, NULL);
    CHECK_STR(str_text(&a.printed), text);
    run_free(a.run);
    free(text);
}

/* ---- mistakes ---- */

/* The text with the first `what` after `after` replaced; to be freed. */
static char *replaced(const char *text, const char *after, const char *what, const char *by)
{
    const char *from = strstr(text, after), *at = from ? strstr(from, what) : NULL;
    REQUIRE(at);
    size_t size = strlen(text) + strlen(by) + 1;
    char *out = malloc(size);
    REQUIRE(out);
    snprintf(out, size, "%.*s%s%s", (int)(at - text), text, by, at + strlen(what));
    return out;
}

static void expect_problem_of(const char *program, char *text, const char *problem)
{
    Attempt a = {.run = run_new(), .program = program, .text = text};
    StopKind stop = run_guard(a.run, attempt, &a);
    const char *said = stop == STOP_NONE    ? a.result.problem
                       : stop == STOP_INPUT ? run_diags(a.run)->data[0].text
                                            : NULL;
    CHECK(said && strstr(said, problem));
    if (!said || !strstr(said, problem)) printf("# %s, not %s\n", said ? said : "certified", problem);
    run_free(a.run);
    free(text);
}

static void expect_problem(char *text, const char *problem) { expect_problem_of(safe, text, problem); }

/* ---- steps that commute in some states, and as a whole ---- */

static void expect_certified(const char *program, char *text)
{
    Attempt a = {.run = run_new(), .program = program, .text = text};
    REQUIRE(run_guard(a.run, attempt, &a) == STOP_NONE);
    CHECK_STR(a.result.problem, NULL);
    CHECK_STR(str_text(&a.printed), text);
    run_free(a.run);
    free(text);
}

TEST(loops_of_different_steps_take_turns)
{
    char *text = prove_program(uneven);
    CHECK(strstr(text, "\norder 0 1 2\norder 0 1 2\norder 0 2 1\n") != NULL);
    expect_certified(uneven, text);
}

TEST(cases_are_part_of_the_proof)
{
    char *text = prove_program(queue);
    REQUIRE(strstr(text, "\ncase 1 ") && strstr(text, " front < back;\n"));
    expect_problem_of(queue, replaced(text, "\ncase 1 ", "front < back;", "front <= back;"), "not proved");
    expect_problem_of(queue, replaced(text, "\ncase 1 ", "case 1 ", "case 9 "), "there is none");
    expect_certified(queue, text);
}

SLOW_TEST(joined_steps_are_part_of_the_proof)
{
    char *text = prove_program(greatest);
    REQUIRE(strstr(text, "\njoined\n"));
    expect_problem_of(greatest, replaced(text, "\njoined\n", "joined\n", ""), "an error may be come to");
    expect_certified(greatest, text);
}

/* Cases and joining that a proof could do without change nothing. */
TEST(cases_that_are_not_needed_do_no_harm)
{
    char *text = prove();
    expect_certified(safe, replaced(text, "\norder", "\norder", "\njoined\norder"));
    expect_certified(safe, replaced(text, "\nnode 0", "\nnode 0", "\ncase 1 0 x < y;\nnode 0"));
    free(text);
}

TEST(mistakes_have_their_messages)
{
    char *text = prove();
    expect_problem(replaced(text, "node 1 ", " known !d; invariant", " asleep 1 known !d; invariant"),
                   "no case is left out");
    expect_problem(replaced(text, "node 1 ", "known !d; invariant", "known !d; dead invariant"), "not well-formed");
    expect_problem(replaced(text, "node 1 ", " invariant ", " invariant x == 7 && "), "the invariant of node 1 holds");
    expect_problem(replaced(text, "node 0 ", "invariant true; next 1", "dead"), "said to be dead");
    expect_problem(replaced(text, "\norder", "0 1", "1 1"), "no order of the threads");
    expect_problem(replaced(text, "node 0 at ", "unborn", "0"), "not where the program begins");
    expect_problem(replaced(text, "node 0 ", "next 1", "next 0"), "no step leads to");
    expect_problem(replaced(text, "\nthread main", "\nthread t by 0 edge", "\nthread t by 1 edge"), "there is none");
    free(text);
}

/* ---- corruptions ---- */

static char *redirected(Program *p, const char *right)
{
    const char *rest = strchr(right, '\n') + 1;
    size_t size = strlen(right) + 200;
    char *out = malloc(size);
    REQUIRE(out);
    snprintf(out, size, "%.*sdigest \"%s\"%s", (int)(rest - right), right, evidence_digest(p), strchr(rest, '\n'));
    return out;
}

/* Other digits, other signs, a line less. */
static void corrupt(Rng *rng, char *text)
{
    char *body = strstr(text, "part lockstep");
    for (uint32_t times = 1 + rng_below(rng, 3); times; times--) {
        char *at = body + rng_below(rng, (uint32_t)strlen(body));
        if (*at >= '0' && *at <= '9')
            *at = (char)('0' + rng_below(rng, 8));
        else if (*at == '<' || *at == '>')
            *at = *at == '<' ? '>' : '<';
        else if (*at == '=' && at[1] == '=')
            *at = '!';
    }
}

TEST(corrupted_proofs_of_failing_programs_are_not_accepted)
{
    char *right = prove();
    Rng rng = {7};
    for (uint32_t i = 0; i < 300; i++) {
        const char *program = failing[i % FAILING];
        Attempt read = {.run = run_new(), .program = program};
        REQUIRE(run_guard(read.run, attempt, &read) == STOP_NONE);
        CHECK(i >= FAILING || interpreter_search(interpreter_new(read.p), 3, 200000).error_reachable);
        char *text = redirected(read.p, right);
        run_free(read.run);
        if (i >= FAILING) corrupt(&rng, text);
        Attempt a = {.run = run_new(), .program = program, .text = text};
        StopKind stop = run_guard(a.run, attempt, &a);
        CHECK(stop != STOP_INTERNAL && !(stop == STOP_NONE && a.result.certified));
        run_free(a.run);
        free(text);
    }
    free(right);
}

TAP_MAIN();
