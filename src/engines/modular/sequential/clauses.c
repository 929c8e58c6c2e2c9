#include "engines/modular/sequential/clauses.h"

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/walk.h"

#define SMALL_NODES 5000 /* of one diagram for all clauses, which is better as long as it is small */
#define WORK_MAX 20000   /* sets that are looked at on one way back */

/* ---- one clause ---- */

typedef struct Look {
    const Program *p;
    bool has_inputs;
} Look;

static void look_for_clause_input(void *arg, Term var)
{
    Look *l = arg;
    l->has_inputs |= l->p->vars.data[term_symbol(l->p->tm, var)].class == VAR_INPUT;
}

static bool has_inputs(const Vectors *v, Term t)
{
    Look l = {v->p, false};
    term_for_each_var(v->tm, t, look_for_clause_input, &l);
    return l.has_inputs;
}

/* Adds a conjunct of what is not to be. */
static void add_negated_conjunct(Vectors *v, Clause *c, Term part, bool is_negated)
{
    BDD is = vectors_condition(v, part);
    BDD *to = has_inputs(v, part) ? &c->after : &c->before;
    if (is_negated) is = vectors_hold(v, bdd_not(is));
    *to = vectors_hold(v, bdd_and(*to, is));
}

Clause clause_of(Vectors *v, Term condition)
{
    Clause c = {bddtrue, bddtrue};
    bool is_not = term_kind(v->tm, condition) == TERM_NOT;
    Term inner = is_not ? term_arg(v->tm, condition, 0) : condition;
    bool has_parts = term_kind(v->tm, inner) == (is_not ? TERM_AND : TERM_OR);
    if (!has_parts) add_negated_conjunct(v, &c, inner, !is_not);
    for (uint32_t i = 0; has_parts && i < term_arity(v->tm, inner); i++)
        add_negated_conjunct(v, &c, term_arg(v->tm, inner, i), !is_not);
    return c;
}

/* ---- edges ---- */

/* The input that the variable gets; NO_ID: something else. */
static uint32_t given_input(const Vectors *v, const Assign *a)
{
    if (term_kind(v->tm, a->value) != TERM_VAR) return NO_ID;
    uint32_t from = term_symbol(v->tm, a->value);
    bool is_input = v->p->vars.data[from].class == VAR_INPUT && v->place[from] != NO_ID;
    return is_input && vectors_width_at(v, v->place[from]) == vectors_width_at(v, v->place[a->var.i]) ? from : NO_ID;
}

/* Do all variables that matter get an input of their own? */
static bool gives_inputs(const Vectors *v, const Edge *e)
{
    bool is_any = false;
    for (uint32_t i = 0; i < e->assign_count; i++) {
        if (v->place[e->assigns[i].var.i] == NO_ID) continue;
        uint32_t from = given_input(v, &e->assigns[i]);
        if (from == NO_ID) return false;
        for (uint32_t k = 0; k < i; k++)
            if (v->place[e->assigns[k].var.i] != NO_ID && given_input(v, &e->assigns[k]) == from) return false;
        is_any = true;
    }
    return is_any;
}

typedef struct Inputs {
    Vectors *v;
    VEC(uint32_t) places;
} Inputs;

static void note_clause_input(void *arg, Term var)
{
    Inputs *in = arg;
    uint32_t i = term_symbol(in->v->tm, var);
    if (in->v->p->vars.data[i].class == VAR_INPUT) vec_push(in->v->run, &in->places, in->v->place[i]);
}

static void add_clause_assigns(Vectors *v, const Edge *e, Clauses *c, bddPair *taken, Inputs *in)
{
    c->given = bdd_newpair();
    for (uint32_t i = 0; i < e->assign_count; i++) {
        uint32_t place = v->place[e->assigns[i].var.i];
        if (place == NO_ID) continue;
        uint32_t from = v->place[given_input(v, &e->assigns[i])];
        vec_push(v->run, &in->places, from);
        for (uint32_t bit = 0; bit < vectors_width_at(v, place); bit++) {
            bdd_setpair(c->given, vectors_bit(v, place, bit), vectors_bit(v, from, bit));
            bdd_setpair(taken, vectors_bit(v, from, bit), vectors_bit(v, place, bit));
        }
    }
}

/* That variables get the values they have is what most facts leave open: the states that may stay. Inputs that no
 * variable gets, since nothing else depends on it, have some value. */
static BDD idle_states(Vectors *v, const Clauses *c, bddPair *taken)
{
    uint32_t mark = v->pool.count;
    BDD idle = bddtrue;
    for (uint32_t i = 0; i < c->all.count; i++) {
        BDD after = vectors_hold(v, bdd_replace(c->all.data[i].after, taken));
        BDD excluded = vectors_hold(v, bdd_and(c->all.data[i].before, after));
        idle = vectors_hold(v, bdd_apply(idle, excluded, bddop_diff));
    }
    return vectors_release(v, mark, bdd_exist(idle, c->inputs));
}

/* Is one diagram for all of them small? */
static bool is_one_diagram_small(Vectors *v, const Clauses *c)
{
    uint32_t mark = v->pool.count;
    BDD all = bddtrue;
    bool is = true;
    for (uint32_t i = 0; i < c->all.count && is; i++) {
        const Clause *k = &c->all.data[i];
        is = bdd_nodecount(k->before) + bdd_nodecount(k->after) <= SMALL_NODES;
        if (is) all = vectors_hold(v, bdd_apply(all, vectors_hold(v, bdd_and(k->before, k->after)), bddop_diff));
        is &= bdd_nodecount(all) <= SMALL_NODES;
    }
    vectors_release(v, mark, bddtrue);
    return is;
}

Clauses *clauses_of(Vectors *v, const Edge *e)
{
    if (e->is_error || !gives_inputs(v, e)) return NULL;
    Clauses *c = run_alloc(v->run, sizeof *c);
    Inputs in = {.v = v};
    bool is_and = term_kind(v->tm, e->guard) == TERM_AND;
    uint32_t count = is_and ? term_arity(v->tm, e->guard) : 1;
    for (uint32_t i = 0; i < count; i++) {
        Clause clause = clause_of(v, is_and ? term_arg(v->tm, e->guard, i) : e->guard);
        vec_push(v->run, &c->all, clause);
    }
    if (is_one_diagram_small(v, c)) return NULL;
    bddPair *taken = bdd_newpair();
    add_clause_assigns(v, e, c, taken, &in);
    term_for_each_var(v->tm, e->guard, note_clause_input, &in);
    c->inputs = vectors_set(v, in.places.data, in.places.count);
    vec_free(v->run, &in.places);
    c->idle = idle_states(v, c, taken);
    bdd_freepair(taken);
    return c;
}

void clauses_clear(Clauses *c) { bdd_freepair(c->given); }

/* ---- back ---- */

typedef struct Back {
    Vectors *v;
    const Clauses *c;
    uint32_t work;
} Back;

/* States among those that are cared for from which some input that the clauses from the i-th on allow is in the set:
 * what a clause does not cut off, and of what it does the states that it does not speak of. Those found first need not
 * be found again, so that mostly nothing is left to be cared for after a few clauses. */
static BDD back(Back *b, uint32_t i, BDD set, BDD care)
{
    Vectors *v = b->v;
    uint32_t mark = v->pool.count;
    BDD hit = bddfalse;
    if (++b->work > WORK_MAX || care == bddfalse) return bddfalse;
    for (; set != bddfalse && hit == bddfalse && i < b->c->all.count; i++)
        hit = vectors_hold(v, bdd_and(set, b->c->all.data[i].after));
    if (set == bddfalse) return bddfalse;
    if (hit == bddfalse) return vectors_release(v, mark, bdd_appex(set, care, bddop_and, b->c->inputs));
    BDD rest = back(b, i, vectors_hold(v, bdd_apply(set, hit, bddop_diff)), care);
    care = vectors_hold(v, bdd_apply(care, rest, bddop_diff));
    BDD excluded = back(b, i, hit, vectors_hold(v, bdd_apply(care, b->c->all.data[i - 1].before, bddop_diff)));
    return vectors_release(v, mark, bdd_or(rest, excluded));
}

bool clauses_before(Vectors *v, const Clauses *c, BDD set, BDD care, BDD *found)
{
    Back b = {v, c, 0};
    uint32_t mark = v->pool.count;
    BDD same = vectors_hold(v, bdd_and(care, vectors_hold(v, bdd_and(set, c->idle))));
    care = vectors_hold(v, bdd_apply(care, same, bddop_diff));
    BDD others = back(&b, 0, vectors_hold(v, bdd_replace(set, c->given)), care);
    *found = vectors_release(v, mark, bdd_or(same, others));
    return b.work <= WORK_MAX;
}
