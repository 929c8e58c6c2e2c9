#include "base/components.h"

#include "base/check.h"

typedef struct Search {
    const uint32_t *start, *to;
    uint32_t *component, *low, *next; /* low: 0 = not met yet */
    uint32_t *path, *open;            /* path: nodes whose edges are being followed; open: nodes without component */
    uint32_t path_count, open_count, met, count;
} Search;

#define NO_COMPONENT UINT32_MAX

static void enter_vertex(Search *s, uint32_t v)
{
    s->low[v] = ++s->met;
    s->next[v] = s->start[v];
    s->path[s->path_count++] = v;
    s->open[s->open_count++] = v;
}

/* All edges of v have been followed; `number` is what it was met as, low[v] the least that it leads back to. */
static void leave_vertex(Search *s, uint32_t v, const uint32_t *number)
{
    s->path_count--;
    if (s->low[v] == number[v]) {
        uint32_t w;
        do {
            w = s->open[--s->open_count];
            s->component[w] = s->count;
        } while (w != v);
        s->count++;
    }
    if (!s->path_count) return;
    uint32_t parent = s->path[s->path_count - 1];
    if (s->component[v] == NO_COMPONENT && s->low[v] < s->low[parent]) s->low[parent] = s->low[v];
}

static void search_from_root(Search *s, uint32_t root, uint32_t *number)
{
    enter_vertex(s, root);
    number[root] = s->met;
    while (s->path_count) {
        uint32_t v = s->path[s->path_count - 1];
        if (s->next[v] == s->start[v + 1]) {
            leave_vertex(s, v, number);
            continue;
        }
        uint32_t w = s->to[s->next[v]++];
        if (!s->low[w]) {
            enter_vertex(s, w);
            number[w] = s->met;
        } else if (s->component[w] == NO_COMPONENT && number[w] < s->low[v]) {
            s->low[v] = number[w];
        }
    }
}

uint32_t components_find(Run *run, uint32_t n, const uint32_t *start, const uint32_t *to, uint32_t *component)
{
    size_t bytes = ((size_t)n + 1) * sizeof(uint32_t);
    Search s = {start,
                to,
                component,
                run_alloc(run, bytes),
                run_alloc(run, bytes),
                run_alloc(run, bytes),
                run_alloc(run, bytes),
                0,
                0,
                0,
                0};
    uint32_t *number = run_alloc(run, bytes);
    for (uint32_t v = 0; v < n; v++)
        component[v] = NO_COMPONENT;
    for (uint32_t v = 0; v < n; v++)
        if (!s.low[v]) search_from_root(&s, v, number);
    CHECK(!s.open_count && s.met == n);
    run_release(run, s.low);
    run_release(run, s.next);
    run_release(run, s.path);
    run_release(run, s.open);
    run_release(run, number);
    return s.count;
}
