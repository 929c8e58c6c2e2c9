/* A handle is kept in an array, `tids[number]`, or in an object whose address is kept in one, `ts[number]->tid`. For
 * the second the addresses must differ: objects are allocated one behind the other, so what is kept lies before the
 * address that comes next, which is said of that variable (next), of copies of it (the address of the newest object),
 * and of what is read where the number says. All this is proposed only; what does not hold is dropped. */
#include "facts/exclusion/team_places.h"

#include "facts/exclusion/team_terms.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "logic/term/walk.h"
#include "program/step.h"

static Term place_variable(const TeamClaims *c, VarId v) { return program_var_term(c->p, v); }

static Term is_newest_number(const TeamClaims *c) { return term_eq(c->tm, c->number, place_variable(c, c->start)); }

/* ---- addresses one behind the other ---- */

/* A variable of the owner's that is moved on by a constant, and the first value. */
typedef struct Moved {
    VarId var;
    Term first, step;
} Moved;

static Term is_null_address(const TeamClaims *c, Term t)
{
    return term_eq(c->tm, t, term_const(c->tm, term_sort(c->tm, t), 0));
}

/* Marks the variable, and those that it is copied to. */
static bool *mark_copies_of(const TeamClaims *c, VarId of)
{
    const Program *p = c->p;
    bool *found = run_alloc(p->run, p->vars.count + 1);
    found[of.i] = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < p->edges.count; i++)
            for (uint32_t k = 0; k < p->edges.data[i].assign_count; k++) {
                const Assign *a = &p->edges.data[i].assigns[k];
                bool is_copy = c->is_own[a->var.i] && term_kind(c->tm, a->value) == TERM_VAR &&
                               found[term_symbol(c->tm, a->value)] && !found[a->var.i];
                if (is_copy) found[a->var.i] = changed = true;
            }
    }
    return found;
}

/* What is read, found by the number, lies before what comes next, and before the newest, if it is not that of the
 * thread that was started last. */
static void add_address_order(TeamClaims *c, Term read, const Moved *m)
{
    Term next = place_variable(c, m->var);
    bool *copies = mark_copies_of(c, m->var);
    team_add_about(c, term_binary(c->tm, TERM_ULT, read, next));
    team_add_about(c, team_is_aligned(c, read, m->first, m->step));
    team_add_about(c, term_binary(c->tm, TERM_ULE, m->first, read));
    team_add_known(c, team_is_aligned(c, next, m->first, m->step));
    team_add_known(c, term_binary(c->tm, TERM_ULE, m->first, next));
    for (uint32_t v = 0; v < c->p->vars.count; v++) {
        if (!copies[v] || v == m->var.i) continue;
        Term newest = place_variable(c, (VarId){v}), none = is_null_address(c, newest);
        team_add_known(c, term_or(c->tm, none, term_binary(c->tm, TERM_ULT, newest, next)));
        team_add_known(c, term_or(c->tm, none, term_binary(c->tm, TERM_ULE, m->first, newest)));
        team_add_known(c, team_is_aligned(c, newest, m->first, m->step));
        Term before = term_or(c->tm, none, term_binary(c->tm, TERM_ULT, read, newest));
        team_add_about(c, term_or(c->tm, is_newest_number(c), before));
    }
    run_release(c->p->run, copies);
}

static void add_addresses(TeamClaims *c, Term read)
{
    Sort sort = term_sort(c->tm, read);
    for (uint32_t i = 0; i < c->p->edges.count && sort.kind == SORT_BV; i++) {
        const Edge *e = &c->p->edges.data[i];
        for (uint32_t k = 0; k < e->assign_count && team_is_owner(c, e); k++) {
            const Var *info = &c->p->vars.data[e->assigns[k].var.i];
            Moved m = {e->assigns[k].var, info->init, team_step(c, &e->assigns[k])};
            bool is_moved = term_is(m.step) && sort_same(info->sort, sort) && term_is(m.first);
            if (is_moved && term_is_const(c->tm, m.first)) add_address_order(c, read, &m);
        }
    }
}

/* ---- places ---- */

typedef struct Inner {
    TeamClaims *c;
    Term place;
    VarId counter;
} Inner;

static void add_inner(void *arg, Term t)
{
    const Inner *in = arg;
    if (term_kind(in->c->tm, t) != TERM_SELECT || term_same(t, in->place)) return;
    add_addresses(in->c, team_with(in->c, t, in->counter, in->c->number));
}

/* What is read is not where the thread's name is kept: as when that is of a thread that was joined. */
typedef struct Apart {
    TeamClaims *c;
    Term array, index; /* where it is kept, by the number */
} Apart;

static void add_apart(void *arg, Term t)
{
    const Apart *a = arg;
    TeamClaims *c = a->c;
    if (term_kind(c->tm, t) != TERM_SELECT || !term_same(term_arg(c->tm, t, 0), a->array)) return;
    Term read = term_arg(c->tm, t, 1);
    if (!team_look_into(c, read).others) team_add_about(c, term_ne(c->tm, a->index, read));
}

static void add_elsewhere(TeamClaims *c, Term place)
{
    Apart a = {c, term_arg(c->tm, place, 0), term_arg(c->tm, place, 1)};
    for (uint32_t i = 0; i < c->p->edges.count; i++) {
        const Edge *e = &c->p->edges.data[i];
        for (uint32_t k = 0; k < e->assign_count && team_is_owner(c, e) && !e->is_error; k++)
            term_for_each_subterm(c->tm, e->assigns[k].value, add_apart, &a);
    }
}

/* A place, found by the number, where the name of the thread is kept, perhaps; not yet for the one that was started
 * last. */
static void add_name_place(TeamClaims *c, Term place)
{
    TeamLook l = team_look_into(c, place);
    if (l.others || l.counters != 1) return;
    Term name = term_var(c->tm, term_sort(c->tm, place), c->name.i, TEAM_MEMBER);
    Term own = team_with(c, place, l.counter, c->number), kept = term_eq(c->tm, own, name);
    team_add_about(c, kept);
    if (term_kind(c->tm, own) == TERM_SELECT) add_elsewhere(c, own);
    team_add_about(c, term_or(c->tm, is_newest_number(c), kept));
    Inner inner = {c, place, l.counter};
    term_for_each_subterm(c->tm, place, add_inner, &inner);
}

static void add_array_reads(void *arg, Term t)
{
    TeamClaims *c = arg;
    if (term_kind(c->tm, t) != TERM_SELECT) return;
    if (sort_same(term_sort(c->tm, t), c->p->vars.data[c->name.i].sort)) add_name_place(c, team_write_out(c, t));
}

void team_places_add(TeamClaims *c, const Edge *e)
{
    for (uint32_t k = 0; k < e->assign_count; k++) {
        Term value = e->assigns[k].value;
        if (term_kind(c->tm, value) == TERM_STORE) {
            Term place = term_select(c->tm, place_variable(c, e->assigns[k].var), term_arg(c->tm, value, 1));
            team_add_known(c, term_eq(c->tm, place, term_arg(c->tm, value, 2)));
            add_array_reads(c, place);
        }
        term_for_each_subterm(c->tm, value, add_array_reads, c);
    }
}

void team_places_add_last(TeamClaims *c, const Edge *e)
{
    Sort sort = c->p->vars.data[c->name.i].sort;
    Term given = step_argument(e, c->name), name = term_var(c->tm, sort, c->name.i, TEAM_MEMBER);
    Term is_other = term_ne(c->tm, c->number, place_variable(c, c->start));
    for (uint32_t k = 0; k < e->assign_count; k++)
        if (c->is_own[e->assigns[k].var.i] && term_is(given) && term_same(e->assigns[k].value, given))
            team_add_about(c, term_or(c->tm, is_other, term_eq(c->tm, place_variable(c, e->assigns[k].var), name)));
}
