#include "c/exact/code/once.h"

#include "base/check.h"
#include "c/compile/intrinsics.h"
#include "c/exact/code/control.h"
#include "c/exact/memory/choices.h"
#include "c/exact/memory/merge.h"
#include "c/exact/memory/operand.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/frame_check.h"
#include "c/exact/model/names.h"
#include "c/exact/model/origin.h"
#include "c/exact/threads/sync.h"
#include "c/exact/threads/sync_check.h"
#include "c/exact/threads/waits.h"
#include "logic/term/boolean.h"

enum { BEGUN, DONE }; /* see sync_object.h */

static LLVMValueRef once_function(Lowering *L, LLVMValueRef call)
{
    Val v = operand_val(L, LLVMGetOperand(call, 1));
    if (!address_settle(L, &v)) return NULL;
    if (v.kind != VAL_FUNCTION)
        lower_refuse(L, "%s of a function that is not known statically is not supported yet; name the function",
                     L->callee);
    const char *name = value_name(L, v.function);
    bool has_body = !LLVMIsDeclaration(v.function);
    if (!has_body || intrinsic_find(name, has_body) != INTRINSIC_NONE || intrinsic_is_atomic_function(name))
        lower_refuse(L, "%s of %s is not supported; use a function of the program", L->callee, name);
    if (LLVMCountParams(v.function) > 0)
        lower_refuse(L, "%s of a function with parameters is undefined; use one without", L->callee);
    for (const Frame *f = L->frame; f; f = f->caller)
        if (f->info->function == v.function)
            lower_refuse(L, "recursion through %s is not supported; rewrite it as a loop", name);
    return v.function;
}

/* The step that each of the objects that the operand may mean can take. */
static void emit_once_steps(Lowering *L, LLVMValueRef call, const SyncTargets *objects, unsigned asked, bool is_set,
                            bool sets, unsigned assigned)
{
    Outcomes outcomes = {0};
    for (uint32_t i = 0; i < objects->count; i++) {
        const SyncTarget *t = &objects->data[i];
        CHECK(sync_is_valid(L, t, SYNC_ONCE) && asked <= DONE && assigned <= DONE);
        Term guard = sync_term(L, t, asked);
        Step *step = outcome_add(L, &outcomes, t, is_set ? guard : term_not(L->tm, guard), result_term(L, call, 0));
        if (sets) sync_set(L, step, t, assigned, term_bool(L->tm, true));
    }
    outcomes_emit(L, call, &outcomes, "", false);
}

static void leave_to_join(Lowering *L, BlockState *join)
{
    if (!L->cursor.is_reachable) return;
    Step step = {0};
    step_save_all(L, &step);
    join_enter(L, join, NULL, &step, false);
    CHECK(!L->cursor.is_reachable);
}

static void run_function(Lowering *L, LLVMValueRef call, LLVMValueRef function)
{
    SourcePos here = L->pos;
    Frame *frame = frame_new(L, function, call);
    statement_end(L);
    CHECK(L->cursor.depth == 0 && frame->entries.count == 0);
    L->once_depth++;
    frame_lower(L, frame);
    CHECK(L->once_depth > 0 && L->frame == frame->caller);
    L->once_depth--;
    L->pos = here;
}

static void lower_ways(Lowering *L, LLVMValueRef call, LLVMValueRef function, BlockState *join)
{
    SyncTargets objects = {0};
    Step saves = {0};
    step_save_all(L, &saves);
    step_emit(L, &saves);
    cursor_loc(L);
    sync_find(L, LLVMGetOperand(call, 0), SYNC_ONCE, &objects);
    for (uint32_t i = 0; i < objects.count; i++) {
        Term is_done = sync_term(L, &objects.data[i], DONE), is_begun = sync_term(L, &objects.data[i], BEGUN);
        waits_add_stop(L, objects.data[i].guard, term_and(L->tm, is_begun, term_not(L->tm, is_done)), "pthread_once");
    }
    const Cursor start = L->cursor;
    CHECK(start.has_loc && cursor_is_valid(L, &start));
    emit_once_steps(L, call, &objects, DONE, true, false, 0);
    leave_to_join(L, join);
    L->cursor = start;
    L->cursor.dangling = (EdgeIds){0}; /* they lead to the location already */
    emit_once_steps(L, call, &objects, BEGUN, false, true, BEGUN);
    if (L->cursor.is_reachable) run_function(L, call, function);
    if (L->cursor.is_reachable) {
        reads_flush(L);
        emit_once_steps(L, call, &objects, BEGUN, true, true, DONE);
    }
    leave_to_join(L, join);
    vec_free(L->run, &objects);
}

void lower_run_once(Lowering *L, LLVMValueRef call)
{
    sync_begin(L, call, 2);
    sync_refuse_atomic(L);
    origin_refuse(L, L->pos, "pthread_once and call_once cannot be run natively yet");
    LLVMValueRef function = once_function(L, call);
    if (!function) return; /* not reachable */
    SourcePos pos = L->pos;
    BlockState join = {0};
    Tolerance *tolerance = L->tolerance;
    L->tolerance = NULL;
    lower_ways(L, call, function, &join);
    CHECK(join.depth == 0 && L->tolerance == NULL);
    L->tolerance = tolerance;
    operands_retire(L, call);
    Cursor after = {0};
    after.is_reachable = after.has_loc = join.has_loc;
    after.loc = join.loc;
    L->cursor = after;
    L->pos = pos;
    CHECK(cursor_is_valid(L, &L->cursor));
    if (!after.is_reachable) return;
    result_bind(L, call, result_term(L, call, 0));
    statement_end(L);
}
