/* Thread-specific data: each key that main creates is a number, and each thread has a variable for each key, NULL when
 * the thread starts. Destructors are refused: they would run at the end of every thread. */
#include "frontend/lower.h"

static Sort result_sort(Lowering *L, LLVMValueRef call)
{
    bool is_void = LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind;
    return is_void ? sort_bv(32) : type_sort(L, LLVMTypeOf(call));
}

static void bind_success(Lowering *L, LLVMValueRef call)
{
    if (LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind || !L->cursor.is_reachable) return;
    value_bind(L, L->frame, call, val_term(term_const(L->tm, result_sort(L, call), 0)));
}

/* The keys are numbered from 1, in every pass alike. */
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

VarId thread_variable(Lowering *L, ThreadVariable v)
{
    bool is_new;
    uint32_t id = intern_add(&L->key_ids, (uint32_t[]){v.kind, v.id, L->thread->scope}, 3, &is_new);
    if (!is_new) return L->key_vars.data[id].var;
    Var var = {0};
    var.name = name_unique_local(L, v.name);
    var.sort = v.sort;
    var.class = VAR_LOCAL;
    var.template = L->thread->id;
    var.init = v.kind == THREAD_SELF ? TERM_NONE : term_const(L->tm, v.sort, 0);
    var.is_temporary = v.kind == THREAD_HOLDS;
    var.pos = L->pos;
    v.var = var_add(L, &var, &L->everyone);
    vec_push(L->run, &L->key_vars, v);
    return v.var;
}

static VarId key_variable(Lowering *L, uint32_t number)
{
    const char *name = run_format(L->run, "%s.key_%u", L->thread->info->name, number);
    return thread_variable(L, (ThreadVariable){THREAD_KEY, number, sort_bv(L->pointer_width), name, {NO_ID}});
}

void lower_key_create(Lowering *L, LLVMValueRef call)
{
    if (LLVMGetNumArgOperands(call) != 2) lower_refuse(L, "%s needs 2 arguments; correct the call", L->callee);
    Frame *f = L->frame;
    bool in_loop = f->in_loop || function_in_cycle(L->run, f->info, LLVMGetInstructionParent(call));
    if (in_loop || !L->thread->is_main)
        lower_refuse(L, "a thread-specific key created by a thread or in a loop is not supported; create it in main");
    Val destructor = operand_val(L, LLVMGetOperand(call, 1));
    bool is_null = destructor.kind == VAL_TERM && term_is_const(L->tm, destructor.terms[0]) &&
                   term_value(L->tm, destructor.terms[0]) == 0;
    if (!is_null) lower_refuse(L, "a thread-specific key with a destructor is not supported; call it from the thread");
    reads_flush(L);
    Val address = operand_val(L, LLVMGetOperand(call, 0));
    if (!address_settle(L, &address)) return;
    Place place = place_find(L, &address, LLVMInt32TypeInContext(L->context), true);
    Val number = val_term(term_bv(L->tm, 32, key_number(L, call, f->serial)));
    operands_retire(L, call);
    place_write(L, &place, &number);
    bind_success(L, call);
}

static Step *key_steps(Lowering *L, LLVMValueRef call, uint32_t count)
{
    Term key = operand_term(L, LLVMGetOperand(call, 0));
    Step *steps = run_alloc(L->run, (count + 1) * sizeof *steps);
    for (uint32_t i = 0; i < count; i++)
        steps[i].guard = term_eq(L->tm, key, term_const(L->tm, term_sort(L->tm, key), i + 1));
    return steps;
}

/* No key: undefined. */
static void emit(Lowering *L, Step *steps, uint32_t count)
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
        targets_join(L->run, targets, v.targets);
        step_assign(L, &steps[i], (VarId){term_symbol(L->tm, result)}, v.terms[0]);
    }
    operands_retire(L, call);
    emit(L, steps, count);
    Val v = val_term(result);
    if (targets->list.count || !targets->has_number) {
        v.kind = VAL_ADDRESS;
        v.strides[0] = 1;
        v.targets = targets;
    }
    if (L->cursor.is_reachable) value_bind(L, L->frame, call, v);
}

void lower_key_set(Lowering *L, LLVMValueRef call)
{
    origin_refuse(L, L->pos, "thread-specific data cannot be run natively yet");
    if (LLVMGetNumArgOperands(call) != 2) lower_refuse(L, "%s needs 2 arguments; correct the call", L->callee);
    uint32_t count = L->facts->key_ids.count;
    Step *steps = key_steps(L, call, count);
    Val value = operand_val(L, LLVMGetOperand(call, 1));
    for (uint32_t i = 0; i < count; i++) {
        SlotKey slot = key_slot(L, i + 1);
        Term t = slot_store(L, &slot, &value, true);
        step_assign(L, &steps[i], key_variable(L, i + 1), t);
    }
    operands_retire(L, call);
    emit(L, steps, count);
    bind_success(L, call);
}
