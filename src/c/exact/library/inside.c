#include "c/exact/library/inside.h"

#include "c/exact/memory/address.h"
#include "c/exact/memory/external.h"
#include "c/exact/memory/object.h"
#include "c/exact/model/outside.h"
#include "c/exact/model/pointsto.h"
#include "c/exact/model/sync_type.h"
#include "c/exact/model/values.h"

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

/* What divides all offsets and sizes of scalars. */
static uint64_t grain(Lowering *L, LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    uint64_t all = LLVMABISizeOfType(L->layout, type);
    if (kind == LLVMArrayTypeKind) return all ? grain(L, LLVMGetElementType(type)) : 0;
    if (kind != LLVMStructTypeKind || type_is_mutex(type)) return all;
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++) {
        all = common_divisor(all, LLVMOffsetOfElement(L->layout, type, i));
        all = common_divisor(all, grain(L, LLVMStructGetTypeAtIndex(type, i)));
    }
    return all;
}

void inside_widen(Lowering *L, Targets *targets)
{
    uint32_t count = targets->list.count;
    for (uint32_t i = 0; i < count && i < targets->list.count; i++) {
        const Target t = targets->list.data[i];
        if (LLVMIsAFunction(t.value) || outside_is(t.value)) continue;
        uint32_t id = object_of_target(L, &t); /* adds to the objects */
        LLVMTypeRef type = L->objects.data[id].type;
        uint64_t stride = type ? grain(L, type) : 0;
        if (stride) targets_add(L->run, targets, target_make(t.value, t.scope, t.offset, &stride, 1));
        if (targets->list.count < count) count = targets->list.count, i = UINT32_MAX; /* some are covered now */
    }
}

const Targets *inside_targets(Lowering *L, const Val *v)
{
    if (!val_is_address(v)) return NULL;
    Val a = address_val(L, v), outside = external_address(L, EXTERNAL_MEMORY, address_number(L, 0));
    Targets *targets = targets_new(L);
    for (uint32_t i = 0; i < a.targets->list.count; i++) {
        const Target t = a.targets->list.data[i];
        if (!LLVMIsAFunction(t.value))
            targets_add(L->run, targets, target_make(t.value, t.scope, 0, (uint64_t[]){1}, 1));
    }
    targets_join(L->run, targets, outside.targets);
    return targets;
}
