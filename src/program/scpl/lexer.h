/* Tokens of .scpl text. */
#ifndef CHORUS_PROGRAM_SCPL_LEXER_H
#define CHORUS_PROGRAM_SCPL_LEXER_H

#include "base/lexer.h"

/* Punctuators, longest first where one is a prefix of another. */
#define SCPL_PUNCTUATORS(X)                                                                                            \
    X(SHL_ASSIGN, "<<=")                                                                                               \
    X(SHR_ASSIGN, ">>=")                                                                                               \
    X(INCREMENT, "++")                                                                                                 \
    X(DECREMENT, "--")                                                                                                 \
    X(ARROW, "->")                                                                                                     \
    X(SHL, "<<")                                                                                                       \
    X(SHR, ">>")                                                                                                       \
    X(LE, "<=")                                                                                                        \
    X(GE, ">=")                                                                                                        \
    X(EQ, "==")                                                                                                        \
    X(NE, "!=")                                                                                                        \
    X(AND_AND, "&&")                                                                                                   \
    X(OR_OR, "||")                                                                                                     \
    X(ADD_ASSIGN, "+=")                                                                                                \
    X(SUB_ASSIGN, "-=")                                                                                                \
    X(MUL_ASSIGN, "*=")                                                                                                \
    X(DIV_ASSIGN, "/=")                                                                                                \
    X(MOD_ASSIGN, "%=")                                                                                                \
    X(AND_ASSIGN, "&=")                                                                                                \
    X(OR_ASSIGN, "|=")                                                                                                 \
    X(XOR_ASSIGN, "^=")                                                                                                \
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
    X(LPAREN, "(")                                                                                                     \
    X(RPAREN, ")")                                                                                                     \
    X(LBRACE, "{")                                                                                                     \
    X(RBRACE, "}")                                                                                                     \
    X(LBRACKET, "[")                                                                                                   \
    X(RBRACKET, "]")                                                                                                   \
    X(AT, "@")

/* TOKEN_SHL_ASSIGN, ...; a name that begins with '$' is bound by let. */
enum {
    SCPL_TOKENS = TOKEN_PUNCTUATOR - 1,
#define X(name, text) TOKEN_##name,
    SCPL_PUNCTUATORS(X)
#undef X
};

void lexer_init(Lexer *lexer, Run *run, const char *file, const char *text, size_t length);
/* The inverse of token_text for strings and quoted names: with the given quote around. */
void scpl_add_quoted(Str *out, char quote, const char *text);

#endif
