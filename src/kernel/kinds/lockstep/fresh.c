/* An array that is arbitrary at the start; letters of one thread that only store inputs into it, each of which is there
 * once, at indices that do not read it. A run in which all of these come before any other letter that speaks of the
 * array goes as well without them, from a start at which the array is as they leave it: nothing looks at it before.
 *
 * That they come before is asked of the ways of that thread: from where any other letter that speaks of the array has
 * led it, or a letter that starts a thread of whose family one speaks of it, no store is come to. */
#include "kernel/kinds/lockstep/fresh.h"

#include "base/check.h"
#include "kernel/kinds/lockstep/letters.h"
#include "logic/term/walk.h"

typedef struct Array {
    LockstepCheck *c;
    TermManager *tm;
    uint32_t v;
    Term asked; /* a variable that is looked for */
    bool found;
    uint8_t *role;   /* per letter: 0 does not speak of it, 1 stores only, 2 something else */
    uint32_t *store; /* per letter that stores: which of its assignments */
} Array;

/* ---- variables in terms ---- */

static void note_asked_array(void *arg, Term var)
{
    Array *a = arg;
    a->found |= term_same(var, a->asked);
}

static bool term_speaks_of_array(Array *a, Term t, Term var)
{
    a->asked = var;
    a->found = false;
    term_for_each_var(a->tm, t, note_asked_array, a);
    return a->found;
}

/* ---- what letters do with the array ---- */

static bool is_input_of_letter(const Array *a, Term t)
{
    return term_kind(a->tm, t) == TERM_VAR && a->c->w->p->vars.data[term_symbol(a->tm, t)].class == VAR_INPUT;
}

/* Is the input at that place in the letter only? */
static bool is_there_once(Array *a, const LockstepLetter *letter, uint32_t assign, Term input)
{
    bool elsewhere = term_speaks_of_array(a, letter->guard, input);
    uint32_t stored = 0;
    for (uint32_t i = 0; i < letter->assign_count; i++)
        if (i != assign) elsewhere |= term_speaks_of_array(a, letter->assigns[i].value, input);
    for (Term t = letter->assigns[assign].value; term_kind(a->tm, t) == TERM_STORE; t = term_arg(a->tm, t, 0)) {
        elsewhere |= term_speaks_of_array(a, term_arg(a->tm, t, 1), input);
        stored += term_same(term_arg(a->tm, t, 2), input);
    }
    return !elsewhere && stored == 1;
}

static bool stores_inputs(Array *a, const LockstepLetter *letter, uint32_t assign)
{
    Term array = program_var_term(a->c->w->p, (VarId){a->v}), t = letter->assigns[assign].value;
    for (; term_kind(a->tm, t) == TERM_STORE; t = term_arg(a->tm, t, 0)) {
        Term input = term_arg(a->tm, t, 2);
        if (term_speaks_of_array(a, term_arg(a->tm, t, 1), array) || !is_input_of_letter(a, input)) return false;
        if (!is_there_once(a, letter, assign, input)) return false;
    }
    return term_same(t, array);
}

static void find_role(Array *a, uint32_t id)
{
    const LockstepLetter *letter = &a->c->letters.data[id];
    Term array = program_var_term(a->c->w->p, (VarId){a->v});
    uint32_t store = NO_ID;
    bool reads = term_speaks_of_array(a, letter->guard, array);
    for (uint32_t i = 0; i < letter->assign_count; i++)
        if (letter->assigns[i].var.i == a->v)
            store = i;
        else
            reads |= term_speaks_of_array(a, letter->assigns[i].value, array);
    a->store[id] = store;
    a->role[id] = 0;
    if (reads || store != NO_ID) a->role[id] = reads || letter->is_error || !stores_inputs(a, letter, store) ? 2 : 1;
}

/* ---- what comes before what ---- */

/* Is the thread the ancestor of the other? */
static bool has_started(const Array *a, uint32_t ancestor, uint32_t thread)
{
    while (thread != NO_ID && thread != ancestor)
        thread = a->c->w->origins.data[thread].parent;
    return thread == ancestor;
}

/* Once the letter of the thread is taken, may the array have been spoken of other than by stores? */
static bool ends_stores(const Array *a, const LockstepLetter *letter, uint32_t id)
{
    if (a->role[id] == 2) return true;
    for (uint32_t i = 0; i < a->c->letters.count && letter->child != NO_ID; i++)
        if (a->role[i] && has_started(a, letter->child, a->c->letters.data[i].thread)) return true;
    return false;
}

/* Locations of the thread that are come to from such letters. */
static bool stores_come_first(const Array *a, uint32_t thread)
{
    const LockstepCheck *c = a->c;
    bool *late = run_alloc(c->k->run, c->w->from->locs.count + 1), first = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < c->letters.count; i++) {
            const LockstepLetter *letter = &c->letters.data[i];
            if (letter->thread != thread || letter->is_error || letter->to == LOCKSTEP_END || late[letter->to])
                continue;
            if (late[letter->from] || ends_stores(a, letter, i)) late[letter->to] = changed = true;
        }
    }
    for (uint32_t i = 0; i < c->letters.count; i++)
        if (a->role[i] == 1 && late[c->letters.data[i].from]) first = false;
    run_release(c->k->run, late);
    return first;
}

/* The thread that alone stores inputs, if others that speak of the array are of its family. */
static uint32_t storing_thread(const Array *a)
{
    uint32_t thread = NO_ID;
    for (uint32_t i = 0; i < a->c->letters.count; i++) {
        if (a->role[i] != 1) continue;
        if (thread != NO_ID && thread != a->c->letters.data[i].thread) return NO_ID;
        thread = a->c->letters.data[i].thread;
    }
    for (uint32_t i = 0; i < a->c->letters.count && thread != NO_ID; i++)
        if (a->role[i] && !has_started(a, thread, a->c->letters.data[i].thread)) return NO_ID;
    return thread;
}

static void leave_out_stores(Array *a)
{
    for (uint32_t i = 0; i < a->c->letters.count; i++) {
        LockstepLetter *letter = &a->c->letters.data[i];
        if (a->role[i] != 1) continue;
        letter->assign_count--;
        for (uint32_t k = a->store[i]; k < letter->assign_count; k++)
            letter->assigns[k] = letter->assigns[k + 1];
    }
}

/* ---- all ---- */

static void make_letters(LockstepCheck *c, uint32_t thread)
{
    LockstepIds open = {NULL, 0, 0};
    vec_push(c->k->run, &open, c->w->from->templates.data[c->w->origins.data[thread].of.i].entry.i);
    bool *seen = run_alloc(c->k->run, c->w->from->locs.count + 1);
    while (open.count && !c->k->problem) {
        uint32_t at = vec_pop(&open);
        if (at == LOCKSTEP_END || seen[at]) continue;
        seen[at] = true;
        const LockstepIds ids = *lockstep_letters(c, thread, at);
        for (uint32_t i = 0; i < ids.count; i++)
            if (!c->letters.data[ids.data[i]].is_error) vec_push(c->k->run, &open, c->letters.data[ids.data[i]].to);
    }
    vec_free(c->k->run, &open);
    run_release(c->k->run, seen);
}

void lockstep_drop_fresh(LockstepCheck *c)
{
    for (uint32_t t = 0; t < c->threads && !c->k->problem; t++)
        make_letters(c, t);
    Array a = {.c = c, .tm = c->k->tm};
    a.role = run_alloc(c->k->run, c->letters.count + 1);
    a.store = run_alloc(c->k->run, (c->letters.count + 1) * sizeof *a.store);
    for (a.v = 0; a.v < c->w->p->vars.count && !c->k->problem; a.v++) {
        const Var *info = &c->w->p->vars.data[a.v];
        if (info->class != VAR_SHARED || info->sort.kind != SORT_ARRAY || term_is(info->init)) continue;
        for (uint32_t i = 0; i < c->letters.count; i++)
            find_role(&a, i);
        uint32_t thread = storing_thread(&a);
        if (thread != NO_ID && stores_come_first(&a, thread)) leave_out_stores(&a);
    }
    run_release(c->k->run, a.role);
    run_release(c->k->run, a.store);
}
