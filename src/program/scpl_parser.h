/* The parser of .scpl text, inside: shared by the scpl_*.c files only.
 *
 * Declarations and templates are in scpl.c, the syntax of expressions in scpl_expr.c and their meaning in scpl_type.c,
 * statements in scpl_stmt.c, the low-level automata in scpl_automaton.c. Errors stop the run at the first one. */
#ifndef CHORUS_PROGRAM_SCPL_PARSER_H
#define CHORUS_PROGRAM_SCPL_PARSER_H

#include "base/intern.h"
#include "program/program.h"
#include "program/scpl_lexer.h"

/* What a name stands for. Local meanings hold only while their scope is the current template's. */
typedef struct ScplName {
    const char *text;
    uint32_t global; /* VarId of a shared or input variable, NO_ID */
    uint32_t local;  /* VarId */
    uint32_t local_scope;
    uint32_t label; /* a point of the template */
    uint32_t label_scope;
    uint32_t template; /* NO_ID: none */
    Term let;
    bool let_signed;
    uint32_t let_scope; /* the edge's number */
} ScplName;

typedef struct ScplType {
    Sort sort;
    bool is_signed;
} ScplType;

typedef enum ExprKind {
    EXPR_TERM,
    EXPR_LITERAL, /* an integer constant that takes the type of what it is combined with */
    EXPR_STAR     /* `*`: any value of the type it is used at */
} ExprKind;

typedef struct Expr {
    ExprKind kind;
    Token token; /* its first; for messages */
    Term term;
    Sort sort;
    bool is_signed; /* EXPR_LITERAL: has no suffix u */
    uint64_t value; /* EXPR_LITERAL */
    bool wrapped;   /* EXPR_LITERAL: the value is right modulo 2^64 only */
} Expr;

/* A place between statements; several may become one (parent). */
typedef struct Point {
    uint32_t parent;
    const char *name;
    bool atomic, used;
    SourcePos pos;
    LocId loc;
} Point;

/* An edge between points, waiting for its template's end, when labels are known. */
typedef struct PendingEdge {
    uint32_t from, to;
    uint32_t goto_name; /* NO_ID, or the name of the label that `to` shall be */
    uint32_t goto_line, goto_column;
    bool is_error;
    Term guard;
    Assign *assigns;
    uint32_t assign_count;
    TemplateId spawn;
    Assign *args;
    uint32_t arg_count;
    SourcePos pos;
    const char *text;
} PendingEdge;

typedef struct Parser {
    Run *run;
    TermManager *tm;
    Program *p;
    Lexer lexer;
    Token token;              /* the current one */
    const char *previous_end; /* just after the token before the current one */
    Intern name_keys;
    VEC(ScplName) names;
    VEC(uint32_t) key; /* scratch */
    uint32_t scope;    /* of locals and labels: template number + 1 */
    uint32_t let_scope;
    uint32_t depth; /* nesting of expressions and statements */
    TemplateId template;
    bool no_positions; /* option positions: nothing has a position unless the text says so */
    /* the template being read */
    VEC(Point) points;
    VEC(PendingEdge) pending;
    uint32_t here; /* point where the next statement begins */
    uint32_t atomic_depth;
    bool has_numbers;
    uint64_t last_number;        /* largest statement number */
    uint32_t templates_declared; /* templates met by the main pass */
    bool has_templates;
} Parser;

#define SCPL_DEPTH_LIMIT 1000

/* ---- tokens ---- */
void parser_next(Parser *s);
bool parser_at(const Parser *s, TokenKind kind);
bool parser_at_keyword(const Parser *s, const char *keyword);
bool parser_accept(Parser *s, TokenKind kind);
bool parser_accept_keyword(Parser *s, const char *keyword);
/* what: how the message calls what is missing. */
void parser_expect(Parser *s, TokenKind kind, const char *what);
Token parser_peek(const Parser *s); /* the token after the current one */
_Noreturn void parser_unexpected(const Parser *s, const char *wanted);
void parser_enter(Parser *s);
void parser_leave(Parser *s);
uint32_t parser_number(Parser *s, const char *what); /* a 32-bit number */
SourcePos parser_pos(const Parser *s, const Token *token);

/* ---- names ---- */
bool scpl_is_reserved(const char *text, size_t length); /* keyword or type */
bool parser_at_name(const Parser *s);                   /* a name that is no keyword */
/* Id of the name that the current token is; goes on to the next. */
uint32_t parser_name(Parser *s, const char *what);
uint32_t parser_intern(Parser *s, const char *text);
/* VarId, or NO_ID. */
uint32_t parser_lookup_var(const Parser *s, uint32_t name);

/* ---- types ---- */
/* The type of that name; false if it names none. */
bool scpl_type_of_name(const char *text, size_t length, ScplType *type);
bool parser_at_type(const Parser *s); /* a type name, followed by a name or '[' */
ScplType parser_type(Parser *s);
/* Converts as an assignment to that type does. star_name: for the input variable that a `*` becomes. */
Term expr_convert(Parser *s, const Expr *e, Sort sort, bool is_signed, const char *star_name);
Term expr_condition(Parser *s, const Expr *e);
Expr expr_literal(uint64_t value, bool is_signed, const Token *token);
Expr expr_cast(Parser *s, const Expr *e, ScplType type, const Token *token);
const char *expr_type_name(Parser *s, const Expr *e);
const char *scpl_sort_name(Parser *s, Sort sort, bool is_signed);
bool sort_is_number(Sort sort);
Expr expr_of_term(Term t, Sort sort, bool is_signed, const Token *token);
/* kind is the punctuator: TOKEN_PLUS ... */
Expr expr_binary(Parser *s, TokenKind kind, const Expr *a, const Expr *b, const Token *token);
/* A value of the sort; TERM_NONE: `*`. */
Term parse_initial_value(Parser *s, Sort sort, bool is_signed);

/* ---- expressions ---- */
Expr parse_expr(Parser *s);
/* Same, but `*` alone stands for any value. */
Expr parse_expr_or_star(Parser *s);

/* ---- declarations ---- */
void parse_declaration(Parser *s, VarClass class);
SourcePos parse_at(Parser *s, SourcePos otherwise); /* optional: at "file" line column */
char *parse_string(Parser *s, const char *what);

/* ---- points and edges of the template being read ---- */
#define NO_POINT UINT32_MAX
void graph_begin(Parser *s);
uint32_t graph_point(Parser *s);
uint32_t graph_find(Parser *s, uint32_t point);
/* Makes both one point. */
void graph_merge(Parser *s, uint32_t a, uint32_t b);
PendingEdge graph_edge(Parser *s, uint32_t from, uint32_t to, SourcePos pos, const char *text);
void graph_add(Parser *s, const PendingEdge *edge);
void graph_define_label(Parser *s, uint32_t name, const Token *token);
/* Resolves labels and adds locations and edges to the program; closing: the token at the end. */
void graph_end(Parser *s, const Token *closing);

/* ---- statements ---- */
void parse_statements(Parser *s, TokenKind end);

/* ---- assignments ---- */
typedef VEC(Assign) Assigns;
/* One step's assignments: x, y = e, f   or   ++x, y += 1, z = e. Sorted by variable. */
void parse_updates(Parser *s, Assigns *assigns);

/* ---- automata ---- */
void parse_automaton_body(Parser *s);

/* Reads what follows `spawn`: w(e, f) with all parameters, or w(a = e) with some. none_needed: w() will do. */
TemplateId parse_spawn(Parser *s, Assigns *args, bool none_needed);

#endif
