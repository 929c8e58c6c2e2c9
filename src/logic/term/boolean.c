/* Constants, variables and Boolean structure, with simplification. Junctions are flat, sorted by id and without
 * repetition. */
#include "logic/term/boolean.h"

#include <string.h>

#include "base/check.h"
#include "base/vec.h"
#include "logic/term/internal.h"
#include "logic/term/node.h"

/* ---- leaves ---- */

Term term_var(TermManager *tm, Sort sort, uint32_t symbol, uint32_t instance)
{
    return term_make(tm, TERM_VAR, sort, symbol | (uint64_t)instance << 32, NULL, 0);
}

Term term_const(TermManager *tm, Sort sort, uint64_t value)
{
    return term_make(tm, TERM_CONST, sort, sort_mask(sort, value), NULL, 0);
}

Term term_bool(TermManager *tm, bool value) { return term_const(tm, sort_bool(), value); }
Term term_bv(TermManager *tm, unsigned width, uint64_t value) { return term_const(tm, sort_bv(width), value); }
Term term_int(TermManager *tm, int64_t value) { return term_const(tm, sort_int(), (uint64_t)value); }

/* ---- Boolean structure ---- */

Term term_not(TermManager *tm, Term a)
{
    CHECK(term_sort(tm, a).kind == SORT_BOOL);
    if (term_is_const(tm, a)) return term_bool(tm, !term_value(tm, a));
    if (term_kind(tm, a) == TERM_NOT) return term_arg(tm, a, 0);
    return term_make(tm, TERM_NOT, sort_bool(), 0, &a, 1);
}

typedef VEC(Term) Terms;

/* Inserts t into the sorted list; false when the junction becomes its absorbing constant. */
static bool junction_add(TermManager *tm, TermKind kind, Terms *list, Term t)
{
    CHECK(term_sort(tm, t).kind == SORT_BOOL);
    if (term_kind(tm, t) == kind) {
        uint32_t n = term_arity(tm, t);
        for (uint32_t i = 0; i < n; i++)
            if (!junction_add(tm, kind, list, term_arg(tm, t, i))) return false;
        return true;
    }
    bool neutral = kind == TERM_AND;
    if (term_is_const(tm, t)) return (term_value(tm, t) != 0) == neutral;
    uint32_t low = 0, high = list->count;
    while (low < high) {
        uint32_t mid = (low + high) / 2;
        if (list->data[mid].id < t.id)
            low = mid + 1;
        else
            high = mid;
    }
    if (low < list->count && list->data[low].id == t.id) return true;
    vec_push(tm->run, list, t);
    memmove(list->data + low + 1, list->data + low, (list->count - 1 - low) * sizeof *list->data);
    list->data[low] = t;
    return true;
}

static bool is_sorted_by_id(const Terms *list)
{
    for (uint32_t i = 1; i < list->count; i++)
        if (list->data[i - 1].id >= list->data[i].id) return false;
    return true;
}

static bool has_complements(TermManager *tm, const Terms *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        if (term_kind(tm, list->data[i]) != TERM_NOT) continue;
        uint32_t id = term_arg(tm, list->data[i], 0).id;
        for (uint32_t j = 0; j < list->count; j++)
            if (list->data[j].id == id) return true;
    }
    return false;
}

static Term build_junction(TermManager *tm, TermKind kind, const Term *args, uint32_t count)
{
    Terms list = {NULL, 0, 0};
    bool absorbing = false;
    for (uint32_t i = 0; i < count && !absorbing; i++)
        absorbing = !junction_add(tm, kind, &list, args[i]);
    CHECK(is_sorted_by_id(&list));
    absorbing = absorbing || has_complements(tm, &list);
    Term r;
    if (absorbing)
        r = term_bool(tm, kind == TERM_OR);
    else if (list.count == 0)
        r = term_bool(tm, kind == TERM_AND);
    else if (list.count == 1)
        r = list.data[0];
    else
        r = term_make(tm, kind, sort_bool(), 0, list.data, list.count);
    vec_free(tm->run, &list);
    return r;
}

Term term_and_n(TermManager *tm, const Term *args, uint32_t count) { return build_junction(tm, TERM_AND, args, count); }
Term term_or_n(TermManager *tm, const Term *args, uint32_t count) { return build_junction(tm, TERM_OR, args, count); }
Term term_and(TermManager *tm, Term a, Term b) { return build_junction(tm, TERM_AND, (Term[]){a, b}, 2); }
Term term_or(TermManager *tm, Term a, Term b) { return build_junction(tm, TERM_OR, (Term[]){a, b}, 2); }
Term term_implies(TermManager *tm, Term a, Term b) { return term_or(tm, term_not(tm, a), b); }

Term term_ite(TermManager *tm, Term c, Term a, Term b)
{
    CHECK(term_sort(tm, c).kind == SORT_BOOL);
    CHECK(sort_same(term_sort(tm, a), term_sort(tm, b)));
    if (term_is_const(tm, c)) return term_value(tm, c) ? a : b;
    if (term_same(a, b)) return a;
    if (term_kind(tm, c) == TERM_NOT) return term_ite(tm, term_arg(tm, c, 0), b, a);
    if (term_sort(tm, a).kind == SORT_BOOL) return term_or(tm, term_and(tm, c, a), term_and(tm, term_not(tm, c), b));
    if (term_kind(tm, a) == TERM_ITE && term_same(term_arg(tm, a, 0), c)) return term_ite(tm, c, term_arg(tm, a, 1), b);
    if (term_kind(tm, b) == TERM_ITE && term_same(term_arg(tm, b, 0), c)) return term_ite(tm, c, a, term_arg(tm, b, 2));
    Term args[3] = {c, a, b};
    return term_make(tm, TERM_ITE, term_sort(tm, a), 0, args, 3);
}

bool is_ite_of_consts(const TermManager *tm, Term t)
{
    return term_kind(tm, t) == TERM_ITE && term_is_const(tm, term_arg(tm, t, 1)) &&
           term_is_const(tm, term_arg(tm, t, 2));
}
