#include "kernel/kinds/concrete/concrete.h"

#include <string.h>

#include "base/check.h"
#include "base/unsound.h"
#include "kernel/checker/paths.h"
#include "kernel/kinds/concrete/cells.h"
#include "kernel/kinds/concrete/growing.h"
#include "kernel/kinds/concrete/letters.h"
#include "kernel/kinds/concrete/persistent.h"
#include "kernel/kinds/concrete/sections.h"
#include "kernel/kinds/concrete/states.h"
#include "kernel/kinds/concrete/symbolic.h"
#include "logic/smt/check.h"
#include "logic/term/boolean.h"
#include "logic/term/walk.h"

#define QUESTION_MILLISECONDS 500 /* steps of which nothing is known by then depend on each other */

/* ---- values ---- */

/* Whatever a thread there knows, can it take some path? Asked once of each location. */
static bool can_always_move(Explorer *x, LocId l)
{
    if (x->goes_on[l.i]) return x->goes_on[l.i] == GOES_ON;
    TermManager *tm = x->k->tm;
    CertifyTerms terms = {NULL, 0, 0};
    const CertifyPaths *paths = paths_from(x->k, l);
    for (uint32_t i = 0; i < paths->count; i++)
        vec_push(x->k->run, &terms, term_not(tm, paths->data[i].guard));
    bool result = terms.count && smt_check(x->k->smt, terms.data, terms.count) == SMT_UNSAT;
    if (result) checker_add_obligation(x->k, &terms, "locations where threads stop");
    x->goes_on[l.i] = result ? GOES_ON : MAY_STOP;
    vec_free(x->k->run, &terms);
    return result;
}

/* A conjunction is false when one of its parts is, whatever the others are. */
static ConcreteCell guard_cell(Explorer *x, Term guard)
{
    TermManager *tm = x->k->tm;
    if (term_kind(tm, guard) != TERM_AND) return cells_evaluate(x, guard);
    ConcreteCell all = {.value = {.bits = 1}};
    bool has_term = x->k->c->symbols;
    for (uint32_t i = 0; i < term_arity(tm, guard); i++) {
        ConcreteCell part = guard_cell(x, term_arg(tm, guard, i));
        if (!part.unknown && !part.value.bits) return part;
        if (!part.unknown) continue;
        has_term &= term_is(part.term);
        if (has_term) all.term = all.unknown ? term_and(tm, all.term, part.term) : part.term;
        all.unknown = true;
    }
    if (!has_term) all.term = TERM_NONE;
    return all;
}

static ConcreteCell initial_cell(Explorer *x, uint32_t v)
{
    Term init = x->p->vars.data[v].init;
    if (term_is(init)) return cells_evaluate(x, init); /* has no variables */
    return x->k->c->symbols ? symbolic_new(x, x->p->vars.data[v].sort) : (ConcreteCell){.unknown = true};
}

/* ---- steps ---- */

static void note_small_input(void *arg, Term var)
{
    Explorer *x = arg;
    const Var *info = &x->p->vars.data[term_symbol(x->k->tm, var)];
    uint64_t value;
    bool is_small = info->sort.kind == SORT_BOOL || (info->sort.kind == SORT_BV && info->sort.width == 1);
    if (info->class != VAR_INPUT || !is_small || states_tries(x, var, &value)) return;
    if (x->input_count < INPUT_BITS_MAX) x->inputs[x->input_count++] = var; /* others are unknown */
}

static void find_inputs(Explorer *x)
{
    x->input_count = 0;
    term_for_each_var(x->k->tm, x->path->guard, note_small_input, x);
    for (uint32_t i = 0; i < x->path->assign_count; i++)
        term_for_each_var(x->k->tm, x->path->assigns[i].value, note_small_input, x);
    for (uint32_t i = 0; i < x->path->arg_count; i++)
        term_for_each_var(x->k->tm, x->path->args[i].value, note_small_input, x);
}

/* Of locals that are not read any more nothing need be known. */
static void forget_dead(Explorer *x, ConcreteThread *t)
{
    const Template *template = &x->p->templates.data[t->template.i];
    for (uint32_t i = 0; i < template->locals.count; i++)
        if (!checker_is_live(&x->live, t->loc, template->locals.data[i]))
            t->locals[i] = (ConcreteCell){.unknown = true};
}

static void add_concrete_thread(Explorer *x, ConcreteState *s, TemplateId template, const Assign *args, uint32_t count)
{
    const Template *of = &x->p->templates.data[template.i];
    if (paths_ended(x->k, of->entry)) return;
    ConcreteThread t = {template, of->entry, states_new_cells(x, of->locals.count), 0};
    for (uint32_t i = 0; i < of->locals.count; i++)
        t.locals[i] = initial_cell(x, of->locals.data[i]);
    for (uint32_t i = 0; i < count; i++)
        t.locals[x->slot[args[i].var.i]] = cells_evaluate(x, args[i].value);
    forget_dead(x, &t);
    vec_push(x->k->run, &s->threads, t);
}

/* Does a thread there stop all others? */
static bool stops_other_threads(const Explorer *x, LocId l)
{
    return l.i != NO_ID && (x->p->locs.data[l.i].atomic || sections_inside(x->k, l));
}

static uint32_t add_concrete_state(Explorer *x, const ConcreteState *s)
{
    return x->growing ? growing_add(x, s) : states_intern(x, s);
}

/* condition: what it needs of symbols beside the state's conditions, where it is not known to be possible. */
static void take_concrete_step(Explorer *x, Possible possible, Term condition)
{
    const CertifyPath *path = x->path;
    ConcreteState *to = &x->next;
    bool is_sure = possible == POSSIBLE_YES;
    states_copy(x, to, &x->at);
    if (!is_sure && term_is(condition)) symbolic_assume(x, condition);
    for (uint32_t i = 0; i < path->assign_count; i++) {
        uint32_t v = path->assigns[i].var.i;
        ConcreteCell cell = cells_evaluate(x, path->assigns[i].value);
        if (x->p->vars.data[v].class == VAR_SHARED)
            to->shared[x->slot[v]] = cell;
        else
            to->threads.data[x->active].locals[x->slot[v]] = cell;
    }
    ConcreteThread *t = &to->threads.data[x->active];
    bool has_ended = paths_ended(x->k, path->to);
    t->loc = path->to;
    if (!has_ended) forget_dead(x, t);
    CHECK(has_ended || letters_cover(x, x->active, t));
    if (path->spawn.i != NO_ID) {
        to->created++;
        if (x->k->created < to->created) x->k->created = to->created;
        uint32_t before = to->threads.count;
        add_concrete_thread(x, to, path->spawn, path->args, path->arg_count);
        CHECK(to->threads.count == before || letters_cover(x, x->active, &vec_last(&to->threads)));
    }
    if (has_ended) {
        run_release(x->k->run, to->threads.data[x->active].locals);
        to->threads.data[x->active] = vec_last(&to->threads);
        to->threads.count--;
    }
    if (x->overflow) {
        checker_fail(x->k, "%s: a mathematical integer leaves 64 bits", checker_describe(x->k, path));
        return;
    }
    if (x->k->c->symbols) symbolic_tidy(x, to);
    bool is_fresh = add_concrete_state(x, to) > x->current && !stops_other_threads(x, path->to);
    x->is_fresh |= is_sure && is_fresh;
    if (!is_sure || x->k->c->either) x->covered_is_fresh &= is_fresh;
}

static Possible decide_guard(Explorer *x, const ConcreteCell *guard)
{
    if (!guard->unknown) return guard->value.bits ? POSSIBLE_YES : POSSIBLE_NO;
    return term_is(guard->term) ? symbolic_decide(x, guard->term) : POSSIBLE_UNKNOWN;
}

static void cover(Explorer *x, Term guard)
{
    x->covered = term_is(x->covered) ? term_or(x->k->tm, x->covered, guard) : guard;
}

static void try_input_choice(Explorer *x)
{
    symbolic_begin_step(x);
    ConcreteCell guard = guard_cell(x, x->path->guard);
    if (x->overflow) {
        checker_fail(x->k, "%s: a mathematical integer leaves 64 bits", checker_describe(x->k, x->path));
        return;
    }
    if (guard.unknown && !term_is(guard.term) && (!x->k->c->either || x->path->error)) {
        checker_fail(x->k, "%s: whether it can be taken depends on a value that is not known",
                     checker_describe(x->k, x->path));
        x->k->undecided = true;
        return;
    }
    Possible possible = decide_guard(x, &guard);
    if (possible == POSSIBLE_NO || x->k->problem) return;
    if (possible == POSSIBLE_UNKNOWN && x->k->c->either && IS_UNSOUND(UNSOUND_GUARD_FAILS)) return;
    if (x->path->error) {
        checker_fail(x->k, "%s can fail", checker_describe(x->k, x->path));
        x->k->has_error = true;
    } else if (x->path->spawn.i != NO_ID && x->at.created >= x->k->c->size) {
        checker_fail(x->k, "%s starts more threads than claimed", checker_describe(x->k, x->path));
    } else {
        x->k->steps++;
        if (possible == POSSIBLE_UNKNOWN && term_is(guard.term)) cover(x, guard.term);
        take_concrete_step(x, possible, guard.term);
    }
}

/* Steps that depend on symbols count as one that leads to a fresh state when all do, and one of them is possible
 * whatever the symbols are. Where guards go both ways nobody knows which one is possible, so that all steps must lead
 * to fresh states, those that are possible for certain included. */
static void move_concrete_thread(Explorer *x, uint32_t thread)
{
    x->active = thread;
    x->covered = TERM_NONE;
    x->covered_is_fresh = true;
    const CertifyPaths *paths = paths_from(x->k, x->at.threads.data[thread].loc);
    for (uint32_t i = 0; i < paths->count && !x->k->problem; i++) {
        x->path = &paths->data[i];
        find_inputs(x);
        for (x->choice = 0; x->choice < 1u << x->input_count && !x->k->problem; x->choice++)
            try_input_choice(x);
    }
    if (x->k->problem || x->is_fresh || !x->covered_is_fresh) return;
    if (x->k->c->either)
        x->is_fresh = can_always_move(x, x->at.threads.data[thread].loc);
    else if (term_is(x->covered))
        x->is_fresh = symbolic_decide(x, x->covered) == POSSIBLE_YES;
}

static Possible can_thread_move(Explorer *x, uint32_t thread)
{
    Possible result = POSSIBLE_NO;
    x->active = thread;
    x->covered = TERM_NONE;
    const CertifyPaths *paths = paths_from(x->k, x->at.threads.data[thread].loc);
    for (uint32_t i = 0; i < paths->count && !x->k->problem; i++) {
        x->path = &paths->data[i];
        find_inputs(x);
        for (x->choice = 0; x->choice < 1u << x->input_count; x->choice++) {
            symbolic_begin_step(x);
            ConcreteCell guard = guard_cell(x, x->path->guard);
            Possible possible = decide_guard(x, &guard);
            if (possible == POSSIBLE_YES) return POSSIBLE_YES;
            if (possible == POSSIBLE_NO) continue;
            result = POSSIBLE_UNKNOWN;
            if (term_is(guard.term)) cover(x, guard.term);
        }
    }
    if (result == POSSIBLE_UNKNOWN && x->k->c->either && can_always_move(x, x->at.threads.data[thread].loc))
        return POSSIBLE_YES;
    bool may_be_covered = result == POSSIBLE_UNKNOWN && term_is(x->covered);
    return may_be_covered ? symbolic_decide(x, x->covered) : result;
}

/* D of sections.h. */
static void check_discipline(Explorer *x)
{
    uint32_t count = x->at.threads.count;
    if (IS_UNSOUND(UNSOUND_SECTION_OPEN)) return;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t m = 0; m < count && !x->k->problem; m++) {
            SectionClash clash;
            if (m == i || letters_obey(x, m, i, &clash)) continue;
            checker_fail(x->k, "%s: touches what is also touched in sections of %s",
                         checker_describe_location(x->k, x->at.threads.data[m].loc),
                         x->p->vars.data[clash.lock.i].name);
            x->k->broken = clash.lock;
            x->k->touched = clash.common;
        }
}

/* The only thread that can move in the state, as it stops all others; NO_ID: there is none. *several: two stop each
 * other, so that none can. */
static uint32_t only_one(const Explorer *x, bool *several)
{
    uint32_t only = NO_ID;
    *several = false;
    for (uint32_t i = 0; i < x->at.threads.count; i++) {
        if (!stops_other_threads(x, x->at.threads.data[i].loc)) continue;
        *several |= only != NO_ID;
        only = i;
    }
    return only;
}

/* Which threads are to be moved, if the others may be left for later. */
static bool choose_threads_to_move(Explorer *x, bool *in)
{
    uint32_t count = x->at.threads.count;
    for (uint32_t i = 0; i < count; i++)
        if (x->k->c->eager[x->at.threads.data[i].loc.i]) return in[i] = true;
    if (count == 1) return false;
    Possible *possible = run_alloc(x->k->run, count * sizeof *possible);
    for (uint32_t i = 0; i < count; i++)
        possible[i] = can_thread_move(x, i);
    x->overflow = false;
    bool result = persistent_choose(x, possible, in);
    run_release(x->k->run, possible);
    return result;
}

static void expand_concrete_state(Explorer *x)
{
    uint32_t count = x->at.threads.count;
    bool several;
    uint32_t only = only_one(x, &several);
    if (several) return;
    if (only == NO_ID || !sections_inside(x->k, x->at.threads.data[only].loc)) check_discipline(x);
    if (only != NO_ID) {
        move_concrete_thread(x, only);
        return;
    }
    bool *in = run_alloc(x->k->run, count + 1);
    bool chosen = choose_threads_to_move(x, in);
    x->is_fresh = IS_UNSOUND(UNSOUND_THREAD_IGNORED);
    for (uint32_t i = 0; i < count && chosen && !x->k->problem; i++)
        if (in[i]) move_concrete_thread(x, i);
    bool are_all = !chosen || !x->is_fresh;
    for (uint32_t i = 0; i < count && are_all && !x->k->problem; i++)
        if (!chosen || !in[i]) move_concrete_thread(x, i);
    run_release(x->k->run, in);
}

/* ---- all ---- */

static void number_cell_slots(Explorer *x)
{
    const Program *p = x->p;
    x->slot = run_alloc(x->k->run, (p->vars.count + 1) * sizeof *x->slot);
    for (uint32_t v = 0; v < p->vars.count; v++)
        if (p->vars.data[v].class == VAR_SHARED) x->slot[v] = x->shared_count++;
    for (uint32_t t = 0; t < p->templates.count; t++)
        for (uint32_t i = 0; i < p->templates.data[t].locals.count; i++)
            x->slot[p->templates.data[t].locals.data[i]] = i;
    x->at.shared = states_new_cells(x, x->shared_count);
    x->next.shared = states_new_cells(x, x->shared_count);
}

static void add_start_states(Explorer *x)
{
    ConcreteState *s = &x->next;
    for (uint32_t v = 0; v < x->p->vars.count; v++)
        if (x->p->vars.data[v].class == VAR_SHARED) s->shared[x->slot[v]] = initial_cell(x, v);
    for (uint32_t t = 0; t < x->p->templates.count; t++) {
        CHECK(x->p->templates.data[t].initial != COUNT_MANY); /* the claim was checked before */
        if (x->p->templates.data[t].initial == COUNT_ONE) add_concrete_thread(x, s, (TemplateId){t}, NULL, 0);
    }
    if (x->k->c->symbols) symbolic_tidy(x, s);
    add_concrete_state(x, s);
}

void concrete_check(Checker *k, StateLimit limit)
{
    Explorer explorer = {.k = k, .p = k->p, .limit = limit}, *x = &explorer;
    intern_init(k->run, &x->states);
    intern_init(k->run, &x->parts);
    intern_init(k->run, &x->questions);
    x->made = value_arena_new(k->run);
    x->goes_on = run_alloc(k->run, (k->p->locs.count + 1) * sizeof *x->goes_on);
    number_cell_slots(x);
    letters_init(x);
    smt_set_timeout(k->smt, QUESTION_MILLISECONDS);
    x->live = checker_find_live(k->p);
    growing_init(x);
    add_start_states(x);
    for (uint32_t i = 0; i < x->states.count && !k->problem; i++) {
        run_poll(k->run);
        if (growing_is_covered(x, i)) continue;
        x->current = i;
        states_load(x, i);
        expand_concrete_state(x);
        states_unload(x);
        value_arena_clear(x->made);
    }
    CHECK(k->problem || k->steps + 1 >= x->states.count);
    growing_confirm(x);
    letters_clear(x);
    growing_clear(x);
    smt_set_timeout(k->smt, 0);
    k->states = x->states.count;
    states_clear_threads(x, &x->next.threads);
    value_arena_free(x->made);
    for (uint32_t i = 0; i < x->threads.count; i++)
        vec_free(k->run, &x->threads.data[i]);
    vec_free(k->run, &x->threads);
    vec_free(k->run, &x->key);
    intern_clear(&x->parts);
    intern_clear(&x->questions);
    intern_clear(&x->states);
}
