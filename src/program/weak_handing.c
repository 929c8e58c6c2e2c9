/* What locks and their like hand on. Only what C11 and POSIX say so: who takes a lock comes after those who gave it
 * back; a writer after readers, a reader after writers; who takes a permit after all who gave one; who joins a thread
 * after its end; who leaves a barrier after all who have arrived; who finds a once done after its routine. A signal
 * hands on nothing, nor does an attempt that fails, nor looking at a semaphore's value.
 *
 * Behind a nominated write, on the other hand, is whoever touches what somebody touched who is: that errs towards more.
 */
#include "program/weak_handing.h"

#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "logic/term/walk.h"
#include "program/step.h"

typedef enum Change { CHANGE_NONE, CHANGE_OTHER, CHANGE_UP, CHANGE_DOWN } Change;

/* A flag that is set or reset, a count that is one more or less. */
static Change change_of(const Program *p, const Edge *e, uint32_t var)
{
    TermManager *tm = p->tm;
    Term value = step_value(e, (VarId){var});
    if (!term_is(value)) return CHANGE_NONE;
    if (term_is_true(tm, value)) return CHANGE_UP;
    if (term_is_false(tm, value)) return CHANGE_DOWN;
    Sort sort = term_sort(tm, value);
    if (sort.kind != SORT_BV && sort.kind != SORT_INT) return CHANGE_OTHER;
    Term difference = term_sub(tm, value, program_var_term((Program *)(uintptr_t)p, (VarId){var}));
    if (!term_is_const(tm, difference)) return CHANGE_OTHER;
    if (term_same(difference, term_const(tm, sort, 1))) return CHANGE_UP;
    return term_same(term_neg(tm, difference), term_const(tm, sort, 1)) ? CHANGE_DOWN : CHANGE_OTHER;
}

/* When the guard holds only because the variable is true. One of several ends may be waited for: of a case that does
 * without the variable nothing is known, so it must not hold. TERM_NONE: never. */
static Term guard_wants(const Program *p, Term guard, uint32_t var)
{
    TermManager *tm = p->tm;
    TermKind kind = term_kind(tm, guard);
    if (kind == TERM_VAR) return term_symbol(tm, guard) == var ? term_bool(tm, true) : TERM_NONE;
    if (kind != TERM_AND && kind != TERM_OR) return TERM_NONE;
    Term others = term_bool(tm, false), any = TERM_NONE;
    for (uint32_t i = 0; i < term_arity(tm, guard); i++) {
        Term part = term_arg(tm, guard, i), wanted = guard_wants(p, part, var);
        if (kind == TERM_AND && term_is(wanted)) return wanted;
        others = term_or(tm, others, term_is(wanted) ? term_and(tm, part, term_not(tm, wanted)) : part);
        if (term_is(wanted)) any = wanted;
    }
    return term_is(any) ? term_not(tm, others) : TERM_NONE;
}

static bool assigns_barrier(const Program *p, const Edge *e)
{
    for (uint32_t i = 0; i < e->assign_count; i++)
        if (p->vars.data[e->assigns[i].var.i].hands == HANDS_BARRIER) return true;
    return false;
}

/* Takes a lock, to write or to read. */
static bool takes_lock(const Program *p, const Edge *e)
{
    for (uint32_t i = 0; i < e->assign_count; i++) {
        Handing hands = p->vars.data[e->assigns[i].var.i].hands;
        if (hands != HANDS_LOCK && hands != HANDS_READERS) continue;
        if (change_of(p, e, e->assigns[i].var.i) == CHANGE_UP) return true;
    }
    return false;
}

/* When the step takes over what was handed to v; TERM_NONE: never. */
static Term takes_from(const Program *p, const Edge *e, uint32_t v)
{
    Term always = term_bool(p->tm, true);
    switch (p->vars.data[v].hands) {
    case HANDS_UNKNOWN:
    case HANDS_NOTHING: return TERM_NONE;
    case HANDS_LOCK:
    case HANDS_READERS: return takes_lock(p, e) && term_is_about(p, e->guard, v) ? always : TERM_NONE;
    case HANDS_PERMITS: return change_of(p, e, v) == CHANGE_DOWN ? always : TERM_NONE;
    case HANDS_END: return guard_wants(p, e->guard, v);
    case HANDS_BARRIER: return assigns_barrier(p, e) ? always : TERM_NONE;
    }
    return TERM_NONE;
}

static bool gives_to(const Program *p, const Edge *e, uint32_t v)
{
    switch (p->vars.data[v].hands) {
    case HANDS_UNKNOWN:
    case HANDS_NOTHING: return false;
    case HANDS_LOCK:
    case HANDS_READERS: return change_of(p, e, v) == CHANGE_DOWN;
    case HANDS_PERMITS: return change_of(p, e, v) == CHANGE_UP;
    case HANDS_END: return change_of(p, e, v) == CHANGE_UP;
    case HANDS_BARRIER: return assigns_barrier(p, e);
    }
    return false;
}

typedef struct OtherTouch {
    WeakStep *s;
    const Edge *e;
    void (*act)(WeakStep *s, const Edge *e, uint32_t var);
    VEC(uint32_t) done;
} OtherTouch;

static void touch(void *arg, Term var)
{
    OtherTouch *t = arg;
    const Program *p = t->s->b->p;
    uint32_t v = term_symbol(p->tm, var);
    const Var *info = &p->vars.data[v];
    if (info->class != VAR_SHARED || info->is_memory) return;
    for (uint32_t i = 0; i < t->done.count; i++)
        if (t->done.data[i] == v) return;
    vec_push(p->run, &t->done, v);
    t->act(t->s, t->e, v);
}

/* Each once. */
static void for_each_other(WeakStep *s, const Edge *e, void (*act)(WeakStep *s, const Edge *e, uint32_t var))
{
    OtherTouch t = {.s = s, .e = e, .act = act};
    const Program *p = s->b->p;
    term_for_each_var(p->tm, e->guard, touch, &t);
    for (uint32_t i = 0; i < e->assign_count; i++) {
        term_for_each_var(p->tm, e->assigns[i].value, touch, &t);
        touch(&t, program_var_term((Program *)(uintptr_t)p, e->assigns[i].var));
    }
    for (uint32_t i = 0; i < e->arg_count; i++)
        term_for_each_var(p->tm, e->args[i].value, touch, &t);
    vec_free(p->run, &t.done);
}

/* Of a thread whose end is waited for: "ended[index] == 1" where the guard holds. TERM_NONE: there is none. */
static Term awaited_end(const Program *p, Term guard, uint32_t var)
{
    TermManager *tm = p->tm;
    Term index = TERM_NONE;
    for (uint32_t i = 0; term_kind(tm, guard) == TERM_AND && i < term_arity(tm, guard) && !term_is(index); i++)
        index = awaited_end(p, term_arg(tm, guard, i), var);
    if (term_kind(tm, guard) != TERM_EQ) return index;
    for (uint32_t i = 0; i < 2; i++) {
        Term element = term_arg(tm, guard, i), value = term_arg(tm, guard, 1 - i);
        bool is_end = term_kind(tm, element) == TERM_SELECT && term_kind(tm, term_arg(tm, element, 0)) == TERM_VAR &&
                      term_symbol(tm, term_arg(tm, element, 0)) == var;
        if (is_end && term_is_const(tm, value) && term_value(tm, value) == 1) return term_arg(tm, element, 1);
    }
    return index;
}

static Term message_of(WeakStep *s, uint32_t v, Term index)
{
    TermManager *tm = s->b->tm;
    return term_eq(tm, term_select(tm, weak_location_bit(s, BIT_M, v), index), term_bv(tm, 1, 1));
}

static void take_end(WeakStep *s, const Edge *e, uint32_t v)
{
    Term index = s->b->of_location[BIT_M] ? awaited_end(s->b->p, e->guard, v) : TERM_NONE;
    if (term_is(index)) weak_or_thread_bit(s, BIT_K, message_of(s, v, index));
}

/* "ended = store(ended, index, value)": each number is one thread's. Other assignments forget all. */
static void give_end(WeakStep *s, const Edge *e, uint32_t v)
{
    TermManager *tm = s->b->tm;
    Term assigned = step_value(e, (VarId){v});
    if (!term_is(assigned) || !s->b->of_location[BIT_M]) return;
    Term all = weak_location_bit(s, BIT_M, v), none = term_bv(tm, 1, 0);
    bool is_one = term_kind(tm, assigned) == TERM_STORE && term_kind(tm, term_arg(tm, assigned, 0)) == TERM_VAR &&
                  term_symbol(tm, term_arg(tm, assigned, 0)) == v;
    Term value = is_one ? term_arg(tm, assigned, 2) : none;
    bool ends = is_one && term_is_const(tm, value) && term_value(tm, value) == 1;
    Term given = ends ? term_ite(tm, weak_thread_bit(s, BIT_K), term_bv(tm, 1, 1), none) : none;
    weak_set_location_bit(s, BIT_M, v,
                          is_one ? term_store(tm, all, term_arg(tm, assigned, 1), given)
                                 : term_const_array(tm, term_sort(tm, all), none));
}

static void take(WeakStep *s, const Edge *e, uint32_t v)
{
    TermManager *tm = s->b->tm;
    weak_or_thread_bit(s, BIT_TS, weak_location_bit(s, BIT_SW, v));
    if (memory_var_has_ends(&s->b->p->vars.data[v])) {
        take_end(s, e, v);
        return;
    }
    Term when = takes_from(s->b->p, e, v);
    if (!term_is(when)) return;
    weak_or_thread_bit(s, BIT_K, term_and(tm, when, weak_location_bit(s, BIT_M, v)));
    Term before = term_or(tm, weak_thread_bit(s, BIT_GWR), weak_location_bit(s, BIT_TW, v));
    weak_or_thread_bit(s, BIT_GRD, term_and(tm, when, before));
}

static void give(WeakStep *s, const Edge *e, uint32_t v)
{
    TermManager *tm = s->b->tm;
    weak_or_location_bit(s, BIT_SW, v, weak_thread_bit(s, BIT_TS));
    if (memory_var_has_ends(&s->b->p->vars.data[v])) {
        give_end(s, e, v);
        return;
    }
    if (s->b->p->vars.data[v].hands == HANDS_END && change_of(s->b->p, e, v) == CHANGE_DOWN)
        weak_set_location_bit(s, BIT_M, v, term_bool(tm, false)); /* another thread */
    if (!gives_to(s->b->p, e, v)) return;
    weak_or_location_bit(s, BIT_M, v, weak_thread_bit(s, BIT_K));
    Term after = term_or(tm, weak_thread_bit(s, BIT_GWR), weak_thread_bit(s, BIT_GRD));
    weak_or_location_bit(s, BIT_TW, v, after);
}

void weak_take_handed(WeakStep *s, const Edge *e) { for_each_other(s, e, take); }
void weak_give_handed(WeakStep *s, const Edge *e) { for_each_other(s, e, give); }
