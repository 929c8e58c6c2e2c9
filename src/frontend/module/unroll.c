/* Loops like
 *     for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, f, 0);
 * written out, so that each round starts a thread of its own, with a handle of its own, which can be told from the
 * others when it is joined.
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
#include "frontend/module/unroll.h"

#include <string.h>

#include "base/intern.h"
#include "base/vec.h"
#include "frontend/module/debuginfo.h"
#include "frontend/module/function.h"

#define UNROLL_LOOPS 64 /* in one function */

typedef VEC(LLVMBasicBlockRef) Blocks;

typedef struct Loop {
    Run *run;
    LLVMBasicBlockRef header, latch, before; /* before: from where it is entered */
    LLVMBasicBlockRef inside, exit;          /* where the header's branch leads */
    Blocks blocks;                           /* the header first */
    Intern ids;                              /* of the blocks */
    LLVMValueRef counter, step;              /* step: the store that changes the counter */
    uint32_t rounds;
    uint64_t values[UNROLL_ROUNDS + 1]; /* of the counter in each round, and when the loop is left */
} Loop;

static bool loop_has(const Loop *loop, LLVMBasicBlockRef block)
{
    return pointer_find(&loop->ids, block) != INTERN_NONE;
}

static bool loop_has_instruction(const Loop *loop, LLVMValueRef i)
{
    return loop_has(loop, LLVMGetInstructionParent(i));
}

static void loop_clear(Loop *loop)
{
    vec_free(loop->run, &loop->blocks);
    intern_clear(&loop->ids);
}

static LLVMValueRef function_of(LLVMValueRef i) { return LLVMGetBasicBlockParent(LLVMGetInstructionParent(i)); }

/* ---- the loop ---- */

static bool loop_add(Loop *loop, LLVMBasicBlockRef block)
{
    bool is_new;
    pointer_id(&loop->ids, block, &is_new);
    if (is_new) vec_push(loop->run, &loop->blocks, block);
    return is_new;
}

typedef void (*BlockFn)(LLVMBasicBlockRef from, LLVMBasicBlockRef to, void *arg);

/* Calls fn for every control-flow edge that enters the block. */
static void for_each_predecessor(LLVMBasicBlockRef block, BlockFn fn, void *arg)
{
    for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsATerminatorInst(user)) fn(LLVMGetInstructionParent(user), block, arg);
    }
}

static void add_predecessor(LLVMBasicBlockRef from, LLVMBasicBlockRef to, void *arg)
{
    (void)to;
    loop_add(arg, from);
}

typedef struct Entries {
    const Loop *loop;
    uint32_t back, in;
    LLVMBasicBlockRef latch, before;
} Entries;

static void count_entry(LLVMBasicBlockRef from, LLVMBasicBlockRef to, void *arg)
{
    (void)to;
    Entries *e = arg;
    if (loop_has(e->loop, from)) {
        e->back++;
        e->latch = from;
    } else {
        e->in++;
        e->before = from;
    }
}

/* The natural loop of the edge from latch to header, if it is one that has a single way in and a single way back. */
static bool loop_find(Loop *loop, LLVMBasicBlockRef latch, LLVMBasicBlockRef header)
{
    loop->header = header;
    loop_add(loop, header);
    loop_add(loop, latch);
    for (uint32_t i = 1; i < loop->blocks.count; i++)
        for_each_predecessor(loop->blocks.data[i], add_predecessor, loop);
    if (loop_has(loop, LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(header)))) return false;
    Entries entries = {.loop = loop};
    for_each_predecessor(header, count_entry, &entries);
    loop->latch = entries.latch;
    loop->before = entries.before;
    return entries.back == 1 && entries.in == 1 && latch != header;
}

/* The header chooses between the loop and the way out. */
static bool header_decides(Loop *loop)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(loop->header);
    if (!LLVMIsABranchInst(end) || !LLVMIsConditional(end)) return false;
    LLVMBasicBlockRef yes = LLVMGetSuccessor(end, 0), no = LLVMGetSuccessor(end, 1);
    bool stays = loop_has(loop, yes);
    loop->inside = stays ? yes : no;
    loop->exit = stays ? no : yes;
    return loop_has(loop, loop->inside) && !loop_has(loop, loop->exit) && loop->inside != loop->header;
}

/* Whether no value made in the loop is used outside, not even by a phi. */
static bool values_stay(const Loop *loop)
{
    for (uint32_t k = 0; k < loop->blocks.count; k++) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(loop->blocks.data[k]); i; i = LLVMGetNextInstruction(i)) {
            if (LLVMIsAAllocaInst(i)) return false;
            for (LLVMUseRef u = LLVMGetFirstUse(i); u; u = LLVMGetNextUse(u))
                if (!LLVMIsAInstruction(LLVMGetUser(u)) || !loop_has_instruction(loop, LLVMGetUser(u))) return false;
        }
    }
    return true;
}

static bool has_phi(LLVMBasicBlockRef block) { return LLVMIsAPHINode(LLVMGetFirstInstruction(block)) != NULL; }

/* Whether a branch out of the loop, or the way into it, meets phis, whose sources would change. */
static bool leads_to_phi(const Loop *loop)
{
    for (uint32_t k = 0; k < loop->blocks.count; k++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(loop->blocks.data[k]);
        if (!LLVMIsABranchInst(end) && !LLVMIsASwitchInst(end) && !LLVMIsAReturnInst(end) &&
            !LLVMIsAUnreachableInst(end))
            return true;
        for (unsigned s = 0; s < LLVMGetNumSuccessors(end); s++) {
            LLVMBasicBlockRef to = LLVMGetSuccessor(end, s);
            if ((!loop_has(loop, to) || to == loop->header) && has_phi(to)) return true;
        }
    }
    return false;
}

/* ---- constants ---- */

static bool is_debug_call(LLVMValueRef user)
{
    LLVMValueRef callee = LLVMIsACallInst(user) ? LLVMGetCalledValue(user) : NULL;
    size_t n = 0;
    return callee && LLVMIsAFunction(callee) && strncmp(LLVMGetValueName2(callee, &n), "llvm.dbg.", 9) == 0;
}

/* Whether the storage of an integer is only loaded and stored as a whole; *stores counts the stores. */
static bool is_plain(LLVMValueRef storage, LLVMTypeRef type, uint32_t *stores, LLVMValueRef *store)
{
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) > 64) return false;
    for (LLVMUseRef u = LLVMGetFirstUse(storage); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsALoadInst(user)) {
            if (LLVMTypeOf(user) != type) return false;
        } else if (LLVMIsAStoreInst(user)) {
            if (LLVMGetOperand(user, 0) == storage || LLVMTypeOf(LLVMGetOperand(user, 0)) != type) return false;
            ++*stores;
            *store = user;
        } else if (!is_debug_call(user)) {
            return false;
        }
    }
    return true;
}

/* The constant that a variable always has when it is read behind the first block of the function: its only store is in
 * that block, or it is a global that is never stored to. Global zeros may be arbitrary (--nondet-static). */
static bool constant_storage(LLVMValueRef storage, LLVMTypeRef type, uint64_t *value)
{
    uint32_t stores = 0;
    LLVMValueRef store = NULL, constant = NULL;
    if (LLVMIsAAllocaInst(storage)) {
        if (LLVMGetAllocatedType(storage) != type || !is_plain(storage, type, &stores, &store) || stores != 1)
            return false;
        if (LLVMGetInstructionParent(store) != LLVMGetEntryBasicBlock(function_of(store))) return false;
        constant = LLVMGetOperand(store, 0);
    } else if (LLVMIsAGlobalVariable(storage)) {
        bool is_known = LLVMGlobalGetValueType(storage) == type && !LLVMIsThreadLocal(storage) &&
                        !LLVMIsDeclaration(storage) && is_plain(storage, type, &stores, &store) && stores == 0;
        constant = is_known ? LLVMGetInitializer(storage) : NULL;
        if (constant && LLVMIsNull(constant)) return false;
    }
    if (!constant || !LLVMIsAConstantInt(constant)) return false;
    *value = LLVMConstIntGetZExtValue(constant);
    return true;
}

static unsigned int_width(LLVMValueRef v)
{
    LLVMTypeRef type = LLVMTypeOf(v);
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;
}

static uint64_t truncated(uint64_t v, unsigned width) { return width >= 64 ? v : v & ((UINT64_C(1) << width) - 1); }

static int64_t extended(uint64_t v, unsigned width)
{
    if (width < 64 && (v >> (width - 1) & 1)) v |= ~UINT64_C(0) << width;
    return (int64_t)v;
}

static bool compare(LLVMIntPredicate predicate, uint64_t a, uint64_t b, unsigned width)
{
    int64_t s = extended(a, width), t = extended(b, width);
    switch (predicate) {
    case LLVMIntEQ: return a == b;
    case LLVMIntNE: return a != b;
    case LLVMIntUGT: return a > b;
    case LLVMIntUGE: return a >= b;
    case LLVMIntULT: return a < b;
    case LLVMIntULE: return a <= b;
    case LLVMIntSGT: return s > t;
    case LLVMIntSGE: return s >= t;
    case LLVMIntSLT: return s < t;
    case LLVMIntSLE: return s <= t;
    }
    return false;
}

/* The value of an instruction over integers with one or two operands. */
static bool operate(LLVMValueRef i, uint64_t a, uint64_t b, uint64_t *result)
{
    unsigned from = int_width(LLVMGetOperand(i, 0));
    switch ((int)LLVMGetInstructionOpcode(i)) {
    case LLVMZExt:
    case LLVMTrunc: *result = a; break;
    case LLVMSExt: *result = (uint64_t)extended(a, from); break;
    case LLVMAdd: *result = a + b; break;
    case LLVMSub: *result = a - b; break;
    case LLVMMul: *result = a * b; break;
    case LLVMICmp: *result = compare(LLVMGetICmpPredicate(i), a, b, from); break;
    default: return false;
    }
    *result = truncated(*result, int_width(i));
    return true;
}

static bool is_integer(LLVMValueRef v) { return int_width(v) > 0 && int_width(v) <= 64; }

/* The value of an instruction of the loop while the counter, not stored yet in this round, has a value; loop NULL: of
 * one outside that depends on no counter. */
static bool evaluate(const Loop *loop, uint64_t counter, LLVMValueRef v, int depth, uint64_t *result)
{
    if (!is_integer(v) || depth > 8) return false;
    if (LLVMIsAConstantInt(v)) {
        *result = LLVMConstIntGetZExtValue(v);
        return true;
    }
    if (!LLVMIsAInstruction(v) || (loop && !loop_has_instruction(loop, v))) return false;
    if (LLVMIsALoadInst(v)) {
        LLVMValueRef storage = LLVMGetOperand(v, 0);
        *result = counter;
        if (loop && storage == loop->counter) return true;
        bool is_early = LLVMGetInstructionParent(v) == LLVMGetEntryBasicBlock(function_of(v));
        return !(is_early && LLVMIsAAllocaInst(storage)) && constant_storage(storage, LLVMTypeOf(v), result);
    }
    uint64_t operands[2] = {0, 0};
    int count = LLVMGetNumOperands(v);
    for (int k = 0; k < count; k++)
        if (k == 2 || !evaluate(loop, counter, LLVMGetOperand(v, (unsigned)k), depth + 1, &operands[k])) return false;
    return count > 0 && operate(v, operands[0], operands[1], result);
}

/* ---- the counter ---- */

/* The local variable on which the condition depends: the first that the loop stores to. */
static LLVMValueRef find_counter(const Loop *loop, LLVMValueRef v, int depth)
{
    if (!LLVMIsAInstruction(v) || depth > 8 || !loop_has_instruction(loop, v)) return NULL;
    if (LLVMIsALoadInst(v)) {
        LLVMValueRef storage = LLVMGetOperand(v, 0);
        uint64_t value;
        return LLVMIsAAllocaInst(storage) && !constant_storage(storage, LLVMTypeOf(v), &value) ? storage : NULL;
    }
    LLVMValueRef found = NULL;
    for (int k = 0; k < LLVMGetNumOperands(v) && !found; k++)
        found = find_counter(loop, LLVMGetOperand(v, (unsigned)k), depth + 1);
    return found;
}

/* The counter's only store in the loop; it must be in the latch. */
static bool find_step(Loop *loop)
{
    uint32_t stores = 0;
    LLVMValueRef last = NULL;
    if (!is_plain(loop->counter, LLVMGetAllocatedType(loop->counter), &stores, &last)) return false;
    stores = 0;
    for (LLVMUseRef u = LLVMGetFirstUse(loop->counter); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAStoreInst(user) && loop_has_instruction(loop, user)) {
            loop->step = user;
            stores++;
        }
    }
    return stores == 1 && LLVMGetInstructionParent(loop->step) == loop->latch;
}

static void only_predecessor(LLVMBasicBlockRef from, LLVMBasicBlockRef to, void *arg)
{
    (void)to;
    Entries *e = arg;
    e->in++;
    e->before = from;
}

static bool declares(LLVMValueRef i, LLVMValueRef storage)
{
    size_t n = 0;
    return is_debug_call(i) && strcmp(LLVMGetValueName2(LLVMGetCalledValue(i), &n), "llvm.dbg.declare") == 0 &&
           debug_declared_storage(i) == storage;
}

/* What the counter is set to on the way to the loop, as far back as there is only one. */
static bool find_start(const Loop *loop, uint64_t *value)
{
    LLVMBasicBlockRef block = loop->before;
    for (int steps = 0; block && steps < 64; steps++) {
        for (LLVMValueRef i = LLVMGetLastInstruction(block); i; i = LLVMGetPreviousInstruction(i)) {
            if (declares(i, loop->counter)) return false;
            if (!LLVMIsAStoreInst(i) || LLVMGetOperand(i, 1) != loop->counter) continue;
            return evaluate(NULL, 0, LLVMGetOperand(i, 0), 0, value);
        }
        Entries entries = {0};
        for_each_predecessor(block, only_predecessor, &entries);
        block = entries.in == 1 ? entries.before : NULL;
    }
    return false;
}

static bool count_rounds(Loop *loop)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(loop->header), condition = LLVMGetCondition(end);
    bool stays_when = LLVMGetSuccessor(end, 0) == loop->inside;
    loop->counter = find_counter(loop, condition, 0);
    uint64_t value = 0, holds = 0;
    if (!loop->counter || !find_step(loop) || !find_start(loop, &value)) return false;
    for (loop->rounds = 0;; loop->rounds++) {
        loop->values[loop->rounds] = value;
        if (!evaluate(loop, value, condition, 0, &holds)) return false;
        if ((holds != 0) != stays_when) return loop->rounds > 0;
        if (loop->rounds == UNROLL_ROUNDS) return false;
        if (!evaluate(loop, value, LLVMGetOperand(loop->step, 0), 0, &value)) return false;
    }
}

/* ---- copies ---- */

typedef struct Copy {
    const Loop *loop;
    LLVMBuilderRef builder;
    Intern ids; /* of the instructions copied */
    VEC(LLVMValueRef) values;
    Blocks blocks; /* like the loop's; NULL = not copied */
} Copy;

static LLVMValueRef copied_value(const Copy *c, LLVMValueRef v)
{
    uint32_t id = pointer_find(&c->ids, v);
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
}

/* The operands of a copied instruction, when all are copied. */
static void redirect(const Copy *c, LLVMValueRef i)
{
    LLVMValueRef copy = copied_value(c, i);
    if (LLVMIsAPHINode(i)) {
        for (unsigned k = 0; k < LLVMCountIncoming(i); k++) {
            LLVMValueRef value = copied_value(c, LLVMGetIncomingValue(i, k));
            LLVMBasicBlockRef from = copied_block(c, LLVMGetIncomingBlock(i, k));
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

/* A copy of the first `count` blocks, before the original; the caller frees its blocks. Their ways lead among
 * themselves, and elsewhere as before. */
static Blocks copy_blocks(const Loop *loop, uint32_t count)
{
    LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(LLVMGetBasicBlockParent(loop->header)));
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
            redirect(&c, i);
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
static void fold(LLVMBasicBlockRef block)
{
    for (LLVMValueRef i = LLVMGetFirstInstruction(block), after; i; i = after) {
        after = LLVMGetNextInstruction(i);
        uint64_t operands[2] = {0, 0}, value;
        int count = LLVMGetNumOperands(i);
        bool is_known = is_integer(i) && count >= 1 && count <= 2;
        for (int k = 0; is_known && k < count; k++) {
            LLVMValueRef v = LLVMGetOperand(i, (unsigned)k);
            is_known = is_integer(v) && LLVMIsAConstantInt(v);
            if (is_known) operands[k] = LLVMConstIntGetZExtValue(v);
        }
        if (!is_known || LLVMIsAPHINode(i) || !operate(i, operands[0], operands[1], &value)) continue;
        LLVMReplaceAllUsesWith(i, LLVMConstInt(LLVMTypeOf(i), value, false));
        LLVMInstructionEraseFromParent(i);
    }
}

static void fix_header(LLVMBasicBlockRef header, LLVMBasicBlockRef to)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(header);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(end)));
    LLVMPositionBuilderBefore(builder, end);
    LLVMBuildBr(builder, to);
    LLVMDisposeBuilder(builder);
    bool is_again = function_is_again(header);
    LLVMInstructionEraseFromParent(end);
    if (is_again) function_mark_again(header);
}

static void retarget(LLVMBasicBlockRef block, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    for (unsigned s = 0; s < LLVMGetNumSuccessors(end); s++)
        if (LLVMGetSuccessor(end, s) == from) LLVMSetSuccessor(end, s, to);
}

/* Makes the blocks the k-th round; after the last one they leave. */
static void make_round(const Loop *loop, const Blocks *blocks, uint32_t k)
{
    uint32_t inside = pointer_find(&loop->ids, loop->inside);
    bool is_round = k < loop->rounds;
    for (uint32_t b = 0; b < blocks->count; b++) {
        if (!blocks->data[b]) continue;
        fix_counter(loop, blocks->data[b], loop->values[k], is_round ? loop->values[k + 1] : 0);
        fold(blocks->data[b]);
    }
    fix_header(blocks->data[0], is_round ? blocks->data[inside] : loop->exit);
    for (uint32_t b = 0; b < blocks->count && k > 0; b++)
        if (blocks->data[b]) function_mark_again(blocks->data[b]);
}

static void unroll(const Loop *loop)
{
    uint32_t latch = pointer_find(&loop->ids, loop->latch), last = loop->rounds - 1;
    Blocks rounds[UNROLL_ROUNDS + 1];
    for (uint32_t k = 0; k < last; k++)
        rounds[k] = copy_blocks(loop, loop->blocks.count);
    rounds[last] = loop->blocks;
    rounds[last + 1] = copy_blocks(loop, 1);
    retarget(loop->before, loop->header, rounds[0].data[0]);
    for (uint32_t k = 0; k <= last + 1; k++)
        make_round(loop, &rounds[k], k);
    for (uint32_t k = 0; k <= last; k++)
        retarget(rounds[k].data[latch], rounds[k].data[0], rounds[k + 1].data[0]);
    for (uint32_t k = 0; k <= last + 1; k++)
        if (k != last) vec_free(loop->run, &rounds[k]);
}

/* ---- which loops ---- */

typedef struct Threads {
    Run *run;
    Intern ids; /* of functions that start or join threads, themselves or by calling others */
    VEC(LLVMValueRef) functions;
} Threads;

static void threads_add(Threads *threads, LLVMValueRef function)
{
    bool is_new = false;
    if (function) pointer_id(&threads->ids, function, &is_new);
    if (is_new) vec_push(threads->run, &threads->functions, function);
}

static void find_functions(Threads *threads, LLVMModuleRef module)
{
    static const char *const names[] = {"pthread_create", "thrd_create", "pthread_join", "thrd_join"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        threads_add(threads, LLVMGetNamedFunction(module, names[i]));
    for (uint32_t i = 0; i < threads->functions.count; i++) {
        LLVMValueRef function = threads->functions.data[i];
        for (LLVMUseRef u = LLVMGetFirstUse(function); u; u = LLVMGetNextUse(u)) {
            LLVMValueRef user = LLVMGetUser(u);
            if (LLVMIsACallInst(user) && LLVMGetCalledValue(user) == function) threads_add(threads, function_of(user));
        }
    }
}

static bool is_thread_call(const Threads *threads, LLVMValueRef i)
{
    return LLVMIsACallInst(i) && pointer_find(&threads->ids, LLVMGetCalledValue(i)) != INTERN_NONE;
}

/* Whether the loop starts or joins threads, is not too long, and does not declare its counter inside. */
static bool is_worth_it(const Loop *loop, const Threads *threads)
{
    uint32_t count = 0;
    bool found = false;
    for (uint32_t k = 0; k < loop->blocks.count; k++) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(loop->blocks.data[k]); i; i = LLVMGetNextInstruction(i)) {
            count++;
            found |= is_thread_call(threads, i);
            if (declares(i, loop->counter)) return false;
        }
    }
    return found && count * loop->rounds <= UNROLL_INSTRUCTIONS;
}

static bool try_loop(const Threads *threads, LLVMBasicBlockRef latch, LLVMBasicBlockRef header)
{
    Loop loop = {.run = threads->run};
    intern_init(loop.run, &loop.ids);
    bool is_done = loop_find(&loop, latch, header) && header_decides(&loop) && values_stay(&loop) &&
                   !leads_to_phi(&loop) && count_rounds(&loop) && is_worth_it(&loop, threads);
    if (is_done) unroll(&loop);
    loop_clear(&loop);
    return is_done;
}

/* The latch jumps back without a condition, so that a round passes it once. */
static bool unroll_one(const Threads *threads, LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        if (LLVMIsABranchInst(end) && !LLVMIsConditional(end) && try_loop(threads, b, LLVMGetSuccessor(end, 0)))
            return true;
    }
    return false;
}

void unroll_module(Run *run, LLVMModuleRef module)
{
    LLVMValueRef join = LLVMGetNamedFunction(module, "pthread_join"), c11 = LLVMGetNamedFunction(module, "thrd_join");
    if (!(join && LLVMGetFirstUse(join)) && !(c11 && LLVMGetFirstUse(c11))) return;
    Threads threads = {.run = run};
    intern_init(run, &threads.ids);
    find_functions(&threads, module);
    for (uint32_t i = 0; i < threads.functions.count; i++)
        for (uint32_t k = 0; k < UNROLL_LOOPS && unroll_one(&threads, threads.functions.data[i]); k++)
            run_poll(run);
    vec_free(run, &threads.functions);
    intern_clear(&threads.ids);
}
