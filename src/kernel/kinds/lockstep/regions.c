/* All ways from one node with an invariant to the next ones are one question: a Boolean for each arrival at a node, and
 * values that are chosen by it where ways meet. The Boolean implies that the way can be taken, and not the other way
 * round: so for each way there is a model in which its own arrivals are true and no others, whose values might hide its
 * own where they meet. Conversely the values chosen are always those of a way that can be taken, but that is of no
 * concern to the checker. */
#include "kernel/kinds/lockstep/regions.h"

#include <string.h>

#include "base/check.h"
#include "kernel/kinds/lockstep/nodes.h"
#include "logic/smt/value.h"
#include "logic/term/boolean.h"
#include "logic/term/choice.h"
#include "logic/term/compare.h"
#include "logic/term/reads.h"
#include "logic/term/substitute.h"

typedef struct Way {
    Term taken;
    Term *value; /* per variable written out */
} Way;

typedef VEC(Way) Ways;

/* What must not be possible. */
typedef struct Wrong {
    Term name;
    uint32_t node, letter;
} Wrong;

/* Of targets where more or fewer threads sleep. */
typedef enum Preference {
    ONLY_SLEEP,   /* those where more do, and no others */
    PREFER_SLEEP, /* those where fewer do for cases of which the others are none */
    PREFER_MOVES  /* the other way round */
} Preference;

typedef struct RegionCheck {
    LockstepCheck *c;
    Checker *k;
    TermManager *tm;
    const LockstepProof *proof;
    Program *w;
    uint32_t start;
    Reads *reads;
    CertifyTerms facts; /* what names mean, and the invariant at the start */
    Term wrong;         /* an error, or a case that no target covers: one of */
    VEC(Wrong) wrongs;
    uint32_t node;     /* that is left */
    Ways *ways;        /* per node */
    const Term *value; /* where terms are looked at */
    uint32_t shift, steps, names;
    Preference preference;
    bool leaves_out; /* some move has targets where fewer threads sleep */
} RegionCheck;

/* Symbols that are not the program's: one after its last is used by swap.c. */
static uint32_t symbol_of_reads(const RegionCheck *r) { return r->w->vars.count + 1; }
static uint32_t symbol_of_names(const RegionCheck *r) { return r->w->vars.count + 2; }

static Term name_condition(RegionCheck *r, Term condition)
{
    Term name = term_var(r->tm, sort_bool(), symbol_of_names(r), r->names++);
    vec_push(r->k->run, &r->facts, term_implies(r->tm, name, condition));
    return name;
}

static Term at_value(void *arg, TermManager *tm, Term var)
{
    const RegionCheck *r = arg;
    uint32_t v = term_symbol(tm, var);
    CHECK(v < r->w->vars.count);
    if (r->w->vars.data[v].class != VAR_INPUT) return r->value[v];
    return term_var(tm, term_sort(tm, var), v, term_instance(tm, var) + r->shift);
}

static Term term_on_way(RegionCheck *r, Term t)
{
    return reads_eliminate(r->reads, term_substitute(r->tm, t, at_value, r));
}

static Term *values_after(RegionCheck *r, const LockstepLetter *letter)
{
    Term *after = run_alloc(r->k->run, (r->w->vars.count + 1) * sizeof *after);
    memcpy(after, r->value, r->w->vars.count * sizeof *after);
    for (uint32_t i = 0; i < letter->assign_count; i++)
        after[letter->assigns[i].var.i] = term_on_way(r, letter->assigns[i].value);
    return after;
}

static void add_wrong(RegionCheck *r, Term condition, uint32_t letter)
{
    if (term_is_false(r->tm, condition)) return;
    Wrong wrong = {name_condition(r, condition), r->node, letter};
    vec_push(r->k->run, &r->wrongs, wrong);
    r->wrong = term_or(r->tm, r->wrong, wrong.name);
}

/* Is the target one only for cases that are none of the other's? */
static bool comes_after(const RegionCheck *r, uint32_t target, uint32_t other)
{
    switch (r->preference) {
    case PREFER_SLEEP: return lockstep_sleep_more(r->c, target, other);
    case PREFER_MOVES: return lockstep_sleep_more(r->c, other, target);
    default: return false;
    }
}

static Term known_only_at(RegionCheck *r, const uint32_t *targets, uint32_t count, uint32_t i)
{
    Term known = term_on_way(r, r->proof->nodes.data[targets[i]].known);
    for (uint32_t k = 0; k < count; k++)
        if (comes_after(r, targets[i], targets[k]))
            known = term_and(r->tm, known, term_not(r->tm, term_on_way(r, r->proof->nodes.data[targets[k]].known)));
    return known;
}

/* Each target is for the cases in which what is known there holds; together they must cover all. Where more or fewer
 * threads may sleep one of both is enough, and which of them the proof means it does not say. */
static void follow_letter(RegionCheck *r, Term taken, const LockstepMove *move)
{
    const LockstepLetter *letter = &r->c->letters.data[move->letter];
    const Term *before = r->value;
    r->shift = ++r->steps * r->c->copies;
    taken = term_and(r->tm, taken, term_gather_choices(r->tm, term_on_way(r, letter->guard)));
    if (term_is_false(r->tm, taken)) return;
    Term *after = values_after(r, letter), open = taken;
    const uint32_t *targets = r->c->targets.data + move->first;
    r->leaves_out |= move->count < move->all;
    uint32_t count = r->preference == ONLY_SLEEP ? move->count : move->all;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t target = targets[i];
        r->value = after;
        Term known = known_only_at(r, targets, count, i);
        Way way = {name_condition(r, term_and(r->tm, taken, known)),
                   run_alloc(r->k->run, (r->w->vars.count + 1) * sizeof(Term))};
        memcpy(way.value, after, r->w->vars.count * sizeof(Term));
        vec_push(r->k->run, &r->ways[target], way);
        open = term_and(r->tm, open, term_not(r->tm, known));
    }
    r->value = before;
    add_wrong(r, open, move->letter);
    run_release(r->k->run, after);
}

static Way join_ways(RegionCheck *r, Ways *ways)
{
    Way out = ways->data[0];
    bool is_only = ways->count == 1;
    for (uint32_t i = 1; i < ways->count; i++) {
        const Way *way = &ways->data[i];
        for (uint32_t v = 0; v < r->w->vars.count; v++)
            if (!term_same(out.value[v], way->value[v]))
                out.value[v] = term_choice(r->tm, way->taken, way->value[v], out.value[v]);
        out.taken = term_or(r->tm, out.taken, way->taken);
        run_release(r->k->run, way->value);
    }
    vec_free(r->k->run, ways);
    if (!is_only) out.taken = name_condition(r, out.taken);
    return out;
}

static void leave_node(RegionCheck *r, uint32_t node, Term taken, const Term *value)
{
    for (uint32_t i = 0; i < r->c->moves[node].count; i++) {
        r->value = value;
        r->node = node;
        follow_letter(r, taken, &r->c->moves[node].data[i]);
    }
}

/* ---- obligations ---- */

/* Where the last question went wrong, for people. */
static const char *counterexample(RegionCheck *r)
{
    for (uint32_t i = 0; i < r->wrongs.count && !r->k->problem; i++) {
        const Wrong *w = &r->wrongs.data[i];
        if (w->letter == NO_ID || !smt_value(r->k->smt, w->name).bits) continue;
        return run_format(r->k->run, " (node %u: %s)", w->node,
                          checker_describe(r->k, r->c->letters.data[w->letter].path));
    }
    return "";
}

static void ask_region(RegionCheck *r, Term wrong, const char *what)
{
    if (term_is_false(r->tm, wrong) || r->k->problem) return;
    CertifyTerms terms = {NULL, 0, 0};
    for (uint32_t i = 0; i < r->facts.count; i++)
        vec_push(r->k->run, &terms, r->facts.data[i]);
    for (uint32_t i = 0; i < reads_fact_count(r->reads); i++)
        vec_push(r->k->run, &terms, reads_fact(r->reads, i));
    vec_push(r->k->run, &terms, wrong);
    const char *text = run_format(r->k->run, "after node %u %s", r->start, what);
    if (!checker_unsatisfiable(r->k, &terms, text)) checker_fail(r->k, "not proved: %s%s", text, counterexample(r));
    vec_free(r->k->run, &terms);
}

static void arrive(RegionCheck *r, uint32_t node)
{
    Way way = join_ways(r, &r->ways[node]);
    r->value = way.value;
    Term invariant = term_gather_choices(r->tm, term_on_way(r, r->proof->nodes.data[node].invariant));
    ask_region(r, term_and(r->tm, way.taken, term_not(r->tm, invariant)),
               run_format(r->k->run, "the invariant of node %u holds", node));
    run_release(r->k->run, way.value);
}

/* ---- the start ---- */

/* Variables that have one value there, as the checker has found when it reduced the program (checker/reduce.h): letters
 * have that value in their place. */
static void put_constants(const RegionCheck *r, const LockstepNode *n, Term *value)
{
    const Reduced *known = r->k->reduced;
    const WrittenOut *w = r->c->w;
    for (uint32_t v = 0; v < w->from->vars.count; v++)
        if (w->from->vars.data[v].class == VAR_SHARED && term_is(known->shared[v])) value[v] = known->shared[v];
    for (uint32_t t = 0; t < r->c->threads; t++) {
        if (n->at[t] == LOCKSTEP_UNBORN || n->at[t] == LOCKSTEP_END || !known->local[n->at[t]]) continue;
        for (uint32_t v = 0; v < w->from->vars.count; v++) {
            if (!program_is_local_of(w->from, (VarId){v}, w->origins.data[t].of)) continue;
            Term constant = known->local[n->at[t]][known->place[v]];
            if (term_is(constant)) value[w->threads.data[t].vars[v]] = constant;
        }
    }
}

/* At node 0 variables have their initial values; elsewhere any that the invariant and what is known allow. */
static Term *begin_values(RegionCheck *r)
{
    const LockstepNode *n = &r->proof->nodes.data[r->start];
    Term *value = run_alloc(r->k->run, (r->w->vars.count + 1) * sizeof *value);
    for (uint32_t v = 0; v < r->w->vars.count; v++) {
        bool is_initial = !r->start && term_is(r->w->vars.data[v].init);
        value[v] = is_initial ? r->w->vars.data[v].init : program_var_term(r->w, (VarId){v});
    }
    put_constants(r, n, value);
    r->value = value;
    if (!r->start) {
        add_wrong(r, term_not(r->tm, term_on_way(r, n->known)), NO_ID);
    } else {
        vec_push(r->k->run, &r->facts, term_on_way(r, n->known));
        vec_push(r->k->run, &r->facts, term_on_way(r, n->invariant));
    }
    return value;
}

static bool is_region_start(const RegionCheck *r, uint32_t node) { return !node || r->proof->nodes.data[node].cut; }

static void check_region(RegionCheck *r, const LockstepIds *order)
{
    Smt *outer = r->k->smt;
    r->k->smt = smt_new(r->tm); /* nothing of other regions in the way */
    smt_set_preprocessing(r->k->smt, true);
    r->reads = reads_new(r->tm, symbol_of_reads(r));
    r->wrong = term_bool(r->tm, false);
    vec_clear(&r->facts);
    vec_clear(&r->wrongs);
    r->names = 0;
    Term *value = begin_values(r);
    leave_node(r, r->start, term_bool(r->tm, true), value);
    for (uint32_t i = 0; i < order->count; i++) {
        uint32_t node = order->data[i];
        if (is_region_start(r, node) || !r->ways[node].count) continue;
        run_poll(r->k->run);
        Way way = join_ways(r, &r->ways[node]);
        leave_node(r, node, way.taken, way.value);
        run_release(r->k->run, way.value);
    }
    ask_region(r, r->wrong, "no error is taken, and no case is left out");
    for (uint32_t i = 0; i < order->count; i++)
        if (r->ways[order->data[i]].count) arrive(r, order->data[i]);
    run_release(r->k->run, value);
    reads_free(r->reads);
    smt_free(r->k->smt);
    r->k->smt = outer;
}

/* With each preference the region is the proof's, if all obligations of one of them are met. */
static void check_region_somehow(RegionCheck *r, const LockstepIds *order)
{
    static const Preference preferences[] = {ONLY_SLEEP, PREFER_SLEEP, PREFER_MOVES};
    r->leaves_out = true;
    for (uint32_t i = 0; i < 3 && (!i || (r->k->problem && r->leaves_out)); i++) {
        r->preference = preferences[i];
        r->leaves_out = false;
        r->k->problem = NULL;
        check_region(r, order);
    }
}

/* ---- the order of nodes ---- */

typedef struct Visit {
    uint32_t node, next;
} Visit;

/* Each node before those that it leads to, unless these have invariants. */
static void order_region_from(RegionCheck *r, uint32_t from, uint8_t *state, LockstepIds *done)
{
    Run *run = r->k->run;
    VEC(Visit) stack = {NULL, 0, 0};
    vec_push(run, &stack, ((Visit){from, 0}));
    state[from] = 1;
    while (stack.count) {
        Visit *v = &vec_last(&stack);
        const LockstepNode *n = &r->proof->nodes.data[v->node];
        if (v->next == n->next.count) {
            state[v->node] = 2;
            vec_push(run, done, v->node);
            (void)vec_pop(&stack);
            continue;
        }
        uint32_t to = n->next.data[v->next++];
        if (is_region_start(r, to)) continue;
        if (state[to] == 1) checker_fail(r->k, "node %u is on a cycle without an invariant", to);
        if (state[to]) continue;
        state[to] = 1;
        vec_push(run, &stack, ((Visit){to, 0}));
    }
    vec_free(run, &stack);
}

static LockstepIds order_nodes(RegionCheck *r)
{
    uint32_t count = r->proof->nodes.count;
    uint8_t *state = run_alloc(r->k->run, count + 1);
    LockstepIds done = {NULL, 0, 0}, order = {NULL, 0, 0};
    for (uint32_t i = 0; i < count; i++)
        if (!state[i]) order_region_from(r, i, state, &done);
    for (uint32_t i = done.count; i-- > 0;)
        vec_push(r->k->run, &order, done.data[i]);
    vec_free(r->k->run, &done);
    run_release(r->k->run, state);
    return order;
}

void lockstep_check_regions(LockstepCheck *c)
{
    RegionCheck check = {.c = c, .k = c->k, .tm = c->k->tm, .proof = c->proof, .w = c->w->p}, *r = &check;
    r->ways = run_alloc(r->k->run, (c->proof->nodes.count + 1) * sizeof *r->ways);
    LockstepIds order = order_nodes(r);
    for (uint32_t i = 0; i < c->proof->nodes.count && !c->k->problem; i++) {
        r->start = i;
        if (is_region_start(r, i) && !c->proof->nodes.data[i].dead) check_region_somehow(r, &order);
        c->k->steps++;
    }
    vec_free(r->k->run, &order);
    run_release(r->k->run, r->ways);
}
