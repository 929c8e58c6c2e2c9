/* Starting from all that may be known anywhere after an edge, what does not follow on some way is taken away until
 * nothing changes: what is left is an invariant, by induction on the steps of the thread. At entries nothing is
 * known. */
#include "kernel/kinds/bounds/known.h"

#include "kernel/checker/assigned.h"
#include "logic/term/boolean.h"
#include "logic/term/compare.h"
#include "logic/term/walk.h"

#define KNOWN_MAX 100 /* at one location; what is beyond is not known */
#define TERM_LARGE 50
#define LOCS_LARGE 3000

typedef struct Own {
    const Program *p;
    const Edge *e;
    bool is_own, is_kept, has_any;
} Own;

static void look_at_variable(void *arg, Term var)
{
    Own *own = arg;
    const Var *v = &own->p->vars.data[term_symbol(own->p->tm, var)];
    own->has_any = true;
    own->is_own &= v->class == VAR_LOCAL && v->sort.kind != SORT_ARRAY;
    own->is_kept &= !term_is(checker_edge_assigns(own->e, term_symbol(own->p->tm, var)));
}

/* Of locals, none of which the edge assigns to. */
static bool is_kept_by(const Program *p, const Edge *e, Term t)
{
    Own own = {p, e, true, true, false};
    term_for_each_var(p->tm, t, look_at_variable, &own);
    return own.is_own && own.is_kept;
}

static bool is_fact(const Program *p, Term t)
{
    return term_kind(p->tm, t) != TERM_CONST && term_size(p->tm, t, TERM_LARGE) < TERM_LARGE;
}

static bool has_term(const KnownTerms *terms, Term t)
{
    for (uint32_t i = 0; i < terms->count; i++)
        if (term_same(terms->data[i], t)) return true;
    return false;
}

static void add_term(const Program *p, KnownTerms *terms, Term t)
{
    if (terms->count < KNOWN_MAX && is_fact(p, t) && !has_term(terms, t)) vec_push(p->run, terms, t);
}

static void add_parts(const Program *p, const Edge *e, Term guard, KnownTerms *terms)
{
    bool is_and = term_kind(p->tm, guard) == TERM_AND;
    for (uint32_t i = 0; is_and && i < term_arity(p->tm, guard); i++)
        add_parts(p, e, term_arg(p->tm, guard, i), terms);
    if (!is_and && is_kept_by(p, e, guard)) add_term(p, terms, guard);
}

/* Of the edge itself. */
static void add_made(Program *p, const Edge *e, KnownTerms *terms)
{
    add_parts(p, e, e->guard, terms);
    for (uint32_t i = 0; i < e->assign_count; i++) {
        const Var *v = &p->vars.data[e->assigns[i].var.i];
        if (v->class != VAR_LOCAL || v->sort.kind == SORT_ARRAY || !is_kept_by(p, e, e->assigns[i].value)) continue;
        add_term(p, terms, term_eq(p->tm, program_var_term(p, e->assigns[i].var), e->assigns[i].value));
    }
}

static void add_kept(const KnownLocals *known, const Edge *e, KnownTerms *terms)
{
    const KnownTerms *before = &known->at[e->from.i];
    for (uint32_t i = 0; i < before->count; i++)
        if (is_kept_by(known->p, e, before->data[i])) add_term(known->p, terms, before->data[i]);
}

/* Takes away what does not follow. */
static bool restrict_by(KnownLocals *known, const Edge *e)
{
    KnownTerms after = {NULL, 0, 0}, *to = &known->at[e->to.i];
    add_made(known->p, e, &after);
    add_kept(known, e, &after);
    uint32_t count = 0;
    for (uint32_t i = 0; i < to->count; i++)
        if (has_term(&after, to->data[i])) to->data[count++] = to->data[i];
    bool changed = count != to->count;
    to->count = count;
    vec_free(known->p->run, &after);
    return changed;
}

static bool is_entry(const Program *p, LocId l)
{
    return p->templates.data[p->locs.data[l.i].template.i].entry.i == l.i;
}

void known_find(KnownLocals *known, Program *p)
{
    *known = (KnownLocals){p, run_alloc(p->run, ((size_t)p->locs.count + 1) * sizeof *known->at)};
    if (p->locs.count > LOCS_LARGE) return;
    for (bool more = true; more;) { /* all that may be known */
        more = false;
        for (uint32_t i = 0; i < p->edges.count; i++) {
            const Edge *e = &p->edges.data[i];
            if (e->is_error || is_entry(p, e->to)) continue;
            uint32_t before = known->at[e->to.i].count;
            add_made(p, e, &known->at[e->to.i]);
            add_kept(known, e, &known->at[e->to.i]);
            more |= known->at[e->to.i].count != before;
        }
        run_poll(p->run);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < p->edges.count; i++)
            if (!p->edges.data[i].is_error) changed |= restrict_by(known, &p->edges.data[i]);
        run_poll(p->run);
    }
}

typedef struct Spoken {
    const Program *p;
    bool *vars, meets;
} Spoken;

static void note_spoken(void *arg, Term var)
{
    Spoken *s = arg;
    s->vars[term_symbol(s->p->tm, var)] = true;
}

static void note_met(void *arg, Term var)
{
    Spoken *s = arg;
    s->meets |= s->vars[term_symbol(s->p->tm, var)];
}

void known_add(const KnownLocals *known, LocId at, Term condition, KnownTerms *terms)
{
    Run *run = known->p->run;
    TermManager *tm = known->p->tm;
    const KnownTerms *all = &known->at[at.i];
    Spoken s = {known->p, run_alloc(run, known->p->vars.count + 1), false};
    bool *is_added = run_alloc(run, all->count + 1);
    term_for_each_var(tm, condition, note_spoken, &s);
    for (uint32_t before = UINT32_MAX; terms->count != before;) {
        before = terms->count;
        for (uint32_t i = 0; i < all->count; i++) {
            s.meets = false;
            if (!is_added[i]) term_for_each_var(tm, all->data[i], note_met, &s);
            if (!s.meets) continue;
            is_added[i] = true;
            vec_push(run, terms, all->data[i]);
            term_for_each_var(tm, all->data[i], note_spoken, &s);
        }
    }
    run_release(run, s.vars);
    run_release(run, is_added);
}

void known_clear(KnownLocals *known)
{
    for (uint32_t l = 0; known->at && l < known->p->locs.count; l++)
        vec_free(known->p->run, &known->at[l]);
    if (known->at) run_release(known->p->run, known->at);
    known->at = NULL;
}
