#include "proof/context.h"

#include "base/check.h"

Context *context_new(Program *threads, uint32_t k)
{
    Run *run = threads->run;
    Context *c = run_alloc(run, sizeof *c);
    c->p = threads;
    c->k = k;
    c->local = run_alloc(run, (threads->templates.count + 1) * sizeof *c->local);
    c->tracked = run_alloc(run, (threads->locs.count + 1) * sizeof *c->tracked);
    intern_init(run, &c->shared_ids);
    intern_init(run, &c->point_ids);
    intern_init(run, &c->states);
    return c;
}

bool context_has(const ContextIds *ids, uint32_t id)
{
    for (uint32_t i = 0; i < ids->count && ids->data[i] <= id; i++)
        if (ids->data[i] == id) return true;
    return false;
}

static void add_id(Run *run, ContextIds *ids, uint32_t id)
{
    if (context_has(ids, id)) return;
    vec_push(run, ids, id);
    for (uint32_t i = ids->count - 1; i > 0 && ids->data[i - 1] > id; i--) {
        ids->data[i] = ids->data[i - 1];
        ids->data[i - 1] = id;
    }
}

uint32_t context_shared(Context *c, const Bits *bits)
{
    uint32_t id = intern_add(&c->shared_ids, (const uint32_t *)bits->w, BITS_MAX / 32, NULL);
    if (id == c->shareds.count) vec_push(c->p->run, &c->shareds, *bits);
    return id;
}

#define POINT_WORDS (3 + BITS_MAX / 32)

static void point_key(TemplateId template, LocId loc, uint32_t shared, const Bits *bits, uint32_t *key)
{
    const uint32_t *words = (const uint32_t *)bits->w;
    key[0] = template.i;
    key[1] = loc.i;
    key[2] = shared;
    for (uint32_t i = 0; i < BITS_MAX / 32; i++)
        key[3 + i] = words[i];
}

uint32_t context_point(Context *c, TemplateId template, LocId loc, uint32_t shared, const Bits *bits)
{
    uint32_t key[POINT_WORDS];
    CHECK(shared < c->shareds.count);
    point_key(template, loc, shared, bits, key);
    uint32_t id = intern_add(&c->point_ids, key, POINT_WORDS, NULL);
    if (id < c->points.count) return id;
    ContextPoint point = {.template = template, .loc = loc, .shared = shared, .bits = *bits};
    vec_push(c->p->run, &c->points, point);
    return id;
}

uint32_t context_find_point(const Context *c, TemplateId template, LocId loc, uint32_t shared, const Bits *bits)
{
    uint32_t key[POINT_WORDS];
    point_key(template, loc, shared, bits, key);
    uint32_t id = intern_find(&c->point_ids, key, POINT_WORDS);
    return id == INTERN_NONE ? NO_ID : id;
}

void context_add_place_of(Context *c, uint32_t point, uint32_t place)
{
    CHECK(point < c->points.count && place < c->places.count);
    add_id(c->p->run, &c->points.data[point].places, place);
}

static bool is_edge(const ContextEdge *e, uint32_t from, uint32_t to, EdgeId starts, const uint32_t *havoc,
                    uint32_t count)
{
    if (e->from != from || e->to != to || e->starts.i != starts.i || e->havoc.count != count) return false;
    for (uint32_t i = 0; i < count; i++)
        if (!context_has(&e->havoc, havoc[i])) return false;
    return true;
}

uint32_t context_edge(Context *c, uint32_t from, uint32_t to, EdgeId starts, const uint32_t *havoc, uint32_t count)
{
    for (uint32_t i = 0; i < c->edges.count; i++)
        if (is_edge(&c->edges.data[i], from, to, starts, havoc, count)) return i;
    ContextEdge edge = {.from = from, .to = to, .starts = starts};
    for (uint32_t i = 0; i < count; i++)
        add_id(c->p->run, &edge.havoc, havoc[i]);
    vec_push(c->p->run, &c->edges, edge);
    return c->edges.count - 1;
}

void context_add_effect(Context *c, uint32_t edge, uint32_t before, uint32_t after)
{
    CHECK(edge < c->edges.count);
    ContextEdge *e = &c->edges.data[edge];
    for (uint32_t i = 0; i < e->effects.count; i++)
        if (e->effects.data[i].before == before && e->effects.data[i].after == after) return;
    vec_push(c->p->run, &e->effects, ((ContextEffect){before, after}));
}

void context_add_start(Context *c, EdgeId by, uint32_t point, uint32_t place)
{
    for (uint32_t i = 0; i < c->starts.count; i++) {
        const ContextStart *s = &c->starts.data[i];
        if (s->by.i == by.i && s->point == point && s->place == place) return;
    }
    vec_push(c->p->run, &c->starts, ((ContextStart){by, point, place}));
}

void context_add_state(Context *c, uint32_t point, const uint32_t *counts)
{
    VEC(uint32_t) key = {NULL, 0, 0};
    CHECK(point < c->points.count);
    vec_push(c->p->run, &key, point);
    for (uint32_t i = 0; i < c->places.count; i++) {
        if (!counts[i]) continue;
        CHECK(counts[i] <= c->k + 1 || counts[i] == CONTEXT_ALWAYS);
        vec_push(c->p->run, &key, i);
        vec_push(c->p->run, &key, counts[i]);
    }
    intern_add(&c->states, key.data, key.count, NULL);
    vec_free(c->p->run, &key);
}

void context_add_states_without(Context *c, uint32_t point, uint32_t place, uint32_t *counts)
{
    uint32_t count = counts[place];
    CHECK(count);
    if (count == CONTEXT_ALWAYS || count == c->k + 1) context_add_state(c, point, counts);
    if (count == CONTEXT_ALWAYS) return;
    counts[place]--;
    context_add_state(c, point, counts);
    counts[place] = count;
}

static bool points_are_valid(const Context *c)
{
    for (uint32_t i = 0; i < c->points.count; i++) {
        const ContextPoint *p = &c->points.data[i];
        if (p->template.i >= c->p->templates.count || p->shared >= c->shareds.count) return false;
        if (p->loc.i == NO_ID && p->places.count) return false;
        if (p->loc.i == NO_ID) continue;
        if (p->loc.i >= c->p->locs.count || c->p->locs.data[p->loc.i].template.i != p->template.i) return false;
        Bits tracked = bits_and(p->bits, c->tracked[p->loc.i]);
        if (!bits_equal(&tracked, &p->bits)) return false;
        for (uint32_t k = 0; k < p->places.count; k++)
            if (p->places.data[k] >= c->places.count) return false;
    }
    return true;
}

static bool edges_are_valid(const Context *c)
{
    for (uint32_t i = 0; i < c->edges.count; i++) {
        const ContextEdge *e = &c->edges.data[i];
        if (e->from >= c->places.count || e->to >= c->places.count) return false;
        if (e->starts.i != NO_ID && e->starts.i >= c->p->edges.count) return false;
        for (uint32_t k = 0; k < e->effects.count; k++)
            if (e->effects.data[k].before >= c->shareds.count || e->effects.data[k].after >= c->shareds.count)
                return false;
        for (uint32_t k = 0; k < e->havoc.count; k++)
            if (e->havoc.data[k] >= c->p->vars.count || c->p->vars.data[e->havoc.data[k]].class != VAR_SHARED)
                return false;
    }
    return true;
}

static bool starts_are_valid(const Context *c)
{
    for (uint32_t i = 0; i < c->starts.count; i++) {
        const ContextStart *s = &c->starts.data[i];
        if (s->point >= c->points.count || s->place >= c->places.count) return false;
        if (s->by.i != NO_ID && s->by.i >= c->p->edges.count) return false;
    }
    return true;
}

static bool states_are_valid(const Context *c)
{
    for (uint32_t i = 0; i < c->states.count; i++) {
        uint32_t length;
        const uint32_t *key = intern_key(&c->states, i, &length);
        if (length % 2 != 1 || key[0] >= c->points.count) return false;
        for (uint32_t k = 1; k < length; k += 2) {
            if (key[k] >= c->places.count || (k > 1 && key[k] <= key[k - 2])) return false;
            if (!key[k + 1] || (key[k + 1] > c->k + 1 && key[k + 1] != CONTEXT_ALWAYS)) return false;
        }
    }
    return true;
}

bool context_is_valid(const Context *c)
{
    for (uint32_t i = 0; i < c->places.count; i++)
        if (c->places.data[i].template.i >= c->p->templates.count) return false;
    return c->k <= CONTEXT_K_MAX && points_are_valid(c) && edges_are_valid(c) && starts_are_valid(c) &&
           states_are_valid(c);
}
