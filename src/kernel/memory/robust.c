/* For each run of the plain program, and each write of x that may be the guessed one, the instrumented program has the
 * run with the bits that the rules say, and an error wherever an access of x is out of order. So if it has no run to an
 * error no access of x ever is. Rounds that only wait may be left out (kernel/memory/waiting.c): only the way out
 * counts, also with the older value. */
#include "kernel/memory/robust.h"

#include "kernel/memory/match.h"
#include "kernel/memory/step.h"
#include "kernel/memory/waiting.h"
#include "logic/term/boolean.h"
#include "logic/term/substitute.h"

typedef struct OldValue {
    uint32_t x;
    Term old;
} OldValue;

static Term old_instead(void *arg, TermManager *tm, Term var)
{
    const OldValue *o = arg;
    return term_symbol(tm, var) == o->x && term_instance(tm, var) == 0 ? o->old : TERM_NONE;
}

/* A term where x has the older value. */
static Term with_old(MemoryCheck *m, Term t)
{
    OldValue o = {m->x, program_var_term(m->k->p, m->old)};
    return term_substitute(m->k->tm, t, old_instead, &o);
}

static void want_step(MemoryCheck *m, EdgeId id, bool is_guessed, bool asks_sc)
{
    TermManager *tm = m->k->tm;
    const Edge *e = &m->f->p->edges.data[id.i];
    WantedStep w = {.e = e, .guard = e->guard, .excused = TERM_NONE, .after = memory_bits_begin(m, e)};
    if (is_guessed) w.guard = term_and(tm, e->guard, term_not(tm, memory_bits_get(&w.after, ON, NO_ID)));
    LocationAccesses list = memory_accesses_of(m->f, e);
    if (list.count) w.excused = memory_waits(m->f, id);
    vec_free(m->k->run, &list);
    memory_step(&w.after, e, is_guessed);
    if (asks_sc) memory_bits_set(&w.after, ASKS_SC, NO_ID, term_bool(tm, true));
    if (!m->k->problem) match_step(m, &w);
    vec_free(m->k->run, &w.after.values);
}

static void want_error(MemoryCheck *m, EdgeId id, bool writes)
{
    const Edge *e = &m->f->p->edges.data[id.i];
    BitStep before = memory_bits_begin(m, e);
    Term unordered = memory_out_of_order(&before, e, writes);
    if (m->old.i == NO_ID) {
        checker_fail(m->k, "there is no older value of `%s`", m->f->p->vars.data[m->x].name);
        return;
    }
    Term excused = e->is_error ? TERM_NONE : with_old(m, memory_waits(m->f, id));
    match_error(m, e, term_and(m->k->tm, with_old(m, e->guard), unordered), excused);
}

/* Under C11 pairs with a plain access are races. An error edge of the plain program is taken in none of its runs; an
 * older value may lead there. */
static void check_edge(MemoryCheck *m, EdgeId id)
{
    const Edge *e = &m->f->p->edges.data[id.i];
    LocationAccesses list = memory_accesses_of(m->f, e);
    bool reads = false, writes = false;
    for (uint32_t i = 0; i < list.count; i++) {
        reads |= list.data[i].var == m->x && list.data[i].reads;
        writes |= list.data[i].var == m->x && list.data[i].writes;
    }
    vec_free(m->k->run, &list);
    bool is_asked = (reads || writes) && (m->is_tso || memory_order_of(m->f->p, e) != MEMORY_PLAIN);
    if (!e->is_error) want_step(m, id, false, false);
    if (is_asked && writes && !e->is_error) {
        want_step(m, id, true, false);
        if (m->is_mixed) want_step(m, id, true, true);
    }
    if (is_asked) want_error(m, id, writes);
}

void robust_check(Checker *k, MemoryFacts *f, bool is_tso, uint32_t x)
{
    MemoryCheck check = {.k = k, .f = f, .is_tso = is_tso, .x = x}, *m = &check;
    m->is_mixed = !is_tso && f->has_sc && f->has_sc_fences;
    match_frame(m, f->p);
    if (k->problem) return;
    memory_bits_find(m);
    for (uint32_t i = 0; i < f->p->edges.count && !k->problem; i++) {
        run_poll(k->run);
        check_edge(m, (EdgeId){i});
    }
    memory_bits_release(m);
}
