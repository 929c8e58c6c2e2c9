#include "kernel/kinds/invariant/shape.h"

#include <string.h>

#include "base/check.h"
#include "kernel/checker/paths.h"
#include "kernel/kinds/invariant/counting.h"
#include "kernel/kinds/invariant/rename.h"
#include "kernel/kinds/invariant/ticket.h"
#include "logic/term/boolean.h"
#include "logic/term/walk.h"

static const CertificateTerms *predicates_of(const Checker *k, CertifySpace space, LocId l)
{
    return space == OF_SHARED ? &k->c->shared : &k->c->local[k->p->locs.data[l.i].template.i];
}

typedef struct Marks {
    Checker *k;
    Intern vars; /* [symbol, instance] in the cone */
    bool touched;
} Marks;

static void mark_shape_variable(void *arg, Term var)
{
    Marks *m = arg;
    uint32_t key[2] = {term_symbol(m->k->tm, var), term_instance(m->k->tm, var)};
    intern_add(&m->vars, key, 2, NULL);
}

static void look_for_mark(void *arg, Term var)
{
    Marks *m = arg;
    uint32_t key[2] = {term_symbol(m->k->tm, var), term_instance(m->k->tm, var)};
    m->touched |= intern_find(&m->vars, key, 2) != INTERN_NONE;
}

static void add_items(Checker *k, CertifyShape *all, CertifySpace space, LocId l, uint32_t instance)
{
    CHECK(space != OF_CHILD && (space == OF_PASSIVE) == (instance > 0));
    const CertificateTerms *terms = predicates_of(k, space, l);
    for (uint32_t i = 0; i < terms->count; i++) {
        if (space != OF_SHARED && !bits_get(&k->c->tracked[l.i], i)) continue;
        Term t = rename_term(k, terms->data[i], NULL, l, instance, false);
        vec_push(k->run, &all->items, ((CertifyItem){space, i, false, false, t}));
    }
}

static bool has_output(const CertifyShape *s, CertifySpace space, uint32_t index)
{
    for (uint32_t i = 0; i < s->outputs.count; i++)
        if (s->outputs.data[i].space == space && s->outputs.data[i].index == index) return true;
    return false;
}

/* Does every output that is asked for stand for a slot? */
static bool slots_are_valid(const CertifyShape *s)
{
    for (uint32_t i = 0; i < s->outputs.count; i++)
        if (s->outputs.data[i].how == HOW_SLOT && s->outputs.data[i].source >= s->slots.count) return false;
    return s->slots.count <= s->outputs.count;
}

static void add_shape_output(Checker *k, CertifyShape *s, const CertifyShape *before, CertifySpace space,
                             uint32_t index, Term t)
{
    CertifyOutput o = {.space = space, .index = index, .how = HOW_SLOT};
    Term negation = term_not(k->tm, t);
    CHECK(index < BITS_MAX && !has_output(s, space, index));
    if (term_is_const(k->tm, t)) {
        o.how = HOW_CONST;
        o.negated = term_is_true(k->tm, t);
        vec_push(k->run, &s->outputs, o);
        return;
    }
    for (uint32_t i = 0; i < before->items.count; i++) {
        const CertifyItem *item = &before->items.data[i];
        if (!term_same(item->term, t) && !term_same(item->term, negation)) continue;
        o.how = HOW_COPY;
        o.negated = !term_same(item->term, t);
        o.from = item->space;
        o.source = item->index;
        vec_push(k->run, &s->outputs, o);
        return;
    }
    for (o.source = 0; o.source < s->slots.count; o.source++)
        if (term_same(s->slots.data[o.source], t) || term_same(s->slots.data[o.source], negation)) break;
    if (o.source == s->slots.count) vec_push(k->run, &s->slots, t);
    o.negated = !term_same(s->slots.data[o.source], t);
    vec_push(k->run, &s->outputs, o);
}

/* Keeps those items, and facts about tickets, that share variables with the guard and the slots, directly or through
 * others. */
static void close_shape_cone(Checker *k, CertifyShape *s, const CertifyPath *path, const LocId *passive,
                             CertifyShape *all)
{
    Term guard = path->guard;
    Marks m = {.k = k};
    CertifyTerms tickets = {NULL, 0, 0};
    ticket_add_facts(k, &tickets, path->from, passive, passive ? 1 : 0);
    intern_init(k->run, &m.vars);
    term_for_each_var(k->tm, guard, mark_shape_variable, &m);
    for (uint32_t i = 0; i < s->slots.count; i++)
        term_for_each_var(k->tm, s->slots.data[i], mark_shape_variable, &m);
    bool *taken = run_alloc(k->run, all->items.count + 1);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < all->items.count; i++) {
            if (taken[i]) continue;
            m.touched = false;
            term_for_each_var(k->tm, all->items.data[i].term, look_for_mark, &m);
            if (!m.touched) continue;
            taken[i] = changed = true;
            term_for_each_var(k->tm, all->items.data[i].term, mark_shape_variable, &m);
        }
        for (uint32_t i = 0; i < tickets.count; i++) {
            m.touched = false;
            if (term_is(tickets.data[i])) term_for_each_var(k->tm, tickets.data[i], look_for_mark, &m);
            if (!m.touched) continue;
            changed = true;
            term_for_each_var(k->tm, tickets.data[i], mark_shape_variable, &m);
            vec_push(k->run, &s->fixed, tickets.data[i]);
            tickets.data[i] = TERM_NONE;
        }
    }
    vec_free(k->run, &tickets);
    for (uint32_t i = 0; i < all->items.count; i++)
        if (taken[i]) vec_push(k->run, &s->items, all->items.data[i]);
    run_release(k->run, taken);
    intern_clear(&m.vars);
    vec_free(k->run, &all->items);
}

static void finish_shape(Checker *k, CertifyShape *s, const CertifyPath *path, const LocId *passive)
{
    CertifyTerms facts = {NULL, 0, 0};
    CHECK(slots_are_valid(s));
    s->id = k->shapes++;
    if (!term_is_true(k->tm, path->guard)) vec_push(k->run, &s->fixed, path->guard);
    counting_add_facts(k, &facts, path, passive, passive ? 1 : 0);
    for (uint32_t i = 0; i < facts.count; i++)
        vec_push(k->run, &s->fixed, facts.data[i]);
    vec_free(k->run, &facts);
}

static void build_move_shape(Checker *k, CertifyShape *s, const CertifyPath *path)
{
    CertifyShape all;
    memset(&all, 0, sizeof all);
    add_items(k, &all, OF_SHARED, path->from, 0);
    add_items(k, &all, OF_ACTIVE, path->from, 0);
    for (uint32_t i = 0; i < k->c->shared.count && !path->error; i++) {
        Term t = rename_term(k, k->c->shared.data[i], path, path->from, 0, false);
        if (!term_same(t, rename_term(k, k->c->shared.data[i], NULL, path->from, 0, false)))
            add_shape_output(k, s, &all, OF_SHARED, i, t);
    }
    if (!path->error && !paths_ended(k, path->to)) {
        const CertificateTerms *terms = predicates_of(k, OF_ACTIVE, path->to);
        for (uint32_t i = 0; i < terms->count; i++)
            if (bits_get(&k->c->tracked[path->to.i], i))
                add_shape_output(k, s, &all, OF_ACTIVE, i, rename_term(k, terms->data[i], path, path->from, 0, false));
    }
    LocId entry = {NO_ID};
    if (path->spawn.i != NO_ID) entry = k->p->templates.data[path->spawn.i].entry;
    if (!paths_ended(k, entry)) {
        const CertificateTerms *terms = predicates_of(k, OF_CHILD, entry);
        for (uint32_t i = 0; i < terms->count; i++)
            if (bits_get(&k->c->tracked[entry.i], i))
                add_shape_output(k, s, &all, OF_CHILD, i, rename_term(k, terms->data[i], path, path->from, 0, true));
    }
    close_shape_cone(k, s, path, NULL, &all);
    s->is_trivial = s->slots.count == 0 && term_is_true(k->tm, path->guard);
    finish_shape(k, s, path, NULL);
}

/* All locations' shapes are kept: bounded by the program. */
const CertifyShape *shape_of_move(Checker *k, LocId l, uint32_t path)
{
    const CertifyPaths *paths = paths_from(k, l);
    if (!k->move_shapes[l.i]) {
        k->move_shapes[l.i] = run_alloc(k->run, (paths->count + 1) * sizeof(CertifyShape));
        for (uint32_t i = 0; i < paths->count; i++)
            build_move_shape(k, &k->move_shapes[l.i][i], &paths->data[i]);
    }
    CHECK(path < paths->count);
    return &k->move_shapes[l.i][path];
}

static CertifyShape *build_reply_shape(Checker *k, LocId l, uint32_t path_index, LocId passive)
{
    const CertifyShape *move = shape_of_move(k, l, path_index);
    const CertifyPath *path = &paths_from(k, l)->data[path_index];
    CHECK(!path->error && passive.i != NO_ID);
    CertifyShape *s = run_alloc(k->run, sizeof *s), all;
    memset(&all, 0, sizeof all);
    add_items(k, &all, OF_SHARED, l, 0);
    add_items(k, &all, OF_ACTIVE, l, 0);
    add_items(k, &all, OF_PASSIVE, passive, 1);
    const CertificateTerms *terms = predicates_of(k, OF_PASSIVE, passive);
    for (uint32_t i = 0; i < terms->count; i++) {
        if (!bits_get(&k->c->tracked[passive.i], i)) continue;
        Term before = rename_term(k, terms->data[i], NULL, passive, 1, false);
        Term after = rename_term(k, terms->data[i], path, passive, 1, false);
        if (!term_same(after, before)) add_shape_output(k, s, &all, OF_PASSIVE, i, after);
    }
    for (uint32_t i = 0; i < move->outputs.count; i++) {
        const CertifyOutput *o = &move->outputs.data[i];
        if (o->how != HOW_SLOT || o->space == OF_CHILD) continue;
        vec_push(k->run, &all.items,
                 ((CertifyItem){o->space, o->index, true, o->negated, move->slots.data[o->source]}));
    }
    close_shape_cone(k, s, path, &passive, &all);
    s->is_trivial = s->slots.count == 0;
    finish_shape(k, s, path, &passive);
    return s;
}

const CertifyShape *shape_of_reply(Checker *k, LocId l, uint32_t path, LocId passive)
{
    uint32_t key[3] = {l.i, path, passive.i};
    bool is_new;
    uint32_t id = intern_add(&k->reply_shapes, key, 3, &is_new);
    CHECK(!is_new || id == k->reply_shape_of.count);
    if (is_new) vec_push(k->run, &k->reply_shape_of, build_reply_shape(k, l, path, passive));
    return k->reply_shape_of.data[id];
}
