/* The state of the parser of .bbp text. Errors stop the run at the first one. */
#ifndef CHORUS_PROGRAM_BOOLPROG_PARSER_H
#define CHORUS_PROGRAM_BOOLPROG_PARSER_H

#include "base/lexer.h"
#include "program/boolprog/boolprog.h"

/* Punctuators, longest first where one is a prefix of another; the papers' symbols besides what a keyboard has. */
#define BBP_PUNCTUATORS(X)                                                                                             \
    X(IFF, "<=>")                                                                                                      \
    X(IMPLIES, "=>")                                                                                                   \
    X(EQUAL, "==")                                                                                                     \
    X(UNEQUAL, "!=")                                                                                                   \
    X(DEFINE, ":=")                                                                                                    \
    X(AND_AND, "&&")                                                                                                   \
    X(OR_OR, "||")                                                                                                     \
    X(ASSIGN, "=")                                                                                                     \
    X(NOT, "!")                                                                                                        \
    X(AND, "&")                                                                                                        \
    X(OR, "|")                                                                                                         \
    X(XOR, "^")                                                                                                        \
    X(QUESTION, "?")                                                                                                   \
    X(COLON, ":")                                                                                                      \
    X(COMMA, ",")                                                                                                      \
    X(SEMICOLON, ";")                                                                                                  \
    X(DOT, ".")                                                                                                        \
    X(PRIME, "'")                                                                                                      \
    X(STAR, "*")                                                                                                       \
    X(LPAREN, "(")                                                                                                     \
    X(RPAREN, ")")                                                                                                     \
    X(LBRACE, "{")                                                                                                     \
    X(RBRACE, "}")                                                                                                     \
    X(LBRACKET, "[")                                                                                                   \
    X(RBRACKET, "]")                                                                                                   \
    X(FORALL, "\xe2\x88\x80")                                                                                          \
    X(SIGN_UNEQUAL, "\xe2\x89\xa0")                                                                                    \
    X(SIGN_NOT, "\xc2\xac")                                                                                            \
    X(SIGN_AND, "\xe2\x88\xa7")                                                                                        \
    X(SIGN_OR, "\xe2\x88\xa8")                                                                                         \
    X(SIGN_XOR, "\xe2\x8a\x95")                                                                                        \
    X(SIGN_IMPLIES, "\xe2\x87\x92")                                                                                    \
    X(SIGN_IFF, "\xe2\x87\x94")                                                                                        \
    X(SIGN_STAR, "\xe2\x8b\x86")                                                                                       \
    X(SIGN_PRIME, "\xe2\x80\xb2")

enum {
    BBP_TOKENS = TOKEN_PUNCTUATOR - 1,
#define X(name, text) TOKEN_##name,
    BBP_PUNCTUATORS(X)
#undef X
};

/* Where an expression stands decides what it may mention. */
typedef enum ExprPlace {
    PLACE_CONSTRAINT, /* p.l, primes; neither * nor choose */
    PLACE_ACTIVE,     /* assume, assert, if, right side of x and l: l */
    PLACE_PASSIVE     /* right side of [l]: also [l] */
} ExprPlace;

typedef struct BbpName {
    const char *text;
    uint32_t shared, local; /* variables, NO_VARIABLE */
} BbpName;

#define NO_VARIABLE UINT32_MAX

/* A location that was named before it was known to exist. */
typedef struct PendingLocation {
    Token token;
    bool may_be_end; /* k + 1 is allowed, too */
} PendingLocation;

typedef struct BbpParser {
    Run *run;
    BoolProgram *p;
    Lexer lexer;
    Token token;    /* the next one */
    Token previous; /* the one before */
    Intern names;   /* name bytes to index of `name_data` */
    VEC(BbpName) name_data;
    VEC(PendingLocation) pending;
    VEC(uint32_t) key;
    uint32_t depth;
    /* of the expression being read */
    ExprPlace place;
    VEC(const char *) indices; /* PLACE_CONSTRAINT: names of thread indices, the active thread's first */
} BbpParser;

#endif
