/* The control flow of one template while it is read: points and edges, later locations and edges of the program.
 *
 * Where branches meet, points are merged (union-find); gotos wait for their labels until the template ends. */
#include "program/scpl/graph.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "logic/term/boolean.h"
#include "program/scpl/tokens.h"

void graph_begin(Parser *s)
{
    vec_clear(&s->points);
    vec_clear(&s->pending);
    s->atomic_depth = 0;
    s->has_numbers = false;
    s->last_number = 0;
    s->here = graph_point(s);
}

uint32_t graph_point(Parser *s)
{
    Point point = {.parent = s->points.count, .atomic = s->atomic_depth > 0};
    vec_push(s->run, &s->points, point);
    return s->points.count - 1;
}

uint32_t graph_find(Parser *s, uint32_t point)
{
    CHECK(point < s->points.count);
    Point *points = s->points.data;
    while (points[point].parent != point) {
        CHECK(points[point].parent < point); /* older ones stay */
        points[point].parent = points[points[point].parent].parent;
        point = points[point].parent;
    }
    return point;
}

void graph_merge(Parser *s, uint32_t a, uint32_t b)
{
    a = graph_find(s, a);
    b = graph_find(s, b);
    if (a == b) return;
    Point *from = &s->points.data[a > b ? a : b], *to = &s->points.data[a > b ? b : a];
    if (!to->name) to->name = from->name;
    if (!to->pos.line) to->pos = from->pos;
    CHECK(from->parent == (a > b ? a : b)); /* a root */
    from->parent = a > b ? b : a;           /* the older one stays: locations keep the order of the text */
}

PendingEdge graph_edge(Parser *s, uint32_t from, uint32_t to, SourcePos pos, const char *text)
{
    CHECK(from < s->points.count && to < s->points.count);
    return (PendingEdge){.from = from,
                         .to = to,
                         .goto_name = NO_ID,
                         .is_atomic = s->atomic_depth > 0,
                         .guard = term_bool(s->tm, true),
                         .spawn = {NO_ID},
                         .pos = pos,
                         .text = text};
}

void graph_add(Parser *s, const PendingEdge *edge)
{
    CHECK(term_sort(s->tm, edge->guard).kind == SORT_BOOL);
    CHECK(edge->spawn.i == NO_ID ? edge->arg_count == 0 : program_has_template(s->p, edge->spawn));
    vec_push(s->run, &s->pending, *edge);
}

void graph_define_label(Parser *s, uint32_t name, const Token *token)
{
    ScplName *n = &s->names.data[name];
    if (n->label_scope == s->scope) lexer_error(&s->lexer, token, "label '%s' is defined twice", n->text);
    n->label = s->here;
    n->label_scope = s->scope;
    Point *point = &s->points.data[graph_find(s, s->here)];
    if (!point->name) point->name = n->text;
}

static bool is_number_after_last(const Parser *s, const char *text)
{
    char next[24];
    if (!s->has_numbers || s->last_number == UINT64_MAX) return false;
    snprintf(next, sizeof next, "%" PRIu64, s->last_number + 1);
    return strcmp(next, text) == 0;
}

static uint32_t resolve_goto(Parser *s, const PendingEdge *e)
{
    const ScplName *n = &s->names.data[e->goto_name];
    if (n->label_scope == s->scope) return n->label;
    if (is_number_after_last(s, n->text) || strcmp(n->text, "end") == 0) return s->here;
    Token token = {.line = e->goto_line, .column = e->goto_column};
    lexer_error(&s->lexer, &token, "goto %s: there is no statement with this %s", n->text,
                n->text[0] >= '0' && n->text[0] <= '9' ? "number" : "label");
}

static void add_graph_locations(Parser *s, const Token *closing)
{
    Point *end = &s->points.data[graph_find(s, s->here)];
    if (!end->pos.line) end->pos = parser_pos(s, closing);
    for (uint32_t i = 0; i < s->points.count; i++) {
        Point *point = &s->points.data[i];
        if (point->parent == i && point->used)
            point->loc = program_add_loc(s->p, s->template, point->name, point->atomic, point->pos);
    }
}

static void add_graph_edge(Parser *s, const PendingEdge *e, LocId *error)
{
    if (e->is_error && error->i == NO_ID) *error = program_add_loc(s->p, s->template, "error", false, e->pos);
    CHECK(s->points.data[graph_find(s, e->from)].used);
    CHECK(e->is_error || s->points.data[graph_find(s, e->to)].used);
    LocId from = s->points.data[graph_find(s, e->from)].loc;
    Edge edge = edge_make(from, e->is_error ? *error : s->points.data[graph_find(s, e->to)].loc, e->pos);
    edge.order = MEMORY_PLAIN; /* unless a text says otherwise; only automata do */
    edge.guard = e->guard;
    edge.assigns = e->assigns;
    edge.assign_count = e->assign_count;
    edge.is_error = e->is_error;
    edge.spawn = e->spawn;
    edge.args = e->args;
    edge.arg_count = e->arg_count;
    edge.text = e->text;
    EdgeId id = program_add_edge(s->p, &edge);
    if (!e->is_atomic) vec_push(s->run, &s->plain_edges, id);
}

void graph_end(Parser *s, const Token *closing)
{
    CHECK(s->atomic_depth == 0 && s->points.count > 0);
    for (uint32_t i = 0; i < s->pending.count; i++) {
        PendingEdge *e = &s->pending.data[i];
        if (e->goto_name != NO_ID) e->to = resolve_goto(s, e);
        s->points.data[graph_find(s, e->from)].used = true;
        if (!e->is_error) s->points.data[graph_find(s, e->to)].used = true;
    }
    s->points.data[graph_find(s, 0)].used = true;
    add_graph_locations(s, closing);
    s->p->templates.data[s->template.i].entry = s->points.data[graph_find(s, 0)].loc;
    LocId error = {NO_ID};
    for (uint32_t i = 0; i < s->pending.count; i++) {
        PendingEdge *e = &s->pending.data[i];
        add_graph_edge(s, e, &error);
        run_release(s->run, e->assigns);
        run_release(s->run, e->args);
    }
}
