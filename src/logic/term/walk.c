/* Walks over the distinct subterms of a term, arguments first. */
#include "logic/term/walk.h"

#include "base/check.h"
#include "logic/term/internal.h"
#include "logic/term/memo.h"

typedef struct SubtermWalk {
    TermManager *tm;
    Memo *memo;
    void (*visit)(void *arg, Term t);
    void *arg;
    uint32_t depth, count, limit;
} SubtermWalk;

static void enter_subterm(SubtermWalk *w)
{
    if (++w->depth > DEPTH_LIMIT) run_stop(w->tm->run, STOP_UNSUPPORTED, "an expression is nested too deeply");
}

static void walk_subterm(SubtermWalk *w, Term t)
{
    uint32_t ignored;
    if (memo_get(w->memo, t, &ignored) || w->count >= w->limit) return;
    memo_set(w->tm, w->memo, t, 1);
    enter_subterm(w);
    uint32_t n = term_arity(w->tm, t);
    for (uint32_t i = 0; i < n; i++)
        walk_subterm(w, term_arg(w->tm, t, i));
    CHECK(w->depth > 0 && w->count < UINT32_MAX);
    w->depth--;
    w->count++;
    if (w->visit) w->visit(w->arg, t);
}

void term_for_each_subterm(TermManager *tm, Term t, void (*fn)(void *arg, Term t), void *arg)
{
    SubtermWalk w = {tm, memo_open(tm), fn, arg, 0, 0, UINT32_MAX};
    walk_subterm(&w, t);
    CHECK(w.depth == 0 && w.count > 0);
    memo_close(w.memo);
}

static void walk_atoms(SubtermWalk *w, Term t)
{
    uint32_t ignored;
    TermKind kind = term_kind(w->tm, t);
    if (memo_get(w->memo, t, &ignored)) return;
    memo_set(w->tm, w->memo, t, 1);
    if (kind != TERM_AND && kind != TERM_OR && kind != TERM_NOT) {
        w->visit(w->arg, t);
        return;
    }
    enter_subterm(w);
    for (uint32_t i = 0; i < term_arity(w->tm, t); i++)
        walk_atoms(w, term_arg(w->tm, t, i));
    w->depth--;
}

void term_for_each_atom(TermManager *tm, Term t, void (*fn)(void *arg, Term atom), void *arg)
{
    SubtermWalk w = {tm, memo_open(tm), fn, arg, 0, 0, UINT32_MAX};
    CHECK(term_sort(tm, t).kind == SORT_BOOL);
    walk_atoms(&w, t);
    CHECK(w.depth == 0);
    memo_close(w.memo);
}

uint32_t term_size(TermManager *tm, Term t, uint32_t limit)
{
    SubtermWalk w = {tm, memo_open(tm), NULL, NULL, 0, 0, limit};
    walk_subterm(&w, t);
    CHECK(w.depth == 0);
    memo_close(w.memo);
    return w.count;
}

typedef struct VarVisit {
    TermManager *tm;
    void (*fn)(void *arg, Term var);
    void *arg;
} VarVisit;

static void visit_if_var(void *arg, Term t)
{
    VarVisit *v = arg;
    if (term_kind(v->tm, t) == TERM_VAR) v->fn(v->arg, t);
}

void term_for_each_var(TermManager *tm, Term t, void (*fn)(void *arg, Term var), void *arg)
{
    VarVisit v = {tm, fn, arg};
    term_for_each_subterm(tm, t, visit_if_var, &v);
}

typedef struct KindSearch {
    TermManager *tm;
    TermKind kind;
    bool found;
} KindSearch;

static void visit_kind(void *arg, Term t)
{
    KindSearch *s = arg;
    if (term_kind(s->tm, t) == s->kind) s->found = true;
}

bool term_has_kind(TermManager *tm, Term t, TermKind kind)
{
    KindSearch s = {tm, kind, false};
    term_for_each_subterm(tm, t, visit_kind, &s);
    return s.found;
}

typedef struct DivisionSearch {
    TermManager *tm;
    bool found;
} DivisionSearch;

static bool is_low_bits(TermManager *tm, Term t)
{
    if (term_kind(tm, t) != TERM_UREM || !term_is_const(tm, term_arg(tm, t, 1))) return false;
    uint64_t by = term_value(tm, term_arg(tm, t, 1));
    return by && !(by & (by - 1));
}

static void look_for_division(void *arg, Term t)
{
    DivisionSearch *s = arg;
    switch (term_kind(s->tm, t)) {
    case TERM_UDIV:
    case TERM_SDIV:
    case TERM_UREM:
    case TERM_SREM: s->found |= !is_low_bits(s->tm, t); break;
    default: break;
    }
}

bool term_has_division(TermManager *tm, Term t)
{
    DivisionSearch s = {tm, false};
    term_for_each_subterm(tm, t, look_for_division, &s);
    return s.found;
}
