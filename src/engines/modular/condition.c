#include "engines/modular/condition.h"

#include "logic/smt/check.h"
#include "logic/term/boolean.h"
#include "logic/term/compare.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"

#define CONCRETE_AFTER 4 /* conditions that strengthen a query, before values do */

Term condition_conjunction(const Modular *m, const ModularTerms *terms)
{
    return term_and_n(m->tm, terms->data, terms->count);
}

void condition_conjuncts(const Modular *m, Term t, ModularTerms *out)
{
    if (term_is_true(m->tm, t)) return;
    if (term_kind(m->tm, t) != TERM_AND) {
        vec_push(m->run, out, t);
        return;
    }
    for (uint32_t i = 0; i < term_arity(m->tm, t); i++)
        condition_conjuncts(m, term_arg(m->tm, t, i), out);
}

typedef struct Seen {
    const QuerySearch *s;
    bool is_seen;
} Seen;

static void see_touched_outside(void *arg, Term var)
{
    Seen *seen = arg;
    const ModularThreads *t = seen->s->m->t;
    uint32_t v = term_symbol(t->p->tm, var);
    if ((t->readers[v] | t->writers[v]) & ~seen->s->level->inner) seen->is_seen = true;
}

/* Does it speak of something that not only the environment touches? */
static bool is_seen(const QuerySearch *s, Term t)
{
    Seen seen = {s, false};
    term_for_each_var(s->m->tm, t, see_touched_outside, &seen);
    return seen.is_seen;
}

typedef struct Values {
    QuerySearch *s;
    const PathPoint *point;
    ModularTerms *out;
} Values;

static void add_seen_value(void *arg, Term var)
{
    Values *v = arg;
    if (!is_seen(v->s, var) || term_sort(v->s->m->tm, var).kind == SORT_ARRAY) return;
    Term value = path_value(v->point->path, v->point->at, (VarId){term_symbol(v->s->m->tm, var)});
    vec_push(v->s->m->run, v->out, term_eq(v->s->m->tm, var, value));
}

bool condition_strengthen(QuerySearch *s, const PathPoint *point, Term condition, ModularTerms *from)
{
    Modular *m = s->m;
    ModularTerms all = {0};
    uint32_t before = from->count;
    condition_conjuncts(m, condition, &all);
    for (uint32_t i = 0; i < all.count && from->count == before; i++) {
        if (path_holds(point->path, point->at, all.data[i]) || !is_seen(s, all.data[i])) continue;
        Values values = {s, point, from};
        if (before >= CONCRETE_AFTER) term_for_each_var(m->tm, all.data[i], add_seen_value, &values);
        vec_push(m->run, from, term_not(m->tm, all.data[i]));
    }
    vec_free(m->run, &all);
    return from->count > before;
}

bool condition_strengthen_by_promise(QuerySearch *s, LocId at, Term condition, ModularTerms *from)
{
    Modular *m = s->m;
    for (uint32_t i = 0; i < s->promises.count; i++) {
        if (s->promises.data[i].at.i != at.i) continue;
        Term not = term_not(m->tm, s->promises.data[i].condition), both[] = {condition, not};
        if (smt_check(m->smt, both, 2) != SMT_UNSAT) continue;
        vec_push(m->run, from, not);
        return true;
    }
    return false;
}

static Term value_of_other(void *arg, TermManager *tm, Term var)
{
    const Values *v = arg;
    const ModularThreads *t = v->s->m->t;
    uint32_t symbol = term_symbol(tm, var);
    if ((t->readers[symbol] | t->writers[symbol]) & v->s->level->inner) return TERM_NONE;
    if (term_sort(tm, var).kind == SORT_ARRAY) return TERM_NONE;
    return path_value(v->point->path, v->point->at, (VarId){symbol});
}

Term condition_of_environment(const QuerySearch *s, const PathPoint *point)
{
    Values values = {(QuerySearch *)s, point, NULL};
    return term_substitute(s->m->tm, point->condition, value_of_other, &values);
}

typedef struct Spoken {
    const QuerySearch *s;
    bool is_written, is_foreign; /* something that the environment writes; something that it does not touch */
} Spoken;

static void speak(void *arg, Term var)
{
    Spoken *k = arg;
    const ModularThreads *t = k->s->m->t;
    uint32_t v = term_symbol(t->p->tm, var), inner = k->s->level->inner;
    k->is_written |= (t->writers[v] & inner) != 0;
    k->is_foreign |= !((t->readers[v] | t->writers[v]) & inner) || t->p->vars.data[v].class == VAR_INPUT;
}

Term condition_of_state(const QuerySearch *s, const PathPoint *point)
{
    Modular *m = s->m;
    Term all = term_bool(m->tm, true);
    ModularTerms conjuncts = {0};
    for (uint32_t i = 0; i < point->path->count; i++)
        if (path_step(point->path, i)->kind == SEQUENTIAL_STEP)
            condition_conjuncts(m, path_guard(point->path, i), &conjuncts);
    for (uint32_t i = 0; i < conjuncts.count; i++) {
        Spoken k = {s, false, false};
        term_for_each_var(m->tm, conjuncts.data[i], speak, &k);
        if (!k.is_written || k.is_foreign) continue;
        bool holds = path_holds(point->path, point->at + 1, conjuncts.data[i]);
        all = term_and(m->tm, all, holds ? conjuncts.data[i] : term_not(m->tm, conjuncts.data[i]));
    }
    vec_free(m->run, &conjuncts);
    return all;
}
