/* chorus-agreement [-c COUNT] [-s SEED] [-t SECONDS] [-e SECONDS] [-r] [-d] [-m] [-x] [-y] [-a] [-b] [-p] [FILE]
 *
 * Random programs, the same verdict from everything: the reference interpreter before and after printing and reading,
 * and before and after merging; the engine for fixed and for every number of threads, with merging and masking on
 * and off. Stops at the first disagreement with the program, made smaller. -r: round trips only, without the engine.
 * -d: of what the engine is asked, data races. -x: of the engines, those that infer contexts. -m: the one that checks
 * sequential programs, on programs of two or three threads. -a: programs with arrays of locks and data, objects that
 * come and go, counters of threads only (discipline.h). -b: the engine is asked twice instead of in all its ways, and
 * the interpreter for the truth only. -e: time for each run of the engine. -p: prints the programs, checks nothing.
 * -y: instead of the engine, runs under random schedules (dynamic.h). With a FILE: that program only.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "agreement/check.h"
#include "agreement/discipline.h"
#include "agreement/generate.h"
#include "agreement/shrink.h"
#include "base/heap.h"

#define SHRINK_ATTEMPTS 400

/* Of the engine for every number of threads. */
typedef struct Answers {
    uint32_t programs, proved, watched, counted, refuted;
} Answers;

typedef struct Totals {
    uint32_t programs, skipped, failing;
    uint32_t runs[CHECK_KIND_COUNT], unknown[CHECK_KIND_COUNT];
    Answers all, elements; /* of them: about programs with arrays that threads share */
} Totals;

typedef struct Settings {
    uint64_t seed;
    uint32_t count;
    double seconds;
    const char *file;
    bool only_disciplines, only_prints;
    CheckOptions check;
} Settings;

static const char *const kind_names[CHECK_KIND_COUNT] = {
    "printing and reading gives the same program",
    "the same over mathematical integers",
    "merging keeps the verdict",
    "the engine for n threads agrees with the interpreter",
    "the engine for every number of threads agrees with the interpreter",
    "the published abstractions agree with the interpreter",
    "the baselines agree with the interpreter, the unsound ones prove nothing",
    "races as error edges are the races that the interpreter sees",
    "the engine agrees with the interpreter about races",
    "context inference agrees with the interpreter about races and assertions",
    "modular verification agrees with the interpreter about programs of few threads",
    "reductions in lockstep agree with the interpreter about programs of few threads",
    "runs under random schedules are runs of the interpreter, and what they tell is an error",
    "certificates of proofs are accepted, read back from text",
    "nothing crashes"};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void add_answers(Answers *answers, const CheckResult *r)
{
    answers->programs++;
    answers->proved += r->proved;
    answers->watched += r->watched;
    answers->counted += r->counted;
    answers->refuted += r->refuted;
}

static void add_result(Totals *totals, const CheckResult *r)
{
    totals->programs++;
    totals->skipped += r->status == CHECK_SKIPPED;
    totals->failing += r->fails;
    add_answers(&totals->all, r);
    if (r->has_elements) add_answers(&totals->elements, r);
    for (int k = 0; k < CHECK_KIND_COUNT; k++) {
        totals->runs[k] += r->runs[k];
        totals->unknown[k] += r->unknown[k];
    }
}

static void print_program(const char *title, const char *text)
{
    printf("# %s:\n#   ", title);
    for (const char *c = text; *c; c++) {
        putchar(*c);
        if (*c == '\n' && c[1]) printf("#   ");
    }
}

static void report_disagreement(const Settings *settings, uint64_t seed, const char *text, const CheckResult *r)
{
    printf("# disagreement (%s), program seed %llu\n# %s\n", kind_names[r->kind], (unsigned long long)seed, r->message);
    print_program("the program", text);
    fflush(stdout);
    Run *run = run_new();
    Str small;
    str_init(run, &small);
    shrink_program(run, text, &settings->check, r->kind, SHRINK_ATTEMPTS, &small);
    print_program("made smaller", str_text(&small));
    CheckResult again = check_program(str_text(&small), &settings->check);
    printf("# %s\n", again.message);
    run_free(run);
}

/* Checks one text; true when it disagrees. */
static bool check_text(const Settings *settings, uint64_t seed, const char *text, Totals *totals, CheckResult *r)
{
    *r = check_program(text, &settings->check);
    if (r->status == CHECK_NO_PROGRAM) { /* the generator is to write programs only */
        r->status = CHECK_DISAGREES;
        r->kind = CHECK_ROUND_TRIP;
        printf("# not a program: %s\n", r->message);
    }
    add_result(totals, r);
    if (r->status != CHECK_DISAGREES) return false;
    report_disagreement(settings, seed, text, r);
    return true;
}

static void generate(const Settings *settings, uint64_t seed, Str *text)
{
    Rng rng = {seed};
    bool fixed = settings->check.only_modular || settings->check.only_lockstep;
    if (settings->only_disciplines)
        generate_discipline(&rng, fixed, text);
    else
        generate_program(&rng, fixed, text);
}

static int print_all(const Settings *settings)
{
    for (uint32_t i = 0; i < settings->count; i++) {
        Run *run = run_new();
        Str text;
        str_init(run, &text);
        generate(settings, settings->seed + i, &text);
        printf("// seed %llu\n%s", (unsigned long long)(settings->seed + i), str_text(&text));
        run_free(run);
    }
    return EXIT_SUCCESS;
}

static bool check_random(const Settings *settings, Totals *totals, CheckResult *r)
{
    double start = now();
    for (uint32_t i = 0; i < settings->count; i++) {
        if (settings->seconds > 0 && now() - start > settings->seconds) break;
        uint64_t seed = settings->seed + i;
        Run *run = run_new();
        Str text;
        str_init(run, &text);
        generate(settings, seed, &text);
        bool failed = check_text(settings, seed, str_text(&text), totals, r);
        run_free(run);
        if (failed) return true;
    }
    return false;
}

static bool check_file(const Settings *settings, Totals *totals, CheckResult *r)
{
    FILE *f = fopen(settings->file, "rb");
    if (!f) {
        perror(settings->file);
        exit(2);
    }
    static char text[1 << 20];
    text[fread(text, 1, sizeof text - 1, f)] = 0;
    fclose(f);
    return check_text(settings, 0, text, totals, r);
}

static void print_totals(const Settings *settings, const Totals *t, double seconds)
{
    printf("# seed %llu: %u programs (%u fail, %u skipped), %.1f s\n", (unsigned long long)settings->seed, t->programs,
           t->failing, t->skipped, seconds);
    for (int k = 0; k < CHECK_KIND_COUNT; k++)
        if (t->runs[k]) printf("# %s: %u comparisons, %u without answer\n", kind_names[k], t->runs[k], t->unknown[k]);
    printf("# every number of threads: %u proved (%u by counts), %u refuted\n", t->all.proved, t->all.counted,
           t->all.refuted);
    if (t->elements.programs)
        printf("# of them %u programs with elements: %u proved (%u with watched ones), %u refuted\n",
               t->elements.programs, t->elements.proved, t->elements.watched, t->elements.refuted);
}

static int print_tap(const Totals *t, bool failed, const CheckResult *r)
{
    int number = 0;
    for (int k = 0; k < CHECK_KIND_COUNT; k++) {
        bool bad = failed && (int)r->kind == k;
        if (bad || t->runs[k] || k == CHECK_CRASH)
            printf("%s %d - %s\n", bad ? "not ok" : "ok", ++number, kind_names[k]);
    }
    printf("1..%d\n", number);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

static double parse_number(const char *text, char option)
{
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end || value < 0) {
        fprintf(stderr, "chorus-agreement: -%c %s: not a number\n", option, text);
        exit(64);
    }
    return value;
}

static void parse_options(int argc, char **argv, Settings *s)
{
    for (int option; (option = getopt(argc, argv, "c:s:t:e:rdlmxyabp")) != -1;) {
        switch (option) {
        case 'c': s->count = (uint32_t)parse_number(optarg, 'c'); break;
        case 's': s->seed = (uint64_t)parse_number(optarg, 's'); break;
        case 't': s->seconds = parse_number(optarg, 't'); break;
        case 'e':
            parse_number(optarg, 'e');
            s->check.engine_time = optarg;
            break;
        case 'r': s->check.engine = false; break;
        case 'd': s->check.only_races = true; break;
        case 'l': s->check.only_lockstep = true; break;
        case 'm': s->check.only_modular = true; break;
        case 'x': s->check.only_inference = true; break;
        case 'y': s->check.only_dynamic = true; break;
        case 'a': s->only_disciplines = true; break;
        case 'b': s->check.is_brief = true; break;
        case 'p': s->only_prints = true; break;
        default:
            fprintf(
                stderr,
                "usage: chorus-agreement [-c COUNT] [-s SEED] [-t SECONDS] [-e SECONDS] [-r] [-d] [-l] [-m] [-x] [-y] "
                "[-a] [-b] [-p] [FILE]\n");
            exit(64);
        }
    }
    if (optind < argc) s->file = argv[optind];
}

/* Sanitizers make everything some ten times slower. */
#ifdef __SANITIZE_ADDRESS__
#define COUNT_DEFAULT 10
#else
#define COUNT_DEFAULT 30
#endif

/* Different every time; printed with the result, so that -s repeats a run. */
static uint64_t fresh_seed(void) { return (uint64_t)time(NULL) * 1000 % 1000000000 + (uint64_t)getpid() % 1000; }

int main(int argc, char **argv)
{
    heap_prepare();
    Settings settings = {.seed = fresh_seed(),
                         .count = COUNT_DEFAULT,
                         .check = {.engine = true, .state_limit = 20000, .engine_time = "5"}};
    Totals totals;
    CheckResult r;
    memset(&totals, 0, sizeof totals);
    memset(&r, 0, sizeof r);
    parse_options(argc, argv, &settings);
    if (settings.only_prints) return print_all(&settings);
    double start = now();
    bool failed = settings.file ? check_file(&settings, &totals, &r) : check_random(&settings, &totals, &r);
    print_totals(&settings, &totals, now() - start);
    return print_tap(&totals, failed, &r);
}
