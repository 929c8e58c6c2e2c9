/* Reasons why two threads are never at two locations at the same time: which are found, that they hold in all reachable
 * states of random programs, and that the certificate checker accepts them and nothing wrong in their place. */
#include <string.h>
#include <time.h>

#include "base/rng.h"
#include "facts/exclusion/reason.h"
#include "kernel/kinds/exclusion/exclusion.h"
#include "kernel/kinds/exclusion/reasons.h"
#include "logic/term/boolean.h"
#include "program/interpreter.h"
#include "program/scpl/parse.h"
#include "tap.h"

typedef struct Fixture {
    Run *run;
    const char *text;
    Program *p;
    Reasons *reasons;
    bool *together; /* per pair of locations: of two threads, in some state */
    uint32_t excluded, wrong, refused, accepted, wrong_accepted;
} Fixture;

static void find(Run *run, void *arg)
{
    Fixture *f = arg;
    f->p = scpl_parse(run, term_manager_new(run), "input.scpl", f->text, strlen(f->text), false);
    f->reasons = reasons_find(f->p);
}

static void set_up(Fixture *f, const char *text)
{
    *f = (Fixture){.run = run_new(), .text = text};
    REQUIRE(f->run);
    StopKind stop = run_guard(f->run, find, f);
    if (stop != STOP_NONE) printf("# %s\n%s", run_reason(f->run), text);
    REQUIRE(stop == STOP_NONE);
}

/* ---- which are found ---- */

#define OWNED "template w (int place) { 1: skip; B: skip; 2: skip; }\n"
#define WORKER                                                                                                         \
    "automaton w 0 (int place = *) { location 0 B; location 1; location 2; entry 0; edge 0 -> 1;\n"                    \
    "edge 1 -> 2 when place == 1 do d1 = true; edge 1 -> 2 when place == 2 do d2 = true; }\n"

static const struct {
    const char *name, *program; /* with locations A and B */
    ReasonKind reason;
} examples[] = {
    {"a lock", "shared bool m = false; 1: atomic { assume !m; m = true; } A: skip; B: skip; m = false;\n", REASON_LOCK},
    {"given back before", "shared bool m = false; 1: atomic { assume !m; m = true; } A: skip; m = false; B: skip;\n",
     REASON_NONE},
    {"given back by anyone",
     "shared bool m = false; 1: atomic { assume !m; m = true; } A: skip; B: skip; m = false; 2: m = false;\n",
     REASON_NONE},
    {"another template gives it back",
     "shared bool m = false; template a * { 1: atomic { assume !m; m = true; } A: skip; B: skip; m = false; }\n"
     "template b * { 1: assume m; m = false; }\n",
     REASON_NONE},
    {"test and set",
     "shared bool m = false; local bool r; 1: r, m = m, true; if (r) goto 1; A: skip; B: skip; m = false; goto 1;\n",
     REASON_LOCK},
    {"compare and swap, copied",
     "shared u8 m = 0; local u8 r, t; 1: r, m = m, m == 0 ? 7 : m; t = r; if (t != 0) goto 1; A: skip; B: skip; m = "
     "0;\n",
     REASON_LOCK},
    {"compare and swap, tested the wrong way",
     "shared u8 m = 0; local u8 r; 1: r, m = m, m == 0 ? 7 : m; if (r == 0) goto 1; A: skip; B: skip; m = 0;\n",
     REASON_NONE},
    {"an atomic section that tests first",
     "shared u8 m = 0; local u8 r; 1: atomic { r = m; if (m == 0) m = 1; } if (r == 0) { A: skip; B: skip; m = 0; }\n",
     REASON_LOCK},
    {"free is another value than the first",
     "shared u8 m = 5; 1: atomic { assume m == 0; m = 1; } A: skip; B: skip; m = 0; 2: skip;\n", REASON_LOCK},
    {"in dependence on a local",
     "shared bool m = false; local bool c; 1: c = *; if (c) { atomic { assume !m; m = true; } } skip;\n"
     "if (c) { A: skip; B: skip; m = false; }\n",
     REASON_LOCK},
    {"in dependence on a local that changes",
     "shared bool m = false; local bool c; 1: c = *; if (c) { atomic { assume !m; m = true; } } c = *;\n"
     "if (c) { A: skip; B: skip; m = false; }\n",
     REASON_NONE},
    {"a wait that gives the lock back and takes it again",
     "shared bool m = false; 1: atomic { assume !m; m = true; } A: if (*) { m = false; atomic { assume !m; m = true; } "
     "}\n"
     "B: skip; m = false;\n",
     REASON_LOCK},
    {"taken on one way only",
     "shared bool m = false; 1: if (*) { atomic { assume !m; m = true; } } A: skip; B: skip;\n", REASON_NONE},
    {"before threads are started", "template main 1 { A: skip; spawn w(1); spawn w(1); } " OWNED, REASON_BEFORE},
    {"after one is started", "template main 1 { spawn w(1); A: skip; spawn w(1); } " OWNED, REASON_NONE},
    {"in a loop that starts threads", "template main 1 { while (*) { A: skip; spawn w(1); } } " OWNED, REASON_NONE},
    {"before those who start them are started",
     "template main 1 { A: skip; spawn v(); } template v { spawn w(1); spawn w(2); if (*) spawn v(); } " OWNED,
     REASON_BEFORE},
    {"started by any number of threads", "template main 1 { A: skip; spawn w(1); } template v * { spawn w(1); } " OWNED,
     REASON_NONE},
    {"joined", "shared bool d1 = false, d2 = false; template main 1 { spawn w(1); assume d1; A: skip; }\n" WORKER,
     REASON_AFTER},
    {"both joined",
     "shared bool d1 = false, d2 = false; template main 1 { spawn w(1); spawn w(2); assume d1; assume d2; A: skip; "
     "}\n" WORKER,
     REASON_AFTER},
    {"one of two joined",
     "shared bool d1 = false, d2 = false; template main 1 { spawn w(1); spawn w(2); assume d1; A: skip; }\n" WORKER,
     REASON_NONE},
    {"the other one joined",
     "shared bool d1 = false, d2 = false; template main 1 { spawn w(1); assume d2; A: skip; }\n" WORKER, REASON_NONE},
    {"joined on one way only",
     "shared bool d1 = false, d2 = false; template main 1 { spawn w(1); if (*) assume d1; A: skip; }\n" WORKER,
     REASON_NONE},
    {"one of many of the same name joined",
     "shared bool d1 = false, d2 = false; template main 1 { while (*) spawn w(1); assume d1; A: skip; }\n" WORKER,
     REASON_NONE},
    {"joined by somebody else",
     "shared bool d1 = false, d2 = false; template main 1 { spawn w(1); A: skip; } template v 1 { assume d1; "
     "}\n" WORKER,
     REASON_NONE},
    {"the end is said by somebody else",
     "shared bool d1 = false, d2 = false; template main 1 { spawn w(1); assume d1; A: skip; } template v 1 { d1 = "
     "true; }\n" WORKER,
     REASON_NONE},
    {"one after the other",
     "shared bool d1 = false, d2 = false; template main 1 { spawn v(); assume d1; spawn w(1); }\n"
     "automaton v 0 { location 0 A; location 1; entry 0; edge 0 -> 1 do d1 = true; }\n"
     "template w (int place) { B: skip; }\n",
     REASON_APART},
};

static LocId find_location(const Fixture *f, const char *name)
{
    for (uint32_t l = 0; l < f->p->locs.count; l++)
        if (f->p->locs.data[l].name && strcmp(f->p->locs.data[l].name, name) == 0) return (LocId){l};
    printf("# no location %s\n%s", name, f->text);
    return (LocId){NO_ID};
}

TEST(reasons_are_found_where_there_are_some)
{
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        Fixture f;
        set_up(&f, examples[i].program);
        LocId a = find_location(&f, "A"), b = find_location(&f, "B");
        REQUIRE(a.i != NO_ID && b.i != NO_ID);
        printf("# %s\n", examples[i].name);
        CHECK_EQ_INT(reasons_exclude(f.reasons, a, b).kind, examples[i].reason);
        CHECK_EQ_INT(reasons_exclude(f.reasons, b, a).kind, examples[i].reason);
        run_free(f.run);
    }
}

/* ---- random programs ---- */

#define STATES 4000

static const char *const statements[] = {
    "when !m do m = true",
    "when !m do m = true",
    "do m = false",
    "do m = false",
    "when m do m = false",
    "do r, m = m, true",
    "when !m do r, m = true, true",
    "when m do r = false",
    "when r",
    "when !r",
    "when r do m = false",
    "do r = m",
    "do m = true",
    "when !m",
    "when k == 0 do k = 1",
    "when k == 0 do k = 1",
    "do k = 0",
    "do k = 0",
    "do r, k = k == 0, k == 0 ? 1 : k",
    "when k == 2 do k = 1",
    "do k = 2",
    "when k != 0 do k = 0",
    "when d1",
    "when d2 || d1",
    "",
};
#define STATEMENTS (sizeof statements / sizeof *statements)

static const char *const main_statements[] = {
    "spawn w(p = 1)", "spawn w(p = 1)", "spawn w(p = 2)", "spawn w(p = 2)", "spawn v()",
    "when d1",        "when d1",        "when d2",        "when d1 && d2",
};
#define MAIN_STATEMENTS (sizeof main_statements / sizeof *main_statements)

static char *random_edges(Rng *rng, uint32_t n, bool is_main, bool starts, char *at, char *end)
{
    for (uint32_t l = 0; l < n; l++)
        at += snprintf(at, (size_t)(end - at), "location %u%s;\n", l,
                       l && l + 1 < n && !rng_below(rng, 6) ? " atomic" : "");
    at += snprintf(at, (size_t)(end - at), "entry 0;\n");
    for (uint32_t l = 0; l + 2 < n; l++) {
        const char *what = statements[rng_below(rng, STATEMENTS)];
        if (is_main && rng_below(rng, 4)) what = main_statements[rng_below(rng, MAIN_STATEMENTS)];
        if (starts && !rng_below(rng, 6)) what = "spawn w(p = 2)";
        at += snprintf(at, (size_t)(end - at), "edge %u -> %u %s;\n", l, l + 1, what);
        if (!rng_below(rng, 4))
            at += snprintf(at, (size_t)(end - at), "edge %u -> %u %s;\n", l, rng_below(rng, n - 1),
                           statements[rng_below(rng, STATEMENTS)]);
    }
    return at;
}

static void random_program(Rng *rng, char *text, size_t size)
{
    char *at = text, *end = text + size;
    uint32_t n = 5 + rng_below(rng, 4);
    at += snprintf(at, (size_t)(end - at), "shared bool m = false, d1 = false, d2 = false; shared u2 k = %u;\n",
                   rng_below(rng, 4) ? 0u : 2u);
    at += snprintf(at, (size_t)(end - at), "automaton main 1 { local bool r = false;\n");
    at = random_edges(rng, n, true, false, at, end);
    at += snprintf(at, (size_t)(end - at), "edge %u -> %u;\n}\n", n - 2, n - 1);
    n = 4 + rng_below(rng, 4);
    at += snprintf(at, (size_t)(end - at), "automaton w 0 (u2 p = *) { local bool r = false;\n");
    at = random_edges(rng, n, false, false, at, end);
    at += snprintf(at, (size_t)(end - at), "edge %u -> %u when p == 1 do d1 = true;\n", n - 2, n - 1);
    at += snprintf(at, (size_t)(end - at), "edge %u -> %u when %s do d2 = true;\n}\n", n - 2, n - 1,
                   rng_below(rng, 8) ? "p == 2" : "p != 1 || m");
    n = 3 + rng_below(rng, 4);
    at += snprintf(at, (size_t)(end - at), "automaton v %s { local bool r = false;\n", rng_below(rng, 3) ? "0" : "*");
    at = random_edges(rng, n, false, true, at, end);
    snprintf(at, (size_t)(end - at), "edge %u -> %u;\n}\n", n - 2, n - 1);
}

static void visit(void *arg, const State *s)
{
    Fixture *f = arg;
    for (uint32_t i = 0; i < s->threads.count; i++)
        for (uint32_t j = 0; j < s->threads.count; j++)
            if (i != j) f->together[s->threads.data[i].loc.i * f->p->locs.count + s->threads.data[j].loc.i] = true;
}

static bool checker_accepts(Fixture *f, Smt *smt)
{
    Checker k = {.run = f->run, .tm = f->p->tm, .p = f->p, .smt = smt};
    reasons_check(&k, &f->reasons->facts, run_alloc(f->run, f->p->edges.count + 1));
    return !k.problem;
}

/* Does the checker conclude something that is not so? */
static bool checker_is_wrong(Fixture *f, Smt *smt)
{
    Checker k = {.run = f->run, .tm = f->p->tm, .p = f->p, .smt = smt};
    uint32_t n = f->p->locs.count;
    for (uint32_t a = 0; a < n; a++)
        for (uint32_t b = 0; b < n; b++) {
            bool has_edges = program_out_count(f->p, (LocId){a}) || program_out_count(f->p, (LocId){b});
            if (has_edges && f->together[a * n + b] && exclusion_holds(&k, &f->reasons->facts, (LocId){a}, (LocId){b}))
                return true;
        }
    return false;
}

static void flip(Rng *rng, bool *set, uint32_t n)
{
    bool *at = &set[rng_below(rng, n)];
    *at = !*at;
}

/* Changes one thing in one of the facts. */
static void corrupt(Fixture *f, Rng *rng)
{
    Exclusions *facts = &f->reasons->facts;
    uint32_t n = f->p->locs.count, which = rng_below(rng, facts->locks.count + facts->orders.count);
    if (which < facts->locks.count) {
        LockFact *lock = &facts->locks.data[which];
        Term *held = &lock->held[rng_below(rng, n)];
        switch (rng_below(rng, 3)) {
        case 0: *held = term_is(*held) ? TERM_NONE : term_bool(f->p->tm, true); break;
        case 1: lock->taken = term_not(f->p->tm, lock->taken); break;
        case 2: flip(rng, lock->pending, n); break;
        }
        return;
    }
    OrderFact *order = &facts->orders.data[which - facts->locks.count];
    if (order->active == order->after) { /* as they are where nothing is known of ends */
        order->active = run_alloc(f->run, n + 1);
        memcpy(order->active, order->after, n);
    }
    switch (rng_below(rng, 6)) {
    case 0: flip(rng, order->active, n); break;
    case 1: flip(rng, order->after, n); break;
    case 2: flip(rng, order->ended, n); break;
    case 3: order->single = !order->single; break;
    case 4: order->done = (VarId){rng_below(rng, 3)}; break;
    case 5: order->parameter = (VarId){NO_ID}; break;
    }
}

static void look_at_all(Run *run, void *arg)
{
    Fixture *f = ((void **)arg)[0];
    Rng *rng = ((void **)arg)[1];
    uint32_t n = f->p->locs.count;
    f->together = run_alloc(run, n * n + 1);
    for (uint32_t k = 2; k <= 4; k++)
        interpreter_visit(interpreter_new(f->p), k, STATES, visit, f);
    for (uint32_t a = 0; a < n; a++)
        for (uint32_t b = 0; b < n; b++) {
            bool excluded = reasons_exclude(f->reasons, (LocId){a}, (LocId){b}).kind != REASON_NONE;
            if (!program_out_count(f->p, (LocId){a}) && !program_out_count(f->p, (LocId){b})) continue;
            f->excluded += excluded;
            f->wrong += excluded && f->together[a * n + b];
        }
    Smt *smt = smt_new(f->p->tm);
    f->refused = !checker_accepts(f, smt);
    f->wrong += checker_is_wrong(f, smt);
    if (f->reasons->facts.locks.count + f->reasons->facts.orders.count == 0) return;
    corrupt(f, rng);
    if (rng_below(rng, 3) == 0) corrupt(f, rng);
    f->accepted = checker_accepts(f, smt);
    f->wrong_accepted = f->accepted && checker_is_wrong(f, smt);
}

TEST(reasons_of_random_programs_hold_and_are_checked)
{
    Rng rng = {(uint64_t)time(NULL)};
    int programs = tap_count(400);
    uint64_t excluded = 0, locks = 0, dones = 0, accepted = 0;
    printf("# seed %llu\n", (unsigned long long)rng.state);
    for (int i = 0; i < programs; i++) {
        char text[4000];
        Fixture f;
        random_program(&rng, text, sizeof text);
        set_up(&f, text);
        locks += f.reasons->facts.locks.count;
        for (uint32_t k = 0; k < f.reasons->facts.orders.count; k++)
            dones += f.reasons->facts.orders.data[k].done.i != NO_ID;
        void *arg[2] = {&f, &rng};
        CHECK_EQ_INT(run_guard(f.run, look_at_all, arg), STOP_NONE);
        excluded += f.excluded;
        accepted += f.accepted;
        CHECK_EQ_INT(f.wrong, 0);
        CHECK_EQ_INT(f.refused, 0);
        CHECK_EQ_INT(f.wrong_accepted, 0);
        if (f.wrong || f.refused || f.wrong_accepted) printf("# %s\n", text);
        run_free(f.run);
    }
    printf("# %d programs: %llu pairs, %llu locks, %llu ends, %llu corrupted facts accepted\n", programs,
           (unsigned long long)excluded, (unsigned long long)locks, (unsigned long long)dones,
           (unsigned long long)accepted);
    CHECK((int64_t)excluded > programs && (int64_t)locks > programs / 20 && (int64_t)dones > programs / 10);
    CHECK((int64_t)accepted < programs * 3 / 4);
}

TAP_MAIN();
