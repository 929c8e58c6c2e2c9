#include "engines/circ/label.h"

#include <string.h>

#include "base/check.h"
#include "base/unsound.h"
#include "logic/term/walk.h"
#include "program/access.h"

#define CLASS_WORDS 13

void labels_init_empty(Run *run, Labels *labels)
{
    memset(labels, 0, sizeof *labels);
    labels->run = run;
    intern_init(run, &labels->ids);
    intern_init(run, &labels->write_ids);
    intern_init(run, &labels->birth_ids);
    Label silent = {.spawn = NO_ID, .birth = NO_ID};
    uint32_t id = labels_add(labels, &silent);
    RUN_CHECK(run, id == LABEL_SILENT);
}

uint32_t labels_add(Labels *labels, const Label *label)
{
    Run *run = labels->run;
    CHECK(ids_are_valid(&label->havoc) && ids_are_valid(&label->writes));
    VEC(uint32_t) key = {NULL, 0, 0};
    vec_push(run, &key, label->spawn);
    vec_push(run, &key, label->birth);
    vec_push(run, &key, label->havoc.count);
    for (uint32_t i = 0; i < label->havoc.count; i++)
        vec_push(run, &key, label->havoc.data[i]);
    for (uint32_t i = 0; i < label->writes.count; i++)
        vec_push(run, &key, label->writes.data[i]);
    bool is_new;
    uint32_t id = intern_add(&labels->ids, key.data, key.count, &is_new);
    vec_free(run, &key);
    if (!is_new) return id;
    Label copy = {.spawn = label->spawn, .birth = label->birth};
    ids_join(run, &copy.havoc, &label->havoc);
    ids_join(run, &copy.writes, &label->writes);
    vec_push(run, &labels->all, copy);
    CHECK(id + 1 == labels->all.count);
    return id;
}

typedef struct LocalSearch {
    const Program *p;
    bool found;
} LocalSearch;

static void look_at_class(void *arg, Term var)
{
    LocalSearch *s = arg;
    s->found |= s->p->vars.data[term_symbol(s->p->tm, var)].class != VAR_SHARED;
}

/* Do its index and its condition depend on more than shared variables? */
static bool speaks_of_locals(const Program *p, const Access *a)
{
    LocalSearch s = {p, false};
    if (a->stride) term_for_each_var(p->tm, a->index, look_at_class, &s);
    if (term_is(a->condition)) term_for_each_var(p->tm, a->condition, look_at_class, &s);
    return s.found;
}

/* Two writes of one class touch the same bytes under the same condition, as far as terms tell; whose locals an index
 * speaks of belongs to it. */
static void write_key(const Program *p, EdgeId edge, uint32_t access, uint32_t *key)
{
    const Edge *e = &p->edges.data[edge.i];
    const Access *a = &e->accesses[access];
    bool speaks = a->stride || term_is(a->condition);
    uint32_t words[CLASS_WORDS] = {a->object,
                                   (uint32_t)a->offset,
                                   (uint32_t)(a->offset >> 32),
                                   (uint32_t)a->bytes,
                                   (uint32_t)(a->bytes >> 32),
                                   (uint32_t)a->stride,
                                   (uint32_t)(a->stride >> 32),
                                   a->stride ? a->index.id : 0,
                                   a->condition.id,
                                   a->is_atomic,
                                   (uint32_t)(uintptr_t)a->name,
                                   (uint32_t)((uint64_t)(uintptr_t)a->name >> 32),
                                   speaks ? p->locs.data[e->from.i].template.i : NO_ID};
    memcpy(key, words, sizeof words);
}

uint32_t labels_write_class(const Labels *labels, const Program *p, EdgeId edge, uint32_t access)
{
    uint32_t key[CLASS_WORDS];
    CHECK(program_has_edge(p, edge) && access < p->edges.data[edge.i].access_count);
    if (!p->edges.data[edge.i].accesses[access].is_write) return NO_ID;
    write_key(p, edge, access, key);
    uint32_t id = intern_find(&labels->write_ids, key, CLASS_WORDS);
    return id == INTERN_NONE ? NO_ID : id;
}

bool accesses_are_asked(const Program *p, const MonitorQuestion *asks, EdgeId x, uint32_t a, EdgeId y, uint32_t b)
{
    if (!accesses_conflict(&p->edges.data[x.i].accesses[a], &p->edges.data[y.i].accesses[b])) return false;
    return !asks->asks || asks->asks(asks->arg, x, a, y, b);
}

bool access_is_asked(const Program *p, uint32_t edge_count, const MonitorQuestion *asks, EdgeId edge, uint32_t access)
{
    for (uint32_t e = 0; asks && e < edge_count; e++)
        for (uint32_t i = 0; i < p->edges.data[e].access_count; i++)
            if (accesses_are_asked(p, asks, edge, access, (EdgeId){e}, i)) return true;
    return false;
}

/* The arguments are terms over the starting thread's state before the step: what the step assigns matters, too; of
 * variables that no predicate speaks of nothing is known before or after it. */
static uint32_t birth_of_edge(Labels *labels, const Program *p, EdgeId edge, const Label *label)
{
    const Edge *e = &p->edges.data[edge.i];
    if (e->spawn.i == NO_ID) return NO_ID;
    VEC(uint32_t) key = {NULL, 0, 0};
    bool is_new;
    vec_push(labels->run, &key, e->spawn.i);
    vec_push(labels->run, &key, e->arg_count);
    for (uint32_t i = 0; i < e->arg_count; i++) {
        vec_push(labels->run, &key, e->args[i].var.i);
        vec_push(labels->run, &key, e->args[i].value.id);
    }
    for (uint32_t i = 0; i < label->havoc.count; i++)
        vec_push(labels->run, &key, label->havoc.data[i]);
    uint32_t id = intern_add(&labels->birth_ids, key.data, key.count, &is_new);
    if (is_new) vec_push(labels->run, &labels->births, edge);
    CHECK(id < labels->births.count);
    vec_free(labels->run, &key);
    return id;
}

/* Would others see that it is assigned? Their abstract states are locations and values of predicates, and an assignment
 * to what no predicate speaks of changes none. When the next round has more predicates labels are made anew. Accesses
 * are no matter of this: whether they race is in the labels' writes. */
static bool is_assignment_seen(const Labels *labels, const Program *p, VarId v)
{
    if (IS_UNSOUND(UNSOUND_HAVOC_FORGOTTEN)) return false;
    return p->vars.data[v.i].class == VAR_SHARED && (!labels->observed || labels->observed[v.i]);
}

static void number_edge(Labels *labels, const Program *p, EdgeId edge, const MonitorQuestion *asks)
{
    const Edge *e = &p->edges.data[edge.i];
    Label label = {.spawn = e->spawn.i};
    for (uint32_t i = 0; i < e->assign_count; i++)
        if (is_assignment_seen(labels, p, e->assigns[i].var)) ids_add(labels->run, &label.havoc, e->assigns[i].var.i);
    for (uint32_t i = 0; i < e->access_count; i++) {
        if (!e->accesses[i].is_write || !access_is_asked(p, labels->edge_count, asks, edge, i)) continue;
        if (IS_UNSOUND(UNSOUND_WRITE_HIDDEN)) continue;
        uint32_t key[CLASS_WORDS];
        bool is_new;
        write_key(p, edge, i, key);
        uint32_t id = intern_add(&labels->write_ids, key, CLASS_WORDS, &is_new);
        if (is_new)
            vec_push(labels->run, &labels->writes, ((WriteClass){edge, i, speaks_of_locals(p, &e->accesses[i])}));
        CHECK(id < labels->writes.count);
        ids_add(labels->run, &label.writes, id);
    }
    label.birth = birth_of_edge(labels, p, edge, &label);
    labels->of_edge[edge.i] = labels_add(labels, &label);
    Label standing = {.writes = label.writes, .spawn = NO_ID, .birth = NO_ID};
    labels->standing[edge.i] = labels->has_atomic_accesses ? labels_add(labels, &standing) : LABEL_SILENT;
    vec_free(labels->run, &label.havoc);
    vec_free(labels->run, &label.writes);
}

void labels_init(Labels *labels, const Program *p, uint32_t edge_count, const bool *observed,
                 const MonitorQuestion *asks)
{
    labels_init_empty(p->run, labels);
    labels->observed = observed;
    CHECK(edge_count <= p->edges.count);
    labels->edge_count = edge_count;
    labels->of_edge = run_alloc(p->run, (edge_count + 1) * sizeof *labels->of_edge);
    labels->standing = run_alloc(p->run, (edge_count + 1) * sizeof *labels->standing);
    for (uint32_t e = 0; e < edge_count; e++)
        labels->has_atomic_accesses |= p->edges.data[e].access_count && p->locs.data[p->edges.data[e].from.i].atomic;
    for (uint32_t e = 0; e < edge_count; e++)
        number_edge(labels, p, (EdgeId){e}, asks);
}

void labels_clear(Labels *labels)
{
    for (uint32_t i = 0; i < labels->all.count; i++) {
        vec_free(labels->run, &labels->all.data[i].havoc);
        vec_free(labels->run, &labels->all.data[i].writes);
    }
    vec_free(labels->run, &labels->all);
    vec_free(labels->run, &labels->writes);
    vec_free(labels->run, &labels->births);
    intern_clear(&labels->birth_ids);
    intern_clear(&labels->ids);
    intern_clear(&labels->write_ids);
    run_release(labels->run, labels->of_edge);
    run_release(labels->run, labels->standing);
}

bool label_within(const Labels *labels, uint32_t a, uint32_t b)
{
    CHECK(a < labels->all.count && b < labels->all.count);
    const Label *x = &labels->all.data[a], *y = &labels->all.data[b];
    return x->spawn == y->spawn && x->birth == y->birth && ids_within(&x->havoc, &y->havoc) &&
           ids_within(&x->writes, &y->writes);
}
