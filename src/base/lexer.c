/* One pass over the bytes, no look-ahead beyond a token, no copies. */
#include "base/lexer.h"

#include <stdio.h>
#include <string.h>

#include "base/check.h"

#define TEXT_MAX 160

/* A punctuator that comes first hides those that begin with it. */
static bool none_is_hidden(const LexerLanguage *language)
{
    for (size_t i = 0; i < language->punctuator_count; i++)
        for (size_t k = i + 1; k < language->punctuator_count; k++)
            if (strncmp(language->punctuators[i], language->punctuators[k], strlen(language->punctuators[i])) == 0)
                return false;
    return true;
}

void lexer_start(Lexer *lexer, Run *run, const LexerLanguage *language, const char *file, const char *text,
                 size_t length)
{
    CHECK(none_is_hidden(language));
    *lexer = (Lexer){.run = run,
                     .language = language,
                     .file = file,
                     .at = text,
                     .end = text + length,
                     .line_start = text,
                     .line = 1,
                     .token_end = text};
}

SourcePos lexer_pos(const Lexer *lexer, const Token *token)
{
    return (SourcePos){lexer->file, token->line, token->column};
}

_Noreturn void lexer_error(const Lexer *lexer, const Token *token, const char *format, ...)
{
    char text[512], place[256];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    SourcePos pos = lexer_pos(lexer, token);
    diag_add(lexer->run, SEVERITY_ERROR, pos, "%s", text);
    diag_format_pos(pos, place, sizeof place);
    run_stop(lexer->run, STOP_INPUT, "%s%s", place, text);
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

static bool is_name_start(const Lexer *lexer, char c)
{
    return is_letter(c) || (c && strchr(lexer->language->name_starts, c));
}

static bool is_name_char(const Lexer *lexer, char c)
{
    return is_name_start(lexer, c) || is_digit(c) || (c && strchr(lexer->language->name_chars, c));
}

static void start_line(Lexer *lexer)
{
    lexer->line++;
    lexer->line_start = lexer->at;
}

static Token token_here(const Lexer *lexer)
{
    size_t column = (size_t)(lexer->at - lexer->line_start) + 1;
    return (Token){.kind = TOKEN_END,
                   .line = lexer->line,
                   .column = column > UINT32_MAX ? UINT32_MAX : (uint32_t)column,
                   .start = lexer->at};
}

static void skip_block_comment(Lexer *lexer)
{
    Token opening = token_here(lexer);
    lexer->at += 2;
    while (lexer->end - lexer->at >= 2) {
        if (lexer->at[0] == '*' && lexer->at[1] == '/') {
            lexer->at += 2;
            return;
        }
        if (*lexer->at++ == '\n') start_line(lexer);
    }
    lexer_error(lexer, &opening, "comment without end");
}

static void skip_space(Lexer *lexer)
{
    while (lexer->at < lexer->end) {
        char c = *lexer->at;
        bool two = lexer->end - lexer->at >= 2;
        if (c == '\n') {
            lexer->at++;
            start_line(lexer);
        } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
            lexer->at++;
        } else if (c == '/' && two && lexer->at[1] == '/') {
            const char *eol = memchr(lexer->at, '\n', (size_t)(lexer->end - lexer->at));
            lexer->at = eol ? eol : lexer->end;
        } else if (c == '/' && two && lexer->at[1] == '*') {
            skip_block_comment(lexer);
        } else {
            return;
        }
    }
}

static int digit_value(char c)
{
    if (is_digit(c)) return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return 99;
}

static void lex_number(Lexer *lexer, Token *token)
{
    unsigned base = 10;
    bool hex = lexer->end - lexer->at >= 2 && lexer->at[0] == '0' && (lexer->at[1] == 'x' || lexer->at[1] == 'X');
    if (hex) {
        base = 16;
        lexer->at += 2;
    } else if (lexer->end - lexer->at >= 2 && lexer->at[0] == '0' && is_digit(lexer->at[1])) {
        lexer_error(lexer, token, "number with a leading zero");
    }
    const char *digits = lexer->at;
    for (; lexer->at < lexer->end && digit_value(*lexer->at) < (int)base; lexer->at++) {
        uint64_t digit = (uint64_t)digit_value(*lexer->at);
        if (token->value > (UINT64_MAX - digit) / base) lexer_error(lexer, token, "number does not fit 64 bits");
        token->value = token->value * base + digit;
    }
    if (lexer->at == digits) lexer_error(lexer, token, "number without digits");
    token->is_unsigned = token->value > INT64_MAX;
    if (lexer->at < lexer->end && (*lexer->at == 'u' || *lexer->at == 'U')) {
        token->is_unsigned = true;
        lexer->at++;
    }
    if (lexer->at < lexer->end && is_name_char(lexer, *lexer->at))
        lexer_error(lexer, token, "letters directly after a number");
}

static void lex_quoted(Lexer *lexer, Token *token, char quote)
{
    token->start = ++lexer->at;
    while (lexer->at < lexer->end && *lexer->at != quote) {
        unsigned char c = (unsigned char)*lexer->at;
        if (c < ' ')
            lexer_error(lexer, token, c == '\n' ? "text without closing quote" : "control character in quoted text");
        lexer->at += c == '\\' && lexer->end - lexer->at >= 2 && (unsigned char)lexer->at[1] >= ' ' ? 2 : 1;
    }
    if (lexer->at >= lexer->end) lexer_error(lexer, token, "text without closing quote");
    token->length = (size_t)(lexer->at - token->start);
    lexer->at++;
}

static void lex_punctuator(Lexer *lexer, Token *token)
{
    size_t left = (size_t)(lexer->end - lexer->at);
    for (size_t i = 0; i < lexer->language->punctuator_count; i++) {
        const char *text = lexer->language->punctuators[i];
        if (*text != *lexer->at) continue;
        size_t length = strlen(text);
        if (length <= left && memcmp(text, lexer->at, length) == 0) {
            token->kind = TOKEN_PUNCTUATOR + (TokenKind)i;
            lexer->at += length;
            return;
        }
    }
    unsigned char c = (unsigned char)*lexer->at;
    if (c > ' ' && c < 127) lexer_error(lexer, token, "unexpected character '%c'", c);
    lexer_error(lexer, token, "unexpected byte 0x%02x", c);
}

Token lexer_next(Lexer *lexer)
{
    run_poll(lexer->run);
    skip_space(lexer);
    CHECK(lexer->line_start <= lexer->at && lexer->at <= lexer->end);
    Token token = token_here(lexer);
    if (lexer->at >= lexer->end) return token;
    char c = *lexer->at;
    if (is_name_start(lexer, c)) {
        token.kind = TOKEN_NAME;
        while (lexer->at < lexer->end && is_name_char(lexer, *lexer->at))
            lexer->at++;
    } else if (is_digit(c)) {
        token.kind = TOKEN_NUMBER;
        lex_number(lexer, &token);
    } else if (c == '`' || c == '"') {
        token.kind = c == '`' ? TOKEN_QUOTED : TOKEN_STRING;
        lex_quoted(lexer, &token, c);
    } else {
        lex_punctuator(lexer, &token);
    }
    if (token.length == 0 && token.kind != TOKEN_QUOTED && token.kind != TOKEN_STRING)
        token.length = (size_t)(lexer->at - token.start);
    CHECK(lexer->at > token.start || token.length == 0); /* each call reads something */
    CHECK(token.start + token.length <= lexer->at && lexer->at <= lexer->end);
    lexer->token_end = lexer->at;
    return token;
}

bool token_is(const Token *token, const char *keyword)
{
    return token->kind == TOKEN_NAME && strlen(keyword) == token->length &&
           memcmp(token->start, keyword, token->length) == 0;
}

static bool unescape_hex(const char *text, size_t left, unsigned *value)
{
    if (left < 2 || digit_value(text[0]) > 15 || digit_value(text[1]) > 15) return false;
    *value = (unsigned)(digit_value(text[0]) * 16 + digit_value(text[1]));
    return *value != 0; /* names and texts are zero-terminated */
}

char *token_text(const Lexer *lexer, const Token *token)
{
    char *text = run_strndup(lexer->run, token->start, token->length);
    if (token->kind != TOKEN_QUOTED && token->kind != TOKEN_STRING) return text;
    size_t out = 0;
    for (size_t i = 0; i < token->length; i++) {
        unsigned value;
        if (text[i] != '\\' || i + 1 == token->length) {
            text[out++] = text[i];
        } else if (text[i + 1] == 'x') {
            if (!unescape_hex(text + i + 2, token->length - i - 2, &value))
                lexer_error(lexer, token, "'\\x' needs two hexadecimal digits, not both zero");
            text[out++] = (char)value;
            i += 3;
        } else {
            text[out++] = text[++i];
        }
    }
    text[out] = '\0';
    return text;
}

const char *token_describe(const Lexer *lexer, const Token *token)
{
    switch (token->kind) {
    case TOKEN_END: return "end of text";
    case TOKEN_STRING: return "a string";
    default: return run_format(lexer->run, "'%.*s'", (int)(token->length < 40 ? token->length : 40), token->start);
    }
}

const char *lexer_text_between(Run *run, const char *start, const char *end)
{
    char text[TEXT_MAX + 1];
    size_t n = 0;
    bool space = false;
    for (const char *c = start; c < end && n < TEXT_MAX - 1; c++) {
        if (end - c >= 2 && c[0] == '/' && (c[1] == '/' || c[1] == '*')) {
            const char *close =
                c[1] == '/' ? memchr(c, '\n', (size_t)(end - c)) : memmem(c + 2, (size_t)(end - c - 2), "*/", 2);
            c = !close ? end - 1 : c[1] == '/' ? close : close + 1;
            space = true;
        } else if ((unsigned char)*c <= ' ') {
            space = true;
        } else {
            if (space && n) text[n++] = ' ';
            space = false;
            text[n++] = *c;
        }
    }
    return run_strndup(run, text, n);
}

void lexer_add_quoted(Str *out, char quote, const char *text)
{
    str_add_bytes(out, &quote, 1);
    for (const char *c = text; *c; c++) {
        if (*c == quote || *c == '\\') {
            str_add_bytes(out, "\\", 1);
            str_add_bytes(out, c, 1);
        } else if ((unsigned char)*c < ' ') {
            str_addf(out, "\\x%02x", (unsigned)(unsigned char)*c);
        } else {
            str_add_bytes(out, c, 1);
        }
    }
    str_add_bytes(out, &quote, 1);
}
