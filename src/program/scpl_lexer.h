/* Tokens of .scpl text. */
#ifndef CHORUS_PROGRAM_SCPL_LEXER_H
#define CHORUS_PROGRAM_SCPL_LEXER_H

#include "base/run.h"
#include "base/str.h"

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

typedef enum TokenKind {
    TOKEN_END,
    TOKEN_NAME,   /* letters, digits, '_', '.', '#'; may be a keyword. '$' first: a name bound by let */
    TOKEN_QUOTED, /* `any text`: a name that is never a keyword */
    TOKEN_STRING, /* "any text" */
    TOKEN_NUMBER,
#define X(name, text) TOKEN_##name,
    SCPL_PUNCTUATORS(X)
#undef X
} TokenKind;

typedef struct Token {
    TokenKind kind;
    uint32_t line, column;
    const char *start; /* in the source text; names and strings: without quotes, escapes not yet resolved */
    size_t length;
    uint64_t value;   /* numbers */
    bool is_unsigned; /* numbers: suffix u, or too large for 63 bits */
} Token;

typedef struct Lexer {
    Run *run;
    const char *file;
    const char *at, *end;
    const char *line_start;
    uint32_t line;
    const char *token_end; /* just after the last token read */
} Lexer;

void lexer_init(Lexer *lexer, Run *run, const char *file, const char *text, size_t length);
/* The next token; TOKEN_END at the end, again and again. Bytes that begin no token: error. */
Token lexer_next(Lexer *lexer);
SourcePos lexer_pos(const Lexer *lexer, const Token *token);
/* Adds a diagnostic and stops the run with STOP_INPUT. */
_Noreturn void lexer_error(const Lexer *lexer, const Token *token, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

bool token_is(const Token *token, const char *keyword);
/* The token's text with escapes resolved; owned by the run. */
char *token_text(const Lexer *lexer, const Token *token);
/* What to call the token in a message: at most a few bytes of it, printable. */
const char *token_describe(const Lexer *lexer, const Token *token);
/* The inverse of token_text for strings and quoted names: with the given quote around. */
void scpl_add_quoted(Str *out, char quote, const char *text);

#endif
