/* The greatest set of steps that can still be made is approximated from below until it does not grow: steps of threads
 * that are awake or can be woken, where the guards, as far as they speak of variables that none of these steps assigns,
 * can hold with the values known at the node. A step wakes a sleeping thread if it cannot be swapped with one of that
 * thread's own steps there. */
#include "engines/lockstep/dead.h"

#include "base/unsound.h"
#include "engines/lockstep/flags.h"
#include "logic/term/boolean.h"
#include "logic/term/substitute.h"

typedef struct Dead {
    const Product *p;
    const Letters *l;
    Run *run;
    const ProductNode *node;
    uint8_t *letters; /* 0: not looked at, 1: to be looked at, 2: can be made */
    VarSet written;
    uint32_t awake, here; /* threads: not asleep for ever; whose steps were entered */
    bool changed, error;
} Dead;

static void enter_location(Dead *d, uint32_t thread, LocId loc)
{
    const LetterIds *ids = letters_from(d->l, thread, loc);
    for (uint32_t i = 0; i < ids->count; i++) {
        if (d->letters[ids->data[i]]) continue;
        d->letters[ids->data[i]] = 1;
        d->changed = true;
    }
}

static Term frozen_value(void *arg, TermManager *tm, Term var)
{
    const Dead *d = arg;
    uint32_t v = term_symbol(tm, var);
    if (v >= d->l->w->p->vars.count || varset_has(d->written, v)) return TERM_NONE;
    return product_known(d->p, d->node, v);
}

static void make_letter_step(Dead *d, uint32_t id)
{
    const Letter *letter = &d->l->all.data[id];
    d->letters[id] = 2;
    d->changed = true;
    d->error |= letter->is_error;
    for (uint32_t i = 0; i < d->l->words; i++)
        d->written[i] |= letter->writes[i];
    if (letter->is_error) return;
    enter_location(d, letter->thread, letter->to);
    if (letter->child == NO_ID) return;
    TemplateId of = d->l->w->origins.data[letter->child].of;
    d->awake |= 1u << letter->child;
    d->here |= 1u << letter->child;
    enter_location(d, letter->child, d->l->merged->templates.data[of.i].entry);
}

static bool letter_wakes(const Dead *d, uint32_t id, uint32_t thread)
{
    if (d->l->all.data[id].thread == thread || IS_UNSOUND(UNSOUND_ALL_DEAD)) return false;
    const LetterIds *own = letters_from(d->l, thread, (LocId){d->node->at[thread]});
    for (uint32_t i = 0; i < own->count; i++)
        if (!commute_may_swap(d->p->commute, id, own->data[i])) return true;
    return false;
}

static void wake(Dead *d, uint32_t id)
{
    for (uint32_t t = 0; t < d->l->threads; t++) {
        if (d->awake >> t & 1 || d->node->at[t] == AT_NOTHING || !letter_wakes(d, id, t)) continue;
        d->awake |= 1u << t;
        d->changed = true;
    }
}

static void look_at_letter(Dead *d, uint32_t id)
{
    const Letter *letter = &d->l->all.data[id];
    if (!(d->awake >> letter->thread & 1)) return;
    if (term_is_false(d->l->merged->tm, term_substitute(d->l->merged->tm, letter->guard, frozen_value, d))) return;
    make_letter_step(d, id);
    wake(d, id);
}

bool dead_is(const Product *p, const ProductNode *node)
{
    const Letters *l = p->l;
    Run *run = l->merged->run;
    Dead d = {.p = p, .l = l, .run = run, .node = node, .changed = true};
    d.letters = run_alloc(run, l->all.count + 1);
    d.written = varset_new(l);
    for (uint32_t t = 0; t < l->threads; t++)
        if (!(node->asleep >> t & 1) && node->at[t] != AT_NOTHING) d.awake |= 1u << t;
    while (d.changed && !d.error) {
        d.changed = false;
        for (uint32_t t = 0; t < l->threads; t++) {
            if (!(d.awake >> t & 1) || d.here >> t & 1) continue;
            d.here |= 1u << t;
            enter_location(&d, t, (LocId){node->at[t]});
        }
        for (uint32_t i = 0; i < l->all.count && !d.error; i++)
            if (d.letters[i] == 1) look_at_letter(&d, i);
    }
    run_release(run, d.letters);
    run_release(run, d.written);
    return !d.error;
}
