#include "frontend/model/freed.h"

#include "base/check.h"
#include "frontend/model/facts.h"
#include "frontend/model/names.h"
#include "frontend/model/reuse.h"
#include "term/boolean.h"

bool freed_may_happen(Lowering *L, uint32_t object)
{
    const Object *o = &L->objects.data[object];
    return o->kind == OBJECT_HEAP && L->facts->heap.data[heap_id(L, o->value, o->scope)].is_freed;
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
    const char *name = run_format(L->run, "%s.freed", o->name);
    Var var = {0};
    var.name = o->is_shared ? name_unique(L, name) : name_unique_local(L, name);
    var.sort = sort_bool();
    var.class = o->is_shared ? VAR_SHARED : VAR_LOCAL;
    var.template = L->thread->id;
    var.pos = o->pos;
    var.init = term_bool(L->tm, false);
    o->freed = var_add(L, &var, o->is_shared ? NULL : &L->everyone);
    o->has_freed = true;
    return o->freed;
}

Term freed_term(Lowering *L, uint32_t object) { return var_term(L, freed_var(L, object)); }

void freed_assign(Lowering *L, Step *step, uint32_t object, bool is_freed)
{
    step_assign(L, step, freed_var(L, object), term_bool(L->tm, is_freed));
}
