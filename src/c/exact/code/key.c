#include "c/exact/code/key.h"

#include "base/check.h"
#include "c/compile/function.h"
#include "c/compile/intrinsics.h"
#include "c/exact/code/control.h"
#include "c/exact/code/key_use.h"
#include "c/exact/code/thread.h"
#include "c/exact/memory/address.h"
#include "c/exact/memory/cell.h"
#include "c/exact/memory/choices.h"
#include "c/exact/memory/operand.h"
#include "c/exact/memory/place.h"
#include "c/exact/memory/scope.h"
#include "c/exact/memory/slot.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/frame_check.h"
#include "c/exact/model/names.h"
#include "c/exact/model/origin.h"
#include "c/exact/model/pointsto.h"
#include "c/exact/model/values.h"
#include "c/exact/threads/sync.h"
#include "logic/term/boolean.h"
#include "logic/term/compare.h"
#include "logic/term/term.h"

static void bind_success(Lowering *L, LLVMValueRef call)
{
    if (L->cursor.is_reachable) result_bind(L, call, result_term(L, call, 0));
}

/* The keys are numbered from 1, in every pass alike; nobody looks at these numbers (key_use.h). */
static uint32_t key_number(Lowering *L, LLVMValueRef create, uint32_t scope)
{
    uintptr_t p = (uintptr_t)create;
    uint32_t words[3] = {(uint32_t)p, (uint32_t)((uint64_t)p >> 32), scope};
    bool is_new;
    uint32_t id = intern_add(&L->facts->key_ids, words, 3, &is_new);
    if (is_new) L->facts->has_changed = true;
    return id + 1;
}

static SlotKey key_slot(const Lowering *L, uint32_t number)
{
    return (SlotKey){L->thread->function, L->thread->scope, number, SLOT_KEY};
}

static VarId key_variable(Lowering *L, uint32_t number)
{
    CHECK(number >= 1 && number <= L->facts->key_ids.count);
    const char *name = run_format(L->run, "%s.key_%u", L->thread->info->name, number);
    return thread_variable(L, (ThreadVariable){THREAD_KEY, number, sort_bv(L->pointer_width), name, {NO_ID}});
}

/* The function that the create has as a destructor; NULL: none. */
static LLVMValueRef destructor_of(Lowering *L, LLVMValueRef operand)
{
    Val v = operand_val(L, operand);
    bool is_null = v.kind == VAL_TERM && term_is_const(L->tm, v.terms[0]) && term_value(L->tm, v.terms[0]) == 0;
    if (is_null) return NULL;
    const char *name = v.kind == VAL_FUNCTION ? value_name(L, v.function) : NULL;
    bool has_body = name && !LLVMIsDeclaration(v.function);
    if (!has_body || intrinsic_find(name, has_body) != INTRINSIC_NONE || intrinsic_is_atomic_function(name) ||
        LLVMCountParams(v.function) != 1)
        lower_refuse(L,
                     "a destructor of a thread-specific key that is no function of the program with one parameter is "
                     "not supported; name such a function");
    return v.function;
}

static void destructor_set(Lowering *L, uint32_t number, LLVMValueRef function)
{
    Facts *facts = L->facts;
    CHECK(number >= 1 && number <= facts->key_ids.count);
    while (facts->key_destructors.count < number)
        vec_push(L->run, &facts->key_destructors, NULL);
    LLVMValueRef *known = &facts->key_destructors.data[number - 1];
    if (*known == function) return;
    *known = function;
    facts->has_changed = true;
}

static LLVMValueRef destructor(const Lowering *L, uint32_t number)
{
    const Facts *facts = L->facts;
    return number <= facts->key_destructors.count ? facts->key_destructors.data[number - 1] : NULL;
}

/* Whether the key is one, as far as its destructor is concerned: from its creation to its deletion. */
static VarId key_alive(Lowering *L, uint32_t number)
{
    bool is_new;
    uint32_t id = intern_add(&L->key_ids, (uint32_t[]){number}, 1, &is_new);
    CHECK(is_new ? id == L->key_vars.count : L->key_vars.data[id].id == number);
    if (!is_new) return L->key_vars.data[id].var;
    Var var = {0};
    var.name = name_unique(L, run_format(L->run, "key_%u", number));
    var.sort = sort_bool();
    var.class = VAR_SHARED;
    var.init = term_bool(L->tm, false);
    var.pos = L->pos;
    ThreadVariable v = {THREAD_KEY, number, var.sort, var.name, var_add(L, &var, NULL)};
    vec_push(L->run, &L->key_vars, v);
    return v.var;
}

void lower_key_create(Lowering *L, LLVMValueRef call)
{
    if (LLVMGetNumArgOperands(call) != 2) lower_refuse(L, "%s needs 2 arguments; correct the call", L->callee);
    Frame *f = L->frame;
    bool in_loop = f->in_loop || function_in_cycle(L->run, f->info, LLVMGetInstructionParent(call));
    if (in_loop || !L->thread->is_main)
        lower_refuse(L, "a thread-specific key created by a thread or in a loop is not supported; create it in main");
    if (key_use_find(L))
        lower_refuse(L, "the number of a thread-specific key is looked at, and which one the library gives is not "
                        "modelled; note whether there is a key in a variable of its own");
    reads_flush(L);
    uint32_t number = key_number(L, call, f->serial);
    LLVMValueRef function = destructor_of(L, LLVMGetOperand(call, 1));
    destructor_set(L, number, function);
    if (function) {
        Step step = {0};
        step_assign(L, &step, key_alive(L, number), term_bool(L->tm, true));
        step_emit(L, &step);
    }
    Val address = operand_val(L, LLVMGetOperand(call, 0));
    if (!address_settle(L, &address)) return;
    Place place = place_find(L, &address, LLVMInt32TypeInContext(L->context), true);
    Val value = val_term(term_bv(L->tm, 32, number));
    operands_retire(L, call);
    place_write(L, &place, &value);
    bind_success(L, call);
}

static Step *key_steps(Lowering *L, LLVMValueRef call, uint32_t count)
{
    Term key = operand_term(L, LLVMGetOperand(call, 0));
    CHECK(term_sort(L->tm, key).kind == SORT_BV && count == L->facts->key_ids.count);
    Step *steps = run_alloc(L->run, (count + 1) * sizeof *steps);
    for (uint32_t i = 0; i < count; i++)
        steps[i].guard = term_eq(L->tm, key, term_const(L->tm, term_sort(L->tm, key), i + 1));
    return steps;
}

/* No key: undefined. */
static void emit_key_steps(Lowering *L, Step *steps, uint32_t count)
{
    if (count == 0)
        condition_add(L, term_bool(L->tm, false));
    else
        steps_emit(L, steps, count);
    run_release(L->run, steps);
}

void lower_key_get(Lowering *L, LLVMValueRef call)
{
    origin_refuse(L, L->pos, "thread-specific data cannot be run natively yet");
    uint32_t count = L->facts->key_ids.count;
    Step *steps = key_steps(L, call, count);
    Term result = var_term(L, var_temporary(L, "specific", sort_bv(L->pointer_width), false));
    Targets *targets = run_alloc(L->run, sizeof *targets);
    for (uint32_t i = 0; i < count; i++) {
        SlotKey slot = key_slot(L, i + 1);
        Val v = slot_load(L, &slot, var_term(L, key_variable(L, i + 1)), true);
        v = address_val(L, &v);
        CHECK(v.kind == VAL_ADDRESS || v.kind == VAL_TERM);
        targets_join(L->run, targets, v.targets);
        step_assign(L, &steps[i], (VarId){term_symbol(L->tm, result)}, v.terms[0]);
    }
    operands_retire(L, call);
    emit_key_steps(L, steps, count);
    Val v = val_term(result);
    if (targets->list.count || !targets->has_number) {
        v.kind = VAL_ADDRESS;
        v.strides[0] = 1;
        v.targets = targets;
    }
    CHECK(value_fits(L, &v, LLVMTypeOf(call)));
    if (L->cursor.is_reachable) value_bind(L, L->frame, call, v);
}

void lower_key_set(Lowering *L, LLVMValueRef call)
{
    if (L->in_destructor)
        lower_refuse(L, "a destructor that sets thread-specific data is not supported; leave the value as it is");
    origin_refuse(L, L->pos, "thread-specific data cannot be run natively yet");
    if (LLVMGetNumArgOperands(call) != 2) lower_refuse(L, "%s needs 2 arguments; correct the call", L->callee);
    uint32_t count = L->facts->key_ids.count;
    Step *steps = key_steps(L, call, count);
    Val value = operand_val(L, LLVMGetOperand(call, 1));
    scope_store(L, NO_ID, &value, TERM_NONE);
    for (uint32_t i = 0; i < count; i++) {
        SlotKey slot = key_slot(L, i + 1);
        Term t = slot_store(L, &slot, &value, true);
        CHECK(sort_same(term_sort(L->tm, t), sort_bv(L->pointer_width)));
        step_assign(L, &steps[i], key_variable(L, i + 1), t);
    }
    operands_retire(L, call);
    emit_key_steps(L, steps, count);
    bind_success(L, call);
}

/* ---- destructors ---- */

void lower_key_delete(Lowering *L, LLVMValueRef call)
{
    uint32_t count = L->facts->key_ids.count;
    bool any = false;
    for (uint32_t i = 1; i <= count; i++)
        any |= destructor(L, i) != NULL;
    if (any) {
        if (reads_are_pending(L)) reads_flush(L);
        Step *steps = key_steps(L, call, count);
        for (uint32_t i = 0; i < count; i++)
            if (destructor(L, i + 1)) step_assign(L, &steps[i], key_alive(L, i + 1), term_bool(L->tm, false));
        operands_retire(L, call);
        emit_key_steps(L, steps, count);
    } else {
        operands_retire(L, call);
        statement_end(L);
    }
    bind_success(L, call);
}

static void cursor_set(Lowering *L, LocId loc)
{
    L->cursor = (Cursor){0};
    L->cursor.is_reachable = L->cursor.has_loc = true;
    L->cursor.loc = loc;
    CHECK(cursor_is_valid(L, &L->cursor));
}

/* Whether a destructor is to be called for the key. */
static Term is_due(Lowering *L, uint32_t number)
{
    Term value = var_term(L, key_variable(L, number)), null = term_bv(L->tm, L->pointer_width, 0);
    return term_and(L->tm, var_term(L, key_alive(L, number)), term_not(L->tm, term_eq(L->tm, value, null)));
}

/* Calls the destructor of a key and goes back to where the next is chosen. */
static void call_destructor(Lowering *L, uint32_t number, LocId start)
{
    LLVMValueRef function = destructor(L, number);
    VarId value = key_variable(L, number), argument = var_temporary(L, "specific", sort_bv(L->pointer_width), false);
    CHECK(L->in_destructor && L->once_depth > 0 && LLVMCountParams(function) == 1);
    cursor_set(L, start);
    Step step = {0};
    step.guard = is_due(L, number);
    step_assign(L, &step, argument, var_term(L, value));
    step_assign(L, &step, value, term_bv(L->tm, L->pointer_width, 0));
    step_emit(L, &step);
    SlotKey slot = key_slot(L, number);
    Val v = slot_load(L, &slot, var_term(L, argument), true);
    Frame *frame = frame_new(L, function, NULL);
    value_bind(L, frame, LLVMGetParam(function, 0), v);
    frame_lower(L, frame);
    if (!L->cursor.is_reachable) return;
    if (L->cursor.depth > 0)
        lower_refuse(L, "a destructor ends inside an atomic section, which is not supported; end the section first");
    reads_flush(L);
    thread_end_at(L, start);
}

void keys_destroy(Lowering *L, Frame *body)
{
    Thread *t = L->thread;
    bool any = false;
    for (uint32_t i = 1; i <= L->facts->key_destructors.count; i++)
        any |= destructor(L, i) != NULL;
    CHECK(L->facts->key_destructors.count <= L->facts->key_ids.count);
    if (!any || !t->has_end) return;
    CHECK(L->frame == NULL && L->once_depth == 0 && !L->cursor.is_reachable);
    origin_refuse(L, L->pos, "destructors of thread-specific keys cannot be run natively yet");
    LocId start = t->end;
    L->program->locs.data[start.i].name = NULL;
    t->end = loc_make(L, t, "end", false);
    L->frame = body; /* names the calls */
    L->in_destructor = true;
    L->once_depth++;
    Step step = {0};
    step.guard = term_bool(L->tm, true);
    for (uint32_t i = 1; i <= L->facts->key_destructors.count; i++) {
        if (!destructor(L, i)) continue;
        call_destructor(L, i, start);
        step.guard = term_and(L->tm, step.guard, term_not(L->tm, is_due(L, i)));
    }
    L->once_depth--;
    CHECK(L->once_depth == 0 && L->frame == body && L->in_destructor);
    L->in_destructor = false;
    cursor_set(L, start);
    EdgeId edge = step_add(L, &step);
    if (edge.i != NO_ID) edge_set_target(L, edge, t->end);
    L->cursor.is_reachable = false;
    L->frame = NULL;
}
