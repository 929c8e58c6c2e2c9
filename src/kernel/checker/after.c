#include "kernel/checker/after.h"

#include "kernel/checker/assigned.h"
#include "logic/term/boolean.h"
#include "logic/term/reads.h"
#include "logic/term/substitute.h"

static Term assigned_value_after(void *arg, TermManager *tm, Term var)
{
    const Edge *e = arg;
    return term_instance(tm, var) ? TERM_NONE : checker_edge_assigns(e, term_symbol(tm, var));
}

Term checker_after(Checker *k, const Edge *e, Term t)
{
    return term_substitute(k->tm, t, assigned_value_after, (void *)(uintptr_t)e);
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
