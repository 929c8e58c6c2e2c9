#include "proof/text/team_text.h"

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/substitute.h"
#include "program/copy.h"
#include "program/scpl/print.h"

static VarId add_view_local(TeamView *v, const char *name, Sort sort, bool is_signed)
{
    Var var = {.name = name, .sort = sort, .class = VAR_LOCAL, .template = v->owner, .is_signed = is_signed};
    return program_add_var(v->p, &var);
}

TeamView *team_view_new(Program *from, TemplateId team, TemplateId owner, VarId start)
{
    Run *run = from->run;
    TeamView *v = run_alloc(run, sizeof *v);
    const Var *number = &from->vars.data[start.i];
    CHECK(program_is_local_of(from, start, owner));
    *v = (TeamView){.from = from, .p = program_copy_frame(from, true), .owner = owner};
    v->member = run_alloc(run, (from->vars.count + 1) * sizeof *v->member);
    v->meant = run_alloc(run, (2 * (size_t)from->vars.count + 2) * sizeof *v->meant);
    for (uint32_t i = 0; i < 2 * from->vars.count + 2; i++)
        v->meant[i].i = NO_ID;
    for (uint32_t i = 0; i < from->vars.count; i++) {
        const Var *info = &from->vars.data[i];
        v->member[i].i = NO_ID;
        if (!info->is_parameter || info->class != VAR_LOCAL || info->template.i != team.i) continue;
        v->member[i] = add_view_local(v, run_format(run, "its.%s", info->name), info->sort, info->is_signed);
        v->meant[v->member[i].i].i = i;
    }
    v->number = add_view_local(v, "its.number", number->sort, number->is_signed);
    v->is_number = term_var(from->tm, number->sort, start.i, TEAM_NUMBER);
    program_index(v->p);
    v->reader = scpl_reader_new(v->p);
    return v;
}

void team_view_free(TeamView *v)
{
    scpl_reader_free(v->reader);
    run_release(v->from->run, v->member);
    run_release(v->from->run, v->meant);
    run_release(v->from->run, v);
}

static Term variable_in_view(void *arg, TermManager *tm, Term var)
{
    const TeamView *v = arg;
    uint32_t symbol = term_symbol(tm, var);
    if (term_same(var, v->is_number)) return program_var_term(v->p, v->number);
    if (term_instance(tm, var) != TEAM_MEMBER) return TERM_NONE;
    CHECK(v->member[symbol].i != NO_ID);
    return program_var_term(v->p, v->member[symbol]);
}

static Term variable_meant(void *arg, TermManager *tm, Term var)
{
    const TeamView *v = arg;
    uint32_t symbol = term_symbol(tm, var);
    if (symbol == v->number.i) return v->is_number;
    if (v->meant[symbol].i == NO_ID) return TERM_NONE;
    return term_var(tm, term_sort(tm, var), v->meant[symbol].i, TEAM_MEMBER);
}

void team_view_print(TeamView *v, Term t, Str *out)
{
    Str text;
    Term shown = term_substitute(v->from->tm, t, variable_in_view, v);
    scpl_print_terms(v->p, &shown, 1, &text);
    str_addf(out, "%s;\n", str_text(&text));
    str_clear(&text);
}

Term team_view_read(TeamView *v, Lexer *lexer, Token *token)
{
    Term t = scpl_read_condition(v->reader, v->owner, lexer, token);
    return term_substitute(v->from->tm, t, variable_meant, v);
}
