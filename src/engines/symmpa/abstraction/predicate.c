#include "engines/symmpa/abstraction/predicate.h"

#include "logic/term/walk.h"

#define PREDICATE_SIZE 60

Predicates *predicates_new(Program *p)
{
    Predicates *set = run_alloc(p->run, sizeof *set);
    set->p = p;
    set->local = run_alloc(p->run, (p->templates.count + 1) * sizeof *set->local);
    return set;
}

typedef struct Classification {
    Predicates *set;
    Predicate *predicate;
    bool has_shared, has_local, bad;
} Classification;

static void classify_var(void *arg, Term var)
{
    Classification *c = arg;
    Program *p = c->set->p;
    uint32_t v = term_symbol(p->tm, var);
    const Var *info = &p->vars.data[v];
    if (info->class == VAR_INPUT || term_instance(p->tm, var) != 0) {
        c->bad = true;
        return;
    }
    vec_push(p->run, &c->predicate->vars, v);
    if (info->class == VAR_SHARED) {
        c->has_shared = true;
        return;
    }
    if (c->has_local && c->predicate->template != info->template.i) c->bad = true;
    c->has_local = true;
    c->predicate->template = info->template.i;
}

uint32_t predicates_find(const Predicates *set, Term t, bool *negated)
{
    TermManager *tm = set->p->tm;
    *negated = term_kind(tm, t) == TERM_NOT;
    if (*negated) t = term_arg(tm, t, 0);
    if (t.id >= set->by_term_size || !set->by_term[t.id]) return NO_ID;
    return set->by_term[t.id] - 1;
}

static void index_predicate(Predicates *set, Term t, uint32_t index)
{
    Run *run = set->p->run;
    if (t.id >= set->by_term_size) {
        uint32_t n = t.id * 2 + 64;
        set->by_term = run_realloc(run, set->by_term, n * sizeof *set->by_term);
        vec_zero_tail(set->by_term, set->by_term_size, n, sizeof *set->by_term);
        set->by_term_size = n;
    }
    set->by_term[t.id] = index + 1;
}

bool predicates_add(Predicates *set, Term t)
{
    Program *p = set->p;
    TermManager *tm = p->tm;
    if (term_kind(tm, t) == TERM_NOT) t = term_arg(tm, t, 0);
    bool negated;
    if (term_is_const(tm, t) || predicates_find(set, t, &negated) != NO_ID) return false;
    if (term_size(tm, t, PREDICATE_SIZE + 1) > PREDICATE_SIZE) return false;
    Predicate predicate = {t, PREDICATE_SHARED, NO_ID, 0, {NULL, 0, 0}};
    Classification c = {set, &predicate, false, false, false};
    term_for_each_var(tm, t, classify_var, &c);
    if (c.bad || !predicate.vars.count) {
        vec_free(p->run, &predicate.vars);
        return false;
    }
    if (c.has_local) predicate.class = c.has_shared ? PREDICATE_MIXED : PREDICATE_LOCAL;
    bool local = c.has_local && !(c.has_shared && set->mixed_as_shared);
    uint32_t used = local ? set->local[predicate.template].count : set->shared.count;
    if (used >= BITS_MAX) {
        set->full = true;
        return false;
    }
    predicate.index = used;
    vec_push(p->run, &set->all, predicate);
    uint32_t id = set->all.count - 1;
    if (local)
        vec_push(p->run, &set->local[predicate.template], id);
    else
        vec_push(p->run, &set->shared, id);
    index_predicate(set, t, id);
    return true;
}

uint32_t predicates_count(const Predicates *set, PredicateClass class)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < set->all.count; i++)
        n += set->all.data[i].class == class;
    return n;
}

static bool space_is_valid(const Predicates *set, const uint32_t *ids, uint32_t count, uint32_t template)
{
    for (uint32_t i = 0; i < count; i++) {
        if (ids[i] >= set->all.count || (i && ids[i] <= ids[i - 1])) return false;
        const Predicate *p = &set->all.data[ids[i]];
        bool is_local = p->class == PREDICATE_LOCAL || (p->class == PREDICATE_MIXED && !set->mixed_as_shared);
        if (p->index != i || is_local != (template != NO_ID) || (is_local && p->template != template)) return false;
    }
    return count <= BITS_MAX;
}

bool predicates_are_valid(const Predicates *set)
{
    uint32_t total = set->shared.count;
    bool valid = space_is_valid(set, set->shared.data, set->shared.count, NO_ID);
    for (uint32_t t = 0; t < set->p->templates.count; t++) {
        valid = valid && space_is_valid(set, set->local[t].data, set->local[t].count, t);
        total += set->local[t].count;
    }
    for (uint32_t i = 0; i < set->all.count && valid; i++) {
        const Predicate *p = &set->all.data[i];
        bool negated;
        valid = p->vars.count > 0 && predicates_find(set, p->term, &negated) == i && !negated;
        for (uint32_t k = 0; k < p->vars.count && valid; k++)
            valid = p->vars.data[k] < set->p->vars.count && set->p->vars.data[p->vars.data[k]].class != VAR_INPUT;
    }
    return valid && total == set->all.count;
}
