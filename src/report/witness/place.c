#include "report/witness/place.h"

#include <string.h>

#include "base/check.h"

static const char *path_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

bool place_is_file(const char *a, const char *b) { return strcmp(path_base_name(a), path_base_name(b)) == 0; }

static bool is_on_line(SourcePos pos, SourcePos place)
{
    return pos.file && pos.line == place.line && place_is_file(pos.file, place.file);
}

/* The column whose edges are meant: the first from the place's on, else the last one before. */
static uint32_t meant_column(const Program *p, SourcePos place)
{
    uint32_t first = UINT32_MAX, last = 0;
    for (uint32_t i = 0; i < p->edges.count; i++) {
        SourcePos pos = p->edges.data[i].pos;
        if (!is_on_line(pos, place)) continue;
        if (pos.column >= place.column && pos.column < first) first = pos.column;
        if (pos.column > last) last = pos.column;
    }
    return first != UINT32_MAX ? first : last;
}

uint32_t place_find_edges(const Program *p, SourcePos place, bool *at)
{
    CHECK(place.file && place.line);
    uint32_t count = 0, column = meant_column(p, place);
    for (uint32_t i = 0; i < p->edges.count; i++) {
        SourcePos pos = p->edges.data[i].pos;
        at[i] = is_on_line(pos, place) && (!place.column || pos.column == column);
        count += at[i];
    }
    return count;
}

/* ---- locations ---- */

/* Depth first through a template; an edge to a location on the way there leads back. */
typedef struct TemplateWalk {
    const Program *p;
    uint8_t *state; /* of a location: 0 new, 1 on the way, 2 left */
    bool *is_head;
    VEC(uint32_t) stack, next; /* locations on the way; which of its edges comes next */
} TemplateWalk;

static void walk_from(TemplateWalk *w, uint32_t start)
{
    const Program *p = w->p;
    if (w->state[start]) return;
    w->state[start] = 1;
    vec_push(p->run, &w->stack, start);
    vec_push(p->run, &w->next, 0);
    while (w->stack.count) {
        CHECK(w->stack.count == w->next.count);
        uint32_t loc = vec_last(&w->stack), k = vec_last(&w->next)++;
        if (k == program_out_count(p, (LocId){loc})) {
            w->state[loc] = 2;
            w->stack.count--;
            w->next.count--;
            continue;
        }
        uint32_t to = program_out_edge(p, (LocId){loc}, k)->to.i;
        if (w->state[to] == 1) w->is_head[to] = true;
        if (w->state[to]) continue;
        w->state[to] = 1;
        vec_push(p->run, &w->stack, to);
        vec_push(p->run, &w->next, 0);
    }
}

void place_find_loops(const Program *p, bool *is_head)
{
    TemplateWalk w = {.p = p, .state = run_alloc(p->run, p->locs.count + 1), .is_head = is_head};
    memset(is_head, 0, p->locs.count * sizeof *is_head);
    for (uint32_t t = 0; t < p->templates.count; t++)
        walk_from(&w, p->templates.data[t].entry.i);
    run_release(p->run, w.state);
    vec_free(p->run, &w.stack);
    vec_free(p->run, &w.next);
}

static bool has_edge_on_line(const Program *p, uint32_t loc, SourcePos place)
{
    for (uint32_t k = 0; k < program_out_count(p, (LocId){loc}); k++)
        if (is_on_line(program_out_edge(p, (LocId){loc}, k)->pos, place)) return true;
    return is_on_line(p->locs.data[loc].pos, place);
}

static uint32_t find_heads(const Program *p, SourcePos place, bool *at)
{
    uint32_t count = 0;
    place_find_loops(p, at);
    for (uint32_t l = 0; l < p->locs.count; l++) {
        at[l] = at[l] && has_edge_on_line(p, l, place);
        count += at[l];
    }
    return count;
}

/* Where the edges at the place begin, unless a thread comes there within the statement, or within one that stands on
 * the same line before it. */
static uint32_t find_statement_starts(const Program *p, SourcePos place, bool *at)
{
    bool *edges = run_alloc(p->run, p->edges.count + 1);
    uint32_t count = 0;
    memset(at, 0, p->locs.count * sizeof *at);
    if (place_find_edges(p, place, edges))
        for (uint32_t i = 0; i < p->edges.count; i++)
            if (edges[i]) at[p->edges.data[i].from.i] = true;
    for (uint32_t i = 0; i < p->edges.count; i++)
        if (is_on_line(p->edges.data[i].pos, place)) at[p->edges.data[i].to.i] = false;
    for (uint32_t l = 0; l < p->locs.count; l++)
        count += at[l];
    run_release(p->run, edges);
    return count;
}

uint32_t place_find_locations(const Program *p, SourcePos place, bool is_loop, bool *at)
{
    CHECK(place.file && place.line && program_is_indexed(p));
    return is_loop ? find_heads(p, place, at) : find_statement_starts(p, place, at);
}

uint32_t place_find_marked(const Program *p, uint32_t place, bool *at)
{
    CHECK(place > 0);
    uint32_t count = 0;
    memset(at, 0, p->locs.count * sizeof *at);
    for (uint32_t i = 0; i < p->edges.count; i++)
        if (p->edges.data[i].place == place) at[p->edges.data[i].from.i] = true;
    for (uint32_t l = 0; l < p->locs.count; l++)
        count += at[l];
    return count;
}
