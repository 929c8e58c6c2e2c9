#include "c/exact/library/reach.h"

#include "base/check.h"
#include "c/compile/image/declared.h"
#include "c/exact/model/pointsto.h"

/* Globals and functions whose addresses the initial value of a global holds. */
static void add_constant_targets(Lowering *L, LLVMValueRef constant, Targets *targets)
{
    if (LLVMIsAGlobalVariable(constant) || LLVMIsAFunction(constant)) {
        targets_add(L->run, targets, target_make(constant, 0, 0, NULL, 0));
        return;
    }
    if (!LLVMIsAConstantExpr(constant) && !LLVMIsAConstantStruct(constant) && !LLVMIsAConstantArray(constant)) return;
    for (int i = 0; i < LLVMGetNumOperands(constant); i++)
        add_constant_targets(L, LLVMGetOperand(constant, (unsigned)i), targets);
}

/* What the pointers in an object may hold: the slots whose keys name it (memory/slot.c). */
static void add_kept_targets(Lowering *L, const Target *object, Targets *targets)
{
    uintptr_t p = (uintptr_t)object->value;
    const Facts *facts = L->facts;
    if (LLVMIsAGlobalVariable(object->value) && declared_is_own(object->value)) return; /* known there already */
    for (uint32_t i = 0; i < facts->slots.count; i++) {
        uint32_t length;
        const uint32_t *key = intern_key(&facts->slot_ids, i, &length);
        CHECK(length == 6);
        if (key[0] != (uint32_t)p || key[1] != (uint32_t)((uint64_t)p >> 32) || key[2] != object->scope) continue;
        targets_join(L->run, targets, facts->slots.data[i]);
    }
}

static void add_object_targets(Lowering *L, const Target *object, Targets *targets)
{
    LLVMValueRef initial = LLVMIsAGlobalVariable(object->value) ? LLVMGetInitializer(object->value) : NULL;
    if (initial) add_constant_targets(L, initial, targets);
    add_kept_targets(L, object, targets);
}

void reach_kept(Lowering *L, const Targets *objects, Targets *kept)
{
    for (uint32_t i = 0; i < objects->list.count; i++)
        add_object_targets(L, &objects->list.data[i], kept);
}

static bool is_seen_target(const Targets *seen, const Target *t)
{
    for (uint32_t i = 0; i < seen->list.count; i++)
        if (seen->list.data[i].value == t->value && seen->list.data[i].scope == t->scope) return true;
    return false;
}

void reach_close(Lowering *L, Targets *targets)
{
    Targets seen = {0};
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = 0; i < targets->list.count; i++) {
            const Target t = targets->list.data[i]; /* the list may move */
            if (is_seen_target(&seen, &t)) continue;
            vec_push(L->run, &seen.list, t);
            add_object_targets(L, &t, targets);
            again = true;
        }
    }
    vec_free(L->run, &seen.list);
}
