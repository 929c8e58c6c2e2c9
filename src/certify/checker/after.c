#include "certify/checker/after.h"

#include "term/boolean.h"
#include "term/reads.h"
#include "term/substitute.h"

static Term value_after(void *arg, TermManager *tm, Term var)
{
    const Edge *e = arg;
    if (term_instance(tm, var)) return TERM_NONE;
    for (uint32_t i = 0; i < e->assign_count; i++)
        if (e->assigns[i].var.i == term_symbol(tm, var)) return e->assigns[i].value;
    return TERM_NONE;
}

Term checker_after(Checker *k, const Edge *e, Term t)
{
    return term_substitute(k->tm, t, value_after, (void *)(uintptr_t)e);
}

bool checker_impossible(Checker *k, const Term *terms, uint32_t count, const char *text)
{
    CertifyTerms asked = {NULL, 0, 0};
    Reads *reads = reads_new(k->tm, k->p->vars.count);
    Term all = reads_eliminate(reads, term_and_n(k->tm, terms, count));
    vec_push(k->run, &asked, all);
    for (uint32_t i = 0; i < reads_fact_count(reads); i++)
        vec_push(k->run, &asked, reads_fact(reads, i));
    reads_free(reads);
    bool impossible = term_is_false(k->tm, all) || checker_unsatisfiable(k, &asked, text);
    vec_free(k->run, &asked);
    return impossible;
}
