/* The certificate checker's own decision diagrams: what they say of a term is what the term's evaluation says. */
#include "base/rng.h"
#include "kernel/kinds/diagram/bits.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "logic/term/evaluate.h"
#include "program/program.h"
#include "tap.h"

#define VARS 4

typedef struct Random {
    Run *run;
    Program *p;
    TermManager *tm;
    Rng rng;
    uint64_t values[VARS];
    uint64_t different; /* results that were not all the same */
} Random;

static Term random_condition(Random *r, int depth);

static Term random_number(Random *r, unsigned width, int depth)
{
    static const TermKind kinds[] = {TERM_BVAND, TERM_BVOR, TERM_BVXOR, TERM_MUL};
    uint32_t pick = rng_below(&r->rng, depth > 0 ? 12 : 3);
    if (pick == 0) return term_const(r->tm, sort_bv(width), sort_mask(sort_bv(width), rng_next(&r->rng)));
    if (pick <= 2) {
        Term v = program_var_term(r->p, (VarId){rng_below(&r->rng, VARS)});
        unsigned has = term_sort(r->tm, v).width;
        if (has > width) return term_extract(r->tm, v, rng_below(&r->rng, has - width + 1), width);
        return pick == 1 ? term_zext(r->tm, v, width) : term_sext(r->tm, v, width);
    }
    Term a = random_number(r, width, depth - 1), b = random_number(r, width, depth - 1);
    if (pick == 3) return term_ite(r->tm, random_condition(r, depth - 1), a, b);
    if (pick == 4 && width > 1) {
        unsigned high = 1 + rng_below(&r->rng, width - 1);
        return term_concat(r->tm, random_number(r, high, depth - 1), random_number(r, width - high, depth - 1));
    }
    if (pick == 5) return term_extract(r->tm, random_number(r, width + 3, depth - 1), 2, width);
    if (pick == 6) return term_sub(r->tm, a, b);
    if (pick <= 8) return term_add(r->tm, a, b);
    return term_binary(r->tm, kinds[pick % 4], a, b);
}

static Term random_condition(Random *r, int depth)
{
    static const TermKind kinds[] = {TERM_ULT, TERM_ULE, TERM_SLT, TERM_SLE};
    unsigned width = 1 + rng_below(&r->rng, 6);
    uint32_t pick = rng_below(&r->rng, depth > 0 ? 9 : 5);
    if (pick >= 5) {
        Term a = random_condition(r, depth - 1), b = random_condition(r, depth - 1);
        if (pick == 5) return term_and(r->tm, a, b);
        if (pick == 6) return term_or(r->tm, a, b);
        return pick == 7 ? term_not(r->tm, a) : term_eq(r->tm, a, b);
    }
    Term a = random_number(r, width, depth - 1), b = random_number(r, width, depth - 1);
    return pick == 4 ? term_eq(r->tm, a, b) : term_binary(r->tm, kinds[pick], a, b);
}

static Value value_of(void *arg, TermManager *tm, Term var)
{
    const Random *r = arg;
    return (Value){.bits = r->values[term_symbol(tm, var)]};
}

/* The node of the conjunction of all variables' values. */
static NodeId state(Random *r, BitMap *m)
{
    NodeId all = NODE_TRUE;
    for (uint32_t v = 0; v < VARS; v++)
        for (uint32_t bit = 0; bit < bit_width(r->p->vars.data[v].sort); bit++) {
            NodeId x = nodes_make(m->nodes, bit_variable(m, (VarId){v}, bit, false), NODE_FALSE, NODE_TRUE);
            all = nodes_and(m->nodes, all, r->values[v] >> bit & 1 ? x : nodes_not(m->nodes, x));
        }
    return all;
}

static void compare(Random *r, Term t)
{
    Nodes nodes;
    BitMap m;
    int held = 0, count = 30;
    nodes_init(r->run, &nodes, 1000000);
    bits_init(&m, &nodes, r->p);
    const NodeId *bits = diagram_bits_of(&m, t);
    REQUIRE(bits);
    NodeId all = bits[0];
    for (int i = 0; i < count; i++) {
        for (uint32_t v = 0; v < VARS; v++)
            r->values[v] = sort_mask(r->p->vars.data[v].sort, rng_next(&r->rng));
        bool holds = term_evaluate(r->tm, t, value_of, r, NULL).bits;
        NodeId here = state(r, &m);
        CHECK(nodes_imply(&nodes, here, all) == holds);
        CHECK(nodes_imply(&nodes, here, nodes_not(&nodes, all)) != holds);
        held += holds;
    }
    CHECK(!nodes.full);
    r->different += held > 0 && held < count;
    bits_clear(&m);
    nodes_clear(&nodes);
}

static void compare_all(Run *run, void *arg)
{
    Random *r = arg;
    static const unsigned widths[VARS] = {3, 5, 8, 1};
    r->run = run;
    r->tm = term_manager_new(run);
    r->p = program_new(run, r->tm);
    for (uint32_t v = 0; v < VARS; v++) {
        Var var = {.name = run_format(run, "v%u", v), .sort = sort_bv(widths[v]), .class = VAR_SHARED};
        program_add_var(r->p, &var);
    }
    program_index(r->p);
    for (int i = 0; i < 1000; i++)
        compare(r, random_condition(r, 4));
}

TEST(diagrams_mean_what_terms_mean)
{
    Random r = {.rng = {14}};
    Run *run = run_new();
    CHECK(run_guard(run, compare_all, &r) == STOP_NONE);
    CHECK(r.different > 300);
    printf("# %llu conditions that depend on their variables\n", (unsigned long long)r.different);
    run_free(run);
}

TAP_MAIN();
