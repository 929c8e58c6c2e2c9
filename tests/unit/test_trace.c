/* Trace files: round trips, what is refused, and corrupted traces, which must be refused or really fail. */
#include <time.h>

#include "base/rng.h"
#include "program/interpreter.h"
#include "program/random_run.h"
#include "program/replay.h"
#include "program/scpl/parse.h"
#include "proof/text/trace_file.h"
#include "proof/text/trace_parse.h"
#include "tap.h"

static const char lost_update[] = "shared u8 x; local u8 l = 0;\n"
                                  "1: assume x < 3;\n"
                                  "2: l = x;\n"
                                  "3: x = l + 1;\n"
                                  "4: assert x == l + 1;\n";
static const char arrays[] = "shared i8[u8] a; shared u8[u8] b = 0 {7: 3}; local u8 i; local i8[u8] c;\n"
                             "1: i = *;\n"
                             "2: assume a[i] < 0 && i != 0;\n"
                             "3: c[i] = a[i], b[i] = i;\n"
                             "4: assert c[i] == 1;\n";
static const char spawns[] = "option created; shared u8 value = 0; shared bool flag;\n"
                             "template main 1 { local u8 i = 0; while (i < 2) { spawn worker(i); i = i + 1; } }\n"
                             "template worker (u8 k) { local u8 `two words`; local bool b;\n"
                             "  `two words` = value; b = *; value = `two words` + 1;\n"
                             "  assert value != 1 || !b || flag; }\n";
static const char atomic[] = "shared int s = 0; local int l;\n"
                             "1: atomic { assume s == 0; s = 1; l = *; }\n"
                             "2: assert l > -5;\n";

typedef struct Case {
    const char *name, *program;
    bool ideal;
} Case;

static const Case cases[] = {
    {"lost_update", lost_update, false}, {"arrays", arrays, false},    {"spawns", spawns, false},
    {"atomic", atomic, false},           {"ideal", lost_update, true}, {"ideal spawns", spawns, true},
};
#define CASE_COUNT (sizeof cases / sizeof *cases)

static const TraceOption option_data[] = {{"granularity", "statement"}, {"integers", "machine"}};
static const char *const flag_data[] = {"-DQUOTE=\"x\""};
static const TraceOptions options = {option_data, 2, flag_data, 1, NULL};

typedef struct Fixture {
    Run *run;
    Program *program;
    Trace trace;
    Str text;
} Fixture;

static void set_up(Fixture *f, const Case *c)
{
    memset(f, 0, sizeof *f);
    REQUIRE((f->run = run_new()));
    TermManager *tm = term_manager_new(f->run);
    f->program = scpl_parse(f->run, tm, "input.scpl", c->program, strlen(c->program), c->ideal);
    Rng rng = {11};
    Interpreter *in = interpreter_new(f->program);
    bool found = false;
    for (int i = 0; i < 20000 && !found; i++)
        found = interpreter_random_run(in, &rng, 3, 40, NULL, NULL, &f->trace);
    REQUIRE(found);
    CHECK_STR(trace_file_replay(f->program, &f->trace), NULL);
    str_init(f->run, &f->text);
    trace_file_print(f->program, &f->trace, &options, &f->text);
}

/* ---- round trips ---- */

static void check_round_trip(const Case *c)
{
    Fixture f;
    set_up(&f, c);
    Trace *again = trace_file_parse(f.program, &options, "t", str_text(&f.text), f.text.length);
    CHECK_STR(trace_file_replay(f.program, again), NULL);
    CHECK_EQ_INT(again->steps.count, f.trace.steps.count);
    Str printed;
    str_init(f.run, &printed);
    trace_file_print(f.program, again, &options, &printed);
    CHECK_STR(str_text(&printed), str_text(&f.text));
    run_free(f.run);
}

TEST(printed_traces_read_back)
{
    for (size_t i = 0; i < CASE_COUNT; i++)
        check_round_trip(&cases[i]);
}

static const char *digest_of(Run *run, const char *text)
{
    Program *p = scpl_parse(run, term_manager_new(run), "d.scpl", text, strlen(text), false);
    return evidence_digest(p);
}

TEST(digest_depends_on_meaning_not_on_place)
{
    Run *run = run_new();
    REQUIRE(run);
    const char *digest = digest_of(run, lost_update);
    CHECK(strncmp(digest, "sha256:", 7) == 0 && strlen(digest) == 71);
    CHECK_STR(digest_of(run, lost_update), digest);
    CHECK_STR(digest_of(run, "shared u8 x; /* a comment */\n\nlocal u8 l = 0; 1: assume x < 3; 2: l = x;\n"
                             "3: x = l+1; 4: assert x == l + 1;"),
              digest);
    CHECK(strcmp(digest_of(run, "shared u8 x; local u8 l = 0; 1: assume x < 4; 2: l = x; 3: x = l + 1;\n"
                                "4: assert x == l + 1;\n"),
                 digest) != 0);
    run_free(run);
}

/* ---- what is refused ---- */

typedef struct Attempt {
    Program *program;
    const char *text;
    size_t length;
    Trace *trace;
    const char *problem;
} Attempt;

static void attempt(Run *run, void *arg)
{
    (void)run;
    Attempt *a = arg;
    a->trace = trace_file_parse(a->program, &options, "t", a->text, a->length);
    a->problem = trace_file_replay(a->program, a->trace);
}

/* The message of the parser, or of the replay; NULL when all is well. */
static const char *refusal(Program *p, const char *text, size_t length)
{
    Attempt a = {p, text, length, NULL, NULL};
    StopKind stop = run_guard(p->run, attempt, &a);
    if (stop == STOP_NONE) return a.problem;
    CHECK_EQ_INT(stop, STOP_INPUT);
    const Diags *diags = run_diags(p->run);
    REQUIRE(diags->count > 0);
    CHECK(!strchr(diags->data[diags->count - 1].text, '\n') && diags->data[diags->count - 1].pos.line > 0);
    return diags->data[diags->count - 1].text;
}

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

TEST(each_kind_of_mistake_has_its_message)
{
    static const struct {
        const char *from, *to, *message;
    } mistakes[] = {
        {"chorus trace", "chrous trace", "is not a trace file"},
        {"trace 1", "trace 2", "version 2 of the format is not known"},
        {"\"sha256:", "\"sha256:0", "the trace is for another program or other options (the digest"},
        {"granularity statement", "granularity access", "the trace is for another program or other options (granul"},
        {"option integers", "option floats", "expected 'integers'"},
        {"unreach_call", "memsafety", "for another property"},
        {"shared x", "shared y", "there is no variable 'y'"},
        {"shared x", "shared l", "there is no variable 'l'"},
        {"shared x = ", "shared x = -", "does not fit"},
        {"shared x = ", "shared x = 1000", "does not fit"},
        {"shared x", "shared x = 1 shared x", "given twice"},
        {"thread 0 ", "thread 1 ", "the number of the thread: 0"},
        {"thread 0 thread", "thread 0 threat", "there is no template 'threat'"},
        {"thread 0 thread", "thread 0 thread local l = 0 ", "'l' is not arbitrary"},
        {"step 1 thread ", "step 1 thread 9", "there is no thread 9"},
        {"step 2 ", "step 3 ", "the number of the step: 2"},
        {"edge 0 ", "edge 99 ", "there is no edge 99"},
        {"edge 0 ", "edge 0 creates 1 ", "the edge creates no thread"},
        {"edge 0 ", "edge 0 input x = 0 ", "'x' is not arbitrary"},
        {"edge 0 ", "edge 4294967296 ", "expected the number of an edge"},
        {"\nend ", "\nend 1", "the number of steps:"},
        {"\nend ", "\n// ", "expected 'end'"},
    };
    Fixture f;
    set_up(&f, &cases[0]);
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        char *text = replaced(str_text(&f.text), mistakes[i].from, mistakes[i].to);
        const char *message = refusal(f.program, text, strlen(text));
        if (!message || !strstr(message, mistakes[i].message)) CHECK_STR(message, mistakes[i].message);
        free(text);
    }
    run_free(f.run);
}

TEST(every_truncation_is_refused)
{
    Fixture f;
    set_up(&f, &cases[2]);
    for (size_t n = 0; n + 2 < f.text.length; n++) /* without the last line break it is whole */
        CHECK(refusal(f.program, str_text(&f.text), n));
    run_free(f.run);
}

/* ---- corrupted traces ---- */

typedef struct Lines {
    char *data[400];
    uint32_t count;
} Lines;

static void split(const char *text, Lines *lines)
{
    lines->count = 0;
    for (const char *end; (end = strchr(text, '\n')) && lines->count < 400; text = end + 1)
        lines->data[lines->count++] = strndup(text, (size_t)(end - text));
}

/* The lines as one text; when asked, steps and their sum are numbered anew, so that more than the parser is tested. */
static char *join(const Lines *lines, bool renumber)
{
    size_t size = 1;
    for (uint32_t i = 0; i < lines->count; i++)
        size += strlen(lines->data[i]) + 20;
    char *out = malloc(size), *at = out;
    REQUIRE(out);
    unsigned steps = 0;
    *out = 0;
    for (uint32_t i = 0; i < lines->count; i++) {
        const char *line = lines->data[i], *rest = strncmp(line, "step ", 5) == 0 ? strchr(line + 5, ' ') : NULL;
        if (renumber && rest)
            at += sprintf(at, "step %u%s\n", ++steps, rest);
        else if (renumber && strncmp(line, "end ", 4) == 0)
            at += sprintf(at, "end %u\n", steps);
        else
            at += sprintf(at, "%s\n", line);
    }
    return out;
}

/* Changes one number of the line before its comment. */
static void change_number(Rng *rng, char **line)
{
    size_t starts[64], n = 0;
    for (size_t i = 1; **line && (*line)[i] && strncmp(*line + i, "//", 2) != 0 && n < 64; i++)
        if (strchr("0123456789", (*line)[i]) && strchr(" {:,-", (*line)[i - 1])) starts[n++] = i;
    if (!n) return;
    size_t at = starts[rng_below(rng, (uint32_t)n)], length = strspn(*line + at, "0123456789");
    unsigned long long old = strtoull(*line + at, NULL, 10);
    unsigned long long values[] = {old + 1, old ? old - 1 : 2, rng_below(rng, 300), rng_next(rng)};
    size_t size = strlen(*line) + 30;
    char *out = malloc(size);
    REQUIRE(out);
    snprintf(out, size, "%.*s%llu%s", (int)at, *line, values[rng_below(rng, 4)], *line + at + length);
    free(*line);
    *line = out;
}

static void change_lines(Rng *rng, Lines *lines)
{
    uint32_t i = rng_below(rng, lines->count), k = rng_below(rng, lines->count);
    char *line = lines->data[i];
    switch (rng_below(rng, 5)) {
    case 0: /* drop */
        memmove(lines->data + i, lines->data + i + 1, (lines->count - i - 1) * sizeof *lines->data);
        lines->count--;
        free(line);
        break;
    case 1: /* duplicate */
        if (lines->count == 400) break;
        memmove(lines->data + i + 1, lines->data + i, (lines->count - i) * sizeof *lines->data);
        lines->data[i] = strdup(line);
        lines->count++;
        break;
    case 2: /* swap */
        lines->data[i] = lines->data[k];
        lines->data[k] = line;
        break;
    default: change_number(rng, &lines->data[i]); break;
    }
}

static char *corrupt(Rng *rng, const char *text)
{
    Lines lines;
    split(text, &lines);
    for (uint32_t changes = 1 + rng_below(rng, 2); changes > 0; changes--)
        change_lines(rng, &lines);
    char *out = join(&lines, rng_below(rng, 4) != 0);
    for (uint32_t i = 0; i < lines.count; i++)
        free(lines.data[i]);
    if (rng_below(rng, 8) == 0) out[rng_below(rng, (uint32_t)strlen(out))] = (char)(1 + rng_below(rng, 255));
    if (rng_below(rng, 12) == 0) out[rng_below(rng, (uint32_t)strlen(out))] = 0;
    return out;
}

/* What was accepted must fail an assertion in the interpreter, and be what is printed. */
static void check_accepted(Program *p, const char *text)
{
    Trace *trace = trace_file_parse(p, &options, "t", text, strlen(text));
    CHECK_STR(interpreter_replay(interpreter_new(p), trace), NULL);
    CHECK(p->edges.data[vec_last(&trace->steps).edge.i].is_error);
    Str printed;
    str_init(p->run, &printed);
    trace_file_print(p, trace, &options, &printed);
    CHECK_STR(refusal(p, str_text(&printed), printed.length), NULL);
}

static void check_corrupted(const Case *c, uint64_t seed)
{
    Fixture f;
    set_up(&f, c);
    Rng rng = {seed};
    int refused = 0, accepted = 0;
    for (int i = 0; i < 400; i++) {
        char *text = corrupt(&rng, str_text(&f.text));
        if (refusal(f.program, text, strlen(text))) {
            refused++;
        } else {
            accepted++;
            check_accepted(f.program, text);
        }
        free(text);
    }
    printf("# %s: %d refused, %d still fail\n", c->name, refused, accepted);
    CHECK(refused > 150);
    run_free(f.run);
}

TEST(corrupted_traces_are_refused_or_really_fail)
{
    uint64_t seed = (uint64_t)time(NULL);
    printf("# seed %llu\n", (unsigned long long)seed);
    for (size_t i = 0; i < CASE_COUNT; i++)
        check_corrupted(&cases[i], seed + i);
}

TEST(traces_of_other_programs_are_refused)
{
    Fixture fixtures[CASE_COUNT];
    for (size_t i = 0; i < CASE_COUNT; i++)
        set_up(&fixtures[i], &cases[i]);
    for (size_t i = 0; i < CASE_COUNT; i++)
        for (size_t k = 0; k < CASE_COUNT; k++) {
            const char *why = refusal(fixtures[i].program, str_text(&fixtures[k].text), fixtures[k].text.length);
            CHECK((i == k) == (why == NULL));
            if (i != k) CHECK(why && strstr(why, "the trace is for another program or other options"));
        }
    for (size_t i = 0; i < CASE_COUNT; i++)
        run_free(fixtures[i].run);
}

TEST(no_thread_is_created_after_a_creation_without_effect)
{
    Fixture f;
    set_up(&f, &cases[2]);
    char *text = replaced(str_text(&f.text), " creates 1", "");
    CHECK(refusal(f.program, text, strlen(text)));
    free(text);
    run_free(f.run);
}

TAP_MAIN();
