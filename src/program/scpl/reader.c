#include "program/scpl/reader.h"

#include "base/check.h"
#include "program/scpl/expr.h"
#include "program/scpl/names.h"
#include "program/scpl/operators.h"
#include "program/scpl/print_names.h"

struct ScplReader {
    Parser parser;
    ScplNames names;
    uint32_t *ids; /* per variable: of its name */
};

ScplReader *scpl_reader_new(Program *p)
{
    Run *run = p->run;
    ScplReader *r = run_alloc(run, sizeof *r);
    Parser *s = &r->parser;
    s->run = run;
    s->tm = p->tm;
    s->p = p;
    s->let_scope = 1; /* no name bound by let is of that edge */
    intern_init(run, &s->name_keys);
    scpl_names(p, &r->names);
    r->ids = run_alloc(run, (p->vars.count + 1) * sizeof *r->ids);
    for (uint32_t v = 0; v < p->vars.count; v++) {
        if (!r->names.vars[v]) continue;
        r->ids[v] = parser_intern(s, r->names.vars[v]);
        if (p->vars.data[v].class == VAR_SHARED) s->names.data[r->ids[v]].global = v;
    }
    return r;
}

void scpl_reader_free(ScplReader *reader)
{
    Parser *s = &reader->parser;
    Run *run = s->run;
    intern_clear(&s->name_keys);
    vec_free(run, &s->names);
    vec_free(run, &s->key);
    run_release(run, reader->names.vars);
    run_release(run, reader->names.templates);
    run_release(run, reader->ids);
    run_release(run, reader);
}

static void enter_scope(ScplReader *r, TemplateId template)
{
    Parser *s = &r->parser;
    uint32_t scope = template.i == NO_ID ? 0 : template.i + 1;
    if (scope == s->scope) return;
    s->scope = scope;
    if (!scope) return;
    const Template *t = &s->p->templates.data[template.i];
    for (uint32_t i = 0; i < t->locals.count; i++) {
        CHECK(r->ids[t->locals.data[i]] < s->names.count);
        ScplName *name = &s->names.data[r->ids[t->locals.data[i]]];
        name->local = t->locals.data[i];
        name->local_scope = scope;
    }
}

static Term read_scpl_term(ScplReader *reader, TemplateId template, Sort sort, Lexer *lexer, Token *token)
{
    Parser *s = &reader->parser;
    enter_scope(reader, template);
    s->lexer = *lexer;
    s->token = *token;
    s->previous_end = token->start;
    uint32_t vars = s->p->vars.count;
    Expr e = parse_expr(s);
    Term t = sort.kind == SORT_BOOL ? expr_condition(s, &e) : expr_convert(s, &e, sort, false, "value");
    CHECK(s->p->vars.count == vars && s->depth == 0); /* no input was made */
    CHECK(sort_same(term_sort(s->tm, t), sort));
    (void)vars;
    *lexer = s->lexer;
    *token = s->token;
    return t;
}

Term scpl_read_condition(ScplReader *reader, TemplateId template, Lexer *lexer, Token *token)
{
    return read_scpl_term(reader, template, sort_bool(), lexer, token);
}

Term scpl_read_value(ScplReader *reader, TemplateId template, Sort sort, Lexer *lexer, Token *token)
{
    return read_scpl_term(reader, template, sort, lexer, token);
}
