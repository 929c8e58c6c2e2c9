/* Steps that may be made from the node on are collected until there are no more. A thread that is awake, or started, or
 * can be woken by a step collected, may make the steps that leave its places; a step that needs a value that a variable
 * has not got at the node needs a step collected that assigns to the variable. All others are never made in the product
 * that the header speaks of, which is one of those that the argument of docs/lockstep.md is about. */
#include "kernel/kinds/lockstep/dead.h"

#include "kernel/kinds/lockstep/letters.h"
#include "kernel/kinds/lockstep/swap.h"
#include "logic/term/boolean.h"
#include "logic/term/substitute.h"

typedef struct Collection {
    LockstepCheck *c;
    const LockstepNode *node;
    Intern steps, places; /* letters; [thread, place] */
    bool *assigned;       /* per variable */
    Term *value;          /* per variable: at the node, TERM_NONE: any */
    uint32_t moving;      /* threads, as bits */
    bool grows;
} Collection;

/* The values that a conjunct of what is known gives. */
static void take_value_of_fact(Collection *s, Term fact)
{
    TermManager *tm = s->c->k->tm;
    Term is = term_bool(tm, true);
    if (term_kind(tm, fact) == TERM_NOT) {
        is = term_bool(tm, false);
        fact = term_arg(tm, fact, 0);
    } else if (term_kind(tm, fact) == TERM_EQ) {
        bool left = term_is_const(tm, term_arg(tm, fact, 0));
        is = term_arg(tm, fact, left ? 0 : 1);
        fact = term_arg(tm, fact, left ? 1 : 0);
    }
    if (term_kind(tm, fact) == TERM_VAR && term_is_const(tm, is)) s->value[term_symbol(tm, fact)] = is;
}

static void take_values(Collection *s)
{
    TermManager *tm = s->c->k->tm;
    Term known = s->node->known;
    if (term_kind(tm, known) != TERM_AND) take_value_of_fact(s, known);
    for (uint32_t i = 0; term_kind(tm, known) == TERM_AND && i < term_arity(tm, known); i++)
        take_value_of_fact(s, term_arg(tm, known, i));
}

static Term value_unless_assigned(void *arg, TermManager *tm, Term var)
{
    const Collection *s = arg;
    uint32_t v = term_symbol(tm, var);
    if (s->c->w->p->vars.data[v].class == VAR_INPUT || s->assigned[v]) return TERM_NONE;
    return s->value[v];
}

static void add_collected_place(Collection *s, uint32_t thread, uint32_t at)
{
    uint32_t key[] = {thread, at};
    bool is_new;
    (void)intern_add(&s->places, key, 2, &is_new);
    s->grows |= is_new;
}

static bool step_wakes(Collection *s, uint32_t step, uint32_t thread)
{
    const LockstepIds *own = lockstep_letters(s->c, thread, s->node->at[thread]);
    for (uint32_t i = 0; i < own->count; i++)
        if (!lockstep_may_swap(s->c, step, own->data[i])) return true;
    return false;
}

/* True: an error. */
static bool add_collected_step(Collection *s, uint32_t step)
{
    LockstepCheck *c = s->c;
    const LockstepLetter letter = c->letters.data[step]; /* the table may move */
    bool is_new;
    if (intern_find(&s->steps, &step, 1) != INTERN_NONE) return false;
    if (term_is_false(c->k->tm, term_substitute(c->k->tm, letter.guard, value_unless_assigned, s))) return false;
    (void)intern_add(&s->steps, &step, 1, &is_new);
    s->grows = true;
    if (letter.is_error) return true;
    for (uint32_t i = 0; i < letter.assign_count; i++)
        s->assigned[letter.assigns[i].var.i] = true;
    add_collected_place(s, letter.thread, letter.to);
    if (letter.child != NO_ID) {
        TemplateId of = c->w->origins.data[letter.child].of;
        s->moving |= 1u << letter.child;
        add_collected_place(s, letter.child, c->w->from->templates.data[of.i].entry.i);
    }
    for (uint32_t t = 0; t < c->threads; t++)
        if (!(s->moving >> t & 1) && step_wakes(s, step, t)) s->moving |= 1u << t;
    return false;
}

static bool add_steps_of_places(Collection *s)
{
    for (uint32_t i = 0; i < s->places.count; i++) {
        uint32_t length;
        const uint32_t *key = intern_key(&s->places, i, &length);
        uint32_t thread = key[0], at = key[1];
        if (!(s->moving >> thread & 1)) continue;
        const LockstepIds ids = *lockstep_letters(s->c, thread, at);
        for (uint32_t n = 0; n < ids.count; n++)
            if (add_collected_step(s, ids.data[n])) return true;
    }
    return false;
}

bool lockstep_is_dead(LockstepCheck *c, const LockstepNode *node)
{
    Run *run = c->k->run;
    Collection s = {.c = c, .node = node, .grows = true};
    bool error = false;
    intern_init(run, &s.steps);
    intern_init(run, &s.places);
    s.assigned = run_alloc(run, c->w->p->vars.count + 1);
    s.value = run_alloc(run, (c->w->p->vars.count + 1) * sizeof *s.value);
    take_values(&s);
    for (uint32_t t = 0; t < c->threads; t++) {
        if (node->at[t] == LOCKSTEP_UNBORN) continue;
        add_collected_place(&s, t, node->at[t]);
        if (!(node->asleep >> t & 1)) s.moving |= 1u << t;
    }
    while (s.grows && !error && !c->k->problem) {
        s.grows = false;
        uint32_t moving = s.moving;
        error = add_steps_of_places(&s);
        s.grows |= moving != s.moving;
        run_poll(run);
    }
    intern_clear(&s.steps);
    intern_clear(&s.places);
    run_release(run, s.assigned);
    run_release(run, s.value);
    return !error && !c->k->problem;
}
