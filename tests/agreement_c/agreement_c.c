/* chorus-agreement-c [-c COUNT] [-s SEED] [-t SECONDS] [-e SECONDS] [-r RUNS] [-z RUNS] [-q PROPERTY] [-a] [-f] [-o]
 *                    [-y] [-v] [-p]
 *
 * Random C programs with pointers: what Chorus says against what really happens. Each program is also compiled
 * natively, with a call before every access to shared memory, and run under every schedule and every input (explore.c).
 * A property that some run violates must be found violated, and no other; "unknown" is counted. Stops at the first
 * disagreement with the program, made smaller. -t: time for all. -e: time for each run of Chorus. -r: native runs of a
 * program; one that needs more is left out. -z: runs under ThreadSanitizer of each program that Chorus calls race-free
 * (sanitize.h). -q: asks only that. -a: programs of discipline.h only, otherwise one in eight. -f: calls are shared
 * wherever they can be. -o: of assertions, by outlines only, which may not say "false". -y: only the survey of cells,
 * with -q no-data-race. -v: one line for each program. -p: prints the programs, checks nothing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "agreement_c/check.h"
#include "agreement_c/discipline.h"
#include "agreement_c/explore.h"
#include "agreement_c/generate.h"
#include "agreement_c/render.h"
#include "agreement_c/sanitize.h"
#include "agreement_c/shrink.h"
#include "base/heap.h"

#define COUNT_DEFAULT 30
#define BATCH_SIZE 60
#define SHRINK_ATTEMPTS 300
#define VARIANTS 12        /* seeds modulo this say how Chorus is asked */
#define DISCIPLINE_SHARE 8 /* one program of so many is one of discipline.h */
#define EASY_SHARE 5       /* of the programs that fail in the first run one of so many is checked */

typedef struct Settings {
    uint64_t seed;
    uint32_t count;
    double seconds;
    bool is_verbose, only_prints, only_disciplines;
    uint32_t sanitizer_runs;
    unsigned questions; /* a set of bits: the others are not asked */
    CheckOptions check;
} Settings;

typedef struct Totals {
    uint32_t programs, skipped, easy, cells, safe_cells;
    Answers answers[QUESTION_COUNT];
    double native_seconds, chorus_seconds;
    Suspicion sanitizer;
} Totals;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void print_program(Run *run, const char *title, const char *marked, unsigned key)
{
    Str text;
    str_init(run, &text);
    render_for_chorus(marked, key, &text);
    printf("# %s:\n#   ", title);
    for (const char *c = str_text(&text); *c; c++) {
        putchar(*c);
        if (*c == '\n' && c[1]) printf("#   ");
    }
    str_clear(&text);
}

static void print_answers(const CheckResult *r)
{
    if (r->status == CHECK_CRASHED && r->is_native_crash)
        printf("# the native program: %s\n", r->verdict);
    else
        printf("# %s: natively, %u runs, %s; chorus: %s\n", question_name(r->question), r->runs,
               r->truth == TRUTH_YES ? "it can be violated" : "it is not violated", r->verdict);
}

static void report_disagreement(const Settings *settings, uint64_t seed, const char *marked, const CheckResult *r)
{
    Run *run = run_new();
    CheckResult again;
    printf("# disagreement, program seed %llu\n", (unsigned long long)seed);
    print_answers(r);
    print_program(run, "the program", marked, r->key);
    fflush(stdout);
    CheckOptions options = settings->check;
    options.variant = (unsigned)(seed % VARIANTS);
    options.questions = 1u << r->question;
    const char *small = shrink_program(run, marked, &options, SHRINK_ATTEMPTS, &again);
    if (small) {
        print_program(run, "made smaller", small, again.key);
        print_answers(&again);
    }
    run_free(run);
}

static void print_result(uint64_t seed, const CheckResult *r)
{
    static const char *const words[] = {"agrees", "DISAGREES", "unknown", "skipped", "easy", "crashed"};
    printf("# %llu %s:", (unsigned long long)seed, words[r->status]);
    for (int q = 0; q < QUESTION_COUNT; q++)
        if (r->violates[q]) printf(" %s%s", question_name((QuestionKind)q), r->violates[q] == TRUTH_OPEN ? "?" : "");
    printf(", %u runs, %u states, %.2f s, %.2f s, %s: %s\n", r->runs, r->states, r->native_seconds, r->chorus_seconds,
           question_name(r->question), r->verdict);
}

static void add_result(Totals *totals, const CheckResult *r)
{
    totals->programs++;
    totals->skipped += r->status == CHECK_SKIPPED;
    totals->easy += r->status == CHECK_EASY;
    for (int q = 0; q < QUESTION_COUNT; q++) {
        totals->answers[q].proved += r->answers[q].proved;
        totals->answers[q].refuted += r->answers[q].refuted;
        totals->answers[q].unknown += r->answers[q].unknown;
        totals->answers[q].open += r->answers[q].open;
    }
    totals->cells += r->cells;
    totals->safe_cells += r->safe_cells;
    totals->native_seconds += r->native_seconds;
    totals->chorus_seconds += r->chorus_seconds;
}

static const char *program_of(Run *run, const Settings *settings, uint64_t seed)
{
    Rng rng = {seed};
    Str text;
    str_init(run, &text);
    if (settings->only_disciplines || seed % DISCIPLINE_SHARE == 0)
        generate_discipline(&rng, &text);
    else
        generate_program(&rng, &text);
    return run_strndup(run, str_text(&text), text.length);
}

/* Which questions the program is about; a few programs are asked the others. */
static unsigned questions_about(const char *marked, uint64_t seed)
{
    unsigned questions = 0;
    if (strstr(marked, "assert(")) questions |= 1u << QUESTION_ASSERTION;
    bool has_free = strstr(marked, "free(") != NULL;
    if (strstr(marked, OP_BEGIN) || seed % 16 == 0) questions |= 1u << QUESTION_OVERFLOW;
    if (has_free || strstr(marked, INDEX_BEGIN) || seed % 4 == 0) questions |= 1u << QUESTION_DEREF;
    if (has_free) questions |= 1u << QUESTION_FREE;
    if (strstr(marked, "pthread_mutex_lock") || seed % 16 == 8) questions |= 1u << QUESTION_DEADLOCK;
    if (seed % 2 == 0) questions |= 1u << QUESTION_RACE;
    return questions;
}

/* True when ThreadSanitizer reports a race. */
static bool ask_sanitizer(Run *run, uint64_t seed, const Suspects *suspects, Totals *totals)
{
    Suspicion *s = &totals->sanitizer;
    if (!suspects->count || !suspects->runs || sanitizer_missing()) return false;
    sanitizer_run(run, suspects, s);
    if (!s->has_failed) return false;
    printf("# ThreadSanitizer disagrees, or does not run the program, program seed %llu\n# %s\n",
           (unsigned long long)(seed + s->number), s->report);
    print_program(run, "the program", suspects->marked[s->number], 0);
    return true;
}

/* True when a program disagrees, and then reports it. */
static bool check_batch(const Settings *settings, uint64_t seed, uint32_t count, double end, Totals *totals)
{
    const char *marked[BATCH_SIZE];
    Run *run = run_new();
    Batch batch;
    for (uint32_t i = 0; i < count; i++)
        marked[i] = program_of(run, settings, seed + i);
    if (!batch_load(run, marked, count, true, &batch)) {
        printf("# the programs with the seeds from %llu do not compile\n", (unsigned long long)seed);
        run_free(run);
        return true;
    }
    bool has_failed = false;
    uint32_t suspects[BATCH_SIZE], suspect_count = 0;
    for (uint32_t i = 0; i < count && !has_failed && now() < end; i++) {
        CheckOptions options = settings->check;
        options.variant = (unsigned)((seed + i) % VARIANTS);
        options.questions = settings->questions ? settings->questions : questions_about(marked[i], seed + i);
        options.skips_easy = (seed + i) % EASY_SHARE != 0;
        CheckResult r = check_program(run, &batch, i, marked[i], &options);
        add_result(totals, &r);
        if (settings->is_verbose) print_result(seed + i, &r);
        if (r.is_race_free) suspects[suspect_count++] = i;
        has_failed = r.status == CHECK_DISAGREES || r.status == CHECK_CRASHED;
        if (has_failed) report_disagreement(settings, seed + i, marked[i], &r);
    }
    batch_unload(&batch);
    Suspects all = {marked, suspects, suspect_count, settings->sanitizer_runs};
    has_failed = has_failed || ask_sanitizer(run, seed, &all, totals);
    run_free(run);
    return has_failed;
}

static bool check_all(const Settings *settings, Totals *totals)
{
    double end = settings->seconds > 0 ? now() + settings->seconds : 1e300;
    for (uint32_t i = 0; i < settings->count && now() < end; i += BATCH_SIZE) {
        uint32_t left = settings->count - i;
        if (check_batch(settings, settings->seed + i, left < BATCH_SIZE ? left : BATCH_SIZE, end, totals)) return true;
    }
    return false;
}

static int print_all(const Settings *settings)
{
    Run *run = run_new();
    for (uint32_t i = 0; i < settings->count; i++) {
        Str text;
        str_init(run, &text);
        render_for_chorus(program_of(run, settings, settings->seed + i), 0, &text);
        fputs(str_text(&text), stdout);
        str_clear(&text);
    }
    run_free(run);
    return EXIT_SUCCESS;
}

static void print_totals(const Settings *settings, const Totals *t, double seconds)
{
    printf("# seed %llu: %u programs (%u too large, %u too easy), %.1f s (native runs %.1f s, chorus %.1f s)\n",
           (unsigned long long)settings->seed, t->programs, t->skipped, t->easy, seconds, t->native_seconds,
           t->chorus_seconds);
    for (int q = 0; q < QUESTION_COUNT; q++) {
        const Answers *a = &t->answers[q];
        uint32_t asked = a->proved + a->refuted + a->unknown + a->open;
        if (asked)
            printf("# %s: %u asked, %u proved, %u refuted, %u without answer, %u not to be judged\n",
                   question_name((QuestionKind)q), asked, a->proved, a->refuted, a->unknown, a->open);
    }
    printf("# survey: %u cells, %u of them safe\n", t->cells, t->safe_cells);
    const Suspicion *z = &t->sanitizer;
    if (!settings->sanitizer_runs)
        printf("# ThreadSanitizer: not asked\n");
    else if (sanitizer_missing())
        printf("# ThreadSanitizer: skipped: %s\n", sanitizer_missing());
    else
        printf("# ThreadSanitizer: %u race-free programs, %u runs, %u of them without end\n", z->programs, z->runs,
               z->stuck);
}

static unsigned parse_question(const char *name)
{
    for (int q = 0; q < QUESTION_COUNT; q++)
        if (strcmp(question_name((QuestionKind)q), name) == 0) return 1u << q;
    fprintf(stderr, "chorus-agreement-c: -q %s: no such property\n", name);
    exit(64);
}

static double parse_number(const char *text, char option)
{
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end || value < 0) {
        fprintf(stderr, "chorus-agreement-c: -%c %s: not a number\n", option, text);
        exit(64);
    }
    return value;
}

static void parse_options(int argc, char **argv, Settings *s)
{
    for (int option; (option = getopt(argc, argv, "c:s:t:e:r:z:q:afoyvp")) != -1;) {
        switch (option) {
        case 'c': s->count = (uint32_t)parse_number(optarg, 'c'); break;
        case 's': s->seed = (uint64_t)parse_number(optarg, 's'); break;
        case 't': s->seconds = parse_number(optarg, 't'); break;
        case 'e':
            parse_number(optarg, 'e');
            s->check.chorus_seconds = optarg;
            break;
        case 'r': s->check.run_limit = (uint32_t)parse_number(optarg, 'r'); break;
        case 'z': s->sanitizer_runs = (uint32_t)parse_number(optarg, 'z'); break;
        case 'q': s->questions |= parse_question(optarg); break;
        case 'a': s->only_disciplines = true; break;
        case 'f': s->check.shares_calls = true; break;
        case 'o':
            s->check.only_outline = true;
            s->questions |= parse_question("unreach-call");
            break;
        case 'y': s->check.only_survey = true; break;
        case 'v': s->is_verbose = true; break;
        case 'p': s->only_prints = true; break;
        default:
            fprintf(stderr,
                    "usage: chorus-agreement-c [-c COUNT] [-s SEED] [-t SECONDS] [-e SECONDS] [-r RUNS] [-z RUNS] "
                    "[-q PROPERTY] [-a] [-f] [-o] [-y] [-v] [-p]\n");
            exit(64);
        }
    }
}

/* Different every time; printed with the result, so that -s repeats a run. */
static uint64_t fresh_seed(void) { return (uint64_t)time(NULL) * 1000 % 1000000000 + (uint64_t)getpid() % 1000; }

int main(int argc, char **argv)
{
    heap_prepare();
    Settings settings = {.seed = fresh_seed(),
                         .count = COUNT_DEFAULT,
                         .sanitizer_runs = 2,
                         .check = {.run_limit = 40000, .chorus_seconds = "5"}};
    Totals t;
    memset(&t, 0, sizeof t);
    parse_options(argc, argv, &settings);
    if (settings.only_prints) return print_all(&settings);
    double start = now();
    bool has_failed = check_all(&settings, &t);
    print_totals(&settings, &t, now() - start);
    printf("%s 1 - C programs: verdicts agree with native runs under every schedule\n1..1\n",
           has_failed ? "not ok" : "ok");
    return has_failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
