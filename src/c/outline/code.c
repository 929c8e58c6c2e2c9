#include "c/outline/code.h"

#include "base/check.h"
#include "c/outline/access.h"
#include "c/outline/arith.h"
#include "c/outline/call.h"
#include "c/outline/emit.h"
#include "c/outline/thread.h"
#include "c/outline/value.h"
#include "c/survey/cells/gap.h"
#include "c/survey/gather.h"
#include "logic/term/boolean.h"
#include "logic/term/compare.h"

/* ---- blocks ---- */

static FunctionInfo *info_at(const Outline *o)
{
    return o->survey->reached.data[o->bodies.data[o->body].function].info;
}

static LocId block_loc(Outline *o, LLVMBasicBlockRef block)
{
    return o->bodies.data[o->body].blocks[function_block(info_at(o), block)->index];
}

/* Values that the phis of a block take; they are assigned at once. */
static void assign_phis(Outline *o, LLVMBasicBlockRef from, LLVMBasicBlockRef to, OutlineStep *step)
{
    for (LLVMValueRef phi = LLVMGetFirstInstruction(to); phi && LLVMIsAPHINode(phi);
         phi = LLVMGetNextInstruction(phi)) {
        if (!outline_has_sort(LLVMTypeOf(phi)) || !LLVMGetFirstUse(phi)) continue;
        for (unsigned k = 0; k < LLVMCountIncoming(phi); k++)
            if (LLVMGetIncomingBlock(phi, k) == from) {
                outline_assign(o, step, outline_variable(o, phi, 0), outline_operand(o, LLVMGetIncomingValue(phi, k)));
                break;
            }
    }
}

typedef struct Way {
    Term guard;
    LLVMBasicBlockRef to;
} Way;

/* Control goes to one of the blocks; each is there once. */
static void branch_ways(Outline *o, const Way *ways, uint32_t count)
{
    OutlineStep *steps = run_alloc(o->run, (count + 1) * sizeof *steps);
    Saves saves;
    for (uint32_t i = 0; i < count; i++) {
        steps[i].guard = ways[i].guard;
        assign_phis(o, o->block, ways[i].to, &steps[i]);
    }
    outline_save(o, &saves);
    for (uint32_t i = 0; i < count; i++)
        outline_edge(o, &steps[i], &saves, block_loc(o, ways[i].to));
    vec_free(o->run, &saves);
    run_release(o->run, steps);
    o->is_reachable = false;
}

static void abstract_branch(Outline *o, LLVMValueRef i)
{
    if (!LLVMIsConditional(i)) {
        branch_ways(o, &(Way){TERM_NONE, LLVMGetSuccessor(i, 0)}, 1);
        return;
    }
    Term c = outline_operand(o, LLVMGetCondition(i));
    Way ways[2] = {{c, LLVMGetSuccessor(i, 0)}, {term_not(o->tm, c), LLVMGetSuccessor(i, 1)}};
    bool is_one = ways[0].to == ways[1].to;
    if (is_one) ways[0].guard = TERM_NONE;
    branch_ways(o, ways, is_one ? 1 : 2);
}

static void abstract_switch(Outline *o, LLVMValueRef i)
{
    LLVMValueRef operand = LLVMGetOperand(i, 0);
    unsigned n = LLVMGetNumSuccessors(i);
    Way *ways = run_alloc(o->run, (n + 1) * sizeof *ways);
    Sort sort = outline_has_sort(LLVMTypeOf(operand)) ? outline_sort(LLVMTypeOf(operand)) : sort_bool();
    bool is_known = outline_has_sort(LLVMTypeOf(operand));
    Term value = is_known ? outline_operand(o, operand) : TERM_NONE, other = term_bool(o->tm, true);
    uint32_t count = 1;
    ways[0] = (Way){term_bool(o->tm, false), LLVMGetSwitchDefaultDest(i)};
    for (unsigned k = 1; k < n; k++) {
        Term is_case = term_bool(o->tm, true);
        if (is_known)
            is_case =
                term_eq(o->tm, value, term_const(o->tm, sort, LLVMConstIntGetZExtValue(LLVMGetOperand(i, 2 * k))));
        if (is_known) other = term_and(o->tm, other, term_not(o->tm, is_case));
        uint32_t w = 0;
        while (w < count && ways[w].to != LLVMGetSuccessor(i, k))
            w++;
        if (w == count) ways[count++] = (Way){term_bool(o->tm, false), LLVMGetSuccessor(i, k)};
        ways[w].guard = term_or(o->tm, ways[w].guard, is_case);
    }
    ways[0].guard = term_or(o->tm, ways[0].guard, other);
    branch_ways(o, ways, count);
    run_release(o->run, ways);
}

static void abstract_terminator(Outline *o, LLVMValueRef i)
{
    switch ((int)LLVMGetInstructionOpcode(i)) {
    case LLVMBr: abstract_branch(o, i); return;
    case LLVMSwitch: abstract_switch(o, i); return;
    case LLVMRet: outline_return(o, i); return;
    case LLVMUnreachable: outline_end(o); return; /* a function that does not return may have ended the thread */
    default: outline_limit(o, "control goes on in a way that is not followed"); return;
    }
}

/* ---- instructions ---- */

static void abstract_instruction(Outline *o, LLVMValueRef i)
{
    if (LLVMIsATerminatorInst(i))
        abstract_terminator(o, i);
    else if (LLVMIsACallInst(i))
        outline_call(o, i);
    else if (LLVMGetInstructionOpcode(i) == LLVMVAArg)
        outline_limit(o, gap_at(o->survey, i));
    else if (!outline_access(o, i) && !outline_arith(o, i))
        outline_note(o, "some instructions give any value");
    bool is_asked = LLVMGetFirstUse(i) && outline_has_sort(LLVMTypeOf(i));
    if (o->is_reachable && is_asked && !outline_is_bound(o, i)) outline_bind_any(o, i);
    outline_retire(o, i);
}

/* Whether it does something beside computing addresses and passing values on. */
static bool counts_as_step(LLVMValueRef i)
{
    LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
    size_t n = 0;
    if (callee && LLVMIsAFunction(callee) && LLVMGetValueName2(callee, &n)[0] == 'l' && LLVMGetIntrinsicID(callee) &&
        LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMVoidTypeKind)
        return LLVMGetNumArgOperands(i) > 2; /* copies; the others are notes */
    bool is_address = LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMPointerTypeKind && !callee && !LLVMIsALoadInst(i);
    return !is_address && !LLVMIsAPHINode(i);
}

static void abstract_block(Outline *o, LLVMBasicBlockRef block)
{
    OutlineBody *body = &o->bodies.data[o->body];
    bool is_first = !o->is_counted[body->function];
    o->block = block;
    o->loc = block_loc(o, block);
    o->is_reachable = true;
    o->pending.count = 0;
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i && o->is_reachable; i = LLVMGetNextInstruction(i)) {
        SourcePos pos = sources_pos(o->survey->sources, i);
        if (pos.line) o->pos = pos;
        if (LLVMIsAPHINode(i)) {
            if (outline_has_sort(LLVMTypeOf(i)) && LLVMGetFirstUse(i)) outline_bind_variable(o, i, 0);
            continue;
        }
        o->is_exact = true;
        abstract_instruction(o, i);
        o->result->instructions += is_first && counts_as_step(i);
        o->result->exact += is_first && counts_as_step(i) && o->is_exact;
    }
    o->block = NULL;
}

static void make_blocks(Outline *o)
{
    OutlineBody *body = &o->bodies.data[o->body];
    const FunctionInfo *info = info_at(o);
    body->blocks = run_alloc(o->run, (info->blocks.count + 1) * sizeof *body->blocks);
    for (uint32_t i = 0; i < info->blocks.count; i++)
        body->blocks[i] = i == 0 ? body->entry : outline_loc(o, NULL);
}

static void lower_body(Outline *o, uint32_t id)
{
    o->body = id;
    run_poll(o->run);
    o->pos = sources_pos(o->survey->sources, o->survey->reached.data[o->bodies.data[id].function].function);
    make_blocks(o);
    const FunctionInfo *info = info_at(o);
    for (uint32_t i = 0; i < info->blocks.count; i++)
        abstract_block(o, info->blocks.data[i].block);
    o->is_counted[o->bodies.data[id].function] = true;
}

/* ---- threads ---- */

/* Who begins the thread calls its function; behind that it ends. */
static void begin_thread(Outline *o)
{
    const OutlineThread *t = o->thread;
    bool is_main = t == &o->threads.data[0];
    if (is_main) outline_begin(o);
    OutlineStep step = {0};
    if (t->may_land) step.guard = term_eq(o->tm, outline_term(o, t->lands_at), term_bv(o->tm, 32, 0));
    o->landing = o->loc;
    outline_step(o, &step);
    LocId back = outline_loc(o, NULL);
    o->body = UINT32_MAX;
    outline_enter(o, t->function, back);
    o->loc = back;
    if (is_main)
        outline_halt(o);
    else
        outline_end(o);
}

/* The library calls what it is told about, one after the other; there are several such threads. */
static void begin_library(Outline *o)
{
    OutlineStep step = {0};
    outline_step(o, &step);
    o->body = UINT32_MAX;
    for (uint32_t c = 0; c < o->survey->classes.count; c++)
        if (o->survey->classes.data[c].is_callback) outline_enter(o, o->survey->classes.data[c].function, o->loc);
}

/* Ways to behind each setjmp, for threads that go on for others. */
static void land(Outline *o)
{
    OutlineThread *t = &o->threads.data[o->thread - o->threads.data];
    t->landings = o->landings.count;
    for (uint32_t k = 0; t->may_land && k < o->landings.count; k++) {
        OutlineStep step = {.guard = term_eq(o->tm, outline_term(o, t->lands_at), term_bv(o->tm, 32, k + 1))};
        Saves none = {0};
        o->loc = o->landing;
        outline_edge(o, &step, &none, o->landings.data[k].back);
    }
}

static void clear_outline(Outline *o)
{
    for (uint32_t b = 0; b < o->bodies.count; b++) {
        vec_free(o->run, &o->bodies.data[b].sites);
        vec_free(o->run, &o->bodies.data[b].vars);
        run_release(o->run, o->bodies.data[b].blocks);
    }
    run_release(o->run, o->owns);
    intern_clear(&o->body_ids);
    intern_clear(&o->value_ids);
    vec_free(o->run, &o->bodies);
    vec_free(o->run, &o->values);
    vec_free(o->run, &o->pending);
    vec_free(o->run, &o->landings);
    vec_free(o->run, &o->jumps);
    o->has_error = o->has_end = o->has_cancelled = false;
}

void outline_thread(Outline *o, const OutlineThread *thread)
{
    intern_init(o->run, &o->body_ids);
    intern_init(o->run, &o->value_ids);
    o->thread = thread;
    o->owns = run_alloc(o->run, (o->cells.count + 1) * sizeof *o->owns);
    for (uint32_t i = 0; i < o->cells.count; i++)
        o->owns[i].i = NO_ID;
    o->pos = (SourcePos){0};
    if (thread->function) o->pos = sources_pos(o->survey->sources, thread->function);
    o->loc = outline_loc(o, NULL);
    o->program->templates.data[thread->id.i].entry = o->loc;
    o->program->templates.data[thread->id.i].initial = thread == &o->threads.data[0] ? COUNT_ONE : COUNT_NONE;
    o->is_reachable = true;
    if (thread->function)
        begin_thread(o);
    else
        begin_library(o);
    for (uint32_t b = 0; b < o->bodies.count; b++) /* calls add to them */
        lower_body(o, b);
    outline_resolve(o);
    land(o);
    clear_outline(o);
}
