#include "c/exact/model/freed.h"

#include "base/check.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/names.h"
#include "c/exact/model/reuse.h"
#include "logic/term/boolean.h"

bool freed_may_happen(Lowering *L, uint32_t object)
{
    const Object *o = &L->objects.data[object];
    return o->kind == OBJECT_HEAP && heap_row(L, o->value, o->scope)->is_freed;
}

bool freed_is_tracked(Lowering *L, uint32_t object)
{
    const Object *o = &L->objects.data[object];
    if (!freed_may_happen(L, object)) return false;
    return memory_is_asked(L) || reuse_is_observed(L, heap_id(L, o->value, o->scope));
}

static VarId freed_var(Lowering *L, uint32_t object)
{
    Object *o = &L->objects.data[object];
    CHECK(freed_is_tracked(L, object));
    if (o->has_freed) return o->freed;
    o->freed = var_of_object(L, o, "freed", term_bool(L->tm, false));
    o->has_freed = true;
    L->program->vars.data[o->freed.i].hands = HANDS_END; /* C 7.22.3: who is given it again comes after the free */
    return o->freed;
}

Term freed_term(Lowering *L, uint32_t object) { return var_term(L, freed_var(L, object)); }

void freed_assign(Lowering *L, Step *step, uint32_t object, bool is_freed)
{
    step_assign(L, step, freed_var(L, object), term_bool(L->tm, is_freed));
}
