#include "c/survey/rounds.h"

#include "c/survey/gather.h"

/* ---- ways ---- */

bool block_leads(Run *run, LLVMBasicBlockRef from, LLVMBasicBlockRef to, LLVMBasicBlockRef without)
{
    LoopBlocks stack = {0};
    Intern seen;
    bool found = false;
    intern_init(run, &seen);
    vec_push(run, &stack, from);
    while (stack.count > 0 && !found) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(vec_pop(&stack));
        for (unsigned k = 0; k < LLVMGetNumSuccessors(end) && !found; k++) {
            LLVMBasicBlockRef next = LLVMGetSuccessor(end, k);
            bool is_new;
            if (next == without) continue;
            found = next == to;
            pointer_id(&seen, next, &is_new);
            if (is_new) vec_push(run, &stack, next);
        }
    }
    intern_clear(&seen);
    vec_free(run, &stack);
    return found;
}

bool instruction_is_before(LLVMValueRef a, LLVMValueRef b)
{
    while (a && a != b)
        a = LLVMGetNextInstruction(a);
    return a == b;
}

/* ---- loops and counters ---- */

Loop *rounds_around(Survey *s, LLVMValueRef instruction)
{
    Loop *best = NULL;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(instruction_function(instruction)); b;
         b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++) {
            Loop *loop = run_alloc(s->run, sizeof *loop);
            loop->run = s->run;
            intern_init(s->run, &loop->ids);
            if (loop_find(loop, b, LLVMGetSuccessor(end, k)) && loop_has_instruction(loop, instruction) &&
                (!best || loop->blocks.count < best->blocks.count)) {
                best = loop;
                continue;
            }
            loop_clear(loop);
            run_release(s->run, loop);
        }
    }
    return best;
}

LLVMValueRef without_conversions(LLVMValueRef v)
{
    while (LLVMIsASExtInst(v) || LLVMIsAZExtInst(v))
        v = LLVMGetOperand(v, 0);
    return v;
}

bool rounds_test(Loop *loop, LLVMValueRef counter, RoundsTest *t)
{
    if (!loop_header_decides(loop)) return false;
    LLVMValueRef end = LLVMGetBasicBlockTerminator(loop->header), test = LLVMGetCondition(end);
    if (LLVMGetSuccessor(end, 0) != loop->inside || !LLVMIsAICmpInst(test)) return false;
    *t = (RoundsTest){LLVMGetICmpPredicate(test), LLVMTypeOf(LLVMGetOperand(test, 0)), LLVMGetOperand(test, 1)};
    return (t->predicate == LLVMIntSLT || t->predicate == LLVMIntULT) &&
           without_conversions(LLVMGetOperand(test, 0)) == counter;
}

int64_t counter_start(Loop *loop, LLVMValueRef v)
{
    if (!v || !LLVMIsAPHINode(v) || LLVMGetInstructionParent(v) != loop->header || LLVMCountIncoming(v) != 2) return -1;
    unsigned first = LLVMGetIncomingBlock(v, 0) == loop->before ? 0 : 1;
    LLVMValueRef start = LLVMGetIncomingValue(v, first), step = LLVMGetIncomingValue(v, 1 - first);
    if (LLVMGetIncomingBlock(v, first) != loop->before || LLVMGetIncomingBlock(v, 1 - first) != loop->latch) return -1;
    if (!LLVMIsAConstantInt(start) || LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64) return -1;
    if (!LLVMIsABinaryOperator(step) || LLVMGetInstructionOpcode(step) != LLVMAdd || LLVMGetOperand(step, 0) != v)
        return -1;
    LLVMValueRef one = LLVMGetOperand(step, 1);
    if (!LLVMIsAConstantInt(one) || LLVMConstIntGetSExtValue(one) != 1) return -1;
    /* 64 bits do not overflow in any run; who is less than another one can be increased */
    RoundsTest t;
    bool is_less = rounds_test(loop, v, &t) && t.type == LLVMTypeOf(v);
    if (!LLVMGetNSW(step) && !is_less && LLVMGetIntTypeWidth(LLVMTypeOf(v)) < 64) return -1;
    return LLVMConstIntGetSExtValue(start) >= 0 ? LLVMConstIntGetSExtValue(start) : -1;
}

/* ---- values ---- */

bool value_is_fixed(Survey *s, LLVMValueRef v)
{
    if (LLVMIsAGlobalVariable(v)) return !LLVMIsThreadLocal(v);
    if (LLVMIsAInstruction(v)) return is_executed_once(s, v);
    uint32_t f = LLVMIsAArgument(v) ? function_find(s, LLVMGetParamParent(v)) : INTERN_NONE;
    return f != INTERN_NONE && s->reached.data[f].is_once;
}

bool address_is_computed(LLVMValueRef v)
{
    return LLVMIsAGetElementPtrInst(v) || (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr);
}

/* Adds the offset and the index of a computed address; false: it has more than one. */
static bool add_indices(const Survey *s, LLVMValueRef gep, Element *e)
{
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(gep); i++) {
        LLVMValueRef index = LLVMGetOperand(gep, i);
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            unsigned k = (unsigned)LLVMConstIntGetZExtValue(index);
            e->offset += (int64_t)LLVMOffsetOfElement(s->layout, type, k);
            type = LLVMStructGetTypeAtIndex(type, k);
            continue;
        }
        if (i > 1 && LLVMGetTypeKind(type) != LLVMArrayTypeKind) return false;
        if (i > 1) type = LLVMGetElementType(type);
        uint64_t size = LLVMABISizeOfType(s->layout, type);
        if (LLVMIsAConstantInt(index)) {
            e->offset += LLVMConstIntGetSExtValue(index) * (int64_t)size;
            continue;
        }
        if (e->index || !LLVMIsAInstruction(index)) return false;
        e->index = without_conversions(index);
        e->stride = size;
    }
    return true;
}

bool element_find(const Survey *s, LLVMValueRef address, Element *e)
{
    *e = (Element){0};
    for (; address_is_computed(address); address = LLVMGetOperand(address, 0))
        if (!add_indices(s, address, e)) return false;
    e->base = address;
    return true;
}
