/* Whether a proof about interleavings is one about C's memory model: what is found of small programs, and that nothing
 * that makes a difference is missed in random ones. */
#include <string.h>
#include <time.h>

#include "base/rng.h"
#include "facts/exclusion/memory_model.h"
#include "logic/term/walk.h"
#include "program/interpreter.h"
#include "program/scpl/parse.h"
#include "program/step.h"
#include "tap.h"

typedef struct Fixture {
    Run *run;
    const char *text;
    MemoryOrder order; /* of all accesses; beyond MEMORY_PLAIN: random ones */
    Rng *rng;
    bool is_race_free;
    Program *p;
    MemoryModel model;
    bool differs, weakly; /* accesses are made at once: any, and such of atomic orders only */
} Fixture;

/* Variables whose names begin with x are memory. */
static void load(Fixture *f)
{
    Program *p = f->p = scpl_parse(f->run, term_manager_new(f->run), "input.scpl", f->text, strlen(f->text), false);
    for (uint32_t i = 0; i < p->vars.count; i++) {
        Var *v = &p->vars.data[i];
        v->is_memory = v->class == VAR_SHARED && v->name[0] == 'x';
    }
    for (uint32_t i = 0; i < p->edges.count; i++)
        p->edges.data[i].order = f->order > MEMORY_PLAIN ? (MemoryOrder)rng_below(f->rng, 3) : f->order;
}

static void find(Run *run, void *arg)
{
    (void)run;
    Fixture *f = arg;
    load(f);
    f->model = memory_model_find(f->p, f->is_race_free);
}

static MemoryNeed need(const char *text, MemoryOrder order, bool is_race_free)
{
    Fixture f = {.run = run_new(), .text = text, .order = order, .is_race_free = is_race_free};
    REQUIRE(f.run);
    StopKind stop = run_guard(f.run, find, &f);
    if (stop != STOP_NONE) printf("# %s\n%s", run_reason(f.run), text);
    REQUIRE(stop == STOP_NONE);
    CHECK((f.model.need != MEMORY_NEEDS_NOTHING) == (f.model.first.file != NULL));
    run_free(f.run);
    return f.model.need;
}

/* ---- small programs ---- */

static const struct {
    const char *name, *program;
    bool matters;
} examples[] = {
    {"one variable, any number of threads", "shared u8 x = 0; template w * { 1: x = 1; }", true},
    {"no memory", "shared u8 y = 0; template w * { 1: y = 1; }", false},
    {"one thread", "shared u8 x = 0; template main 1 { 1: x = 1; }", false},
    {"only read", "shared u8 x = 0; template w * { local u8 r; 1: r = x; }", false},
    {"under a lock",
     "shared bool m = false; shared u8 x = 0; template w * { 1: atomic { assume !m; m = true; } x = x + 1; "
     "m = false; }",
     false},
    {"beside the lock",
     "shared bool m = false; shared u8 x = 0; template w * { 1: atomic { assume !m; m = true; } m = "
     "false; x = 1; }",
     true},
    {"together with taking the lock", /* the value is read before the lock is there */
     "shared bool m = false; shared u8 x = 0; automaton w * { local u8 r = 0; location 0; location 1; location 2; "
     "location "
     "3; entry 0; edge 0 -> 1 when !m do r, m = x, true; edge 1 -> 2 do x = 1; edge 2 -> 3 do m = false; }",
     true},
    {"while it is waited for", /* the two steps are never possible at once */
     "shared u8 x = 0; template main 1 { spawn w(); 1: x = 1; } template w { 1: assume x == 1; }", true},
    {"before the other thread is there", "shared u8 x = 0; template main 1 { x = 1; spawn w(); } template w { x = 2; }",
     false},
    {"after it is there", "shared u8 x = 0; template main 1 { spawn w(); x = 1; } template w { x = 2; }", true},
    {"different elements", "shared u8[u2] x = 0; template main 1 { spawn w(); x[1] = 1; } template w { x[2] = 2; }",
     false},
    {"one element", "shared u8[u2] x = 0; template main 1 { spawn w(); x[1] = 1; } template w { x[1] = 2; }", true},
    {"a lock whose free value a local has",
     "shared u8 m = 0; shared u8 x = 0; automaton w * { local u8 e = *; local bool s = *; location 0; location 1; "
     "location "
     "2; location 3; location 4; entry 0; edge 0 -> 1 do e = 0; edge 1 -> 2 when m == e do m, s = 1, true; edge 1 -> 2 "
     "when m != e do e, s = m, false; edge 2 -> 0 when !s; edge 2 -> 3 when s do x = 1; edge 3 -> 4 do x = 2; edge 4 "
     "-> 0 "
     "do m = 0; }",
     false},
    {"a lock whose free value a local may have",
     "shared u8 m = 0; shared u8 x = 0; automaton w * { local u8 e = *; local bool s = *; location 0; location 1; "
     "location "
     "2; location 3; location 4; entry 0; edge 0 -> 1 do e = *; edge 1 -> 2 when m == e do m, s = 1, true; edge 1 -> 2 "
     "when m != e do e, s = m, false; edge 2 -> 0 when !s; edge 2 -> 3 when s do x = 1; edge 3 -> 4 do x = 2; edge 4 "
     "-> 0 "
     "do m = 0; }",
     true},
};

TEST(accesses_at_once_make_a_difference)
{
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        const char *p = examples[i].program;
        bool matters = examples[i].matters;
        MemoryNeed plain = matters ? MEMORY_NEEDS_NO_RACES : MEMORY_NEEDS_NOTHING;
        MemoryNeed weaker = matters ? MEMORY_NEEDS_INTERLEAVING : MEMORY_NEEDS_NOTHING;
        printf("# %s\n", examples[i].name);
        CHECK_EQ_INT(need(p, MEMORY_PLAIN, false), plain);
        CHECK_EQ_INT(need(p, MEMORY_PLAIN, true), MEMORY_NEEDS_NOTHING);
        CHECK_EQ_INT(need(p, MEMORY_RELAXED, false), weaker);
        CHECK_EQ_INT(need(p, MEMORY_RELAXED, true), weaker);
        CHECK_EQ_INT(need(p, MEMORY_ORDERED, false), MEMORY_NEEDS_NOTHING);
    }
}

/* ---- random programs ---- */

#define STATES 3000

static const char *const statements[] = {
    "when !m do m = true",
    "when !m do m = true",
    "do m = false",
    "do m = false",
    "do r, m = m, true",
    "when !r",
    "when r",
    "do x = 1",
    "do x = 1",
    "do x = x + 1",
    "do x2 = 1",
    "when x == 0",
    "when x == 1 do x2 = 0",
    "when !m do x, m = 1, true",
    "do r = x == 1",
    "do r = x2 == 1",
    "when x2 == 0 do x2, r = 1, true",
    "spawn v()",
    "when d",
    "",
};
#define STATEMENTS (sizeof statements / sizeof *statements)

static char *random_edges(Rng *rng, uint32_t n, const char *last, char *at, char *end)
{
    for (uint32_t l = 0; l < n; l++)
        at += snprintf(at, (size_t)(end - at), "location %u%s;\n", l,
                       l && l + 1 < n && !rng_below(rng, 8) ? " atomic" : "");
    at += snprintf(at, (size_t)(end - at), "entry 0;\n");
    for (uint32_t l = 0; l + 2 < n; l++) {
        at += snprintf(at, (size_t)(end - at), "edge %u -> %u %s;\n", l, l + 1, statements[rng_below(rng, STATEMENTS)]);
        if (!rng_below(rng, 4))
            at += snprintf(at, (size_t)(end - at), "edge %u -> %u %s;\n", l, rng_below(rng, n - 1),
                           statements[rng_below(rng, STATEMENTS)]);
    }
    return at + snprintf(at, (size_t)(end - at), "edge %u -> %u %s;\n}\n", n - 2, n - 1, last);
}

static void random_program(Rng *rng, char *text, size_t size)
{
    char *at = text, *end = text + size;
    at += snprintf(at, size, "shared bool m = false, d = false; shared u2 x = 0, x2 = 0;\n");
    at += snprintf(at, (size_t)(end - at), "automaton main 1 { local bool r = false;\n");
    at = random_edges(rng, 5 + rng_below(rng, 4), "", at, end);
    at += snprintf(at, (size_t)(end - at), "automaton v %s { local bool r = false;\n", rng_below(rng, 3) ? "0" : "*");
    random_edges(rng, 3 + rng_below(rng, 5), "do d = true", at, end);
}

/* What an edge does with the variables, by bits. */
typedef struct Use {
    const Program *p;
    uint64_t reads, writes;
    bool has_shared_guard;
} Use;

static void note_read(void *arg, Term var)
{
    Use *u = arg;
    uint32_t v = term_symbol(u->p->tm, var);
    if (u->p->vars.data[v].class == VAR_SHARED) u->has_shared_guard = true;
    if (u->p->vars.data[v].is_memory) u->reads |= UINT64_C(1) << v;
}

static Use use_of(const Program *p, const Edge *e)
{
    Use u = {p, 0, 0, false};
    term_for_each_var(p->tm, e->guard, note_read, &u);
    bool waits = u.has_shared_guard;
    for (uint32_t i = 0; i < e->assign_count; i++) {
        term_for_each_var(p->tm, e->assigns[i].value, note_read, &u);
        if (p->vars.data[e->assigns[i].var.i].is_memory) u.writes |= UINT64_C(1) << e->assigns[i].var.i;
    }
    u.has_shared_guard = waits;
    return u;
}

/* Guards over locals are left out here. */
static bool is_possible(const Program *p, const Edge *e, const Use *u)
{
    return u->has_shared_guard || term_is_true(p->tm, e->guard);
}

static void look_at_pair(Fixture *f, const Edge *a, const Edge *b)
{
    Use x = use_of(f->p, a), y = use_of(f->p, b);
    bool conflict = (x.writes & (y.reads | y.writes)) || (y.writes & x.reads);
    bool both_atomic = f->p->locs.data[a->from.i].atomic && f->p->locs.data[b->from.i].atomic;
    bool both_ordered = a->order == MEMORY_ORDERED && b->order == MEMORY_ORDERED;
    if (!conflict || both_atomic || both_ordered || !is_possible(f->p, a, &x) || !is_possible(f->p, b, &y)) return;
    f->differs = true;
    f->weakly |= a->order != MEMORY_PLAIN && b->order != MEMORY_PLAIN;
}

static void visit(void *arg, const State *s)
{
    Fixture *f = arg;
    for (uint32_t i = 0; i < s->threads.count; i++)
        for (uint32_t j = 0; j < i; j++) {
            LocId a = s->threads.data[i].loc, b = s->threads.data[j].loc;
            uint32_t atomic = f->p->locs.data[a.i].atomic + f->p->locs.data[b.i].atomic;
            if (s->atomic > atomic) continue; /* a third thread is in an atomic section */
            for (uint32_t k = 0; k < program_out_count(f->p, a); k++)
                for (uint32_t l = 0; l < program_out_count(f->p, b); l++)
                    look_at_pair(f, program_out_edge(f->p, a, k), program_out_edge(f->p, b, l));
        }
}

static void look_at_all(Run *run, void *arg)
{
    Fixture *f = arg;
    find(run, f);
    for (uint32_t k = 2; k <= 4; k++)
        interpreter_visit(interpreter_new(f->p), k, STATES, visit, f);
}

TEST(differences_in_random_programs_are_found)
{
    Rng rng = {(uint64_t)time(NULL)};
    int programs = tap_count(400), differ = 0, none = 0;
    printf("# seed %llu\n", (unsigned long long)rng.state);
    for (int i = 0; i < programs; i++) {
        char text[4000];
        random_program(&rng, text, sizeof text);
        Fixture f = {.run = run_new(), .text = text, .rng = &rng, .is_race_free = rng_below(&rng, 4) == 0};
        f.order = rng_below(&rng, 2) ? MEMORY_PLAIN : MEMORY_PLAIN + 1;
        REQUIRE(f.run);
        CHECK_EQ_INT(run_guard(f.run, look_at_all, &f), STOP_NONE);
        bool is_missed = (f.weakly && f.model.need != MEMORY_NEEDS_INTERLEAVING) ||
                         (f.differs && !f.is_race_free && f.model.need == MEMORY_NEEDS_NOTHING);
        CHECK(!is_missed);
        if (is_missed) printf("# %s\n", text);
        differ += f.differs;
        none += f.model.need == MEMORY_NEEDS_NOTHING && !f.is_race_free;
        run_free(f.run);
    }
    printf("# %d programs: accesses at once in %d, no difference in %d\n", programs, differ, none);
    CHECK(differ > programs / 10 && none > programs / 20);
}

TAP_MAIN();
