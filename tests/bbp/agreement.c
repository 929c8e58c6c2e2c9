/* chorus-bbp-agreement [-c COUNT] [-s SEED] [FILE]
 *
 * Random Boolean broadcast programs. For every program:
 * - printing and reading gives the same program, and the same text again;
 * - assignments and the constraints that they are translated to mean the same (reference semantics);
 * - the reference semantics, counters and decision diagrams reach the same locations with 1, 2 and 3 threads, and as
 *   many states;
 * - asked about one location, counters and decision diagrams give an error trace exactly when it is reached, of
 *   the same length;
 * - every view of every state that counters reach, with enough threads, is in the set of views;
 * - no view proof says "unreachable" of a location that some number of threads up to 4 reaches;
 * - neither does the model checker as a whole.
 * Stops at the first disagreement and prints the program. With a FILE: that program only. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bbp/generate.h"
#include "engines/mc.h"
#include "engines/symmpa/explore/counter.h"
#include "engines/symmpa/explore/dd.h"
#include "engines/symmpa/explore/view.h"
#include "program/boolprog/check.h"
#include "program/boolprog/parse.h"
#include "program/boolprog/print.h"
#include "program/boolprog/reference.h"

#define STATEMENTS_MAX 64
#define REFERENCE_STATES 3000 /* of larger programs only the smaller numbers of threads are compared */
#define COUNTER_STATES 100000

typedef struct Totals {
    uint32_t programs, compared[4], reached, traces, view_proofs, view_attempts, mc_true, mc_false, mc_unknown;
} Totals;

typedef struct Case {
    Run *run;
    Rng *rng;
    const char *text;
    size_t length;
    BoolProgram *p;
    BoolEdges *edges;
    uint32_t locations;           /* k + 2: 0 stands for failing assertions */
    bool reached[STATEMENTS_MAX]; /* with some number of threads, of those compared */
    bool enough[STATEMENTS_MAX];  /* the same, for numbers with which all constraints bind */
    VEC(uint32_t) states;         /* that counters reach: shared, number of groups, (location and local, count)* */
    char wrong[300];
    Totals *totals;
} Case;

#define FAIL(c, ...)                                                                                                   \
    do {                                                                                                               \
        if (!*(c)->wrong) snprintf((c)->wrong, sizeof(c)->wrong, __VA_ARGS__);                                         \
    } while (0)

/* ---- notations ---- */

static BoolProgram *print_and_read(Case *c, const BoolProgram *p, Str *text)
{
    str_init(c->run, text);
    boolprog_print(p, text);
    return boolprog_parse(c->run, "printed", str_text(text), text->length);
}

static void check_printing(Case *c, const BoolProgram *p, const char *what)
{
    Str text, again;
    BoolProgram *q = print_and_read(c, p, &text);
    print_and_read(c, q, &again);
    if (!boolprog_equal(p, q)) FAIL(c, "%s: printing and reading gives another program", what);
    if (strcmp(str_text(&text), str_text(&again)) != 0) FAIL(c, "%s: printing is not stable", what);
}

/* ---- fixed numbers of threads ---- */

typedef struct Visit {
    const BoolOracle *oracle;
    bool *reached;
    Case *c;
} Visit;

static void visit_state(void *arg, uint32_t shared, const uint32_t *groups, uint32_t count)
{
    const Visit *v = arg;
    Case *c = v->c;
    vec_push(c->run, &c->states, (uint32_t)bool_oracle_shared(v->oracle, shared));
    vec_push(c->run, &c->states, count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t location;
        uint32_t local = (uint32_t)bool_oracle_local(v->oracle, groups[2 * i], &location);
        v->reached[location] = true;
        vec_push(c->run, &c->states, location << 8 | local);
        vec_push(c->run, &c->states, groups[2 * i + 1]);
    }
}

/* The locations that counters reach, and their states; false: too many. */
static bool counter_reach(Case *c, uint32_t n, bool *reached, bool eager, uint64_t *states)
{
    bool errors[STATEMENTS_MAX] = {false};
    BoolOracle *o = bool_oracle_new(c->edges, n, errors);
    Oracle oracle = bool_oracle(o);
    if (!eager) bool_oracle_forget_eager(o);
    Visit visit = {o, reached, c};
    StateVisitor visitor = {&visit, visit_state, NULL};
    AbstractTrace trace;
    vec_clear(&c->states);
    ExploreResult r = counter_explore(c->run, &oracle, n, COUNTER_STATES, &trace, states, &visitor);
    if (r == EXPLORE_ERROR) FAIL(c, "counter, n = %u: an error where none is declared", n);
    bool_oracle_free(o);
    return r == EXPLORE_SAFE;
}

static void compare(Case *c, const char *what, uint32_t n, const bool *expected, const bool *got, uint32_t from)
{
    for (uint32_t d = from; d < c->locations; d++)
        if (expected[d] != got[d])
            FAIL(c, "%s, n = %u: location %u is %sreached, reference says otherwise", what, n, d, got[d] ? "" : "not ");
}

/* The number of steps to location d with counters and with diagrams, 0 = it is not reached. */
static void check_location(Case *c, uint32_t n, uint32_t d, bool expected)
{
    uint32_t lengths[2] = {0, 0};
    for (int dd = 0; dd <= 1; dd++) {
        bool errors[STATEMENTS_MAX] = {false};
        errors[d] = true;
        BoolOracle *o = bool_oracle_new(c->edges, n, errors);
        Oracle oracle = bool_oracle(o);
        AbstractTrace trace;
        uint64_t states;
        double dd_states;
        ExploreResult r = dd ? dd_explore(c->run, o, c->edges, n, errors, &trace, &dd_states, NULL)
                             : counter_explore(c->run, &oracle, n, COUNTER_STATES, &trace, &states, NULL);
        if ((r == EXPLORE_ERROR) != expected && r != EXPLORE_LIMIT)
            FAIL(c, "%s, n = %u: error location %u is %sreached", dd ? "dd" : "counter", n, d, expected ? "not " : "");
        if (r == EXPLORE_ERROR) {
            lengths[dd] = trace.steps.count;
            c->totals->traces++;
            vec_free(c->run, &trace.steps);
        }
        bool_oracle_free(o);
    }
    /* Eager steps come early, so that a trace of counters may be longer, but never shorter. */
    if (lengths[0] < lengths[1]) FAIL(c, "n = %u: trace to %u: counter %u steps, dd %u", n, d, lengths[0], lengths[1]);
}

/* ---- views ---- */

typedef struct ViewSet {
    Case *c;
    const BoolOracle *oracle;
    Intern views; /* shared, location and local of each thread, ascending */
} ViewSet;

static void add_view(ViewSet *set, uint32_t shared, uint32_t a, uint32_t b, uint32_t count)
{
    const uint32_t key[3] = {shared, a < b || count < 2 ? a : b, a < b ? b : a};
    intern_add(&set->views, key, 1 + count, NULL);
}

static bool has_view(const ViewSet *set, uint32_t shared, uint32_t a, uint32_t b, uint32_t count)
{
    const uint32_t key[3] = {shared, a < b || count < 2 ? a : b, a < b ? b : a};
    return intern_find(&set->views, key, 1 + count) != INTERN_NONE;
}

static void visit_view(void *arg, uint32_t shared, bool atomic, const uint32_t *singles, uint32_t single_count,
                       const uint32_t *others, uint32_t count)
{
    (void)atomic, (void)singles, (void)single_count;
    ViewSet *set = arg;
    uint32_t words[2] = {0, 0}, location;
    for (uint32_t i = 0; i < count; i++) {
        words[i] = (uint32_t)bool_oracle_local(set->oracle, others[i], &location);
        words[i] |= location << 8;
    }
    add_view(set, (uint32_t)bool_oracle_shared(set->oracle, shared), words[0], words[1], count);
}

/* Are the views of size k of all of c->states there? Ended threads may be left out of views. */
static void compare_views(Case *c, const ViewSet *set, uint32_t k, uint32_t n)
{
    for (uint32_t at = 0; at < c->states.count;) {
        const uint32_t *s = c->states.data + at, *g = s + 2;
        at += 2 + 2 * s[1];
        for (uint32_t i = 0; i < s[1]; i++)
            for (uint32_t j = k == 1 ? i : 0; j <= i; j++) {
                bool same = i == j;
                if (k == 2 && same && g[2 * i + 1] < 2) continue;
                if (g[2 * i] >> 8 == c->locations - 1 || g[2 * j] >> 8 == c->locations - 1) continue;
                if (!has_view(set, s[0], g[2 * i], g[2 * j], k)) {
                    FAIL(c, "views of size %u: one of a state with %u threads is missing", k, n);
                    return;
                }
            }
    }
}

static void check_view_sets(Case *c, uint32_t n)
{
    const bool none[STATEMENTS_MAX] = {false};
    for (uint32_t k = 1; k <= 2 && k <= n; k++) {
        BoolOracle *o = bool_oracle_new(c->edges, BOOL_ENOUGH_THREADS, none);
        Oracle oracle = bool_oracle(o);
        ViewSet set = {.c = c, .oracle = o};
        intern_init(c->run, &set.views);
        StateVisitor visitor = {&set, NULL, visit_view};
        uint64_t views;
        if (view_explore(c->run, &oracle, k, 20000, &views, &visitor) == EXPLORE_SAFE) compare_views(c, &set, k, n);
        intern_clear(&set.views);
        bool_oracle_free(o);
    }
}

/* ---- fixed numbers of threads, all of it ---- */

static void check_count(Case *c, const BoolProgram *constrained, uint32_t n)
{
    bool expected[STATEMENTS_MAX], got[STATEMENTS_MAX];
    ReferenceResult reference = {expected, 0}, other = {got, 0};
    if (!reference_reach(c->p, n, REFERENCE_STATES, &reference)) return;
    c->totals->compared[n]++;
    if (reference_reach(constrained, n, REFERENCE_STATES, &other)) {
        compare(c, "constraints", n, expected, got, 0);
        if (other.counter_states != reference.counter_states) FAIL(c, "constraints, n = %u: number of states", n);
    }
    memset(got, 0, sizeof got);
    uint64_t states;
    if (counter_reach(c, n, got, true, &states)) compare(c, "counter", n, expected, got, 1);
    memset(got, 0, sizeof got);
    if (counter_reach(c, n, got, false, &states)) {
        compare(c, "counter without eager steps", n, expected, got, 1);
        if (states != reference.counter_states)
            FAIL(c, "counter, n = %u: %llu states, reference %llu", n, (unsigned long long)states,
                 (unsigned long long)reference.counter_states);
        if (n >= c->edges->needs_max) check_view_sets(c, n);
    }
    memset(got, 0, sizeof got);
    const bool none[STATEMENTS_MAX] = {false};
    BoolOracle *o = bool_oracle_new(c->edges, n, none);
    AbstractTrace trace;
    double dd_states;
    dd_explore(c->run, o, c->edges, n, none, &trace, &dd_states, got);
    bool_oracle_free(o);
    compare(c, "dd", n, expected, got, 1);
    if ((uint64_t)dd_states != reference.counter_states)
        FAIL(c, "dd, n = %u: %.0f states, reference %llu", n, dd_states, (unsigned long long)reference.counter_states);
    uint32_t d = rng_below(c->rng, c->locations);
    check_location(c, n, d, expected[d]);
    if (d) check_location(c, n, 0, expected[0]);
    for (uint32_t i = 0; i < c->locations; i++) {
        c->reached[i] |= expected[i];
        if (n >= c->edges->needs_max) c->enough[i] |= expected[i];
        c->totals->reached += expected[i];
    }
}

/* ---- every number of threads ---- */

static void check_views(Case *c)
{
    for (uint32_t k = 1; k <= 2; k++)
        for (uint32_t d = 0; d < c->locations; d++) {
            bool errors[STATEMENTS_MAX] = {false};
            errors[d] = true;
            BoolOracle *o = bool_oracle_new(c->edges, BOOL_ENOUGH_THREADS, errors);
            Oracle oracle = bool_oracle(o);
            uint64_t views;
            ExploreResult r = view_explore(c->run, &oracle, k, 20000, &views, NULL);
            if (r == EXPLORE_SAFE && c->enough[d])
                FAIL(c, "views of size %u say that location %u is not reached, but it is", k, d);
            c->totals->view_attempts++;
            c->totals->view_proofs += r == EXPLORE_SAFE;
            bool_oracle_free(o);
        }
}

static void check_mc(Case *c)
{
    uint32_t d = rng_below(c->rng, c->locations);
    BoolProgram *p = boolprog_parse(c->run, "program", c->text, c->length);
    if (d) vec_push(c->run, &p->errors, d);
    McOptions options = {MC_AUTO, 0};
    Verdict verdict;
    McVerdict result;
    run_set_time_limit(c->run, 2);
    mc_check(p, &options, &verdict, &result);
    run_set_time_limit(c->run, 0);
    bool reached = c->reached[0] || c->reached[d];
    if (verdict.kind == VERDICT_TRUE && reached) FAIL(c, "mc: true, but location 0 or %u is reached", d);
    c->totals->mc_true += verdict.kind == VERDICT_TRUE;
    c->totals->mc_false += verdict.kind == VERDICT_FALSE;
    c->totals->mc_unknown += verdict.kind == VERDICT_UNKNOWN;
}

static void check_program(Run *run, void *arg)
{
    Case *c = arg;
    c->p = boolprog_parse(run, "program", c->text, c->length);
    c->locations = c->p->statements.count + 2;
    RUN_CHECK(run, c->locations <= STATEMENTS_MAX);
    check_printing(c, c->p, "program");
    BoolProgram *constrained = boolprog_constrained(c->p);
    RUN_CHECK(run, !boolprog_check(constrained));
    check_printing(c, constrained, "constraints");
    c->edges = boolprog_edges(c->p);
    for (uint32_t n = 1; n <= 3 && !*c->wrong; n++)
        check_count(c, constrained, n);
    bool four[STATEMENTS_MAX] = {false};
    uint64_t states;
    if (c->locations <= 10 && counter_reach(c, 4, four, true, &states))
        for (uint32_t i = 1; i < c->locations; i++) {
            c->reached[i] |= four[i];
            c->enough[i] |= four[i] && c->edges->needs_max <= 4;
        }
    check_views(c);
}

static void check_whole(Run *run, void *arg)
{
    (void)run;
    check_mc(arg);
}

/* NULL, or what is wrong. */
static const char *check(const char *text, size_t length, Rng *rng, Totals *totals, char *wrong, size_t size)
{
    Run *run = run_new();
    Case c = {.run = run, .rng = rng, .text = text, .length = length, .totals = totals};
    StopKind stop = run_guard(run, check_program, &c);
    if (stop != STOP_NONE) FAIL(&c, "stopped: %s", run_reason(run));
    if (!*c.wrong) {
        stop = run_guard(run, check_whole, &c);
        if (stop != STOP_NONE && stop != STOP_TIME) FAIL(&c, "mc stopped: %s", run_reason(run));
    }
    run_free(run);
    totals->programs++;
    snprintf(wrong, size, "%s", c.wrong);
    return *wrong ? wrong : NULL;
}

/* ---- the program ---- */

static int check_file(const char *path)
{
    static char text[1 << 20], wrong[300];
    FILE *f = fopen(path, "rb");
    if (!f) return EXIT_FAILURE;
    size_t length = fread(text, 1, sizeof text, f);
    fclose(f);
    Rng rng = {1};
    Totals totals = {0};
    if (!check(text, length, &rng, &totals, wrong, sizeof wrong)) return EXIT_SUCCESS;
    printf("%s\n", wrong);
    return EXIT_FAILURE;
}

static int run_all(uint32_t count, uint64_t seed)
{
    Totals totals = {0};
    printf("# seed %llu, %u programs\n", (unsigned long long)seed, count);
    fflush(stdout);
    for (uint32_t i = 0; i < count; i++) {
        Run *run = run_new();
        Str text;
        char wrong[300];
        Rng rng = {seed + i * UINT64_C(0x9E3779B97F4A7C15)};
        str_init(run, &text);
        generate_bbp(&rng, &text);
        bool bad = check(str_text(&text), text.length, &rng, &totals, wrong, sizeof wrong);
        if (bad) printf("%s\n# program %u:\n%s", wrong, i, str_text(&text));
        run_free(run);
        if (bad) {
            printf("not ok 1 - explorers agree with the reference semantics\n1..1\n");
            return EXIT_FAILURE;
        }
    }
    printf("# %u programs; compared with 1, 2, 3 threads: %u, %u, %u; %u locations reached, %u traces\n",
           totals.programs, totals.compared[1], totals.compared[2], totals.compared[3], totals.reached, totals.traces);
    printf("# views: %u proofs of %u; mc: %u true, %u false, %u unknown\n", totals.view_proofs, totals.view_attempts,
           totals.mc_true, totals.mc_false, totals.mc_unknown);
    printf("ok 1 - explorers agree with the reference semantics\n1..1\n");
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    uint64_t seed = (uint64_t)time(NULL) * 1000003u ^ (uint64_t)getpid();
    uint32_t count = 150;
    for (int option; (option = getopt(argc, argv, "c:s:")) != -1;) {
        if (option == 'c')
            count = (uint32_t)strtoul(optarg, NULL, 10);
        else if (option == 's')
            seed = strtoull(optarg, NULL, 10);
        else
            return 64;
    }
    return optind < argc ? check_file(argv[optind]) : run_all(count, seed);
}
