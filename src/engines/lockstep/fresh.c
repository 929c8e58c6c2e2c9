/* All stores are one thread's. The locations of it from which one can still be come to are "early": from no later one
 * it comes back. Its other letters that access the array lead to late locations, and other threads that do are started
 * by letters, of its own or of those that it starts, that lead to late locations. */
#include "engines/lockstep/fresh.h"

#include "base/unsound.h"
#include "logic/term/walk.h"

typedef struct Fresh {
    Letters *l;
    Run *run;
    TermManager *tm;
    uint32_t v;      /* the array */
    uint32_t thread; /* that stores; NO_ID: none yet */
    bool *early;     /* per location of its template */
} Fresh;

typedef struct Uses {
    TermManager *tm;
    Term of;
    uint32_t symbol, count;
} Uses;

static void count_use(void *arg, Term t)
{
    Uses *u = arg;
    u->count += term_is(u->of) ? term_same(t, u->of) : term_symbol(u->tm, t) == u->symbol;
}

/* Is the variable read anywhere but as what is stored to? */
static bool reads_variable(TermManager *tm, Term t, Term var)
{
    Uses u = {tm, var, 0, 0};
    term_for_each_var(tm, t, count_use, &u);
    return u.count;
}

/* Speaks any other part of the letter of the input? */
static bool is_input_used_elsewhere(const Fresh *f, const Letter *letter, uint32_t place, Term input)
{
    bool used = reads_variable(f->tm, letter->guard, input);
    for (uint32_t i = 0; i < letter->assign_count; i++)
        used |= i != place && reads_variable(f->tm, letter->assigns[i].value, input);
    return used;
}

/* array, store(array, index, input), ... : where no index reads the array, and each input is there once. */
static bool is_fresh_value(const Fresh *f, const Letter *letter, uint32_t place)
{
    Term var = program_var_term(f->l->w->p, (VarId){f->v}), value = letter->assigns[place].value, at = value;
    while (term_kind(f->tm, at) == TERM_STORE) {
        Term index = term_arg(f->tm, at, 1), input = term_arg(f->tm, at, 2);
        if (term_kind(f->tm, input) != TERM_VAR || reads_variable(f->tm, index, var)) return false;
        if (f->l->w->p->vars.data[term_symbol(f->tm, input)].class != VAR_INPUT) return false;
        for (Term k = value; term_kind(f->tm, k) == TERM_STORE; k = term_arg(f->tm, k, 0)) {
            bool is_other = !term_same(k, at) && term_same(term_arg(f->tm, k, 2), input);
            if (is_other || reads_variable(f->tm, term_arg(f->tm, k, 1), input)) return false;
        }
        if (is_input_used_elsewhere(f, letter, place, input)) return false;
        at = term_arg(f->tm, at, 0);
    }
    return term_same(at, var);
}

static uint32_t store_of(const Fresh *f, const Letter *letter)
{
    Term var = program_var_term(f->l->w->p, (VarId){f->v});
    uint32_t place = NO_ID;
    if (reads_variable(f->tm, letter->guard, var)) return NO_ID;
    for (uint32_t i = 0; i < letter->assign_count; i++)
        if (letter->assigns[i].var.i == f->v)
            place = i;
        else if (reads_variable(f->tm, letter->assigns[i].value, var))
            return NO_ID;
    return place != NO_ID && is_fresh_value(f, letter, place) ? place : NO_ID;
}

static bool accesses(const Fresh *f, const Letter *letter)
{
    return varset_has(letter->reads, f->v) || varset_has(letter->writes, f->v);
}

static bool find_stores(Fresh *f)
{
    f->thread = NO_ID;
    for (uint32_t i = 0; i < f->l->all.count; i++) {
        const Letter *letter = &f->l->all.data[i];
        if (!accesses(f, letter) || store_of(f, letter) == NO_ID) continue;
        if (f->thread != NO_ID && f->thread != letter->thread) return false;
        f->thread = letter->thread;
        f->early[letter->from.i] = true;
    }
    return f->thread != NO_ID;
}

static void find_early(Fresh *f)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < f->l->all.count; i++) {
            const Letter *letter = &f->l->all.data[i];
            if (letter->thread != f->thread || letter->is_error || !f->early[letter->to.i] || f->early[letter->from.i])
                continue;
            f->early[letter->from.i] = changed = true;
        }
    }
}

/* Is the other thread started only when the stores are done? */
static bool starts_late(const Fresh *f, uint32_t other)
{
    const WrittenOut *w = f->l->w;
    while (other != NO_ID && w->origins.data[other].parent != f->thread)
        other = w->origins.data[other].parent;
    for (uint32_t i = 0; i < f->l->all.count; i++)
        if (f->l->all.data[i].child == other && f->early[f->l->all.data[i].to.i]) return false;
    return other != NO_ID;
}

static bool all_later(const Fresh *f)
{
    for (uint32_t i = 0; i < f->l->all.count; i++) {
        const Letter *letter = &f->l->all.data[i];
        if (!accesses(f, letter)) continue;
        if (letter->thread != f->thread && !starts_late(f, letter->thread)) return false;
        if (letter->thread != f->thread || letter->is_error || store_of(f, letter) != NO_ID) continue;
        if (f->early[letter->to.i]) return false;
    }
    return true;
}

static void drop_stores(Fresh *f)
{
    for (uint32_t i = 0; i < f->l->all.count; i++) {
        Letter *letter = &f->l->all.data[i];
        uint32_t place = accesses(f, letter) ? store_of(f, letter) : NO_ID;
        if (place == NO_ID) continue;
        letter->assign_count--;
        for (; place < letter->assign_count; place++)
            letter->assigns[place] = letter->assigns[place + 1];
        letters_find_accesses(f->l, letter);
    }
}

void fresh_drop(Letters *l)
{
    Run *run = l->merged->run;
    Fresh f = {.l = l, .run = run, .tm = l->merged->tm};
    for (uint32_t v = 0; v < l->w->p->vars.count; v++) {
        const Var *info = &l->w->p->vars.data[v];
        if (info->class != VAR_SHARED || info->sort.kind != SORT_ARRAY || term_is(info->init)) continue;
        f.v = v;
        f.early = run_alloc(run, l->merged->locs.count + 1);
        if (find_stores(&f)) {
            find_early(&f);
            if (IS_UNSOUND(UNSOUND_STORE_LATE) || all_later(&f)) drop_stores(&f);
        }
        run_release(run, f.early);
    }
}
