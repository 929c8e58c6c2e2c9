/* The parser of .scpl text: options and templates. Grammar and meaning: docs/scpl.md.
 *
 * Two passes over the text: the first finds the templates and their parameters, so that a spawn may come before the
 * template it starts; the second does the rest. Time is linear in the text. */
#include "program/scpl/parse.h"

#include "base/check.h"
#include "program/access.h"
#include "program/check.h"
#include "program/ideal.h"
#include "program/scpl/automaton.h"
#include "program/scpl/declaration.h"
#include "program/scpl/names.h"
#include "program/scpl/statement.h"
#include "program/scpl/tokens.h"
#include "program/scpl/types.h"

/* ---- templates ---- */

static Count parse_initial_count(Parser *s, Count otherwise)
{
    if (parser_accept(s, TOKEN_STAR)) return COUNT_MANY;
    if (!parser_at(s, TOKEN_NUMBER)) return otherwise;
    if (s->token.value > 1) lexer_error(&s->lexer, &s->token, "a template starts 0, 1 or * (any number of) threads");
    Count count = s->token.value ? COUNT_ONE : COUNT_NONE;
    parser_next(s);
    return count;
}

/* Name, count and parameters; the keyword has been read. First pass only. */
static void declare_template(Parser *s)
{
    Token token = s->token;
    uint32_t name = parser_name(s, "the name of a template");
    ScplName *n = &s->names.data[name];
    if (n->template != NO_ID) lexer_error(&s->lexer, &token, "template '%s' is declared twice", n->text);
    s->template = program_add_template(s->p, n->text);
    n->template = s->template.i;
    s->scope = s->template.i + 1;
    Count count = parse_initial_count(s, COUNT_NONE);
    parse_parameters(s);
    s->p->templates.data[s->template.i].initial = parse_initial_count(s, count);
}

/* Goes past a block without looking inside. */
static void skip_block(Parser *s)
{
    if (!parser_at(s, TOKEN_LBRACE)) return;
    uint64_t depth = 0;
    do {
        depth += parser_at(s, TOKEN_LBRACE);
        CHECK(depth > 0);
        depth -= parser_at(s, TOKEN_RBRACE);
        parser_next(s);
    } while (depth && !parser_at(s, TOKEN_END));
}

static void find_options_and_templates(Parser *s)
{
    while (!parser_at(s, TOKEN_END)) {
        if (parser_accept_keyword(s, "option")) {
            s->no_positions |= parser_at_keyword(s, "positions");
        } else if (parser_accept_keyword(s, "template") || parser_accept_keyword(s, "automaton")) {
            declare_template(s);
            skip_block(s);
        } else {
            parser_next(s);
        }
    }
}

/* Second pass: the header of the template was read in the first. */
static void skip_header(Parser *s)
{
    while (!parser_at(s, TOKEN_LBRACE)) {
        if (parser_at(s, TOKEN_END)) parser_unexpected(s, "'{'");
        if (parser_at(s, TOKEN_SEMICOLON)) parser_unexpected(s, "'{'");
        parser_next(s);
    }
    parser_next(s);
}

/* The parameters were declared in the first pass; their names may mean another template's by now. */
static void enter_template(Parser *s, uint32_t t)
{
    CHECK(program_has_template(s->p, (TemplateId){t})); /* the first pass has declared all */
    s->template.i = t;
    s->scope = t + 1;
    const Template *template = &s->p->templates.data[t];
    for (uint32_t i = 0; i < template->locals.count; i++) {
        uint32_t v = template->locals.data[i], name = parser_intern(s, s->p->vars.data[v].name);
        CHECK(s->p->vars.data[v].is_parameter); /* the others come later */
        s->names.data[name].local = v;
        s->names.data[name].local_scope = s->scope;
    }
}

static void parse_local_declarations(Parser *s)
{
    while (parser_accept_keyword(s, "local"))
        parse_declaration(s, VAR_LOCAL);
}

static void parse_template(Parser *s, bool automaton)
{
    uint32_t t = s->templates_declared++;
    skip_header(s);
    enter_template(s, t);
    parse_local_declarations(s);
    if (automaton) {
        parse_automaton_body(s);
    } else {
        parse_statements(s, TOKEN_RBRACE);
    }
    parser_expect(s, TOKEN_RBRACE, "'}' at the end of a template");
    s->scope = 0;
}

/* ---- the whole text ---- */

static void parse_option(Parser *s)
{
    if (parser_accept_keyword(s, "created"))
        s->p->counts_initial = false;
    else if (parser_accept_keyword(s, "merged"))
        s->p->is_merged = true;
    else if (parser_accept_keyword(s, "ideal"))
        s->p->has_ideal_integers = true;
    else if (parser_accept_keyword(s, "unproved"))
        s->p->unproved = parser_at(s, TOKEN_STRING) ? parse_string(s, "the reason in quotes") : "the program says so";
    else if (!parser_accept_keyword(s, "positions"))
        parser_unexpected(s, "created, merged, ideal, unproved or positions");
    parser_expect(s, TOKEN_SEMICOLON, "';'");
}

/* Fig. 1 writes `shared` once for `s = 0; t = 1;`: after a declaration without type, an assignment of a number to a
 * name not yet known goes on declaring. */
static bool at_more_declarations(Parser *s)
{
    if (!parser_at_name(s)) return false;
    Token next = parser_peek(s);
    if (next.kind != TOKEN_ASSIGN) return false;
    Parser ahead = *s; /* names that are interned here are harmless, but must not be lost */
    uint32_t name = parser_name(&ahead, "a name");
    s->key = ahead.key;
    s->names = ahead.names;
    s->name_keys = ahead.name_keys;
    CHECK(name < s->names.count);
    parser_next(&ahead);
    parser_accept(&ahead, TOKEN_MINUS);
    return parser_lookup_var(s, name) == NO_ID && parser_accept(&ahead, TOKEN_NUMBER) &&
           parser_at(&ahead, TOKEN_SEMICOLON);
}

static void parse_global_declarations(Parser *s, VarClass class)
{
    bool typed = parser_at_type(s) || parser_at_keyword(s, "temporary");
    parse_declaration(s, class);
    while (!typed && at_more_declarations(s))
        parse_declaration(s, class);
}

/* The papers number their declarations 0. */
static void skip_zero_label(Parser *s)
{
    if (!parser_at(s, TOKEN_NUMBER) || s->token.value != 0 || parser_peek(s).kind != TOKEN_COLON) return;
    Lexer ahead = s->lexer;
    lexer_next(&ahead);
    Token after = lexer_next(&ahead);
    if (token_is(&after, "shared") || token_is(&after, "local")) {
        parser_next(s);
        parser_next(s);
    }
}

/* Fig. 1: one template without a frame, run by any number of threads. */
static void parse_single_template(Parser *s)
{
    s->template = program_add_template(s->p, "thread");
    s->p->templates.data[s->template.i].initial = COUNT_MANY;
    uint32_t name = parser_intern(s, "thread");
    s->names.data[name].template = s->template.i;
    s->scope = s->template.i + 1;
    for (;;) {
        skip_zero_label(s);
        if (parser_accept_keyword(s, "option"))
            parse_option(s);
        else if (parser_accept_keyword(s, "shared"))
            parse_global_declarations(s, VAR_SHARED);
        else if (parser_accept_keyword(s, "input"))
            parse_global_declarations(s, VAR_INPUT);
        else if (parser_accept_keyword(s, "local"))
            parse_global_declarations(s, VAR_LOCAL);
        else
            break;
    }
    parse_statements(s, TOKEN_END);
}

/* object 3 "name" at ...; */
static void parse_object(Parser *s)
{
    Token token = s->token;
    if (parser_number(s, "the number of an object") != s->p->objects.count)
        lexer_error(&s->lexer, &token, "objects are numbered 0, 1, 2 ... in order; expected %u", s->p->objects.count);
    token = s->token;
    const char *name = parse_string(s, "the name of the object in quotes");
    if (!*name) lexer_error(&s->lexer, &token, "an object needs a name");
    program_add_object(s->p, name, parse_position_at(s, parser_pos(s, &token)));
    parser_expect(s, TOKEN_SEMICOLON, "';'");
}

static void parse_templates(Parser *s)
{
    s->scope = 0;
    while (!parser_at(s, TOKEN_END)) {
        if (parser_accept_keyword(s, "option"))
            parse_option(s);
        else if (parser_accept_keyword(s, "shared"))
            parse_declaration(s, VAR_SHARED);
        else if (parser_accept_keyword(s, "input"))
            parse_declaration(s, VAR_INPUT);
        else if (parser_accept_keyword(s, "object"))
            parse_object(s);
        else if (parser_accept_keyword(s, "template"))
            parse_template(s, false);
        else if (parser_accept_keyword(s, "automaton"))
            parse_template(s, true);
        else
            parser_unexpected(s, "option, shared, input, object, template or automaton");
    }
}

static void start_pass(Parser *s, const char *file, const char *text, size_t length)
{
    lexer_init(&s->lexer, s->run, file, text, length);
    s->previous_end = text;
    parser_next(s);
}

/* What the pass over the whole program finds: not a defect of the parser but of the text. */
static void check_read_program(Run *run, Program *p, const char *file)
{
    program_index(p);
    program_infer_cardinality(p);
    const char *problem = program_check(p);
    if (!problem) return;
    diag_add(run, SEVERITY_ERROR, (SourcePos){file, 0, 0}, "%s", problem);
    run_stop(run, STOP_INPUT, "%s: %s", file, problem);
}

static void free_parser(Parser *s)
{
    intern_clear(&s->name_keys); /* the texts of names stay: the program has them */
    vec_free(s->run, &s->names);
    vec_free(s->run, &s->key);
    vec_free(s->run, &s->points);
    vec_free(s->run, &s->pending);
    vec_free(s->run, &s->plain_edges);
}

static void derive_accesses(Parser *s)
{
    if (s->p->objects.count) return;
    uint32_t *objects = program_add_objects(s->p);
    for (uint32_t i = 0; i < s->plain_edges.count; i++)
        program_derive_accesses(s->p, s->plain_edges.data[i], objects);
    run_release(s->run, objects);
}

static Program *parse_program(Run *run, TermManager *tm, const char *file, const char *text, size_t length,
                              bool derives)
{
    Parser parser = {.run = run, .tm = tm, .p = program_new(run, tm)};
    Parser *s = &parser;
    const char *owned = run_strdup(run, file);
    intern_init(run, &s->name_keys);
    s->p->counts_initial = true;
    start_pass(s, owned, text, length);
    find_options_and_templates(s);
    s->has_templates = s->p->templates.count > 0;
    start_pass(s, owned, text, length);
    if (s->has_templates)
        parse_templates(s);
    else
        parse_single_template(s);
    CHECK(s->depth == 0 && (!s->has_templates || s->templates_declared == s->p->templates.count));
    if (derives) derive_accesses(s);
    free_parser(s);
    check_read_program(run, s->p, owned);
    return s->p;
}

Program *scpl_parse(Run *run, TermManager *tm, const char *file, const char *text, size_t length, bool ideal)
{
    Program *p = parse_program(run, tm, file, text, length, false);
    return ideal ? program_to_ideal(p) : p;
}

Program *scpl_parse_accesses(Run *run, TermManager *tm, const char *file, const char *text, size_t length)
{
    return parse_program(run, tm, file, text, length, true);
}
