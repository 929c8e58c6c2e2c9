/* GraphML, read with expat: one graph, its nodes and edges, with the data that witnesses of SV-COMP have. */
#ifndef CHORUS_CLI_FILES_GRAPHML_H
#define CHORUS_CLI_FILES_GRAPHML_H

#include <stdint.h>

#include "cli/files/input.h"

/* The keys that are read: X(field, key, another name of it, whose it is). All others are passed over. */
#define GRAPHML_KEYS(X)                                                                                                \
    X(type, "witness-type", "", "graph")                                                                               \
    X(language, "sourcecodelang", "", "graph")                                                                         \
    X(version, "witness-format-version", "", "graph")                                                                  \
    X(specification, "specification", "", "graph")                                                                     \
    X(program, "programfile", "", "graph")                                                                             \
    X(hash, "programhash", "", "graph")                                                                                \
    X(architecture, "architecture", "", "graph")                                                                       \
    X(entry, "entry", "isEntryNode", "node")                                                                           \
    X(violation, "violation", "isViolationNode", "node")                                                               \
    X(sink, "sink", "isSinkNode", "node")                                                                              \
    X(invariant, "invariant", "", "node")                                                                              \
    X(thread, "threadId", "", "edge")                                                                                  \
    X(line, "startline", "", "edge")                                                                                   \
    X(file, "originfile", "originFileName", "edge")                                                                    \
    X(assumption, "assumption", "", "edge")                                                                            \
    X(loop, "enterLoopHead", "", "edge")                                                                               \
    X(returns, "returnFrom", "returnFromFunction", "edge")

typedef enum GraphKey {
#define X(field, key, other, of) GRAPH_##field,
    GRAPHML_KEYS(X)
#undef X
        GRAPH_KEYS
} GraphKey;

/* Of the graph, a node or an edge. */
typedef struct GraphItem {
    char *data[GRAPH_KEYS]; /* NULL: none */
    char *id;               /* of a node */
    char *from, *to;        /* of an edge: ids */
    size_t source, target;  /* the same as indices */
    unsigned long at;       /* line of the file */
} GraphItem;

typedef struct Graph {
    const char *path;
    GraphItem graph;
    GraphItem *nodes, *edges;
    size_t node_count, edge_count;
    char *file; /* that edges are about which do not say; NULL: not told */
} Graph;

/* Does the file begin as XML? What cannot be read does not. */
bool graphml_is(const char *path);
/* False after input_fail: "file:line: error: ...". To be cleared in any case. */
bool graphml_read(const char *path, Graph *graph, InputError *error);
void graphml_clear(Graph *graph);
/* "true", as data of a node or an edge. */
bool graphml_is_set(const GraphItem *item, GraphKey key);

#endif
