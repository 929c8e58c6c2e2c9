#include "kernel/kinds/diagram/nodes.h"

#include "base/check.h"

void nodes_init(Run *run, Nodes *n, uint32_t limit)
{
    *n = (Nodes){.run = run, .limit = limit};
    intern_init(run, &n->table);
    intern_init(run, &n->choices);
    intern_init(run, &n->implications);
}

void nodes_clear(Nodes *n)
{
    intern_clear(&n->table);
    intern_clear(&n->choices);
    intern_clear(&n->implications);
    vec_free(n->run, &n->chosen);
}

typedef struct Parts {
    uint32_t variable;
    NodeId low, high;
} Parts;

static Parts parts_of(const Nodes *n, NodeId a)
{
    uint32_t length;
    if (a <= NODE_TRUE) return (Parts){UINT32_MAX, a, a};
    const uint32_t *key = intern_key(&n->table, a - 2, &length);
    return (Parts){key[0], key[1], key[2]};
}

static NodeId cofactor(const Parts *a, uint32_t variable, NodeId whole, bool value)
{
    if (a->variable != variable) return whole;
    return value ? a->high : a->low;
}

NodeId nodes_make(Nodes *n, uint32_t variable, NodeId low, NodeId high)
{
    uint32_t key[] = {variable, low, high};
    if (low == high) return low;
    CHECK(variable < parts_of(n, low).variable && variable < parts_of(n, high).variable);
    n->full |= n->table.count > n->limit;
    return intern_add(&n->table, key, 3, NULL) + 2;
}

NodeId nodes_choose(Nodes *n, NodeId f, NodeId g, NodeId h)
{
    if (f == NODE_TRUE || g == h) return g;
    if (f == NODE_FALSE || n->full) return h;
    if (g == NODE_TRUE && h == NODE_FALSE) return f;
    uint32_t key[] = {f, g, h}, at = intern_find(&n->choices, key, 3);
    if (at != INTERN_NONE) return n->chosen.data[at];
    Parts pf = parts_of(n, f), pg = parts_of(n, g), ph = parts_of(n, h);
    uint32_t variable = pf.variable < pg.variable ? pf.variable : pg.variable;
    if (ph.variable < variable) variable = ph.variable;
    NodeId part[2];
    for (int i = 0; i < 2; i++)
        part[i] = nodes_choose(n, cofactor(&pf, variable, f, i), cofactor(&pg, variable, g, i),
                               cofactor(&ph, variable, h, i));
    NodeId result = nodes_make(n, variable, part[0], part[1]);
    intern_add(&n->choices, key, 3, NULL);
    vec_push(n->run, &n->chosen, result);
    return result;
}

NodeId nodes_and(Nodes *n, NodeId a, NodeId b)
{
    return a < b ? nodes_choose(n, a, b, NODE_FALSE) : nodes_choose(n, b, a, NODE_FALSE);
}

NodeId nodes_or(Nodes *n, NodeId a, NodeId b)
{
    return a < b ? nodes_choose(n, a, NODE_TRUE, b) : nodes_choose(n, b, NODE_TRUE, a);
}

NodeId nodes_not(Nodes *n, NodeId a) { return nodes_choose(n, a, NODE_FALSE, NODE_TRUE); }
NodeId nodes_xor(Nodes *n, NodeId a, NodeId b) { return nodes_choose(n, a, nodes_not(n, b), b); }

bool nodes_imply(Nodes *n, NodeId a, NodeId b)
{
    if (a == NODE_FALSE || b == NODE_TRUE || a == b) return true;
    if (a == NODE_TRUE || b == NODE_FALSE) return false;
    uint32_t key[] = {a, b};
    if (intern_find(&n->implications, key, 2) != INTERN_NONE) return true;
    Parts pa = parts_of(n, a), pb = parts_of(n, b);
    uint32_t variable = pa.variable < pb.variable ? pa.variable : pb.variable;
    for (int i = 0; i < 2; i++)
        if (!nodes_imply(n, cofactor(&pa, variable, a, i), cofactor(&pb, variable, b, i))) return false;
    intern_add(&n->implications, key, 2, NULL);
    return true;
}

typedef struct Renaming {
    Nodes *n;
    const uint32_t *rename;
    Intern known;
    VEC(NodeId) renamed;
} Renaming;

static NodeId rename_node(Renaming *r, NodeId a)
{
    if (a <= NODE_TRUE) return a;
    uint32_t at = intern_find(&r->known, &a, 1);
    if (at != INTERN_NONE) return r->renamed.data[at];
    Parts p = parts_of(r->n, a);
    NodeId low = rename_node(r, p.low), high = rename_node(r, p.high);
    NodeId result = nodes_make(r->n, r->rename[p.variable], low, high);
    intern_add(&r->known, &a, 1, NULL);
    vec_push(r->n->run, &r->renamed, result);
    return result;
}

NodeId nodes_rename(Nodes *n, NodeId a, const uint32_t *rename)
{
    Renaming r = {.n = n, .rename = rename};
    intern_init(n->run, &r.known);
    NodeId result = rename_node(&r, a);
    intern_clear(&r.known);
    vec_free(n->run, &r.renamed);
    return result;
}
