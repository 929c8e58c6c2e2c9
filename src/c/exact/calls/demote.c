#include "c/exact/calls/demote.h"

#include <llvm-c/DebugInfo.h>

#include "base/check.h"

typedef struct Demotion {
    Body *body;
    Intern backs; /* blocks behind jumps to instances */
} Demotion;

/* Whether a block behind a jump is on a way to block `to` that does not come by block `from`. */
static bool is_cut(Demotion *d, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
    Run *run = d->body->run;
    Intern seen;
    VEC(LLVMBasicBlockRef) work = {0};
    bool found = false;
    intern_init(run, &seen);
    pointer_id(&seen, from, NULL);
    pointer_id(&seen, to, &found);
    if (found) vec_push(run, &work, to);
    found = false;
    while (work.count && !found) {
        LLVMBasicBlockRef block = vec_pop(&work);
        found = pointer_find(&d->backs, block) != INTERN_NONE;
        for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); u && !found; u = LLVMGetNextUse(u)) {
            LLVMValueRef end = LLVMGetUser(u);
            bool is_new = false;
            if (LLVMIsATerminatorInst(end)) pointer_id(&seen, LLVMGetInstructionParent(end), &is_new);
            if (is_new) vec_push(run, &work, LLVMGetInstructionParent(end));
        }
    }
    intern_clear(&seen);
    vec_free(run, &work);
    return found;
}

/* Whether some use as operand of the user is not behind the value on every way. */
static bool use_is_cut(Demotion *d, LLVMValueRef value, LLVMValueRef user)
{
    LLVMBasicBlockRef from = LLVMGetInstructionParent(value);
    if (!LLVMIsAPHINode(user)) return is_cut(d, from, LLVMGetInstructionParent(user));
    for (unsigned k = 0; k < LLVMCountIncoming(user); k++)
        if (LLVMGetIncomingValue(user, k) == value && is_cut(d, from, LLVMGetIncomingBlock(user, k))) return true;
    return false;
}

static bool must_demote(Demotion *d, LLVMValueRef value)
{
    if (LLVMIsAAllocaInst(value)) return false; /* in the first block */
    for (LLVMUseRef u = LLVMGetFirstUse(value); u; u = LLVMGetNextUse(u))
        if (use_is_cut(d, value, LLVMGetUser(u))) return true;
    return false;
}

/* The operands of a user that are the value become what the variable holds. */
static void reread_in_user(Body *body, LLVMValueRef value, LLVMValueRef variable, LLVMValueRef user)
{
    LLVMTypeRef type = LLVMTypeOf(value);
    if (!LLVMIsAPHINode(user)) {
        LLVMPositionBuilderBefore(body->builder, user);
        LLVMSetCurrentDebugLocation2(body->builder, LLVMInstructionGetDebugLoc(user));
        LLVMValueRef again = body_read(body, variable, type, "again");
        for (int k = 0; k < LLVMGetNumOperands(user); k++)
            if (LLVMGetOperand(user, (unsigned)k) == value) LLVMSetOperand(user, (unsigned)k, again);
        return;
    }
    for (unsigned k = 0; k < LLVMCountIncoming(user); k++) {
        if (LLVMGetIncomingValue(user, k) != value) continue;
        LLVMPositionBuilderBefore(body->builder, LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(user, k)));
        LLVMSetCurrentDebugLocation2(body->builder, LLVMInstructionGetDebugLoc(value));
        LLVMValueRef again = body_read(body, variable, type, "again");
        LLVMSetOperand(user, k, again); /* the incoming values are the operands */
    }
}

static LLVMValueRef first_place_behind(LLVMValueRef value)
{
    LLVMValueRef next = LLVMGetNextInstruction(value);
    while (LLVMIsAPHINode(next))
        next = LLVMGetNextInstruction(next);
    return next;
}

static void demote(Body *body, LLVMValueRef value)
{
    VEC(LLVMValueRef) users = {0};
    Intern seen;
    intern_init(body->run, &seen);
    for (LLVMUseRef u = LLVMGetFirstUse(value); u; u = LLVMGetNextUse(u)) {
        bool is_new;
        pointer_id(&seen, LLVMGetUser(u), &is_new);
        if (is_new) vec_push(body->run, &users, LLVMGetUser(u));
    }
    LLVMValueRef variable = body_variable(body, LLVMTypeOf(value), "kept");
    for (uint32_t i = 0; i < users.count; i++)
        reread_in_user(body, value, variable, users.data[i]);
    LLVMPositionBuilderBefore(body->builder, first_place_behind(value));
    LLVMSetCurrentDebugLocation2(body->builder, LLVMInstructionGetDebugLoc(value));
    body_write(body, variable, value);
    intern_clear(&seen);
    vec_free(body->run, &users);
}

void demote_values(Body *body)
{
    Demotion d = {.body = body};
    VEC(LLVMValueRef) values = {0};
    intern_init(body->run, &d.backs);
    for (uint32_t k = 0; k < body->instances.count; k++)
        for (uint32_t r = 0; r < body->instances.data[k]->returns.count; r++)
            pointer_id(&d.backs, body->instances.data[k]->returns.data[r].back, NULL);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(body->function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (must_demote(&d, i)) vec_push(body->run, &values, i);
    for (uint32_t i = 0; i < values.count; i++)
        demote(body, values.data[i]);
    vec_free(body->run, &values);
    intern_clear(&d.backs);
}
