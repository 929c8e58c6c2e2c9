/* Substitution rebuilds what is above a replaced variable through the builders, so that it simplifies again. */
#include "logic/term/substitute.h"

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/internal.h"
#include "logic/term/memo.h"

Term term_rebuild(TermManager *tm, Term t, const Term *args)
{
    TermKind kind = term_kind(tm, t);
    Sort sort = term_sort(tm, t);
    switch (kind) {
    case TERM_CONST:
    case TERM_VAR: return t;
    case TERM_NOT: return term_not(tm, args[0]);
    case TERM_AND: return term_and_n(tm, args, term_arity(tm, t));
    case TERM_OR: return term_or_n(tm, args, term_arity(tm, t));
    case TERM_ITE: return term_ite(tm, args[0], args[1], args[2]);
    case TERM_ZEXT: return term_zext(tm, args[0], sort.width);
    case TERM_SEXT: return term_sext(tm, args[0], sort.width);
    case TERM_EXTRACT: return term_extract(tm, args[0], (unsigned)term_value(tm, t), sort.width);
    case TERM_STORE: return term_store(tm, args[0], args[1], args[2]);
    case TERM_CONST_ARRAY: return term_const_array(tm, sort, args[0]);
    case TERM_EQ:
    case TERM_ULT:
    case TERM_ULE:
    case TERM_SLT:
    case TERM_SLE:
    case TERM_ADD:
    case TERM_MUL:
    case TERM_UDIV:
    case TERM_UREM:
    case TERM_SDIV:
    case TERM_SREM:
    case TERM_BVAND:
    case TERM_BVOR:
    case TERM_BVXOR:
    case TERM_SHL:
    case TERM_LSHR:
    case TERM_ASHR:
    case TERM_CONCAT:
    case TERM_SELECT: return term_binary(tm, kind, args[0], args[1]);
    }
    return t;
}

typedef struct Substitution {
    TermManager *tm;
    Memo *memo;
    TermMap map;
    void *arg;
    bool only_vars; /* map is asked for variables only */
    uint32_t depth;
} Substitution;

static Term substitute(Substitution *s, Term t)
{
    TermManager *tm = s->tm;
    TermKind kind = term_kind(tm, t);
    uint32_t known;
    if (kind == TERM_CONST) return t;
    if (kind != TERM_VAR && memo_get(s->memo, t, &known)) return (Term){known};
    if (kind == TERM_VAR || !s->only_vars) {
        Term r = s->map(s->arg, tm, t);
        CHECK(!term_is(r) || sort_same(term_sort(tm, r), term_sort(tm, t)));
        if (term_is(r) || kind == TERM_VAR) return term_is(r) ? r : t;
    }
    if (++s->depth > DEPTH_LIMIT) run_stop(tm->run, STOP_UNSUPPORTED, "an expression is nested too deeply");
    uint32_t n = term_arity(tm, t);
    Term small[16], *args = n > 16 ? run_alloc(tm->run, n * sizeof *args) : small;
    bool changed = false;
    for (uint32_t i = 0; i < n; i++) {
        Term a = term_arg(tm, t, i);
        args[i] = substitute(s, a);
        changed |= !term_same(a, args[i]);
    }
    Term r = changed ? term_rebuild(tm, t, args) : t;
    if (args != small) run_release(tm->run, args);
    CHECK(sort_same(term_sort(tm, r), term_sort(tm, t)));
    s->depth--;
    memo_set(tm, s->memo, t, r.id);
    return r;
}

static Term map_term(TermManager *tm, Term t, TermMap map, void *arg, bool only_vars)
{
    Substitution s = {tm, memo_open(tm), map, arg, only_vars, 0};
    Term r = substitute(&s, t);
    CHECK(s.depth == 0);
    memo_close(s.memo);
    return r;
}

Term term_substitute(TermManager *tm, Term t, TermMap map, void *arg) { return map_term(tm, t, map, arg, true); }

Term term_replace(TermManager *tm, Term t, TermMap map, void *arg) { return map_term(tm, t, map, arg, false); }
