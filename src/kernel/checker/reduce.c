#include "kernel/checker/reduce.h"

#include <string.h>

#include "base/check.h"
#include "kernel/checker/assigned.h"
#include "kernel/checker/branches.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"
#include "program/check.h"

#define FACTS_LIMIT 20000000 /* locations times locals of one template */

typedef struct ReducedFact {
    Term value; /* TERM_NONE with known: anything */
    bool known; /* false: not reached so far */
} ReducedFact;

typedef struct Reduce {
    Program *in, *out;
    Term *shared;        /* per variable: its constant value, or TERM_NONE */
    uint32_t *place;     /* per local: its number in its template */
    ReducedFact **facts; /* per location: of each local of its template; NULL: not reached */
    bool *no_locals;     /* per template: too large, nothing is known of its locals */
    LocId at;            /* where terms are being folded */
    bool *influences;    /* per variable */
    bool changed;
} Reduce;

static bool is_constant_value(const Reduce *r, Term t)
{
    return term_is(t) && (term_is_const(r->in->tm, t) || term_kind(r->in->tm, t) == TERM_CONST_ARRAY);
}

static Term known_value_here(void *arg, TermManager *tm, Term var)
{
    Reduce *r = arg;
    uint32_t v = term_symbol(tm, var);
    const Var *info = &r->in->vars.data[v];
    if (info->class == VAR_INPUT) return TERM_NONE;
    if (info->class == VAR_SHARED) return r->shared[v];
    if (r->no_locals[info->template.i]) return TERM_NONE;
    CHECK(info->template.i == r->in->locs.data[r->at.i].template.i);
    CHECK(r->place[v] < r->in->templates.data[info->template.i].locals.count);
    return r->facts[r->at.i][r->place[v]].value;
}

static Term fold_known_values(Reduce *r, LocId at, Term t)
{
    CHECK(r->facts[at.i]);
    r->at = at;
    return term_substitute(r->in->tm, t, known_value_here, r);
}

/* Joins a value (TERM_NONE: any) into what is known. */
static void join_into_fact(Reduce *r, ReducedFact *fact, Term value)
{
    if (!is_constant_value(r, value)) value = TERM_NONE;
    if (fact->known && (!term_is(fact->value) || (term_is(value) && term_same(fact->value, value)))) return;
    CHECK(!fact->known || term_is(fact->value)); /* only ever withdrawn */
    fact->value = fact->known ? TERM_NONE : value;
    fact->known = true;
    r->changed = true;
}

static ReducedFact *facts_of_location(Reduce *r, LocId l)
{
    if (!r->facts[l.i]) {
        const Template *t = &r->in->templates.data[r->in->locs.data[l.i].template.i];
        uint32_t n = r->no_locals[r->in->locs.data[l.i].template.i] ? 0 : t->locals.count;
        r->facts[l.i] = run_alloc(r->in->run, (n + 1) * sizeof(ReducedFact));
        r->changed = true;
    }
    return r->facts[l.i];
}

/* A thread of the template starts: by the edge, or at the beginning (NULL). */
static void reach_entry(Reduce *r, TemplateId t, const Edge *e)
{
    const Template *template = &r->in->templates.data[t.i];
    ReducedFact *facts = facts_of_location(r, template->entry);
    if (r->no_locals[t.i]) return;
    for (uint32_t i = 0; i < template->locals.count; i++) {
        uint32_t v = template->locals.data[i];
        Term given = checker_edge_gives(e, v);
        join_into_fact(r, &facts[i], term_is(given) ? fold_known_values(r, e->from, given) : r->in->vars.data[v].init);
    }
}

static void follow_edge_values(Reduce *r, const Edge *e)
{
    Program *p = r->in;
    if (!r->facts[e->from.i] || term_is_false(p->tm, fold_known_values(r, e->from, e->guard)) || e->is_error) return;
    for (uint32_t i = 0; i < e->assign_count; i++) {
        uint32_t v = e->assigns[i].var.i;
        if (p->vars.data[v].class != VAR_SHARED || !term_is(r->shared[v])) continue;
        Term value = fold_known_values(r, e->from, e->assigns[i].value);
        if (is_constant_value(r, value) && term_same(value, r->shared[v])) continue;
        r->shared[v] = TERM_NONE;
        r->changed = true;
    }
    TemplateId t = p->locs.data[e->from.i].template;
    ReducedFact *to = facts_of_location(r, e->to), *from = r->facts[e->from.i];
    for (uint32_t i = 0; i < p->templates.data[t.i].locals.count && !r->no_locals[t.i]; i++) {
        Term value = checker_edge_assigns(e, p->templates.data[t.i].locals.data[i]);
        join_into_fact(r, &to[i], term_is(value) ? fold_known_values(r, e->from, value) : from[i].value);
    }
    if (e->spawn.i != NO_ID) reach_entry(r, e->spawn, e);
}

/* ---- are the facts an invariant? ---- */

static bool fact_admits(Reduce *r, const ReducedFact *fact, Term value)
{
    return fact->known && (!term_is(fact->value) || (is_constant_value(r, value) && term_same(fact->value, value)));
}

static bool entry_admits(Reduce *r, TemplateId t, const Edge *e)
{
    const Template *template = &r->in->templates.data[t.i];
    const ReducedFact *facts = r->facts[template->entry.i];
    for (uint32_t i = 0; facts && i < template->locals.count && !r->no_locals[t.i]; i++) {
        Term given = checker_edge_gives(e, template->locals.data[i]);
        Term value =
            term_is(given) ? fold_known_values(r, e->from, given) : r->in->vars.data[template->locals.data[i]].init;
        if (!fact_admits(r, &facts[i], value)) return false;
    }
    return facts != NULL;
}

static bool edge_keeps_facts(Reduce *r, const Edge *e)
{
    TemplateId t = r->in->locs.data[e->from.i].template;
    const Template *template = &r->in->templates.data[t.i];
    const ReducedFact *from = r->facts[e->from.i], *to = r->facts[e->to.i];
    if (!from || e->is_error || term_is_false(r->in->tm, fold_known_values(r, e->from, e->guard))) return true;
    for (uint32_t i = 0; i < e->assign_count; i++) {
        uint32_t v = e->assigns[i].var.i;
        Term known = r->in->vars.data[v].class == VAR_SHARED ? r->shared[v] : TERM_NONE;
        if (term_is(known) && !term_same(fold_known_values(r, e->from, e->assigns[i].value), known)) return false;
    }
    for (uint32_t i = 0; to && i < template->locals.count && !r->no_locals[t.i]; i++) {
        Term value = checker_edge_assigns(e, template->locals.data[i]);
        if (!fact_admits(r, &to[i], term_is(value) ? fold_known_values(r, e->from, value) : from[i].value))
            return false;
    }
    return to && (e->spawn.i == NO_ID || entry_admits(r, e->spawn, e));
}

/* What the comment at the top says, edge by edge. */
static bool facts_are_inductive(Reduce *r)
{
    for (uint32_t t = 0; t < r->in->templates.count; t++)
        if (r->in->templates.data[t].initial != COUNT_NONE && !entry_admits(r, (TemplateId){t}, NULL)) return false;
    for (uint32_t i = 0; i < r->in->edges.count; i++)
        if (!edge_keeps_facts(r, &r->in->edges.data[i])) return false;
    return true;
}

static void find_facts(Reduce *r)
{
    Program *p = r->in;
    for (uint32_t v = 0; v < p->vars.count; v++)
        if (p->vars.data[v].class == VAR_SHARED && is_constant_value(r, p->vars.data[v].init))
            r->shared[v] = p->vars.data[v].init;
    for (uint32_t t = 0; t < p->templates.count; t++) {
        uint32_t locs = 0;
        for (uint32_t l = 0; l < p->locs.count; l++)
            locs += p->locs.data[l].template.i == t;
        r->no_locals[t] = (uint64_t)locs * p->templates.data[t].locals.count > FACTS_LIMIT;
        for (uint32_t i = 0; i < p->templates.data[t].locals.count; i++)
            r->place[p->templates.data[t].locals.data[i]] = i;
    }
    for (uint32_t t = 0; t < p->templates.count; t++)
        if (p->templates.data[t].initial != COUNT_NONE) reach_entry(r, (TemplateId){t}, NULL);
    do {
        r->changed = false;
        run_poll(p->run);
        for (uint32_t i = 0; i < p->edges.count; i++)
            follow_edge_values(r, &p->edges.data[i]);
    } while (r->changed);
}

/* x := x, as written or with what is known, or to a shared variable that always has one value. */
static bool keeps_value(const Reduce *r, const Assign *a, Term folded)
{
    Term x = program_var_term(r->in, a->var);
    return term_same(a->value, x) || term_same(folded, x) || term_is(r->shared[a->var.i]);
}

static void copy_edge(Reduce *r, const Edge *from)
{
    Program *p = r->in;
    if (!r->facts[from->from.i]) return;
    Edge e = *from;
    e.accesses = NULL; /* what races is an error edge by now */
    e.access_count = 0;
    e.guard = fold_known_values(r, e.from, e.guard);
    if (term_is_false(p->tm, e.guard)) return;
    Assign *assigns = run_alloc(p->run, ((size_t)e.assign_count + e.arg_count + 1) * sizeof *assigns);
    e.args = assigns + e.assign_count;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < e.assign_count; i++) {
        Term value = fold_known_values(r, e.from, e.assigns[i].value);
        if (!keeps_value(r, &e.assigns[i], value)) assigns[kept++] = (Assign){e.assigns[i].var, value};
    }
    for (uint32_t i = 0; i < e.arg_count; i++)
        e.args[i] = (Assign){from->args[i].var, fold_known_values(r, e.from, from->args[i].value)};
    CHECK(kept <= from->assign_count);
    e.assigns = assigns;
    e.assign_count = kept;
    program_add_edge(r->out, &e);
    run_release(p->run, assigns);
}

static void mark_influence(void *arg, Term var)
{
    Reduce *r = arg;
    uint32_t v = term_symbol(r->out->tm, var);
    r->influences[v] = true;
}

static uint32_t keep_influences(const Reduce *r, Assign *assigns, uint32_t count)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (r->influences[assigns[i].var.i]) assigns[n++] = assigns[i];
    }
    return n;
}

/* Values that no guard depends on, not even over others, decide nothing; nor do guards that make no difference. */
static void drop_assignments(Reduce *r, bool drop_branches)
{
    Program *p = r->out;
    branches_reduce(p, r->influences, drop_branches);
    for (uint32_t i = 0; i < p->edges.count; i++) {
        Edge *e = &p->edges.data[i];
        e->assign_count = keep_influences(r, e->assigns, e->assign_count);
        uint32_t args = 0; /* x := x is not the same for a parameter */
        for (uint32_t k = 0; k < e->arg_count; k++)
            if (r->influences[e->args[k].var.i]) e->args[args++] = e->args[k];
        e->arg_count = args;
    }
}

static void mark_predicates(Reduce *r, const CertificateTerms *terms)
{
    for (uint32_t i = 0; i < terms->count; i++)
        term_for_each_var(r->in->tm, terms->data[i], mark_influence, r);
}

static Term **known_local_values(Reduce *r)
{
    Run *run = r->in->run;
    Term **known = run_alloc(run, (r->in->locs.count + 1) * sizeof *known);
    for (uint32_t l = 0; l < r->in->locs.count; l++) {
        uint32_t t = r->in->locs.data[l].template.i, n = r->in->templates.data[t].locals.count;
        if (!r->facts[l] || r->no_locals[t]) continue;
        known[l] = run_alloc(run, (n + 1) * sizeof(Term));
        for (uint32_t i = 0; i < n; i++)
            known[l][i] = r->facts[l][i].value;
    }
    return known;
}

static void mark_tickets(Reduce *r, const Certificate *c)
{
    for (uint32_t i = 0; i < c->tickets.count; i++) {
        const CertificateTicket *t = &c->tickets.data[i];
        r->influences[t->counter.i] = true;
        for (uint32_t l = 0; l < r->in->locs.count; l++)
            for (uint32_t k = 0; k < t->held[l].count; k++)
                r->influences[t->held[l].data[k].i] = true;
    }
}

/* What a counting predicate says is checked on every step, also where no guard that is left reads the counter. */
static void mark_countings(Reduce *r, const Certificate *c)
{
    for (uint32_t i = 0; i < c->countings.count; i++)
        r->influences[c->countings.data[i].var.i] = true;
}

Reduced *certify_reduce(Program *p, const Certificate *c, bool drop_branches)
{
    Run *run = p->run;
    Reduce reduce = {.in = p, .out = program_new(run, p->tm)}, *r = &reduce;
    r->shared = run_alloc(run, (p->vars.count + 1) * sizeof *r->shared);
    r->place = run_alloc(run, (p->vars.count + 1) * sizeof *r->place);
    r->facts = run_alloc(run, (p->locs.count + 1) * sizeof *r->facts);
    r->no_locals = run_alloc(run, p->templates.count + 1);
    r->influences = run_alloc(run, p->vars.count + 1);
    for (uint32_t i = 0; i < p->templates.count; i++) {
        TemplateId t = program_add_template(r->out, p->templates.data[i].name);
        r->out->templates.data[t.i] = p->templates.data[i];
        memset(&r->out->templates.data[t.i].locals, 0, sizeof r->out->templates.data[t.i].locals);
    }
    for (uint32_t i = 0; i < p->vars.count; i++)
        program_add_var(r->out, &p->vars.data[i]);
    for (uint32_t i = 0; i < p->locs.count; i++)
        vec_push(run, &r->out->locs, p->locs.data[i]);
    r->out->has_ideal_integers = p->has_ideal_integers;
    r->out->counts_initial = p->counts_initial;
    find_facts(r);
    CHECK(facts_are_inductive(r));
    for (uint32_t i = 0; i < p->edges.count; i++)
        copy_edge(r, &p->edges.data[i]);
    for (uint32_t t = 0; c && t < p->templates.count; t++)
        mark_predicates(r, &c->local[t]);
    if (c) mark_predicates(r, &c->shared);
    if (c) mark_tickets(r, c);
    if (c) mark_countings(r, c);
    program_index(r->out);
    drop_assignments(r, drop_branches);
    program_infer_cardinality(r->out);
    program_require(r->out, "reduced program");
    CHECK(r->out->vars.count == p->vars.count && r->out->locs.count == p->locs.count);
    CHECK(r->out->edges.count <= p->edges.count);
    Reduced *out = run_alloc(run, sizeof *out);
    *out = (Reduced){r->out, r->shared, r->place, known_local_values(r)};
    for (uint32_t l = 0; l < p->locs.count; l++)
        run_release(run, r->facts[l]);
    run_release(run, r->facts);
    run_release(run, r->no_locals);
    run_release(run, r->influences);
    return out;
}
