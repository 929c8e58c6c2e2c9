/* What is not exact here, and in which direction:
 * - That the arena has an end is an assumption, which is printed: runs that make more objects are not examined.
 * - It must not matter which of two objects has the lower address, nor how far they are apart: that is theirs to choose
 *   in a real run, and fixed here. Who asks (memory/address.c) has no arena; and an address is never a number.
 * - A variable index inside of an object could lead to another one here: there is no arena, either.
 * - Memory that is freed is never given again. Where the program could notice (c/exact/model/reuse.h), there is no
 * arena: the call has a pool of a few objects as it has without arenas.
 * - Locks in an array are told apart one by one, if at all: objects with locks have a pool, too.
 * - Where a property of memory is asked the sizes of objects and whether they are freed matter: there is none, either.
 */
#include "c/exact/heap/arena.h"

#include "base/check.h"
#include "c/exact/memory/address.h"
#include "c/exact/memory/object.h"
#include "c/exact/model/arena.h"
#include "c/exact/model/assumption.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/names.h"
#include "c/exact/model/origin.h"
#include "c/exact/model/pointsto.h"
#include "c/exact/model/reuse.h"
#include "c/exact/model/values.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"

#define GAP 2u /* an object and as many bytes that are nobody's: the end of one is not the start of the next */

/* The row of the arena; while there is none, that of the first object of the pool. */
static HeapRow *arena_row(Lowering *L, LLVMValueRef call)
{
    uint32_t id = heap_id(L, call, context_of_object(L, L->frame->serial, call, 0));
    return &L->facts->heap.data[id];
}

static uint32_t arena_object(Lowering *L, LLVMValueRef call, uint64_t size)
{
    HeapRow *row = arena_row(L, call);
    if (row->stride != GAP * size || row->size != size) {
        row->stride = GAP * size;
        row->size = size;
        L->facts->has_changed = true;
    }
    return object_of_heap(L, call, row->scope);
}

bool arena_is_used(Lowering *L, LLVMValueRef call, uint64_t size)
{
    if (!L->options->arenas || !facts_has(L->facts, call, 0, FACT_POOLED) || memory_is_asked(L)) return false;
    if (size == 0 || heap_first_size(call) != 0 || arena_size(L, GAP * size) == 0) return false;
    HeapRow *row = arena_row(L, call);
    uint32_t id = heap_id(L, row->call, row->scope);
    if (row->stride && reuse_is_observed(L, id)) {
        uint32_t object = arena_object(L, call, size); /* adds to the objects */
        arena_refuse(L, &L->objects.data[object]);
    }
    return !row->has_no_arena;
}

/* The address of the next object. Of the thread, unless other threads see the objects. */
static VarId next_address(Lowering *L, LLVMValueRef call, uint32_t object)
{
    uintptr_t p = (uintptr_t)call;
    uint32_t key[3] = {(uint32_t)p, (uint32_t)((uint64_t)p >> 32), L->frame->serial};
    bool is_new;
    uint32_t id = intern_add(&L->pool_ids, key, 3, &is_new);
    CHECK(L->pool_ids.count == L->pool_vars.count + is_new);
    if (!is_new) return L->pool_vars.data[id];
    const Object *o = &L->objects.data[object];
    const char *name = run_format(L->run, "%s.next", o->name);
    Var var = {.name = o->is_shared ? name_unique(L, name) : name_unique_local(L, name),
               .sort = sort_bv(L->pointer_width),
               .class = o->is_shared ? VAR_SHARED : VAR_LOCAL,
               .template = L->thread->id,
               .is_temporary = true,
               .hands = HANDS_NOTHING,
               .pos = o->pos,
               .init = address_number(L, object_base(L, object))};
    VarId v = var_add(L, &var, o->is_shared ? NULL : &L->everyone);
    vec_push(L->run, &L->pool_vars, v);
    return v;
}

void arena_take(Lowering *L, LLVMValueRef call, uint64_t size, VarId result, Targets *targets, Step *step)
{
    uint32_t object = arena_object(L, call, size);
    const Object *o = &L->objects.data[object];
    CHECK(o->kind == OBJECT_HEAP && object_range(L, o) == object_size(L, o));
    uint64_t stride = GAP * size, base = object_base(L, object), count = object_size(L, o) / stride;
    /* Another target of the call can have made the object earlier in this pass, before its row had a stride; then the
     * pass is done again. */
    CHECK(L->facts->has_changed || count >= ARENA_OBJECTS);
    targets_add(L->run, targets, target_make(o->value, o->scope, 0, &stride, 1));
    Term next = var_term(L, next_address(L, call, object));
    Term end = address_number(L, base + count * stride);
    step->guard = term_binary(L->tm, TERM_ULT, next, end); /* not "differs": that addresses grow is seen at once */
    step_assign(L, step, result, next);
    step_assign(L, step, next_address(L, call, object), term_add(L->tm, next, address_number(L, stride)));
    assumption_arena(L, count);
    step->memory = origin_memory(L, call, object, false, NULL, L->objects.data[object].is_shared);
}
