/* Images of sets of counter states under one step.
 *
 * The active thread gets a slot of its own. A step that concerns nobody else ends with its insertion into the groups
 * at its new location. A broadcast (paper 000, section 4.2) (1) gives every thread a slot of its own, (2) intersects
 * the successors that each passive thread allows, together with the active one, and (3) goes back to groups: threads
 * at one location are sorted by a network of conditional exchanges, and Shannon's expansion by "equal to the next one"
 * gives the shapes. Clauses over several passive threads are intersected for every choice of these. */
#include "engines/symmpa/explore/dd_image.h"

#include <string.h>

#include "base/check.h"

/* ---- references: every BDD that a function below returns is counted, and every `into` drops the old one ---- */

static void replace_into(BDD *acc, bddPair *pairs)
{
    BDD r = dd_keep(bdd_replace(*acc, pairs));
    bdd_delref(*acc);
    *acc = r;
}

static void exist_into(BDD *acc, BDD cube)
{
    BDD r = dd_keep(bdd_exist(*acc, cube));
    bdd_delref(*acc);
    *acc = r;
}

typedef VEC(int) Vars;

static BDD cube_of(const Vars *vars) { return dd_keep(bdd_makeset(vars->data, (int)vars->count)); }

static void quantify_slot(DdManager *m, BDD *set, uint32_t slot)
{
    Vars vars = {NULL, 0, 0};
    for (uint32_t bit = 0; bit < m->local_bits; bit++)
        vec_push(m->run, &vars, dd_local_var(m, slot, bit, false));
    BDD cube = cube_of(&vars);
    exist_into(set, cube);
    bdd_delref(cube);
    vec_free(m->run, &vars);
}

static void pair_slots(DdManager *m, bddPair *pairs, uint32_t from, uint32_t to)
{
    for (uint32_t bit = 0; bit < m->local_bits; bit++)
        bdd_setpair(pairs, dd_local_var(m, from, bit, false), dd_local_var(m, to, bit, false));
}

/* Groups are by location, each in a slot of its own. */
static bool have_own_slots(const DdManager *m, const DdGroup *groups, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (groups[i].slot >= m->slots || (i && groups[i - 1].location > groups[i].location)) return false;
        for (uint32_t k = 0; k < i; k++)
            if (groups[k].slot == groups[i].slot) return false;
    }
    return true;
}

/* Group i goes to slot i. Consumes the set. */
static void emit_groups(DdManager *m, DdGroup *groups, uint32_t count, BDD set, const DdSink *sink)
{
    CHECK(have_own_slots(m, groups, count));
    bool moved = false;
    bddPair *pairs = bdd_newpair();
    for (uint32_t i = 0; i < count; i++) {
        if (groups[i].slot == i) continue;
        pair_slots(m, pairs, groups[i].slot, i);
        groups[i].slot = i;
        moved = true;
    }
    if (moved) replace_into(&set, pairs);
    bdd_freepair(pairs);
    if (set != bddfalse) sink->add(sink->arg, groups, count, set);
    bdd_delref(set);
}

/* ---- steps that concern the active thread only ---- */

static void insert_at(Run *run, DdGroups *groups, uint32_t at, DdGroup g)
{
    vec_push(run, groups, g);
    memmove(groups->data + at + 1, groups->data + at, (groups->count - 1 - at) * sizeof *groups->data);
    groups->data[at] = g;
}

/* The thread in slot `w` joins the groups (canonical but for their slots): either an equal one at its location, or it
 * is a group of its own, in one of the places between them. Consumes the set. */
static void insert_thread(DdManager *m, const DdGroups *groups, uint32_t location, uint32_t w, BDD set,
                          const DdSink *sink)
{
    CHECK(have_own_slots(m, groups->data, groups->count));
    DdGroups copy = {NULL, 0, 0};
    uint32_t from = 0;
    while (from < groups->count && groups->data[from].location < location)
        from++;
    for (uint32_t at = from; set != bddfalse; at++) {
        bool last = at == groups->count || groups->data[at].location != location;
        BDD less = bddtrue, same = bddfalse;
        if (!last) dd_compare(m, w, groups->data[at].slot, &less, &same);
        for (int joins = 0; joins < (last ? 1 : 2); joins++) {
            BDD part = dd_keep(bdd_and(set, joins ? same : less));
            vec_clear(&copy);
            for (uint32_t i = 0; i < groups->count; i++)
                vec_push(m->run, &copy, groups->data[i]);
            if (joins) {
                copy.data[at].count++;
                quantify_slot(m, &part, w);
            } else {
                insert_at(m->run, &copy, at, (DdGroup){location, 1, w});
            }
            emit_groups(m, copy.data, copy.count, part, sink);
        }
        if (last) break;
        BDD beyond = dd_keep(bdd_apply(set, less, bddop_diff));
        bdd_delref(set);
        set = dd_keep(bdd_apply(beyond, same, bddop_diff));
        bdd_delref(beyond);
    }
    bdd_delref(set);
    vec_free(m->run, &copy);
}

/* ---- broadcasts ---- */

static void sort_slots(DdManager *m, const DdGroup *threads, uint32_t count, BDD *set)
{
    for (uint32_t pass = 0; pass + 1 < count && m->local_bits; pass++)
        for (uint32_t i = 0; i + 1 < count - pass; i++) {
            BDD less, same;
            run_poll(m->run);
            dd_compare(m, threads[i + 1].slot, threads[i].slot, &less, &same);
            BDD wrong = dd_keep(bdd_and(*set, less)), right = dd_keep(bdd_apply(*set, less, bddop_diff));
            bddPair *swap = bdd_newpair();
            pair_slots(m, swap, threads[i].slot, threads[i + 1].slot);
            pair_slots(m, swap, threads[i + 1].slot, threads[i].slot);
            replace_into(&wrong, swap);
            bdd_freepair(swap);
            bdd_delref(*set);
            *set = dd_keep(bdd_or(wrong, right));
            bdd_delref(wrong);
            bdd_delref(right);
        }
}

/* threads: one slot each, sorted; from `at` on they may still be equal to the one before. Consumes the set. */
static void merge_equal(DdManager *m, const DdGroups *threads, uint32_t at, DdGroups *merged, BDD set,
                        const DdSink *sink)
{
    run_poll(m->run);
    if (set == bddfalse || at == threads->count) {
        DdGroups copy = {NULL, 0, 0};
        for (uint32_t i = 0; i < merged->count; i++)
            vec_push(m->run, &copy, merged->data[i]);
        emit_groups(m, copy.data, copy.count, set, sink);
        vec_free(m->run, &copy);
        return;
    }
    DdGroup t = threads->data[at];
    CHECK(t.count == 1);
    BDD apart = set;
    if (merged->count && vec_last(merged).location == t.location) {
        BDD less, same;
        dd_compare(m, vec_last(merged).slot, t.slot, &less, &same);
        BDD equal = dd_keep(bdd_and(set, same));
        apart = dd_keep(bdd_apply(set, same, bddop_diff));
        bdd_delref(set);
        quantify_slot(m, &equal, t.slot);
        vec_last(merged).count++;
        merge_equal(m, threads, at + 1, merged, equal, sink);
        vec_last(merged).count--;
    }
    vec_push(m->run, merged, t);
    merge_equal(m, threads, at + 1, merged, apart, sink);
    (void)vec_pop(merged);
}

/* Threads in slots of their own, by location, to groups. Consumes the set. */
static void regroup(DdManager *m, const DdGroups *threads, BDD set, const DdSink *sink)
{
    for (uint32_t from = 0, to; from < threads->count; from = to) {
        to = from;
        while (to < threads->count && threads->data[to].location == threads->data[from].location)
            to++;
        sort_slots(m, threads->data + from, to - from, &set);
    }
    CHECK(threads->count == m->n && have_own_slots(m, threads->data, threads->count));
    DdGroups merged = {NULL, 0, 0};
    merge_equal(m, threads, 0, &merged, set, sink);
    vec_free(m->run, &merged);
}

/* ---- the step ---- */

/* Makes slot `to` a copy of slot `from`. */
static void copy_slot(DdManager *m, BDD *set, uint32_t from, uint32_t to)
{
    BDD less, same;
    dd_compare(m, from, to, &less, &same);
    dd_and_into(set, same);
}

/* Intersects with the clause for every choice of distinct passive threads for its threads from `at` on. */
static void and_clause(DdManager *m, const BoolEdge *edge, const BoolClause *c, uint32_t *slots, uint32_t at,
                       const DdGroups *passive, BDD *set)
{
    if (at == c->arity) {
        dd_and_into(set, dd_clause(m, edge, c, slots));
        return;
    }
    for (uint32_t i = 0; i < passive->count && *set != bddfalse; i++) {
        bool used = false;
        for (uint32_t k = 1; k < at; k++)
            used |= slots[k] == passive->data[i].slot;
        if (used) continue;
        slots[at] = passive->data[i].slot;
        and_clause(m, edge, c, slots, at + 1, passive, set);
    }
}

/* What a step havocs takes its chosen values: quantifies the old ones, renames the new ones. */
static void advance_havoc(DdManager *m, const BoolHavoc *h, uint32_t w, const DdGroups *passive, BDD *set)
{
    Vars old = {NULL, 0, 0}, chosen = {NULL, 0, 0};
    for (uint32_t bit = 0; bit < m->shared_bits; bit++) {
        if (!(h->shared >> bit & 1)) continue;
        vec_push(m->run, &old, dd_shared_var(m, bit, false));
        vec_push(m->run, &chosen, dd_shared_var(m, bit, true));
    }
    for (uint32_t i = 0; i <= passive->count; i++) {
        uint32_t slot = i < passive->count ? passive->data[i].slot : w;
        uint64_t bits = i < passive->count ? h->passive : h->active;
        for (uint32_t bit = 0; bit < m->local_bits; bit++) {
            if (!(bits >> bit & 1)) continue;
            vec_push(m->run, &old, dd_local_var(m, slot, bit, false));
            vec_push(m->run, &chosen, dd_local_var(m, slot, bit, true));
        }
    }
    if (old.count) {
        BDD cube = cube_of(&old);
        exist_into(set, cube);
        bdd_delref(cube);
        bddPair *pairs = bdd_newpair();
        bdd_setpairs(pairs, chosen.data, old.data, (int)old.count);
        replace_into(set, pairs);
        bdd_freepair(pairs);
    }
    vec_free(m->run, &old);
    vec_free(m->run, &chosen);
}

static bool concerns_others(const DdManager *m, const BoolEdge *edge)
{
    bool others = edge->havoc.passive != 0;
    for (uint32_t i = 0; i < edge->clauses.count; i++)
        others |= dd_binds(m, &edge->clauses.data[i]) && edge->clauses.data[i].arity > 1;
    return others;
}

BDD dd_guard(DdManager *m, const BoolEdge *edge, const DdGroup *groups, uint32_t active, BDD set)
{
    BDD r = dd_keep(set);
    for (uint32_t i = 0; i < edge->clauses.count; i++)
        if (dd_binds(m, &edge->clauses.data[i]))
            dd_and_into(&r, dd_clause(m, edge, &edge->clauses.data[i], &groups[active].slot));
    return r;
}

/* Takes one thread out of a group, into slot w. */
static void split_off(DdManager *m, DdGroups *groups, uint32_t active, uint32_t w, BDD *set)
{
    CHECK(active < groups->count && groups->data[active].count > 0);
    copy_slot(m, set, groups->data[active].slot, w);
    if (--groups->data[active].count) return;
    quantify_slot(m, set, groups->data[active].slot);
    memmove(groups->data + active, groups->data + active + 1, (groups->count - active - 1) * sizeof *groups->data);
    groups->count--;
}

/* Every thread of the groups in a slot of its own; w is taken. Sorted by location. */
static void ungroup(DdManager *m, const DdGroups *groups, uint32_t w, DdGroups *threads, BDD *set)
{
    bool *taken = run_alloc(m->run, m->slots * sizeof *taken);
    uint32_t next = 0;
    taken[w] = true;
    for (uint32_t i = 0; i < groups->count; i++)
        taken[groups->data[i].slot] = true;
    for (uint32_t i = 0; i < groups->count; i++) {
        DdGroup g = groups->data[i];
        vec_push(m->run, threads, ((DdGroup){g.location, 1, g.slot}));
        for (uint32_t c = 1; c < g.count; c++) {
            while (taken[next])
                next++;
            CHECK(next < m->slots);
            taken[next] = true;
            copy_slot(m, set, g.slot, next);
            vec_push(m->run, threads, ((DdGroup){g.location, 1, next}));
        }
    }
    run_release(m->run, taken);
}

void dd_image(DdManager *m, const BoolEdge *edge, const DdGroup *groups, uint32_t count, uint32_t active, BDD from,
              const DdSink *sink)
{
    DdGroups rest = {NULL, 0, 0}, threads = {NULL, 0, 0}, none = {NULL, 0, 0};
    BDD set = dd_keep(from);
    uint32_t w = count, slots[BOOLPROG_INDICES_MAX] = {w};
    bool others = concerns_others(m, edge);
    run_poll(m->run);
    for (uint32_t i = 0; i < count; i++)
        vec_push(m->run, &rest, groups[i]);
    split_off(m, &rest, active, w, &set);
    for (uint32_t i = 0; i < edge->clauses.count; i++)
        if (dd_binds(m, &edge->clauses.data[i]) && edge->clauses.data[i].arity == 1)
            dd_and_into(&set, dd_clause(m, edge, &edge->clauses.data[i], slots));
    if (others) {
        ungroup(m, &rest, w, &threads, &set);
        for (uint32_t i = 0; i < edge->clauses.count; i++)
            if (dd_binds(m, &edge->clauses.data[i]) && edge->clauses.data[i].arity > 1)
                and_clause(m, edge, &edge->clauses.data[i], slots, 1, &threads, &set);
    }
    advance_havoc(m, &edge->havoc, w, others ? &threads : &none, &set);
    if (others) {
        uint32_t at = 0;
        while (at < threads.count && threads.data[at].location < edge->target)
            at++;
        CHECK(threads.count + 1 == m->n);
        insert_at(m->run, &threads, at, (DdGroup){edge->target, 1, w});
        regroup(m, &threads, set, sink);
    } else {
        insert_thread(m, &rest, edge->target, w, set, sink);
    }
    vec_free(m->run, &rest);
    vec_free(m->run, &threads);
}

void dd_initial(DdManager *m, const DdSink *sink)
{
    const BoolProgram *p = m->edges->program;
    DdGroups threads = {NULL, 0, 0};
    BDD set = dd_keep(bddtrue);
    for (uint32_t bit = 0; bit < p->shared.count; bit++)
        if (p->shared.data[bit].initial != BOOL_INIT_ANY) {
            int v = dd_shared_var(m, bit, false);
            dd_and_into(&set, p->shared.data[bit].initial == BOOL_INIT_TRUE ? bdd_ithvar(v) : bdd_nithvar(v));
        }
    for (uint32_t t = 0; t < m->n; t++) {
        vec_push(m->run, &threads, ((DdGroup){1, 1, t}));
        for (uint32_t bit = 0; bit < p->local.count; bit++)
            if (p->local.data[bit].initial != BOOL_INIT_ANY) {
                int v = dd_local_var(m, t, bit, false);
                dd_and_into(&set, p->local.data[bit].initial == BOOL_INIT_TRUE ? bdd_ithvar(v) : bdd_nithvar(v));
            }
    }
    regroup(m, &threads, set, sink);
    vec_free(m->run, &threads);
}
