/* From automata to what sessions are told.
 *
 * Of a violation a shortest path from the entry to a violation node is taken. Each of its edges is a place that a
 * thread passes; two in a row at the same line of the same thread are one, as statements are several edges in one tool
 * and one in another, and returns from functions are none, since nothing need happen there. Which way a branch goes,
 * and where an expression begins, is not looked at.
 *
 * An invariant of a correctness witness belongs to a state of the automaton: it is claimed of some of the runs that
 * come to a place only. So it is a candidate, at the line of a step that leaves the state. */
#include "cli/files/graphml_witness.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "cli/files/graphml.h"
#include "cli/files/memory.h"
#include "cli/files/property.h"
#include "cli/files/status.h"

#define THREADS_MAX 1000
#define HASH_DIGITS 64 /* of SHA-256; older witnesses have others */

typedef struct Reader {
    Graph graph;
    WitnessFile *out;
    InputError *error;
    const char *threads[THREADS_MAX]; /* what identifies them */
    uint32_t thread_count;
} Reader;

__attribute__((format(printf, 3, 4))) static bool fail_at_item(Reader *r, const GraphItem *at, const char *format, ...)
{
    char text[400], line[30] = "";
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (at) snprintf(line, sizeof line, ":%lu", at->at);
    return input_fail(r->error, STATUS_BAD_INPUT, "%s%s: error: %s", r->graph.path, line, text);
}

/* ---- what the witness is about ---- */

static bool read_architecture(Reader *r)
{
    const char *text = r->graph.graph.data[GRAPH_architecture];
    if (!text) return true;
    r->out->width = strcmp(text, "32bit") == 0 ? "-m32" : strcmp(text, "64bit") == 0 ? "-m64" : NULL;
    return r->out->width || fail_at_item(r, NULL, "architecture '%.40s' (expected 32bit or 64bit)", text);
}

static void read_hash(Reader *r)
{
    const char *file = r->graph.graph.data[GRAPH_program], *digest = r->graph.graph.data[GRAPH_hash];
    if (!file || !digest || strlen(digest) != HASH_DIGITS) return;
    r->out->hashes = memory_grow(r->out->hashes, 0, sizeof *r->out->hashes);
    r->out->hashes[0] = (WitnessHash){memory_format("%s", file), memory_format("%s", digest)};
    r->out->hash_count = 1;
}

static bool read_graph_head(Reader *r)
{
    char **data = r->graph.graph.data;
    const char *type = data[GRAPH_type], *language = data[GRAPH_language], *version = data[GRAPH_version];
    if (!type) return fail_at_item(r, NULL, "not a witness: the graph has no witness-type");
    r->out->is_violation = strcmp(type, "violation_witness") == 0;
    if (!r->out->is_violation && strcmp(type, "correctness_witness") != 0)
        return fail_at_item(r, NULL, "witness-type '%.40s' (expected violation_witness or correctness_witness)", type);
    if (language && strcmp(language, "C") != 0) return fail_at_item(r, NULL, "a witness about %.40s, not C", language);
    if (version && strcmp(version, "1.0") != 0)
        return fail_at_item(r, NULL, "version %.40s of the format is not known (expected 1.0)", version);
    if (data[GRAPH_specification]) {
        r->out->property = witness_read_specification(r->graph.path, data[GRAPH_specification], r->error);
        if (!r->out->property) return false;
    }
    read_hash(r);
    return read_architecture(r);
}

/* ---- places ---- */

/* The line of an edge, 0: it does not say. */
static bool read_edge_line(Reader *r, const GraphItem *edge, uint32_t *line)
{
    const char *text = edge->data[GRAPH_line];
    *line = 0;
    if (!text) return true;
    size_t digits = strspn(text, "0123456789");
    if (text[digits] || !digits || digits > 9) return fail_at_item(r, edge, "startline '%.40s' is no number", text);
    *line = (uint32_t)strtoul(text, NULL, 10);
    return true;
}

static const char *file_of_edge(Reader *r, const GraphItem *edge)
{
    const char *file = edge->data[GRAPH_file];
    if (!file) file = r->graph.file;
    if (!file || !*file) file = r->graph.graph.data[GRAPH_program];
    return file ? witness_keep(r->out, file) : NULL;
}

/* ---- violations ---- */

/* Edges by their source: those of node i are from start[i] to start[i + 1]. */
typedef struct Order {
    size_t *start, *edges;
} Order;

static Order order_edges(const Graph *g)
{
    Order o = {memory_new((g->node_count + 2) * sizeof *o.start), memory_new((g->edge_count + 1) * sizeof *o.edges)};
    for (size_t i = 0; i < g->edge_count; i++)
        o.start[g->edges[i].source + 2]++; /* two behind: filling the lists moves them one back */
    for (size_t i = 2; i <= g->node_count; i++)
        o.start[i] += o.start[i - 1];
    for (size_t i = 0; i < g->edge_count; i++)
        o.edges[o.start[g->edges[i].source + 1]++] = i;
    return o;
}

/* Breadth first; came[n]: the edge to the node, plus one. Where the path ends; SIZE_MAX: nowhere. */
static size_t search_violation(const Graph *g, size_t entry, size_t *came)
{
    Order o = order_edges(g);
    size_t *queue = memory_new((g->node_count + 1) * sizeof *queue), head = 0, tail = 0, found = SIZE_MAX;
    bool *seen = memory_new(g->node_count + 1);
    queue[tail++] = entry;
    seen[entry] = true;
    while (head < tail && found == SIZE_MAX) {
        size_t n = queue[head++];
        if (graphml_is_set(&g->nodes[n], GRAPH_violation)) found = n;
        for (size_t k = o.start[n]; k < o.start[n + 1]; k++) {
            size_t to = g->edges[o.edges[k]].target;
            if (seen[to] || graphml_is_set(&g->nodes[to], GRAPH_sink)) continue;
            seen[to] = true;
            came[to] = o.edges[k] + 1;
            queue[tail++] = to;
        }
    }
    free(o.start);
    free(o.edges);
    free(queue);
    free(seen);
    return found;
}

static bool find_entry_node(Reader *r, size_t *entry)
{
    const Graph *g = &r->graph;
    bool found = false;
    for (size_t i = 0; i < g->node_count; i++) {
        if (!graphml_is_set(&g->nodes[i], GRAPH_entry)) continue;
        if (found) return fail_at_item(r, &g->nodes[i], "a second entry node, '%.60s'", g->nodes[i].id);
        found = true;
        *entry = i;
    }
    return found || fail_at_item(r, NULL, "no node is the entry");
}

/* Numbers from 1 for what identifies threads; 0: not told, or too many. */
static uint32_t thread_number(Reader *r, const GraphItem *edge)
{
    const char *id = edge->data[GRAPH_thread];
    uint32_t i = 0;
    while (id && i < r->thread_count && strcmp(r->threads[i], id) != 0)
        i++;
    if (!id || i == THREADS_MAX) return 0;
    if (i == r->thread_count) r->threads[r->thread_count++] = id;
    return i + 1;
}

/* "x == 1; y == 2;" is "(x == 1) && (y == 2)". NULL: nothing is said. */
static const char *read_assumption(Reader *r, const char *text)
{
    char *out = NULL;
    while (text && *text) {
        size_t length = strcspn(text, ";");
        const char *start = text + strspn(text, " \t\r\n");
        text += length + (text[length] == ';');
        if (start >= text || *start == ';' || !*start) continue;
        int n = (int)strcspn(start, ";");
        char *more = out ? memory_format("%s && (%.*s)", out, n, start) : memory_format("(%.*s)", n, start);
        free(out);
        out = more;
    }
    const char *kept = out && strcmp(out, "(1)") != 0 ? witness_keep(r->out, out) : NULL;
    free(out);
    return kept;
}

static void append_waypoint(Reader *r, ChorusWaypoint w)
{
    WitnessFile *out = r->out;
    out->waypoints = memory_grow(out->waypoints, out->waypoint_count, sizeof w);
    out->waypoints[out->waypoint_count++] = w;
}

static bool is_same_place(const ChorusWaypoint *a, const ChorusWaypoint *b)
{
    return a->thread == b->thread && a->line == b->line && strcmp(a->file, b->file) == 0;
}

/* The place, then what holds after it: a step that does both passes both. */
static bool add_edge_waypoints(Reader *r, const GraphItem *edge)
{
    const char *assumption = read_assumption(r, edge->data[GRAPH_assumption]);
    ChorusWaypoint w = {.thread = thread_number(r, edge)};
    if (!read_edge_line(r, edge, &w.line)) return false;
    bool is_result = assumption && strstr(assumption, "\\result");
    if (!w.line || (edge->data[GRAPH_returns] && !is_result)) return true;
    w.file = file_of_edge(r, edge);
    if (!w.file) return fail_at_item(r, edge, "the file is not told: there is neither originfile nor programfile");
    const ChorusWaypoint *last = r->out->waypoint_count ? &r->out->waypoints[r->out->waypoint_count - 1] : NULL;
    if (!is_result && !(last && is_same_place(last, &w))) append_waypoint(r, w);
    w.constraint = assumption;
    w.is_return = is_result;
    w.is_after = !is_result;
    if (assumption) append_waypoint(r, w);
    return true;
}

static bool read_violation_path(Reader *r)
{
    const Graph *g = &r->graph;
    size_t entry = 0, count = 0;
    if (!find_entry_node(r, &entry)) return false;
    size_t *came = memory_new((g->node_count + 1) * sizeof *came);
    size_t end = search_violation(g, entry, came);
    bool ok = end != SIZE_MAX || fail_at_item(r, &g->nodes[entry], "no violation node can be reached from the entry");
    for (size_t n = end; ok && n != entry; n = g->edges[came[n] - 1].source)
        count++;
    size_t *path = memory_new((count + 1) * sizeof *path);
    for (size_t n = end, k = count; ok && n != entry; n = g->edges[came[n] - 1].source)
        path[--k] = came[n] - 1;
    for (size_t i = 0; i < count && ok; i++)
        ok = add_edge_waypoints(r, &g->edges[path[i]]);
    if (ok) append_waypoint(r, (ChorusWaypoint){.file = "", .is_target = true});
    free(came);
    free(path);
    return ok;
}

/* ---- proofs ---- */

static bool add_graph_invariant(Reader *r, const GraphItem *node, const GraphItem *leaving, bool is_loop,
                                bool is_entered)
{
    ChorusInvariant v = {.is_loop = is_loop, .is_candidate = true, .text = NULL};
    if (leaving && !read_edge_line(r, leaving, &v.line)) return false;
    if (!v.line || !(v.file = file_of_edge(r, leaving))) {
        *(is_entered ? &r->out->ignored : &r->out->unentered) += 1;
        return true;
    }
    v.text = witness_keep(r->out, node->data[GRAPH_invariant]);
    r->out->invariants = memory_grow(r->out->invariants, r->out->invariant_count, sizeof v);
    r->out->invariants[r->out->invariant_count++] = v;
    return true;
}

static bool read_node_invariants(Reader *r)
{
    const Graph *g = &r->graph;
    bool *is_loop = memory_new(g->node_count + 1), *is_entered = memory_new(g->node_count + 1), ok = true;
    const GraphItem **leaving = memory_new((g->node_count + 1) * sizeof *leaving); /* the first with a line */
    for (size_t i = 0; i < g->edge_count; i++) {
        const GraphItem *e = &g->edges[i];
        is_entered[e->target] = is_entered[e->source] = true;
        is_loop[e->target] |= graphml_is_set(e, GRAPH_loop);
        if (e->data[GRAPH_line] && !leaving[e->source]) leaving[e->source] = e;
    }
    for (size_t i = 0; i < g->node_count && ok; i++)
        if (g->nodes[i].data[GRAPH_invariant])
            ok = add_graph_invariant(r, &g->nodes[i], leaving[i], is_loop[i], is_entered[i]);
    free(is_loop);
    free(is_entered);
    free(leaving);
    return ok;
}

bool graphml_read_witness(const char *path, WitnessFile *witness, InputError *error)
{
    Reader r = {.out = witness, .error = error};
    bool ok = graphml_read(path, &r.graph, error) && read_graph_head(&r);
    if (ok) ok = witness->is_violation ? read_violation_path(&r) : read_node_invariants(&r);
    graphml_clear(&r.graph);
    CHECK(ok == (error->status == 0));
    return ok;
}
