#include "logic/term/remainder.h"

#include "base/vec.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "logic/term/internal.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"

typedef struct Dividend {
    Term var, remainder; /* the only one that it stands in; TERM_NONE: it stands elsewhere, too */
} Dividend;

typedef struct Search {
    TermManager *tm;
    VEC(Dividend) found;
    bool (*is_free)(void *arg, Term var);
    void *arg;
} Search;

static void note_dividend(Search *s, Term var, Term remainder)
{
    if (term_kind(s->tm, var) != TERM_VAR || term_sort(s->tm, var).kind != SORT_BV || !s->is_free(s->arg, var)) return;
    for (uint32_t i = 0; i < s->found.count; i++) {
        Dividend *d = &s->found.data[i];
        if (!term_same(d->var, var)) continue;
        if (!term_is(remainder) || !term_is(d->remainder) || !term_same(d->remainder, remainder))
            d->remainder = TERM_NONE;
        return;
    }
    vec_push(s->tm->run, &s->found, ((Dividend){var, remainder}));
}

static void look_for_remainder(void *arg, Term t)
{
    Search *s = arg;
    bool is_remainder = term_kind(s->tm, t) == TERM_UREM;
    for (uint32_t i = 0; i < term_arity(s->tm, t); i++)
        note_dividend(s, term_arg(s->tm, t, i), is_remainder && i == 0 ? t : TERM_NONE);
}

static Term dividend_of(void *arg, TermManager *tm, Term t)
{
    const Search *s = arg;
    (void)tm;
    for (uint32_t i = 0; i < s->found.count; i++) {
        const Dividend *d = &s->found.data[i];
        if (term_is(d->remainder) && term_same(d->remainder, t)) return d->var;
    }
    return TERM_NONE;
}

Term term_free_remainders(TermManager *tm, Term *terms, uint32_t count, bool (*is_free)(void *arg, Term var), void *arg)
{
    Term condition = term_bool(tm, true);
    Search s = {.tm = tm, .is_free = is_free, .arg = arg};
    bool any = false;
    for (uint32_t i = 0; i < count && !any; i++)
        any = term_has_kind(tm, terms[i], TERM_UREM);
    if (!any) return condition;
    for (uint32_t i = 0; i < count; i++) {
        note_dividend(&s, terms[i], TERM_NONE);
        term_for_each_subterm(tm, terms[i], look_for_remainder, &s);
    }
    for (uint32_t i = 0; i < count; i++)
        terms[i] = term_replace(tm, terms[i], dividend_of, &s);
    for (uint32_t i = 0; i < s.found.count; i++) {
        const Dividend *d = &s.found.data[i];
        if (!term_is(d->remainder)) continue;
        Term by = term_replace(tm, term_arg(tm, d->remainder, 1), dividend_of, &s);
        Term fits =
            term_or(tm, term_binary(tm, TERM_ULT, d->var, by), term_eq(tm, by, term_const(tm, term_sort(tm, by), 0)));
        condition = term_and(tm, condition, fits);
    }
    vec_free(tm->run, &s.found);
    return condition;
}
