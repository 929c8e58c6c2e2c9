/* The checker of memory models: what the search makes of random programs passes; a program that was corrupted so that
 * it has lost an error does not. */
#include <string.h>

#include "base/rng.h"
#include "kernel/memory.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "program/analysis/spin.h"
#include "program/copy.h"
#include "program/interpreter.h"
#include "program/monitor.h"
#include "program/scpl/parse.h"
#include "program/weak_robust.h"
#include "tap.h"

#define STATES_MOST 60000
#define CORRUPTIONS_EACH 40

/* ---- random programs ---- */

static const char *const orders[] = {"relaxed", "acquire", "release", "acq_rel", "seq_cst"};

static void add_random_edge(Rng *rng, Str *out, uint32_t at)
{
    const char *y = rng_below(rng, 2) ? "x" : "y", *order = orders[rng_below(rng, 5)];
    switch (rng_below(rng, 16)) {
    case 0:
    case 1:
    case 10:
    case 11:
    case 12: str_addf(out, "edge %u -> %u do %s = 1 order %s;\n", at, at + 1, y, order); return;
    case 2:
    case 13:
    case 14:
    case 15: str_addf(out, "edge %u -> %u do r = %s order %s;\n", at, at + 1, y, order); return;
    case 3: str_addf(out, "edge %u -> %u do r, %s = %s, 1 order %s;\n", at, at + 1, y, y, order); return;
    case 4:
        str_addf(out, "edge %u -> %u when %s == 0 do %s = 1 order %s;\n", at, at + 1, y, y, order);
        str_addf(out, "edge %u -> %u when %s != 0 order relaxed;\n", at, at + 1, y);
        return;
    case 5: str_addf(out, "edge %u -> %u fence %s;\n", at, at + 1, orders[1 + rng_below(rng, 4)]); return;
    case 6: str_addf(out, "edge %u -> %u do %s;\n", at, at + 1, rng_below(rng, 2) ? "d = 1" : "r = d"); return;
    case 7: str_addf(out, "edge %u -> %u when !m do m = true;\n", at, at + 1); return;
    case 8: str_addf(out, "edge %u -> %u do m = false;\n", at, at + 1); return;
    default: /* waits; sometimes the round counts */
        str_addf(out, "edge %u -> %u when %s != 0 order %s;\n", at, at + 1, y, order);
        str_addf(out, "edge %u -> %u when %s == 0 %sorder relaxed;\n", at, at, y, rng_below(rng, 3) ? "" : "do r = 1 ");
        return;
    }
}

static void add_random_thread(Rng *rng, Str *out, const char *name, uint32_t initial, bool starts)
{
    uint32_t steps = 2 + rng_below(rng, 4);
    str_addf(out, "automaton %s %u {\nlocal u1 r = 0;\n", name, initial);
    for (uint32_t i = 0; i < steps + 3; i++)
        str_addf(out, "location %u;\n", i);
    str_add(out, "entry 0;\n");
    for (uint32_t i = 0; i < steps; i++)
        add_random_edge(rng, out, i);
    if (starts) str_addf(out, "edge %u -> %u spawn b;\n", steps, steps + 1);
    str_addf(out, "edge %u -> %u when r == 1 do d = 1;\n}\n", steps + starts, steps + 1 + starts);
}

static void random_program(Rng *rng, Str *out)
{
    bool starts = rng_below(rng, 3) == 0;
    str_add(out, "shared u1 x = 0; shared u1 y = 0; shared u1 d = 0; shared lock bool m = false;\n");
    add_random_thread(rng, out, "a", 1, starts);
    add_random_thread(rng, out, "b", starts ? 0 : 1, false);
}

/* ---- questions ---- */

typedef struct Question {
    Program *p;
    MemoryEvents *events;
    bool is_race, is_tso;
    uint32_t x;
} Question;

static Program *instrument(const Question *q)
{
    if (!q->is_race) return weak_robustness(q->p, q->events, q->is_tso ? WEAK_TSO : WEAK_C11, q->x);
    MonitorQuestion asks = {.events = q->events};
    return monitor_races(q->p, &asks);
}

static CertifyResult certify_question(const Question *q, Program *instrumented)
{
    const MonitorQuestion all = {0};
    CertifyResult result = {0};
    if (q->is_race) {
        memory_certify_races(q->p, &all, proof_new(instrumented), NULL, &result);
        return result;
    }
    MemorySubject subject = {.p = q->p, .is_race_free = true, .hides_sections = true};
    MemoryProof memory = {.is_tso = q->is_tso, .has_plain = q->is_tso};
    for (uint32_t i = 0; i < q->events->locations.count; i++) {
        uint32_t x = q->events->locations.data[i];
        Program *weak = x == q->x ? instrumented : weak_robustness(q->p, q->events, q->is_tso ? WEAK_TSO : WEAK_C11, x);
        vec_push(q->p->run, &memory.locations, ((LocationProof){{x}, proof_new(weak)}));
    }
    memory_certify_programs(&subject, &memory, &result);
    return result;
}

/* ---- corruptions ---- */

static Term random_bit(Rng *rng, Program *p, uint32_t template, uint32_t first)
{
    for (;;) {
        uint32_t v = first + rng_below(rng, p->vars.count - first);
        const Var *info = &p->vars.data[v];
        bool is_usable = info->sort.kind == SORT_BOOL &&
                         (info->class == VAR_SHARED || (info->class == VAR_LOCAL && info->template.i == template));
        Term t = program_var_term(p, (VarId){v});
        if (is_usable) return rng_below(rng, 2) ? t : term_not(p->tm, t);
    }
}

/* One thing of one edge. */
static void corrupt_edge(Rng *rng, Program *p, Edge *e, uint32_t first)
{
    TermManager *tm = p->tm;
    uint32_t template = p->locs.data[e->from.i].template.i;
    uint32_t k = e->assign_count ? rng_below(rng, e->assign_count) : 0;
    bool is_bit = e->assign_count && p->vars.data[e->assigns[k].var.i].sort.kind == SORT_BOOL;
    switch (rng_below(rng, 5)) {
    case 0: e->guard = term_bool(tm, false); return;
    case 1: e->guard = term_and(tm, e->guard, random_bit(rng, p, template, first)); return;
    case 2:
        if (e->assign_count) e->assigns[k] = e->assigns[--e->assign_count];
        return;
    case 3:
        if (is_bit) e->assigns[k].value = random_bit(rng, p, template, first);
        return;
    default:
        if (is_bit && rng_below(rng, 2))
            e->assigns[k].value = term_bool(tm, rng_below(rng, 2));
        else if (is_bit)
            e->assigns[k].value = term_or(tm, e->assigns[k].value, random_bit(rng, p, template, first));
        return;
    }
}

static Program *corrupt(Rng *rng, Program *p, uint32_t first)
{
    Program *out = program_copy_frame(p, true);
    uint32_t which = rng_below(rng, p->edges.count + 1);
    for (uint32_t i = 0; i < p->edges.count; i++) {
        EdgeId id = program_add_edge(out, &p->edges.data[i]);
        if (i == which) corrupt_edge(rng, out, &out->edges.data[id.i], first);
    }
    if (which == p->edges.count)
        out->vars.data[first + rng_below(rng, p->vars.count - first)].init = term_bool(p->tm, true);
    program_index(out);
    program_infer_cardinality(out);
    return out;
}

/* ---- what is tested ---- */

typedef struct Tally {
    uint32_t programs, failing, accepted, refused;
} Tally;

typedef struct Case {
    Rng *rng;
    Tally *tally;
    Str text;
} Case;

static bool find_error(Program *p, bool *complete)
{
    InterpretResult r = interpreter_search(interpreter_new(p), 2, STATES_MOST);
    *complete = r.error_reachable || r.complete;
    return r.error_reachable;
}

static bool fits(const Program *p, uint32_t v) { return p->vars.data[v].sort.kind == SORT_BOOL; }

static void try_corruptions(Case *c, const Question *q, Program *weak)
{
    const uint32_t first = q->p->vars.count;
    for (int i = 0; i < CORRUPTIONS_EACH; i++) {
        Program *bad = corrupt(c->rng, weak, first);
        bool complete, has_init = true;
        for (uint32_t v = first; v < bad->vars.count; v++)
            has_init &= fits(bad, v) || bad->vars.data[v].init.id == weak->vars.data[v].init.id;
        if (!has_init) continue;
        CertifyResult r = certify_question(q, bad);
        c->tally->refused += !r.certified;
        if (!r.certified) continue;
        c->tally->accepted++;
        bool found = find_error(bad, &complete);
        CHECK(found || !complete);
        if (!found && complete)
            printf("# lost its error (x %u, race %d, tso %d):\n%s", q->x, q->is_race, q->is_tso, str_text(&c->text));
    }
}

static void try_question(Case *c, const Question *q)
{
    bool complete;
    Program *weak = instrument(q);
    CertifyResult r = certify_question(q, weak);
    CHECK(r.certified);
    if (!r.certified)
        printf("# %s (x %u, race %d, tso %d)\n%s", r.problem, q->x, q->is_race, q->is_tso, str_text(&c->text));
    c->tally->programs++;
    if (weak->vars.count == q->p->vars.count || !find_error(weak, &complete)) return;
    c->tally->failing++;
    try_corruptions(c, q, weak);
}

static void try_program(Run *run, void *arg)
{
    Case *c = arg;
    str_init(run, &c->text);
    random_program(c->rng, &c->text);
    for (int model = 0; model < 3; model++) {
        Question q = {.is_race = model == 0, .is_tso = model == 2, .x = NO_ID};
        q.p = scpl_parse_accesses(run, term_manager_new(run), "input.scpl", str_text(&c->text), c->text.length);
        q.events = memory_events_find(q.p, q.is_tso);
        if (!q.is_race) spins_find(q.p, q.events);
        for (uint32_t i = 0; i < q.events->locations.count && !q.is_race; i++) {
            q.x = q.events->locations.data[i];
            try_question(c, &q);
        }
        if (q.is_race) try_question(c, &q);
    }
}

TEST(corrupted_programs_lose_no_error)
{
    Tally tally = {0};
    uint32_t count = tap_count(40);
    for (uint32_t i = 0; i < count; i++) {
        Rng rng = {1000 + i};
        Run *run = run_new();
        Case c = {.rng = &rng, .tally = &tally};
        StopKind stop = run_guard(run, try_program, &c);
        if (stop != STOP_NONE) printf("# %s\n%s", run_reason(run), str_text(&c.text));
        CHECK(stop == STOP_NONE);
        run_free(run);
    }
    printf("# %u questions, %u with errors; of corrupted programs %u were refused, %u accepted\n", tally.programs,
           tally.failing, tally.refused, tally.accepted);
    CHECK(tally.failing > 0 && tally.refused > tally.accepted);
}

/* ---- rounds that only wait ---- */

typedef struct Loop {
    const char *round; /* what it does beside reading */
    bool is_refused;   /* to leave it out */
} Loop;

static void try_loop(Run *run, void *arg)
{
    const Loop *loop = arg;
    Str text;
    str_init(run, &text);
    str_addf(&text,
             "shared u2 x = 0; shared u2 y = 0;\n"
             "automaton a 1 { location 0; location 1; location 2; edge 0 -> 1 do x = 1 order relaxed;\n"
             "    edge 1 -> 2 do y = 1 order relaxed; }\n"
             "automaton b 1 { local u2 r = 0; local u2 s = 0; location 0; location 1; location 2; location 3;\n"
             "    edge 0 -> 1 do r = x order relaxed; edge 1 -> 0 when r == 0 %s; edge 1 -> 2 when r != 0;\n"
             "    edge 2 -> 3 when s == 0 do r = y order relaxed; }\n",
             loop->round);
    Question q = {.x = NO_ID};
    q.p = scpl_parse_accesses(run, term_manager_new(run), "input.scpl", str_text(&text), text.length);
    q.events = memory_events_find(q.p, false);
    spins_find(q.p, q.events);
    for (uint32_t i = 0; i < q.p->edges.count; i++) {
        const Edge *e = &q.p->edges.data[i];
        bool reads_x = e->assign_count && term_kind(q.p->tm, e->assigns[0].value) == TERM_VAR;
        if (!reads_x || strcmp(q.p->templates.data[q.p->locs.data[e->from.i].template.i].name, "b")) continue;
        Term zero = term_not(q.p->tm, term_bool(q.p->tm, true)), x = e->assigns[0].value;
        if (!strcmp(q.p->vars.data[term_symbol(q.p->tm, x)].name, "x"))
            zero = term_eq(q.p->tm, x, term_bv(q.p->tm, 2, 0));
        q.events->spins[i] = zero;
    }
    CertifyResult r = certify_question(&q, NULL);
    CHECK(r.certified == !loop->is_refused);
    if (r.certified == loop->is_refused) printf("# %s: %s\n", loop->round, r.certified ? "certified" : r.problem);
}

TEST(rounds_that_matter_must_be_there)
{
    static const Loop loops[] = {{"", false},
                                 {"do r = 3", false},    /* which nobody looks at before it reads again */
                                 {"do s = s + 1", true}, /* which the thread looks at later */
                                 {"do y = 0 order relaxed", true},
                                 {"fence acquire", true}};
    for (size_t i = 0; i < sizeof loops / sizeof loops[0]; i++) {
        Run *run = run_new();
        Loop loop = loops[i];
        StopKind stop = run_guard(run, try_loop, &loop);
        if (stop != STOP_NONE) printf("# %s\n", run_reason(run));
        CHECK(stop == STOP_NONE);
        run_free(run);
    }
}

TAP_MAIN();
