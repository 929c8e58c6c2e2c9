/* Executions that are no interleavings, written down step by step: which of them the axioms allow. */
#include "kernel/execution/execution.h"

#include <string.h>

#include "program/interpreter.h"
#include "program/replay.h"
#include "program/scpl/parse.h"
#include "tap.h"

#define NOT_STALE (-2)
#define INITIAL (-1)

/* The next edge of a thread. */
typedef struct Move {
    uint32_t thread;
    int after; /* the access is stale: after the write of that move, or INITIAL */
} Move;

typedef struct Case {
    const char *text;
    const Move *moves;
    uint32_t count;
    const char *var; /* of stale accesses */
    const char *c11, *tso;
} Case;

static VarId variable(const Program *p, const char *name)
{
    for (uint32_t v = 0; v < p->vars.count; v++)
        if (strcmp(p->vars.data[v].name, name) == 0) return (VarId){v};
    return (VarId){NO_ID};
}

/* Threads are those of the templates, in their order; each goes along its edges. */
static void write_trace(Run *run, const Case *c, const Program *p, Trace *trace)
{
    LocId at[8];
    for (uint32_t t = 0; t < p->templates.count; t++) {
        vec_push(run, &trace->initial, ((TraceThread){.template = {t}}));
        at[t] = p->templates.data[t].entry;
    }
    for (uint32_t i = 0; i < c->count; i++) {
        const Move *m = &c->moves[i];
        TraceStep step = {.thread = m->thread, .child = NO_ID};
        step.edge.i = p->out_edges[p->out_start[at[m->thread].i]];
        at[m->thread] = p->edges.data[step.edge.i].to;
        if (m->after != NOT_STALE) {
            step.stale = run_alloc(run, sizeof *step.stale);
            step.stale->var = variable(p, c->var);
            step.stale->after = m->after == INITIAL ? NO_ID : (uint32_t)m->after;
        }
        vec_push(run, &trace->steps, step);
    }
}

static void judge(Run *run, void *arg)
{
    Case *c = arg;
    TermManager *tm = term_manager_new(run);
    Program *p = scpl_parse(run, tm, "case.scpl", c->text, strlen(c->text), false);
    Trace trace = {0};
    write_trace(run, c, p, &trace);
    CHECK(trace_is_well_formed(p, &trace));
    const char *c11 = execution_check(p, &trace, EXECUTION_C11), *tso = execution_check(p, &trace, EXECUTION_TSO);
    CHECK_STR(c11 ? c11 : "allowed", c->c11);
    CHECK_STR(tso ? tso : "allowed", c->tso);
}

static void expect(const char *text, const Move *moves, uint32_t count, const char *c11, const char *tso)
{
    Run *run = run_new();
    Case c = {text, moves, count, "x", c11, tso};
    CHECK_EQ_INT(run_guard(run, judge, &c), STOP_NONE);
    CHECK_STR(run_reason(run), "");
    run_free(run);
}

#define EXPECT(text, moves, c11, tso) expect(text, moves, sizeof(moves) / sizeof *(moves), c11, tso)

#define COHERENCE "coherence is violated"
#define PSC "the order of sequentially consistent accesses and fences has a cycle"
#define MEMORY_CYCLE "the order in which stores reach memory has a cycle"
#define BETWEEN "something comes between the two parts of a read-modify-write"

/* A straight line of two, three and four edges. */
#define TWO(name, a, b)                                                                                                \
    "automaton " name " 1 { local u8 r = 0; location 0; location 1; location 2; edge 0 -> 1 " a "; edge 1 -> 2 " b ";" \
    " "                                                                                                                \
    "}"
#define THREE(name, a, b, c)                                                                                           \
    "automaton " name " 1 { local u8 r = 0; location 0; location 1; location 2; location 3; edge 0 -> 1 " a            \
    "; edge 1 -> 2 " b "; edge 2 -> 3 " c "; }"
#define SHARED "shared u8 x = 0, y = 0, z = 0; "

static const Move second_reads_old[] = {{0, NOT_STALE}, {0, NOT_STALE}, {1, NOT_STALE}, {1, INITIAL}};

TEST(store_buffering)
{
    EXPECT(SHARED TWO("a", "do x = 1 order release", "do r = y order acquire")
               TWO("b", "do y = 1 order release", "do r = x order acquire"),
           second_reads_old, "allowed", "allowed");
    EXPECT(SHARED TWO("a", "do x = 1 order seq_cst", "do r = y order seq_cst")
               TWO("b", "do y = 1 order seq_cst", "do r = x order seq_cst"),
           second_reads_old, PSC, MEMORY_CYCLE);
}

TEST(store_buffering_with_fences)
{
    static const Move moves[] = {{0, NOT_STALE}, {0, NOT_STALE}, {0, NOT_STALE},
                                 {1, NOT_STALE}, {1, NOT_STALE}, {1, INITIAL}};
    EXPECT(SHARED THREE("a", "do x = 1 order relaxed", "fence seq_cst", "do r = y order relaxed")
               THREE("b", "do y = 1 order relaxed", "fence seq_cst", "do r = x order relaxed"),
           moves, PSC, MEMORY_CYCLE);
    EXPECT(SHARED THREE("a", "do x = 1 order relaxed", "fence acq_rel", "do r = y order relaxed")
               THREE("b", "do y = 1 order relaxed", "fence seq_cst", "do r = x order relaxed"),
           moves, "allowed", "allowed");
}

TEST(message_passing)
{
    EXPECT(SHARED TWO("a", "do x = 1 order relaxed", "do y = 1 order relaxed")
               TWO("b", "do r = y order relaxed", "do r = x order relaxed"),
           second_reads_old, "allowed", MEMORY_CYCLE);
    EXPECT(SHARED TWO("a", "do x = 1 order relaxed", "do y = 1 order release")
               TWO("b", "do r = y order relaxed", "do r = x order relaxed"),
           second_reads_old, "allowed", MEMORY_CYCLE);
    EXPECT(SHARED TWO("a", "do x = 1 order relaxed", "do y = 1 order release")
               TWO("b", "do r = y order acquire", "do r = x order relaxed"),
           second_reads_old, COHERENCE, MEMORY_CYCLE);
}

TEST(message_passing_with_fences)
{
    static const Move moves[] = {{0, NOT_STALE}, {0, NOT_STALE}, {0, NOT_STALE},
                                 {1, NOT_STALE}, {1, NOT_STALE}, {1, INITIAL}};
    EXPECT(SHARED THREE("a", "do x = 1 order relaxed", "fence release", "do y = 1 order relaxed")
               THREE("b", "do r = y order relaxed", "fence acquire", "do r = x order relaxed"),
           moves, COHERENCE, MEMORY_CYCLE);
    EXPECT(SHARED THREE("a", "do x = 1 order relaxed", "fence acquire", "do y = 1 order relaxed")
               THREE("b", "do r = y order relaxed", "fence acquire", "do r = x order relaxed"),
           moves, "allowed", MEMORY_CYCLE);
}

TEST(release_sequence)
{ /* through the read-modify-write of a third */
    static const Move moves[] = {{0, NOT_STALE}, {0, NOT_STALE}, {2, NOT_STALE}, {1, NOT_STALE}, {1, INITIAL}};
    EXPECT(SHARED TWO("a", "do x = 1 order relaxed", "do y = 1 order release")
               TWO("b", "do r = y order acquire", "do r = x order relaxed")
                   TWO("c", "do y = y + 1 order relaxed", "do r = z order relaxed"),
           moves, COHERENCE, MEMORY_CYCLE);
    EXPECT(SHARED TWO("a", "do x = 1 order relaxed", "do y = 1 order release")
               TWO("b", "do r = y order acquire", "do r = x order relaxed")
                   TWO("c", "do y = 2 order relaxed", "do r = z order relaxed"),
           moves, "allowed", MEMORY_CYCLE);
}

TEST(reads_of_one_location)
{
    EXPECT(SHARED TWO("a", "do x = 1 order relaxed", "do y = 1 order relaxed")
               TWO("b", "do r = x order relaxed", "do r = x order relaxed"),
           second_reads_old, COHERENCE, COHERENCE);
}

TEST(read_modify_writes)
{
    static const Move moves[] = {{0, NOT_STALE}, {1, INITIAL}, {1, NOT_STALE}};
    EXPECT(SHARED TWO("a", "do x = x + 1 order relaxed", "do y = 1 order relaxed")
               TWO("b", "do x = x + 1 order relaxed", "do r = y order relaxed"),
           moves, BETWEEN, BETWEEN);
    EXPECT(SHARED TWO("a", "do x = 5 order relaxed", "do y = 1 order relaxed")
               TWO("b", "do x = x + 1 order relaxed", "do r = y order relaxed"),
           moves, "allowed", "allowed");
}

TEST(writes_the_other_way_round)
{
    EXPECT(SHARED TWO("a", "do x = 1 order relaxed", "do y = 2 order relaxed")
               TWO("b", "do y = 1 order relaxed", "do x = 2 order relaxed"),
           second_reads_old, "allowed", MEMORY_CYCLE);
}

TEST(three_fences)
{ /* a fence is less than an exchange of one hidden location */
    static const Move moves[] = {{0, NOT_STALE}, {0, NOT_STALE}, {0, NOT_STALE}, {1, NOT_STALE},
                                 {1, NOT_STALE}, {2, NOT_STALE}, {2, NOT_STALE}, {2, INITIAL}};
    EXPECT(SHARED THREE("a", "do x = 1 order relaxed", "fence seq_cst", "do y = 1 order relaxed")
               TWO("b", "do r = y order relaxed", "do z = 1 order relaxed")
                   THREE("c", "do r = z order relaxed", "fence seq_cst", "do r = x order relaxed"),
           moves, "allowed", MEMORY_CYCLE);
}

TEST(locks_order)
{
    static const Move moves[] = {{0, NOT_STALE}, {0, NOT_STALE}, {0, NOT_STALE}, {1, NOT_STALE}, {1, INITIAL}};
    EXPECT("shared u8 x = 0; shared lock bool m = false; " THREE("a", "when !m do m = true", "do x = 1 order relaxed",
                                                                 "do m = false")
               TWO("b", "when !m do m = true", "do r = x order relaxed"),
           moves, COHERENCE, MEMORY_CYCLE);
}

/* What the trace says of its accesses is what the replay takes. */
static void replay_stale(Run *run, void *arg)
{
    (void)arg;
    static const char text[] = "shared u8 x = 7; automaton a 1 { location 0; location 1; edge 0 -> 1 do x = 1 order "
                               "relaxed; } automaton b 1 { local u8 r = 0; location 0; location 1; location 2; "
                               "edge 0 -> 1 do r = x order relaxed; edge 1 -> 2 when r == 7 error; }";
    static const Move moves[] = {{0, NOT_STALE}, {1, INITIAL}, {1, NOT_STALE}};
    Case c = {text, moves, 3, "x", NULL, NULL};
    Program *p = scpl_parse(run, term_manager_new(run), "case.scpl", text, strlen(text), false);
    Trace trace = {0};
    write_trace(run, &c, p, &trace);
    Interpreter *in = interpreter_new(p);
    const char *problem = interpreter_replay(in, &trace);
    CHECK_STR(problem ? problem : "replays", "replays");
    CHECK_EQ_INT(trace.steps.data[1].stale->value.bits, 7);
    Trace *copy = trace_copy(run, &trace);
    CHECK(trace_is_weak(copy) && copy->steps.data[1].stale != trace.steps.data[1].stale);
    trace.steps.data[1].stale = NULL;
    CHECK(interpreter_replay(in, &trace) != NULL);
    copy->steps.data[1].stale->after = 1; /* itself */
    CHECK(interpreter_replay(in, copy) != NULL);
}

TEST(replay_of_stale_accesses)
{
    Run *run = run_new();
    CHECK_EQ_INT(run_guard(run, replay_stale, NULL), STOP_NONE);
    CHECK_STR(run_reason(run), "");
    run_free(run);
}

TAP_MAIN();
