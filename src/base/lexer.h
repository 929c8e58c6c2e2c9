/* Tokens of the languages that Chorus reads: names, numbers, strings, and the punctuators of the language. */
#ifndef CHORUS_BASE_LEXER_H
#define CHORUS_BASE_LEXER_H

#include "base/run.h"
#include "base/str.h"

/* A language numbers its punctuators from TOKEN_PUNCTUATOR on, in the order of LexerLanguage.punctuators. */
typedef uint32_t TokenKind;
enum {
    TOKEN_END,
    TOKEN_NAME,   /* may be a keyword */
    TOKEN_QUOTED, /* `any text`: a name that is never a keyword */
    TOKEN_STRING, /* "any text" */
    TOKEN_NUMBER,
    TOKEN_PUNCTUATOR
};

typedef struct LexerLanguage {
    const char *name_starts;        /* what may begin a name besides letters and '_' */
    const char *name_chars;         /* what may follow besides that and digits */
    const char *const *punctuators; /* longest first where one is a prefix of another */
    size_t punctuator_count;
} LexerLanguage;

typedef struct Token {
    TokenKind kind;
    uint32_t line, column; /* columns are counted in bytes */
    const char *start;     /* in the source text; names and strings: without quotes, escapes not yet resolved */
    size_t length;
    uint64_t value;   /* numbers */
    bool is_unsigned; /* numbers: suffix u, or too large for 63 bits */
} Token;

typedef struct Lexer {
    Run *run;
    const LexerLanguage *language;
    const char *file;
    const char *at, *end;
    const char *line_start;
    uint32_t line;
    const char *token_end; /* just after the last token read */
} Lexer;

void lexer_start(Lexer *lexer, Run *run, const LexerLanguage *language, const char *file, const char *text,
                 size_t length);
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
/* The source text from start up to end, white space and comments of C made one space, cut when long; owned by the run.
 */
const char *lexer_text_between(Run *run, const char *start, const char *end);
/* The inverse of token_text for strings and quoted names: with the given quote around. */
void lexer_add_quoted(Str *out, char quote, const char *text);

#endif
