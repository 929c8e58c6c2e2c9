#include "facts/exclusion/after.h"

#include "base/check.h"
#include "facts/exclusion/variations.h"
#include "logic/smt/check.h"
#include "logic/smt/value.h"
#include "logic/term/boolean.h"
#include "logic/term/reads.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"
#include "program/step.h"

static Term value_after_edge_step(void *arg, TermManager *tm, Term var)
{
    return term_instance(tm, var) ? TERM_NONE : step_value(arg, (VarId){term_symbol(tm, var)});
}

Term after_edge(Program *p, const Edge *e, Term t)
{
    return term_substitute(p->tm, t, value_after_edge_step, (void *)(uintptr_t)e);
}

/* A question without reads of arrays: solvers for bit-vectors are much faster. */
typedef struct ArrayFreeQuestion {
    Program *p;
    Smt *smt;
    Reads *reads;
} ArrayFreeQuestion;

static ArrayFreeQuestion question(Program *p, Smt *smt)
{
    return (ArrayFreeQuestion){p, smt, reads_new(p->tm, p->vars.count)};
}

static Term with_facts(const ArrayFreeQuestion *q, Term t)
{
    for (uint32_t i = 0; i < reads_fact_count(q->reads); i++)
        t = term_and(q->p->tm, t, reads_fact(q->reads, i));
    return t;
}

static SmtResult ask_question(const ArrayFreeQuestion *q, Term t)
{
    t = with_facts(q, t);
    run_poll(q->p->run);
    if (term_is_false(q->p->tm, t)) return SMT_UNSAT;
    return smt_check(q->smt, &t, 1);
}

bool after_is_impossible(Program *p, Smt *smt, const Term *terms, uint32_t count)
{
    Term all = term_and_n(p->tm, terms, count);
    if (term_is_const(p->tm, all)) return term_is_false(p->tm, all);
    ArrayFreeQuestion q = question(p, smt);
    all = reads_eliminate(q.reads, all);
    SmtResult result = ask_question(&q, all);
    reads_free(q.reads);
    return result == SMT_UNSAT;
}

static Term all_of(const ArrayFreeQuestion *q, const Term *claims, const bool *holds, uint32_t count)
{
    Term all = term_bool(q->p->tm, true);
    for (uint32_t i = 0; i < count; i++)
        if (holds[i]) all = term_and(q->p->tm, all, claims[i]);
    return all;
}

/* Those that do not follow one by one. */
static void keep_each(const ArrayFreeQuestion *q, Term condition, const Term *claims, bool *holds, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (holds[i])
            holds[i] = ask_question(q, term_and(q->p->tm, condition, term_not(q->p->tm, claims[i]))) == SMT_UNSAT;
}

/* A state in which some do not hold drops all of these at once. */
void after_keep(Program *p, Smt *smt, Term condition, const Term *claims, bool *holds, uint32_t count)
{
    ArrayFreeQuestion q = question(p, smt);
    Term *plain = run_alloc(p->run, (count + 1) * sizeof *plain);
    condition = reads_eliminate(q.reads, condition);
    for (uint32_t i = 0; i < count; i++)
        plain[i] = holds[i] ? reads_eliminate(q.reads, claims[i]) : TERM_NONE;
    for (bool dropped = true; dropped;) {
        dropped = false;
        Term all = all_of(&q, plain, holds, count);
        if (term_is_true(p->tm, all)) break;
        SmtResult result = ask_question(&q, term_and(p->tm, condition, term_not(p->tm, all)));
        if (result == SMT_UNSAT) break;
        for (uint32_t i = 0; i < count && result == SMT_SAT; i++) {
            if (!holds[i] || smt_value(smt, plain[i]).bits) continue;
            holds[i] = false;
            dropped = true;
        }
        if (dropped) variations_drop(p, smt, with_facts(&q, condition), plain, holds, count);
        if (!dropped) keep_each(&q, condition, plain, holds, count);
    }
    run_release(p->run, plain);
    reads_free(q.reads);
}

typedef struct Look {
    TermManager *tm;
    const Edge *e;
    uint32_t symbol;
    bool found;
} Look;

static void note_plain_symbol(void *arg, Term var)
{
    Look *l = arg;
    l->found |= term_instance(l->tm, var) == 0 && term_symbol(l->tm, var) == l->symbol;
}

bool after_speaks_of(Program *p, Term t, VarId v)
{
    Look l = {p->tm, NULL, v.i, false};
    term_for_each_var(p->tm, t, note_plain_symbol, &l);
    return l.found;
}

static void note_assigned(void *arg, Term var)
{
    Look *l = arg;
    l->found |= term_is(value_after_edge_step((void *)(uintptr_t)l->e, l->tm, var));
}

bool after_changes(Program *p, const Edge *e, Term t)
{
    Look l = {p->tm, e, 0, false};
    term_for_each_var(p->tm, t, note_assigned, &l);
    return l.found;
}
