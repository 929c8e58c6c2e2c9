#include "c/exact/model/arena.h"

#include "base/check.h"
#include "c/exact/model/facts.h"

#define SIZE_32 0x2000000u  /* of an arena at most, where addresses have 32 bits: less than what objects are cut to */
#define SIZE_64 0x40000000u /* of every arena where they have 64 */

uint64_t arena_size(const Lowering *L, uint64_t stride)
{
    uint64_t least = ARENA_OBJECTS * stride;
    if (L->pointer_width == 32) return least <= SIZE_32 ? least : 0;
    return least <= SIZE_64 ? SIZE_64 : 0;
}

static bool refuse_arena(Lowering *L, HeapRow *row)
{
    bool had_one = row->stride != 0;
    row->has_no_arena = true;
    row->stride = 0;
    L->facts->has_changed |= had_one;
    return had_one;
}

uint64_t arena_stride(Lowering *L, const Object *o)
{
    return o->kind == OBJECT_HEAP ? heap_row(L, o->value, o->scope)->stride : 0;
}

bool arena_refuse(Lowering *L, const Object *o)
{
    return o->kind == OBJECT_HEAP && refuse_arena(L, heap_row(L, o->value, o->scope));
}

bool arena_refuse_targets(Lowering *L, const Targets *targets)
{
    bool had_one = false;
    for (uint32_t i = 0; i < targets->list.count; i++) {
        const Target *t = &targets->list.data[i];
        if (LLVMIsACallInst(t->value)) had_one |= refuse_arena(L, heap_row(L, t->value, t->scope));
    }
    return had_one;
}

bool arena_refuse_all(Lowering *L)
{
    bool had_one = false;
    for (uint32_t i = 0; i < L->facts->heap.count; i++)
        had_one |= refuse_arena(L, &L->facts->heap.data[i]);
    return had_one;
}
