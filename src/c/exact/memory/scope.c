#include "c/exact/memory/scope.h"

#include <string.h>

#include "base/check.h"
#include "c/compile/byval.h"
#include "c/compile/debuginfo.h"
#include "c/compile/function.h"
#include "c/exact/memory/object.h"
#include "c/exact/model/assumption.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/names.h"
#include "c/exact/model/values.h"
#include "logic/term/boolean.h"

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

/* The block of its function that declares the variable, or has the literal; NULL = the function's own, or not known. */
static LLVMMetadataRef block_of(Lowering *L, LLVMValueRef alloca)
{
    const AllocaInfo *info = alloca_info(L, alloca);
    return info ? alloca_block(L->context, info) : NULL;
}

/* Memory of alloca(n), which lives until the function returns: other objects have types of their size. */
static bool is_variable_alloca(const AllocaInfo *info)
{
    LLVMValueRef count = LLVMGetOperand(info->alloca, 0);
    return !LLVMIsAConstantInt(count) || LLVMConstIntGetZExtValue(count) != 1;
}

/* Whether it is known where the object begins and ends: not of a struct that a call returns, and `f().array` has. */
static bool has_block(const AllocaInfo *info) { return info->declare || info->literal || is_variable_alloca(info); }

/* Whether the instruction of the function at which control is stands in the block. */
static bool is_in_block(Lowering *L, const Frame *f, LLVMMetadataRef block)
{
    LLVMValueRef at = L->instruction;
    for (const Frame *inner = L->frame; inner != f; inner = inner->caller)
        at = inner->call;
    return !at || debug_is_in_block(L->context, at, block);
}

/* Whether the frame at hand, or what it calls there, is given the copy by its name: to fill it in, or as a parameter.
 */
static bool is_given_by_name(const Lowering *L, const Frame *f, LLVMValueRef alloca)
{
    LLVMValueRef at = L->instruction;
    for (const Frame *inner = L->frame; inner != f; inner = inner->caller)
        at = inner->call;
    for (int k = 0; at && k < LLVMGetNumOperands(at); k++) {
        LLVMValueRef base = LLVMGetOperand(at, (unsigned)k);
        while (LLVMIsAGetElementPtrInst(base))
            base = LLVMGetOperand(base, 0);
        if (base == alloca) return true;
    }
    return !at;
}

static bool is_main(const Lowering *L, uint32_t scope)
{
    for (uint32_t i = 0; i < L->threads.count; i++)
        if (L->threads.data[i]->is_main && L->threads.data[i]->scope == scope) return true;
    return false;
}

/* ---- lifetimes ---- */

/* What ends with the object: a call (of a struct that it passes), a block, or the function (NULL). */
static void *lifetime_of(Lowering *L, LLVMValueRef alloca)
{
    LLVMValueRef call = byval_call(alloca);
    return call ? (void *)call : (void *)block_of(L, alloca);
}

/* The variable that is true when that has ended, in one chain of calls. */
static VarId ended_var(Lowering *L, const Object *o)
{
    bool is_new;
    uint32_t key[3] = {o->scope};
    void *life = lifetime_of(L, o->value);
    memcpy(key + 1, &life, sizeof life);
    uint32_t id = intern_add(&L->life_ids, key, 3, &is_new);
    if (is_new) {
        VarId ended = var_of_object(L, o, "ended", term_bool(L->tm, false));
        vec_push(L->run, &L->life_vars, ended);
    }
    CHECK(L->life_vars.count == L->life_ids.count);
    return L->life_vars.data[id];
}

Term scope_ended(Lowering *L, uint32_t object)
{
    const Object o = L->objects.data[object];
    const Frame *f = frame_of(L, o.scope);
    LLVMMetadataRef block = block_of(L, o.value);
    CHECK(o.kind == OBJECT_LOCAL);
    if (f && block && !is_in_block(L, f, block)) return term_bool(L->tm, true);
    if (f && (!byval_call(o.value) || is_given_by_name(L, f, o.value))) return TERM_NONE;
    if (f || !o.is_shared) return term_bool(L->tm, true);
    bool is_of_main = !lifetime_of(L, o.value) && is_main(L, o.scope);
    if (is_of_main && !deref_is_asked(L) && !L->facts->main_ends) return TERM_NONE;
    facts_add(L, o.value, o.scope, FACT_LATE);
    return var_term(L, ended_var(L, &o));
}

/* Objects of the frame that others look at, which end with what is given, become what is said, in one step. */
static void set_ended(Lowering *L, Step *step, Frame *f, void *life, bool is_any, bool has_ended)
{
    for (uint32_t i = 0; i < f->info->allocas.count; i++) {
        LLVMValueRef alloca = f->info->allocas.data[i].alloca;
        if (!facts_has(L->facts, alloca, f->serial, FACT_LATE)) continue;
        if (!is_any && lifetime_of(L, alloca) != life) continue;
        uint32_t object = object_of_local(L, f, alloca); /* may be new: where objects are is known after it */
        const Object o = L->objects.data[object];
        VarId ended = ended_var(L, &o);
        bool is_set = false;
        for (uint32_t k = 0; k < step->assigns.count; k++)
            is_set |= step->assigns.data[k].var.i == ended.i;
        if (o.is_shared && !is_set) step_assign(L, step, ended, term_bool(L->tm, has_ended));
    }
}

static void emit_ended(Lowering *L, Step *step)
{
    if (step->assigns.count && L->cursor.is_reachable)
        step_emit(L, step);
    else
        step_free(L, step);
}

void scope_begin(Lowering *L)
{
    Frame *f = L->frame;
    Step step = {0};
    if (!f->in_loop) return; /* for the first time */
    set_ended(L, &step, f, NULL, false, false);
    if (f->caller) set_ended(L, &step, f->caller, f->call, false, false);
    emit_ended(L, &step);
}

static void end_frame(Lowering *L, Frame *f, Step *step)
{
    set_ended(L, step, f, NULL, true, true);
    if (f->caller) set_ended(L, step, f->caller, f->call, false, true);
}

void scope_end(Lowering *L)
{
    Step step = {0};
    end_frame(L, L->frame, &step);
    emit_ended(L, &step);
}

void scope_end_all(Lowering *L)
{
    Step step = {0};
    for (Frame *f = L->frame; f; f = f->caller)
        end_frame(L, f, &step);
    emit_ended(L, &step);
}

/* ---- blocks of the source ---- */

static bool has_place(LLVMValueRef i) { return LLVMInstructionGetDebugLoc(i) != NULL; }

/* Whether the instruction before, on some way, stands in the block; in what else, if `in` is not asked. */
static bool comes_from(Lowering *L, LLVMBasicBlockRef at, LLVMValueRef instruction, LLVMMetadataRef block, bool in)
{
    for (LLVMValueRef i = LLVMGetPreviousInstruction(instruction); i; i = LLVMGetPreviousInstruction(i))
        if (has_place(i)) return debug_is_in_block(L->context, i, block) == in;
    bool any = false;
    const FunctionInfo *info = L->frame->info;
    const uint32_t index = function_block(L->frame->info, at)->index;
    for (uint32_t b = 0; b < info->blocks.count && !any; b++)
        for (uint32_t k = 0; k < info->blocks.data[b].successors.count; k++) {
            if (info->blocks.data[b].successors.data[k] != index) continue;
            LLVMValueRef last = LLVMGetBasicBlockTerminator(info->blocks.data[b].block);
            any |= !last || !has_place(last) || debug_is_in_block(L->context, last, block) == in;
        }
    return any;
}

void scope_pass(Lowering *L, LLVMBasicBlockRef block, LLVMValueRef instruction)
{
    Frame *f = L->frame;
    Step step = {0};
    if (!has_place(instruction) || LLVMIsAPHINode(instruction)) return;
    for (uint32_t i = 0; i < f->info->allocas.count; i++) {
        const AllocaInfo *a = &f->info->allocas.data[i];
        if (!has_block(a) || !facts_has(L->facts, a->alloca, f->serial, FACT_LATE)) continue;
        LLVMMetadataRef life = block_of(L, a->alloca);
        bool in = life && debug_is_in_block(L->context, instruction, life);
        if (!life || byval_call(a->alloca) || !comes_from(L, block, instruction, life, !in)) continue;
        bool is_again = f->in_loop || function_is_repeated(L->run, f->info, block);
        if (!in || is_again) set_ended(L, &step, f, life, false, !in);
    }
    emit_ended(L, &step);
}

/* ---- addresses that outlive their objects ---- */

/* Whether what lies in the object ends no later than the local variable. */
static bool ends_within(Lowering *L, uint32_t into, LLVMValueRef alloca, uint32_t scope)
{
    const Object *o = into == NO_ID ? NULL : &L->objects.data[into];
    if (!o || o->kind != OBJECT_LOCAL) return false;
    const Frame *f = frame_of(L, o->scope);
    if (f && f->serial != scope)
        for (f = f->caller; f; f = f->caller)
            if (f->serial == scope) return true;
    if (o->scope != scope) return false;
    const AllocaInfo *info = alloca_info(L, alloca), *other = alloca_info(L, o->value);
    if (!has_block(info)) return false;
    LLVMMetadataRef block = block_of(L, alloca);
    return !block || (has_block(other) && debug_block_is_in(L->context, block_of(L, o->value), block));
}

/* Whether the object may be an earlier one than the pointer's user takes it for. */
static bool may_be_stale(Lowering *L, LLVMValueRef alloca, uint32_t scope)
{
    const AllocaInfo *info = alloca_info(L, alloca);
    LLVMMetadataRef block = block_of(L, alloca);
    const Frame *f = frame_of(L, scope);
    if (!f) return false; /* its address was kept before, and looked at there */
    if (f->in_loop || !has_block(info)) return true;
    if (!block && info->declare) return false;
    return info->is_again || function_in_cycle(L->run, f->info, LLVMGetInstructionParent(alloca_place(info)));
}

static void check_local(Lowering *L, uint32_t into, LLVMValueRef alloca, uint32_t scope, Term guard)
{
    if (ends_within(L, into, alloca, scope) || !may_be_stale(L, alloca, scope)) return;
    if (!deref_is_asked(L)) {
        assumption_outlived(L);
        return;
    }
    const AllocaInfo *info = alloca_info(L, alloca);
    const char *name = info->variable.name ? info->variable.name : "a temporary object";
    emit_limit(L, guard, lower_reason(L, run_format(L->run, "the address of the local `%s` may outlive it", name)));
}

/* own: only locals of the function at hand. */
static void check_stored(Lowering *L, uint32_t into, const Val *v, Term guard, bool own)
{
    const uint32_t here = L->frame->serial;
    if (!L->cursor.is_reachable || !val_is_address(v)) return;
    if (v->kind == VAL_POINTER && L->objects.data[v->object].kind == OBJECT_LOCAL) {
        const Object o = L->objects.data[v->object];
        if (!own || o.scope == here) check_local(L, into, o.value, o.scope, guard);
    }
    for (uint32_t i = 0; v->kind == VAL_ADDRESS && i < v->targets->list.count; i++) {
        const Target *t = &v->targets->list.data[i];
        if (LLVMIsAAllocaInst(t->value) && (!own || t->scope == here)) check_local(L, into, t->value, t->scope, guard);
    }
}

void scope_store(Lowering *L, uint32_t into, const Val *v, Term guard) { check_stored(L, into, v, guard, false); }

void scope_return(Lowering *L, const Val *v) { check_stored(L, NO_ID, v, TERM_NONE, true); }
