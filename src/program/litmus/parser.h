/* The state of the parser of litmus tests, and what its parts hand to each other. Types only; inside of litmus/.
 *
 * From below: tokens, names (locations and registers), flow (the control flow of a thread while it is read), initial
 * (the initial state), c_expression, c_atomic and c_statement (threads in C), x86 (threads in a table of instructions),
 * condition, final (what comes after the threads), parse. Errors stop the run at the first one. */
#ifndef CHORUS_PROGRAM_LITMUS_PARSER_H
#define CHORUS_PROGRAM_LITMUS_PARSER_H

#include "base/lexer.h"
#include "program/litmus/parse.h"

#define LITMUS_DEPTH_LIMIT 1000
#define LITMUS_NAMES_MAX 1000 /* of one kind; they are looked for one by one */
#define LITMUS_WIDTH 32       /* bits of a value: an int of C, a register of x86 */

/* Punctuators, longest first where one is a prefix of another. */
#define LITMUS_PUNCTUATORS(X)                                                                                          \
    X(CONJUNCTION, "/\\")                                                                                              \
    X(DISJUNCTION, "\\/")                                                                                              \
    X(IMPLIES, "=>")                                                                                                   \
    X(EQ, "==")                                                                                                        \
    X(NE, "!=")                                                                                                        \
    X(UNLIKE, "<>")                                                                                                    \
    X(LE, "<=")                                                                                                        \
    X(GE, ">=")                                                                                                        \
    X(SHL, "<<")                                                                                                       \
    X(SHR, ">>")                                                                                                       \
    X(AND_AND, "&&")                                                                                                   \
    X(OR_OR, "||")                                                                                                     \
    X(INCREMENT, "++")                                                                                                 \
    X(DECREMENT, "--")                                                                                                 \
    X(LT, "<")                                                                                                         \
    X(GT, ">")                                                                                                         \
    X(ASSIGN, "=")                                                                                                     \
    X(NOT, "!")                                                                                                        \
    X(TILDE, "~")                                                                                                      \
    X(PLUS, "+")                                                                                                       \
    X(MINUS, "-")                                                                                                      \
    X(STAR, "*")                                                                                                       \
    X(SLASH, "/")                                                                                                      \
    X(PERCENT, "%")                                                                                                    \
    X(AND, "&")                                                                                                        \
    X(OR, "|")                                                                                                         \
    X(XOR, "^")                                                                                                        \
    X(QUESTION, "?")                                                                                                   \
    X(COLON, ":")                                                                                                      \
    X(COMMA, ",")                                                                                                      \
    X(SEMICOLON, ";")                                                                                                  \
    X(DOLLAR, "$")                                                                                                     \
    X(LPAREN, "(")                                                                                                     \
    X(RPAREN, ")")                                                                                                     \
    X(LBRACE, "{")                                                                                                     \
    X(RBRACE, "}")                                                                                                     \
    X(LBRACKET, "[")                                                                                                   \
    X(RBRACKET, "]")

enum {
    LITMUS_TOKENS = TOKEN_PUNCTUATOR - 1,
#define X(name, text) TOKEN_##name,
    LITMUS_PUNCTUATORS(X)
#undef X
};

typedef struct LitmusLocation {
    const char *name;
    VarId var;
} LitmusLocation;

typedef struct LitmusRegister {
    const char *name;
    VarId local;
    VarId result; /* has its value when the thread has ended; NO_ID: the condition does not speak of it */
} LitmusRegister;

/* The initial value of a register that is not declared yet. */
typedef struct LitmusRegisterInit {
    uint32_t thread;
    const char *name;
    uint64_t value;
    Token token;
    bool is_used;
} LitmusRegisterInit;

/* A place between steps; several may become one (parent). */
typedef struct LitmusPlace {
    uint32_t parent;
    bool used;
    LocId loc;
} LitmusPlace;

typedef struct LitmusLabel {
    const char *name;
    uint32_t place;
    bool is_defined;
    Token token; /* where it is mentioned first */
} LitmusLabel;

typedef struct LitmusThread {
    uint32_t number;
    const char *name;
    TemplateId template;
    SourcePos pos;
    VEC(LitmusRegister) registers;
    VEC(LitmusLabel) labels;
    VEC(LitmusPlace) places;
    VEC(Edge) edges; /* from and to are numbers of places; the assignments are the edge's own */
    uint32_t here;   /* the place where the next step begins */
    uint32_t first;  /* the first edge of the statement being read */
    uint32_t temporaries;
    VarId end; /* is true when the thread has ended */
} LitmusThread;

/* A parameter of a thread in C. */
typedef struct LitmusParameter {
    const char *name;
    VarId var;
    bool is_atomic;
} LitmusParameter;

/* An access to memory that an expression of C makes, and that has no step yet: the value of the expression is over the
 * location itself, so that one step reads it and uses what it has read. */
typedef struct LitmusPending {
    bool any;
    VarId var;
    MemoryOrder order;
    Term written; /* what a read-modify-write leaves; TERM_NONE: it only reads */
} LitmusPending;

typedef struct LitmusParser {
    Run *run;
    TermManager *tm;
    Program *p;
    Lexer lexer;
    Token token;              /* the current one */
    const char *previous_end; /* just after the token before the current one */
    bool is_code;             /* inside of C, where "(*" begins no comment */
    uint32_t depth;           /* nesting */
    LitmusTest *test;
    VEC(LitmusLocation) locations;
    VEC(LitmusRegisterInit) register_inits;
    VEC(LitmusThread *) threads;
    LitmusThread *thread; /* being read */
    /* of the thread in C */
    VEC(LitmusParameter) parameters;
    LitmusPending pending;
    uint32_t accesses;     /* of the expression being read, so far */
    uint32_t effects;      /* on registers */
    uint32_t conditionals; /* operands around that C may leave out */
} LitmusParser;

#endif
