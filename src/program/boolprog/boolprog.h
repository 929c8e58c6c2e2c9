/* Boolean broadcast programs (paper 000, section 3.2, Fig. 2 and 3; paper 003, appendix A): the program as it was
 * written, in either notation. docs/boolprog.md has the grammar and the semantics.
 *
 * A program is a template that n threads execute. Shared variables exist once, local variables once a thread; all are
 * Booleans. Expressions are hash-consed: the same expression has the same id. Locations are numbered from 1, as in
 * the papers; location k + 1 is where a thread has ended. */
#ifndef CHORUS_PROGRAM_BOOLPROG_BOOLPROG_H
#define CHORUS_PROGRAM_BOOLPROG_BOOLPROG_H

#include "base/intern.h"
#include "base/str.h"
#include "base/vec.h"

#define BOOLPROG_VARIABLES_MAX 64 /* of each class: valuations are words of 64 bits */
#define BOOLPROG_INDICES_MAX 16   /* threads that one constraint names */
#define BOOLPROG_STATEMENTS_MAX 1000000
#define BOOLPROG_DEPTH_MAX 5000 /* of expressions: they are walked recursively */

typedef enum BoolOp {
    BOOL_FALSE,
    BOOL_TRUE,
    BOOL_STAR,   /* either value, each occurrence for itself; not in constraints */
    BOOL_SHARED, /* variable, primed or not */
    BOOL_LOCAL,  /* variable of a thread, primed or not */
    BOOL_NOT,
    BOOL_AND,
    BOOL_OR,
    BOOL_XOR,
    BOOL_IMPLIES,
    BOOL_IFF,
    BOOL_ITE,
    BOOL_CHOOSE /* choose(x, y): 1 if x, else 0 if y, else either; not in constraints */
} BoolOp;

typedef struct BoolExpr {
    uint32_t i;
} BoolExpr;

typedef struct BoolNode {
    BoolOp op;
    bool primed;       /* BOOL_SHARED, BOOL_LOCAL: the value after the step */
    uint32_t thread;   /* BOOL_LOCAL: index into the index set; 0 = the active thread; in assignments 1 = [.] */
    uint32_t variable; /* BOOL_SHARED, BOOL_LOCAL */
    BoolExpr operand[3];
} BoolNode;

typedef enum BoolInit { BOOL_INIT_ANY, BOOL_INIT_FALSE, BOOL_INIT_TRUE } BoolInit;

typedef struct BoolVariable {
    const char *name;
    BoolInit initial;
    SourcePos pos;
} BoolVariable;

typedef enum BoolTargetKind {
    BOOL_TARGET_SHARED,  /* x */
    BOOL_TARGET_ACTIVE,  /* a.l; in assignments l */
    BOOL_TARGET_PASSIVE, /* [l], assignments only */
    BOOL_TARGET_ALL      /* all(l), havoc only */
} BoolTargetKind;

typedef struct BoolTarget {
    BoolTargetKind kind;
    uint32_t variable;
} BoolTarget;

/* forall {a, p, ...} . expr */
typedef struct BoolConstraint {
    uint32_t index_count;
    const char **indices; /* names, the active thread's first */
    BoolExpr expr;
} BoolConstraint;

typedef enum BoolStmtKind {
    BOOL_STMT_GOTO,      /* destinations */
    BOOL_STMT_CONSTRAIN, /* havoc targets constrain constraints (their conjunction) */
    BOOL_STMT_ASSIGN,    /* targets := values, in parallel */
    BOOL_STMT_ASSUME,    /* condition */
    BOOL_STMT_ASSERT,    /* condition */
    BOOL_STMT_IF         /* condition; destinations[0]: where to go when it does not hold */
} BoolStmtKind;

typedef struct BoolStmt {
    BoolStmtKind kind;
    SourcePos pos;
    const char *text; /* as in the source, without number; NULL = none */
    VEC(uint32_t) destinations;
    VEC(BoolTarget) targets;
    VEC(BoolExpr) values;
    VEC(BoolConstraint) constraints;
    BoolExpr condition;
} BoolStmt;

typedef VEC(BoolVariable) BoolVariables;

typedef struct BoolProgram {
    Run *run;
    Intern nodes;         /* expressions */
    VEC(uint16_t) depths; /* of expressions */
    BoolVariables shared, local;
    VEC(BoolStmt) statements; /* statement d is data[d - 1] */
    VEC(uint32_t) errors;     /* locations that are errors, ascending */
} BoolProgram;

BoolProgram *boolprog_new(Run *run);
/* The words that are no names, until NULL. */
const char *boolprog_keyword(size_t i);

/* ---- expressions ---- */
BoolExpr boolprog_constant(BoolProgram *p, bool value);
BoolExpr boolprog_star(BoolProgram *p);
BoolExpr boolprog_shared(BoolProgram *p, uint32_t variable, bool primed);
BoolExpr boolprog_local(BoolProgram *p, uint32_t thread, uint32_t variable, bool primed);
/* The expression as written, nothing simplified; operands beyond those of op are ignored. */
BoolExpr boolprog_node(BoolProgram *p, BoolOp op, BoolExpr a, BoolExpr b, BoolExpr c);
/* These simplify constants. */
BoolExpr boolprog_not(BoolProgram *p, BoolExpr a);
BoolExpr boolprog_and(BoolProgram *p, BoolExpr a, BoolExpr b);
BoolExpr boolprog_or(BoolProgram *p, BoolExpr a, BoolExpr b);
BoolNode boolprog_get(const BoolProgram *p, BoolExpr e);
uint32_t boolprog_operand_count(BoolOp op);
uint32_t boolprog_depth(const BoolProgram *p, BoolExpr e);

/* ---- whole programs ---- */

/* The same variables, statements and error locations; names, positions and texts of statements may differ. */
bool boolprog_equal(const BoolProgram *p, const BoolProgram *q);

#endif
