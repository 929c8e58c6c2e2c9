/* What is read is flat: graphml, graph, node or edge, data. Documents with a type declaration are refused: witnesses
 * have none, and it is where entities are declared that blow up. */
#include "cli/files/graphml.h"

#include <expat.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"
#include "cli/files/memory.h"
#include "cli/files/status.h"

#define FILE_LIMIT (16u << 20)
#define DEPTH_MAX 64

static const struct {
    const char *key, *other, *of;
} keys[GRAPH_KEYS] = {
#define X(field, key, other, of) {key, other, of},
    GRAPHML_KEYS(X)
#undef X
};

typedef struct Reader {
    XML_Parser parser;
    Graph *out;
    InputError *error;
    unsigned depth;
    bool in_graph, is_default; /* is_default: the default of a key is read, that of originfile */
    size_t graphs;
    GraphItem *item; /* whose data is read; NULL: none */
    int key;         /* whose text is read; -1: of none */
    char *text;
    size_t length, capacity;
} Reader;

/* ---- complaints ---- */

__attribute__((format(printf, 2, 3))) static void fail_xml(Reader *r, const char *format, ...)
{
    char text[400];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (!r->error->status)
        input_fail(r->error, STATUS_BAD_INPUT, "%s:%lu: error: %s", r->out->path, XML_GetCurrentLineNumber(r->parser),
                   text);
    XML_StopParser(r->parser, XML_FALSE);
}

/* ---- elements ---- */

static const char *attribute(const XML_Char **attributes, const char *name)
{
    for (size_t i = 0; attributes[i]; i += 2)
        if (strcmp(attributes[i], name) == 0) return attributes[i + 1];
    return NULL;
}

static char *copy(const char *text) { return text ? memory_format("%s", text) : NULL; }

/* The name of an element without prefix of a name space. */
static const char *local_name(const char *name)
{
    const char *colon = strrchr(name, ':');
    return colon ? colon + 1 : name;
}

static void open_node(Reader *r, const XML_Char **attributes)
{
    Graph *g = r->out;
    const char *id = attribute(attributes, "id");
    if (!id) {
        fail_xml(r, "a node without id");
        return;
    }
    g->nodes = memory_grow(g->nodes, g->node_count, sizeof *g->nodes);
    r->item = &g->nodes[g->node_count++];
    *r->item = (GraphItem){.id = copy(id), .at = XML_GetCurrentLineNumber(r->parser)};
}

static void open_graph_edge(Reader *r, const XML_Char **attributes)
{
    Graph *g = r->out;
    const char *from = attribute(attributes, "source"), *to = attribute(attributes, "target");
    if (!from || !to) {
        fail_xml(r, "an edge without %s", from ? "target" : "source");
        return;
    }
    g->edges = memory_grow(g->edges, g->edge_count, sizeof *g->edges);
    r->item = &g->edges[g->edge_count++];
    *r->item = (GraphItem){.from = copy(from), .to = copy(to), .at = XML_GetCurrentLineNumber(r->parser)};
}

static const char *item_kind(const Reader *r)
{
    return r->item == &r->out->graph ? "graph" : r->item && r->item->id ? "node" : "edge";
}

static void open_data(Reader *r, const XML_Char **attributes)
{
    const char *key = attribute(attributes, "key");
    r->key = -1;
    r->length = 0;
    for (int i = 0; key && r->item && i < GRAPH_KEYS; i++)
        if ((strcmp(key, keys[i].key) == 0 || strcmp(key, keys[i].other) == 0) && strcmp(keys[i].of, item_kind(r)) == 0)
            r->key = i;
    if (r->key >= 0 && r->item->data[r->key]) fail_xml(r, "'%.60s' is given twice", key);
}

static void XMLCALL on_start(void *arg, const XML_Char *name, const XML_Char **attributes)
{
    Reader *r = arg;
    name = local_name(name);
    if (++r->depth > DEPTH_MAX) {
        fail_xml(r, "elements are nested too deeply");
    } else if (r->depth == 1 && strcmp(name, "graphml") != 0) {
        fail_xml(r, "not a witness: the document is '%.60s', not graphml", name);
    } else if (strcmp(name, "key") == 0) {
        const char *id = attribute(attributes, "id");
        r->is_default = id && strcmp(id, keys[GRAPH_file].key) == 0 && !r->out->file;
    } else if (strcmp(name, "graph") == 0) {
        if (r->graphs++) fail_xml(r, "several graphs in one file: one is a witness");
        r->in_graph = true;
        r->item = &r->out->graph;
    } else if (r->in_graph && strcmp(name, "node") == 0) {
        open_node(r, attributes);
    } else if (r->in_graph && strcmp(name, "edge") == 0) {
        open_graph_edge(r, attributes);
    } else if (strcmp(name, "data") == 0) {
        open_data(r, attributes);
    } else if (strcmp(name, "default") == 0) {
        r->length = 0;
    }
}

static void XMLCALL on_text(void *arg, const XML_Char *text, int length)
{
    Reader *r = arg;
    size_t n = (size_t)length;
    if (r->key < 0 && !r->is_default) return;
    if (r->length + n + 1 > r->capacity) {
        size_t capacity = 2 * (r->length + n + 1);
        char *larger = memory_new(capacity);
        if (r->length) memcpy(larger, r->text, r->length);
        free(r->text);
        r->text = larger;
        r->capacity = capacity;
    }
    memcpy(r->text + r->length, text, n);
    r->length += n;
}

/* The text without blanks around it. */
static char *take_text(Reader *r)
{
    size_t start = 0, end = r->length;
    while (start < end && strchr(" \t\r\n", r->text[start]))
        start++;
    while (end > start && strchr(" \t\r\n", r->text[end - 1]))
        end--;
    r->length = 0;
    return memory_copy(r->text ? r->text + start : "", end - start);
}

static void XMLCALL on_end(void *arg, const XML_Char *name)
{
    Reader *r = arg;
    name = local_name(name);
    CHECK(r->depth > 0);
    r->depth--;
    if (strcmp(name, "data") == 0) {
        if (r->key >= 0) r->item->data[r->key] = take_text(r);
        r->key = -1;
    } else if (strcmp(name, "default") == 0 && r->is_default) {
        r->out->file = take_text(r);
        r->is_default = false;
    } else if (strcmp(name, "key") == 0) {
        r->is_default = false;
    } else if (strcmp(name, "node") == 0 || strcmp(name, "edge") == 0) {
        r->item = r->in_graph ? &r->out->graph : NULL;
    } else if (strcmp(name, "graph") == 0) {
        r->in_graph = false;
        r->item = NULL;
    }
}

static void XMLCALL on_type(void *arg, const XML_Char *name, const XML_Char *system, const XML_Char *public,
                            int internal)
{
    (void)name, (void)system, (void)public, (void)internal;
    fail_xml(arg, "a document type declaration, which no witness has, is not read");
}

/* ---- edges to indices ---- */

static int compare_node_ids(const void *a, const void *b)
{
    const GraphItem *const *x = a, *const *y = b;
    return strcmp((*x)->id, (*y)->id);
}

static bool find_graph_node(const Graph *g, GraphItem *const *sorted, const char *id, size_t *index)
{
    GraphItem wanted = {.id = (char *)(uintptr_t)id};
    const GraphItem *key = &wanted;
    GraphItem *const *found = bsearch(&key, sorted, g->node_count, sizeof *sorted, compare_node_ids);
    if (found) *index = (size_t)(*found - g->nodes);
    return found;
}

static bool fail_missing(const Graph *g, const GraphItem *edge, const char *id, InputError *error)
{
    return input_fail(error, STATUS_BAD_INPUT, "%s:%lu: error: there is no node '%.60s'", g->path, edge->at, id);
}

static bool link_edges(Graph *g, InputError *error)
{
    GraphItem **sorted = memory_new((g->node_count + 1) * sizeof *sorted);
    bool ok = true;
    for (size_t i = 0; i < g->node_count; i++)
        sorted[i] = &g->nodes[i];
    qsort(sorted, g->node_count, sizeof *sorted, compare_node_ids);
    for (size_t i = 1; i < g->node_count && ok; i++)
        if (strcmp(sorted[i - 1]->id, sorted[i]->id) == 0)
            ok = input_fail(error, STATUS_BAD_INPUT, "%s:%lu: error: there are two nodes '%.60s'", g->path,
                            sorted[i]->at, sorted[i]->id);
    for (size_t i = 0; i < g->edge_count && ok; i++) {
        GraphItem *e = &g->edges[i];
        if (!find_graph_node(g, sorted, e->from, &e->source))
            ok = fail_missing(g, e, e->from, error);
        else if (!find_graph_node(g, sorted, e->to, &e->target))
            ok = fail_missing(g, e, e->to, error);
    }
    free(sorted);
    return ok;
}

/* ---- the file ---- */

static void parse_xml(Reader *r, const char *text)
{
    XML_SetUserData(r->parser, r);
    XML_SetElementHandler(r->parser, on_start, on_end);
    XML_SetCharacterDataHandler(r->parser, on_text);
    XML_SetStartDoctypeDeclHandler(r->parser, on_type);
    if (XML_Parse(r->parser, text, (int)strlen(text), XML_TRUE) != XML_STATUS_OK)
        fail_xml(r, "not XML: %s", XML_ErrorString(XML_GetErrorCode(r->parser)));
    else if (!r->graphs)
        fail_xml(r, "not a witness: there is no graph");
}

bool graphml_read(const char *path, Graph *graph, InputError *error)
{
    *graph = (Graph){.path = path};
    char *text = input_read(path, FILE_LIMIT, error);
    if (!text) return false;
    Reader r = {.parser = XML_ParserCreate(NULL), .out = graph, .error = error, .key = -1};
    if (r.parser)
        parse_xml(&r, text);
    else
        input_fail(error, STATUS_INTERNAL, "out of memory");
    XML_ParserFree(r.parser);
    free(r.text);
    free(text);
    return !error->status && link_edges(graph, error);
}

bool graphml_is(const char *path)
{
    char head[64] = "";
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    ssize_t length = fd < 0 ? 0 : read(fd, head, sizeof head - 1);
    if (fd >= 0) close(fd);
    head[length > 0 ? length : 0] = 0;
    const char *start = head;
    if (strncmp(start, "\xEF\xBB\xBF", 3) == 0) start += 3;
    return start[strspn(start, " \t\r\n")] == '<';
}

static void clear_item(GraphItem *item)
{
    for (int k = 0; k < GRAPH_KEYS; k++)
        free(item->data[k]);
    free(item->id);
    free(item->from);
    free(item->to);
}

void graphml_clear(Graph *g)
{
    clear_item(&g->graph);
    for (size_t i = 0; i < g->node_count; i++)
        clear_item(&g->nodes[i]);
    for (size_t i = 0; i < g->edge_count; i++)
        clear_item(&g->edges[i]);
    free(g->nodes);
    free(g->edges);
    free(g->file);
    *g = (Graph){.path = NULL};
}

bool graphml_is_set(const GraphItem *item, GraphKey key)
{
    return item->data[key] && strcmp(item->data[key], "true") == 0;
}
