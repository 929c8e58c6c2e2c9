/* The state of the parser of .scpl text and what its parts hand to each other. Types only; inside of scpl/.
 *
 * From below: tokens, types, names, operators (what they mean), expr (their syntax), declaration, graph (control flow
 * while it is read), assign, statement and automaton (the two forms of a body), parse. Errors stop the run at the
 * first one. */
#ifndef CHORUS_PROGRAM_SCPL_PARSER_H
#define CHORUS_PROGRAM_SCPL_PARSER_H

#include "base/intern.h"
#include "program/program.h"
#include "program/scpl/lexer.h"

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
    bool is_atomic; /* of an atomic section */
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
    VEC(EdgeId) plain_edges; /* outside of atomic sections */
    bool no_positions;       /* option positions: nothing has a position unless the text says so */
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

/* The assignments of one step, or the arguments of a spawn. */
typedef VEC(Assign) Assigns;

#endif
