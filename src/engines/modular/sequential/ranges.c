#include "engines/modular/sequential/ranges.h"

#include "base/check.h"
#include "engines/modular/sequential/clauses.h"

#define CHANGES_MAX 40      /* of one location, before variables that change there may have any value */
#define GUARD_NODES 2000    /* of a guard's diagram: conjuncts of it, as long as there are no more */
#define CLAUSE_NODES 100000 /* of one conjunct's diagram, at worst */
#define FREE_BITS 5         /* of a value, for its values to be found; of others, only bits that never change */

typedef struct Ranges {
    Vectors *v;
    const Program *p;
    VEC(uint32_t) vars;  /* places of variables that are no inputs */
    BDD *others;         /* per such variable: all places but its own, now */
    BDD all;             /* all places, now */
    bddPair **from_next; /* per such variable: its value after a step becomes its value now */
    BDD **sets;          /* per location, per such variable */
    BDD *product;        /* per location */
    uint32_t *changes;   /* per location */
    BDD *guards;         /* per edge: what is implied by its guard; bddfalse: not looked at yet, or never open */
    VEC(uint32_t) open;  /* locations to go on from */
    bool *is_open;
} Ranges;

BDD vectors_equal(Vectors *v, uint32_t place, const BDD *value)
{
    uint32_t mark = v->pool.count;
    BDD all = bddtrue;
    for (uint32_t b = vectors_width_at(v, place); b-- > 0;)
        all = vectors_hold(v, bdd_and(all, vectors_hold(v, bdd_biimp(bdd_ithvar(vectors_bit(v, place, b)), value[b]))));
    return vectors_release(v, mark, all);
}

BDD ranges_initial(Vectors *v)
{
    uint32_t mark = v->pool.count;
    BDD all = bddtrue;
    for (uint32_t i = 0; i < v->order.count; i++) {
        if (!vectors_is_state(v, i) || !term_is(v->p->vars.data[v->order.data[i]].init)) continue;
        BDD is = vectors_equal(v, i, vectors_of(v, v->p->vars.data[v->order.data[i]].init));
        all = vectors_hold(v, bdd_and(all, is));
    }
    return vectors_release(v, mark, all);
}

static void prepare_ranges(Ranges *r)
{
    Vectors *v = r->v;
    VEC(uint32_t) places = {NULL, 0, 0};
    for (uint32_t i = 0; i < v->order.count; i++)
        if (vectors_is_state(v, i)) vec_push(v->run, &r->vars, i);
    for (uint32_t i = 0; i < v->order.count; i++)
        if (v->order.data[i] != NO_ID) vec_push(v->run, &places, i);
    r->all = vectors_set(v, places.data, places.count);
    r->others = run_alloc(v->run, (r->vars.count + 1) * sizeof *r->others);
    r->from_next = run_alloc(v->run, (r->vars.count + 1) * sizeof *r->from_next);
    for (uint32_t k = 0; k < r->vars.count; k++) {
        uint32_t place = r->vars.data[k];
        vec_clear(&places);
        for (uint32_t i = 0; i < v->order.count; i++)
            if (i != place && v->order.data[i] != NO_ID) vec_push(v->run, &places, i);
        r->others[k] = vectors_set(v, places.data, places.count);
        r->from_next[k] = bdd_newpair();
        for (uint32_t b = 0; b < vectors_width_at(v, place); b++)
            bdd_setpair(r->from_next[k], vectors_bit(v, place + 1, b), vectors_bit(v, place, b));
    }
    vec_free(v->run, &places);
    r->sets = run_alloc(v->run, (r->p->locs.count + 1) * sizeof *r->sets);
    r->product = run_alloc(v->run, (r->p->locs.count + 1) * sizeof *r->product);
    r->changes = run_alloc(v->run, (r->p->locs.count + 1) * sizeof *r->changes);
    r->is_open = run_alloc(v->run, r->p->locs.count + 1);
    r->guards = run_alloc(v->run, (r->p->edges.count + 1) * sizeof *r->guards);
    for (uint32_t e = 0; e < r->p->edges.count; e++)
        r->guards[e] = bddfalse;
    for (uint32_t l = 0; l < r->p->locs.count; l++) {
        r->sets[l] = run_alloc(v->run, (r->vars.count + 1) * sizeof **r->sets);
        r->product[l] = bddfalse;
        for (uint32_t k = 0; k < r->vars.count; k++)
            r->sets[l][k] = bddfalse;
    }
}

/* Adds values of a variable at a location; they are not held otherwise. */
static bool add_range_values(Ranges *r, LocId l, uint32_t k, BDD values)
{
    BDD *set = &r->sets[l.i][k], all = bdd_addref(bdd_or(*set, values));
    if (all == *set) {
        bdd_delref(all);
        return false;
    }
    bdd_delref(*set);
    *set = r->changes[l.i] > CHANGES_MAX ? bddtrue : all;
    return true;
}

static void say_changed(Ranges *r, LocId l)
{
    Vectors *v = r->v;
    uint32_t mark = v->pool.count;
    BDD all = bddtrue;
    for (uint32_t k = 0; k < r->vars.count; k++)
        all = vectors_hold(v, bdd_and(all, r->sets[l.i][k]));
    bdd_addref(all);
    vectors_release(v, mark, bddtrue);
    bdd_delref(r->product[l.i]);
    r->product[l.i] = all;
    r->changes[l.i]++;
    if (!r->is_open[l.i]) vec_push(v->run, &r->open, l.i);
    r->is_open[l.i] = true;
}

static const Assign *assign_of(const Edge *e, uint32_t var)
{
    for (uint32_t i = 0; i < e->assign_count; i++)
        if (e->assigns[i].var.i == var) return &e->assigns[i];
    return NULL;
}

/* Values that a term can have in a set of states, as those of the place; more, when too many bits of it change. */
static BDD values_of(Ranges *r, BDD before, const BDD *value, uint32_t place)
{
    Vectors *v = r->v;
    uint32_t width = vectors_width_at(v, place), mark = v->pool.count, free_bits = 0;
    BDD fixed = bddtrue, is = before;
    for (uint32_t i = width; i-- > 0;) {
        BDD set = vectors_hold(v, bdd_and(before, value[i])), x = bdd_ithvar(vectors_bit(v, place, i));
        bool is_free = set != bddfalse && set != before;
        free_bits += is_free;
        if (!is_free) fixed = vectors_hold(v, bdd_and(fixed, set == bddfalse ? vectors_hold(v, bdd_not(x)) : x));
        if (is_free && free_bits <= FREE_BITS)
            is = vectors_hold(v, bdd_and(is, vectors_hold(v, bdd_biimp(x, value[i]))));
    }
    BDD values = free_bits > FREE_BITS ? bddtrue : vectors_hold(v, bdd_exist(is, r->all));
    return vectors_release(v, mark, bdd_and(fixed, values));
}

/* The guard, or where its diagram is large a weaker condition: each variable's values are looked at anew for every
 * change, and more of them do no harm. Stays in the pool. */
static BDD guard_diagram(Ranges *r, const Edge *e)
{
    Vectors *v = r->v;
    BDD *guard = &r->guards[e - r->p->edges.data];
    if (*guard != bddfalse) return *guard;
    bool is_and = term_kind(v->tm, e->guard) == TERM_AND;
    BDD all = is_and ? bddtrue : vectors_condition(v, e->guard);
    for (uint32_t i = 0; is_and && i < term_arity(v->tm, e->guard); i++) {
        Clause c = clause_of(v, term_arg(v->tm, e->guard, i));
        if ((double)bdd_nodecount(c.before) * bdd_nodecount(c.after) > CLAUSE_NODES) continue;
        BDD more = vectors_hold(v, bdd_apply(all, vectors_hold(v, bdd_and(c.before, c.after)), bddop_diff));
        if (bdd_nodecount(more) <= GUARD_NODES) all = more;
    }
    *guard = all;
    return all;
}

static void follow_edge_ranges(Ranges *r, const Edge *e)
{
    Vectors *v = r->v;
    BDD guard = guard_diagram(r, e);
    uint32_t mark = v->pool.count;
    bool changed = false;
    BDD before = vectors_hold(v, bdd_and(r->product[e->from.i], guard));
    for (uint32_t k = 0; k < r->vars.count && before != bddfalse; k++) {
        uint32_t place = r->vars.data[k];
        const Assign *a = assign_of(e, v->order.data[place]);
        BDD values;
        if (a) {
            BDD image = values_of(r, before, vectors_of(v, a->value), place + 1);
            values = vectors_hold(v, bdd_replace(image, r->from_next[k]));
        } else {
            values = vectors_hold(v, bdd_exist(before, r->others[k]));
        }
        changed |= add_range_values(r, e->to, k, values);
    }
    bool is_first = before != bddfalse && r->product[e->to.i] == bddfalse;
    vectors_release(v, mark, bddtrue);
    if (changed || is_first) say_changed(r, e->to);
}

BDD *ranges_find(Vectors *v)
{
    Ranges ranges = {.v = v, .p = v->p}, *r = &ranges;
    prepare_ranges(r);
    LocId entry = v->p->templates.data[0].entry;
    BDD initial = ranges_initial(v);
    for (uint32_t k = 0; k < r->vars.count; k++)
        add_range_values(r, entry, k, vectors_hold(v, bdd_exist(initial, r->others[k])));
    say_changed(r, entry);
    while (r->open.count) {
        LocId l = {vec_pop(&r->open)};
        r->is_open[l.i] = false;
        run_poll(v->run);
        for (uint32_t i = 0; i < program_out_count(v->p, l); i++)
            if (!program_out_edge(v->p, l, i)->is_error) follow_edge_ranges(r, program_out_edge(v->p, l, i));
    }
    for (uint32_t k = 0; k < r->vars.count; k++)
        bdd_freepair(r->from_next[k]);
    for (uint32_t l = 0; l < v->p->locs.count; l++) {
        for (uint32_t k = 0; k < r->vars.count; k++)
            bdd_delref(r->sets[l][k]);
        run_release(v->run, r->sets[l]);
    }
    run_release(v->run, r->sets);
    run_release(v->run, r->others);
    run_release(v->run, r->from_next);
    run_release(v->run, r->changes);
    run_release(v->run, r->is_open);
    run_release(v->run, r->guards);
    vec_free(v->run, &r->open);
    vec_free(v->run, &r->vars);
    return r->product;
}
