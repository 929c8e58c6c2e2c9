/* Loops like
 *     for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, f, 0);
 * written out, so that each round starts a thread of its own, with a handle of its own, which can be told from the
 * others when it is joined. Where that would not be so they stay as they are (are_told_apart).
 *
 * The loop is a natural loop with one way in, one way back (the latch), and a header that ends in a branch out of it.
 * The counter that decides there is a local integer whose address goes nowhere, with a constant before the loop and one
 * store inside, in the latch, which every round passes exactly once. So its value in each round is known, and how
 * many rounds there are at most; a round may still leave the loop early. Reads of the counter become constants, its
 * stores stay, for those who read it after the loop.
 *
 * The copies for the rounds before the last stand before the original, which becomes the last one, and a copy of the
 * header behind that leaves. It would be unsound to take for constant what somebody else can change: each condition on
 * the counter and on the bound is there for that. */
#include "c/compile/unroll.h"

#include <llvm-c/Analysis.h>

#include "base/check.h"
#include "base/intern.h"
#include "base/vec.h"
#include "c/compile/counter.h"
#include "c/compile/debuginfo.h"
#include "c/compile/function.h"
#include "c/compile/handle_use.h"
#include "c/compile/loop.h"

#define UNROLL_LOOPS 64 /* in one function */

/* ---- copies ---- */

typedef struct Copy {
    const Loop *loop;
    LLVMBuilderRef builder;
    Intern ids; /* of the instructions copied */
    VEC(LLVMValueRef) values;
    LoopBlocks blocks; /* like the loop's; NULL = not copied */
} Copy;

static LLVMValueRef copied_value(const Copy *c, LLVMValueRef v)
{
    uint32_t id = pointer_find(&c->ids, v);
    CHECK(id == INTERN_NONE || id < c->values.count);
    return id == INTERN_NONE ? v : c->values.data[id];
}

static LLVMBasicBlockRef copied_block(const Copy *c, LLVMBasicBlockRef block)
{
    uint32_t id = pointer_find(&c->loop->ids, block);
    return id == INTERN_NONE ? block : c->blocks.data[id];
}

static void copy_instruction(Copy *c, LLVMValueRef i)
{
    size_t n = 0;
    const char *name = LLVMGetValueName2(i, &n);
    LLVMValueRef copy;
    if (LLVMIsAPHINode(i)) {
        copy = LLVMBuildPhi(c->builder, LLVMTypeOf(i), name);
        LLVMInstructionSetDebugLoc(copy, LLVMInstructionGetDebugLoc(i));
    } else {
        copy = LLVMInstructionClone(i);
        LLVMInsertIntoBuilderWithName(c->builder, copy, name);
    }
    pointer_id(&c->ids, i, NULL);
    vec_push(c->loop->run, &c->values, copy);
    CHECK(c->ids.count == c->values.count && LLVMTypeOf(copy) == LLVMTypeOf(i));
}

/* The operands of a copied instruction, when all are copied. */
static void redirect_copy(const Copy *c, LLVMValueRef i)
{
    LLVMValueRef copy = copied_value(c, i);
    CHECK(copy != i && LLVMGetInstructionOpcode(copy) == LLVMGetInstructionOpcode(i));
    if (LLVMIsAPHINode(i)) {
        CHECK(LLVMCountIncoming(copy) == 0);
        for (unsigned k = 0; k < LLVMCountIncoming(i); k++) {
            LLVMValueRef value = copied_value(c, LLVMGetIncomingValue(i, k));
            LLVMBasicBlockRef from = copied_block(c, LLVMGetIncomingBlock(i, k));
            CHECK(from && LLVMTypeOf(value) == LLVMTypeOf(copy));
            LLVMAddIncoming(copy, &value, &from, 1);
        }
        return;
    }
    for (int k = 0; k < LLVMGetNumOperands(i); k++) {
        LLVMValueRef old = LLVMGetOperand(i, (unsigned)k), new = copied_value(c, old);
        if (new != old) LLVMSetOperand(copy, (unsigned)k, new);
    }
    if (!LLVMIsATerminatorInst(i)) return;
    for (unsigned s = 0; s < LLVMGetNumSuccessors(i); s++) {
        LLVMBasicBlockRef to = copied_block(c, LLVMGetSuccessor(i, s));
        if (to) LLVMSetSuccessor(copy, s, to);
    }
}

/* Has each copied instruction a copy in the copy of its block, which is made of copies where there are any? */
static bool copy_is_closed(const Copy *c)
{
    for (uint32_t id = 0; id < c->ids.count; id++) {
        LLVMValueRef copy = c->values.data[id];
        if (loop_has_instruction(c->loop, copy)) return false;
        for (int k = 0; k < LLVMGetNumOperands(copy); k++) {
            LLVMValueRef v = LLVMGetOperand(copy, (unsigned)k);
            bool is_old_block = LLVMValueIsBasicBlock(v) && copied_block(c, LLVMValueAsBasicBlock(v)) &&
                                loop_has(c->loop, LLVMValueAsBasicBlock(v));
            if (copied_value(c, v) != v || is_old_block) return false;
        }
    }
    return true;
}

/* A copy of the first `count` blocks, before the original; the caller frees its blocks. Their ways lead among
 * themselves, and elsewhere as before. */
static LoopBlocks copy_blocks(const Loop *loop, uint32_t count)
{
    LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(LLVMGetBasicBlockParent(loop->header)));
    CHECK(count >= 1 && count <= loop->blocks.count);
    Copy c = {.loop = loop, .builder = LLVMCreateBuilderInContext(context)};
    intern_init(loop->run, &c.ids);
    vec_resize(loop->run, &c.blocks, loop->blocks.count);
    for (uint32_t k = 0; k < count; k++) {
        LLVMBasicBlockRef block = loop->blocks.data[k];
        c.blocks.data[k] = LLVMInsertBasicBlockInContext(context, loop->header, LLVMGetBasicBlockName(block));
        LLVMPositionBuilderAtEnd(c.builder, c.blocks.data[k]);
        for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
            copy_instruction(&c, i);
    }
    for (uint32_t k = 0; k < count; k++)
        for (LLVMValueRef i = LLVMGetFirstInstruction(loop->blocks.data[k]); i; i = LLVMGetNextInstruction(i))
            redirect_copy(&c, i);
    CHECK(copy_is_closed(&c));
    LLVMDisposeBuilder(c.builder);
    intern_clear(&c.ids);
    vec_free(loop->run, &c.values);
    return c.blocks;
}

/* ---- one round ---- */

/* Reads of the counter become constants: another one behind the step. */
static void fix_counter(const Loop *loop, LLVMBasicBlockRef block, uint64_t value, uint64_t next)
{
    for (LLVMValueRef i = LLVMGetFirstInstruction(block), after; i; i = after) {
        after = LLVMGetNextInstruction(i);
        if (LLVMIsAStoreInst(i) && LLVMGetOperand(i, 1) == loop->counter) value = next;
        if (!LLVMIsALoadInst(i) || LLVMGetOperand(i, 0) != loop->counter) continue;
        LLVMReplaceAllUsesWith(i, LLVMConstInt(LLVMTypeOf(i), value, false));
        LLVMInstructionEraseFromParent(i);
    }
}

/* What is made of constants only becomes one, so that an index of a handle is told. */
static void fold_block_constants(LLVMBasicBlockRef block)
{
    for (LLVMValueRef i = LLVMGetFirstInstruction(block), after; i; i = after) {
        after = LLVMGetNextInstruction(i);
        uint64_t operands[2] = {0, 0}, value;
        int count = LLVMGetNumOperands(i);
        bool is_known = constant_is_integer(i) && count >= 1 && count <= 2;
        for (int k = 0; is_known && k < count; k++) {
            LLVMValueRef v = LLVMGetOperand(i, (unsigned)k);
            is_known = constant_is_integer(v) && LLVMIsAConstantInt(v);
            if (is_known) operands[k] = LLVMConstIntGetZExtValue(v);
        }
        CHECK(!is_known || !LLVMIsAStoreInst(i));
        if (!is_known || LLVMIsAPHINode(i) || !constant_operate(i, operands[0], operands[1], &value)) continue;
        LLVMReplaceAllUsesWith(i, LLVMConstInt(LLVMTypeOf(i), value, false));
        LLVMInstructionEraseFromParent(i);
    }
}

static void fix_header(LLVMBasicBlockRef header, LLVMBasicBlockRef to)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(header);
    CHECK(to && LLVMIsABranchInst(end) && LLVMIsConditional(end));
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(end)));
    LLVMPositionBuilderBefore(builder, end);
    LLVMBuildBr(builder, to);
    LLVMDisposeBuilder(builder);
    bool is_again = function_is_again(header);
    LLVMInstructionEraseFromParent(end);
    if (is_again) function_mark_again(header);
}

static bool branches_to(LLVMValueRef end, LLVMBasicBlockRef to)
{
    for (unsigned s = 0; s < LLVMGetNumSuccessors(end); s++)
        if (LLVMGetSuccessor(end, s) == to) return true;
    return false;
}

static void retarget(LLVMBasicBlockRef block, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    CHECK(to && branches_to(end, from));
    for (unsigned s = 0; s < LLVMGetNumSuccessors(end); s++)
        if (LLVMGetSuccessor(end, s) == from) LLVMSetSuccessor(end, s, to);
}

static bool reads_counter(const Loop *loop, const LoopBlocks *blocks)
{
    for (uint32_t b = 0; b < blocks->count; b++)
        for (LLVMValueRef i = blocks->data[b] ? LLVMGetFirstInstruction(blocks->data[b]) : NULL; i;
             i = LLVMGetNextInstruction(i))
            if (LLVMIsALoadInst(i) && LLVMGetOperand(i, 0) == loop->counter) return true;
    return false;
}

/* Makes the blocks the k-th round; after the last one they leave. */
static void write_round(const Loop *loop, const LoopBlocks *blocks, uint32_t k)
{
    uint32_t inside = pointer_find(&loop->ids, loop->inside);
    bool is_round = k < loop->rounds;
    CHECK(k <= loop->rounds && inside > 0 && inside < blocks->count);
    CHECK(blocks->data[0] && (!is_round || blocks->data[inside]));
    for (uint32_t b = 0; b < blocks->count; b++) {
        if (!blocks->data[b]) continue;
        fix_counter(loop, blocks->data[b], loop->values[k], is_round ? loop->values[k + 1] : 0);
        fold_block_constants(blocks->data[b]);
    }
    fix_header(blocks->data[0], is_round ? blocks->data[inside] : loop->exit);
    for (uint32_t b = 0; b < blocks->count && k > 0; b++)
        if (blocks->data[b]) function_mark_again(blocks->data[b]);
    CHECK(!reads_counter(loop, blocks));
}

static void unroll(const Loop *loop)
{
    uint32_t latch = pointer_find(&loop->ids, loop->latch), last = loop->rounds - 1;
    LoopBlocks rounds[UNROLL_ROUNDS + 1];
    CHECK(loop->rounds >= 1 && loop->rounds <= UNROLL_ROUNDS && latch > 0 && latch < loop->blocks.count);
    for (uint32_t k = 0; k < last; k++)
        rounds[k] = copy_blocks(loop, loop->blocks.count);
    rounds[last] = loop->blocks;
    rounds[last + 1] = copy_blocks(loop, 1);
    retarget(loop->before, loop->header, rounds[0].data[0]);
    for (uint32_t k = 0; k <= last + 1; k++)
        write_round(loop, &rounds[k], k);
    for (uint32_t k = 0; k <= last; k++)
        retarget(rounds[k].data[latch], rounds[k].data[0], rounds[k + 1].data[0]);
    for (uint32_t k = 0; k <= last + 1; k++)
        if (k != last) vec_free(loop->run, &rounds[k]);
    CHECK(!LLVMVerifyFunction(LLVMGetBasicBlockParent(loop->header), LLVMReturnStatusAction));
}

/* ---- which loops ---- */

typedef struct Threads {
    Run *run;
    Intern ids; /* of functions that start or join threads, themselves or by calling others */
    VEC(LLVMValueRef) functions;
    bool are_places; /* all joins are of handles that are told apart by where they are */
} Threads;

static void threads_add(Threads *threads, LLVMValueRef function)
{
    bool is_new = false;
    if (function) pointer_id(&threads->ids, function, &is_new);
    if (is_new) vec_push(threads->run, &threads->functions, function);
    CHECK(threads->ids.count == threads->functions.count);
}

static bool joins_are_of_places(LLVMValueRef join)
{
    for (LLVMUseRef u = join ? LLVMGetFirstUse(join) : NULL; u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool is_call = LLVMIsACallInst(user) && LLVMGetCalledValue(user) == join;
        if (!is_call || !is_handle_of_place(handle_address(user))) return false;
    }
    return true;
}

/* NULL: the program has its own, or none. */
static LLVMValueRef library_function(LLVMModuleRef module, const char *name)
{
    LLVMValueRef f = LLVMGetNamedFunction(module, name);
    return f && LLVMIsDeclaration(f) ? f : NULL;
}

static void find_thread_functions(Threads *threads, LLVMModuleRef module)
{
    static const char *const names[] = {"pthread_create", "thrd_create", "pthread_join", "thrd_join"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        threads_add(threads, library_function(module, names[i]));
    for (uint32_t i = 0; i < threads->functions.count; i++) {
        LLVMValueRef function = threads->functions.data[i];
        for (LLVMUseRef u = LLVMGetFirstUse(function); u; u = LLVMGetNextUse(u)) {
            LLVMValueRef user = LLVMGetUser(u);
            if (LLVMIsACallInst(user) && LLVMGetCalledValue(user) == function)
                threads_add(threads, instruction_function(user));
        }
    }
}

static bool is_thread_call(const Threads *threads, LLVMValueRef i)
{
    return LLVMIsACallInst(i) && pointer_find(&threads->ids, LLVMGetCalledValue(i)) != INTERN_NONE;
}

/* Is the value made of the counter and constants? */
static bool is_of_counter(const Loop *loop, LLVMValueRef v, int depth)
{
    if (LLVMIsAConstant(v)) return true;
    if (LLVMIsALoadInst(v)) return LLVMGetOperand(v, 0) == loop->counter;
    if (depth > 8 || !LLVMIsAInstruction(v) || !constant_is_integer(v) || LLVMIsACallInst(v) || LLVMIsAPHINode(v))
        return false;
    for (int k = 0; k < LLVMGetNumOperands(v); k++)
        if (!is_of_counter(loop, LLVMGetOperand(v, (unsigned)k), depth + 1)) return false;
    return true;
}

/* Is the address one and the same in a round that is written out? */
static bool is_fixed_in_round(const Loop *loop, LLVMValueRef address)
{
    for (; LLVMIsAGetElementPtrInst(address); address = LLVMGetOperand(address, 0))
        for (int k = 1; k < LLVMGetNumOperands(address); k++)
            if (!is_of_counter(loop, LLVMGetOperand(address, (unsigned)k), 0)) return false;
    return true;
}

/* Does the value change with the counter? */
static bool has_counter(const Loop *loop, LLVMValueRef v, int depth)
{
    if (LLVMIsALoadInst(v) && LLVMGetOperand(v, 0) == loop->counter) return true;
    bool found = false;
    for (int k = 0; k < LLVMGetNumOperands(v) && depth < 8 && LLVMIsAInstruction(v) && !LLVMIsAPHINode(v); k++)
        found |= has_counter(loop, LLVMGetOperand(v, (unsigned)k), depth + 1);
    return found;
}

static bool is_given_something(LLVMValueRef start)
{
    return !LLVMIsAConstant(LLVMGetOperand(start, LLVMGetNumArgOperands(start) - 1));
}

/* Is a thread whose handle is in the variable given something of its own? */
static bool has_given_start(LLVMValueRef address, int depth)
{
    if (depth == 0 && !LLVMIsAAllocaInst(address) && !LLVMIsAGlobalVariable(address)) return false;
    for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool is_part = user != address && handle_variable(user) == handle_variable(address);
        if (is_part && depth < 8 && has_given_start(user, depth + 1)) return true;
        if (LLVMIsACallInst(user) && handle_address(user) == address && is_given_something(user)) return true;
    }
    return false;
}

/* Written out, the threads are told apart by where their handles are, or by what they are given. Handles that are found
 * by their values are no easier to tell apart then, and many copies of one thread are more than many threads of it. */
static bool are_told_apart(const Threads *threads, const Loop *loop, LLVMValueRef call)
{
    if (!LLVMIsDeclaration(LLVMGetCalledValue(call))) return threads->are_places;
    LLVMValueRef handle = handle_address(call);
    unsigned count = LLVMGetNumArgOperands(call);
    bool is_start = count > 2;
    if (is_start && has_counter(loop, LLVMGetOperand(call, count - 2), 0)) return true; /* other functions */
    if (!handle || is_in_new_memory(handle)) return false;
    if (is_handle_of_place(handle) && is_fixed_in_round(loop, handle)) return true;
    if (is_start) return has_counter(loop, LLVMGetOperand(call, count - 1), 0);
    return is_fixed_in_round(loop, handle) && has_given_start(handle_variable(handle), 0);
}

/* Whether the loop starts or joins threads that are then told apart, is not too long, and does not declare its counter
 * inside. */
static bool is_worth_it(const Loop *loop, const Threads *threads)
{
    uint32_t count = 0;
    bool found = false;
    for (uint32_t k = 0; k < loop->blocks.count; k++) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(loop->blocks.data[k]); i; i = LLVMGetNextInstruction(i)) {
            count++;
            found |= is_thread_call(threads, i) && are_told_apart(threads, loop, i);
            if (instruction_declares(i, loop->counter)) return false;
        }
    }
    return found && count * loop->rounds <= UNROLL_INSTRUCTIONS;
}

/* The rounds of the loop, which has been written out; 0: it stays. */
static uint32_t try_loop(const Threads *threads, LLVMBasicBlockRef latch, LLVMBasicBlockRef header)
{
    Loop loop = {.run = threads->run};
    intern_init(loop.run, &loop.ids);
    bool is_done = loop_find(&loop, latch, header) && loop_header_decides(&loop) && loop_values_stay(&loop) &&
                   !loop_leads_to_phi(&loop) && loop_count_rounds(&loop) && is_worth_it(&loop, threads);
    if (is_done) unroll(&loop);
    uint32_t rounds = is_done ? loop.rounds : 0;
    loop_clear(&loop);
    return rounds;
}

/* The latch jumps back without a condition, so that a round passes it once. */
static uint32_t unroll_one(const Threads *threads, LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        if (!LLVMIsABranchInst(end) || LLVMIsConditional(end)) continue;
        uint32_t rounds = try_loop(threads, b, LLVMGetSuccessor(end, 0));
        if (rounds) return rounds;
    }
    return 0;
}

uint32_t unroll_module(Run *run, LLVMModuleRef module)
{
    uint32_t most = 0;
    LLVMValueRef join = library_function(module, "pthread_join"), c11 = library_function(module, "thrd_join");
    if (!(join && LLVMGetFirstUse(join)) && !(c11 && LLVMGetFirstUse(c11))) return 0;
    Threads threads = {.run = run, .are_places = joins_are_of_places(join) && joins_are_of_places(c11)};
    intern_init(run, &threads.ids);
    find_thread_functions(&threads, module);
    for (uint32_t i = 0; i < threads.functions.count; i++)
        for (uint32_t k = 0, rounds = 1; k < UNROLL_LOOPS && rounds; k++) {
            run_poll(run);
            rounds = unroll_one(&threads, threads.functions.data[i]);
            if (rounds > most) most = rounds;
        }
    vec_free(run, &threads.functions);
    intern_clear(&threads.ids);
    return most;
}
