/* Pairs of places at which a step keeps the other thread from sleeping are those where the reduced product has runs of
 * which it could have done with one. That the other thread's own guards held before the step as well is mostly enough:
 * the consumer may come first where the queue is not empty. */
#include "engines/lockstep/cases.h"

#include "engines/lockstep/flags.h"
#include "logic/smt/check.h"
#include "logic/term/boolean.h"
#include "logic/term/substitute.h"
#include "program/scpl/print.h"

#define MILLISECONDS 200
#define CASES_MAX 12
#define CASES_OF_PLACE 2

typedef struct CaseSearch {
    const Product *p;
    const Letters *l;
    Run *run;
    Intern seen; /* [thread, place, other thread, its place] */
    LetterCases *out;
    Smt *smt;
} CaseSearch;

static bool can_hold(CaseSearch *s, Term guard, Term condition)
{
    TermManager *tm = s->l->merged->tm;
    Term both = term_and(tm, guard, condition);
    if (term_is_false(tm, both)) return false;
    if (!s->smt) {
        s->smt = smt_new(tm);
        smt_set_timeout(s->smt, MILLISECONDS);
    }
    return smt_check(s->smt, &both, 1) == SMT_SAT;
}

/* When all steps of the other thread may come before those of this one; TERM_NONE: always, or never. */
static Term condition_of(CaseSearch *s, const LetterIds *ids, const LetterIds *others, bool weak)
{
    TermManager *tm = s->l->merged->tm;
    Term all = term_bool(tm, true);
    bool any = false;
    for (uint32_t i = 0; i < ids->count; i++) {
        Term of_letter = term_bool(tm, true);
        const Letter *a = &s->l->all.data[ids->data[i]];
        for (uint32_t k = 0; k < others->count && !a->is_error; k++) {
            if (commute_may_swap(s->p->commute, ids->data[i], others->data[k])) continue;
            Term t = commute_condition(s->l, a, &s->l->all.data[others->data[k]], weak);
            if (!term_is(t)) return TERM_NONE;
            of_letter = term_and(tm, of_letter, t);
        }
        any |= !term_is_true(tm, of_letter) && can_hold(s, a->guard, of_letter);
        all = term_and(tm, all, of_letter);
    }
    return any && !term_is_false(tm, all) ? all : TERM_NONE;
}

static void tell_case(const CaseSearch *s, const LetterCase *c)
{
    Str text;
    if (run_verbosity(s->run) < 2) return;
    scpl_print_terms(s->l->w->p, &c->condition, 1, &text);
    run_log(s->run, 2, "  cases of thread %u at line %u: %s", c->thread, s->l->merged->locs.data[c->from.i].pos.line,
            str_text(&text));
    str_clear(&text);
}

static void add_letter_case(CaseSearch *s, uint32_t thread, LocId from, Term condition)
{
    uint32_t there = 0;
    for (uint32_t i = 0; i < s->out->count; i++) {
        const LetterCase *c = &s->out->data[i];
        if (c->thread != thread || c->from.i != from.i) continue;
        there++;
        if (term_same(c->condition, condition)) return;
    }
    if (there == CASES_OF_PLACE || s->out->count == CASES_MAX) return;
    vec_push(s->run, s->out, ((LetterCase){thread, from, condition}));
    tell_case(s, &vec_last(s->out));
}

typedef struct Here {
    const CaseSearch *s;
    const ProductNode *node;
} Here;

static Term known_here(void *arg, TermManager *tm, Term var)
{
    const Here *h = arg;
    return product_known(h->s->p, h->node, term_symbol(tm, var));
}

/* The node may know already that the condition does not hold there. */
static bool is_open_at_node(const CaseSearch *s, const ProductNode *n, Term condition)
{
    Here here = {s, n};
    TermManager *tm = s->l->merged->tm;
    return term_is(condition) && !term_is_const(tm, term_substitute(tm, condition, known_here, &here));
}

static void look_at_place_pair(CaseSearch *s, const ProductNode *n, uint32_t thread, uint32_t other)
{
    uint32_t key[] = {thread, n->at[thread], other, n->at[other]};
    bool is_new, may_sleep = n->asleep >> other & 1 ||
                             order_rank(&s->p->order, n->pointer, other) < order_rank(&s->p->order, n->pointer, thread);
    if (!may_sleep) return;
    (void)intern_add(&s->seen, key, 4, &is_new);
    if (!is_new) return;
    const LetterIds *ids = letters_from(s->l, thread, (LocId){n->at[thread]});
    const LetterIds *others = letters_from(s->l, other, (LocId){n->at[other]});
    Term condition = condition_of(s, ids, others, false);
    if (!term_is(condition)) condition = condition_of(s, ids, others, true);
    if (is_open_at_node(s, n, condition)) add_letter_case(s, thread, (LocId){n->at[thread]}, condition);
}

void cases_find(const Product *p, LetterCases *out)
{
    CaseSearch s = {.p = p, .l = p->l, .run = p->l->merged->run, .out = out};
    intern_init(s.run, &s.seen);
    for (uint32_t i = 0; i < p->nodes.count; i++) {
        const ProductNode *n = &p->nodes.data[i];
        for (uint32_t t = 0; t < s.l->threads && n->leads_to_error; t++)
            for (uint32_t o = 0; o < s.l->threads && !(n->asleep >> t & 1) && n->at[t] != AT_NOTHING; o++)
                if (o != t && n->at[o] != AT_NOTHING) look_at_place_pair(&s, n, t, o);
    }
    intern_clear(&s.seen);
    if (s.smt) smt_free(s.smt);
}
