#include "engines/symmpa/abstraction/ticket.h"

#include <string.h>

#include "base/check.h"
#include "logic/smt/check.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"
#include "program/analysis/liveness.h"
#include "program/step.h"

#define OTHER INSTANCE_PASSIVE /* of the ticket that some other thread holds */
#define CONDITIONS_MAX 16      /* on locals that may hold tickets */

/* On one local, which all that it speaks of. */
typedef struct TicketCondition {
    VarId var;
    Term term;
} TicketCondition;

typedef struct Search {
    Program *p;
    TermManager *tm;
    Smt *smt;
    const Liveness *live;
    bool *candidate; /* per variable: may hold tickets of the counter */
    bool *held;      /* per location and variable */
    TicketCondition conditions[CONDITIONS_MAX];
    uint32_t condition_count;
    bool *holds; /* per location and condition */
    Ticket ticket;
} Search;

/* ---- which locals may hold tickets ---- */

typedef struct Symbol {
    TermManager *tm;
    uint32_t var;
    bool found;
} Symbol;

static void look_for_symbol(void *arg, Term var)
{
    Symbol *s = arg;
    s->found |= term_symbol(s->tm, var) == s->var;
}

static bool mentions_symbol(TermManager *tm, Term t, VarId v)
{
    Symbol s = {tm, v.i, false};
    term_for_each_var(tm, t, look_for_symbol, &s);
    return s.found;
}

/* Locals that are set from the counter, or compared with it, in a step that changes it. */
static bool find_drawn(Search *s)
{
    Program *p = s->p;
    VarId counter = s->ticket.counter;
    bool any = false;
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        if (e->is_error || !term_is(step_value(e, counter))) continue;
        const Template *t = &p->templates.data[p->locs.data[e->from.i].template.i];
        for (uint32_t k = 0; k < t->locals.count; k++) {
            VarId v = {t->locals.data[k]};
            if (s->candidate[v.i] || !sort_same(p->vars.data[v.i].sort, p->vars.data[counter.i].sort)) continue;
            Term value = step_value(e, v);
            bool drawn = term_is(value)
                             ? mentions_symbol(s->tm, value, counter)
                             : mentions_symbol(s->tm, e->guard, counter) && mentions_symbol(s->tm, e->guard, v);
            s->candidate[v.i] = drawn;
            any |= drawn;
        }
    }
    return any;
}

/* And those that they are copied to. */
static void close_copies(Search *s)
{
    Program *p = s->p;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < p->edges.count; i++)
            for (uint32_t k = 0; k < p->edges.data[i].assign_count; k++) {
                Assign a = p->edges.data[i].assigns[k];
                if (s->candidate[a.var.i] || p->vars.data[a.var.i].class != VAR_LOCAL) continue;
                if (term_kind(s->tm, a.value) != TERM_VAR || !s->candidate[term_symbol(s->tm, a.value)]) continue;
                s->candidate[a.var.i] = changed = true;
            }
    }
}

/* ---- what threads know of their locals ---- */

typedef struct Renaming {
    uint32_t from;
    Term to;
    bool others; /* there are variables beside both */
} Renaming;

static Term rename_counter(void *arg, TermManager *tm, Term var)
{
    Renaming *r = arg;
    if (term_symbol(tm, var) == r->from) return r->to;
    r->others |= !term_same(var, r->to);
    return TERM_NONE;
}

/* The tests of the counter, or of the local, as tests of the local. */
static void add_ticket_conditions(Search *s, Term guard, VarId v)
{
    if (term_kind(s->tm, guard) == TERM_AND) {
        for (uint32_t i = 0; i < term_arity(s->tm, guard); i++)
            add_ticket_conditions(s, term_arg(s->tm, guard, i), v);
        return;
    }
    Renaming r = {s->ticket.counter.i, program_var_term(s->p, v), false};
    Term t = term_substitute(s->tm, guard, rename_counter, &r);
    if (r.others || term_is_const(s->tm, t) || s->condition_count == CONDITIONS_MAX) return;
    for (uint32_t i = 0; i < s->condition_count; i++)
        if (term_same(s->conditions[i].term, t)) return;
    s->conditions[s->condition_count++] = (TicketCondition){v, t};
}

static bool *ticket_condition_at(Search *s, LocId l, uint32_t i)
{
    CHECK(l.i < s->p->locs.count && i < s->condition_count);
    return &s->holds[(size_t)l.i * CONDITIONS_MAX + i];
}

static Term conditions_known_at(Search *s, LocId l)
{
    Term known = term_bool(s->tm, true);
    for (uint32_t i = 0; i < s->condition_count; i++)
        if (*ticket_condition_at(s, l, i)) known = term_and(s->tm, known, s->conditions[i].term);
    return known;
}

/* The guard and what is known imply the condition after the step. What neither held before nor is about a local that
 * the step sets is taken not to hold. */
static bool keeps_condition(Search *s, const Edge *e, uint32_t i)
{
    if (!term_is(step_value(e, s->conditions[i].var)) && *ticket_condition_at(s, e->from, i)) return true;
    Term after = step_before(s->p, e, s->conditions[i].term, SPACE_ACTIVE);
    Term broken = term_and(s->tm, e->guard, term_and(s->tm, conditions_known_at(s, e->from), term_not(s->tm, after)));
    if (term_is_const(s->tm, broken)) return term_is_false(s->tm, broken);
    run_poll(s->p->run);
    return smt_check(s->smt, &broken, 1) == SMT_UNSAT;
}

/* The greatest set of conditions that all steps keep, as of tickets; nothing is known where threads start. They speak
 * of locals only, so the steps of other threads change none. */
static void find_known(Search *s)
{
    Program *p = s->p;
    s->condition_count = 0;
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        const Template *t = &p->templates.data[p->locs.data[e->from.i].template.i];
        for (uint32_t k = 0; k < t->locals.count && !e->is_error; k++)
            if (s->candidate[t->locals.data[k]]) add_ticket_conditions(s, e->guard, (VarId){t->locals.data[k]});
    }
    for (uint32_t l = 0; l < p->locs.count; l++)
        for (uint32_t i = 0; i < s->condition_count; i++) {
            VarId v = s->conditions[i].var;
            TemplateId t = p->locs.data[l].template;
            *ticket_condition_at(s, (LocId){l}, i) = p->vars.data[v.i].template.i == t.i &&
                                                     p->templates.data[t.i].entry.i != l &&
                                                     liveness_is_live(s->live, (LocId){l}, v);
        }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t k = 0; k < p->edges.count; k++) {
            const Edge *e = &p->edges.data[k];
            for (uint32_t i = 0; i < s->condition_count && !e->is_error; i++) {
                if (!*ticket_condition_at(s, e->to, i) || keeps_condition(s, e, i)) continue;
                *ticket_condition_at(s, e->to, i) = false;
                changed = true;
            }
        }
    }
}

/* ---- which places hold them ---- */

static bool *held_flag(Search *s, LocId l, VarId v)
{
    CHECK(l.i < s->p->locs.count && v.i < s->p->vars.count);
    return &s->held[(size_t)l.i * s->p->vars.count + v.i];
}

static Term ticket_behind_counter(Search *s, VarId v, uint32_t instance)
{
    return ticket_behind(s->p, &s->ticket, v, instance);
}

typedef VEC(Term) Terms;

/* The guard, and what is known of the thread's own tickets; with_other: and of one of another thread, held in v. */
static void assume_tickets(Search *s, const Edge *e, VarId v, bool with_other, Terms *out)
{
    Run *run = s->p->run;
    Sort sort = s->p->vars.data[s->ticket.counter.i].sort;
    CHECK(sort_same(sort, s->p->vars.data[v.i].sort));
    Term other = term_var(s->tm, sort, v.i, OTHER);
    vec_clear(out);
    vec_push(run, out, e->guard);
    vec_push(run, out, conditions_known_at(s, e->from));
    if (with_other) vec_push(run, out, ticket_behind_counter(s, v, OTHER));
    const Template *t = &s->p->templates.data[s->p->locs.data[e->from.i].template.i];
    for (uint32_t k = 0; k < t->locals.count; k++) {
        VarId own = {t->locals.data[k]};
        if (!*held_flag(s, e->from, own)) continue;
        vec_push(run, out, ticket_behind_counter(s, own, 0));
        if (with_other) vec_push(run, out, term_ne(s->tm, program_var_term(s->p, own), other));
    }
}

static bool is_excluded_by_tickets(Search *s, Terms *assumptions, Term goal)
{
    vec_push(s->p->run, assumptions, goal);
    run_poll(s->p->run);
    return smt_check(s->smt, assumptions->data, assumptions->count) == SMT_UNSAT;
}

/* After the step v holds a ticket behind the counter, which no other thread holds. */
static bool keeps_own(Search *s, const Edge *e, VarId v, Terms *scratch)
{
    Term value = step_value(e, v);
    bool moves = term_is(step_value(e, s->ticket.counter));
    if (!term_is(value) && !moves) return *held_flag(s, e->from, v);
    assume_tickets(s, e, v, false, scratch);
    Term own = step_before(s->p, e, ticket_behind_counter(s, v, 0), SPACE_ACTIVE);
    if (!is_excluded_by_tickets(s, scratch, term_not(s->tm, own))) return false;
    if (!term_is(value)) value = program_var_term(s->p, v);
    assume_tickets(s, e, v, true, scratch);
    Term other = term_var(s->tm, term_sort(s->tm, value), v.i, OTHER);
    return is_excluded_by_tickets(s, scratch, term_eq(s->tm, value, other));
}

/* After the step the tickets of the other threads still lie behind the counter. */
static bool keeps_others(Search *s, const Edge *e, VarId v, Terms *scratch)
{
    if (!term_is(step_value(e, s->ticket.counter))) return true;
    assume_tickets(s, e, v, true, scratch);
    Term other = step_before(s->p, e, ticket_behind_counter(s, v, 0), SPACE_PASSIVE);
    return is_excluded_by_tickets(s, scratch, term_not(s->tm, other));
}

static void start_places(Search *s)
{
    Program *p = s->p;
    memset(s->held, 0, (size_t)p->locs.count * p->vars.count);
    for (uint32_t l = 0; l < p->locs.count; l++) {
        const Template *t = &p->templates.data[p->locs.data[l].template.i];
        /* Nothing is known at the start of a thread; and nothing matters after its end. */
        if (t->entry.i == l || program_out_count(p, (LocId){l}) == 0) continue;
        /* Of a local that is not read any more nothing is said: the program may be one in which it is not assigned,
         * either (program/analysis/merge.h), while certificates are about the one in which it is. */
        for (uint32_t k = 0; k < t->locals.count; k++) {
            VarId v = {t->locals.data[k]};
            *held_flag(s, (LocId){l}, v) = s->candidate[v.i] && liveness_is_live(s->live, (LocId){l}, v);
        }
    }
}

/* Takes away places until every step keeps what remains; false: a step moves the counter past tickets that others hold,
 * whatever remains. */
static bool shrink_places(Search *s, VarId any, Terms *scratch)
{
    Program *p = s->p;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < p->edges.count; i++) {
            const Edge *e = &p->edges.data[i];
            if (e->is_error) continue;
            if (!keeps_others(s, e, any, scratch)) return false;
            const Template *t = &p->templates.data[p->locs.data[e->to.i].template.i];
            for (uint32_t k = 0; k < t->locals.count; k++) {
                VarId v = {t->locals.data[k]};
                if (!*held_flag(s, e->to, v) || keeps_own(s, e, v, scratch)) continue;
                *held_flag(s, e->to, v) = false;
                changed = true;
            }
        }
    }
    return true;
}

static bool collect_places(Search *s)
{
    Program *p = s->p;
    bool any = false;
    s->ticket.held = run_alloc(p->run, (p->locs.count + 1) * sizeof *s->ticket.held);
    s->ticket.known = run_alloc(p->run, (p->locs.count + 1) * sizeof *s->ticket.known);
    for (uint32_t l = 0; l < p->locs.count; l++) {
        Term known = conditions_known_at(s, (LocId){l});
        s->ticket.known[l] = term_is_true(s->tm, known) ? TERM_NONE : known;
    }
    for (uint32_t l = 0; l < p->locs.count; l++)
        for (uint32_t v = 0; v < p->vars.count; v++)
            if (*held_flag(s, (LocId){l}, (VarId){v})) {
                vec_push(p->run, &s->ticket.held[l], (VarId){v});
                any = true;
            }
    return any;
}

/* ---- all of them ---- */

static bool try_order(Search *s, TermKind order, bool descending, Terms *scratch)
{
    VarId any = {NO_ID};
    for (uint32_t v = 0; v < s->p->vars.count && any.i == NO_ID; v++)
        if (s->candidate[v]) any.i = v;
    CHECK(any.i != NO_ID);
    s->ticket.order = order;
    s->ticket.descending = descending;
    start_places(s);
    return shrink_places(s, any, scratch) && collect_places(s);
}

/* Held by locals of the location's template, of the counter's sort, each once, and by nobody at the start. */
static bool ticket_is_valid(const Program *p, const Ticket *t)
{
    for (uint32_t l = 0; l < p->locs.count; l++) {
        const Template *template = &p->templates.data[p->locs.data[l].template.i];
        if (template->entry.i == l && t->held[l].count) return false;
        for (uint32_t i = 0; i < t->held[l].count; i++) {
            const Var *v = &p->vars.data[t->held[l].data[i].i];
            if (v->class != VAR_LOCAL || v->template.i != p->locs.data[l].template.i) return false;
            if (!sort_same(v->sort, p->vars.data[t->counter.i].sort)) return false;
            if (i && t->held[l].data[i].i <= t->held[l].data[i - 1].i) return false;
        }
    }
    return p->vars.data[t->counter.i].class == VAR_SHARED;
}

static void try_ticket_counter(Search *s, VarId counter, Tickets *out)
{
    const Var *x = &s->p->vars.data[counter.i];
    if (x->class != VAR_SHARED || (x->sort.kind != SORT_INT && x->sort.kind != SORT_BV)) return;
    memset(s->candidate, 0, s->p->vars.count);
    s->ticket.counter = counter;
    if (!find_drawn(s)) return;
    close_copies(s);
    find_known(s);
    Terms scratch = {NULL, 0, 0};
    bool is_signed = x->is_signed || x->sort.kind == SORT_INT, found = false;
    TermKind strict = is_signed ? TERM_SLT : TERM_ULT, weak = is_signed ? TERM_SLE : TERM_ULE;
    for (int i = 0; i < 4 && !found; i++)
        found = try_order(s, i % 2 ? weak : strict, i >= 2, &scratch);
    CHECK(!found || ticket_is_valid(s->p, &s->ticket));
    if (found) vec_push(s->p->run, out, s->ticket);
    vec_free(s->p->run, &scratch);
}

void tickets_find(Program *p, Smt *smt, Tickets *out)
{
    Search s = {.p = p, .tm = p->tm, .smt = smt, .live = liveness_new(p)};
    s.candidate = run_alloc(p->run, p->vars.count + 1);
    s.held = run_alloc(p->run, (size_t)p->locs.count * p->vars.count + 1);
    s.holds = run_alloc(p->run, (size_t)p->locs.count * CONDITIONS_MAX + 1);
    for (uint32_t v = 0; v < p->vars.count; v++)
        try_ticket_counter(&s, (VarId){v}, out);
    run_release(p->run, s.candidate);
    run_release(p->run, s.held);
    run_release(p->run, s.holds);
}

Term ticket_behind(Program *p, const Ticket *t, VarId v, uint32_t instance)
{
    CHECK(sort_same(p->vars.data[v.i].sort, p->vars.data[t->counter.i].sort));
    Term counter = program_var_term(p, t->counter), ticket = term_var(p->tm, p->vars.data[v.i].sort, v.i, instance);
    return t->descending ? term_binary(p->tm, t->order, counter, ticket)
                         : term_binary(p->tm, t->order, ticket, counter);
}

bool ticket_is_held(const Ticket *t, LocId l, VarId v)
{
    for (uint32_t i = 0; i < t->held[l.i].count; i++)
        if (t->held[l.i].data[i].i == v.i) return true;
    return false;
}

/* The variables that hold tickets, each once: those of the front end only where there are no others. */
static void print_holders(Program *p, const Ticket *t, bool temporary, Str *out)
{
    bool *seen = run_alloc(p->run, p->vars.count + 1);
    const char *separator = "";
    for (uint32_t l = 0; l < p->locs.count; l++)
        for (uint32_t i = 0; i < t->held[l].count; i++) {
            VarId v = t->held[l].data[i];
            if (seen[v.i] || p->vars.data[v.i].is_temporary != temporary) continue;
            seen[v.i] = true;
            str_add(out, separator);
            program_print_term(p, program_var_term(p, v), out);
            str_addf(out, " of %s", p->templates.data[p->locs.data[l].template.i].name);
            separator = ", ";
        }
    run_release(p->run, seen);
}

void ticket_print(Program *p, const Ticket *t, Str *out)
{
    size_t before = out->length;
    bool strict = t->order == TERM_ULT || t->order == TERM_SLT;
    print_holders(p, t, false, out);
    if (out->length == before) print_holders(p, t, true, out);
    str_addf(out, ": all different, %s ", t->descending ? strict ? ">" : ">=" : strict ? "<" : "<=");
    program_print_term(p, program_var_term(p, t->counter), out);
}
