/* Who needs the locks of x and y, and takes them in an order of their own, holds both. Two forms:
 *
 *     if (...) { a = x; b = y; } else { a = y; b = x; }       or x and y swapped
 *     a = ... ? x : y;  b = a == x ? y : x;
 *
 * In the first, a and b become values at the same place. In the second, a is x, and then b is y, or a is not x, so that
 * it is y, and b is x. What was x when a became a value is x where b is used: x comes before a on each way there, so a
 * way on which x becomes another value passes the place of a, and then that of b, again. */
#include "c/survey/cells/take.h"

#include "c/survey/cells/root.h"
#include "c/survey/rounds.h"

static LLVMValueRef value_from(LLVMValueRef phi, LLVMBasicBlockRef block)
{
    for (unsigned k = 0; k < LLVMCountIncoming(phi); k++)
        if (LLVMGetIncomingBlock(phi, k) == block) return LLVMGetIncomingValue(phi, k);
    return NULL;
}

static bool are_swapped(LLVMValueRef a, LLVMValueRef b, LLVMValueRef *x, LLVMValueRef *y)
{
    if (LLVMGetInstructionParent(a) != LLVMGetInstructionParent(b)) return false;
    *x = LLVMGetIncomingValue(a, 0);
    *y = value_from(b, LLVMGetIncomingBlock(a, 0));
    for (unsigned k = 0; k < LLVMCountIncoming(a); k++) {
        LLVMValueRef p = LLVMGetIncomingValue(a, k), q = value_from(b, LLVMGetIncomingBlock(a, k));
        if (!(p == *x && q == *y) && !(p == *y && q == *x)) return false;
    }
    return true;
}

/* The block from which one comes to another, and from nowhere else; NULL: there are several. */
static LLVMBasicBlockRef only_source(LLVMBasicBlockRef block)
{
    LLVMBasicBlockRef found = NULL;
    for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsATerminatorInst(user) || found) return NULL;
        found = LLVMGetInstructionParent(user);
    }
    return found;
}

/* The other one of x and y than a. */
static bool is_other(LLVMValueRef a, LLVMValueRef b, LLVMValueRef x, LLVMValueRef y)
{
    if (LLVMCountIncoming(b) != 2) return false;
    LLVMBasicBlockRef one = LLVMGetIncomingBlock(b, 0), two = LLVMGetIncomingBlock(b, 1);
    LLVMBasicBlockRef before = only_source(one);
    if (!before || one == two || only_source(two) != before) return false;
    LLVMValueRef end = LLVMGetBasicBlockTerminator(before);
    LLVMValueRef test = LLVMIsABranchInst(end) && LLVMIsConditional(end) ? LLVMGetCondition(end) : NULL;
    if (!test || !LLVMIsAICmpInst(test) || LLVMGetICmpPredicate(test) != LLVMIntEQ) return false;
    LLVMValueRef p = LLVMGetOperand(test, 0), q = LLVMGetOperand(test, 1);
    if (!(p == a && q == x) && !(p == x && q == a)) return false;
    LLVMBasicBlockRef equal = LLVMGetSuccessor(end, 0), unequal = LLVMGetSuccessor(end, 1);
    return equal != unequal && value_from(b, equal) == y && value_from(b, unequal) == x;
}

/* Whether a value has come to be on each way to the block, and is not computed there. */
static bool is_settled(Run *run, LLVMValueRef v, LLVMBasicBlockRef block)
{
    if (LLVMIsAArgument(v)) return true;
    LLVMBasicBlockRef made = LLVMIsAInstruction(v) ? LLVMGetInstructionParent(v) : NULL;
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(block));
    return made && made != block && (made == entry || !block_leads(run, entry, block, made));
}

/* Whether a, taken before, and b are x and y. */
static bool are_pair(Run *run, LLVMValueRef a, LLVMValueRef b, LLVMValueRef *x, LLVMValueRef *y)
{
    if (!LLVMIsAPHINode(a) || !LLVMIsAPHINode(b) || a == b) return false;
    bool found = are_swapped(a, b, x, y);
    if (!found && LLVMCountIncoming(a) == 2) {
        *x = LLVMGetIncomingValue(a, 0);
        *y = LLVMGetIncomingValue(a, 1);
        found = is_other(a, b, *x, *y) || is_other(a, b, *y, *x);
    }
    LLVMBasicBlockRef block = LLVMGetInstructionParent(a);
    return found && is_settled(run, *x, block) && is_settled(run, *y, block);
}

/* The lock so many bytes behind a value. */
static uint32_t add_lock_behind(Locks *l, uint32_t set, LLVMValueRef value, int64_t bytes, bool is_write)
{
    Root r = address_root(l->s, value);
    LockName name = {NAME_VALUE, 0, r.value, r.bytes + bytes};
    return LLVMIsAConstant(r.value) ? set : set_add(l, set, 2 * locks_intern(l, &name) + is_write);
}

/* Who has taken the locks of two values, and these are two others in some order, has those of the others. */
static uint32_t take_pairs(Locks *l, uint32_t set, uint32_t taken, bool is_write)
{
    uint32_t n;
    LLVMValueRef x, y;
    const LockName last = *locks_name(l, taken);
    locks_of(l, set, &n);
    for (uint32_t i = 0, before = set; last.kind == NAME_VALUE && i < n; i++) {
        uint32_t entry = locks_of(l, before, &n)[i];
        const LockName name = *locks_name(l, entry >> 1);
        if (name.kind != NAME_VALUE || name.bytes != last.bytes || !are_pair(l->s->run, name.value, last.value, &x, &y))
            continue;
        set = add_lock_behind(l, set, x, last.bytes, is_write && (entry & 1));
        set = add_lock_behind(l, set, y, last.bytes, is_write && (entry & 1));
    }
    return set;
}

uint32_t locks_take(Locks *l, uint32_t set, LLVMValueRef address, bool is_write)
{
    uint32_t names[2], n = locks_find_names(l, address, names);
    for (uint32_t i = 0; i < n; i++)
        set = take_pairs(l, set_add(l, set, 2 * names[i] + is_write), names[i], is_write);
    return set;
}
