/* All pairs of a block and a value that the variable has when the block is entered. What a branch depends on is decided
 * where it is computed of the variable and constants; otherwise both ways are gone. A store of anything else ends it.
 */
#include "c/compile/adapted.h"

#include <stddef.h>

#include "c/compile/counter.h"

#define ENTRIES_MAX 64u /* so many pairs */
#define DEPTH_MAX 8     /* of an expression */

typedef struct Entry {
    LLVMBasicBlockRef block;
    uint64_t value;
} Entry;

typedef struct Search {
    LLVMValueRef storage, load;
    Entry entries[ENTRIES_MAX];
    uint32_t count;
    bool is_lost, is_found; /* nobody knows; the load was met */
    uint64_t found;
} Search;

LLVMValueRef adapted_parameter(LLVMValueRef load)
{
    LLVMValueRef storage = LLVMIsALoadInst(load) ? LLVMGetOperand(load, 0) : NULL, parameter = NULL;
    if (!storage || !LLVMIsAAllocaInst(storage) || !constant_is_integer(load)) return NULL;
    LLVMTypeRef type = LLVMGetAllocatedType(storage); /* a part of it is neither read nor written */
    for (LLVMUseRef u = LLVMGetFirstUse(storage); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsALoadInst(user) && LLVMTypeOf(user) == type) continue;
        bool is_store = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == storage;
        if (!is_store || LLVMTypeOf(LLVMGetOperand(user, 0)) != type) return NULL;
        if (!LLVMIsAArgument(LLVMGetOperand(user, 0))) continue;
        if (parameter) return NULL;
        parameter = LLVMGetOperand(user, 0);
    }
    return parameter;
}

/* Of the variable's loads in the block only: a load elsewhere may have read an earlier value. */
static bool evaluate(const Search *s, LLVMBasicBlockRef block, LLVMValueRef v, uint64_t value, uint32_t depth,
                     uint64_t *out)
{
    if (!constant_is_integer(v) || depth == DEPTH_MAX) return false;
    if (LLVMIsAConstantInt(v)) {
        *out = LLVMConstIntGetZExtValue(v);
        return true;
    }
    if (!LLVMIsAInstruction(v) || LLVMGetInstructionParent(v) != block) return false;
    *out = value;
    if (LLVMIsALoadInst(v)) return LLVMGetOperand(v, 0) == s->storage;
    uint64_t operands[2] = {0, 0};
    int count = LLVMGetNumOperands(v);
    for (int k = 0; k < count; k++)
        if (k == 2 || !evaluate(s, block, LLVMGetOperand(v, (unsigned)k), value, depth + 1, &operands[k])) return false;
    return count > 0 && constant_operate(v, operands[0], operands[1], out);
}

static void enter(Search *s, LLVMBasicBlockRef block, uint64_t value)
{
    for (uint32_t i = 0; i < s->count; i++)
        if (s->entries[i].block == block && s->entries[i].value == value) return;
    if (s->count == ENTRIES_MAX)
        s->is_lost = true;
    else
        s->entries[s->count++] = (Entry){block, value};
}

static void read_load(Search *s, uint64_t value)
{
    s->is_lost |= s->is_found && s->found != value;
    s->is_found = true;
    s->found = value;
}

/* A load before a store of the block reads what was there before; what is computed of it is not looked at then. */
static void go_through(Search *s, Entry at)
{
    uint64_t value = at.value, next, decides;
    bool has_stored = false;
    for (LLVMValueRef i = LLVMGetFirstInstruction(at.block); i && !s->is_lost; i = LLVMGetNextInstruction(i)) {
        if (i == s->load) read_load(s, value);
        if (!LLVMIsAStoreInst(i) || LLVMGetOperand(i, 1) != s->storage) continue;
        if (!LLVMIsAArgument(LLVMGetOperand(i, 0))) {
            s->is_lost |= has_stored || !evaluate(s, at.block, LLVMGetOperand(i, 0), value, 0, &next);
            value = s->is_lost ? 0 : next;
            has_stored = true;
        }
    }
    LLVMValueRef last = LLVMGetBasicBlockTerminator(at.block);
    bool is_choice = LLVMIsABranchInst(last) && LLVMIsConditional(last);
    bool is_decided = is_choice && !has_stored && evaluate(s, at.block, LLVMGetCondition(last), value, 0, &decides);
    unsigned n = LLVMGetNumSuccessors(last);
    for (unsigned k = 0; k < n && !s->is_lost; k++)
        if (!is_decided || k == (decides ? 0 : 1)) enter(s, LLVMGetSuccessor(last, k), value);
}

bool adapted_value(LLVMValueRef load, uint64_t start, uint64_t *value)
{
    Search s = {.storage = LLVMGetOperand(load, 0), .load = load};
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(load));
    enter(&s, LLVMGetEntryBasicBlock(function), start);
    for (uint32_t i = 0; i < s.count && !s.is_lost; i++)
        go_through(&s, s.entries[i]);
    *value = s.found;
    return s.is_found && !s.is_lost;
}
