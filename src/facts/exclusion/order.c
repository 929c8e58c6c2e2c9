/* Let S be a template of which one thread exists at most (the owner), and T one whose threads are started by edges.
 *
 * Existence. Let `after` be the locations of S behind the edges that start threads of T, closed under the edges of S;
 * with those behind edges that start threads which start threads of T, and so on. Then a thread of T exists only when S
 * is in `after`: S cannot leave it, and others that start T exist only then, too.
 *
 * Ends. Let T have a parameter that no edge assigns, which each edge that starts a thread of T gives a constant, and
 * let the subject be the threads with the constant k. If those are started by S only, and never after `after` was
 * entered, there is at most one. Let `done` be a Boolean, false at first, that only edges of T set, with a guard that
 * implies "parameter = k", and to locations without edges (`ended`). So `done` implies that the subject has ended: none
 * other comes. S does not come from where the subject may be active to other locations but where it learns `done`:
 * hence `active`, the locations of S reached from behind the start without edges whose guard implies `done`, is where S
 * is as long as the subject exists and has not ended. */
#include "facts/exclusion/order.h"

#include <string.h>

#include "base/check.h"
#include "base/unsound.h"
#include "logic/smt/check.h"
#include "logic/term/boolean.h"
#include "logic/term/compare.h"
#include "logic/term/walk.h"
#include "program/step.h"

typedef struct Finder {
    Program *p;
    TermManager *tm;
    Smt *smt;
    Exclusions *out;
    VEC(EdgeId) starts; /* the edges that start threads */
    bool *is_assigned;  /* per variable: by an edge */
    VEC(LocId) open;
} Finder;

static TemplateId starter(const Finder *f, const Edge *e) { return f->p->locs.data[e->from.i].template; }

static bool is_single_template(const Finder *f, TemplateId t)
{
    return f->p->templates.data[t.i].cardinality == COUNT_ONE;
}

/* ---- sets of locations ---- */

static bool *new_location_set(const Finder *f) { return run_alloc(f->p->run, f->p->locs.count + 1); }

static void add_to_closure(Finder *f, bool *set, LocId l)
{
    if (set[l.i]) return;
    set[l.i] = true;
    vec_push(f->p->run, &f->open, l);
}

static bool guard_implies_done(Finder *f, const Edge *e, VarId done);

/* Closes the set under edges, but those that learn `done` (NO_ID: all count). */
static void close_set(Finder *f, bool *set, VarId done)
{
    while (f->open.count) {
        LocId l = vec_pop(&f->open);
        for (uint32_t i = 0; i < program_out_count(f->p, l); i++) {
            const Edge *e = program_out_edge(f->p, l, i);
            if (IS_UNSOUND(UNSOUND_ORDER_FORGOTTEN) && done.i != NO_ID) continue;
            if (set[e->to.i] || (done.i != NO_ID && guard_implies_done(f, e, done))) continue;
            add_to_closure(f, set, e->to);
        }
    }
}

/* ---- what guards imply ---- */

typedef struct Look {
    TermManager *tm;
    uint32_t symbol;
    bool found;
} Look;

static void look_for_symbol(void *arg, Term var)
{
    Look *l = arg;
    l->found |= term_symbol(l->tm, var) == l->symbol;
}

static bool is_mentioned(const Finder *f, Term t, VarId v)
{
    Look l = {f->tm, v.i, false};
    if (!term_is_const(f->tm, t)) term_for_each_var(f->tm, t, look_for_symbol, &l);
    return l.found;
}

static bool guard_implies(Finder *f, const Edge *e, VarId v, Term t)
{
    if (!is_mentioned(f, e->guard, v)) return false;
    Term wrong = term_and(f->tm, e->guard, term_not(f->tm, t));
    return term_is_false(f->tm, wrong) || smt_check(f->smt, &wrong, 1) == SMT_UNSAT;
}

static bool guard_implies_done(Finder *f, const Edge *e, VarId done)
{
    return guard_implies(f, e, done, program_var_term(f->p, done));
}

/* ---- parameters ---- */

/* The parameter's value for the threads that the edge starts, if that is a constant. */
static Term constant_start_argument(const Finder *f, const Edge *e, VarId parameter)
{
    Term t = step_argument(e, parameter);
    return term_is(t) && term_is_const(f->tm, t) ? t : TERM_NONE;
}

/* How many values the starts of t give the parameter; 0: not all of them are constants. */
static uint32_t count_values(const Finder *f, TemplateId t, VarId parameter)
{
    uint32_t values = 0;
    for (uint32_t s = 0; s < f->starts.count; s++) {
        const Edge *e = &f->p->edges.data[f->starts.data[s].i];
        if (e->spawn.i != t.i) continue;
        Term value = constant_start_argument(f, e, parameter);
        if (!term_is(value)) return 0;
        bool is_new = true;
        for (uint32_t k = 0; k < s && is_new; k++) {
            const Edge *other = &f->p->edges.data[f->starts.data[k].i];
            if (other->spawn.i == t.i) is_new = !term_same(value, constant_start_argument(f, other, parameter));
        }
        values += is_new;
    }
    return values;
}

/* Does what threads of t do at their ends depend on it? */
static bool is_read_at_end(const Finder *f, TemplateId t, VarId v)
{
    for (uint32_t i = 0; i < f->p->edges.count; i++) {
        const Edge *e = &f->p->edges.data[i];
        bool ends = starter(f, e).i == t.i && e->assign_count && !e->is_error && !program_out_count(f->p, e->to);
        if (ends && is_mentioned(f, e->guard, v)) return true;
    }
    return false;
}

/* A parameter that tells the threads of t apart: every start gives it a constant, which it keeps. Best is one by which
 * they say which of them has ended. .i = NO_ID: none. */
static VarId find_telling_parameter(const Finder *f, TemplateId t)
{
    const Template *template = &f->p->templates.data[t.i];
    VarId best = {NO_ID};
    uint32_t most = 1;
    for (uint32_t i = 0; i < template->locals.count; i++) {
        VarId v = {template->locals.data[i]};
        const Var *info = &f->p->vars.data[v.i];
        if (!info->is_parameter || f->is_assigned[v.i] || info->sort.kind == SORT_ARRAY) continue;
        uint32_t values = count_values(f, t, v);
        if (values > 1 && is_read_at_end(f, t, v)) return v;
        if (values > most) best = v, most = values;
    }
    return best;
}

/* ---- one subject ---- */

static bool is_start_of(const Finder *f, const OrderFact *fact, const Edge *e)
{
    if (e->spawn.i != fact->subject.i) return false;
    return fact->parameter.i == NO_ID || term_same(constant_start_argument(f, e, fact->parameter), fact->value);
}

/* Is the subject at most one thread, which the owner starts? */
static bool is_one_thread(const Finder *f, const OrderFact *fact)
{
    for (uint32_t s = 0; s < f->starts.count; s++) {
        const Edge *e = &f->p->edges.data[f->starts.data[s].i];
        if (!is_start_of(f, fact, e)) continue;
        if (starter(f, e).i != fact->owner.i || fact->after[e->from.i]) return false;
    }
    return true;
}

/* Do edges of the subject, and no others, set the variable, when they end? Then those locations are in the set. */
static bool is_set_at_end(Finder *f, const OrderFact *fact, VarId done, bool *ended)
{
    Program *p = f->p;
    bool any = false;
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        Term value = step_value(e, done);
        if (!term_is(value) || term_is_false(f->tm, value)) continue;
        if (starter(f, e).i != fact->subject.i || !term_is_true(f->tm, value)) return false;
        if (program_out_count(p, e->to)) return false;
        if (fact->parameter.i != NO_ID) {
            Term is = term_eq(f->tm, program_var_term(p, fact->parameter), fact->value);
            if (!guard_implies(f, e, fact->parameter, is)) return false;
        }
        ended[e->to.i] = any = true;
    }
    return any;
}

/* The Boolean, among those that threads of the template set at their ends. */
static void find_done_flag(Finder *f, OrderFact *fact, const bool *ends)
{
    Program *p = f->p;
    for (uint32_t v = 0; v < p->vars.count; v++) {
        const Var *info = &p->vars.data[v];
        if (!ends[v] || !term_is(info->init) || !term_is_false(f->tm, info->init)) continue;
        memset(fact->ended, 0, p->locs.count);
        if (!is_set_at_end(f, fact, (VarId){v}, fact->ended)) continue;
        fact->done = (VarId){v};
        return;
    }
    memset(fact->ended, 0, p->locs.count);
}

/* Shared Booleans that edges of the template set to true at their end. */
static bool *set_at_end(const Finder *f, TemplateId t)
{
    const Program *p = f->p;
    bool *marks = run_alloc(p->run, p->vars.count + 1);
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        if (starter(f, e).i != t.i || program_out_count(p, e->to)) continue;
        for (uint32_t k = 0; k < e->assign_count; k++) {
            const Var *info = &p->vars.data[e->assigns[k].var.i];
            if (info->class == VAR_SHARED && info->sort.kind == SORT_BOOL && term_is_true(p->tm, e->assigns[k].value))
                marks[e->assigns[k].var.i] = true;
        }
    }
    return marks;
}

/* Those of the owner's locations that follow the subject's start. */
static void mark_after(Finder *f, const OrderFact *fact, bool *set, VarId done)
{
    for (uint32_t s = 0; s < f->starts.count; s++) {
        const Edge *e = &f->p->edges.data[f->starts.data[s].i];
        if (IS_UNSOUND(UNSOUND_START_FORGOTTEN)) continue;
        if (is_start_of(f, fact, e) && starter(f, e).i == fact->owner.i) add_to_closure(f, set, e->to);
    }
    close_set(f, set, done);
}

static void add_owned(Finder *f, TemplateId subject, TemplateId owner, VarId parameter, Term value, const bool *ends)
{
    OrderFact fact = {subject, parameter, value, owner, false, {NO_ID}, new_location_set(f), new_location_set(f), NULL};
    mark_after(f, &fact, fact.after, (VarId){NO_ID});
    fact.single = is_one_thread(f, &fact);
    if (fact.single) find_done_flag(f, &fact, ends);
    fact.active = fact.after;
    if (fact.done.i != NO_ID) {
        fact.active = new_location_set(f);
        mark_after(f, &fact, fact.active, fact.done);
    }
    vec_push(f->p->run, &f->out->orders, fact);
}

/* Threads that one single template starts: a fact for each value of the parameter that tells them apart. */
static void find_owned(Finder *f, TemplateId t, TemplateId owner)
{
    VarId parameter = find_telling_parameter(f, t);
    bool *ends = set_at_end(f, t);
    uint32_t first = f->out->orders.count;
    if (parameter.i == NO_ID) add_owned(f, t, owner, parameter, TERM_NONE, ends);
    for (uint32_t s = 0; s < f->starts.count && parameter.i != NO_ID; s++) {
        const Edge *e = &f->p->edges.data[f->starts.data[s].i];
        if (e->spawn.i != t.i) continue;
        Term value = constant_start_argument(f, e, parameter);
        bool is_new = true;
        for (uint32_t k = first; k < f->out->orders.count; k++)
            is_new &= !term_same(f->out->orders.data[k].value, value);
        if (is_new) add_owned(f, t, owner, parameter, value, ends);
    }
    run_release(f->p->run, ends);
}

/* ---- all templates ---- */

/* The one template that starts threads of t, if there is one and it is single; t must not exist from the beginning. */
static TemplateId single_starter(const Finder *f, TemplateId t)
{
    TemplateId owner = {NO_ID};
    for (uint32_t s = 0; s < f->starts.count; s++) {
        const Edge *e = &f->p->edges.data[f->starts.data[s].i];
        if (e->spawn.i != t.i) continue;
        if (owner.i != NO_ID && owner.i != starter(f, e).i) return (TemplateId){NO_ID};
        owner = starter(f, e);
    }
    return owner.i != NO_ID && owner.i != t.i && is_single_template(f, owner) ? owner : (TemplateId){NO_ID};
}

/* Where the root is when threads of each template exist: sets[t], NULL for the root and those that exist without it. */
static void find_existence(Finder *f, TemplateId root, bool **sets)
{
    bool changed = true;
    while (changed) {
        changed = false;
        run_poll(f->p->run);
        for (uint32_t s = 0; s < f->starts.count; s++) {
            const Edge *e = &f->p->edges.data[f->starts.data[s].i];
            uint32_t by = starter(f, e).i, t = e->spawn.i;
            if (!sets[t]) continue;
            if (by == root.i) add_to_closure(f, sets[t], e->to);
            for (uint32_t l = 0; l < f->p->locs.count && by != root.i && sets[by]; l++)
                if (sets[by][l]) add_to_closure(f, sets[t], (LocId){l});
            changed |= f->open.count > 0;
            close_set(f, sets[t], (VarId){NO_ID});
        }
    }
}

/* Does one who has ended wherever the set says leave no thread of the subject behind that has not? */
static bool waits_for_all(const Finder *f, TemplateId subject, TemplateId owner, const bool *set)
{
    bool any = false;
    for (uint32_t i = 0; i < f->out->orders.count; i++) {
        const OrderFact *fact = &f->out->orders.data[i];
        if (fact->subject.i != subject.i || fact->owner.i != owner.i) continue;
        any = true;
        for (uint32_t l = 0; l < f->p->locs.count; l++)
            if (set[l] && fact->active[l]) return false;
    }
    return any;
}

/* Where the root is when threads of the subject are active; exist: when they exist. */
static bool *active_in_view(const Finder *f, TemplateId subject, TemplateId root, bool *exist)
{
    TemplateId by = single_starter(f, subject);
    for (uint32_t i = 0; i < f->out->orders.count && by.i != NO_ID; i++) {
        const OrderFact *fact = &f->out->orders.data[i];
        if (fact->subject.i != by.i || fact->owner.i != root.i) continue;
        if (fact->parameter.i != NO_ID || fact->done.i == NO_ID) continue;
        if (waits_for_all(f, subject, by, fact->ended)) return fact->active;
    }
    return exist;
}

/* Whether threads of t are told apart by a parameter and start others: of these it must be known when any of them is
 * there. */
static bool is_needed_whole(const Finder *f, TemplateId t)
{
    bool is_apart = false, starts = false;
    for (uint32_t i = 0; i < f->out->orders.count; i++)
        is_apart |= f->out->orders.data[i].subject.i == t.i && f->out->orders.data[i].parameter.i != NO_ID;
    for (uint32_t s = 0; s < f->starts.count; s++)
        starts |= starter(f, &f->p->edges.data[f->starts.data[s].i]).i == t.i;
    return is_apart && starts;
}

/* Threads that stem from the root. */
static void find_descendants(Finder *f, TemplateId root)
{
    Program *p = f->p;
    bool **sets = run_alloc(p->run, (p->templates.count + 1) * sizeof *sets);
    for (uint32_t t = 0; t < p->templates.count; t++)
        if (t != root.i && p->templates.data[t].initial == COUNT_NONE) sets[t] = new_location_set(f);
    for (uint32_t s = 0; s < f->starts.count; s++) { /* whoever starts them must stem from the root, too */
        const Edge *e = &p->edges.data[f->starts.data[s].i];
        uint32_t by = starter(f, e).i;
        if (by == root.i || sets[by] || !sets[e->spawn.i]) continue;
        sets[e->spawn.i] = NULL;
        s = NO_ID; /* again, for those that it starts */
    }
    find_existence(f, root, sets);
    for (uint32_t t = 0; t < p->templates.count; t++) {
        TemplateId subject = {t};
        bool is_known = single_starter(f, subject).i == root.i; /* more than here */
        if (!sets[t] || (is_known && !is_needed_whole(f, subject))) continue;
        OrderFact fact = {subject, {NO_ID}, TERM_NONE, root, false, {NO_ID}, new_location_set(f), sets[t], NULL};
        fact.active = is_known ? sets[t] : active_in_view(f, subject, root, sets[t]);
        vec_push(p->run, &f->out->orders, fact);
    }
    run_release(p->run, sets);
}

static void find_start_edges(Finder *f)
{
    const Program *p = f->p;
    for (uint32_t i = 0; i < p->edges.count; i++) {
        if (p->edges.data[i].spawn.i != NO_ID) vec_push(p->run, &f->starts, ((EdgeId){i}));
        for (uint32_t k = 0; k < p->edges.data[i].assign_count; k++)
            f->is_assigned[p->edges.data[i].assigns[k].var.i] = true;
    }
}

void order_find(Program *p, Smt *smt, Exclusions *out)
{
    Finder f = {.p = p, .tm = p->tm, .smt = smt, .out = out, .is_assigned = run_alloc(p->run, p->vars.count + 1)};
    find_start_edges(&f);
    for (uint32_t t = 0; t < p->templates.count; t++) {
        TemplateId template = {t};
        run_poll(p->run);
        if (p->templates.data[t].initial != COUNT_NONE) continue;
        TemplateId owner = single_starter(&f, template);
        if (owner.i != NO_ID) find_owned(&f, template, owner);
    }
    for (uint32_t t = 0; t < p->templates.count; t++)
        if (p->templates.data[t].initial == COUNT_ONE && is_single_template(&f, (TemplateId){t}))
            find_descendants(&f, (TemplateId){t});
    vec_free(p->run, &f.starts);
    vec_free(p->run, &f.open);
    run_release(p->run, f.is_assigned);
}

/* ---- use ---- */

bool order_excludes(const Program *p, const Exclusions *facts, LocId of, LocId at)
{
    bool any = false;
    for (uint32_t i = 0; i < facts->orders.count; i++) {
        const OrderFact *f = &facts->orders.data[i];
        if (f->subject.i != p->locs.data[of.i].template.i || f->owner.i != p->locs.data[at.i].template.i) continue;
        if (f->active[at.i] || f->ended[of.i]) return false;
        any = true;
    }
    return any; /* the facts about an owner speak of all threads of a template */
}
