/* Candidates are the tests of a template that are about its own variables alone, constants that these are set to, and
 * that such a test holds if a flag is set, since tests are often kept in flags first. All of them are claimed of every
 * location but the first; what an edge does not keep is dropped, until every edge keeps the rest. Other threads do not
 * change what it is about. */
#include "bounds/local_facts.h"

#include "base/check.h"
#include "exclude/after.h"
#include "program/step.h"
#include "term/boolean.h"
#include "term/compare.h"
#include "term/walk.h"

#define TESTS_MAX 10
#define FLAGS_MAX 4
#define LOCS_MAX 300 /* of a program */

typedef struct Claims {
    Program *p;
    TermManager *tm;
    Smt *smt;
    TemplateId template;
    VEC(Term) tests, flags, all;
    bool **holds; /* per location: per claim */
} Claims;

typedef struct Look {
    const Program *p;
    bool is_local;
} Look;

static void look_at(void *arg, Term var)
{
    Look *l = arg;
    const Var *v = &l->p->vars.data[term_symbol(l->p->tm, var)];
    l->is_local &= v->class == VAR_LOCAL && v->sort.kind != SORT_ARRAY;
}

static bool is_local(const Program *p, Term t)
{
    Look l = {p, true};
    term_for_each_var(p->tm, t, look_at, &l);
    return l.is_local && !term_is_const(p->tm, t);
}

static void add_test(Claims *c, Term t)
{
    for (uint32_t i = 0; i < c->tests.count; i++)
        if (term_same(c->tests.data[i], t)) return;
    if (c->tests.count < TESTS_MAX && is_local(c->p, t)) vec_push(c->p->run, &c->tests, t);
}

static void add_tests(Claims *c, Term t)
{
    if (term_kind(c->tm, t) == TERM_VAR) return;
    if (term_kind(c->tm, t) != TERM_AND) add_test(c, t);
    for (uint32_t i = 0; term_kind(c->tm, t) == TERM_AND && i < term_arity(c->tm, t); i++)
        add_tests(c, term_arg(c->tm, t, i));
}

static void add_flag(Claims *c, VarId v)
{
    Term flag = program_var_term(c->p, v);
    for (uint32_t i = 0; i < c->flags.count; i++)
        if (term_same(c->flags.data[i], flag)) return;
    if (c->flags.count < FLAGS_MAX) vec_push(c->p->run, &c->flags, flag);
}

static TemplateId template_of(const Program *p, const Edge *e) { return p->locs.data[e->from.i].template; }

static void collect(Claims *c)
{
    Program *p = c->p;
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        if (template_of(p, e).i != c->template.i) continue;
        add_tests(c, e->guard);
        for (uint32_t k = 0; k < e->assign_count; k++) {
            const Var *v = &p->vars.data[e->assigns[k].var.i];
            Term value = e->assigns[k].value;
            bool is_const = term_is_const(c->tm, value), is_flag = v->sort.kind == SORT_BOOL;
            if (v->class != VAR_LOCAL) continue;
            if (is_const && !is_flag) add_test(c, term_eq(c->tm, program_var_term(p, e->assigns[k].var), value));
            if (is_const || !is_flag) continue;
            add_tests(c, value);
            if (is_local(p, value)) add_flag(c, e->assigns[k].var);
        }
    }
    for (uint32_t i = 0; i < c->tests.count; i++) {
        vec_push(p->run, &c->all, c->tests.data[i]);
        for (uint32_t k = 0; k < c->flags.count; k++)
            vec_push(p->run, &c->all, term_implies(c->tm, c->flags.data[k], c->tests.data[i]));
    }
}

static Term known_at(const Claims *c, uint32_t loc)
{
    Term all = term_bool(c->tm, true);
    for (uint32_t i = 0; i < c->all.count; i++)
        if (c->holds[loc][i]) all = term_and(c->tm, all, c->all.data[i]);
    return all;
}

static uint32_t count_held(const Claims *c, uint32_t loc)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < c->all.count; i++)
        count += c->holds[loc][i];
    return count;
}

/* Drops what the edge does not keep; true: something was. */
static bool keep(Claims *c, const Edge *e, Term *after)
{
    uint32_t before = count_held(c, e->to.i);
    if (!before) return false;
    for (uint32_t i = 0; i < c->all.count; i++)
        after[i] = c->holds[e->to.i][i] ? step_before(c->p, e, c->all.data[i], SPACE_ACTIVE) : TERM_NONE;
    Term condition = term_and(c->tm, e->guard, known_at(c, e->from.i));
    after_keep(c->p, c->smt, condition, after, c->holds[e->to.i], c->all.count);
    return count_held(c, e->to.i) < before;
}

static void settle(Claims *c, Term *out)
{
    Program *p = c->p;
    Term *after = run_alloc(p->run, (c->all.count + 1) * sizeof *after);
    for (uint32_t l = 0; l < p->locs.count; l++) {
        c->holds[l] = run_alloc(p->run, c->all.count + 1);
        bool is_first = l == p->templates.data[c->template.i].entry.i;
        for (uint32_t i = 0; i < c->all.count; i++)
            c->holds[l][i] = !is_first && p->locs.data[l].template.i == c->template.i;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < p->edges.count; i++) {
            const Edge *e = &p->edges.data[i];
            if (template_of(p, e).i == c->template.i && !e->is_error) changed |= keep(c, e, after);
        }
    }
    for (uint32_t l = 0; l < p->locs.count; l++) {
        if (count_held(c, l)) out[l] = known_at(c, l);
        run_release(p->run, c->holds[l]);
    }
    run_release(p->run, after);
}

Term *local_facts_find(Program *p, Smt *smt)
{
    Term *out = run_alloc(p->run, (p->locs.count + 1) * sizeof *out);
    for (uint32_t t = 0; t < p->templates.count && p->locs.count <= LOCS_MAX; t++) {
        if (p->templates.data[t].cardinality != COUNT_MANY) continue;
        Claims c = {.p = p, .tm = p->tm, .smt = smt, .template = {t}};
        c.holds = run_alloc(p->run, (p->locs.count + 1) * sizeof *c.holds);
        collect(&c);
        if (c.all.count) settle(&c, out);
        vec_free(p->run, &c.tests);
        vec_free(p->run, &c.flags);
        vec_free(p->run, &c.all);
        run_release(p->run, c.holds);
    }
    return out;
}
