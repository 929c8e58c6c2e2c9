#include "term/remainder.h"

#include "base/check.h"
#include "base/vec.h"
#include "term/boolean.h"
#include "term/build.h"
#include "term/compare.h"
#include "term/memo.h"
#include "term/substitute.h"
#include "term/walk.h"

typedef struct Dividend {
    Term var, remainder; /* the only one that it stands in; TERM_NONE: it stands elsewhere, too */
} Dividend;

typedef struct Search {
    TermManager *tm;
    VEC(Dividend) found;
    bool (*is_free)(void *arg, Term var);
    void *arg;
} Search;

static void note(Search *s, Term var, Term remainder)
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

static void look(void *arg, Term t)
{
    Search *s = arg;
    bool is_remainder = term_kind(s->tm, t) == TERM_UREM;
    for (uint32_t i = 0; i < term_arity(s->tm, t); i++)
        note(s, term_arg(s->tm, t, i), is_remainder && i == 0 ? t : TERM_NONE);
}

typedef struct Rewriting {
    const Search *s;
    Memo *memo;
    uint32_t depth;
} Rewriting;

static Term rewrite(Rewriting *w, Term t)
{
    TermManager *tm = w->s->tm;
    uint32_t n = term_arity(tm, t), known;
    if (n == 0) return t;
    for (uint32_t i = 0; i < w->s->found.count; i++) {
        const Dividend *d = &w->s->found.data[i];
        if (term_is(d->remainder) && term_same(d->remainder, t)) return d->var;
    }
    if (memo_get(w->memo, t, &known)) return (Term){known};
    if (++w->depth > DEPTH_LIMIT) run_stop(tm->run, STOP_UNSUPPORTED, "an expression is nested too deeply");
    Term small[16], *args = n > 16 ? run_alloc(tm->run, n * sizeof *args) : small;
    bool changed = false;
    for (uint32_t i = 0; i < n; i++) {
        Term a = term_arg(tm, t, i);
        args[i] = rewrite(w, a);
        changed |= !term_same(a, args[i]);
    }
    Term r = changed ? term_rebuild(tm, t, args) : t;
    if (args != small) run_release(tm->run, args);
    w->depth--;
    memo_set(tm, w->memo, t, r.id);
    return r;
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
        note(&s, terms[i], TERM_NONE);
        term_for_each_subterm(tm, terms[i], look, &s);
    }
    Rewriting w = {&s, memo_open(tm), 0};
    for (uint32_t i = 0; i < count; i++)
        terms[i] = rewrite(&w, terms[i]);
    for (uint32_t i = 0; i < s.found.count; i++) {
        const Dividend *d = &s.found.data[i];
        if (!term_is(d->remainder)) continue;
        Term by = rewrite(&w, term_arg(tm, d->remainder, 1));
        Term fits =
            term_or(tm, term_binary(tm, TERM_ULT, d->var, by), term_eq(tm, by, term_const(tm, term_sort(tm, by), 0)));
        condition = term_and(tm, condition, fits);
    }
    CHECK(w.depth == 0);
    memo_close(w.memo);
    vec_free(tm->run, &s.found);
    return condition;
}
