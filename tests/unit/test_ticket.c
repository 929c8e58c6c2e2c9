/* Ticket predicates: which are found, which must not be, and that every one found in random programs holds in all
 * reachable states. */
#include <string.h>
#include <time.h>

#include "base/rng.h"
#include "engines/symmpa/abstraction/ticket.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/substitute.h"
#include "program/analysis/merged.h"
#include "program/interpreter.h"
#include "program/scpl/parse.h"
#include "tap.h"

typedef struct Fixture {
    Run *run;
    const char *text;
    bool ideal;
    Program *p; /* merged */
    Tickets tickets;
    uint64_t states, held; /* looked at; tickets in them */
    uint64_t known;        /* what is said of threads there */
    uint32_t collisions, beyond, wrong;
} Fixture;

static void find(Run *run, void *arg)
{
    Fixture *f = arg;
    Program *p = scpl_parse(run, term_manager_new(run), "input.scpl", f->text, strlen(f->text), f->ideal);
    f->p = merged_program(p, (MergedOptions){true, true, true});
    Smt *smt = smt_new(f->p->tm);
    tickets_find(f->p, smt, &f->tickets);
    smt_free(smt);
}

static void set_up(Fixture *f, const char *text, bool ideal)
{
    *f = (Fixture){.run = run_new(), .text = text, .ideal = ideal};
    REQUIRE(f->run);
    StopKind stop = run_guard(f->run, find, f);
    if (stop != STOP_NONE) printf("# %s\n%s", run_reason(f->run), text);
    REQUIRE(stop == STOP_NONE);
}

/* ---- which are found ---- */

static const struct {
    const char *name, *program;
    bool ideal;
    const char *tickets; /* as printed; NULL: none */
} examples[] = {
    {"fetch and add, guarded",
     "shared u3 t = 0; local u3 l; 1: atomic { assume t != 7; l = t; t = t + 1; } 2: assume l == t;\n", false,
     "l of thread: all different, < t"},
    {"the new value", "shared int t = 0; local int l; 1: t, l = t + 1, t + 1; 2: assume l == t;\n", true,
     "l of thread: all different, <= t"},
    {"downwards", "shared int t = 9; local int l; 1: t, l = t - 2, t; 2: assume l == t;\n", true,
     "l of thread: all different, > t"},
    {"compare and swap",
     "shared u3 t = 0; local u3 l; 1: l = t; 2: atomic { assume t == l && t < 7; t = l + 1; } 3: assume l == t;\n",
     false, "l of thread: all different, < t"},
    {"compare and swap, with a test of the local before it",
     "shared u3 t = 0; local u3 l; 1: l = t; 2: assume l < 7; 3: atomic { assume t == l; t = l + 1; } 4: assume l == "
     "t;\n",
     false, "l of thread: all different, < t"},
    {"with a test of the local before it changes",
     "shared u3 t = 0; local u3 l; 1: l = t; 2: assume l < 7; 3: l = *; 4: atomic { assume t == l; t = l + 1; } 5: "
     "assume "
     "l == t;\n",
     false, NULL},
    {"with a test of another local",
     "shared u3 t = 0; local u3 l, m; 1: l = t; 2: assume m < 7; 3: atomic { assume t == l; t = l + 1; m = 0; } 4: "
     "assume "
     "l == t && m == t;\n",
     false, NULL},
    {"handed on", "shared int t = 0; local int l, m; 1: t, l = t + 1, t; 2: m = l; 3: l = 0; 4: assume m == t;\n", true,
     "m of thread: all different, < t"},
    {"two templates",
     "shared int t = 0; template a * { local int l; 1: t, l = t + 1, t; 2: assume l == t; }\n"
     "template b 1 { local int k; 1: t, k = t + 1, t; 2: assume k == t; }\n",
     true, "l of a, k of b: all different, < t"},
    {"wraps", "shared u3 t = 0; local u3 l; 1: t, l = t + 1, t; 2: assume l == t;\n", false, NULL},
    {"read only", "shared int t = 0; local int l; 1: l = t; 2: t = t + 1; 3: assume l == t;\n", true, NULL},
    {"given back",
     "shared int t = 0; local int l; 1: t, l = t + 1, t; 2: assume l == t; 3: t = t - 1; 4: assume l == t;\n", true,
     NULL},
    {"reset elsewhere",
     "shared int t = 0; template a * { local int l; 1: t, l = t + 1, t; 2: assume l == t; }\n"
     "template b 1 { 1: t = 0; }\n",
     true, NULL},
    {"changed afterwards", "shared int t = 0; local int l; 1: t, l = t + 1, t - 1; 2: l = l + 1; 3: assume l == t;\n",
     true, "l of thread: all different, < t"},
    {"either of two",
     "shared int t = 0; local int l; local bool b; 1: b = *; 2: if (b) { t, l = t + 1, t; } else { l = t; } 3: assume "
     "l == 0;\n",
     true, NULL},
};

TEST(tickets_are_found_where_threads_draw_them)
{
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        Fixture f;
        set_up(&f, examples[i].program, examples[i].ideal);
        Str text;
        str_init(f.run, &text);
        if (f.tickets.count) ticket_print(f.p, &f.tickets.data[0], &text);
        printf("# %s\n", examples[i].name);
        CHECK_STR(f.tickets.count ? str_text(&text) : NULL, examples[i].tickets);
        run_free(f.run);
    }
}

/* ---- random programs ---- */

#define STATES 3000

static const char *const statements[] = {
    "atomic { assume c != 3; a = c; c = c + 1; }",
    "atomic { assume d != 7; b = d; d = d + 1; }",
    "c, a = c + 1, c;",
    "atomic { assume d < 6; d, b = d + 2, d; }",
    "atomic { assume d > 1; d, a = d - 2, d - 1; }",
    "atomic { assume d < 7; d, a = d + 1, d + 1; }",
    "atomic { assume d != 0; a = d; d = d - 1; }",
    "assume a < 3;",
    "assume b < 7;",
    "atomic { assume c == a; c = a + 1; }",
    "atomic { assume d == b; d = b + 1; }",
    "atomic { assume d == a && d < 7; d = a + 1; }",
    "atomic { assume c == b && c < 3; c = b + 1; }",
    "a = d;",
    "b = c;",
    "b = a;",
    "a = b;",
    "a = 0;",
    "b = b + 1;",
    "assume a == c;",
    "assume b == d;",
    "atomic { assume c == d; d = d + 1; }",
    "c = 0;",
    "d = d - 1;",
    "if (a < c) { b = a; } else { a = b; }",
    "atomic { if (d < 5) { a = d; d = d + 1; } else { a = d; } }",
};
#define STATEMENTS (sizeof statements / sizeof *statements)

static void random_program(Rng *rng, char *text, size_t size)
{
    char *at = text, *end = text + size;
    uint32_t n = 2 + rng_below(rng, 3);
    at += snprintf(at, (size_t)(end - at), "shared u3 c = 0, d = %u; local u3 a%s; local u3 b%s;\n", rng_below(rng, 8),
                   rng_below(rng, 2) ? " = 0" : "", rng_below(rng, 2) ? " = 0" : "");
    for (uint32_t i = 0; i < n; i++)
        at += snprintf(at, (size_t)(end - at), "%u: %s\n", i + 1, statements[rng_below(rng, STATEMENTS)]);
    if (rng_below(rng, 2))
        snprintf(at, (size_t)(end - at), "%u: goto %u;\n", n + 1, 1 + rng_below(rng, n));
    else
        snprintf(at, (size_t)(end - at), "%u: assume a == b && a == c && c == d;\n", n + 1);
}

typedef struct Local {
    const Machine *m;
    const ThreadState *thread;
} Local;

static Term local_value(void *arg, TermManager *tm, Term var)
{
    const Local *l = arg;
    return term_const(tm, term_sort(tm, var), l->thread->locals[l->m->local_index[term_symbol(tm, var)]].bits);
}

static void look_at_known(Fixture *f, Term known, const Machine *m, const ThreadState *thread)
{
    Local local = {m, thread};
    if (!term_is(known)) return;
    f->known++;
    f->wrong += !term_is_true(f->p->tm, term_substitute(f->p->tm, known, local_value, &local));
}

static void look_at_ticket(Fixture *f, const Ticket *t, const Machine *m, const State *s)
{
    TermManager *tm = f->p->tm;
    Sort sort = f->p->vars.data[t->counter.i].sort;
    Term counter = term_const(tm, sort, s->shared[t->counter.i].bits);
    for (uint32_t i = 0; i < s->threads.count; i++) {
        const ThreadState *own = &s->threads.data[i];
        look_at_known(f, t->known[own->loc.i], m, own);
        for (uint32_t k = 0; k < t->held[own->loc.i].count; k++) {
            uint64_t ticket = own->locals[m->local_index[t->held[own->loc.i].data[k].i]].bits;
            Term value = term_const(tm, sort, ticket), left = t->descending ? counter : value,
                 right = t->descending ? value : counter;
            f->held++;
            f->beyond += !term_is_true(tm, term_binary(tm, t->order, left, right));
            for (uint32_t j = 0; j < i; j++) {
                const ThreadState *other = &s->threads.data[j];
                for (uint32_t n = 0; n < t->held[other->loc.i].count; n++)
                    f->collisions += other->locals[m->local_index[t->held[other->loc.i].data[n].i]].bits == ticket;
            }
        }
    }
}

typedef struct Visit {
    Fixture *f;
    Machine machine;
} Visit;

static void visit(void *arg, const State *s)
{
    Visit *v = arg;
    v->f->states++;
    for (uint32_t i = 0; i < v->f->tickets.count; i++)
        look_at_ticket(v->f, &v->f->tickets.data[i], &v->machine, s);
}

static void look_at_all(Run *run, void *arg)
{
    Fixture *f = arg;
    (void)run;
    Visit v = {.f = f};
    machine_init(&v.machine, f->p);
    for (uint32_t n = 2; n <= 3; n++)
        interpreter_visit(interpreter_new(f->p), n, STATES, visit, &v);
}

TEST(tickets_of_random_programs_hold)
{
    Rng rng = {(uint64_t)time(NULL)};
    uint32_t with_tickets = 0;
    uint64_t held = 0, known = 0;
    int programs = tap_count(700);
    printf("# seed %llu\n", (unsigned long long)rng.state);
    /* Few programs have many conditions: where there are too few yet, more are tried. */
    for (int i = 0; i < programs || (i < 10 * programs && (int64_t)known <= programs); i++) {
        char text[1000];
        Fixture f;
        random_program(&rng, text, sizeof text);
        set_up(&f, text, false);
        if (f.tickets.count) CHECK_EQ_INT(run_guard(f.run, look_at_all, &f), STOP_NONE);
        with_tickets += f.tickets.count > 0;
        held += f.held;
        CHECK_EQ_INT(f.collisions, 0);
        CHECK_EQ_INT(f.beyond, 0);
        CHECK_EQ_INT(f.wrong, 0);
        known += f.known;
        if (f.collisions || f.beyond || f.wrong) printf("# %s\n", text);
        run_free(f.run);
    }
    printf("# %u of %d programs with tickets, %llu tickets and %llu conditions looked at\n", with_tickets, programs,
           (unsigned long long)held, (unsigned long long)known);
    CHECK((int64_t)known > programs);
    CHECK((int)with_tickets > programs / 20 && (int64_t)held > programs * 2 / 3);
}

TAP_MAIN();
