/* The low-level form of .scpl text: locations and edges as they are in a Program. It can express every program; the
 * printer writes it. */
#include "program/scpl/automaton.h"

#include "base/check.h"
#include "program/scpl/assign.h"
#include "program/scpl/expr.h"
#include "program/scpl/names.h"
#include "program/scpl/operators.h"
#include "program/scpl/tokens.h"

typedef struct Automaton {
    uint32_t first, count; /* its locations in the program */
} Automaton;

static LocId parse_location_number(Parser *s, const Automaton *a)
{
    Token token = s->token;
    uint32_t number = parser_number(s, "the number of a location");
    if (number >= a->count) lexer_error(&s->lexer, &token, "there is no location %u here", number);
    return (LocId){a->first + number};
}

/* location 3 name atomic at "file" 1 2; */
static void parse_location(Parser *s, Automaton *a)
{
    Token token = s->token;
    if (parser_number(s, "the number of a location") != a->count)
        lexer_error(&s->lexer, &token, "locations are numbered 0, 1, 2 ... in order; expected %u", a->count);
    const char *name = NULL;
    if (parser_at_name(s)) {
        uint32_t id = parser_name(s, "a name");
        name = s->names.data[id].text;
    }
    bool atomic = parser_accept_keyword(s, "atomic");
    SourcePos pos = parse_position_at(s, parser_pos(s, &token));
    parser_expect(s, TOKEN_SEMICOLON, "';'");
    LocId l = program_add_loc(s->p, s->template, name, atomic, pos);
    CHECK(l.i == a->first + a->count);
    (void)l;
    a->count++;
}

static void parse_lets(Parser *s)
{
    s->let_scope++;
    if (!parser_accept_keyword(s, "let")) return;
    do {
        Token token = s->token;
        if (token.kind != TOKEN_NAME || *token.start != '$') parser_unexpected(s, "a name that begins with '$'");
        uint32_t name = parser_name(s, "a name");
        parser_expect(s, TOKEN_ASSIGN, "'='");
        Expr e = parse_expr(s);
        if (e.kind != EXPR_TERM) lexer_error(&s->lexer, &token, "a literal needs no name");
        ScplName *n = &s->names.data[name];
        CHECK(sort_same(term_sort(s->tm, e.term), e.sort));
        n->let = e.term;
        n->let_signed = e.is_signed;
        n->let_scope = s->let_scope;
    } while (parser_accept(s, TOKEN_COMMA));
}

typedef VEC(EdgeId) PathEdges;

static void parse_path(Parser *s, PathEdges *path)
{
    do {
        EdgeId id = {parser_number(s, "the number of an edge")};
        vec_push(s->run, path, id);
    } while (parser_accept(s, TOKEN_COMMA));
}

static void parse_effects(Parser *s, Edge *edge, Assigns *assigns, Assigns *args)
{
    if (parser_accept_keyword(s, "when")) {
        Expr e = parse_expr(s);
        edge->guard = expr_condition(s, &e);
    }
    if (parser_accept_keyword(s, "do")) parse_updates(s, assigns);
    if (parser_accept_keyword(s, "spawn")) edge->spawn = parse_spawn(s, args, true);
    edge->assigns = assigns->data;
    edge->assign_count = assigns->count;
    edge->args = args->data;
    edge->arg_count = args->count;
}

static uint64_t parse_size(Parser *s, const char *what)
{
    if (!parser_at(s, TOKEN_NUMBER)) parser_unexpected(s, what);
    uint64_t size = s->token.value;
    parser_next(s);
    return size;
}

static Term parse_index(Parser *s)
{
    Token token = s->token;
    Expr e = parse_expr(s);
    if (e.kind != EXPR_TERM || e.sort.kind != SORT_BV || term_is_const(s->tm, e.term))
        lexer_error(&s->lexer, &token, "an index of an access is a bit-vector that is no constant");
    return e.term;
}

/* atomic write 3 bytes 4 4 index i stride 8 when condition name "s[].f" */
static Access parse_access(Parser *s)
{
    Access a = {.index = TERM_NONE, .condition = TERM_NONE};
    a.is_atomic = parser_accept_keyword(s, "atomic");
    a.is_write = parser_accept_keyword(s, "write");
    if (!a.is_write && !parser_accept_keyword(s, "read")) parser_unexpected(s, "atomic, read or write");
    Token token = s->token;
    a.object = parser_number(s, "the number of an object");
    if (a.object >= s->p->objects.count) lexer_error(&s->lexer, &token, "there is no object %u", a.object);
    if (parser_accept_keyword(s, "bytes")) {
        a.offset = parse_size(s, "the first byte");
        token = s->token;
        a.bytes = parse_size(s, "the number of bytes");
        if (!a.bytes) lexer_error(&s->lexer, &token, "an access is to one byte at least");
        if (parser_accept_keyword(s, "index")) {
            a.index = parse_index(s);
            if (!parser_accept_keyword(s, "stride")) parser_unexpected(s, "stride");
            token = s->token;
            a.stride = parse_size(s, "the stride in bytes");
            if (!a.stride) lexer_error(&s->lexer, &token, "a stride is one byte at least");
        }
    }
    if (parser_accept_keyword(s, "when")) {
        Expr e = parse_expr(s);
        a.condition = expr_condition(s, &e);
    }
    if (parser_accept_keyword(s, "name")) a.name = parse_string(s, "what is accessed in quotes");
    return a;
}

typedef VEC(Access) Accesses;

static void parse_accesses(Parser *s, Edge *edge, Accesses *accesses)
{
    if (!parser_accept_keyword(s, "access")) return;
    do {
        vec_push(s->run, accesses, parse_access(s));
    } while (parser_accept(s, TOKEN_COMMA));
    edge->accesses = accesses->data;
    edge->access_count = accesses->count;
}

static const char *const order_names[] = {"seq_cst", "acq_rel", "acquire", "release", "relaxed", "plain"};

static MemoryOrder parse_order(Parser *s)
{
    for (unsigned k = 0; k < sizeof order_names / sizeof *order_names; k++)
        if (parser_accept_keyword(s, order_names[k])) return (MemoryOrder)k;
    parser_unexpected(s, "a memory order (relaxed, acquire, release, acq_rel, seq_cst or plain)");
}

/* order acquire, or fence acq_rel */
static void parse_memory_order(Parser *s, Edge *edge)
{
    edge->order = MEMORY_PLAIN;
    edge->is_fence = parser_accept_keyword(s, "fence");
    if (edge->is_fence || parser_accept_keyword(s, "order")) edge->order = parse_order(s);
}

static Property parse_violated(Parser *s)
{
    Token start = s->token;
    Property property = PROPERTY_UNREACH_CALL;
    if (!property_find(parse_string(s, "the name of a property in quotes"), &property))
        lexer_error(&s->lexer, &start, "no property has this name");
    return property;
}

static void parse_annotations(Parser *s, Edge *edge, PathEdges *path, const Token *start)
{
    edge->is_error = parser_accept_keyword(s, "error");
    if (edge->is_error && parser_accept_keyword(s, "violates")) edge->property = parse_violated(s);
    if (edge->is_error && parser_accept_keyword(s, "what")) edge->what = parse_string(s, "what goes wrong in quotes");
    if (parser_accept_keyword(s, "approximate")) edge->approximate = parse_string(s, "the reason in quotes");
    if (parser_accept_keyword(s, "path")) parse_path(s, path);
    edge->path = path->data;
    edge->path_count = path->count;
    if (parser_accept_keyword(s, "text")) edge->text = parse_string(s, "the statement in quotes");
    edge->pos = parse_position_at(s, parser_pos(s, start));
    parser_expect(s, TOKEN_SEMICOLON, "';' after an edge");
}

/* edge 0 -> 1 let ... when ... do ... spawn ... access ... error violates ... what ... approximate ... path ... text
 * ... at ...; */
static void parse_automaton_edge(Parser *s, const Automaton *a)
{
    Token start = s->token;
    LocId from = parse_location_number(s, a);
    parser_expect(s, TOKEN_ARROW, "'->'");
    Edge edge = edge_make(from, parse_location_number(s, a), lexer_pos(&s->lexer, &start));
    Assigns assigns = {NULL, 0, 0}, args = {NULL, 0, 0};
    PathEdges path = {NULL, 0, 0};
    Accesses accesses = {NULL, 0, 0};
    parse_lets(s);
    parse_effects(s, &edge, &assigns, &args);
    parse_memory_order(s, &edge);
    parse_accesses(s, &edge, &accesses);
    parse_annotations(s, &edge, &path, &start);
    EdgeId id = program_add_edge(s->p, &edge);
    if (!s->p->locs.data[edge.from.i].atomic) vec_push(s->run, &s->plain_edges, id);
    vec_free(s->run, &accesses);
    vec_free(s->run, &assigns);
    vec_free(s->run, &args);
    vec_free(s->run, &path);
}

void parse_automaton_body(Parser *s)
{
    Automaton a = {s->p->locs.count, 0};
    Token start = s->token;
    while (parser_accept_keyword(s, "location"))
        parse_location(s, &a);
    if (!a.count) lexer_error(&s->lexer, &start, "an automaton needs a location");
    uint32_t entry = a.first;
    if (parser_accept_keyword(s, "entry")) {
        entry = parse_location_number(s, &a).i;
        parser_expect(s, TOKEN_SEMICOLON, "';'");
    }
    Template *t = &s->p->templates.data[s->template.i];
    CHECK(program_has_loc(s->p, (LocId){entry}) && s->p->locs.data[entry].template.i == s->template.i);
    t->entry.i = entry;
    if (t->initial == COUNT_MANY && s->p->locs.data[entry].atomic)
        lexer_error(&s->lexer, &start,
                    "threads of which any number exist at the start begin in an atomic section, where two stop each "
                    "other: begin before it");
    while (parser_accept_keyword(s, "edge"))
        parse_automaton_edge(s, &a);
}
