#include "c/compile/counter.h"

#include <string.h>

#include "base/check.h"
#include "c/compile/debuginfo.h"
#include "c/compile/function.h"
#include "c/compile/loop.h"

/* ---- constants ---- */

static bool is_debug_call(LLVMValueRef user)
{
    LLVMValueRef callee = LLVMIsACallInst(user) ? LLVMGetCalledValue(user) : NULL;
    size_t n = 0;
    return callee && LLVMIsAFunction(callee) && strncmp(LLVMGetValueName2(callee, &n), "llvm.dbg.", 9) == 0;
}

/* Whether the storage of an integer is only loaded and stored as a whole; *stores counts the stores. */
static bool is_whole_storage(LLVMValueRef storage, LLVMTypeRef type, uint32_t *stores, LLVMValueRef *store)
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
        if (LLVMGetAllocatedType(storage) != type || !is_whole_storage(storage, type, &stores, &store) || stores != 1)
            return false;
        if (LLVMGetInstructionParent(store) != LLVMGetEntryBasicBlock(instruction_function(store))) return false;
        constant = LLVMGetOperand(store, 0);
    } else if (LLVMIsAGlobalVariable(storage)) {
        bool is_known = LLVMGlobalGetValueType(storage) == type && !LLVMIsThreadLocal(storage) &&
                        !LLVMIsDeclaration(storage) && is_whole_storage(storage, type, &stores, &store) && stores == 0;
        constant = is_known ? LLVMGetInitializer(storage) : NULL;
        if (constant && LLVMIsNull(constant)) return false;
    }
    if (!constant || !LLVMIsAConstantInt(constant)) return false;
    CHECK(LLVMTypeOf(constant) == type && stores <= 1);
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
    CHECK(width >= 1 && width <= 64 && truncated(v, width) == v);
    if (width < 64 && (v >> (width - 1) & 1)) v |= ~UINT64_C(0) << width;
    return (int64_t)v;
}

static bool compare_constants(LLVMIntPredicate predicate, uint64_t a, uint64_t b, unsigned width)
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
bool constant_operate(LLVMValueRef i, uint64_t a, uint64_t b, uint64_t *result)
{
    unsigned from = int_width(LLVMGetOperand(i, 0));
    CHECK(constant_is_integer(i));
    switch ((int)LLVMGetInstructionOpcode(i)) {
    case LLVMZExt:
    case LLVMTrunc: *result = a; break;
    case LLVMSExt: *result = (uint64_t)extended(a, from); break;
    case LLVMAdd: *result = a + b; break;
    case LLVMSub: *result = a - b; break;
    case LLVMMul: *result = a * b; break;
    case LLVMAnd: *result = a & b; break;
    case LLVMOr: *result = a | b; break;
    case LLVMXor: *result = a ^ b; break;
    case LLVMICmp: *result = compare_constants(LLVMGetICmpPredicate(i), a, b, from); break;
    default: return false;
    }
    *result = truncated(*result, int_width(i));
    CHECK(LLVMGetInstructionOpcode(i) != LLVMICmp || *result <= 1);
    return true;
}

bool constant_is_integer(LLVMValueRef v) { return int_width(v) > 0 && int_width(v) <= 64; }

/* The value of an instruction of the loop while the counter, not stored yet in this round, has a value; loop NULL: of
 * one outside that depends on no counter. */
static bool evaluate_in_round(const Loop *loop, uint64_t counter, LLVMValueRef v, int depth, uint64_t *result)
{
    if (!constant_is_integer(v) || depth > 8) return false;
    if (LLVMIsAConstantInt(v)) {
        *result = LLVMConstIntGetZExtValue(v);
        return true;
    }
    if (!LLVMIsAInstruction(v) || (loop && !loop_has_instruction(loop, v))) return false;
    if (LLVMIsALoadInst(v)) {
        LLVMValueRef storage = LLVMGetOperand(v, 0);
        *result = counter;
        if (loop && storage == loop->counter) return true;
        bool is_early = LLVMGetInstructionParent(v) == LLVMGetEntryBasicBlock(instruction_function(v));
        return !(is_early && LLVMIsAAllocaInst(storage)) && constant_storage(storage, LLVMTypeOf(v), result);
    }
    uint64_t operands[2] = {0, 0};
    int count = LLVMGetNumOperands(v);
    for (int k = 0; k < count; k++)
        if (k == 2 || !evaluate_in_round(loop, counter, LLVMGetOperand(v, (unsigned)k), depth + 1, &operands[k]))
            return false;
    return count > 0 && constant_operate(v, operands[0], operands[1], result);
}

/* ---- the counter ---- */

/* The local variable on which the condition depends: the first that the loop stores to. */
static LLVMValueRef find_loop_counter(const Loop *loop, LLVMValueRef v, int depth)
{
    if (!LLVMIsAInstruction(v) || depth > 8 || !loop_has_instruction(loop, v)) return NULL;
    if (LLVMIsALoadInst(v)) {
        LLVMValueRef storage = LLVMGetOperand(v, 0);
        uint64_t value;
        return LLVMIsAAllocaInst(storage) && !constant_storage(storage, LLVMTypeOf(v), &value) ? storage : NULL;
    }
    LLVMValueRef found = NULL;
    for (int k = 0; k < LLVMGetNumOperands(v) && !found; k++)
        found = find_loop_counter(loop, LLVMGetOperand(v, (unsigned)k), depth + 1);
    return found;
}

/* The counter's only store in the loop; it must be in the latch. */
static bool find_counter_step(Loop *loop)
{
    uint32_t stores = 0;
    LLVMValueRef last = NULL;
    if (!is_whole_storage(loop->counter, LLVMGetAllocatedType(loop->counter), &stores, &last)) return false;
    stores = 0;
    for (LLVMUseRef u = LLVMGetFirstUse(loop->counter); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAStoreInst(user) && loop_has_instruction(loop, user)) {
            CHECK(LLVMGetOperand(user, 1) == loop->counter);
            loop->step = user;
            stores++;
        }
    }
    return stores == 1 && LLVMGetInstructionParent(loop->step) == loop->latch;
}

bool instruction_declares(LLVMValueRef i, LLVMValueRef storage)
{
    size_t n = 0;
    return is_debug_call(i) && strcmp(LLVMGetValueName2(LLVMGetCalledValue(i), &n), "llvm.dbg.declare") == 0 &&
           debug_declared_storage(i) == storage;
}

/* What the counter is set to on the way to the loop, as far back as there is only one. */
static bool find_loop_start(const Loop *loop, uint64_t *value)
{
    LLVMBasicBlockRef block = loop->before;
    CHECK(block && !loop_has(loop, block));
    for (int steps = 0; block && steps < 64; steps++) {
        for (LLVMValueRef i = LLVMGetLastInstruction(block); i; i = LLVMGetPreviousInstruction(i)) {
            if (instruction_declares(i, loop->counter)) return false;
            if (!LLVMIsAStoreInst(i) || LLVMGetOperand(i, 1) != loop->counter) continue;
            return evaluate_in_round(NULL, 0, LLVMGetOperand(i, 0), 0, value);
        }
        block = block_single_predecessor(block);
    }
    return false;
}

bool loop_count_rounds(Loop *loop)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(loop->header), condition = LLVMGetCondition(end);
    bool stays_when = LLVMGetSuccessor(end, 0) == loop->inside;
    CHECK(loop_has(loop, loop->inside) && !loop_has(loop, loop->exit));
    loop->counter = find_loop_counter(loop, condition, 0);
    uint64_t value = 0, holds = 0;
    if (!loop->counter || !find_counter_step(loop) || !find_loop_start(loop, &value)) return false;
    CHECK(loop_has_instruction(loop, loop->step) && !loop_has_instruction(loop, loop->counter));
    for (loop->rounds = 0;; loop->rounds++) {
        CHECK(loop->rounds <= UNROLL_ROUNDS);
        CHECK(truncated(value, int_width(LLVMGetOperand(loop->step, 0))) == value);
        loop->values[loop->rounds] = value;
        if (!evaluate_in_round(loop, value, condition, 0, &holds)) return false;
        CHECK(holds <= 1);
        if ((holds != 0) != stays_when) return loop->rounds > 0;
        if (loop->rounds == UNROLL_ROUNDS) return false;
        if (!evaluate_in_round(loop, value, LLVMGetOperand(loop->step, 0), 0, &value)) return false;
    }
}
