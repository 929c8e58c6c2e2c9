#include "frontend/memory/scope.h"

#include "base/check.h"
#include "frontend/memory/object.h"
#include "frontend/model/values.h"
#include "frontend/model/emit.h"
#include "frontend/model/facts.h"
#include "frontend/module/debuginfo.h"
#include "frontend/module/function.h"

/* ---- functions and blocks ---- */

/* The active instance of the function that has a local object; NULL = none. */
static const Frame *frame_of(const Lowering *L, uint32_t scope)
{
    const Frame *f = L->frame;
    while (f && f->serial != scope)
        f = f->caller;
    return f;
}

static const AllocaInfo *alloca_info(Lowering *L, LLVMValueRef alloca)
{
    return function_alloca(function_info(L->functions, instruction_function(alloca)), alloca);
}

/* The block of its function that declares the variable; NULL = the function's own, or not known. */
static LLVMMetadataRef block_of(Lowering *L, LLVMValueRef alloca)
{
    const AllocaInfo *info = alloca_info(L, alloca);
    return info && info->declare ? debug_declared_block(L->context, info->declare) : NULL;
}

/* Whether the instruction of the function at which control is stands in the block. */
static bool is_in_block(Lowering *L, const Frame *f, LLVMMetadataRef block)
{
    LLVMValueRef at = L->instruction;
    for (const Frame *inner = L->frame; inner != f; inner = inner->caller)
        at = inner->call;
    return !at || debug_is_in_block(L->context, at, block);
}

bool scope_has_ended(Lowering *L, uint32_t object)
{
    const Object *o = &L->objects.data[object];
    const Frame *f = frame_of(L, o->scope);
    if (!f) return true;
    LLVMMetadataRef block = block_of(L, o->value);
    return block && !is_in_block(L, f, block);
}

/* ---- addresses that outlive their objects ---- */

/* Whether what lies in the object ends no later than the local variable. */
static bool is_within(Lowering *L, uint32_t into, LLVMValueRef alloca, uint32_t scope)
{
    const Object *o = into == NO_ID ? NULL : &L->objects.data[into];
    if (!o || o->kind != OBJECT_LOCAL) return false;
    const Frame *f = frame_of(L, o->scope);
    if (f && f->serial != scope)
        for (f = f->caller; f; f = f->caller)
            if (f->serial == scope) return true;
    if (o->scope != scope) return false;
    const AllocaInfo *info = alloca_info(L, alloca), *other = alloca_info(L, o->value);
    if (!info->declare) return false;
    LLVMMetadataRef block = block_of(L, alloca);
    return !block ||
           (other->declare && debug_block_is_in(L->context, debug_declared_block(L->context, other->declare), block));
}

/* Whether the object may be an earlier one than the pointer's user takes it for, or another thread's. */
static bool may_be_stale(Lowering *L, LLVMValueRef alloca, uint32_t scope)
{
    const AllocaInfo *info = alloca_info(L, alloca);
    LLVMMetadataRef block = block_of(L, alloca);
    const Frame *f = frame_of(L, scope);
    bool is_main = false;
    for (uint32_t i = 0; i < L->threads.count; i++)
        is_main |= L->threads.data[i]->is_main && L->threads.data[i]->scope == scope;
    if (facts_has(L->facts, alloca, scope, FACT_SHARED))
        return !is_main || L->facts->main_ends || block || !info->declare;
    if (!f) return false; /* its address was kept before, and looked at there */
    LLVMBasicBlockRef at = LLVMGetInstructionParent(info->declare ? info->declare : L->instruction);
    bool is_repeated = block && function_is_repeated(L->run, f->info, at);
    return f->in_loop || is_repeated || !info->declare;
}

static void check_local(Lowering *L, uint32_t into, LLVMValueRef alloca, uint32_t scope, Term guard)
{
    if (is_within(L, into, alloca, scope) || !may_be_stale(L, alloca, scope)) return;
    const AllocaInfo *info = alloca_info(L, alloca);
    const char *name = info->variable.name ? info->variable.name : "a temporary object";
    emit_limit(L, guard, lower_reason(L, run_format(L->run, "the address of the local `%s` may outlive it", name)));
}

void scope_store(Lowering *L, uint32_t into, const Val *v, Term guard)
{
    if (!property_is_asked(L, PROPERTY_VALID_DEREF) || !L->cursor.is_reachable || !val_is_address(v)) return;
    if (v->kind == VAL_POINTER && L->objects.data[v->object].kind == OBJECT_LOCAL)
        check_local(L, into, L->objects.data[v->object].value, L->objects.data[v->object].scope, guard);
    for (uint32_t i = 0; v->kind == VAL_ADDRESS && i < v->targets->list.count; i++) {
        const Target *t = &v->targets->list.data[i];
        if (LLVMIsAAllocaInst(t->value)) check_local(L, into, t->value, t->scope, guard);
    }
}
