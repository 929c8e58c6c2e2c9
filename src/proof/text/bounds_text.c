#include "proof/text/bounds_text.h"

#include <inttypes.h>

#include "base/check.h"
#include "program/scpl/print_names.h"

/* Names of a group that belong together: shared ones for NO_ID, or locals of a template. */
static void print_bounded_names(const TraceNames *names, const BoundGroup *group, uint32_t template, Str *out)
{
    bool any = false;
    for (uint32_t i = 0; i < names->variables.count; i++) { /* the same order in every run */
        uint32_t v = names->variables.data[i];
        const Var *var = &names->p->vars.data[v];
        bool is_in = false;
        if (var->class == VAR_INPUT || (var->class == VAR_SHARED ? NO_ID : var->template.i) != template) continue;
        for (uint32_t k = 0; k < group->vars.count; k++)
            is_in |= group->vars.data[k].i == v;
        if (!is_in) continue;
        if (!any) str_add(out, template == NO_ID ? "  shared" : "  in ");
        if (!any && template != NO_ID) scpl_add_name(out, names->scpl.templates[template]);
        any = true;
        str_add(out, " ");
        scpl_add_name(out, names->scpl.vars[v]);
    }
    if (any) str_add(out, ";\n");
}

void bounds_print(const TraceNames *names, const Bounds *bounds, Str *out)
{
    for (uint32_t i = 0; i < bounds->groups.count; i++) {
        str_addf(out, "bound %" PRIu64 "\n", bounds->groups.data[i].most);
        print_bounded_names(names, &bounds->groups.data[i], NO_ID, out);
        for (uint32_t t = 0; t < names->p->templates.count; t++)
            print_bounded_names(names, &bounds->groups.data[i], t, out);
    }
}

static void parse_bounded_names(EvidenceParser *ps, BoundGroup *group, TemplateId t)
{
    while (ps->token.kind == TOKEN_NAME || ps->token.kind == TOKEN_QUOTED) {
        Token at = ps->token;
        VarId v = trace_names_find(&ps->names, token_text(&ps->lexer, &at), t);
        if (v.i == NO_ID || ps->p->vars.data[v.i].class != (t.i == NO_ID ? VAR_SHARED : VAR_LOCAL))
            lexer_error(&ps->lexer, &at, "there is no such variable to bound: %s", token_describe(&ps->lexer, &at));
        vec_push(ps->run, &group->vars, v);
        evidence_advance(ps);
    }
    evidence_expect(ps, TOKEN_SEMICOLON, "';' after the names of variables");
}

Bounds *bounds_parse(EvidenceParser *ps)
{
    Bounds *bounds = run_alloc(ps->run, sizeof *bounds);
    while (evidence_accept_word(ps, "bound")) {
        BoundGroup group = {0};
        if (ps->token.kind != TOKEN_NUMBER) evidence_fail_expected(ps, "a bound");
        group.most = ps->token.value;
        evidence_advance(ps);
        if (evidence_accept_word(ps, "shared")) parse_bounded_names(ps, &group, (TemplateId){NO_ID});
        while (evidence_accept_word(ps, "in")) {
            TemplateId t = evidence_expect_template(ps);
            parse_bounded_names(ps, &group, t);
        }
        vec_push(ps->run, &bounds->groups, group);
    }
    return bounds;
}
