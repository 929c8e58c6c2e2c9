#include "program/scpl/lexer.h"

static const char *const punctuators[] = {
#define X(name, text) text,
    SCPL_PUNCTUATORS(X)
#undef X
};

/* '.', '#': names that the C front end makes are printed as they are. */
static const LexerLanguage language = {"$", ".#", punctuators, sizeof punctuators / sizeof punctuators[0]};

void lexer_init(Lexer *lexer, Run *run, const char *file, const char *text, size_t length)
{
    lexer_start(lexer, run, &language, file, text, length);
}

void scpl_add_quoted(Str *out, char quote, const char *text) { lexer_add_quoted(out, quote, text); }
