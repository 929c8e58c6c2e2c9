#include "kernel/kinds/concrete/independent.h"

#include "base/check.h"
#include "base/unsound.h"
#include "logic/smt/check.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "logic/term/substitute.h"

#define OTHER 1                 /* instance of locals of the second thread, which may be of the same template */
#define OTHER_INPUTS (1u << 20) /* added to instances of its inputs */

struct Independence {
    Checker *k;
    uint32_t words;
    Intern ids;
    VEC(PathLetter) letters;
    Intern pairs;
    VEC(bool) answers;
};

Independence *independence_new(Checker *k, uint32_t words)
{
    Independence *in = run_alloc(k->run, sizeof *in);
    in->k = k;
    in->words = words;
    intern_init(k->run, &in->ids);
    intern_init(k->run, &in->pairs);
    return in;
}

void independence_clear(Independence *in)
{
    intern_clear(&in->ids);
    intern_clear(&in->pairs);
}

typedef VEC(uint32_t) KeyWords;

static void push_set(Independence *in, KeyWords *key, const uint64_t *set)
{
    for (uint32_t w = 0; w < in->words; w++) {
        vec_push(in->k->run, key, (uint32_t)set[w]);
        vec_push(in->k->run, key, (uint32_t)(set[w] >> 32));
    }
}

uint32_t independence_letter(Independence *in, const PathLetter *letter)
{
    KeyWords key = {NULL, 0, 0};
    Run *run = in->k->run;
    vec_push(run, &key, letter->guard.id);
    vec_push(run, &key, letter->lock.i);
    vec_push(run, &key, letter->starts | letter->is_error << 1 | letter->is_whole << 2 | letter->is_entry << 3);
    vec_push(run, &key, letter->assign_count);
    for (uint32_t i = 0; i < letter->assign_count; i++) {
        vec_push(run, &key, letter->assigns[i].var.i);
        vec_push(run, &key, letter->assigns[i].value.id);
    }
    push_set(in, &key, letter->reads);
    push_set(in, &key, letter->writes);
    push_set(in, &key, letter->adds);
    bool is_new;
    uint32_t id = intern_add(&in->ids, key.data, key.count, &is_new);
    if (is_new) vec_push(run, &in->letters, *letter);
    vec_free(run, &key);
    return id;
}

/* What both touch, and one of both writes; but constants may be added in any order. One word of the set. */
static uint64_t common_word(const PathLetter *a, const PathLetter *b, uint32_t w)
{
    uint64_t common = (a->writes[w] & (b->reads[w] | b->writes[w])) | (b->writes[w] & a->reads[w]);
    return common & ~(a->adds[w] & b->adds[w]);
}

static bool letters_are_apart(const Independence *in, const PathLetter *a, const PathLetter *b)
{
    for (uint32_t w = 0; w < in->words; w++)
        if (common_word(a, b, w)) return false;
    return true;
}

/* ---- both orders ---- */

typedef struct View {
    const Independence *in;
    bool is_other; /* of the second thread: its locals and inputs are others */
    const PathLetter
        *before; /* the other thread's letter, after which the term is looked at; NULL: the state before both */
} View;

static const Assign *assignment(const PathLetter *letter, uint32_t v)
{
    for (uint32_t i = 0; letter && i < letter->assign_count; i++)
        if (letter->assigns[i].var.i == v) return &letter->assigns[i];
    return NULL;
}

static Term view_term(const View *view, Term t);

static Term view_variable(void *arg, TermManager *tm, Term var)
{
    const View *view = arg;
    uint32_t v = term_symbol(tm, var);
    const Var *info = &view->in->k->p->vars.data[v];
    if (info->class == VAR_SHARED) {
        const Assign *a = assignment(view->before, v);
        View start = {view->in, !view->is_other, NULL};
        return a ? view_term(&start, a->value) : TERM_NONE;
    }
    if (!view->is_other) return TERM_NONE;
    uint32_t instance = info->class == VAR_INPUT ? term_instance(tm, var) + OTHER_INPUTS : OTHER;
    return term_var(tm, info->sort, v, instance);
}

static Term view_term(const View *view, Term t)
{
    return term_substitute(view->in->k->tm, t, view_variable, (void *)view);
}

/* Do two values differ? Arrays: at some index, which is a variable that nothing else speaks of. */
static Term values_differ(const Independence *in, Term a, Term b)
{
    TermManager *tm = in->k->tm;
    if (term_same(a, b)) return term_bool(tm, false);
    if (term_sort(tm, a).kind != SORT_ARRAY) return term_not(tm, term_eq(tm, a, b));
    Term index = term_var(tm, sort_index(term_sort(tm, a)), in->k->p->vars.count, 0);
    return term_not(tm, term_eq(tm, term_select(tm, a, index), term_select(tm, b, index)));
}

/* Do the values of shared variables, or of the locals of the thread of `own`, differ that `own` and then `other` leave,
 * and the other order? */
static Term differs(const Independence *in, const PathLetter *own, const PathLetter *other, bool is_other)
{
    TermManager *tm = in->k->tm;
    Term any = term_bool(tm, false);
    View own_first = {in, is_other, NULL}, own_second = {in, is_other, other}, other_second = {in, !is_other, own};
    for (uint32_t i = 0; i < own->assign_count; i++) {
        VarId v = own->assigns[i].var;
        Term last = view_term(&own_second, own->assigns[i].value), first = view_term(&own_first, own->assigns[i].value);
        const Assign *again = assignment(other, v.i);
        bool shared = in->k->p->vars.data[v.i].class == VAR_SHARED;
        if (shared && again) first = view_term(&other_second, again->value);
        any = term_or(tm, any, values_differ(in, first, last));
    }
    return any;
}

static bool commute(Independence *in, const PathLetter *a, const PathLetter *b)
{
    TermManager *tm = in->k->tm;
    View a_first = {in, false, NULL}, a_second = {in, false, b}, b_first = {in, true, NULL}, b_second = {in, true, a};
    Term can_a = view_term(&a_first, a->guard), can_a_after = view_term(&a_second, a->guard);
    Term can_b = view_term(&b_first, b->guard), can_b_after = view_term(&b_second, b->guard);
    Term wrong = term_bool(tm, false);
    if (!a->is_error) wrong = term_not(tm, can_b_after);
    if (!a->is_error && !b->is_error) {
        wrong = term_or(tm, wrong, term_not(tm, can_a_after));
        wrong = term_or(tm, wrong, term_or(tm, differs(in, a, b, false), differs(in, b, a, true)));
    }
    wrong = term_and(tm, wrong, term_and(tm, can_a, can_b));
    if (!b->is_error) /* b makes a possible */
        wrong = term_or(tm, wrong, term_and(tm, term_and(tm, can_b, can_a_after), term_not(tm, can_a)));
    if (term_is_false(tm, wrong)) return true;
    CertifyTerms terms = {NULL, 0, 0};
    vec_push(in->k->run, &terms, wrong);
    bool result = smt_check(in->k->smt, terms.data, terms.count) == SMT_UNSAT;
    run_poll(in->k->run);
    if (result) checker_add_obligation(in->k, &terms, "two steps are independent");
    vec_free(in->k->run, &terms);
    return result;
}

/* Do a and b take the same lock, or neither takes one? */
static bool by_one_lock(const PathLetter *a, const PathLetter *b) { return a->lock.i == b->lock.i; }

bool are_independent(Independence *in, uint32_t first, uint32_t second)
{
    const PathLetter *a = &in->letters.data[first], *b = &in->letters.data[second];
    if (letters_are_apart(in, a, b) || IS_UNSOUND(UNSOUND_SET_NOT_PERSISTENT)) return true;
    if (a->is_entry || b->is_entry) return by_one_lock(a, b);
    if (!a->is_whole || !b->is_whole || a->starts || b->starts || !by_one_lock(a, b)) return false;
    uint32_t key[] = {first, second};
    bool is_new;
    uint32_t id = intern_add(&in->pairs, key, 2, &is_new);
    if (is_new) {
        bool result = commute(in, a, b);
        vec_push(in->k->run, &in->answers, result);
    }
    return in->answers.data[id];
}

bool sections_allow(const Independence *in, uint32_t first, uint32_t second, SectionClash *clash)
{
    const PathLetter *a = &in->letters.data[first], *b = &in->letters.data[second];
    if (b->lock.i == NO_ID || b->lock.i == a->lock.i || letters_are_apart(in, a, b)) return true;
    *clash = (SectionClash){b->lock, run_alloc(in->k->run, in->words * sizeof(uint64_t))};
    for (uint32_t w = 0; w < in->words; w++)
        clash->common[w] = common_word(a, b, w);
    return false;
}
