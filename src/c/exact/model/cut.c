#include "c/exact/model/cut.h"

#include "c/exact/model/emit.h"

/* For races and overflow no object is cut: where a large one is accessed matters, what is in it seldom. */
static bool is_never_used(const Lowering *L)
{
    bool is_large = property_is_asked(L, PROPERTY_NO_DATA_RACE) || property_is_asked(L, PROPERTY_NO_OVERFLOW);
    return is_large && !memory_is_asked(L);
}

bool cut_is_used(const Lowering *L)
{
    return L->facts->is_crowded && !is_never_used(L) && (memory_is_asked(L) || L->facts->is_cut);
}

void cut_all(Lowering *L)
{
    if (is_never_used(L) || L->facts->is_cut) return;
    L->facts->is_cut = L->facts->has_changed = true;
    longjmp(L->restart, 1);
}
