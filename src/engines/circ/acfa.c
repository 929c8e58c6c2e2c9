#include "engines/circ/acfa.h"

#include "base/check.h"

Acfa *acfa_new(Run *run)
{
    Acfa *a = run_alloc(run, sizeof *a);
    a->run = run;
    intern_init(run, &a->edge_ids);
    return a;
}

void acfa_free(Acfa *a)
{
    if (!a) return;
    for (uint32_t i = 0; i < a->locs.count; i++)
        vec_free(a->run, &a->locs.data[i].region);
    for (uint32_t i = 0; i < a->edges.count; i++)
        vec_free(a->run, &a->edges.data[i].effects);
    vec_free(a->run, &a->locs);
    vec_free(a->run, &a->edges);
    vec_free(a->run, &a->starts);
    intern_clear(&a->edge_ids);
    run_release(a->run, a->out_start);
    run_release(a->run, a->out);
    run_release(a->run, a);
}

uint32_t acfa_add_loc(Acfa *a, bool is_atomic, uint32_t loc)
{
    vec_push(a->run, &a->locs, ((AcfaLoc){is_atomic, loc, {NULL, 0, 0}}));
    return a->locs.count - 1;
}

void acfa_add_edge(Acfa *a, uint32_t from, uint32_t to, uint32_t label, uint32_t edge, const IdSet *effects)
{
    CHECK(from < a->locs.count && to < a->locs.count);
    uint32_t key[4] = {from, to, label, edge};
    bool is_new;
    uint32_t id = intern_add(&a->edge_ids, key, 4, &is_new);
    if (is_new) vec_push(a->run, &a->edges, ((AcfaEdge){from, to, label, edge, {NULL, 0, 0}}));
    CHECK(id < a->edges.count);
    ids_join(a->run, &a->edges.data[id].effects, effects);
}

bool acfa_edge_starts_at(const AcfaEdge *e, uint32_t shared)
{
    uint32_t low = 0, high = e->effects.count, least = effect_of(shared, 0);
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (e->effects.data[middle] < least)
            low = middle + 1;
        else
            high = middle;
    }
    return low < e->effects.count && effect_before(e->effects.data[low]) == shared;
}

void acfa_add_start(Acfa *a, uint32_t shared, uint32_t loc, uint32_t birth)
{
    CHECK(loc < a->locs.count);
    for (uint32_t i = 0; i < a->starts.count; i++) {
        const AcfaStart *s = &a->starts.data[i];
        if (s->shared == shared && s->loc == loc && s->birth == birth) return;
    }
    vec_push(a->run, &a->starts, ((AcfaStart){shared, loc, birth}));
}

void acfa_index(Acfa *a)
{
    uint32_t n = a->locs.count, m = a->edges.count;
    run_release(a->run, a->out_start);
    run_release(a->run, a->out);
    a->out_start = run_alloc(a->run, (n + 2) * sizeof *a->out_start);
    a->out = run_alloc(a->run, (m + 1) * sizeof *a->out);
    for (uint32_t i = 0; i < m; i++)
        a->out_start[a->edges.data[i].from + 2]++;
    for (uint32_t i = 0; i < n; i++)
        a->out_start[i + 2] += a->out_start[i + 1];
    for (uint32_t i = 0; i < m; i++)
        a->out[a->out_start[a->edges.data[i].from + 1]++] = i;
    CHECK(acfa_is_valid(a));
}

bool acfa_is_valid(const Acfa *a)
{
    uint32_t n = a->locs.count;
    for (uint32_t i = 0; i < n; i++)
        if (!ids_are_valid(&a->locs.data[i].region)) return false;
    for (uint32_t i = 0; i < a->edges.count; i++) {
        const AcfaEdge *e = &a->edges.data[i];
        if (e->from >= n || e->to >= n || !ids_are_valid(&e->effects)) return false;
    }
    for (uint32_t i = 0; i < a->starts.count; i++)
        if (a->starts.data[i].loc >= n) return false;
    return !a->out_start || (a->out_start[0] == 0 && a->out_start[n] == a->edges.count);
}
