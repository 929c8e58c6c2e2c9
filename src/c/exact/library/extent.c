#include "c/exact/library/extent.h"

#include "c/exact/memory/address.h"
#include "c/exact/memory/bounds.h"
#include "c/exact/memory/choices.h"
#include "c/exact/model/emit.h"
#include "logic/term/boolean.h"
#include "logic/term/compare.h"
#include "logic/term/term.h"

/* Holds where the address is that of the choice, and so many bytes are in its object, which exists. */
static Term exists(Lowering *L, const Choice *c, uint64_t size, Term bytes)
{
    Term all = term_is(c->guard) ? c->guard : term_bool(L->tm, true);
    Term inside = term_is(bytes) ? bounds_inside_bytes(L, &c->val, bytes) : bounds_inside(L, &c->val, size, NULL);
    Term dead = bounds_dead(L, c->val.object);
    if (term_is(inside)) all = term_and(L->tm, all, inside);
    if (term_is(dead)) all = term_and(L->tm, all, term_not(L->tm, dead));
    return all;
}

static void limit(Lowering *L, const Val *address, uint64_t size, Term bytes, const char *why)
{
    if (!deref_is_asked(L) || !L->cursor.is_reachable) return;
    Choices choices = {0};
    Term any = term_is(bytes) ? term_eq(L->tm, bytes, address_number(L, 0)) : term_bool(L->tm, false);
    choices_find(L, address, &choices);
    for (uint32_t i = 0; i < choices.count; i++)
        if (choices.data[i].val.kind == VAL_POINTER)
            any = term_or(L->tm, any, exists(L, &choices.data[i], size, bytes));
    vec_free(L->run, &choices);
    Term missing = term_not(L->tm, any);
    if (!term_is_false(L->tm, missing)) emit_limit(L, missing, why);
}

void extent_limit(Lowering *L, const Val *address, uint64_t size, const char *why)
{
    limit(L, address, size, TERM_NONE, why);
}

void extent_limit_bytes(Lowering *L, const Val *address, Term bytes, const char *why)
{
    limit(L, address, 0, bytes, why);
}

void extent_limit_nothing(Lowering *L, const Val *address, Term bytes, const char *why)
{
    Term nothing = term_eq(L->tm, bytes, address_number(L, 0)), any = term_bool(L->tm, false);
    if (term_is_false(L->tm, nothing) || !L->cursor.is_reachable) return;
    Choices choices = {0};
    choices_find(L, address, &choices);
    for (uint32_t i = 0; i < choices.count; i++) {
        if (choices.data[i].val.kind != VAL_POINTER) continue;
        Term guard = choices.data[i].guard;
        any = term_is(guard) ? term_or(L->tm, any, guard) : term_bool(L->tm, true);
    }
    vec_free(L->run, &choices);
    Term nowhere = term_and(L->tm, nothing, term_not(L->tm, any));
    if (term_is_false(L->tm, nowhere)) return;
    emit_limit(L, nowhere, why);
    condition_add(L, term_not(L->tm, nowhere));
}
