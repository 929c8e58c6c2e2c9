#include "c/exact/code/control.h"

#include <string.h>

#include "base/check.h"
#include "c/compile/function.h"
#include "c/compile/source.h"
#include "c/exact/code/arith.h"
#include "c/exact/code/atomic.h"
#include "c/exact/code/call.h"
#include "c/exact/code/overflow.h"
#include "c/exact/code/thread.h"
#include "c/exact/heap/lost.h"
#include "c/exact/memory/access.h"
#include "c/exact/memory/bounds.h"
#include "c/exact/memory/merge.h"
#include "c/exact/memory/object.h"
#include "c/exact/memory/operand.h"
#include "c/exact/memory/scope.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/frame_check.h"
#include "c/exact/model/names.h"
#include "c/exact/model/origin.h"
#include "c/exact/model/passed.h"
#include "c/exact/model/values.h"
#include "c/exact/races/instruction.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "logic/term/term.h"

Frame *frame_new(Lowering *L, LLVMValueRef function, LLVMValueRef call)
{
    if (call && facts_has(L->facts, call, 0, FACT_SAVED)) {
        Step saves = {0};
        step_save_all(L, &saves);
        step_emit(L, &saves);
    }
    Frame *f = run_alloc(L->run, sizeof *f);
    f->call = call;
    f->info = function_info(L->functions, function);
    f->caller = L->frame;
    f->serial = context_of(L, L->frame, function, call);
    f->level = L->frame ? L->frame->level + 1 : 0;
    f->is_active = true;
    if (call) {
        f->in_loop = L->frame->in_loop || function_in_cycle(L->run, L->frame->info, LLVMGetInstructionParent(call));
        f->is_result_unused = !LLVMGetFirstUse(call);
    } else {
        f->is_result_unused = true;
    }
    intern_init(L->run, &f->value_ids);
    f->blocks = run_alloc(L->run, (f->info->blocks.count + 1) * sizeof *f->blocks);
    CHECK(f->info->blocks.count > 0 && frame_is_valid(L, f));
    return f;
}

static void frame_close(Lowering *L, Frame *f)
{
    CHECK(f->is_active && L->frame != f && f->work.count == 0);
    f->is_active = false;
    intern_clear(&f->value_ids);
    vec_free(L->run, &f->entries);
    vec_free(L->run, &f->live);
    vec_free(L->run, &f->work);
    run_release(L->run, f->blocks);
    f->blocks = NULL;
}

/* ---- statements ---- */

static bool is_short_circuit(LLVMBasicBlockRef block)
{
    const char *name = LLVMGetBasicBlockName(block);
    return strncmp(name, "land.", 5) == 0 || strncmp(name, "lor.", 4) == 0 || strncmp(name, "cond.", 5) == 0;
}

/* Whether control that enters the block from the middle of a statement is still in it. */
static bool stays_in_statement(Lowering *L, LLVMBasicBlockRef block)
{
    return L->options->granularity == GRANULARITY_STATEMENT && is_short_circuit(block);
}

/* ---- phis ---- */

static LLVMValueRef incoming_value(LLVMValueRef phi, LLVMBasicBlockRef from)
{
    unsigned n = LLVMCountIncoming(phi);
    for (unsigned i = 0; i < n; i++)
        if (LLVMGetIncomingBlock(phi, i) == from) return LLVMGetIncomingValue(phi, i);
    return NULL;
}

/* Values that the phis of block `to` take when control comes from `from`. is_only: no other way leads there. */
static void enter_phis(Lowering *L, LLVMBasicBlockRef from, LLVMBasicBlockRef to, bool is_only, Step *step)
{
    BlockState *state = &L->frame->blocks[function_block(L->frame->info, to)->index];
    bool is_first = !state->has_phis;
    CHECK(!is_only || is_first);
    CHECK(is_first || function_block(L->frame->info, to)->predecessors > 1);
    state->has_phis = true;
    for (LLVMValueRef phi = LLVMGetFirstInstruction(to); phi && LLVMIsAPHINode(phi);
         phi = LLVMGetNextInstruction(phi)) {
        if (!LLVMGetFirstUse(phi)) continue;
        LLVMValueRef incoming = incoming_value(phi, from);
        RUN_CHECK(L->run, incoming != NULL);
        Val v = operand_val(L, incoming);
        CHECK(LLVMTypeOf(incoming) == LLVMTypeOf(phi) && value_fits(L, &v, LLVMTypeOf(phi)));
        operand_retire(L, incoming);
        if (is_only) {
            value_bind(L, L->frame, phi, v);
            continue;
        }
        Val merged = is_first ? val_none() : operand_val(L, phi);
        SlotKey key = {phi, L->frame->serial, 0, SLOT_PHI};
        merge_value(L, &merged, is_first, &v, &key, run_format(L->run, "%s.tmp", value_name(L, phi)), step);
        CHECK(value_fits(L, &merged, LLVMTypeOf(phi)));
        if (is_first) value_bind(L, L->frame, phi, merged);
    }
}

/* ---- branches ---- */

/* Returns the block with which to go on in place, or NULL. */
static LLVMBasicBlockRef jump(Lowering *L, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
    const BlockInfo *info = function_block(L->frame->info, to);
    bool is_only = info->predecessors == 1;
    Step step = {0};
    enter_phis(L, from, to, is_only, &step);
    if (is_only) {
        step_free(L, &step);
        return to;
    }
    bool is_mid = L->cursor.is_mid && stays_in_statement(L, to);
    step_save_all(L, &step);
    uint32_t depth = L->cursor.depth;
    join_enter(L, &L->frame->blocks[info->index], to, &step, is_mid);
    CHECK(!L->frame->blocks[info->index].has_loc || L->frame->blocks[info->index].depth == depth);
    return NULL;
}

typedef struct BranchTarget {
    Term guard;
    LLVMBasicBlockRef block;
    Step step;
} BranchTarget;

static LLVMValueRef first_statement(const Lowering *L, LLVMBasicBlockRef block)
{
    LLVMValueRef i = LLVMGetFirstInstruction(block);
    while (i && LLVMIsACallInst(i) && !is_error_call(L, i)) {
        LLVMValueRef callee = LLVMGetCalledValue(i);
        size_t n = 0;
        if (!LLVMIsAFunction(callee) || strncmp(LLVMGetValueName2(callee, &n), "llvm.dbg.", 9) != 0) break;
        i = LLVMGetNextInstruction(i);
    }
    return i;
}

static void branch_edge(Lowering *L, BranchTarget *t, const Step *saves)
{
    LLVMValueRef first = first_statement(L, t->block);
    if (first && is_error_call(L, first)) {
        passed_failing(L, first);
        emit_error(L, t->guard, first);
        return;
    }
    for (uint32_t i = 0; i < saves->assigns.count; i++)
        vec_push(L->run, &t->step.assigns, saves->assigns.data[i]);
    t->step.guard = t->guard;
    EdgeId edge = step_add(L, &t->step);
    if (edge.i == NO_ID) return;
    CHECK(L->program->edges.data[edge.i].from.i == L->cursor.loc.i);
    const BlockInfo *info = function_block(L->frame->info, t->block);
    bool is_mid = stays_in_statement(L, t->block);
    if (info->predecessors > 1) {
        edge_set_target(L, edge, join_loc(L, &L->frame->blocks[info->index], t->block, is_mid));
        return;
    }
    Cursor cursor = {0};
    cursor.is_reachable = true;
    cursor.depth = L->cursor.depth;
    cursor.is_mid = is_mid;
    vec_push(L->run, &cursor.dangling, edge);
    work_push(L, t->block, &cursor);
}

/* Are they different successors of the block, each with its condition? */
static bool branch_is_complete(const Lowering *L, LLVMBasicBlockRef from, const BranchTarget *targets, uint32_t count)
{
    bool *found = run_alloc(L->run, (L->frame->info->blocks.count + 1) * sizeof *found);
    const BlockInfo *info = function_block(L->frame->info, from);
    uint32_t reached = 0;
    for (uint32_t k = 0; k < info->successors.count; k++)
        found[info->successors.data[k]] = true;
    for (uint32_t i = 0; i < count; i++) {
        const BlockInfo *to = function_block(L->frame->info, targets[i].block);
        reached += to && found[to->index] && term_sort(L->tm, targets[i].guard).kind == SORT_BOOL;
        if (to) found[to->index] = false;
    }
    bool is_complete = true;
    for (uint32_t k = 0; k < info->successors.count; k++)
        is_complete &= !found[info->successors.data[k]];
    run_release(L->run, found);
    return reached == count && is_complete;
}

/* The guards have been computed and the condition's operands retired. */
static void branch_to(Lowering *L, LLVMBasicBlockRef from, BranchTarget *targets, uint32_t count)
{
    CHECK(L->cursor.is_reachable && branch_is_complete(L, from, targets, count));
    for (uint32_t i = 0; i < count; i++) {
        bool is_only = function_block(L->frame->info, targets[i].block)->predecessors == 1;
        enter_phis(L, from, targets[i].block, is_only, &targets[i].step);
    }
    Step saves = {0};
    step_save_all(L, &saves);
    for (uint32_t i = 0; i < count; i++) {
        branch_edge(L, &targets[i], &saves);
        step_free(L, &targets[i].step);
    }
    step_free(L, &saves);
    cursor_loc(L);
    L->cursor.is_reachable = false;
}

/* A branch whose condition is known may skip an assertion that provably holds. */
static void note_skipped(Lowering *L, LLVMBasicBlockRef block)
{
    LLVMValueRef first = first_statement(L, block);
    if (first && is_error_call(L, first)) note_assertion(L, first);
}

static LLVMBasicBlockRef lower_branch(Lowering *L, LLVMBasicBlockRef from, LLVMValueRef instruction)
{
    if (!LLVMIsConditional(instruction)) return jump(L, from, LLVMGetSuccessor(instruction, 0));
    Term condition = operand_term(L, LLVMGetCondition(instruction));
    operand_retire(L, LLVMGetCondition(instruction));
    LLVMBasicBlockRef yes = LLVMGetSuccessor(instruction, 0), no = LLVMGetSuccessor(instruction, 1);
    if (term_is_const(L->tm, condition) || yes == no) {
        LLVMBasicBlockRef next = term_is_false(L->tm, condition) ? no : yes;
        LLVMValueRef first = first_statement(L, next);
        passed_add(L, instruction, !first || !is_error_call(L, first));
        note_skipped(L, next == yes ? no : yes);
        return jump(L, from, next);
    }
    BranchTarget targets[2] = {0};
    targets[0].guard = condition;
    targets[0].block = yes;
    targets[1].guard = term_not(L->tm, condition);
    targets[1].block = no;
    branch_to(L, from, targets, 2);
    return NULL;
}

/* One target a block, so that a block with several cases is reached by one edge. */
static LLVMBasicBlockRef lower_switch(Lowering *L, LLVMBasicBlockRef from, LLVMValueRef instruction)
{
    Term value = operand_term(L, LLVMGetOperand(instruction, 0));
    operand_retire(L, LLVMGetOperand(instruction, 0));
    if (term_is_const(L->tm, value)) passed_add(L, instruction, true);
    unsigned n = LLVMGetNumSuccessors(instruction);
    BranchTarget *targets = run_alloc(L->run, n * sizeof *targets);
    Term other = term_bool(L->tm, true);
    uint32_t count = 1; /* targets[0]: the default */
    targets[0].block = LLVMGetSwitchDefaultDest(instruction);
    for (unsigned i = 1; i < n; i++) {
        Term label = operand_term(L, LLVMGetOperand(instruction, 2 * i));
        Term is_case = term_eq(L->tm, value, label);
        other = term_and(L->tm, other, term_not(L->tm, is_case));
        LLVMBasicBlockRef block = LLVMGetSuccessor(instruction, i);
        uint32_t k = 0;
        while (k < count && targets[k].block != block)
            k++;
        if (k == count) {
            targets[count].guard = is_case;
            targets[count++].block = block;
        } else {
            Term guard = targets[k].guard; /* of the default: still absent */
            targets[k].guard = term_is(guard) ? term_or(L->tm, guard, is_case) : is_case;
        }
    }
    targets[0].guard = term_is(targets[0].guard) ? term_or(L->tm, targets[0].guard, other) : other;
    branch_to(L, from, targets, count);
    run_release(L->run, targets);
    return NULL;
}

static void lower_ret(Lowering *L, LLVMValueRef instruction)
{
    Frame *f = L->frame;
    CHECK(f->info->ret_count > 0 && instruction_function(instruction) == f->info->function);
    scope_end(L);
    if (!f->caller) {
        const LocId *returned = L->thread->is_main ? lost_at_return(L) : NULL;
        if (returned)
            thread_end_at(L, *returned);
        else if (L->thread->is_main)
            thread_halt(L);
        else
            thread_return(L, LLVMGetNumOperands(instruction) ? LLVMGetOperand(instruction, 0) : NULL);
        return;
    }
    LLVMValueRef value = LLVMGetNumOperands(instruction) ? LLVMGetOperand(instruction, 0) : NULL;
    bool has_value = value && !f->is_result_unused;
    Val v = has_value ? operand_val(L, value) : val_none();
    CHECK(!has_value || value_fits(L, &v, LLVMTypeOf(value)));
    scope_return(L, &v);
    operand_retire(L, value);
    if (f->info->ret_count == 1) {
        CHECK(!f->has_returned && !f->ret.has_loc);
        f->has_returned = true;
        f->has_result = has_value;
        f->result = v;
        f->after = L->cursor;
        L->cursor.is_reachable = false;
        return;
    }
    Step step = {0};
    SlotKey key = {f->info->function, f->serial, 0, SLOT_RESULT};
    if (has_value)
        merge_value(L, &f->result, !f->has_result, &v, &key, run_format(L->run, "%s.result", f->info->name), &step);
    CHECK(!f->ret.has_loc || f->has_result == has_value);
    f->has_result = has_value;
    step_save_all(L, &step);
    join_enter(L, &f->ret, NULL, &step, false);
}

/* ---- instructions ---- */

static void refuse_instruction(Lowering *L, LLVMOpcode opcode)
{
    switch ((int)opcode) {
    case LLVMIndirectBr: lower_refuse(L, "computed goto is not supported; use switch");
    case LLVMCallBr: lower_refuse(L, "inline assembly with results that may jump is not supported; use C11 atomics");
    case LLVMVAArg: lower_refuse(L, "variable arguments are not supported; use fixed parameters");
    case LLVMInsertValue: lower_refuse(L, "a struct passed by value is not supported; pass its members");
    case LLVMExtractElement:
    case LLVMInsertElement:
    case LLVMShuffleVector: lower_refuse(L, "vectors are not supported; use scalars");
    default: lower_refuse(L, "this instruction (LLVM opcode %d) is not supported; simplify the statement", (int)opcode);
    }
}

static void lower_alloca(Lowering *L, LLVMValueRef instruction)
{
    LLVMBasicBlockRef block = LLVMGetInstructionParent(instruction);
    LLVMValueRef count = LLVMGetOperand(instruction, 0);
    bool is_single = LLVMIsAConstantInt(count) && LLVMConstIntGetZExtValue(count) == 1;
    origin_alloca(L, instruction);
    if (is_single && block == LLVMGetEntryBasicBlock(L->frame->info->function)) return;
    if (L->frame->in_loop || function_in_cycle(L->run, L->frame->info, block))
        lower_refuse(L, "an array of variable length in a loop is not supported; use a constant size");
    bool is_sized = !LLVMIsAConstantInt(count) && deref_is_asked(L);
    uint64_t size = LLVMABISizeOfType(L->layout, LLVMGetAllocatedType(instruction));
    if (!LLVMIsAConstantInt(count) && (variable_size(L) < INT32_MAX || is_sized)) {
        Term t = operand_term(L, count),
             limit = term_const(L->tm, term_sort(L->tm, t), variable_size(L) / (size ? size : 1));
        emit_limit(L, term_binary(L->tm, TERM_ULT, limit, t),
                   lower_reason(L, "an array of variable length is too long"));
    }
    if (is_sized) {
        unsigned width = L->pointer_width;
        Term t = operand_term(L, count), n = term_extract(L->tm, term_zext(L->tm, t, 64), 0, width);
        Step step = {0};
        step_assign(L, &step, bounds_size(L, object_of_local(L, L->frame, instruction)),
                    term_binary(L->tm, TERM_MUL, n, term_bv(L->tm, width, size)));
        operands_retire(L, instruction);
        step_emit(L, &step);
        return;
    }
    operands_retire(L, instruction);
}

static void lower_instruction(Lowering *L, LLVMValueRef instruction)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
    race_instruction(L, instruction);
    if (!L->cursor.is_reachable) return;
    switch ((int)opcode) {
    case LLVMPHI: break; /* bound on entry */
    case LLVMAlloca: lower_alloca(L, instruction); break;
    case LLVMLoad: lower_load(L, instruction); break;
    case LLVMStore: lower_store(L, instruction); break;
    case LLVMAtomicRMW: lower_rmw(L, instruction); break;
    case LLVMAtomicCmpXchg: lower_cmpxchg(L, instruction); break;
    case LLVMFence: lower_fence(L, instruction); break;
    case LLVMCall: lower_call(L, instruction); break;
    default:
        if (!lower_pure(L, instruction)) refuse_instruction(L, opcode);
    }
}

/* What the instruction has lowered before it is refused stays: the cursor is where it stopped, and no way leads on from
 * there. Ways that begin elsewhere go on, which also may teach the next pass what makes a difference here. False: it is
 * refused. */
static bool lower_or_end(Lowering *L, LLVMValueRef instruction)
{
    Tolerance here = {.reason = NULL}, *outer = L->tolerance;
    const uint32_t action = L->action;
    Frame *frame = L->frame;
    L->tolerance = &here;
    if (setjmp(here.env) == 0) lower_instruction(L, instruction);
    L->tolerance = outer;
    L->action = action;
    if (!here.reason) return true;
    CHECK(frame->is_active);
    L->frame = frame;
    diag_add(L->run, SEVERITY_WARNING, L->pos, "%s; what follows is not examined%s", here.text, here.remedy);
    if (!L->cursor.is_reachable) return false;
    emit_limit(L, TERM_NONE, here.reason);
    condition_add(L, term_bool(L->tm, false));
    return false;
}

static LLVMBasicBlockRef lower_terminator(Lowering *L, LLVMBasicBlockRef block, LLVMValueRef instruction)
{
    passed_add(L, instruction, false);
    switch ((int)LLVMGetInstructionOpcode(instruction)) {
    case LLVMBr: return lower_branch(L, block, instruction);
    case LLVMSwitch: return lower_switch(L, block, instruction);
    case LLVMRet: lower_ret(L, instruction); return NULL;
    case LLVMUnreachable: cursor_loc(L); return NULL;
    default: refuse_instruction(L, LLVMGetInstructionOpcode(instruction)); return NULL;
    }
}

/* Lowers a block; returns the block with which to go on in place, or NULL. */
static LLVMBasicBlockRef lower_block(Lowering *L, LLVMBasicBlockRef block)
{
    if (function_block(L->frame->info, block)->async_unclear) {
        L->pos = block_pos(L, block);
        lower_refuse(L, "it is not clear which call after the label __CPROVER_ASYNC starts a thread; put the label "
                        "directly before one call");
    }
    CHECK(block_is_entered(L, block));
    Frame *frame = L->frame;
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
        facts_count_instruction(L);
        SourcePos pos = sources_pos(L->sources, i);
        if (pos.line) L->pos = pos;
        L->instruction = i;
        L->at_handle = false;
        scope_pass(L, block, i);
        overflow_check_constants(L, i);
        if (LLVMIsATerminatorInst(i)) return lower_terminator(L, block, i);
        bool is_lowered = true;
        if (L->options->ends_where_unsupported)
            is_lowered = lower_or_end(L, i);
        else
            lower_instruction(L, i);
        CHECK(L->frame == frame && cursor_is_valid(L, &L->cursor));
        if (L->cursor.is_reachable) continue;
        if (is_lowered && !LLVMIsACallInst(i)) passed_cut(L, i);
        return NULL;
    }
    return NULL;
}

void frame_lower(Lowering *L, Frame *frame)
{
    Frame *outer = L->frame;
    Tolerance *tolerance = L->tolerance;
    CHECK(frame_is_valid(L, frame) && cursor_is_valid(L, &L->cursor));
    uint32_t once_depth = L->once_depth;
    L->frame = frame;
    L->tolerance = NULL; /* other ways are kept in the frame */
    scope_begin(L);
    for (LLVMBasicBlockRef b = LLVMGetEntryBasicBlock(frame->info->function); b;)
        b = lower_block(L, b);
    while (frame->work.count) {
        CHECK(L->frame == frame && frame_is_valid(L, frame));
        Work work = vec_pop(&frame->work);
        L->cursor = work.cursor;
        vec_clear(&frame->live); /* what is left there belongs to ways that have ended */
        for (LLVMBasicBlockRef b = work.block; b;)
            b = lower_block(L, b);
    }
    Cursor after = {0};
    if (frame->has_returned) {
        after = frame->after;
    } else if (frame->ret.has_loc) {
        after.is_reachable = after.has_loc = true;
        after.loc = frame->ret.loc;
        after.depth = frame->ret.depth;
        after.events = frame->ret.events;
    }
    CHECK(L->frame == frame && L->once_depth == once_depth && frame_is_valid(L, frame));
    L->cursor = after;
    L->frame = outer;
    L->tolerance = tolerance;
    CHECK(cursor_is_valid(L, &L->cursor));
    frame_close(L, frame);
}
