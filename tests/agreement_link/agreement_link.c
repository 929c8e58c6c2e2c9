/* chorus-agreement-link [-c COUNT] [-s SEED] [-t SECONDS] [-e SECONDS] [-f KIND,...] [-b BLOCKS] [-a] [-k] [-n] [-v]
 * [-p]
 *
 * Random projects of a few files (project.h): what gcc's and clang's programs compute is asserted, and what Chorus
 * says of the project's database must not be "false"; with one number changed it must not be "true". Where the two
 * compilers do not agree the number is not asserted. Stops at the first disagreement, with the project without the
 * blocks that it does not need. CHORUS: the executable that is asked, else the one of this build. -t: time for all. -e:
 * time for each question. -f: blocks of these kinds only. -b: at most so many. -a: goes on after a disagreement. -k:
 * keeps the folders of projects that are printed. -n: asks the compilers only. -v: a line for each project. -p: prints
 * the projects and all answers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "agreement_link/judge.h"
#include "agreement_link/native.h"
#include "agreement_link/templates.h"
#include "base/heap.h"
#include "tap.h"

#define COUNT_THOROUGH 12
#define KINDS_MAX 40

typedef struct Settings {
    JudgeSettings judge;
    uint64_t seed;
    uint32_t count, most;
    double seconds;
    const char *kinds;
    bool goes_on, is_verbose;
} Settings;

/* Of projects that have a block of the kind. */
typedef struct Total {
    const char *kind;
    uint32_t projects, proved, refuted, unknown, refused, wrong;
} Total;

typedef struct Totals {
    Total all, kinds[KINDS_MAX];
    uint32_t kind_count, no_program, checks, open;
} Totals;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- counts ---- */

static Total *total_of(Totals *t, const char *kind)
{
    for (uint32_t i = 0; i < t->kind_count; i++)
        if (strcmp(t->kinds[i].kind, kind) == 0) return &t->kinds[i];
    if (t->kind_count == KINDS_MAX) exit(2);
    t->kinds[t->kind_count] = (Total){.kind = kind};
    return &t->kinds[t->kind_count++];
}

static void count_answers(Total *t, const Judgement *j)
{
    t->projects++;
    t->proved += j->answers[ASK_RIGHT].verdict == VERDICT_TRUE;
    t->refuted += j->answers[ASK_WRONG].verdict == VERDICT_FALSE;
    t->refused += j->answers[ASK_RIGHT].verdict == VERDICT_REFUSED;
    for (int i = 0; i < ASK_OUTLINE; i++)
        t->unknown += j->answers[i].verdict == VERDICT_UNKNOWN;
}

/* Each kind once. */
static bool is_first(const Plan *plan, uint32_t block)
{
    const char *kind = template_at(plan->blocks[block].template)->kind;
    if (plan->blocks[block].is_dropped) return false;
    for (uint32_t i = 0; i < block; i++)
        if (!plan->blocks[i].is_dropped && strcmp(template_at(plan->blocks[i].template)->kind, kind) == 0) return false;
    return true;
}

static void count_project(Totals *t, const Plan *plan, const Judgement *j)
{
    count_answers(&t->all, j);
    t->checks += j->checks;
    t->open += j->open;
    for (uint32_t i = 0; i < plan->count; i++)
        if (is_first(plan, i)) count_answers(total_of(t, template_at(plan->blocks[i].template)->kind), j);
}

static void print_kinds(const Plan *plan)
{
    for (uint32_t i = 0; i < plan->count; i++)
        if (!plan->blocks[i].is_dropped)
            printf(" %s/%u", template_at(plan->blocks[i].template)->kind, plan->blocks[i].template);
}

/* ---- one project ---- */

/* Leaves out blocks as long as there is a disagreement. */
static void shrink(const Settings *s, Plan *plan, uint64_t wrong)
{
    JudgeSettings quiet = s->judge;
    quiet.prints = quiet.keeps = false;
    for (uint32_t i = 0; i < plan->count; i++) {
        Plan smaller = *plan;
        if (smaller.blocks[i].is_dropped) continue;
        smaller.blocks[i].is_dropped = true;
        if (judge_project(&quiet, &smaller, wrong).problem) *plan = smaller;
    }
}

static void report(const Settings *s, Totals *t, uint64_t seed, Plan *plan, uint64_t wrong, const char *problem)
{
    shrink(s, plan, wrong);
    t->all.wrong++;
    for (uint32_t i = 0; i < plan->count; i++)
        if (is_first(plan, i)) total_of(t, template_at(plan->blocks[i].template)->kind)->wrong++;
    printf("# seed %llu: disagreement: %s; blocks:", (unsigned long long)seed, problem);
    print_kinds(plan);
    printf("\n");
    JudgeSettings loud = s->judge;
    loud.prints = !s->goes_on || s->is_verbose;
    judge_project(&loud, plan, wrong);
}

/* Whether there is a disagreement. */
static bool check_project(const Settings *s, Totals *t, uint64_t seed)
{
    Plan plan;
    Rng rng = {~seed};
    uint64_t wrong = rng_next(&rng);
    if (!plan_draw(seed, s->kinds, s->most, &plan)) {
        fprintf(stderr, "chorus-agreement-link: -f %s: no such kind\n", s->kinds);
        exit(64);
    }
    wrong = wrong / BLOCKS_MAX * BLOCKS_MAX + wrong % plan.count;
    JudgeSettings first = s->judge;
    first.keeps &= first.prints;
    Judgement j = judge_project(&first, &plan, wrong);
    if (s->is_verbose) {
        static const char *const names[] = {"right", "wrong", "outline"};
        printf("# %llu%s:", (unsigned long long)seed, j.is_program ? "" : " (no program)");
        print_kinds(&plan);
        printf("\n%s", j.failure);
        for (int i = 0; i < QUESTIONS; i++)
            if (j.answers[i].is_asked) printf("#   %s: %s\n", names[i], j.answers[i].line);
    }
    if (!j.is_program) {
        t->no_program++;
        return false;
    }
    count_project(t, &plan, &j);
    if (j.problem) report(s, t, seed, &plan, wrong, j.problem);
    return j.problem != NULL;
}

static bool check_all(const Settings *s, Totals *t)
{
    double end = s->seconds > 0 ? now() + s->seconds : 1e300;
    for (uint32_t i = 0; i < s->count && now() < end; i++)
        if (check_project(s, t, s->seed + i) && !s->goes_on) break;
    return t->all.wrong > 0;
}

/* ---- the command line ---- */

static void print_total(const Total *t)
{
    printf("# %s: %u projects; %u true, %u false with a wrong number, %u unknown, %u refused", t->kind, t->projects,
           t->proved, t->refuted, t->unknown, t->refused);
    if (t->wrong) printf(", %u WRONG", t->wrong);
    printf("\n");
}

static void print_totals(const Settings *s, const Totals *t, double seconds)
{
    printf(
        "# seed %llu: %u projects, %.1f s; %u checks, %u left out that the compilers do not agree about; %u projects "
        "left out that they do not take\n",
        (unsigned long long)s->seed, t->all.projects, seconds, t->checks, t->open, t->no_program);
    print_total(&t->all);
    for (uint32_t i = 0; i < t->kind_count; i++)
        print_total(&t->kinds[i]);
}

static double parse_number(const char *text)
{
    char *end;
    double value = strtod(text, &end);
    if (end != text && !*end && value >= 0) return value;
    fprintf(stderr, "chorus-agreement-link: %s: not a number\n", text);
    exit(64);
}

static void parse_options(int argc, char **argv, Settings *s)
{
    for (int option; (option = getopt(argc, argv, "c:s:t:e:f:b:aknvp")) != -1;) {
        switch (option) {
        case 'c': s->count = (uint32_t)parse_number(optarg); break;
        case 's': s->seed = (uint64_t)parse_number(optarg); break;
        case 't': s->seconds = parse_number(optarg); break;
        case 'e': s->judge.limit = optarg; break;
        case 'f': s->kinds = optarg; break;
        case 'b': s->most = (uint32_t)parse_number(optarg); break;
        case 'a': s->goes_on = true; break;
        case 'k': s->judge.keeps = true; break;
        case 'n': s->judge.chorus = ""; break;
        case 'v': s->is_verbose = true; break;
        case 'p': s->judge.prints = true; break;
        default:
            fprintf(stderr, "usage: chorus-agreement-link [-c COUNT] [-s SEED] [-t SECONDS] [-e SECONDS] [-f KIND,...] "
                            "[-a] [-k] [-n] [-v] [-p]\n");
            exit(64);
        }
    }
}

/* The executable of this build, which is in the folder above. */
static void find_chorus(char *path, size_t size)
{
    const char *chosen = getenv("CHORUS");
    ssize_t n = chosen ? -1 : readlink("/proc/self/exe", path, size - 1);
    if (n > 0) path[n] = '\0';
    char *slash = n > 0 ? strrchr(path, '/') : NULL;
    if (slash) *slash = '\0';
    slash = slash ? strrchr(path, '/') : NULL;
    if (slash)
        snprintf(slash, size - (size_t)(slash - path), "/chorus");
    else
        snprintf(path, size, "%s", chosen ? chosen : "chorus");
}

int main(int argc, char **argv)
{
    heap_prepare();
    static const char title[] = "projects compute what they do when gcc and clang compile them";
    char chorus[1000];
    Totals totals = {.all = {.kind = "all"}};
    Settings s = {.seed = (uint64_t)time(NULL) * 1000 % 1000000000,
                  .count = (uint32_t)tap_count(COUNT_THOROUGH),
                  .most = BLOCKS_MAX};
    s.judge = (JudgeSettings){.chorus = chorus, .limit = "5"};
    find_chorus(chorus, sizeof chorus);
    parse_options(argc, argv, &s);
    if (s.most < 1 || s.most > BLOCKS_MAX) s.most = BLOCKS_MAX;
    Run *run = run_new();
    const char *missing = native_missing(run);
    run_free(run);
    if (missing) {
        printf("ok 1 - %s # skip: there is no %s\n1..1\n", title, missing);
        return EXIT_SUCCESS;
    }
    double start = now();
    bool is_wrong = check_all(&s, &totals);
    print_totals(&s, &totals, now() - start);
    printf("%s 1 - %s\n1..1\n", is_wrong ? "not ok" : "ok", title);
    return is_wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
