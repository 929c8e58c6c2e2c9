/* chorus-agreement-memory [-c COUNT] [-s SEED] [-n EVENTS] [-t SECONDS] [-e SECONDS] [-f SHAPES] [-q QUESTIONS]
 *                         [-r] [-a] [-v] [-l] [-u] [-C] [-k] [-x] [-p] [-d] [-w MISTAKE] [FILE]
 *
 * Chorus under memory models against all consistent executions (axioms.h) of random programs, and of programs with
 * known answers (litmus.h), of which the executions themselves are checked first. Races and robustness under RC11,
 * robustness under x86-TSO, and whether an assertion can fail, under both and under sequential consistency. Stops at
 * the first wrong answer with the program, made smaller; -a goes on. Answers that say less than could be said are
 * counted; -v prints their programs. -r: executions only, Chorus is not asked. -l: no random programs.
 * -f: of these shapes only (generate.h), -q: these questions only (check.h), with commas. -n: at most so many events.
 * -u: programs with races are not judged otherwise. -k: release sequences as in C11 and C17. -x: a seq_cst store is
 * fenced under x86-TSO. -p prints the programs, -d what Chorus gets. -C: Chorus gets C only; else one random
 * program in four. -w: Chorus is
 * made wrong (mistake.h), which must show. A FILE has programs in the notation of program.h, one a line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "agreement_memory/check.h"
#include "agreement_memory/generate.h"
#include "agreement_memory/litmus.h"
#include "agreement_memory/mistake.h"
#include "agreement_memory/render.h"
#include "agreement_memory/render_c.h"
#include "agreement_memory/shrink.h"
#include "base/heap.h"

#define SHRINK_ATTEMPTS 200
#define LINE 2000
#define C_EVERY 4 /* random programs; its seed decides */

typedef struct Totals {
    uint32_t programs, skipped, racy, weak, failing[MODEL_COUNT];
    uint64_t executions;
    uint32_t answers[QUESTION_COUNT][ANSWER_COUNT];
    uint32_t litmus_wrong;
    Shown shown; /* with -w */
} Totals;

typedef struct Settings {
    uint64_t seed;
    uint32_t count, events;
    double seconds;
    const char *file;
    bool shapes[SHAPE_COUNT], has_mistake, goes_on, is_verbose, only_executions, only_litmus, only_prints, only_dumps;
    CheckOptions check;
} Settings;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void print_program(const char *title, const MemoryProgram *p)
{
    Run *run = run_new();
    Str text;
    str_init(run, &text);
    program_print(p, &text);
    printf("%s%s\n", title, str_text(&text));
    run_free(run);
}

static void print_text(const Settings *settings, const char *title, const MemoryProgram *p)
{
    Run *run = run_new();
    Str text;
    str_init(run, &text);
    if (settings->check.is_c || program_has_join(p))
        render_c(p, &text);
    else
        render_program(p, true, &text);
    printf("%s", title);
    for (const char *c = str_text(&text); *c; c++)
        printf("%c%s", *c, *c == '\n' && c[1] ? title : "");
    run_free(run);
}

/* ---- one program ---- */

static void add_answers(const Settings *settings, const MemoryProgram *p, const CheckResult *r, Totals *totals)
{
    for (Question q = ASK_SC_ASSERTION; q < QUESTION_COUNT; q++) {
        Answer answer = r->answers[q];
        totals->answers[q][answer]++;
        if (!settings->is_verbose || (answer != ANSWER_UNKNOWN && answer != ANSWER_IMPRECISE)) continue;
        printf("# %s, %s: ", question_names[q], answer == ANSWER_UNKNOWN ? "unknown" : "imprecise");
        print_program("", p);
    }
}

static void add_judgement(const Judgement *j, Totals *totals)
{
    totals->programs++;
    totals->skipped += !j->is_complete;
    totals->executions += j->executions;
    totals->racy += j->is_racy;
    totals->weak += !j->is_racy && !j->is_robust[MODEL_RC11];
    for (Model m = MODEL_SC; m < MODEL_COUNT; m++)
        totals->failing[m] += j->fails[m];
}

static void report_disagreement(const Settings *settings, uint64_t seed, const MemoryProgram *p, CheckResult r)
{
    MemoryProgram small = *p;
    printf("# disagreement (%s), program seed %llu\n# %s\n", question_names[r.wrong], (unsigned long long)seed,
           r.message);
    print_program("# the program: ", p);
    fflush(stdout);
    shrink_program(&small, &settings->check, SHRINK_ATTEMPTS, &r);
    print_program("# made smaller: ", &small);
    print_text(settings, "#   ", &small);
    printf("# %s\n", r.message);
}

/* true when an answer is wrong. */
static bool check_one(const Settings *settings, uint64_t seed, const MemoryProgram *p, const Judgement *j,
                      Totals *totals)
{
    add_judgement(j, totals);
    if (!j->is_complete || settings->only_executions) return false;
    if (settings->has_mistake) totals->shown = mistake_show(p, j, &settings->check);
    if (settings->has_mistake) return totals->shown != SHOWN_NOT;
    CheckResult r = check_program(p, j, &settings->check);
    add_answers(settings, p, &r, totals);
    if (r.wrong == QUESTION_COUNT) return false;
    report_disagreement(settings, seed, p, r);
    return true;
}

static void generate(const Settings *settings, uint64_t seed, MemoryProgram *p)
{
    Rng rng = {seed};
    Shape shapes[SHAPE_COUNT];
    uint32_t count = 0;
    for (Shape s = SHAPE_LINE; s < SHAPE_COUNT; s++)
        if (settings->shapes[s]) shapes[count++] = s;
    generate_program(&rng, shapes[rng_below(&rng, count)], settings->events, p);
    Judgement j = enumerate_executions(p, &settings->check.models, EXECUTION_LIMIT);
    if (j.is_complete) generate_assertion(&rng, &j, p);
}

static bool check_random(const Settings *settings, Totals *totals)
{
    double start = now();
    bool has_failed = false;
    for (uint32_t i = 0; i < settings->count && (settings->goes_on || !has_failed); i++) {
        MemoryProgram p;
        Settings one = *settings;
        if (settings->seconds > 0 && now() - start > settings->seconds) break;
        one.check.is_c |= (settings->seed + i) % C_EVERY == 0;
        generate(settings, settings->seed + i, &p);
        Judgement j = enumerate_executions(&p, &settings->check.models, EXECUTION_LIMIT);
        has_failed |= check_one(&one, settings->seed + i, &p, &j, totals);
    }
    return has_failed;
}

/* ---- programs that are given ---- */

static void parse(const char *text, MemoryProgram *p)
{
    const char *problem;
    if (program_parse(text, p, &problem)) return;
    fprintf(stderr, "chorus-agreement-memory: not understood: %s\n", problem);
    exit(65);
}

/* Those with models of their own are about the executions only. */
static bool check_litmus(const Settings *settings, Totals *totals)
{
    bool has_failed = false;
    for (uint32_t i = 0; i < litmus_count && (settings->goes_on || !has_failed); i++) {
        const Litmus *test = &litmus_tests[i];
        MemoryProgram p;
        char answers[40];
        parse(test->text, &p);
        Judgement j = enumerate_executions(&p, &test->models, EXECUTION_LIMIT);
        litmus_answers(&j, answers);
        if (!j.is_complete || strcmp(answers, test->answers) != 0) {
            printf("# %s: \"%s\", not \"%s\"\n", test->name, answers, test->answers);
            totals->litmus_wrong++;
        }
        if (memcmp(&test->models, &settings->check.models, sizeof test->models) == 0)
            has_failed |= check_one(settings, 0, &p, &j, totals);
    }
    return has_failed;
}

/* All of the file at once: children that end would move where it is read. */
static void read_file(Run *run, const char *path, Str *text)
{
    char block[LINE];
    FILE *f = fopen(path, "r");
    if (!f) {
        perror(path);
        exit(66);
    }
    str_init(run, text);
    for (size_t n; (n = fread(block, 1, sizeof block, f)) > 0;)
        str_add_bytes(text, block, n);
    fclose(f);
}

static bool check_line(const Settings *settings, const char *line, Totals *totals)
{
    MemoryProgram p;
    parse(line, &p);
    if (settings->only_dumps) print_text(settings, "", &p);
    if (settings->only_dumps) return false;
    Judgement j = enumerate_executions(&p, &settings->check.models, EXECUTION_LIMIT);
    return check_one(settings, 0, &p, &j, totals);
}

static bool check_file(const Settings *settings, Totals *totals)
{
    bool has_failed = false;
    Run *run = run_new();
    Str text;
    read_file(run, settings->file, &text);
    for (const char *at = str_text(&text); *at && (settings->goes_on || !has_failed);) {
        size_t length = strcspn(at, "\n");
        bool is_program = length > 0 && *at != '#';
        if (is_program) has_failed |= check_line(settings, run_strndup(run, at, length), totals);
        at += length + (at[length] == '\n');
    }
    run_free(run);
    return has_failed;
}

/* ---- what is printed ---- */

static int print_all(const Settings *settings)
{
    for (uint32_t i = 0; i < settings->count; i++) {
        MemoryProgram p;
        generate(settings, settings->seed + i, &p);
        if (settings->only_dumps)
            print_text(settings, "", &p);
        else
            print_program("", &p);
    }
    return EXIT_SUCCESS;
}

static const char *const titles[QUESTION_COUNT] = {"assertions under interleaving", "races under C11",
                                                   "robustness against C11",        "assertions under C11",
                                                   "robustness against x86-TSO",    "assertions under x86-TSO"};

static uint32_t asked(const Totals *t, Question q)
{
    uint32_t count = 0;
    for (Answer a = ANSWER_TRUE; a < ANSWER_COUNT; a++)
        count += t->answers[q][a];
    return count;
}

static void print_totals(const Settings *settings, const Totals *t, double seconds)
{
    printf("# seed %llu: %u programs (%u with races, %u others not robust, %u skipped), %llu executions, %.1f s\n",
           (unsigned long long)settings->seed, t->programs, t->racy, t->weak, t->skipped,
           (unsigned long long)t->executions, seconds);
    printf("# an assertion can fail: %u under interleaving, %u under C11, %u under x86-TSO\n", t->failing[MODEL_SC],
           t->failing[MODEL_RC11], t->failing[MODEL_TSO]);
    for (Question q = ASK_SC_ASSERTION; q < QUESTION_COUNT; q++) {
        const uint32_t *a = t->answers[q];
        if (asked(t, q))
            printf("# %s: %u true, %u false, %u unknown, %u imprecise, %u wrong, %u broken\n", titles[q],
                   a[ANSWER_TRUE], a[ANSWER_FALSE], a[ANSWER_UNKNOWN], a[ANSWER_IMPRECISE], a[ANSWER_WRONG],
                   a[ANSWER_BROKEN]);
    }
    if (!settings->only_executions && !check_knows_memory())
        printf("# this Chorus knows no memory models: it was asked about interleavings only\n");
    if (!settings->only_executions && !check_knows_robustness())
        printf("# this Chorus has no property of robustness, which was not asked\n");
}

static int print_tap(const Settings *settings, const Totals *t)
{
    bool has_failed = t->litmus_wrong > 0;
    int number = 1;
    printf("%s 1 - the executions of known programs are the known ones\n", has_failed ? "not ok" : "ok");
    for (Question q = ASK_SC_ASSERTION; q < QUESTION_COUNT; q++) {
        bool is_wrong = t->answers[q][ANSWER_WRONG] || t->answers[q][ANSWER_BROKEN];
        if (!asked(t, q)) continue;
        printf("%s %d - %s: no answer is wrong\n", is_wrong ? "not ok" : "ok", ++number, titles[q]);
        has_failed |= is_wrong;
    }
    if (settings->has_mistake) {
        bool is_noticed = t->shown == SHOWN_AND_NOTICED;
        printf("%s %d - a mistake shows\n", t->shown ? "ok" : "not ok", ++number);
        printf("%s %d - the self-check notices it\n", is_noticed ? "ok" : "not ok", ++number);
        has_failed |= !is_noticed;
    }
    printf("1..%d\n", number);
    return has_failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* ---- options ---- */

static double parse_number(const char *text, char option)
{
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end || value < 0) {
        fprintf(stderr, "chorus-agreement-memory: -%c %s: not a number\n", option, text);
        exit(64);
    }
    return value;
}

/* Names with commas between: those are chosen, all others are not. */
static void parse_names(const char *text, const char *const *names, uint32_t count, bool *chosen)
{
    for (uint32_t i = 0; i < count; i++)
        chosen[i] = false;
    for (const char *at = text; *at;) {
        size_t length = strcspn(at, ",");
        uint32_t i = 0;
        while (i < count && (strlen(names[i]) != length || strncmp(names[i], at, length) != 0))
            i++;
        if (i == count) {
            fprintf(stderr, "chorus-agreement-memory: %.*s: no such name\n", (int)length, at);
            exit(64);
        }
        chosen[i] = true;
        at += length + (at[length] == ',');
    }
}

static _Noreturn void explain_usage(void)
{
    fprintf(stderr, "usage: chorus-agreement-memory [-c COUNT] [-s SEED] [-n EVENTS] [-t SECONDS] [-e SECONDS] "
                    "[-f SHAPES] [-q QUESTIONS] [-r] [-a] [-v] [-l] [-u] [-C] [-k] [-x] [-p] [-d] [-w MISTAKE] "
                    "[FILE]\n");
    exit(64);
}

static void choose_mistake(Settings *s, const char *name)
{
    s->has_mistake = mistake_choose(name);
    if (s->has_mistake) return;
    fprintf(stderr, "chorus-agreement-memory: -w %s: no such mistake can be made here\n", name);
    exit(64);
}

/* false: the option is none of these, which have no argument. */
static bool set_flag(Settings *s, int option)
{
    switch (option) {
    case 'r': s->only_executions = true; return true;
    case 'a': s->goes_on = true; return true;
    case 'v': s->is_verbose = true; return true;
    case 'l': s->only_litmus = true; return true;
    case 'u': s->check.is_lenient = true; return true;
    case 'C': s->check.is_c = true; return true;
    case 'k': s->check.models.c11_sequences = true; return true;
    case 'x': s->check.models.fenced_sc_stores = true; return true;
    case 'd': s->only_dumps = s->only_prints = true; return true;
    case 'p': s->only_prints = true; return true;
    default: return false;
    }
}

static void parse_options(int argc, char **argv, Settings *s)
{
    for (int option; (option = getopt(argc, argv, "c:s:n:t:e:f:q:w:ravluCkxpd")) != -1;) {
        switch (option) {
        case 'c': s->count = (uint32_t)parse_number(optarg, 'c'); break;
        case 's': s->seed = (uint64_t)parse_number(optarg, 's'); break;
        case 'n': s->events = (uint32_t)parse_number(optarg, 'n'); break;
        case 't': s->seconds = parse_number(optarg, 't'); break;
        case 'e':
            parse_number(optarg, 'e');
            s->check.engine_time = optarg;
            break;
        case 'f': parse_names(optarg, shape_names, SHAPE_COUNT, s->shapes); break;
        case 'q': parse_names(optarg, question_names, QUESTION_COUNT, s->check.is_asked); break;
        case 'w': choose_mistake(s, optarg); break;
        default:
            if (!set_flag(s, option)) explain_usage();
        }
    }
    if (optind < argc) s->file = argv[optind];
}

/* Sanitizers make everything some ten times slower. */
#ifdef __SANITIZE_ADDRESS__
#define COUNT_DEFAULT 10
#else
#define COUNT_DEFAULT 60
#endif

/* Different every time; printed with the result, so that -s repeats a run. */
static uint64_t fresh_seed(void) { return (uint64_t)time(NULL) * 1000 % 1000000000 + (uint64_t)getpid() % 1000; }

int main(int argc, char **argv)
{
    heap_prepare();
    Settings settings = {.seed = fresh_seed(), .count = COUNT_DEFAULT, .events = 7, .check = {.engine_time = "10"}};
    static Totals totals;
    for (int s = 0; s < SHAPE_COUNT; s++)
        settings.shapes[s] = true;
    for (int q = 0; q < QUESTION_COUNT; q++)
        settings.check.is_asked[q] = true;
    parse_options(argc, argv, &settings);
    double start = now();
    if (settings.only_prints && !settings.file) return print_all(&settings);
    if (settings.file) {
        check_file(&settings, &totals);
        if (settings.only_prints) return EXIT_SUCCESS;
    } else if ((!check_litmus(&settings, &totals) || settings.goes_on) && !settings.only_litmus) {
        check_random(&settings, &totals);
    }
    print_totals(&settings, &totals, now() - start);
    return print_tap(&settings, &totals);
}
