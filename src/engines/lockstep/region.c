#include "engines/lockstep/region.h"

#include <string.h>

#include "base/unsound.h"
#include "engines/lockstep/flags.h"
#include "logic/smt/smt.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/choice.h"
#include "logic/term/compare.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"

#define READS_DEEP 3 /* reads at indices that are reads, and so on, that a candidate may have */

typedef struct Arrival {
    Term condition;
    Term *value; /* per variable */
} Arrival;

typedef VEC(Arrival) Arrivals;

typedef struct Encoder {
    Region *r;
    const Product *p;
    Run *run;
    TermManager *tm;
    const Program *w;
    Arrivals *at; /* per node */
    const Term *value;
    uint32_t shift; /* of inputs */
} Encoder;

/* Symbols after those of the program: 1 for reads, 2 for names. */
static uint32_t read_symbol(const Product *p) { return p->l->w->p->vars.count + 1; }
static uint32_t name_symbol(const Product *p) { return p->l->w->p->vars.count + 2; }

/* A Boolean of its own, which may be true when the condition is. It need not be: where several threads can move, one of
 * the ways is chosen, and what the others would do must not hide what it does. */
static Term named(Encoder *e, Term condition)
{
    Term name = term_var(e->tm, sort_bool(), name_symbol(e->p), e->r->defined.count);
    Term meaning = term_implies(e->tm, name, condition);
    if (IS_UNSOUND(UNSOUND_WAYS_HIDE)) meaning = term_eq(e->tm, name, condition);
    vec_push(e->run, &e->r->defined, meaning);
    return name;
}

static Term current_term(void *arg, TermManager *tm, Term var)
{
    const Encoder *e = arg;
    uint32_t v = term_symbol(tm, var);
    const Var *info = &e->w->vars.data[v];
    if (info->class == VAR_INPUT) return term_var(tm, info->sort, v, term_instance(tm, var) + e->shift);
    return e->value[v];
}

static Term with_current_values(Encoder *e, Term t)
{
    return reads_eliminate(e->r->reads, term_substitute(e->tm, t, current_term, e));
}

/* What is known at the target, where it is not known before. */
static Term known_after(Encoder *e, const Letter *letter, const ProductNode *from, const ProductNode *to)
{
    Term all = term_bool(e->tm, true);
    for (uint32_t i = 0; i < e->p->flags.count; i++) {
        uint32_t v = e->p->flags.data[i];
        Term known = product_known(e->p, to, v), before = product_known(e->p, from, v), value = e->value[v];
        bool is_assigned = false;
        for (uint32_t k = 0; k < letter->assign_count; k++) {
            if (letter->assigns[k].var.i != v) continue;
            value = with_current_values(e, letter->assigns[k].value);
            is_assigned = true;
        }
        if (!term_is(known) || (!is_assigned && term_is(before) && term_same(known, before))) continue;
        all = term_and(e->tm, all, term_eq(e->tm, value, known));
    }
    return all;
}

static void take_letter(Encoder *e, Term reach, uint32_t from, uint32_t place)
{
    const ProductEdge *edge = &e->p->nodes.data[from].out.data[place];
    const Letter *letter = &e->p->l->all.data[edge->letter];
    e->shift = ++e->r->steps * e->p->l->copies;
    Term guard = term_gather_choices(e->tm, with_current_values(e, letter->guard));
    if (term_is_false(e->tm, guard)) return;
    vec_push(e->run, &e->r->guards, guard);
    Term condition = term_and(e->tm, reach, guard);
    if (term_is_false(e->tm, condition)) return;
    const ProductNode *to = edge->to == NO_ID ? NULL : &e->p->nodes.data[edge->to];
    if (to) condition = term_and(e->tm, condition, known_after(e, letter, &e->p->nodes.data[from], to));
    if (term_is_false(e->tm, condition)) return;
    if (!to || edge->is_pruned) {
        RegionError error = {named(e, condition), edge->letter};
        vec_push(e->run, &e->r->errors, error);
        e->r->error = term_or(e->tm, e->r->error, error.reach);
        return;
    }
    Arrival a = {named(e, condition), run_alloc(e->run, e->w->vars.count * sizeof(Term))};
    memcpy(a.value, e->value, e->w->vars.count * sizeof(Term));
    for (uint32_t i = 0; i < letter->assign_count; i++) {
        Term known = product_known(e->p, to, letter->assigns[i].var.i);
        a.value[letter->assigns[i].var.i] = term_is(known) ? known : with_current_values(e, letter->assigns[i].value);
    }
    if (to->cut) vec_push(e->run, &e->r->entries, ((RegionEntry){a.condition, from, place}));
    vec_push(e->run, &e->at[edge->to], a);
}

/* Values that meet. Those that nobody reads any more stay as one of them is. */
static Arrival join_arrivals(Encoder *e, const Arrivals *arrivals, const uint64_t *live)
{
    Arrival out = arrivals->data[0];
    if (arrivals->count == 1) return out;
    for (uint32_t i = 1; i < arrivals->count; i++) {
        const Arrival *a = &arrivals->data[i];
        out.condition = term_or(e->tm, out.condition, a->condition);
        for (uint32_t v = 0; v < e->w->vars.count; v++)
            if (varset_has(live, v) && !term_same(out.value[v], a->value[v]))
                out.value[v] = term_choice(e->tm, a->condition, a->value[v], out.value[v]);
        run_release(e->run, a->value);
    }
    out.condition = named(e, out.condition);
    return out;
}

static void leave_region_node(Encoder *e, uint32_t node, Term reach, const Term *value)
{
    const ProductNode *n = &e->p->nodes.data[node];
    for (uint32_t i = 0; i < n->out.count; i++) {
        uint32_t to = n->out.data[i].to;
        e->value = value;
        if (to == NO_ID || n->out.data[i].is_pruned || e->p->nodes.data[to].leads_to_error)
            take_letter(e, reach, node, i);
    }
}

static Term *start_values(const Product *p, uint32_t cut)
{
    Program *w = p->l->w->p;
    Term *value = run_alloc(w->run, (w->vars.count + 1) * sizeof *value);
    for (uint32_t v = 0; v < w->vars.count; v++) {
        Term known = product_known(p, &p->nodes.data[cut], v);
        if (!cut && term_is(w->vars.data[v].init)) known = w->vars.data[v].init;
        value[v] = term_is(known) ? known : program_var_term(w, (VarId){v});
    }
    return value;
}

static void visit_region_node(Encoder *e, uint32_t node)
{
    Arrivals *arrivals = &e->at[node];
    if (!arrivals->count) return;
    run_poll(e->run);
    const ProductNode *n = &e->p->nodes.data[node];
    Arrival a = join_arrivals(e, arrivals, n->live);
    vec_free(e->run, arrivals);
    if (n->cut) {
        vec_push(e->run, &e->r->targets, ((RegionTarget){.node = node, .reach = a.condition, .value = a.value}));
        return;
    }
    leave_region_node(e, node, a.condition, a.value);
    run_release(e->run, a.value);
}

Region *region_new(const Product *p, uint32_t cut, Smt **solver)
{
    Run *run = p->l->merged->run;
    TermManager *tm = p->l->merged->tm;
    Region *r = run_alloc(run, sizeof *r);
    *r = (Region){.p = p, .cut = cut, .solver = solver, .reads = reads_new(tm, read_symbol(p))};
    r->error = term_bool(tm, false);
    r->start = start_values(p, cut);
    Encoder e = {.r = r, .p = p, .run = run, .tm = tm, .w = p->l->w->p};
    e.at = run_alloc(run, (p->nodes.count + 1) * sizeof *e.at);
    leave_region_node(&e, cut, term_bool(tm, true), r->start);
    for (uint32_t i = 0; i < p->topological.count; i++)
        if (!p->nodes.data[p->topological.data[i]].cut) visit_region_node(&e, p->topological.data[i]);
    for (uint32_t i = 0; i < p->topological.count; i++)
        if (p->nodes.data[p->topological.data[i]].cut) visit_region_node(&e, p->topological.data[i]);
    run_release(run, e.at);
    return r;
}

static void free_view(Run *run, RegionView *view)
{
    if (view->smt) smt_free(view->smt);
    view->smt = NULL;
    vec_free(run, &view->names);
    vec_free(run, &view->reads);
    vec_free(run, &view->facts);
}

void region_forget(Region *r)
{
    Run *run = r->p->l->merged->run;
    for (uint32_t i = 0; i < r->targets.count; i++)
        free_view(run, &r->targets.data[i].view);
    free_view(run, &r->view);
}

void region_free(Region *r)
{
    Run *run = r->p->l->merged->run;
    region_forget(r);
    for (uint32_t i = 0; i < r->targets.count; i++)
        run_release(run, r->targets.data[i].value);
    vec_free(run, &r->defined);
    vec_free(run, &r->targets);
    vec_free(run, &r->entries);
    vec_free(run, &r->guards);
    vec_free(run, &r->errors);
    run_release(run, r->start);
    reads_free(r->reads);
    run_release(run, r);
}

typedef struct RegionState {
    const Region *r;
    const Term *value;
    bool other;     /* than the state */
    uint32_t depth; /* of reads at indices that are reads */
} RegionState;

static Term value_of_sample(void *arg, TermManager *tm, Term var)
{
    const RegionState *s = arg;
    CHECK(term_symbol(tm, var) < s->r->p->l->w->p->vars.count);
    return s->value[term_symbol(tm, var)];
}

Term region_here(Region *r, Term t)
{
    RegionState s = {.r = r, .value = r->start};
    return reads_eliminate(r->reads, term_substitute(r->p->l->merged->tm, t, value_of_sample, &s));
}

Term region_there(Region *r, const RegionTarget *target, Term t)
{
    RegionState s = {.r = r, .value = target->value};
    return reads_eliminate(r->reads, term_substitute(r->p->l->merged->tm, t, value_of_sample, &s));
}

/* ---- questions ---- */

typedef struct Telling {
    Region *r;
    RegionView *view;
    VEC(Term) open; /* whose variables are to be told */
    bool all;       /* the reads of a fact are told */
} Telling;

static void tell_var(void *arg, Term var)
{
    Telling *t = arg;
    Run *run = t->r->p->l->merged->run;
    TermManager *tm = t->r->p->l->merged->tm;
    uint32_t v = term_symbol(tm, var), i = term_instance(tm, var);
    if (v != name_symbol(t->r->p) && v != read_symbol(t->r->p)) return;
    bool is_name = v == name_symbol(t->r->p);
    while (t->view->names.count < t->r->defined.count)
        vec_push(run, &t->view->names, false);
    while (t->view->reads.count < reads_count(t->r->reads))
        vec_push(run, &t->view->reads, false);
    bool *told = is_name ? &t->view->names.data[i] : &t->view->reads.data[i];
    if (*told) return;
    *told = true;
    Term array, index;
    if (is_name) {
        smt_assert(t->view->smt, t->r->defined.data[i]);
        index = t->r->defined.data[i];
    } else {
        reads_get(t->r->reads, i, &array, &index);
    }
    vec_push(run, &t->open, index);
}

static void look_told(void *arg, Term var)
{
    Telling *t = arg;
    if (term_symbol(t->r->p->l->merged->tm, var) != read_symbol(t->r->p)) return;
    uint32_t i = term_instance(t->r->p->l->merged->tm, var);
    t->all &= i < t->view->reads.count && t->view->reads.data[i];
}

/* What is known of reads that are told. */
static void tell_facts(Telling *t)
{
    TermManager *tm = t->r->p->l->merged->tm;
    while (t->view->facts.count < reads_fact_count(t->r->reads))
        vec_push(t->r->p->l->merged->run, &t->view->facts, false);
    for (uint32_t i = 0; i < t->view->facts.count; i++) {
        Term fact = reads_fact(t->r->reads, i);
        t->all = !t->view->facts.data[i];
        if (t->all) term_for_each_var(tm, fact, look_told, t);
        if (!t->all) continue;
        t->view->facts.data[i] = true;
        smt_assert(t->view->smt, fact);
    }
}

void region_tell(Region *r, RegionView *view, Term t)
{
    TermManager *tm = r->p->l->merged->tm;
    Telling telling = {.r = r, .view = view};
    if (!view->smt) {
        if (!*r->solver) *r->solver = smt_new(tm);
        view->smt = smt_new_beside(*r->solver);
        smt_set_preprocessing(view->smt, true);
    }
    vec_push(r->p->l->merged->run, &telling.open, t);
    while (telling.open.count)
        term_for_each_var(tm, vec_pop(&telling.open), tell_var, &telling);
    vec_free(r->p->l->merged->run, &telling.open);
}

SmtResult region_check(Region *r, RegionView *view, const Term *assumptions, uint32_t count)
{
    Telling telling = {.r = r, .view = view};
    for (uint32_t i = 0; i < count; i++)
        region_tell(r, view, assumptions[i]);
    tell_facts(&telling);
    smt_set_timeout(view->smt, r->milliseconds);
    smt_set_effort(view->smt, r->effort);
    return smt_check(view->smt, assumptions, count);
}

static Term over_state(void *arg, TermManager *tm, Term var)
{
    RegionState *s = arg;
    uint32_t v = term_symbol(tm, var), vars = s->r->p->l->w->p->vars.count;
    if (v == read_symbol(s->r->p)) {
        Term array, index;
        reads_get(s->r->reads, term_instance(tm, var), &array, &index);
        if (s->r->p->l->w->p->vars.data[term_symbol(tm, array)].class == VAR_INPUT || s->depth == READS_DEEP)
            s->other = true;
        if (s->other) return TERM_NONE;
        s->depth++;
        index = term_substitute(tm, index, over_state, s);
        s->depth--;
        return term_select(tm, array, index);
    }
    if (v >= vars || s->r->p->l->w->p->vars.data[v].class == VAR_INPUT) s->other = true;
    return TERM_NONE;
}

Term region_over_state(Region *r, Term t)
{
    RegionState s = {.r = r};
    Term out = term_substitute(r->p->l->merged->tm, t, over_state, &s);
    return s.other ? TERM_NONE : out;
}
