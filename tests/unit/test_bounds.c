/* Bounds of variables and what they refute: which are found, that they hold in all reachable states of random programs,
 * and that the certificate checker accepts them and nothing wrong in their place. */
#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "base/rng.h"
#include "engines/bounded.h"
#include "facts/bounds/backward.h"
#include "facts/bounds/growth.h"
#include "facts/exclusion/reason.h"
#include "kernel/bounds.h"
#include "kernel/kinds/bounds/counts.h"
#include "kernel/kinds/bounds/groups.h"
#include "program/interpreter.h"
#include "program/scpl/parse.h"
#include "tap.h"

typedef struct Fixture {
    Run *run;
    const char *text;
    Program *p;
    Rounds *rounds;
    Bounds *bounds;
} Fixture;

static void find(Run *run, void *arg)
{
    Fixture *f = arg;
    f->p = scpl_parse(run, term_manager_new(run), "input.scpl", f->text, strlen(f->text), false);
    f->rounds = rounds_new(f->p);
    f->bounds = growth_bounds(f->p, f->rounds);
}

static void set_up(Fixture *f, const char *text)
{
    *f = (Fixture){.run = run_new(), .text = text};
    REQUIRE(f->run);
    StopKind stop = run_guard(f->run, find, f);
    if (stop != STOP_NONE) printf("# %s\n%s", run_reason(f->run), text);
    REQUIRE(stop == STOP_NONE);
}

static uint64_t bound_of(const Fixture *f, uint32_t v)
{
    for (uint32_t i = 0; i < f->bounds->groups.count; i++)
        for (uint32_t k = 0; k < f->bounds->groups.data[i].vars.count; k++)
            if (f->bounds->groups.data[i].vars.data[k].i == v) return f->bounds->groups.data[i].most;
    return bounds_of_sort(f->p->vars.data[v].sort);
}

static uint64_t bound_named(const Fixture *f, const char *name)
{
    for (uint32_t v = 0; v < f->p->vars.count; v++)
        if (strcmp(f->p->vars.data[v].name, name) == 0) return bound_of(f, v);
    return 0;
}

/* ---- which are found ---- */

#define NONE (UINT64_C(1) << 31)
#define LOOP(init, guard, step, body)                                                                                  \
    "shared i32 x = 0; template main 1 { local i32 i = *; i = " init "; while (" guard ") { " body " i = i " step      \
    "; } }\n"

static const struct {
    const char *what, *program;
    uint64_t x; /* the bound of x */
} examples[] = {
    {"once", "shared i32 x = 3; template main 1 { x = x + 4; }\n", 7},
    {"any number of threads", "shared i32 x = 3; template w * { x = x + 4; }\n", NONE},
    {"two threads", "shared i32 x = 0; template main 1 { spawn w(); spawn w(); } template w 0 { x = x + 1; }\n", 2},
    {"threads that start threads",
     "shared i32 x = 0; template main 1 { spawn v(); spawn v(); } template v 0 { spawn w(); spawn w(); }\n"
     "template w 0 { x = x - 1; }\n",
     4},
    {"a template that starts itself", "shared i32 x = 0; template main 1 { x = x + 1; spawn main(); }\n", NONE},
    {"a loop", LOOP("0", "i < 10", "+ 1", "x = x + 1;"), 11},
    {"a loop downwards", LOOP("10", "i > 0", "- 1", "x = x + 1;"), 11},
    {"in steps", LOOP("0", "i < 10", "+ 3", "x = x + 1;"), 5},
    {"a loop that only wrapping ends", LOOP("0", "i < 2147483647", "+ 3", "x = x + 1;"), NONE},
    {"a counter that is set back", LOOP("0", "i < 10", "+ 1", "x = x + 1; i = 0;"), NONE},
    {"a loop without limit", LOOP("0", "true", "+ 1", "x = x + 1;"), NONE},
    {"a counter by chance",
     "shared i32 x = 0; template main 1 { local i32 i = *; while (i < 10) { x = x + 1; i = i + 1; } }\n", NONE},
    {"a loop in a loop",
     "shared i32 x = 0; template main 1 { local i32 i = 0, k = 0; while (i < 3) { k = 0;\n"
     "while (k < 4) { x = x + 1; k = k + 1; } i = i + 1; } }\n",
     20}, /* four times in five: what is outside of a round may be done once more than the round */
    {"twice as much", "shared i32 x = 1; template main 1 { x = x + x; x = x + x; }\n", 4},
    {"read early, stored late",
     "shared i32 x = 0; template main 1 { spawn w(); spawn w(); }\n"
     "template w 0 { local i32 t = *; t = x; t = t + 1; x = t; }\n",
     2},
    {"an old value", "shared i32 x = 0, y = 5; template main 1 { x = y; y = x; x = 3; }\n", 5},
    {"arbitrary", "shared i32 x = *; template main 1 { x = 1; }\n", NONE},
    {"an input", "shared i32 x = 0; template main 1 { x = *; }\n", NONE},
};

TEST(bounds_are_found_where_there_are_some)
{
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        Fixture f;
        set_up(&f, examples[i].program);
        printf("# %s\n", examples[i].what);
        CHECK_EQ_INT((int64_t)bound_named(&f, "x"), (int64_t)examples[i].x);
        run_free(f.run);
    }
}

/* ---- random programs ---- */

#define STATES 6000

static const char *const statements[] = {
    "do x = x + 1",
    "do x = x + 1",
    "do x = x - 1",
    "do x = i",
    "do t = x",
    "do t = x + 1",
    "do x = t",
    "do x = t + 1",
    "do y = x + t",
    "do y = 1",
    "do x = x == y ? t : 2",
    "do i = i + 1",
    "do i = i - 1",
    "do i = 0",
    "do i = 5",
    "do t = i + 1",
    "do i = t",
    "when i < 3",
    "when i > 1",
    "when !(i < 2)",
    "when i < 2 do i = i + 1",
    "when 0 < i do i = i - 1",
    "when x < 2",
    "when t < 2 && x < t",
    "when !m do m = true",
    "when !m do m = true",
    "do m = false",
    "do x = p",
    "",
};
#define STATEMENTS (sizeof statements / sizeof *statements)

static const char *const errors[] = {
    "x == 7",         "x == -8", "x > 3",       "t == 7", "i == 4",
    "i > 3 && x > 0", "y == 7",  "y == x && m", "i == t", "i == 0 && x == 2",
};
#define ERRORS (sizeof errors / sizeof *errors)

/* A part of the way has the shape of a loop that counts. */
static char *add_loop(Rng *rng, uint32_t l, uint32_t n, char *at, char *end)
{
    static const char *const heads[] = {"i < 2", "i < 3", "i > 0", "!(i > 1)", "i < 3 && x < 2", "t < 2"};
    static const char *const steps[] = {"do i = i + 1", "do i = i + 1", "do i = i - 1", "do i = i + 2", "do t = i + 1"};
    at += snprintf(at, (size_t)(end - at), "edge %u -> %u when %s;\n", l, l + 1, heads[rng_below(rng, 6)]);
    if (rng_below(rng, 2))
        at += snprintf(at, (size_t)(end - at), "edge %u -> %u when !(%s);\n", l, n - 2, heads[rng_below(rng, 6)]);
    return at + snprintf(at, (size_t)(end - at), "edge %u -> %u %s;\n", l + 1, l, steps[rng_below(rng, 5)]);
}

static char *random_edges(Rng *rng, uint32_t n, bool is_main, char *at, char *end)
{
    for (uint32_t l = 0; l < n; l++)
        at += snprintf(at, (size_t)(end - at), "location %u%s;\n", l,
                       l && l + 1 < n && !rng_below(rng, 7) ? " atomic" : "");
    at += snprintf(at, (size_t)(end - at), "location %u `error`;\nentry 0;\n", n);
    for (uint32_t l = 0; l + 1 < n; l++) {
        const char *what = statements[rng_below(rng, STATEMENTS)];
        if (is_main && !rng_below(rng, 4)) what = rng_below(rng, 2) ? "spawn w(p = 1)" : "spawn w(p = i)";
        if (l + 2 < n && !rng_below(rng, 5)) at = add_loop(rng, l, n, at, end);
        at += snprintf(at, (size_t)(end - at), "edge %u -> %u %s;\n", l, l + 1, what);
        if (!rng_below(rng, 4))
            at += snprintf(at, (size_t)(end - at), "edge %u -> %u %s;\n", l, rng_below(rng, n - 1),
                           statements[rng_below(rng, STATEMENTS)]);
        if (!rng_below(rng, 3))
            at += snprintf(at, (size_t)(end - at), "edge %u -> %u when %s error violates \"no-overflow\" what \"e\";\n",
                           l, n, errors[rng_below(rng, ERRORS)]);
    }
    return at;
}

static void random_program(Rng *rng, char *text, size_t size)
{
    char *at = text, *end = text + size;
    at += snprintf(at, (size_t)(end - at), "shared bool m = false; shared i4 x = %u, y = 0;\n", rng_below(rng, 2));
    at += snprintf(at, (size_t)(end - at), "automaton main 1 { local i4 i = %s, t = %s, p = 1;\n",
                   rng_below(rng, 4) ? "0" : "*", rng_below(rng, 2) ? "1" : "*");
    at = random_edges(rng, 4 + rng_below(rng, 4), true, at, end);
    at += snprintf(at, (size_t)(end - at), "}\nautomaton w %s (i4 p = *) { local i4 i = 0, t = %s;\n",
                   rng_below(rng, 8) ? "0" : "*", rng_below(rng, 2) ? "0" : "*");
    at = random_edges(rng, 3 + rng_below(rng, 4), false, at, end);
    snprintf(at, (size_t)(end - at), "}\n");
}

typedef struct Look {
    Fixture f;
    Program *running; /* the same without errors, so that runs go on */
    Interpreter *in;
    bool *taken;   /* per edge: error edges that some run comes to as its first error */
    bool *refuted; /* per edge */
    bool exceeded; /* a bound */
    uint32_t wrong, refused, wrong_accepted, accepted, refutations, bounds;
} Look;

/* Does a variable have a value beyond its bound? Those by chance do not count. */
static bool is_beyond(const Look *look, uint32_t v, Value value)
{
    const Var *var = &look->f.p->vars.data[v];
    if (var->sort.kind != SORT_BV || !term_is(var->init)) return false;
    int64_t number = sign_extend(value.bits, var->sort.width);
    return (uint64_t)(number < 0 ? -number : number) > bound_of(&look->f, v);
}

static void visit(void *arg, const State *s)
{
    Look *look = arg;
    Program *p = look->running;
    for (uint32_t t = 0; t < s->threads.count; t++) {
        const char *name = p->locs.data[s->threads.data[t].loc.i].name;
        if (name && strcmp(name, "error") == 0) return; /* the run has ended */
    }
    for (uint32_t v = 0; v < p->vars.count; v++)
        if (p->vars.data[v].class == VAR_SHARED) look->exceeded |= is_beyond(look, v, s->shared[v]);
    for (uint32_t t = 0; t < s->threads.count; t++) {
        const ThreadState *thread = &s->threads.data[t];
        const Template *template = &p->templates.data[thread->template.i];
        for (uint32_t i = 0; i < template->locals.count; i++)
            look->exceeded |= is_beyond(look, template->locals.data[i], thread->locals[i]);
        for (uint32_t k = 0; k < program_out_count(p, thread->loc); k++) {
            uint32_t edge = p->out_edges[p->out_start[thread->loc.i] + k];
            MachineStep step = {t, {edge}, NULL, false};
            if (!look->f.p->edges.data[edge].is_error || !state_may_run(&look->in->machine, s, t)) continue;
            look->taken[edge] |= state_evaluate(&look->in->machine, s, &step, p->edges.data[edge].guard).bits != 0;
        }
    }
}

static bool is_wrong(const Look *look)
{
    for (uint32_t i = 0; i < look->f.p->edges.count; i++)
        if (look->refuted[i] && look->taken[i]) return true;
    return false;
}

static bool checker_accepts(Look *look, const Exclusions *facts)
{
    Smt *smt = smt_new(look->f.p->tm);
    Checker k = {.run = look->f.run, .tm = look->f.p->tm, .p = look->f.p, .smt = smt};
    bounds_check(&k, look->f.bounds, facts, look->refuted);
    smt_free(smt);
    if (k.problem) printf("# %s\n", k.problem);
    return !k.problem;
}

/* Makes one bound smaller, drops a variable from one, or claims that another error is refuted. */
static void corrupt(Look *look, Rng *rng)
{
    Bounds *bounds = look->f.bounds;
    uint32_t at = rng_below(rng, look->f.p->edges.count);
    if (bounds->groups.count && rng_below(rng, 3)) {
        BoundGroup *group = &bounds->groups.data[rng_below(rng, bounds->groups.count)];
        if (group->most && rng_below(rng, 3))
            group->most--;
        else
            group->vars.count--;
        return;
    }
    for (uint32_t i = 0; i < look->f.p->edges.count; i++, at = (at + 1) % look->f.p->edges.count)
        if (look->f.p->edges.data[at].is_error && !look->refuted[at]) {
            look->refuted[at] = true;
            return;
        }
}

static void explore(Look *look)
{
    Program *p = look->running;
    for (uint32_t i = 0; i < p->edges.count; i++)
        p->edges.data[i].is_error = false, p->edges.data[i].what = NULL, p->edges.data[i].property = 0;
    look->in = interpreter_new(p);
    look->taken = run_alloc(look->f.run, p->edges.count + 1);
    for (uint32_t n = 1; n <= 3; n++)
        interpreter_visit(look->in, n, STATES, visit, look);
}

static void look_at_all(Run *run, void *arg)
{
    Look *look = ((void **)arg)[0];
    Rng *rng = ((void **)arg)[1];
    Fixture *f = &look->f;
    f->run = run;
    find(run, f);
    look->running = scpl_parse(run, f->p->tm, "input.scpl", f->text, strlen(f->text), false);
    explore(look);
    Proof *proof = proof_new(f->p);
    Verdict verdict = {0};
    bounded_settle(f->p, proof, &verdict, NULL);
    look->bounds = f->bounds->groups.count;
    if (!proof->parts.count) return;
    look->refuted = proof->parts.data[0].errors;
    look->refutations = verdict.stats.errors_bounded;
    look->wrong = look->exceeded || is_wrong(look);
    look->refused = !checker_accepts(look, proof->parts.data[0].reasons);
    corrupt(look, rng);
    look->exceeded = false;
    explore(look);
    look->accepted = checker_accepts(look, proof->parts.data[0].reasons);
    look->wrong_accepted = look->accepted && (look->exceeded || is_wrong(look));
}

TEST(bounds_of_random_programs_hold_and_are_checked)
{
    Rng rng = {(uint64_t)time(NULL)};
    int programs = tap_count(120);
    uint64_t refutations = 0, accepted = 0, bounds = 0;
    printf("# seed %" PRIu64 "\n", rng.state);
    for (int i = 0; i < programs; i++) {
        char text[6000];
        random_program(&rng, text, sizeof text);
        Run *run = run_new();
        REQUIRE(run);
        Look look = {.f = {.text = text}};
        void *arg[2] = {&look, &rng};
        StopKind stop = run_guard(run, look_at_all, arg);
        CHECK_EQ_INT(stop, STOP_NONE);
        if (stop != STOP_NONE) printf("# %s\n", run_reason(run));
        refutations += look.refutations;
        accepted += look.accepted;
        bounds += look.bounds;
        CHECK_EQ_INT(look.wrong, 0);
        CHECK_EQ_INT(look.refused, 0);
        CHECK_EQ_INT(look.wrong_accepted, 0);
        if (look.wrong || look.refused || look.wrong_accepted) printf("# %s\n", text);
        run_free(run);
    }
    printf("# %d programs: %" PRIu64 " errors refuted, %" PRIu64 " groups with bounds, %" PRIu64
           " corrupted proofs accepted\n",
           programs, refutations, bounds, accepted);
    CHECK((int64_t)refutations > programs / 4 && (int64_t)bounds > programs / 4);
    CHECK((int64_t)accepted < programs * 3 / 4);
}

TAP_MAIN();
