#include "c/exact/memory/handle.h"

#include "base/check.h"
#include "c/compile/handle_use.h"
#include "c/exact/memory/choices.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "logic/term/boolean.h"

#define ROUNDS_WRITTEN_OUT 8 /* so many handles are told apart by the rounds of the loops that start and join */
#define NAMED_MAX 4096       /* so many handles of an object have values of their own, unless races are asked */
#define MAX_HANDLES 16       /* in an object whose handles are told apart by a variable index */

/* Does the object hold handles only, which are told apart by where they are? */
static bool handles_are_apart(const Lowering *L, const Object *o)
{
    return is_only_handle(o->value) && !facts_has(L->facts, o->value, 0, FACT_HANDLES_NAMED);
}

bool handle_is_only_joined(Lowering *L, LLVMValueRef load, const Val *address)
{
    return address->kind == VAL_POINTER && LLVMGetFirstUse(load) && is_load_for_join(load) &&
           handles_are_apart(L, &L->objects.data[address->object]);
}

bool handles_have_names(const Lowering *L)
{
    return property_is_asked(L, PROPERTY_NO_DATA_RACE) || !property_is_asked(L, PROPERTY_NO_DEADLOCK);
}

static uint32_t handle_find(Lowering *L, uint32_t object, int64_t offset)
{
    for (uint32_t i = 0; i < L->handles.count; i++)
        if (L->handles.data[i].object == object && L->handles.data[i].offset == offset) return i;
    CHECK(object < L->objects.count);
    Handle h = {.object = object, .offset = offset};
    vec_push(L->run, &L->handles, h);
    return L->handles.count - 1;
}

static void uses_add(Lowering *L, HandleUses *uses, const Choice *c)
{
    uint32_t handle = handle_find(L, c->val.object, c->val.offset);
    Term guard = term_is(c->guard) ? c->guard : term_bool(L->tm, true);
    CHECK(c->val.kind == VAL_POINTER && c->val.count == 0 && term_sort(L->tm, guard).kind == SORT_BOOL);
    for (uint32_t i = 0; i < uses->count; i++) {
        HandleUse *u = &uses->data[i];
        if (u->handle != handle) continue;
        u->guard = term_or(L->tm, u->guard, guard);
        return;
    }
    vec_push(L->run, uses, ((HandleUse){{NO_ID}, handle, guard}));
}

/* Names are values, which every state holds. Races are asked about all threads, so they need them. */
static bool is_nameable(const Lowering *L, uint64_t size)
{
    if (property_is_asked(L, PROPERTY_NO_DATA_RACE)) return true;
    return handles_have_names(L) && size <= (uint64_t)NAMED_MAX * L->pointer_width;
}

void handles_at(Lowering *L, const Val *address, HandleUses *uses)
{
    const Object *o = address->kind == VAL_POINTER ? &L->objects.data[address->object] : NULL;
    if (!o || o->kind == OBJECT_HEAP || !handles_are_apart(L, o)) return;
    uint64_t size = 8 * LLVMABISizeOfType(L->layout, o->type);
    if (address->count && is_nameable(L, size) && size > (uint64_t)ROUNDS_WRITTEN_OUT * L->pointer_width) {
        facts_add(L, o->value, 0, FACT_HANDLES_NAMED); /* for the next pass */
        return;
    }
    if (address->count && size > (uint64_t)MAX_HANDLES * L->pointer_width) return;
    Choices choices = {0};
    choices_find_exact(L, address, &choices);
    for (uint32_t i = 0; i < choices.count; i++)
        uses_add(L, uses, &choices.data[i]);
    vec_free(L->run, &choices);
}

bool handle_is_kept_apart(const Lowering *L, const Val *address)
{
    return address->kind == VAL_POINTER && handles_are_apart(L, &L->objects.data[address->object]);
}
