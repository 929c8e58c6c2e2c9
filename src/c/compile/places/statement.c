/* A reader of tokens, and of as much of C's grammar as tells where statements begin: braces of functions from those of
 * types and initialisers, the words that statements begin with, labels. Errs towards no statement: what is not
 * understood begins none. */
#include "c/compile/places/statement.h"

#include <ctype.h>
#include <string.h>

#include "base/check.h"

typedef struct SourceToken {
    char kind; /* 'w' a word, '0' a number, text or character, 0 the end, else the character itself */
    size_t start, end;
} SourceToken;

typedef enum Block { BLOCK_PLAIN, BLOCK_DO } Block;

typedef struct Reader {
    Run *run;
    const char *text;
    size_t at;
    SourceToken t; /* the one at hand */
    Statements *out;
    VEC(Block) blocks;   /* that are open */
    VEC(size_t) pending; /* labels and braces before the next statement */
    bool is_do, ends_do; /* `do` was read; the `while` that ends it comes */
    bool is_wrong;
} Reader;

/* ---- tokens ---- */

static size_t skip_line(const char *text, size_t at)
{
    for (; text[at] && text[at] != '\n'; at++)
        if (text[at] == '\\' && text[at + 1]) at++;
    return at;
}

static bool begins_line(const char *text, size_t at)
{
    while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t'))
        at--;
    return at == 0 || text[at - 1] == '\n';
}

/* Blanks, comments, lines of the preprocessor. */
static size_t skip_blanks_and_comments(const char *text, size_t at)
{
    for (;;) {
        if (isspace((unsigned char)text[at]) || (text[at] == '\\' && text[at + 1] == '\n')) {
            at++;
        } else if (text[at] == '/' && text[at + 1] == '/') {
            at = skip_line(text, at);
        } else if (text[at] == '/' && text[at + 1] == '*') {
            const char *end = strstr(text + at + 2, "*/");
            if (!end) return at + strlen(text + at);
            at = (size_t)(end - text) + 2;
        } else if (text[at] == '#' && begins_line(text, at)) {
            at = skip_line(text, at);
        } else {
            return at;
        }
    }
}

static size_t skip_quoted(const char *text, size_t at)
{
    char quote = text[at++];
    while (text[at] && text[at] != quote && text[at] != '\n')
        at += text[at] == '\\' && text[at + 1] ? 2 : 1;
    return text[at] == quote ? at + 1 : at;
}

static bool is_identifier_char(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$'; }

static void read_token(Reader *r)
{
    size_t at = skip_blanks_and_comments(r->text, r->at);
    r->t = (SourceToken){r->text[at], at, at + 1};
    if (!r->text[at]) {
        r->t.end = at;
    } else if (r->text[at] == '"' || r->text[at] == '\'') {
        r->t.kind = '0';
        r->t.end = skip_quoted(r->text, at);
    } else if (is_identifier_char(r->text[at])) {
        r->t.kind = isdigit((unsigned char)r->text[at]) ? '0' : 'w';
        while (is_identifier_char(r->text[r->t.end]))
            r->t.end++;
    }
    r->at = r->t.end;
}

static SourceToken peek_token(const Reader *r)
{
    Reader copy = *r;
    read_token(&copy);
    return copy.t;
}

static bool is_word(const Reader *r, const char *word)
{
    return r->t.kind == 'w' && strlen(word) == r->t.end - r->t.start &&
           strncmp(r->text + r->t.start, word, r->t.end - r->t.start) == 0;
}

static bool is_one_of_words(const Reader *r, const char *const *words)
{
    while (*words && !is_word(r, *words))
        words++;
    return *words != NULL;
}

/* Behind what closes the bracket at hand; `stop`: where that character stands in it first, not deeper. */
static size_t skip_brackets(Reader *r, char stop)
{
    size_t stopped = 0;
    int depth = 0;
    do {
        if (strchr("([{", r->t.kind) && r->t.kind) depth++;
        if (strchr(")]}", r->t.kind) && r->t.kind) depth--;
        if (r->t.kind == stop && depth == 1 && !stopped) stopped = r->t.end;
        if (!r->t.kind) {
            r->is_wrong = true;
            return stopped;
        }
        read_token(r);
    } while (depth > 0);
    return stopped;
}

/* ---- statements ---- */

static void add_statement_start(Reader *r, size_t at) { vec_push(r->run, &r->pending, at); }

static void push_statement(Reader *r, size_t start, size_t end, StatementKind kind)
{
    CHECK(start < end);
    add_statement_start(r, start);
    for (uint32_t i = 0; i < r->pending.count; i++)
        vec_push(r->run, &r->out->starts, ((StatementStart){r->pending.data[i], r->out->all.count}));
    vec_push(r->run, &r->out->all, ((Statement){start, end, kind}));
    vec_clear(&r->pending);
}

/* Up to the semicolon; or a macro that stands before a block. */
static void read_plain(Reader *r)
{
    size_t start = r->t.start, tokens = 0;
    bool is_call = r->t.kind == 'w';
    for (; r->t.kind && r->t.kind != ';'; tokens++) {
        if (r->t.kind == '}' || r->t.kind == ')' || r->t.kind == ']') r->is_wrong = true;
        if (r->is_wrong) return;
        is_call &= tokens < 2 && (tokens != 1 || r->t.kind == '(');
        size_t end = r->t.start;
        if (!strchr("([{", r->t.kind)) {
            read_token(r);
            continue;
        }
        skip_brackets(r, 0);
        if (tokens != 1 || !is_call || r->t.kind != '{') continue;
        push_statement(r, start, end, STATEMENT_MACRO);
        return;
    }
    if (!r->t.kind) r->is_wrong = true;
    if (r->is_wrong) return;
    push_statement(r, start, r->t.end, STATEMENT_PLAIN);
    read_token(r);
    r->ends_do = r->is_do;
    r->is_do = false;
}

static void read_statement_head(Reader *r)
{
    StatementKind kind = is_word(r, "while") ? STATEMENT_WHILE : is_word(r, "for") ? STATEMENT_FOR : STATEMENT_PLAIN;
    size_t start = r->t.start;
    bool is_end = kind == STATEMENT_WHILE && r->ends_do;
    read_token(r);
    if (r->t.kind != '(') {
        r->is_wrong = true;
        return;
    }
    size_t first = skip_brackets(r, kind == STATEMENT_FOR ? ';' : 0);
    size_t end = r->t.start;
    while (end > start && r->text[end - 1] != ')')
        end--;
    if (is_end)
        r->ends_do = false;
    else
        push_statement(r, start, first ? first : end, kind);
}

/* Whether it was a label, which stands before its statement. */
static bool read_label(Reader *r)
{
    bool is_case = is_word(r, "case"), is_default = is_word(r, "default");
    if (!is_case && !is_default && peek_token(r).kind != ':') return false;
    add_statement_start(r, r->t.start);
    for (int choices = 0; r->t.kind && !(r->t.kind == ':' && !choices); read_token(r))
        choices += r->t.kind == '?' ? 1 : r->t.kind == ':' ? -1 : 0;
    read_token(r);
    return true;
}

static void read_keyword(Reader *r)
{
    static const char *const heads[] = {"if", "switch", "while", "for", NULL};
    if (is_one_of_words(r, heads)) {
        read_statement_head(r);
    } else if (is_word(r, "else")) {
        read_token(r);
    } else if (is_word(r, "do")) {
        push_statement(r, r->t.start, r->t.end, STATEMENT_DO);
        r->is_do = true;
        read_token(r);
    } else if (is_word(r, "_Pragma")) {
        read_token(r);
        if (r->t.kind == '(') skip_brackets(r, 0);
    } else if (!read_label(r)) {
        read_plain(r);
    }
}

static void read_body(Reader *r)
{
    CHECK(r->t.kind == '{' && !r->blocks.count);
    do {
        if (r->t.kind == '{') {
            vec_push(r->run, &r->blocks, r->is_do ? BLOCK_DO : BLOCK_PLAIN);
            r->is_do = false;
            add_statement_start(r, r->t.start);
            read_token(r);
        } else if (r->t.kind == '}') {
            vec_clear(&r->pending);
            r->ends_do = vec_last(&r->blocks) == BLOCK_DO;
            r->blocks.count--;
            read_token(r);
        } else if (r->t.kind == 'w') {
            read_keyword(r);
        } else if (r->t.kind) {
            read_plain(r);
        } else {
            r->is_wrong = true;
        }
    } while (r->blocks.count && !r->is_wrong);
}

/* Outside of functions: a brace behind a bracket, or where a declaration would begin (parameters as in K&R), is a
 * body. */
static void read_declarations(Reader *r)
{
    static const char *const types[] = {"struct", "union", "enum", NULL};
    static const char *const attributes[] = {"__attribute__", "__attribute", NULL};
    bool is_type = false, is_value = false, is_called = false, is_ended = false;
    while (r->t.kind && !r->is_wrong) {
        if (r->t.kind == '{' && (is_called || is_ended) && !is_value) {
            read_body(r);
            is_called = is_ended = false;
        } else if (strchr("([{", r->t.kind)) {
            is_called = r->t.kind == '(' && !is_type;
            is_ended = false;
            skip_brackets(r, 0);
        } else if (strchr(")]}", r->t.kind)) {
            r->is_wrong = true;
        } else {
            is_type = is_one_of_words(r, types) || (is_type && is_one_of_words(r, attributes));
            is_ended = r->t.kind == ';';
            is_called = is_called && r->t.kind == 'w';
            is_value = r->t.kind == '=' || (is_value && !is_ended);
            read_token(r);
        }
    }
}

bool statements_read(Run *run, const char *text, Statements *out)
{
    *out = (Statements){.text = text};
    Reader r = {.run = run, .text = text, .out = out};
    vec_push(run, &out->lines, (size_t)0);
    for (size_t i = 0; text[i]; i++)
        if (text[i] == '\n') vec_push(run, &out->lines, i + 1);
    read_token(&r);
    read_declarations(&r);
    vec_free(run, &r.blocks);
    vec_free(run, &r.pending);
    return !r.is_wrong;
}

/* ---- places ---- */

TextPos statements_pos(const Statements *s, size_t at)
{
    uint32_t low = 0, high = s->lines.count;
    while (low + 1 < high) {
        uint32_t middle = low + (high - low) / 2;
        if (s->lines.data[middle] <= at)
            low = middle;
        else
            high = middle;
    }
    return (TextPos){low + 1, (uint32_t)(at - s->lines.data[low]) + 1};
}

static const Statement *only_on_line(const Statements *s, uint32_t line, const char **why)
{
    const Statement *found = NULL;
    for (uint32_t i = 0; i < s->starts.count; i++) {
        const Statement *here = &s->all.data[s->starts.data[i].statement];
        if (statements_pos(s, s->starts.data[i].at).line != line || here == found) continue;
        *why = "several statements begin on the line, and no column says which is meant";
        if (found) return NULL;
        found = here;
    }
    *why = "no statement begins on the line";
    return found;
}

const Statement *statement_starting_at(const Statements *s, uint32_t line, uint32_t column, const char **why)
{
    *why = "no statement begins there";
    if (!line || line > s->lines.count) return NULL;
    if (!column) return only_on_line(s, line, why);
    size_t at = s->lines.data[line - 1];
    for (uint32_t i = 1; i < column; i++, at++)
        if (!s->text[at] || s->text[at] == '\n') return NULL;
    while (s->text[at] == ' ' || s->text[at] == '\t')
        at++;
    for (uint32_t i = 0; i < s->starts.count; i++)
        if (s->starts.data[i].at == at) return &s->all.data[s->starts.data[i].statement];
    return NULL;
}

static bool is_loop(const Statement *s) { return s->kind == STATEMENT_WHILE || s->kind == STATEMENT_FOR; }

const Statement *statement_loop_at(const Statements *s, uint32_t line, uint32_t column, const char **why)
{
    const Statement *found = column ? statement_starting_at(s, line, column, why) : NULL;
    *why = "no loop begins there (of those that begin with do it is not known)";
    for (uint32_t i = 0; i < s->all.count && !column; i++) {
        const Statement *here = &s->all.data[i];
        if (!is_loop(here) || statements_pos(s, here->start).line != line) continue;
        if (found) *why = "several loops begin on the line, and no column says which is meant";
        if (found) return NULL;
        found = here;
    }
    return found && is_loop(found) ? found : NULL;
}

const Statement *statement_around(const Statements *s, uint32_t line, uint32_t column)
{
    if (!line || !column || line > s->lines.count) return NULL;
    size_t at = s->lines.data[line - 1] + column - 1;
    for (uint32_t i = 0; i < s->all.count; i++)
        if (s->all.data[i].start <= at && at < s->all.data[i].end) return &s->all.data[i];
    return NULL;
}
