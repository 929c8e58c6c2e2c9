#include "proof/text/evidence.h"

#include <string.h>

#include "base/check.h"
#include "base/sha256.h"
#include "program/scpl/print.h"

/* ---- printing ---- */

const char *evidence_digest(Program *p)
{
    Str text;
    str_init(p->run, &text);
    scpl_print_bare(p, &text);
    char digest[SHA256_TEXT_SIZE];
    sha256_text(str_text(&text), text.length, digest);
    CHECK(strlen(digest) == SHA256_TEXT_SIZE - 1);
    str_clear(&text);
    return run_format(p->run, "sha256:%s", digest);
}

/* As a word: "unreach_call". */
static const char *property_word(Run *run, const TraceOptions *options)
{
    char *word = run_format(run, "%s", options->property ? options->property : "unreach-call");
    for (char *c = word; *c; c++)
        if (*c == '-') *c = '_';
    return word;
}

void evidence_print_header(Program *p, const char *kind, unsigned version, const TraceOptions *options, Str *out)
{
    str_addf(out, "chorus %s %u\n", kind, version);
    str_addf(out, "digest \"%s\"\n", evidence_digest(p));
    str_addf(out, "property %s\n", property_word(p->run, options));
    for (uint32_t i = 0; i < options->count; i++)
        str_addf(out, "option %s %s\n", options->data[i].name, options->data[i].value);
    for (uint32_t i = 0; i < options->flag_count; i++) {
        str_add(out, "flag ");
        scpl_add_quoted(out, '"', options->flags[i]);
        str_add(out, "\n");
    }
}

/* ---- tokens ---- */

void evidence_advance(EvidenceParser *ps) { ps->token = lexer_next(&ps->lexer); }

_Noreturn void evidence_fail_expected(EvidenceParser *ps, const char *what)
{
    lexer_error(&ps->lexer, &ps->token, "expected %s, not %s", what, token_describe(&ps->lexer, &ps->token));
}

bool evidence_is_word(const EvidenceParser *ps, const char *word)
{
    return ps->token.kind == TOKEN_NAME && token_is(&ps->token, word);
}

bool evidence_accept_word(EvidenceParser *ps, const char *word)
{
    if (!evidence_is_word(ps, word)) return false;
    evidence_advance(ps);
    return true;
}

void evidence_expect_word(EvidenceParser *ps, const char *word)
{
    if (!evidence_accept_word(ps, word)) evidence_fail_expected(ps, run_format(ps->run, "'%s'", word));
}

bool evidence_accept(EvidenceParser *ps, TokenKind kind)
{
    if (ps->token.kind != kind) return false;
    evidence_advance(ps);
    return true;
}

void evidence_expect(EvidenceParser *ps, TokenKind kind, const char *what)
{
    if (!evidence_accept(ps, kind)) evidence_fail_expected(ps, what);
}

uint32_t evidence_expect_number(EvidenceParser *ps, const char *what)
{
    if (ps->token.kind != TOKEN_NUMBER || ps->token.value >= NO_ID) evidence_fail_expected(ps, what);
    uint32_t value = (uint32_t)ps->token.value;
    evidence_advance(ps);
    return value;
}

void evidence_expect_index(EvidenceParser *ps, uint32_t index, const char *what)
{
    Token at = ps->token;
    if (evidence_expect_number(ps, what) != index) lexer_error(&ps->lexer, &at, "expected %s %u", what, index);
}

uint32_t evidence_expect_below(EvidenceParser *ps, uint32_t limit, const char *what)
{
    Token at = ps->token;
    uint32_t number = evidence_expect_number(ps, what);
    if (number >= limit) lexer_error(&ps->lexer, &at, "%s: there is none with number %u", what, number);
    return number;
}

const char *evidence_expect_text(EvidenceParser *ps, TokenKind kind, const char *what)
{
    if (ps->token.kind != kind) evidence_fail_expected(ps, what);
    const char *text = token_text(&ps->lexer, &ps->token);
    evidence_advance(ps);
    return text;
}

TemplateId evidence_expect_template(EvidenceParser *ps)
{
    Token at = ps->token;
    if (at.kind != TOKEN_NAME && at.kind != TOKEN_QUOTED) evidence_fail_expected(ps, "the name of a template");
    TemplateId template = trace_names_find_template(&ps->names, token_text(&ps->lexer, &at));
    if (template.i == NO_ID) lexer_error(&ps->lexer, &at, "there is no template %s", token_describe(&ps->lexer, &at));
    CHECK(template.i < ps->p->templates.count);
    evidence_advance(ps);
    return template;
}

LocId evidence_expect_location(EvidenceParser *ps, TemplateId t)
{
    Token at = ps->token;
    const uint32_t *first = ps->names.location_first;
    uint32_t number = evidence_expect_number(ps, "the number of a location");
    if (number >= first[t.i + 1] - first[t.i])
        lexer_error(&ps->lexer, &at, "template %s has no location %u", ps->p->templates.data[t.i].name, number);
    LocId l = {ps->names.location_at[first[t.i] + number]};
    CHECK(ps->p->locs.data[l.i].template.i == t.i);
    return l;
}

void evidence_expect_locations(EvidenceParser *ps, TemplateId t, bool *set)
{
    do
        set[evidence_expect_location(ps, t).i] = true;
    while (ps->token.kind == TOKEN_NUMBER);
}

void evidence_parse_locations(EvidenceParser *ps, const char *keyword, bool *set)
{
    while (evidence_accept_word(ps, keyword))
        evidence_expect_locations(ps, evidence_expect_template(ps), set);
}

Token evidence_peek(const EvidenceParser *ps)
{
    Lexer ahead = ps->lexer;
    return lexer_next(&ahead);
}

/* ---- header ---- */

static void parse_version(EvidenceParser *ps, const char *kind, unsigned newest)
{
    if (!evidence_accept_word(ps, "chorus") || !evidence_accept_word(ps, kind))
        lexer_error(&ps->lexer, &ps->token, "is not a %s file of Chorus", kind);
    Token at = ps->token;
    ps->version = evidence_expect_number(ps, "the version of the format");
    if (!ps->version || ps->version > newest)
        lexer_error(&ps->lexer, &at, "version %u of the format is not known (known is %s%u)", ps->version,
                    newest > 1 ? "1 to " : "", newest);
}

/* The options come after the digest but explain it better: what differs is said by name. */
static void parse_options(EvidenceParser *ps, const char *kind, const TraceOptions *options)
{
    for (uint32_t i = 0; i < options->count; i++) {
        evidence_expect_word(ps, "option");
        evidence_expect_word(ps, options->data[i].name);
        Token at = ps->token;
        const char *value = evidence_expect_text(ps, TOKEN_NAME, "a value");
        if (strcmp(value, options->data[i].value) != 0)
            lexer_error(&ps->lexer, &at, "the %s is for another program or other options (%s is %s, not %s)", kind,
                        options->data[i].name, value, options->data[i].value);
    }
    while (evidence_accept_word(ps, "flag"))
        evidence_expect_text(ps, TOKEN_STRING, "a flag of the compiler in quotes");
}

static void parse_property(EvidenceParser *ps, const char *kind, const TraceOptions *options)
{
    const char *asked = property_word(ps->run, options);
    Token at = ps->token;
    const char *property = evidence_expect_text(ps, TOKEN_NAME, "a property");
    if (strcmp(property, asked) != 0)
        lexer_error(&ps->lexer, &at, "the %s is for another property (%s, not %s: see --property)", kind, property,
                    asked);
}

void evidence_begin_plain(EvidenceParser *ps, Program *p, const char *file, const char *text, size_t length)
{
    memset(ps, 0, sizeof *ps);
    ps->p = p;
    ps->run = p->run;
    trace_names_init(&ps->names, p);
    lexer_init(&ps->lexer, p->run, file, text, length);
    evidence_advance(ps);
}

void evidence_begin(EvidenceParser *ps, Program *p, const char *kind, unsigned newest, const TraceOptions *options,
                    const char *file, const char *text, size_t length)
{
    evidence_begin_plain(ps, p, file, text, length);
    parse_version(ps, kind, newest);
    evidence_expect_word(ps, "digest");
    Token at = ps->token;
    const char *digest = evidence_expect_text(ps, TOKEN_STRING, "a digest in quotes");
    evidence_expect_word(ps, "property");
    parse_property(ps, kind, options);
    parse_options(ps, kind, options);
    if (strcmp(digest, evidence_digest(p)) != 0)
        lexer_error(&ps->lexer, &at,
                    "the %s is for another program or other options (the digest differs), or another version of Chorus "
                    "made it",
                    kind);
}

void evidence_end(EvidenceParser *ps) { trace_names_clear(&ps->names); }
