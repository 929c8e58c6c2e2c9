#include "c/survey/solve.h"

#include <string.h>

#include "base/check.h"
#include "base/components.h"
#include "c/survey/object.h"

/* ---- nodes ---- */

uint32_t node_new(Survey *s)
{
    uint32_t id = s->nodes.count;
    vec_push(s->run, &s->nodes, ((Node){.leader = id}));
    return id;
}

static uint32_t leader_of(const Survey *s, uint32_t n)
{
    CHECK(n < s->nodes.count);
    while (s->nodes.data[n].leader != n)
        n = s->nodes.data[n].leader = s->nodes.data[s->nodes.data[n].leader].leader;
    return n;
}

const Ids *node_targets(const Survey *s, uint32_t node) { return &s->nodes.data[leader_of(s, node)].targets; }

static uint32_t target_slot(const Node *n, uint32_t place)
{
    uint32_t mask = n->table_count - 1, i = (place * UINT32_C(2654435761)) >> 7 & mask;
    while (n->table[i] && n->table[i] != place + 1)
        i = (i + 1) & mask;
    return i;
}

static void grow_table(Survey *s, Node *n)
{
    run_release(s->run, n->table);
    n->table_count = n->table_count ? 2 * n->table_count : 8;
    n->table = run_alloc(s->run, n->table_count * sizeof *n->table);
    for (uint32_t i = 0; i < n->targets.count; i++)
        n->table[target_slot(n, n->targets.data[i])] = n->targets.data[i] + 1;
}

bool node_has_target(const Survey *s, uint32_t node, uint32_t place)
{
    const Node *n = &s->nodes.data[leader_of(s, node)];
    return n->table_count && n->table[target_slot(n, place)];
}

static void enqueue(Survey *s, uint32_t node)
{
    Node *n = &s->nodes.data[node];
    if (n->is_queued) return;
    n->is_queued = true;
    vec_push(s->run, &s->queue, node);
}

void node_add_target(Survey *s, uint32_t node, uint32_t place)
{
    node = leader_of(s, node);
    CHECK(place < s->places.count);
    /* Who is outside gets to everything in what he knows of: one place for each object is enough. */
    if (node == leader_of(s, s->outside) && s->objects.data[s->places.data[place].object].kind != SURVEY_FUNCTION)
        place = place_anywhere(s, s->places.data[place].object);
    Node *n = &s->nodes.data[node];
    if (2 * (n->targets.count + 1) > n->table_count) grow_table(s, n);
    uint32_t slot = target_slot(n, place);
    if (n->table[slot]) return;
    n->table[slot] = place + 1;
    vec_push(s->run, &n->targets, place);
    enqueue(s, node);
}

/* ---- contents ---- */

static uint32_t object_node(Survey *s, uint32_t object, bool is_all)
{
    if (s->objects.data[object].any == UINT32_MAX) {
        uint32_t any = node_new(s), all = node_new(s);
        s->objects.data[object].any = any;
        s->objects.data[object].all = all;
        node_copy(s, any, all);
    }
    return is_all ? s->objects.data[object].all : s->objects.data[object].any;
}

static void mirror_grain(Survey *s, const Mirror *m, uint32_t object, const Grain *g);

static uint32_t grain_node(Survey *s, uint32_t object, uint64_t offset)
{
    uint32_t key[3] = {object, (uint32_t)offset, (uint32_t)(offset >> 32)};
    CHECK(offset % GRAIN == 0);
    bool is_new;
    uint32_t id = intern_add(&s->grain_ids, key, 3, &is_new);
    if (!is_new) return s->grains.data[id].node;
    uint32_t any = object_node(s, object, false), all = object_node(s, object, true), node = node_new(s);
    Grain g = {offset, node};
    vec_push(s->run, &s->grains, g);
    vec_push(s->run, &s->objects.data[object].grains, id);
    CHECK(s->grains.count == s->grain_ids.count);
    node_copy(s, any, node);
    node_copy(s, node, all);
    for (uint32_t i = 0; i < s->objects.data[object].mirrors.count; i++) {
        Mirror m = s->objects.data[object].mirrors.data[i];
        mirror_grain(s, &m, object, &g);
    }
    return node;
}

/* The nodes of so many bytes from a place on, at most `most`. Bytes that go beyond are those of places that an array
 * has elsewhere, whose words are the same; so many words are looked at at all events. */
static uint32_t content_nodes(Survey *s, uint32_t place, uint64_t bytes, bool is_write, uint32_t *nodes, uint32_t most)
{
    const SurveyPlace p = s->places.data[place];
    uint32_t n = 0;
    if (p.offset == ANYWHERE || bytes > (most - 1) * GRAIN) {
        nodes[n++] = object_node(s, p.object, !is_write);
        return n;
    }
    for (uint64_t at = p.offset & ~(uint64_t)(GRAIN - 1); at < p.offset + bytes; at += GRAIN)
        nodes[n++] = grain_node(s, p.object, at);
    CHECK(n <= most);
    return n;
}

/* ---- copies of memory ---- */

/* Whether the word stands in an array, all elements of which are copied as one, and not all of the copy in one of its
 * elements. */
static bool copies_many(Survey *s, uint32_t object, const Mirror *m, uint64_t offset)
{
    uint64_t begin, element, length;
    uint32_t place = place_at(s, object, offset);
    if (s->places.data[place].offset == ANYWHERE) return true;
    if (!place_array(s, place, &begin, &element, &length)) return false;
    return m->bytes == ANYWHERE || m->from < begin || m->from + m->bytes > begin + element;
}

/* One word of an object that was copied. Where it does not keep its place in a word, where nobody knows, or where an
 * array would have to be spread out, the copy is ANYWHERE. */
static void mirror_grain(Survey *s, const Mirror *m, uint32_t object, const Grain *g)
{
    const SurveyPlace to = s->places.data[m->place];
    const SurveyObject *f = &s->objects.data[object], *t = &s->objects.data[to.object];
    uint32_t anywhere = object_node(s, to.object, false);
    if (m->from == ANYWHERE || to.offset == ANYWHERE) {
        node_copy(s, g->node, anywhere);
        return;
    }
    bool is_same = f->type && f->type == t->type && m->from == to.offset &&
                   (m->bytes <= f->size || (f->repeats && t->repeats && m->from == 0));
    if (!is_same && copies_many(s, object, m, g->offset)) {
        node_copy(s, g->node, anywhere);
        return;
    }
    if (g->offset + GRAIN <= m->from || (m->bytes != ANYWHERE && g->offset >= m->from + m->bytes)) return;
    uint32_t place =
        is_same ? place_at(s, to.object, g->offset) : place_shift(s, m->place, (int64_t)(g->offset - m->from));
    const SurveyPlace p = s->places.data[place];
    bool is_word = p.offset != ANYWHERE && p.offset % GRAIN == 0;
    node_copy(s, g->node, is_word ? grain_node(s, p.object, p.offset) : anywhere);
}

/* What is at `from` on is also at `to` on. */
static void copy_memory(Survey *s, uint32_t from, uint32_t to, uint64_t bytes)
{
    const SurveyPlace f = s->places.data[from], t = s->places.data[to];
    uint32_t key[4] = {from, to, (uint32_t)bytes, (uint32_t)(bytes >> 32)};
    bool is_new, is_function = s->objects.data[f.object].kind == SURVEY_FUNCTION ||
                               s->objects.data[t.object].kind == SURVEY_FUNCTION;
    intern_add(&s->copy_ids, key, 4, &is_new);
    if (!is_new || from == to || is_function) return;
    node_copy(s, object_node(s, f.object, false), object_node(s, t.object, false));
    uint64_t begin, element, length;
    bool is_array = f.offset != ANYWHERE && place_array(s, from, &begin, &element, &length) && bytes > element;
    Mirror m = {is_array && s->objects.data[f.object].type ? ANYWHERE : f.offset, bytes, to};
    if (is_array && f.offset == t.offset && s->objects.data[f.object].type == s->objects.data[t.object].type &&
        begin == 0 && element == s->objects.data[f.object].size)
        m = (Mirror){0, element, place_at(s, t.object, 0)}; /* whole elements of the same type */
    vec_push(s->run, &s->objects.data[f.object].mirrors, m);
    for (uint32_t i = 0; i < s->objects.data[f.object].grains.count; i++) {
        Grain g = s->grains.data[s->objects.data[f.object].grains.data[i]];
        mirror_grain(s, &m, f.object, &g);
    }
}

/* ---- uses ---- */

void node_copy(Survey *s, uint32_t from, uint32_t to)
{
    from = leader_of(s, from);
    to = leader_of(s, to);
    if (from == to) return;
    bool is_new;
    uint32_t key[2] = {from, to};
    intern_add(&s->edge_ids, key, 2, &is_new);
    if (is_new) node_add_use(s, from, (Use){.kind = USE_COPY, .node = to});
}

static void use_memory(Survey *s, const Use *use, uint32_t place)
{
    uint32_t nodes[8];
    bool is_write = use->kind == USE_STORE;
    if (s->objects.data[s->places.data[place].object].kind == SURVEY_FUNCTION) return;
    if (!object_may_hold(s, s->places.data[place].object)) return;
    uint32_t n = content_nodes(s, place, (uint64_t)use->amount, is_write, nodes, 8);
    for (uint32_t i = 0; i < n; i++)
        if (is_write)
            node_copy(s, use->node, nodes[i]);
        else
            node_copy(s, nodes[i], use->node);
}

/* The other side of a copy: what its targets are by now; those that come later see this one. */
static void use_copy(Survey *s, const Use *use, uint32_t place)
{
    for (uint32_t i = 0; i < node_targets(s, use->node)->count; i++) {
        uint32_t other = node_targets(s, use->node)->data[i];
        if (use->kind == USE_FROM)
            copy_memory(s, place, other, (uint64_t)use->amount);
        else
            copy_memory(s, other, place, (uint64_t)use->amount);
    }
}

static void use_apply(Survey *s, const Use *use, uint32_t place)
{
    switch (use->kind) {
    case USE_COPY: node_add_target(s, use->node, place); break;
    case USE_INSIDE: node_add_target(s, use->node, place_inside(s, place, use->amount, use->type)); break;
    case USE_INDEX: node_add_target(s, use->node, place_index(s, place, use->amount, use->type)); break;
    case USE_VARY: node_add_target(s, use->node, place_vary(s, place, use->type)); break;
    case USE_LOAD:
    case USE_STORE: use_memory(s, use, place); break;
    case USE_FROM:
    case USE_TO: use_copy(s, use, place); break;
    case USE_CALL: s->hooks->on_call(s, use->call, place); break;
    case USE_START: s->hooks->on_start(s, use->call, place, use->node); break;
    case USE_LIBRARY: s->hooks->on_library(s, use->call, place); break;
    case USE_OUTSIDE: s->hooks->on_outside(s, place); break;
    }
}

void node_add_use(Survey *s, uint32_t node, Use use)
{
    node = leader_of(s, node);
    vec_push(s->run, &s->nodes.data[node].uses, use);
    uint32_t done = s->nodes.data[node].done;
    for (uint32_t i = 0; i < done; i++)
        use_apply(s, &use, s->nodes.data[node].targets.data[i]);
}

uint32_t content_read(Survey *s, uint32_t place)
{
    uint32_t node;
    content_nodes(s, place, 1, false, &node, 1);
    return node;
}

uint32_t content_written(Survey *s, uint32_t place)
{
    uint32_t node;
    content_nodes(s, place, 1, true, &node, 1);
    return node;
}

/* ---- cycles of copies: one node ---- */

static void merge_nodes(Survey *s, uint32_t into, uint32_t node)
{
    Node *from = &s->nodes.data[node];
    CHECK(into != node && from->leader == node && s->nodes.data[into].leader == into);
    from->leader = into;
    for (uint32_t i = 0; i < from->targets.count; i++)
        node_add_target(s, into, from->targets.data[i]);
    for (uint32_t i = 0; i < from->uses.count; i++)
        vec_push(s->run, &s->nodes.data[into].uses, from->uses.data[i]);
    s->nodes.data[into].done = 0; /* each use may have missed some */
    vec_free(s->run, &from->targets);
    vec_free(s->run, &from->uses);
    run_release(s->run, from->table);
    from->table = NULL;
    from->table_count = 0;
    enqueue(s, into);
}

/* The copies among leaders as a graph; the caller releases both arrays. */
static void copy_graph(Survey *s, uint32_t **start, uint32_t **to)
{
    uint32_t n = s->nodes.count, k = 0, most = 0;
    for (uint32_t v = 0; v < n; v++)
        most += s->nodes.data[v].uses.count;
    *start = run_alloc(s->run, (n + 1) * sizeof **start);
    *to = run_alloc(s->run, ((size_t)most + 1) * sizeof **to);
    for (uint32_t v = 0; v < n; v++) {
        (*start)[v] = k;
        const Node *node = &s->nodes.data[v];
        for (uint32_t i = 0; node->leader == v && i < node->uses.count; i++)
            if (node->uses.data[i].kind == USE_COPY) (*to)[k++] = leader_of(s, node->uses.data[i].node);
        CHECK(k <= most);
    }
    (*start)[n] = k;
}

static void merge_cycles(Survey *s)
{
    uint32_t *start, *to, n = s->nodes.count;
    copy_graph(s, &start, &to);
    uint32_t *component = run_alloc(s->run, (n + 1) * sizeof *component);
    uint32_t count = components_find(s->run, n, start, to, component);
    uint32_t *first = run_alloc(s->run, (count + 1) * sizeof *first);
    for (uint32_t v = 0; v < n; v++) {
        if (s->nodes.data[v].leader != v) continue;
        uint32_t *f = &first[component[v]];
        if (*f == 0)
            *f = v + 1;
        else
            merge_nodes(s, *f - 1, v);
    }
    run_release(s->run, first);
    run_release(s->run, component);
    run_release(s->run, start);
    run_release(s->run, to);
}

/* ---- the loop ---- */

static void process(Survey *s, uint32_t n)
{
    s->nodes.data[n].is_queued = false;
    while (s->nodes.data[n].done < s->nodes.data[n].targets.count) {
        uint32_t place = s->nodes.data[n].targets.data[s->nodes.data[n].done++];
        for (uint32_t i = 0; i < s->nodes.data[n].uses.count; i++) {
            Use use = s->nodes.data[n].uses.data[i];
            use_apply(s, &use, place);
        }
    }
}

void solve(Survey *s, const SolveHooks *hooks)
{
    uint64_t edges = 1000;
    s->hooks = hooks;
    while (s->queue_first < s->queue.count) {
        run_poll(s->run);
        if (s->edge_ids.count > edges) {
            edges = s->edge_ids.count + (uint64_t)s->edge_ids.count / 2;
            merge_cycles(s);
        }
        uint32_t n = s->queue.data[s->queue_first++];
        if (s->nodes.data[n].leader == n) process(s, n);
        if (s->queue_first > 4096 && 2 * s->queue_first > s->queue.count) {
            s->queue.count -= s->queue_first;
            memmove(s->queue.data, s->queue.data + s->queue_first, s->queue.count * sizeof *s->queue.data);
            s->queue_first = 0;
        }
    }
}
