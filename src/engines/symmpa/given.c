#include "engines/symmpa/given.h"

#include "base/check.h"
#include "base/diag.h"
#include "base/str.h"
#include "logic/term/walk.h"

typedef struct ReadVariables {
    Program *p;
    bool *is_read; /* per variable */
    bool is_gone;  /* a variable that is not was met */
} ReadVariables;

static void mark_read_variable(void *arg, Term var)
{
    ReadVariables *r = arg;
    r->is_read[term_symbol(r->p->tm, var)] = true;
}

static void look_for_unread_variable(void *arg, Term var)
{
    ReadVariables *r = arg;
    uint32_t v = term_symbol(r->p->tm, var);
    CHECK(v < r->p->vars.count);
    r->is_gone |= !r->is_read[v];
}

static void mark_edge(ReadVariables *r, const Edge *e)
{
    term_for_each_var(r->p->tm, e->guard, mark_read_variable, r);
    for (uint32_t i = 0; i < e->assign_count; i++)
        term_for_each_var(r->p->tm, e->assigns[i].value, mark_read_variable, r);
    for (uint32_t i = 0; i < e->arg_count; i++)
        term_for_each_var(r->p->tm, e->args[i].value, mark_read_variable, r);
}

static void note_unused_predicate(Program *p, Term t)
{
    Str text;
    str_init(p->run, &text);
    program_print_term(p, t, &text);
    diag_add(p->run, SEVERITY_NOTE, (SourcePos){NULL, 0, 0},
             "the given predicate '%s' is not used: its variables are constant, or no assertion depends on them",
             str_text(&text));
    str_clear(&text);
}

static void add_read_predicates(Predicates *set, const Term *terms, uint32_t count, bool notes)
{
    Program *p = set->p;
    ReadVariables r = {p, run_alloc(p->run, p->vars.count + 1), false};
    for (uint32_t i = 0; i < p->edges.count; i++)
        mark_edge(&r, &p->edges.data[i]);
    for (uint32_t i = 0; i < count; i++) {
        r.is_gone = false;
        term_for_each_var(p->tm, terms[i], look_for_unread_variable, &r);
        if (r.is_gone && notes) note_unused_predicate(p, terms[i]);
        if (!r.is_gone) predicates_add(set, terms[i]);
    }
    run_release(p->run, r.is_read);
}

void given_add(Predicates *set, const Term *terms, uint32_t count) { add_read_predicates(set, terms, count, true); }
void given_add_learned(Predicates *set, const Term *terms, uint32_t count)
{
    add_read_predicates(set, terms, count, false);
}
