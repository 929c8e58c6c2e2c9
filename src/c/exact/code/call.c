#include "c/exact/code/call.h"

#include <string.h>

#include "base/check.h"
#include "c/compile/byval.h"
#include "c/compile/function.h"
#include "c/compile/intrinsics.h"
#include "c/compile/link/spoiled.h"
#include "c/exact/code/assembly.h"
#include "c/exact/code/builtin.h"
#include "c/exact/code/control.h"
#include "c/exact/code/effect.h"
#include "c/exact/code/failure.h"
#include "c/exact/code/havoc.h"
#include "c/exact/code/key.h"
#include "c/exact/code/once.h"
#include "c/exact/code/property.h"
#include "c/exact/code/result.h"
#include "c/exact/code/thread.h"
#include "c/exact/code/unknown.h"
#include "c/exact/heap/free.h"
#include "c/exact/heap/heap.h"
#include "c/exact/heap/lost.h"
#include "c/exact/library/argument.h"
#include "c/exact/memory/bounds.h"
#include "c/exact/memory/choices.h"
#include "c/exact/memory/merge.h"
#include "c/exact/memory/operand.h"
#include "c/exact/memory/scope.h"
#include "c/exact/model/assumption.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/frame_check.h"
#include "c/exact/model/names.h"
#include "c/exact/model/origin.h"
#include "c/exact/model/values.h"
#include "c/exact/races/call.h"
#include "c/exact/threads/barrier.h"
#include "c/exact/threads/condition.h"
#include "c/exact/threads/join.h"
#include "c/exact/threads/misuse.h"
#include "c/exact/threads/mutex.h"
#include "c/exact/threads/rwlock.h"
#include "c/exact/threads/semaphore.h"
#include "c/exact/threads/valid_sync.h"
#include "c/library/ceiling.h"
#include "c/library/summary.h"
#include "logic/term/boolean.h"

/* Behind so many calls of a function inside of itself the model ends, or where the program has so many instructions. */
#define RECURSION_DEPTH 8u
#define RECURSION_INSTRUCTIONS 20000u

/* ---- functions with a body ---- */

static bool has_attribute(LLVMValueRef function, unsigned parameter, const char *name)
{
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    return LLVMGetEnumAttributeAtIndex(function, parameter + 1, kind) != NULL;
}

static void check_recursion(Lowering *L, LLVMValueRef callee, const char *name)
{
    uint32_t depth = 0;
    for (const Frame *f = L->frame; f; f = f->caller)
        depth += f->info->function == callee;
    CHECK(L->frame->is_active && depth <= L->frame->level + 1);
    if (depth >= RECURSION_DEPTH)
        lower_refuse(L, "recursion through %s that is deeper than %u calls is not supported; rewrite it as a loop",
                     name, depth);
    if (depth > 0 && L->instruction_count > RECURSION_INSTRUCTIONS)
        lower_refuse(L,
                     "recursion through %s makes the program larger than %u instructions, which is not supported; "
                     "rewrite it as a loop",
                     name, RECURSION_INSTRUCTIONS);
}

static void check_inlining(Lowering *L, LLVMValueRef call, LLVMValueRef callee, const char *name)
{
    check_recursion(L, callee, name);
    if (L->frame->level > 200) lower_refuse(L, "calls nested deeper than 200 are not supported; simplify the program");
    unsigned n = LLVMCountParams(callee);
    if (LLVMGetNumArgOperands(call) < n) lower_refuse(L, "%s is called with too few arguments; correct the call", name);
    for (unsigned i = 0; i < n; i++) {
        if (LLVMTypeOf(LLVMGetParam(callee, i)) != LLVMTypeOf(LLVMGetOperand(call, i)))
            lower_refuse(L, "the call of %s does not fit its definition; declare the function before the call", name);
        if (has_attribute(callee, i, "byval") && !byval_type(call, i))
            lower_refuse(L, "the call of %s does not fit its definition; declare the function before the call", name);
    }
    LLVMTypeRef returned = LLVMGetReturnType(LLVMGlobalGetValueType(callee));
    if (!call_is_void(call) && returned != LLVMTypeOf(call) && LLVMGetFirstUse(call))
        lower_refuse(L, "the call of %s does not fit its definition; declare the function before the call", name);
}

/* The memory for a struct that is returned is fresh each time. */
static void result_havoc(Lowering *L, LLVMValueRef call, unsigned k)
{
    Val v = operand_val(L, LLVMGetOperand(call, k));
    bool is_again = L->frame->in_loop || function_is_repeated(L->run, L->frame->info, LLVMGetInstructionParent(call));
    if (is_again && v.kind == VAL_POINTER && v.offset == 0 && v.count == 0) object_havoc(L, v.object);
}

/* Whose operands stay in use for other targets of the call: is_last is false. Binds no result. */
static Val inline_callee(Lowering *L, LLVMValueRef call, LLVMValueRef callee, const char *name, bool is_last)
{
    check_inlining(L, call, callee, name);
    bool is_atomic = intrinsic_is_atomic_function(name);
    unsigned n = LLVMCountParams(callee);
    for (unsigned i = 0; i < n; i++) {
        Val v = operand_val(L, LLVMGetOperand(call, i));
        if (v.kind == VAL_POINTER) entries_protect(L, &v);
    }
    for (unsigned i = 0; i < n; i++)
        if (has_attribute(callee, i, "sret")) result_havoc(L, call, i);
    if (is_atomic) atomic_begin(L);
    Frame *frame = frame_new(L, callee, call), *caller = L->frame;
    CHECK(frame->caller == caller && frame->info->function == callee);
    Val *values = run_alloc(L->run, (n + 1) * sizeof *values);
    for (unsigned i = 0; i < n; i++)
        values[i] = operand_val(L, LLVMGetOperand(call, i));
    if (is_last) operands_retire(L, call);
    for (unsigned i = 0; i < n; i++)
        value_bind(L, frame, LLVMGetParam(callee, i), values[i]);
    CHECK(frame->entries.count == n);
    run_release(L->run, values);
    statement_end(L);
    SourcePos here = L->pos;
    frame_lower(L, frame);
    CHECK(L->frame == caller && !frame->is_active);
    L->pos = here;
    Val result = frame->has_result ? frame->result : val_none();
    if (!L->cursor.is_reachable) return result;
    CHECK(call_is_void(call) || !frame->has_result || value_fits(L, &result, LLVMTypeOf(call)));
    if (is_last) call_bind(L, call, result); /* before the edge that may end the section */
    statement_end(L);
    if (is_atomic) atomic_end(L);
    return result;
}

static void lower_inlined(Lowering *L, LLVMValueRef call, LLVMValueRef callee, const char *name)
{
    inline_callee(L, call, callee, name, true);
}

/* ---- calls with several targets ---- */

static LLVMValueRef choice_callee(Lowering *L, const Choice *c)
{
    if (c->val.kind != VAL_FUNCTION) return NULL; /* undefined */
    const char *name = value_name(L, c->val.function);
    bool has_body = !LLVMIsDeclaration(c->val.function);
    if (!has_body || intrinsic_find(name, has_body) != INTRINSIC_NONE || intrinsic_is_atomic_function(name))
        lower_refuse(L, "%s, called through a pointer with several targets, is not supported; call it by its name",
                     name);
    return c->val.function;
}

/* One branch for each target; they join behind the call. */
static void lower_split_call(Lowering *L, LLVMValueRef call, const Choices *choices)
{
    Step saves = {0};
    step_save_all(L, &saves);
    step_emit(L, &saves);
    LocId start = cursor_loc(L);
    vec_free(L->run, &L->cursor.dangling); /* the copies must not share it */
    const Cursor here = L->cursor;
    CHECK(choices->count > 1 && cursor_is_valid(L, &here));
    SourcePos pos = L->pos;
    BlockState join = {0};
    bool has_value = !call_is_void(call) && LLVMGetFirstUse(call), is_first = true;
    Val merged = val_none();
    Tolerance *tolerance = L->tolerance;
    L->tolerance = NULL;
    for (uint32_t i = 0; i < choices->count; i++) {
        LLVMValueRef callee = choice_callee(L, &choices->data[i]);
        if (!callee) continue;
        L->cursor = here;
        L->pos = pos;
        L->cursor.has_loc = true;
        L->cursor.loc = start;
        Step enter = {0};
        enter.guard = choices->data[i].guard;
        CHECK(term_is(enter.guard) && term_sort(L->tm, enter.guard).kind == SORT_BOOL);
        step_emit(L, &enter);
        if (!L->cursor.is_reachable) continue;
        Val v = inline_callee(L, call, callee, value_name(L, callee), false);
        if (!L->cursor.is_reachable) continue;
        Step leave = {0};
        if (has_value) {
            SlotKey key = {call, L->frame->serial, 0, SLOT_PHI};
            merge_value(L, &merged, is_first, &v, &key, "result", &leave);
        }
        is_first = false;
        step_save_all(L, &leave);
        join_enter(L, &join, NULL, &leave, false);
    }
    L->tolerance = tolerance;
    operands_retire(L, call);
    Cursor after = {0};
    after.is_reachable = after.has_loc = join.has_loc;
    after.loc = join.loc;
    after.depth = join.depth;
    L->cursor = after;
    CHECK(cursor_is_valid(L, &L->cursor) && is_first == !join.has_loc);
    L->pos = pos;
    if (!after.is_reachable) return;
    call_bind(L, call, merged);
    statement_end(L);
}

/* valid-deref: what is called is one of the functions. */
static void check_callees(Lowering *L, const Choices *choices)
{
    Term none = term_bool(L->tm, true);
    if (!deref_is_asked(L)) return;
    for (uint32_t i = 0; i < choices->count; i++)
        if (choices->data[i].val.kind == VAL_FUNCTION)
            none = term_and(L->tm, none, term_not(L->tm, choices->data[i].guard));
    emit_violation(L, none, PROPERTY_VALID_DEREF, "a call through a pointer to no function");
}

/* A function of the library that it gave the address of: what it does is not known. Whether there was one. */
static bool drop_external(Lowering *L, Choices *choices)
{
    uint32_t kept = 0;
    if (choices->count < 2) return false;
    for (uint32_t i = 0; i < choices->count; i++) {
        const Choice c = choices->data[i];
        bool is_external = c.val.kind == VAL_POINTER && L->objects.data[c.val.object].is_external;
        if (is_external)
            emit_limit(L, c.guard, lower_reason(L, "a function is called whose address the library gave"));
        else
            choices->data[kept++] = c;
    }
    bool has_dropped = kept < choices->count;
    choices->count = kept;
    return has_dropped;
}

/* The function called, when it is the only one; NULL: all is done. */
static LLVMValueRef pointed_callee(Lowering *L, LLVMValueRef call, LLVMValueRef pointer)
{
    Val v = operand_val(L, pointer);
    if (v.kind == VAL_ADDRESS) reads_flush(L);
    v = operand_val(L, pointer);
    Choices choices = {0};
    if (v.kind == VAL_ADDRESS) choices_find(L, &v, &choices);
    if (drop_external(L, &choices) && choices.count == 1) {
        condition_add(L, choices.data[0].guard);
        v = choices.data[0].val;
    }
    if (choices.count > 1) {
        check_callees(L, &choices);
        lower_split_call(L, call, &choices);
        vec_free(L->run, &choices);
        return NULL;
    }
    vec_free(L->run, &choices);
    if (!address_settle(L, &v)) return NULL;
    if (v.kind != VAL_FUNCTION)
        lower_refuse(L, "a call through a pointer whose target is not known statically is not supported yet; call "
                        "the function itself");
    CHECK(LLVMIsAFunction(v.function));
    return v.function;
}

/* ---- all calls ---- */

static void lower_unmodelled(Lowering *L, LLVMValueRef call) { lower_unknown(L, call, L->callee); }

/* Of the initial thread; others are known by where they were started. */
static void note_self(Lowering *L, LLVMValueRef call)
{
    bool is_detach = strcmp(L->callee, "pthread_detach") == 0 || strcmp(L->callee, "thrd_detach") == 0;
    if (is_detach && L->thread->is_main && join_is_of_self(LLVMGetOperand(call, 0))) assumption_once(L, L->pos);
}

static void lower_success(Lowering *L, LLVMValueRef call)
{
    if (ceiling_is_set(call))
        lower_refuse(L, "mutexes with a priority ceiling are not supported; use PTHREAD_PRIO_INHERIT");
    note_self(L, call);
    condition_signal(L, call);
    valid_sync_call(L, call);
    if (!L->cursor.is_reachable) return;
    rwlock_prefer(L, call);
    operands_retire(L, call);
    statement_end(L);
    unknown_bind_status(L, call);
}

static void lower_section(Lowering *L, LLVMValueRef call, Intrinsic operation)
{
    call_bind_zero(L, call);
    if (operation == INTRINSIC_ATOMIC_BEGIN)
        atomic_begin(L);
    else
        atomic_end(L);
}

static void lower_nondet(Lowering *L, LLVMValueRef call, Intrinsic operation)
{
    operands_retire(L, call);
    if (operation == INTRINSIC_NONDET_BOOL)
        call_bind_arbitrary_bool(L, call, L->callee);
    else if (strcmp(L->callee, "rand") != 0 && strcmp(L->callee, "random") != 0)
        call_bind_arbitrary(L, call, L->callee);
    else if (spoiled_by_seeds(L->module))
        unknown_bind(L, call, L->callee);
    else
        call_bind_random(L, call, L->callee);
}

static void lower_exit(Lowering *L, LLVMValueRef call)
{
    if (LLVMGetNamedFunction(L->module, "__pthread_register_cancel")) /* handlers would run now */
        lower_refuse(L, "%s in a program with cleanup handlers is not supported; let the thread return", L->callee);
    scope_end_all(L);
    thread_return(L, LLVMGetNumArgOperands(call) ? LLVMGetOperand(call, 0) : NULL);
}

static void lower_allocation(Lowering *L, LLVMValueRef call, Intrinsic operation)
{
    lower_malloc(L, call, operation == INTRINSIC_CALLOC);
}

static void refuse_call(Lowering *L, LLVMValueRef call, Intrinsic operation)
{
    (void)call;
    if (operation == INTRINSIC_THREAD_CANCEL)
        lower_refuse(L, "%s is not supported: the thread could end in the middle of its work; let it return",
                     L->callee);
    if (operation == INTRINSIC_UNSUPPORTED_SYNC)
        lower_refuse(L, "%s is not supported yet; use mutexes, C11 atomics or atomic sections", L->callee);
    lower_refuse(L, "%s is not supported; rewrite the program without it", L->callee);
}

/* How calls of a function known by name are lowered: one of the two. */
typedef struct Way {
    void (*call)(Lowering *L, LLVMValueRef call);
    void (*operation)(Lowering *L, LLVMValueRef call, Intrinsic operation);
} Way;

static const Way ways[INTRINSIC_COUNT] = {
    [INTRINSIC_NONE] = {.call = lower_unmodelled},
    [INTRINSIC_IGNORE] = {.call = lower_ignored},
    [INTRINSIC_ZERO] = {.call = lower_success},
    [INTRINSIC_ASSUME] = {.call = lower_assume},
    [INTRINSIC_ASSERT] = {.call = lower_assert},
    [INTRINSIC_ERROR] = {.call = lower_failure},
    [INTRINSIC_HALT] = {.call = lower_halt},
    [INTRINSIC_ATOMIC_BEGIN] = {.operation = lower_section},
    [INTRINSIC_ATOMIC_END] = {.operation = lower_section},
    [INTRINSIC_NONDET] = {.operation = lower_nondet},
    [INTRINSIC_NONDET_BOOL] = {.operation = lower_nondet},
    [INTRINSIC_THREAD_CREATE] = {.call = lower_create},
    [INTRINSIC_THREAD_JOIN] = {.call = lower_join},
    [INTRINSIC_THREAD_EXIT] = {.call = lower_exit},
    [INTRINSIC_THREAD_SELF] = {.call = lower_self},
    [INTRINSIC_THREAD_EQUAL] = {.call = lower_equal},
    [INTRINSIC_THREAD_CANCEL] = {.operation = refuse_call},
    [INTRINSIC_CANCEL_STATE] = {.call = lower_cancel_state},
    [INTRINSIC_MUTEX_INIT] = {.operation = lower_mutex},
    [INTRINSIC_MUTEX_DESTROY] = {.operation = lower_mutex},
    [INTRINSIC_MUTEX_LOCK] = {.operation = lower_mutex},
    [INTRINSIC_MUTEX_TRYLOCK] = {.operation = lower_mutex},
    [INTRINSIC_MUTEX_TIMEDLOCK] = {.operation = lower_mutex},
    [INTRINSIC_MUTEX_UNLOCK] = {.operation = lower_mutex},
    [INTRINSIC_ATTRIBUTE_INIT] = {.operation = lower_attribute},
    [INTRINSIC_ATTRIBUTE_SET_TYPE] = {.operation = lower_attribute},
    [INTRINSIC_COND_WAIT] = {.call = lower_wait},
    [INTRINSIC_RWLOCK_INIT] = {.operation = lower_rwlock},
    [INTRINSIC_RWLOCK_READ] = {.operation = lower_rwlock},
    [INTRINSIC_RWLOCK_TRY_READ] = {.operation = lower_rwlock},
    [INTRINSIC_RWLOCK_TIMED_READ] = {.operation = lower_rwlock},
    [INTRINSIC_RWLOCK_WRITE] = {.operation = lower_rwlock},
    [INTRINSIC_RWLOCK_TRY_WRITE] = {.operation = lower_rwlock},
    [INTRINSIC_RWLOCK_TIMED_WRITE] = {.operation = lower_rwlock},
    [INTRINSIC_RWLOCK_UNLOCK] = {.operation = lower_rwlock},
    [INTRINSIC_ONCE] = {.call = lower_run_once},
    [INTRINSIC_BARRIER_INIT] = {.operation = lower_barrier},
    [INTRINSIC_BARRIER_WAIT] = {.operation = lower_barrier},
    [INTRINSIC_BARRIER_DESTROY] = {.operation = lower_barrier},
    [INTRINSIC_SEMAPHORE_INIT] = {.operation = lower_semaphore},
    [INTRINSIC_SEMAPHORE_WAIT] = {.operation = lower_semaphore},
    [INTRINSIC_SEMAPHORE_TRY_WAIT] = {.operation = lower_semaphore},
    [INTRINSIC_SEMAPHORE_POST] = {.operation = lower_semaphore},
    [INTRINSIC_SEMAPHORE_GET] = {.operation = lower_semaphore},
    [INTRINSIC_KEY_CREATE] = {.call = lower_key_create},
    [INTRINSIC_KEY_DELETE] = {.call = lower_key_delete},
    [INTRINSIC_KEY_GET] = {.call = lower_key_get},
    [INTRINSIC_KEY_SET] = {.call = lower_key_set},
    [INTRINSIC_MALLOC] = {.operation = lower_allocation},
    [INTRINSIC_CALLOC] = {.operation = lower_allocation},
    [INTRINSIC_REALLOC] = {.call = lower_realloc},
    [INTRINSIC_FREE] = {.call = lower_free},
    [INTRINSIC_PLACE] = {.call = lower_place},
    [INTRINSIC_UNSUPPORTED_SYNC] = {.operation = refuse_call},
    [INTRINSIC_UNSUPPORTED] = {.operation = refuse_call},
};

/* Whether a call does nothing beside what its summary says. */
static bool is_summarized(Intrinsic intrinsic)
{
    return intrinsic == INTRINSIC_IGNORE || intrinsic == INTRINSIC_ZERO || intrinsic == INTRINSIC_NONDET ||
           intrinsic == INTRINSIC_NONDET_BOOL;
}

/* Whether it tells what others do without waiting for them: in C that orders nothing (a failed attempt may fail for no
 * reason), and here it does. */
static bool is_peek(Intrinsic intrinsic)
{
    switch ((int)intrinsic) {
    case INTRINSIC_MUTEX_TRYLOCK:
    case INTRINSIC_MUTEX_TIMEDLOCK:
    case INTRINSIC_RWLOCK_TRY_READ:
    case INTRINSIC_RWLOCK_TIMED_READ:
    case INTRINSIC_RWLOCK_TRY_WRITE:
    case INTRINSIC_RWLOCK_TIMED_WRITE:
    case INTRINSIC_SEMAPHORE_TRY_WAIT:
    case INTRINSIC_SEMAPHORE_GET: return true;
    default: return false;
    }
}

static void lower_intrinsic(Lowering *L, LLVMValueRef call, Intrinsic intrinsic, const char *name)
{
    const Way *way = &ways[intrinsic];
    L->callee = name;
    L->program->has_peeks |= is_peek(intrinsic);
    arguments_refuse_numbers(L, call);
    const Summary *summary = is_summarized(intrinsic) ? summary_find(name) : NULL;
    arguments_check(L, call);
    if (!L->cursor.is_reachable) return;
    race_call(L, call, intrinsic, name);
    RaceAfter after = race_call_begin(L, call, intrinsic);
    if (!L->cursor.is_reachable) return;
    if (summary) lower_effects(L, call, summary);
    if (!L->cursor.is_reachable) return;
    misuse_call(L, call, name);
    RUN_CHECK(L->run, (way->call != NULL) != (way->operation != NULL));
    if (way->call)
        way->call(L, call);
    else
        way->operation(L, call, intrinsic);
    race_call_end(L, &after);
}

bool is_error_call(const Lowering *L, LLVMValueRef instruction)
{
    LLVMValueRef callee = LLVMIsACallInst(instruction) ? LLVMGetCalledValue(instruction) : NULL;
    if (!callee || !LLVMIsAFunction(callee)) return false;
    size_t n = 0;
    const char *name = LLVMGetValueName2(callee, &n);
    return call_is_error(L, intrinsic_find(name, !LLVMIsDeclaration(callee)), name);
}

void lower_call(Lowering *L, LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    CHECK(instruction_function(call) == L->frame->info->function);
    if (LLVMIsAInlineAsm(callee)) {
        lower_assembly(L, call, callee);
        return;
    }
    if (!LLVMIsAFunction(callee)) {
        callee = pointed_callee(L, call, callee);
        if (!callee) return;
    }
    size_t length = 0;
    const char *name = LLVMGetValueName2(callee, &length);
    bool has_body = !LLVMIsDeclaration(callee);
    const BlockInfo *block = function_block(L->frame->info, LLVMGetInstructionParent(call));
    if (strncmp(name, "llvm.", 5) == 0) {
        lower_builtin(L, call, name);
        return;
    }
    if (lower_linked(L, call, name)) return;
    Intrinsic intrinsic = intrinsic_find(name, has_body);
    /* Where it is not asked whether it is called, it is a function like any other. */
    if (intrinsic == INTRINSIC_ERROR && has_body && !property_is_asked(L, PROPERTY_UNREACH_CALL))
        intrinsic = INTRINSIC_NONE;
    CHECK(!block->async_unclear);
    origin_call(L, call, callee, intrinsic, block->async_call == call);
    if (block->async_call == call) {
        unsigned n = LLVMGetNumArgOperands(call);
        LLVMValueRef *args = run_alloc(L->run, (n + 1) * sizeof *args);
        for (unsigned i = 0; i < n; i++)
            args[i] = LLVMGetOperand(call, i);
        lower_spawn(L, call, callee, args, n, NULL);
        run_release(L->run, args);
        call_bind_arbitrary(L, call, name);
        return;
    }
    if (intrinsic == INTRINSIC_NONE && has_body)
        lower_inlined(L, call, callee, name);
    else
        lower_intrinsic(L, call, intrinsic, name);
}
