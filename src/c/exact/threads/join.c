#include "c/exact/threads/join.h"

#include <string.h>

#include "base/check.h"
#include "c/exact/memory/cell.h"
#include "c/exact/memory/choices.h"
#include "c/exact/memory/handle.h"
#include "c/exact/memory/operand.h"
#include "c/exact/memory/place.h"
#include "c/exact/memory/slot.h"
#include "c/exact/model/assumption.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/names.h"
#include "c/exact/model/origin.h"
#include "c/exact/model/values.h"
#include "c/exact/threads/waits.h"
#include "logic/term/boolean.h"

#define INT_BYTES 4u

/* ---- results ---- */

/* How many bytes a variable of the program has that may be written; 0: it is something else. */
static uint64_t writable_bytes(LLVMTargetDataRef layout, LLVMValueRef storage)
{
    bool is_global = LLVMIsAGlobalVariable(storage) && !LLVMIsGlobalConstant(storage);
    if (!is_global && !LLVMIsAAllocaInst(storage)) return 0;
    LLVMTypeRef type = is_global ? LLVMGlobalGetValueType(storage) : LLVMGetAllocatedType(storage);
    return LLVMTypeIsSized(type) ? LLVMABISizeOfType(layout, type) : 0;
}

/* Whether the storage is never looked at: joins write their results there, where there is room, and that is all. */
static bool is_only_result(LLVMTargetDataRef layout, LLVMValueRef storage)
{
    uint64_t bytes = writable_bytes(layout, storage);
    if (bytes == 0) return false;
    for (LLVMUseRef u = LLVMGetFirstUse(storage); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u), callee = LLVMIsACallInst(user) ? LLVMGetCalledValue(user) : NULL;
        size_t n = 0;
        bool is_library = callee && LLVMIsAFunction(callee) && LLVMIsDeclaration(callee);
        const char *name = is_library ? LLVMGetValueName2(callee, &n) : "";
        bool is_c11 = strcmp(name, "thrd_join") == 0;
        if (!is_c11 && strcmp(name, "pthread_join") != 0) return false;
        if (LLVMGetNumArgOperands(user) != 2 || LLVMGetOperand(user, 0) == storage) return false;
        if (bytes < (is_c11 ? INT_BYTES : LLVMPointerSize(layout))) return false;
    }
    return true;
}

static bool reads_result(LLVMTargetDataRef layout, LLVMValueRef join)
{
    if (LLVMGetNumArgOperands(join) < 2) return false;
    LLVMValueRef storage = LLVMGetOperand(join, 1);
    bool is_null = LLVMIsConstant(storage) && LLVMIsNull(storage);
    return !is_null && !is_only_result(layout, storage);
}

static bool has_reading_call(const Lowering *L, LLVMValueRef function)
{
    for (LLVMUseRef u = function ? LLVMGetFirstUse(function) : NULL; u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != function || reads_result(L->layout, user))
            return true;
    }
    return false;
}

bool joins_read_results(const Lowering *L)
{
    return has_reading_call(L, LLVMGetNamedFunction(L->module, "pthread_join")) ||
           has_reading_call(L, LLVMGetNamedFunction(L->module, "thrd_join"));
}

SlotKey result_slot(void) { return (SlotKey){NULL, 0, 0, SLOT_RESULT}; }

bool join_ask_results(Lowering *L, Join *join)
{
    bool fits = true;
    for (uint32_t i = 0; join->result_type && i < join->uses.count; i++) {
        CHECK(join->uses.data[i].handle < L->handles.count);
        Handle *h = &L->handles.data[join->uses.data[i].handle];
        if (!h->result) h->result = join->result_type;
        fits &= h->result == join->result_type;
    }
    if (!fits) vec_clear(&join->uses); /* joined as threads of either library */
    return fits;
}

/* Adds to the join that it stores the result of the thread: an input, until it is known which thread that is. */
static bool store_result(Lowering *L, const Val *address, Join *join, Step *step)
{
    bool is_c11 = strcmp(L->callee, "thrd_join") == 0;
    LLVMTypeRef type = is_c11 ? LLVMInt32TypeInContext(L->context) : LLVMPointerTypeInContext(L->context, 0);
    Place place = place_find(L, address, type, true);
    place_enter(L, &place);
    if (!L->cursor.is_reachable) return false;
    if (!place_is_memory(&place)) return true;
    join->result = fresh_input(L, type_sort(L, type), "result");
    SlotKey key = result_slot();
    Val v = is_c11 ? val_term(join->result) : slot_load(L, &key, join->result, true);
    place_assign(L, &place, &v, step);
    CHECK(term_kind(L->tm, join->result) == TERM_VAR &&
          L->program->vars.data[term_symbol(L->tm, join->result)].class == VAR_INPUT);
    join->result_type = type;
    join_ask_results(L, join);
    return true;
}

/* ---- join ---- */

static bool use_is_valid(const Lowering *L, const HandleUse *u)
{
    return u->handle < L->handles.count && term_is(u->guard) && term_sort(L->tm, u->guard).kind == SORT_BOOL;
}

bool joins_are_valid(const Lowering *L)
{
    const Program *p = L->program;
    for (uint32_t i = 0; i < L->creations.count; i++) {
        const HandleUse *c = &L->creations.data[i];
        if (!program_has_edge(p, c->edge) || !use_is_valid(L, c)) return false;
        if (p->edges.data[c->edge.i].spawn.i >= L->threads.count) return false;
    }
    for (uint32_t i = 0; i < L->joins.count; i++) {
        const Join *j = &L->joins.data[i];
        if (!program_has_edge(p, j->edge) || p->edges.data[j->edge.i].spawn.i != NO_ID) return false;
        for (uint32_t k = 0; k < j->uses.count; k++)
            if (!use_is_valid(L, &j->uses.data[k])) return false;
    }
    return true;
}

/* Is the edge the thread's, and are the handles there? */
static bool recorded_join_is_valid(const Lowering *L, const Join *join)
{
    if (!program_has_edge(L->program, join->edge)) return false;
    const Edge *e = &L->program->edges.data[join->edge.i];
    for (uint32_t i = 0; i < join->uses.count; i++) {
        if (!use_is_valid(L, &join->uses.data[i])) return false;
    }
    for (uint32_t i = 0; i < L->joins.count; i++)
        if (L->joins.data[i].edge.i == join->edge.i) return false;
    return L->program->locs.data[e->from.i].template.i == L->thread->id.i && e->spawn.i == NO_ID && !e->is_error;
}

Term join_name(Lowering *L, LLVMValueRef handle)
{
    Val v = operand_val(L, handle);
    Sort sort = sort_bv(L->pointer_width);
    if (v.kind != VAL_TERM) return TERM_NONE;
    if (!sort_same(term_sort(L->tm, v.terms[0]), sort)) return TERM_NONE;
    VarId name = var_temporary(L, "joined.name", sort, false);
    Step step = {0};
    step_assign(L, &step, name, v.terms[0]);
    step_emit(L, &step);
    return var_term(L, name);
}

bool join_is_of_self(LLVMValueRef handle)
{
    LLVMValueRef callee = LLVMIsACallInst(handle) ? LLVMGetCalledValue(handle) : NULL;
    size_t n;
    const char *name = callee && LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &n) : "";
    return strcmp(name, "pthread_self") == 0 || strcmp(name, "thrd_current") == 0;
}

static bool is_null_pointer(Lowering *L, const Val *v)
{
    return v->kind == VAL_TERM && term_is_const(L->tm, v->terms[0]) && term_value(L->tm, v->terms[0]) == 0;
}

/* Until threads_resolve_joins the edge just continues. */
void lower_join(Lowering *L, LLVMValueRef call)
{
    values_flush(L);
    Val result = reads_result(L->layout, call) ? operand_val(L, LLVMGetOperand(call, 1)) : val_none();
    bool is_number = result.kind == VAL_TERM && term_is_const(L->tm, result.terms[0]);
    if (is_number && !is_null_pointer(L, &result) && !address_settle(L, &result)) return;
    if (result.kind != VAL_NONE && !is_null_pointer(L, &result) && result.kind != VAL_POINTER)
        lower_refuse(L,
                     "the result of a joined thread is stored through a pointer with several targets, NULL among them "
                     "perhaps, which is not supported; pass the address of a variable");
    Join join = {.edge = {NO_ID}, .pos = L->pos};
    if (join_is_of_self(LLVMGetOperand(call, 0))) assumption_joined(L, L->pos);
    LLVMValueRef handle = LLVMGetOperand(call, 0);
    Val address = LLVMIsALoadInst(handle) ? operand_val(L, handle) : val_none(); /* see lower_load */
    if (address.kind == VAL_POINTER) handles_at(L, &address, &join.uses);
    if (join.uses.count == 0) join.name = join_name(L, handle);
    operands_retire(L, call);
    Step step = {0};
    if (result.kind == VAL_POINTER && !store_result(L, &result, &join, &step)) return;
    origin_access(L, call, true);
    if (L->once_depth > 0) waits_add_other(L, "functions that pthread_once runs");
    join.edge = step_emit(L, &step);
    CHECK(join.edge.i == NO_ID || recorded_join_is_valid(L, &join));
    if (join.edge.i != NO_ID)
        vec_push(L->run, &L->joins, join);
    else
        vec_free(L->run, &join.uses);
    value_bind(L, L->frame, call, val_term(term_const(L->tm, type_sort(L, LLVMTypeOf(call)), 0)));
}
