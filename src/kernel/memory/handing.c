/* A step changes what hands something on in one of two directions: a lock is set or reset, a count goes up or down, a
 * thread ends. Which direction takes and which gives is C11's and POSIX's word (docs/memory.md). What is changed in
 * another way gives and takes nothing. Whoever touches it is behind who touched it before, whatever the direction. */
#include "kernel/memory/handing.h"

#include "kernel/checker/assigned.h"
#include "kernel/memory/rules.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"

typedef enum Direction { UNCHANGED, UP, DOWN, ELSEWHERE } Direction;

static Direction direction_of(Program *p, const Edge *e, uint32_t v)
{
    TermManager *tm = p->tm;
    Term value = checker_edge_assigns(e, v);
    if (!term_is(value)) return UNCHANGED;
    Sort sort = p->vars.data[v].sort;
    Term before = program_var_term(p, (VarId){v});
    if (sort.kind == SORT_BOOL) return term_is_true(tm, value) ? UP : term_is_false(tm, value) ? DOWN : ELSEWHERE;
    if (sort.kind != SORT_BV && sort.kind != SORT_INT) return ELSEWHERE;
    Term one = term_const(tm, sort, 1);
    if (term_same(value, term_add(tm, before, one))) return UP;
    return term_same(value, term_sub(tm, before, one)) ? DOWN : ELSEWHERE;
}

/* ---- what a guard says ---- */

static Term conjunct(TermManager *tm, Term guard, uint32_t i)
{
    return term_kind(tm, guard) == TERM_AND ? term_arg(tm, guard, i) : guard;
}

static uint32_t conjunct_count(TermManager *tm, Term guard)
{
    return term_kind(tm, guard) == TERM_AND ? term_arity(tm, guard) : 1;
}

static bool is_variable(TermManager *tm, Term t, uint32_t v)
{
    return term_kind(tm, t) == TERM_VAR && term_symbol(tm, t) == v;
}

typedef struct Given {
    uint32_t v;
    bool value;
} Given;

static Term given_value(void *arg, TermManager *tm, Term var)
{
    const Given *given = arg;
    return term_symbol(tm, var) == given->v ? term_bool(tm, given->value) : TERM_NONE;
}

/* When the guard, which holds, would not hold but for the variable. */
static Term holds_because(Program *p, const Edge *e, uint32_t v)
{
    Given yes = {v, true}, no = {v, false};
    if (term_is_false(p->tm, term_substitute(p->tm, e->guard, given_value, &yes))) return term_bool(p->tm, false);
    return term_not(p->tm, term_substitute(p->tm, e->guard, given_value, &no));
}

/* The number of the thread that has ended, by a conjunct of the guard; TERM_NONE: none. */
static Term ended_number(Program *p, const Edge *e, uint32_t v)
{
    TermManager *tm = p->tm;
    Term found = TERM_NONE;
    for (uint32_t i = 0; i < conjunct_count(tm, e->guard); i++) {
        Term t = conjunct(tm, e->guard, i);
        if (term_kind(tm, t) != TERM_EQ) continue;
        for (uint32_t k = 0; k < 2; k++) {
            Term read = term_arg(tm, t, k), value = term_arg(tm, t, 1 - k);
            if (!term_is_const(tm, value) || term_value(tm, value) != 1) continue;
            if (term_kind(tm, read) == TERM_SELECT && is_variable(tm, term_arg(tm, read, 0), v))
                found = term_arg(tm, read, 1);
        }
    }
    return found;
}

typedef struct Search {
    const Program *p;
    uint32_t v;
    bool found;
} Search;

static void look_for(void *arg, Term var)
{
    Search *s = arg;
    s->found |= term_symbol(s->p->tm, var) == s->v;
}

static bool guard_names(Program *p, const Edge *e, uint32_t v)
{
    Search s = {p, v, false};
    term_for_each_var(p->tm, e->guard, look_for, &s);
    return s.found;
}

/* ---- what is touched ---- */

typedef struct Touched {
    const Program *p;
    VEC(uint32_t) vars;
} Touched;

static void note_touched(void *arg, Term var)
{
    Touched *t = arg;
    uint32_t v = term_symbol(t->p->tm, var);
    if (t->p->vars.data[v].class != VAR_SHARED || t->p->vars.data[v].is_memory) return;
    for (uint32_t i = 0; i < t->vars.count; i++)
        if (t->vars.data[i] == v) return;
    vec_push(t->p->run, &t->vars, v);
}

static Touched find_touched(Program *p, const Edge *e)
{
    Touched t = {p, {NULL, 0, 0}};
    checker_each_read(p, e, note_touched, &t);
    for (uint32_t i = 0; i < e->assign_count; i++)
        note_touched(&t, program_var_term(p, e->assigns[i].var));
    return t;
}

/* A step on locks is one by which somebody gets a lock, to write or to read, if one of them goes up. */
static bool changes(Program *p, const Edge *e, Handing a, Handing b, bool only_up)
{
    for (uint32_t i = 0; i < e->assign_count; i++) {
        uint32_t v = e->assigns[i].var.i;
        Handing h = p->vars.data[v].hands;
        if ((h == a || h == b) && (!only_up || direction_of(p, e, v) == UP)) return true;
    }
    return false;
}

static bool is_taken(Program *p, const Edge *e, uint32_t v)
{
    switch (p->vars.data[v].hands) {
    case HANDS_UNKNOWN:
    case HANDS_NOTHING: return false;
    case HANDS_LOCK:
    case HANDS_READERS: return guard_names(p, e, v) && changes(p, e, HANDS_LOCK, HANDS_READERS, true);
    case HANDS_PERMITS: return direction_of(p, e, v) == DOWN;
    case HANDS_END: return true; /* see take_when */
    case HANDS_BARRIER: return changes(p, e, HANDS_BARRIER, HANDS_BARRIER, false);
    }
    return false;
}

static bool is_given(Program *p, const Edge *e, uint32_t v)
{
    switch (p->vars.data[v].hands) {
    case HANDS_UNKNOWN:
    case HANDS_NOTHING: return false;
    case HANDS_LOCK:
    case HANDS_READERS: return direction_of(p, e, v) == DOWN;
    case HANDS_PERMITS:
    case HANDS_END: return direction_of(p, e, v) == UP;
    case HANDS_BARRIER: return changes(p, e, HANDS_BARRIER, HANDS_BARRIER, false);
    }
    return false;
}

/* ---- ends of threads that are known by number ---- */

static VarId messages_of(const BitStep *s, uint32_t v) { return s->m->vars[AFTER_SENT][v]; }

static void take_end(BitStep *s, const Edge *e, uint32_t v)
{
    TermManager *tm = s->m->k->tm;
    VarId messages = messages_of(s, v);
    Term number = ended_number(s->m->f->p, e, v);
    if (messages.i == NO_ID || !term_is(number)) return;
    Term message = term_eq(tm, term_select(tm, memory_bits_variable(s, messages), number), term_bv(tm, 1, 1));
    memory_bits_set(s, AFTER, NO_ID, term_or(tm, memory_bits_get(s, AFTER, NO_ID), message));
}

/* A number is one thread's at a time: who gets it anew begins without a message. */
static void give_end(BitStep *s, const Edge *e, uint32_t v)
{
    TermManager *tm = s->m->k->tm;
    VarId messages = messages_of(s, v);
    Term value = checker_edge_assigns(e, v), no = term_bv(tm, 1, 0);
    if (messages.i == NO_ID || !term_is(value)) return;
    Term all = memory_bits_variable(s, messages);
    if (term_kind(tm, value) != TERM_STORE || !is_variable(tm, term_arg(tm, value, 0), v)) {
        memory_bits_set_variable(s, messages, term_const_array(tm, term_sort(tm, all), no));
        return;
    }
    Term is_end = term_arg(tm, value, 2), message = no;
    if (term_is_const(tm, is_end) && term_value(tm, is_end) == 1)
        message = term_ite(tm, memory_bits_get(s, AFTER, NO_ID), term_bv(tm, 1, 1), no);
    memory_bits_set_variable(s, messages, term_store(tm, all, term_arg(tm, value, 1), message));
}

/* ---- all of them ---- */

/* Of an end that is one of several which the step may wait for it takes over where it needs that end. */
static void take_when(BitStep *s, const Edge *e, uint32_t v)
{
    static const Bit bits[] = {AFTER, ALL_ORDERED};
    Program *p = s->m->f->p;
    TermManager *tm = s->m->k->tm;
    Term when = p->vars.data[v].hands == HANDS_END ? holds_because(p, e, v) : term_bool(tm, true), before[2];
    for (unsigned i = 0; i < 2; i++)
        before[i] = memory_bits_get(s, bits[i], NO_ID);
    rules_apply(s, RULES_TAKE, TAKES, v);
    for (unsigned i = 0; i < 2; i++) {
        Term taken = term_and(tm, when, memory_bits_get(s, bits[i], NO_ID));
        memory_bits_set(s, bits[i], NO_ID, term_or(tm, before[i], taken));
    }
}

void memory_take_all(BitStep *s, const Edge *e)
{
    Program *p = s->m->f->p;
    Touched t = find_touched(p, e);
    for (uint32_t i = 0; i < t.vars.count; i++) {
        uint32_t v = t.vars.data[i];
        bool has_ends = memory_bits_has_ends(p, v);
        rules_apply(s, RULES_TAKE, 0, v);
        if (!has_ends && is_taken(p, e, v)) take_when(s, e, v);
        if (has_ends) take_end(s, e, v);
    }
    vec_free(p->run, &t.vars);
}

void memory_give_all(BitStep *s, const Edge *e)
{
    Program *p = s->m->f->p;
    Touched t = find_touched(p, e);
    for (uint32_t i = 0; i < t.vars.count; i++) {
        uint32_t v = t.vars.data[i];
        bool has_ends = memory_bits_has_ends(p, v), is_end = p->vars.data[v].hands == HANDS_END;
        bool gives = !has_ends && is_given(p, e, v);
        bool begins = !has_ends && is_end && direction_of(p, e, v) == DOWN;
        rules_apply(s, RULES_GIVE, (gives ? GIVES : 0) | (begins ? BEGINS : 0), v);
        if (has_ends) give_end(s, e, v);
    }
    vec_free(p->run, &t.vars);
}
