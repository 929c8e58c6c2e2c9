/* Certificates: round trips, what is refused, and corrupted certificates: what is certified nevertheless must hold in
 * every reachable concrete state of small configurations. */
#include <time.h>

/* Before tap.h: thousands of certificates are checked in one test. */
#ifdef __SANITIZE_ADDRESS__
#define TAP_SECONDS 550
#define ATTEMPTS_EACH 30 /* corrupted certificates of a case, with a seed */
#else
#define TAP_SECONDS 300
#define ATTEMPTS_EACH (40 * tap_factor())
#endif

#include "chorus.h"
#include "kernel/certify.h"
#include "program/scpl/parse.h"
#include "proof/text/proof_text.h"
#include "support/cases.h"
#include "support/confirm.h"
#include "support/corrupt.h"
#include "tap.h"

/* ---- programs ---- */

static const TraceOption machine_data[] = {
    {"granularity", "statement"}, {"integers", "machine"}, {"nondet_static", "off"}};
static const TraceOption ideal_data[] = {{"granularity", "statement"}, {"integers", "ideal"}, {"nondet_static", "off"}};
static const TraceOptions machine_options = {machine_data, 3, NULL, 0, NULL},
                          ideal_options = {ideal_data, 3, NULL, 0, NULL};

/* ---- certificates ---- */

/* The certificate that `check` writes for a file; to be freed. Teams are not counted: what is about all threads would
 * be proved in parts. */
static char *prove_file_with(const char *path, const char *threads, bool ideal, const char *parts)
{
    ChorusSession *s = chorus_new();
    REQUIRE(s);
    REQUIRE(chorus_leave_out_rows(s, "counted-teams") == CHORUS_OK);
    REQUIRE(chorus_set_option(s, "parts", parts) == CHORUS_OK);
    REQUIRE(chorus_set_option(s, "threads", threads) == CHORUS_OK);
    REQUIRE(chorus_set_option(s, "integers", ideal ? "ideal" : "machine") == CHORUS_OK);
    REQUIRE(chorus_load(s, &path, 1) == CHORUS_OK);
    if (chorus_check(s) != CHORUS_TRUE) printf("# %s: %s\n", path, chorus_result_line(s));
    const char *text = chorus_certificate_text(s);
    REQUIRE(text);
    char *copy = strdup(text);
    chorus_free(s);
    return copy;
}

static char *prove_file(const char *path, const char *threads, bool ideal)
{
    return prove_file_with(path, threads, ideal, "auto");
}

static char *prove_with(const Case *c, const char *parts)
{
    char path[] = "/tmp/chorus-test-XXXXXX.scpl";
    int fd = mkstemps(path, 5);
    size_t length = strlen(c->program);
    REQUIRE(fd >= 0 && write(fd, c->program, length) == (ssize_t)length && close(fd) == 0);
    char *text = prove_file_with(path, c->threads, c->ideal, parts);
    unlink(path);
    return text;
}

static char *prove(const Case *c) { return prove_with(c, "auto"); }

typedef struct Fixture {
    Run *run;
    Program *program;
    const TraceOptions *options;
    const char *text; /* of the program */
    bool ideal;
} Fixture;

static void parse_program(Run *run, void *arg)
{
    Fixture *f = arg;
    f->program = scpl_parse(run, term_manager_new(run), "input.scpl", f->text, strlen(f->text), f->ideal);
}

static void set_up(Fixture *f, const char *program, bool ideal)
{
    *f = (Fixture){run_new(), NULL, ideal ? &ideal_options : &machine_options, program, ideal};
    REQUIRE(f->run);
    REQUIRE(run_guard(f->run, parse_program, f) == STOP_NONE);
}

typedef struct Attempt {
    const Fixture *f;
    const char *text;
    size_t length;
    Proof *proof;
    Certificate *certificate; /* of a proof that is one for everything */
    CertifyResult result;
    Confirmation confirmation;
} Attempt;

static void parse(Run *run, void *arg)
{
    (void)run;
    Attempt *a = arg;
    a->certificate = NULL;
    ProofSubject subject = {.p = a->f->program};
    a->proof = proof_parse(&subject, a->f->options, "c", a->text, a->length);
    if (proof_is_whole(a->proof)) a->certificate = a->proof->parts.data[0].invariant;
}

static void check(Run *run, void *arg)
{
    (void)run;
    Attempt *a = arg;
    a->result = certify(a->proof, NULL);
}

static void confirm(Run *run, void *arg)
{
    (void)run;
    Attempt *a = arg;
    a->confirmation = confirm_certificate(a->certificate);
}

/* The parser's message; NULL when it accepts. One diagnostic for each refusal. */
static const char *refusal(Attempt *a)
{
    Diags *diags = run_diags(a->f->run);
    diags->count = 0; /* the same one again would not be added */
    StopKind stop = run_guard(a->f->run, parse, a);
    if (stop == STOP_NONE) return NULL;
    CHECK_EQ_INT(stop, STOP_INPUT);
    CHECK_EQ_INT(diags->count, 1);
    REQUIRE(diags->count > 0);
    const Diag *diag = &diags->data[0];
    CHECK(!strchr(diag->text, '\n') && diag->pos.line > 0 && diag->severity == SEVERITY_ERROR);
    return diag->text;
}

static const char *refusal_of(const Fixture *f, const char *text, size_t length)
{
    Attempt a = {.f = f, .text = text, .length = length};
    return refusal(&a);
}

/* ---- round trips ---- */

static void check_round_trip(const Fixture *f, const char *text)
{
    Attempt a = {.f = f, .text = text, .length = strlen(text)};
    CHECK_STR(refusal(&a), NULL);
    if (!a.proof) return;
    Str printed;
    str_init(f->run, &printed);
    proof_print(a.proof, f->options, &printed);
    CHECK_STR(str_text(&printed), text);
    CHECK_EQ_INT(run_guard(f->run, check, &a), STOP_NONE);
    CHECK(a.result.certified);
    CHECK_STR(a.result.problem, NULL);
}

/* What the session printed, read and printed again; and it is what the case is there for, and certified, and so. */
static void check_case(const Case *c)
{
    char *text = prove(c);
    Fixture f;
    set_up(&f, c->program, c->ideal);
    check_round_trip(&f, text);
    if (!strstr(text, c->line)) CHECK_STR(text, c->line);
    Attempt a = {.f = &f, .text = text, .length = strlen(text)};
    REQUIRE(run_guard(f.run, parse, &a) == STOP_NONE);
    if (!a.certificate) printf("# %s is proved in parts\n", c->name);
    REQUIRE(a.certificate);
    CHECK_EQ_INT(run_guard(f.run, confirm, &a), STOP_NONE);
    CHECK_STR(a.confirmation.problem, NULL);
    CHECK(a.confirmation.is_complete && a.confirmation.members >= 3);
    printf("# %s: %llu states, %llu of the certificate\n", c->name, (unsigned long long)a.confirmation.states,
           (unsigned long long)a.confirmation.members);
    run_free(f.run);
    free(text);
}

/* Errors that no error edge is for: nothing that speaks of error edges shows that there are none. */
TEST(what_is_unproved_is_not_certified)
{
    const Case *c = &cases[0];
    char *text = prove(c);
    Fixture f;
    set_up(&f, c->program, c->ideal);
    Attempt a = {.f = &f, .text = text, .length = strlen(text)};
    REQUIRE(refusal(&a) == NULL);
    REQUIRE(run_guard(f.run, check, &a) == STOP_NONE);
    CHECK(a.result.certified);
    f.program->unproved = "a wait that is not modelled";
    REQUIRE(run_guard(f.run, check, &a) == STOP_NONE);
    CHECK(!a.result.certified);
    CHECK_STR(a.result.problem, f.program->unproved);
    run_free(f.run);
    free(text);
}

SLOW_TEST(printed_certificates_read_back_and_hold)
{
    for (size_t i = 0; i < CASE_COUNT; i++)
        check_case(&cases[i]);
}

static char *read_file(const char *path)
{
    static char text[100000];
    FILE *file = fopen(path, "rb");
    REQUIRE(file);
    size_t length = fread(text, 1, sizeof text - 1, file);
    text[length] = 0;
    fclose(file);
    return text;
}

TEST(certificates_of_files_read_back)
{
    static const struct {
        const char *path, *threads;
        bool ideal;
    } files[] = {
        {"/../bench/programs/p.scpl", "1", false},
        {"/../bench/programs/p_prime.scpl", "1", false},
        {"/../bench/programs/p_double_prime.scpl", "2", false},
        {"/golden/check/readers_writers.scpl", "all", true},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char path[4096];
        Fixture f;
        snprintf(path, sizeof path, "%s%s", CHORUS_TESTS_DIR, files[i].path);
        char *text = prove_file(path, files[i].threads, files[i].ideal);
        set_up(&f, read_file(path), files[i].ideal);
        check_round_trip(&f, text);
        run_free(f.run);
        free(text);
    }
}

/* ---- proofs with parts ---- */

/* Two questions that have nothing to do with each other. */
static const char two_locks[] =
    "shared bool la = 0, lb = 0; shared u2 a = 0, b = 0;\n"
    "template first * { atomic { assume !la; la = 1; } a = a + 1; assert a == 1; a = a - 1; la = 0; }\n"
    "template second * { atomic { assume !lb; lb = 1; } b = b + 1; assert b == 1; b = b - 1; lb = 0; }\n";
/* The same, with threads that are started: those of the other question are idle, and much has no effect. */
static const char two_kinds[] =
    "shared bool la = 0, lb = 0; shared u2 a = 0, b = 0, n = 0;\n"
    "template main 1 { while (*) { spawn first(); n = n + 1; spawn second(); } }\n"
    "template first 0 {\n"
    "  n = n + 1; if (n == 1) { n = 0; }\n"
    "  atomic { assume !la; la = 1; } a = a + 1; assert a == 1; a = a - 1; la = 0; }\n"
    "template second 0 { atomic { assume !lb; lb = 1; } b = b + 1; assert b == 1; b = b - 1; lb = 0; }\n";
static const Case divided[] = {
    {"two locks", two_locks, "all", false, "keep shared b lb;\n"},
    {"two locks, 2 threads", two_locks, "2", false, "claim threads 2\n"},
    {"two kinds of threads", two_kinds, "all", false, "idle second;\njoin main 1: 0 2 3;\njoin first 3: 0 1 2;\n"},
};

TEST(proofs_with_parts_read_back)
{
    for (size_t i = 0; i < sizeof divided / sizeof *divided; i++) {
        char *text = prove_with(&divided[i], "on");
        Fixture f;
        set_up(&f, divided[i].program, false);
        CHECK(strstr(text, "chorus certificate 2\n") == text);
        if (!strstr(text, divided[i].line)) CHECK_STR(text, divided[i].line);
        check_round_trip(&f, text);
        run_free(f.run);
        free(text);
    }
}

/* ---- the brute force itself ---- */

/* The text with the first `from` replaced. */
static char *replaced(const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, from);
    if (!at) printf("# no '%s' in:\n%s\n", from, text);
    REQUIRE(at);
    size_t size = strlen(text) + strlen(to) + 1;
    char *out = malloc(size);
    REQUIRE(out);
    snprintf(out, size, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    return out;
}

/* A line that says how many states there are, made to say so. */
static char *recounted(char *text, const char *message)
{
    const char *number = strrchr(message, ' ');
    char *end = strstr(text, "\nend ");
    if (!number || !end || !strstr(message, "the number of states or views:")) return text;
    size_t size = (size_t)(end - text) + 40;
    char *out = malloc(size);
    REQUIRE(out);
    snprintf(out, size, "%.*s\nend%s\n", (int)(end - text), text, number);
    free(text);
    return out;
}

/* Parses the text, numbers set right; the parser's message or NULL. Frees *text for what it puts there. */
static const char *parse_recounted(Attempt *a, char **text)
{
    *a = (Attempt){.f = a->f, .text = *text, .length = strlen(*text)};
    const char *message = refusal(a);
    if (!message || !strstr(message, "the number of states or views:")) return message;
    *text = recounted(*text, message);
    *a = (Attempt){.f = a->f, .text = *text, .length = strlen(*text)};
    return refusal(a);
}

/* The certificate of the case, with `from` replaced, is rejected by the checker, and by brute force with that message.
 */
static void check_wrong(const char *name, const char *from, const char *to, const char *message)
{
    const Case *c = NULL;
    for (size_t i = 0; i < CASE_COUNT; i++)
        if (strcmp(cases[i].name, name) == 0) c = &cases[i];
    REQUIRE(c);
    char *right = prove(c), *text = replaced(right, from, to);
    Fixture f;
    set_up(&f, c->program, c->ideal);
    Attempt a = {.f = &f};
    CHECK_STR(parse_recounted(&a, &text), NULL);
    if (a.certificate) {
        CHECK_EQ_INT(run_guard(f.run, check, &a), STOP_NONE);
        CHECK(!a.result.certified && a.result.problem);
        CHECK_EQ_INT(run_guard(f.run, confirm, &a), STOP_NONE);
        if (!a.confirmation.problem || !strstr(a.confirmation.problem, message))
            CHECK_STR(a.confirmation.problem, message);
    }
    run_free(f.run);
    free(right);
    free(text);
}

SLOW_TEST(brute_force_sees_wrong_invariants)
{
    static const char missing[] = "a reachable state is not in the invariant";
    check_wrong("single templates", " left@0 ", " left@1 ", missing);
    check_wrong("lock", "state b0\n", "state b0 atomic\n", missing);
    check_wrong("lock, 3 threads", "thread@0*3", "thread@0*2", missing);
    check_wrong("sums", "state b1010000 main@end worker@end*2\n", "", missing);
    check_wrong("Peterson", "claim created 2", "claim created 1", missing);
    check_wrong("Peterson, 1 thread", "claim threads 1", "claim created 1", "more threads are created than claimed");
    check_wrong("spawns, 2 threads", "single main\n", "single main\nsingle worker\n",
                "two threads of a single template");
    check_wrong("counting by two", "thread@4*2", "thread@4", "a counting predicate does not hold");
    check_wrong("tickets", "unsigned below", "unsigned above", "a ticket is not behind its counter");
    check_wrong("tickets", "unsigned below ", "unsigned below thread@0 mine ", "a ticket is not behind its counter");
    check_wrong("tickets", "ticket next", "ticket serving", "a ticket is not behind its counter");
    check_wrong("tickets, as long as there are some", "known thread 4: mine != 7", "known thread 4: mine < 1",
                "what is known of a thread's locals does not hold");
    check_wrong("tickets, as long as there are some", "\nknown ", "\nknown thread 0: mine != 7;\nknown ",
                "what is known of a thread's locals does not hold");
}

/* An invariant in which everything is: the program is what is wrong. */
TEST(brute_force_sees_failing_assertions)
{
    static const char buggy[] = "shared u2 x = 0; local u2 l;\n1: l = x;\n2: x = l + 1;\n3: assert x == l + 1;\n";
    Fixture f;
    set_up(&f, buggy, false);
    Str text;
    str_init(f.run, &text);
    evidence_print_header(f.program, "certificate", CERTIFICATE_VERSION, f.options, &text);
    str_add(&text, "claim views 1\n\ncut thread 0 1 2 3\n\nstate b\n"
                   "  view thread@0\n  view thread@1\n  view thread@2\n  view thread@3\nend 5\n");
    Attempt a = {.f = &f, .text = str_text(&text), .length = text.length};
    CHECK_STR(refusal(&a), NULL);
    REQUIRE(a.certificate);
    CHECK_EQ_INT(run_guard(f.run, check, &a), STOP_NONE);
    CHECK(!a.result.certified && strstr(a.result.problem, "can fail"));
    CHECK_EQ_INT(run_guard(f.run, confirm, &a), STOP_NONE);
    CHECK_STR(a.confirmation.problem, "2 threads: an assertion can fail");
    run_free(f.run);
}

/* ---- eager locations ---- */

/* Programs that fail, with states that would be all there are if the location might be left first. Corruption hardly
 * ever finds such: what the order of steps hides must be left out as well. */
static const struct {
    const char *program, *body, *problem;
} eager_mistakes[] = {
    {"shared bool x = 0; template setter 1 { x = 1; } template reader 1 { assert x; }\n",
     "claim threads 1 cut setter 0 cut reader 0 eager setter 0 predicate shared: x;\n"
     "state b0 setter@0 reader@0\n state b1 setter@end reader@0\n state b1 setter@end reader@end\n end 3\n",
     "is claimed eager, but other threads can see its steps"},
    {"template waiter 1 { local bool b; assume b; } template reader 1 { error; }\n",
     "claim threads 1 cut waiter 0 cut reader 0 eager waiter 0 predicate waiter: false;\n"
     "state b waiter@0:b0 reader@0\n end 1\n",
     "is claimed eager, but can block"},
    {"shared bool x = 0; template looper 1 { 1: skip; goto 1; } template reader 1 { assert x; }\n",
     "claim threads 1 cut looper 0 1 cut reader 0 eager looper 0 1 predicate shared: x;\n"
     "state b0 looper@0 reader@0\n state b0 looper@1 reader@0\n end 2\n",
     "is claimed eager, but on a cycle"},
    {"template a 1 { spawn bad(); } template b 1 { spawn good(); } template bad { error; } template good { skip; }\n",
     "claim threads 1 cut a 0 1 cut b 0 1 cut bad 0 cut good 0 eager b 0\n"
     "state b a@0 b@0\n state b a@0 b@end good@0\n state b a@0 b@end good@end\n"
     "state b a@end b@end good@0\n state b a@end b@end good@end\n end 5\n",
     "are claimed eager, but several threads can start threads"},
    {"shared bool x = 0; template setter 1 { skip; atomic { skip; x = 1; } } template reader 1 { assert x; }\n",
     "claim threads 1 cut setter 0 1 cut reader 0 eager setter 0 1 predicate shared: x;\n"
     "state b0 setter@0 reader@0\n state b0 setter@1 reader@0\n state b1 setter@end reader@0\n"
     "state b1 setter@end reader@end\n end 4\n",
     "is claimed eager, but other threads can see its steps"},
};

TEST(eager_locations_do_not_hide_failures)
{
    for (size_t i = 0; i < sizeof eager_mistakes / sizeof *eager_mistakes; i++) {
        Fixture f;
        Str text;
        set_up(&f, eager_mistakes[i].program, false);
        str_init(f.run, &text);
        evidence_print_header(f.program, "certificate", CERTIFICATE_VERSION, f.options, &text);
        str_add(&text, eager_mistakes[i].body);
        Attempt a = {.f = &f, .text = str_text(&text), .length = text.length};
        CHECK_STR(refusal(&a), NULL);
        REQUIRE(a.certificate);
        CHECK_EQ_INT(run_guard(f.run, check, &a), STOP_NONE);
        CHECK(!a.result.certified);
        if (!a.result.problem || !strstr(a.result.problem, eager_mistakes[i].problem))
            CHECK_STR(a.result.problem, eager_mistakes[i].problem);
        CHECK_EQ_INT(run_guard(f.run, confirm, &a), STOP_NONE);
        CHECK(a.confirmation.problem && strstr(a.confirmation.problem, "an assertion can fail"));
        run_free(f.run);
    }
}

/* ---- malformed certificates ---- */

static char *prove_case(const char *name, Fixture *f)
{
    for (size_t i = 0; i < CASE_COUNT; i++)
        if (strcmp(cases[i].name, name) == 0) {
            set_up(f, cases[i].program, cases[i].ideal);
            return prove(&cases[i]);
        }
    printf("# no case '%s'\n", name);
    exit(EXIT_FAILURE);
}

static void check_mistakes(const char *name, const char *const (*mistakes)[3], size_t count)
{
    Fixture f;
    char *right = prove_case(name, &f);
    CHECK_STR(refusal_of(&f, right, strlen(right)), NULL);
    for (size_t i = 0; i < count; i++) {
        char *text = replaced(right, mistakes[i][0], mistakes[i][1]);
        const char *message = refusal_of(&f, text, strlen(text));
        if (!message || !strstr(message, mistakes[i][2])) CHECK_STR(message, mistakes[i][2]);
        free(text);
    }
    run_free(f.run);
    free(right);
}

TEST(each_kind_of_mistake_has_its_message)
{
    static const char *const views[][3] = {
        {"chorus certificate", "chorus trace", "is not a certificate file of Chorus"},
        {"certificate 1", "certificate 3", "version 3 of the format is not known (known is 1 to 2)"},
        {"certificate 1", "certificate", "expected the version of the format"},
        {"\"sha256:", "\"sha256:0",
         "the certificate is for another program or other options (the digest differs), or another version of Chorus "
         "made it"},
        {"granularity statement", "granularity access", "other options (granularity is access, not statement)"},
        {"integers machine", "integers ideal", "other options (integers is ideal, not machine)"},
        {"nondet_static off", "nondet_static on", "other options (nondet_static is on, not off)"},
        {"unreach_call", "termination", "for another property"},
        {"claim views", "claim states", "expected 'views', 'threads', 'created' or 'concrete'"},
        {"claim views 1", "claim views 0", "views have from 1 to"},
        {"claim views 1", "claim views 7", "views have from 1 to"},
        {"claim views 1", "claim views 4294967295", "expected a number"},
        {"claim views", "claim threads", "expected "},
        {"single consumer", "single customer", "there is no template 'customer'"},
        {"single consumer", "single producer single consumer", "a single thread belongs to the state"},
        {"single consumer", "", "a thread of a template that is not single belongs to a view"},
        {"cut producer 0", "cut producer", "the location is not one of the cut"},
        {"cut producer 0", "cut producer 0 99", "template producer has no location 99"},
        {"cut producer 0", "cut producer 0 01", "leading zero"},
        {"predicate shared: ", "predicate shared: nothing && ", "nothing"},
        {"predicate shared: ", "predicate shared: i == 1 && ", "'i'"},
        {"predicate shared: ", "predicate shared: (", "expected"},
        {"predicate shared: ", "predicate shared ", "expected ':'"},
        {"predicate producer: ", "predicate shared: ", "i"},
        {"predicate shared: ", "counting nothing up most 1 predicate shared: ",
         "there is no shared variable 'nothing'"},
        {"predicate shared: ", "counting buffer up most 0 predicate shared: ", "a thread adds from 1 to"},
        {"predicate shared: ", "counting buffer up most 256 predicate shared: ", "a thread adds from 1 to"},
        {"\nstate ", "\nticket i unsigned below\nstate ", "there is no shared variable 'i'"},
        {"\nstate ", "\nticket buffer below\nstate ", "expected 'unsigned'"},
        {"\nstate ", "\nticket buffer signed under\nstate ", "expected 'below', 'at_most', 'above' or 'at_least'"},
        {"\nstate ", "\nticket buffer signed below producer@0 got\nstate ", "there is no local 'got'"},
        {"\nstate ", "\nticket buffer signed below producer@99 i\nstate ", "template producer has no location 99"},
        {"\nstate ", "\nticket buffer signed below\nknown producer 99: true;\nstate ", "has no location 99"},
        {"\nstate ", "\nticket buffer signed below\nknown producer 1: buffer == 0;\nstate ",
         "what is known beside tickets is about locals"},
        {"predicate shared: ", "counting buffer across predicate shared: ", "expected 'up'"},
        {"predicate shared: ", "counting buffer up most 2 producer@0*3 predicate shared: ", "a weight is from 1 to 2"},
        {"\nstate b", "\nstate b0", "expected 'b' and a digit for each of"},
        {"\nstate b", "\nstate c", "expected 'b' and a digit for each of"},
        {"\nstate ", "\nstate atomic ", "expected 'b' and a digit for each of"},
        {"  view producer", "  view producer@end producer", "ended threads are not in views"},
        {"  view ", "  view producer@0 ", "a view has at most 1 threads"},
        {"  view producer@0", "  view producer@2", "the location is not one of the cut"},
        {"  view producer@0:", "  view producer@0:b producer@0:", "expected 'b' and a digit for each of"},
        {"\nend ", "\nend 1", "expected the number of states or views: "},
        {"\nend ", "\nend of ", "expected the number of states or views:"},
        {"\nend ", "\nstop ", "expected 'end'"},
        {"\nend ", "\nnothing end ", "expected 'end'"},
    };
    static const char *const states[][3] = {
        {"claim threads 3", "claim threads 0", "the number of threads is at least 1"},
        {"claim threads 3", "claim threads 1000001", "more than 1000000 threads"},
        {"thread@0*3", "thread@0*0", "none, or too many threads"},
        {"thread@0*3", "thread@0*4294967294", "none, or too many threads"},
        {"thread@0*3", "thread@0*", "expected a number of threads"},
        {"\nstate b", "\nstate b2", "expected 'b' and a digit for each of"},
    };
    check_mistakes("several templates", views, sizeof views / sizeof *views);
    check_mistakes("lock, 3 threads", states, sizeof states / sizeof *states);
}

/* The text without what is from `from` to before `to`, and `count` parts said to be there. */
static char *without_part(const char *text, const char *from, const char *to, const char *count)
{
    const char *start = strstr(text, from), *end = start ? strstr(start + 1, to) : NULL,
               *parts = strstr(text, "\nparts ");
    REQUIRE(start && end && parts);
    char *out = malloc(strlen(text) + 20);
    REQUIRE(out);
    sprintf(out, "%.*s%.*s\nparts %s\n", (int)(start - text), text, (int)(parts - end), end, count);
    return out;
}

static void check_rejected(const Fixture *f, char *text, const char *problem)
{
    Attempt a = {.f = f, .text = text, .length = strlen(text)};
    CHECK_STR(refusal(&a), NULL);
    REQUIRE(a.proof);
    CHECK_EQ_INT(run_guard(f->run, check, &a), STOP_NONE);
    CHECK(!a.result.certified);
    if (!a.result.problem || !strstr(a.result.problem, problem)) CHECK_STR(a.result.problem, problem);
    free(text);
}

/* A part dropped, error edges in no part, or in one that does not prove them, and variables not kept. */
TEST(changed_parts_are_rejected)
{
    static const char left_out[] = "no part is about input.scpl:";
    char *right = prove_with(&divided[0], "on");
    Fixture f;
    set_up(&f, divided[0].program, false);
    check_rejected(&f, without_part(right, "part invariant 4\n", "part ", "1"), left_out);
    check_rejected(&f, without_part(right, "part invariant 11\n", "\nparts", "1"), left_out);
    check_rejected(&f, replaced(right, "part invariant 4\n", "part invariant\n"), left_out);
    check_rejected(&f, replaced(right, "part invariant 11\n", "part invariant 4\n"), left_out);
    check_rejected(&f, replaced(right, "part invariant 11\n", "part invariant 4 11\n"), "not in the invariant");
    check_rejected(&f, replaced(right, "keep shared b lb;", "keep shared b;"), "invariant");
    check_rejected(&f, replaced(right, "keep shared b lb;", "keep shared lb;"), "leads out of the invariant");
    run_free(f.run);
    free(right);
}

/* Threads that others see taken to be idle, and locations joined that must not be, or between which something happens.
 */
TEST(wrongly_joined_parts_are_rejected)
{
    static const char join[] = "join first 3: 0 1 2;";
    char *right = prove_with(&divided[2], "on");
    Fixture f;
    set_up(&f, divided[2].program, false);
    check_rejected(&f, replaced(right, "idle second;", "idle first;"), "first is idle, but others see what it does");
    check_rejected(&f, replaced(right, "idle second;", "idle main;"), "main is idle, but there at the start");
    check_rejected(&f, replaced(right, join, "join first 4: 3;"), "location 3 of first is joined with an atomic one");
    check_rejected(&f, replaced(right, join, "join first 3: 0 1 2; join first 0: 9;"),
                   "location 9 of first is joined with one that is another");
    check_rejected(&f, replaced(right, join, "join first 3: 0 1 2; join first 9: 8;"), "leads out of the invariant");
    check_rejected(&f, replaced(right, join, "join first 3: 0 1 2; join first 8: 7;"), "leads out of the invariant");
    run_free(f.run);
    free(right);
}

TEST(mistakes_in_joined_parts_have_their_messages)
{
    static const char *const mistakes[][3] = {
        {"idle second;", "idle third;", "there is no template 'third'"},
        {"idle second;", "idle second 3", "expected ';' after idle threads"},
        {"join first 3: 0 1 2;", "join first 3: 0 11;", "template first has no location 11"},
        {"join first 3: 0 1 2;", "join first 3 0;", "expected ':'"},
        {"join first 3: 0 1 2;", "join first 3: 0 first", "expected ';' after joined locations"},
    };
    char *right = prove_with(&divided[2], "on");
    Fixture f;
    set_up(&f, divided[2].program, false);
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        char *text = replaced(right, mistakes[i][0], mistakes[i][1]);
        const char *message = refusal_of(&f, text, strlen(text));
        if (!message || !strstr(message, mistakes[i][2])) CHECK_STR(message, mistakes[i][2]);
        free(text);
    }
    run_free(f.run);
    free(right);
}

TEST(mistakes_in_parts_have_their_messages)
{
    static const char *const mistakes[][3] = {
        {"certificate 2", "certificate 1", "expected 'claim'"},
        {"part invariant 4", "part reason 4", "expected 'invariant'"},
        {"part invariant 4", "part invariant 1", "the program has no error edge 1"},
        {"part invariant 4", "part invariant 99", "the program has no error edge 99"},
        {"keep shared b", "keep shared c", "there is no such variable to keep: 'c'"},
        {"keep shared b", "keep third b", "there is no template 'third'"},
        {"keep shared b lb;", "keep shared b lb 1", "expected ';' after kept variables"},
        {"\nparts 2", "\nparts 3", "expected the number of parts: 2"},
        {"\nparts 2", "\nparts 2 3", "expected the end of the file"},
        {"\nparts 2", "\nend", "expected 'parts'"},
    };
    char *right = prove_with(&divided[0], "on");
    Fixture f;
    set_up(&f, divided[0].program, false);
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        char *text = replaced(right, mistakes[i][0], mistakes[i][1]);
        const char *message = refusal_of(&f, text, strlen(text));
        if (!message || !strstr(message, mistakes[i][2])) CHECK_STR(message, mistakes[i][2]);
        free(text);
    }
    run_free(f.run);
    free(right);
}

TEST(truncated_certificates_are_refused)
{
    Fixture f;
    char *text = prove_case("several templates", &f);
    size_t length = strlen(text);
    for (size_t n = 0; n + 2 < length; n += 50)
        CHECK(refusal_of(&f, text, n));
    for (size_t n = length > 50 ? length - 50 : 0; n + 2 < length; n++) /* without the last line break it is whole */
        CHECK(refusal_of(&f, text, n));
    run_free(f.run);
    free(text);
}

TEST(arbitrary_bytes_are_refused)
{
    Fixture f;
    char *right = prove_case("several templates", &f);
    size_t length = strlen(right);
    uint64_t seed = (uint64_t)time(NULL);
    Rng rng = {seed};
    printf("# seed %llu\n", (unsigned long long)seed);
    for (int i = 0; i < 300; i++) {
        char *text = malloc(length);
        REQUIRE(text);
        memcpy(text, right, length);
        size_t at = i < 100 ? 0 : rng_below(&rng, (uint32_t)length - 50);
        for (size_t k = at; k < length && k < at + 50; k++)
            text[k] = (char)rng_below(&rng, 256);
        CHECK(refusal_of(&f, text, length));
        free(text);
    }
    run_free(f.run);
    free(right);
}

SLOW_TEST(certificates_of_other_programs_are_refused)
{
    char *texts[CASE_COUNT];
    for (size_t i = 0; i < CASE_COUNT; i++)
        texts[i] = prove(&cases[i]);
    for (size_t i = 0; i < CASE_COUNT; i++) {
        Fixture f;
        set_up(&f, cases[i].program, cases[i].ideal);
        for (size_t k = 0; k < CASE_COUNT; k++) {
            const char *why = refusal_of(&f, texts[k], strlen(texts[k]));
            bool same = cases[i].program == cases[k].program && cases[i].ideal == cases[k].ideal;
            CHECK(same == (why == NULL));
            CHECK(same || (why && strstr(why, "the certificate is for another program or other options")));
        }
        run_free(f.run);
    }
    for (size_t i = 0; i < CASE_COUNT; i++)
        free(texts[i]);
}

/* Threads are counted, not listed: neither memory nor stack grows with the number claimed. */
TEST(very_many_threads)
{
    Fixture f;
    char *right = prove_case("lock, 3 threads", &f),
         *text = replaced(right, "claim threads 3", "claim threads 1000000");
    Attempt a = {.f = &f, .text = text, .length = strlen(text)};
    CHECK_STR(refusal(&a), NULL);
    REQUIRE(run_guard(f.run, check, &a) == STOP_NONE);
    CHECK_STR(a.result.problem, "the initial configurations are not in the invariant");
    run_free(f.run);
    free(right);
    free(text);
}

/* ---- corrupted certificates ---- */

typedef struct Tally {
    int refused, rejected, certified; /* certified: and confirmed */
    int unconfirmed;                  /* too large for brute force */
    int unknown;                      /* the checker did not come to its end */
} Tally;

static void print_text(const char *text)
{
    for (const char *end; (end = strchr(text, '\n')); text = end + 1)
        printf("#   %.*s\n", (int)(end - text), text);
}

static void judge(const Case *c, Corruption kind, Attempt *a, Tally *tally)
{
    Run *run = a->f->run;
    StopKind stop = run_guard(run, check, a);
    CHECK(stop == STOP_NONE || stop == STOP_UNSUPPORTED);
    if (stop != STOP_NONE) {
        printf("# %s, %s: %s\n", c->name, corruption_text(kind), run_reason(run));
        tally->unknown++;
        return;
    }
    CHECK(a->result.certified == !a->result.problem);
    if (!a->result.certified) {
        CHECK(!strchr(a->result.problem, '\n'));
        tally->rejected++;
        return;
    }
    stop = run_guard(run, confirm, a);
    if (stop == STOP_UNSUPPORTED || (stop == STOP_NONE && !a->confirmation.problem && !a->confirmation.is_complete)) {
        tally->unconfirmed++;
        return;
    }
    tally->certified++;
    CHECK_EQ_INT(stop, STOP_NONE);
    if (stop == STOP_NONE && !a->confirmation.problem) return;
    CHECK_STR(a->confirmation.problem, NULL);
    printf("# certified, but wrong; %s, %s:\n", c->name, corruption_text(kind));
    print_text(c->program);
    print_text(a->text);
}

/* One more corrupted certificate; false: there is nothing to corrupt like this. */
static bool try_corrupted(const Case *c, const Fixture *f, const char *right, Corruption kind, Rng *rng, Tally *tally)
{
    char *text = corrupt_certificate(rng, kind, right);
    if (!text) return false;
    Attempt a = {.f = f};
    const char *message = parse_recounted(&a, &text);
    if (message)
        tally->refused++;
    else
        judge(c, kind, &a, tally);
    free(text);
    return true;
}

static Tally check_corrupted(const Case *c, uint64_t seed, Tally *tallies)
{
    char *right = prove(c);
    Fixture f;
    Rng rng = {seed};
    Tally before[CORRUPTION_COUNT], sum = {0, 0, 0, 0, 0};
    memcpy(before, tallies, sizeof before);
    set_up(&f, c->program, c->ideal);
    for (int done = 0, tries = 0; done < ATTEMPTS_EACH && tries < 10 * ATTEMPTS_EACH; tries++) {
        Corruption kind = (Corruption)rng_below(&rng, CORRUPTION_COUNT);
        done += try_corrupted(c, &f, right, kind, &rng, &tallies[kind]);
    }
    for (int k = 0; k < CORRUPTION_COUNT; k++) {
        sum.refused += tallies[k].refused - before[k].refused;
        sum.rejected += tallies[k].rejected - before[k].rejected;
        sum.certified += tallies[k].certified - before[k].certified;
        sum.unconfirmed += tallies[k].unconfirmed - before[k].unconfirmed;
        sum.unknown += tallies[k].unknown - before[k].unknown;
    }
    printf("# %s: %d refused, %d rejected, %d certified and confirmed\n", c->name, sum.refused, sum.rejected,
           sum.certified);
    run_free(f.run);
    free(right);
    return sum;
}

static void check_all_corrupted(uint64_t seed)
{
    Tally tallies[CORRUPTION_COUNT] = {{0, 0, 0, 0, 0}}, sum = {0, 0, 0, 0, 0};
    printf("# seed %llu\n", (unsigned long long)seed);
    for (size_t i = 0; i < CASE_COUNT; i++) {
        Tally t = check_corrupted(&cases[i], seed + i, tallies);
        sum.refused += t.refused;
        sum.rejected += t.rejected;
        sum.certified += t.certified;
        sum.unconfirmed += t.unconfirmed;
        sum.unknown += t.unknown;
    }
    for (int k = 0; k < CORRUPTION_COUNT; k++) {
        const Tally *t = &tallies[k];
        printf("# %s: %d refused, %d rejected, %d certified and confirmed\n", corruption_text((Corruption)k),
               t->refused, t->rejected, t->certified);
        CHECK(t->refused + t->rejected + t->certified > 0);
    }
    printf("# together: %d refused, %d rejected, %d certified and confirmed, %d not decided\n", sum.refused,
           sum.rejected, sum.certified, sum.unknown);
    CHECK_EQ_INT(sum.unconfirmed, 0);
    CHECK_EQ_INT(sum.refused + sum.rejected + sum.certified + sum.unknown, ATTEMPTS_EACH * CASE_COUNT);
    CHECK(sum.rejected > ATTEMPTS_EACH && sum.certified > ATTEMPTS_EACH && sum.unknown < ATTEMPTS_EACH);
}

SLOW_TEST(corrupted_certificates_are_refused_or_rejected_or_hold) { check_all_corrupted(2); }

SLOW_TEST(corrupted_certificates_with_a_fresh_seed) { check_all_corrupted((uint64_t)time(NULL)); }

/* ---- certificates of changed programs ---- */

/* The program with a number, an operator or a keyword changed, at random; often not even a program. To be freed. */
static char *changed_program(Rng *rng, const char *program)
{
    static const char *const changes[][2] = {
        {"==", "!="},         {"!=", "=="},     {"<", "<="},        {"+ 1", "+ 2"},
        {"+ 1", "- 1"},       {"- 1", "+ 1"},   {"atomic {", "{"},  {"assume", ""},
        {"assume", "//"},     {"bool ", "u2 "}, {"template", "//"}, {"= 0", "= *"},
        {"= 0", ""},          {" 1 {", " * {"}, {" * {", " 1 {"},   {"&&", "||"},
        {"||", "&&"},         {"= 1", "= 2"},   {"while", "if"},    {"goto 1", ""},
        {"goto 1", "goto 2"}, {"spawn", "//"},  {"(1)", "(2)"},     {"l = ", "s = "},
        {"u2", "u3"},         {"u3", "u2"},     {"!", ""},          {"assume !", "assert !"},
        {"true", "false"},
    };
    const char *const *change = changes[rng_below(rng, sizeof changes / sizeof *changes)];
    uint32_t n = 0;
    const char *chosen = NULL;
    for (const char *at = program; (at = strstr(at, change[0])); at++)
        if (rng_below(rng, ++n) == 0) chosen = at;
    if (!chosen) return NULL;
    char *tail = replaced(chosen, change[0], change[1]);
    size_t size = (size_t)(chosen - program) + strlen(tail) + 1;
    char *out = malloc(size);
    REQUIRE(out);
    snprintf(out, size, "%.*s%s", (int)(chosen - program), program, tail);
    free(tail);
    return out;
}

/* The certificate, said to be for the fixture's program; to be freed. */
static char *redirected(const Fixture *f, const char *right)
{
    const char *rest = strchr(right, '\n') + 1;
    size_t size = strlen(right) + 200;
    char *out = malloc(size);
    REQUIRE(out);
    snprintf(out, size, "%.*sdigest \"%s\"%s", (int)(rest - right), right, evidence_digest(f->program),
             strchr(rest, '\n'));
    return out;
}

static void try_changed_program(const Case *c, const char *right, Rng *rng, Tally *tally)
{
    char *program = changed_program(rng, c->program);
    if (!program) return;
    Fixture f = {run_new(), NULL, c->ideal ? &ideal_options : &machine_options, program, c->ideal};
    REQUIRE(f.run);
    if (run_guard(f.run, parse_program, &f) == STOP_NONE) {
        Case changed = *c;
        Attempt a = {.f = &f};
        char *text = redirected(&f, right);
        changed.program = program;
        if (parse_recounted(&a, &text))
            tally->refused++;
        else
            judge(&changed, CORRUPT_CHANGE_DIGEST, &a, tally);
        free(text);
    }
    run_free(f.run);
    free(program);
}

SLOW_TEST(certificates_of_changed_programs_are_refused_or_rejected_or_hold)
{
    uint64_t seed = (uint64_t)time(NULL);
    Tally sum = {0, 0, 0, 0, 0};
    Rng rng = {seed};
    printf("# seed %llu\n", (unsigned long long)seed);
    for (size_t i = 0; i < CASE_COUNT; i++) {
        char *right = prove(&cases[i]);
        for (int k = 0; k < ATTEMPTS_EACH / 2; k++)
            try_changed_program(&cases[i], right, &rng, &sum);
        free(right);
    }
    printf("# %d refused, %d rejected, %d certified and confirmed, %d too large to confirm, %d not decided\n",
           sum.refused, sum.rejected, sum.certified, sum.unconfirmed, sum.unknown);
    CHECK(sum.rejected > ATTEMPTS_EACH / 2 && sum.certified > ATTEMPTS_EACH / 2);
    CHECK(sum.unconfirmed < sum.certified && sum.unknown < sum.certified);
}

TAP_MAIN();
