/* All pairs of a block and a value that the variable has when the block is entered. What a branch depends on is decided
 * where it is computed of the variable and constants; otherwise both ways are gone. A store of anything else ends it.
 */
#include "c/compile/adapted.h"

#include <stddef.h>

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
    if (!storage || !LLVMIsAAllocaInst(storage)) return NULL;
    for (LLVMUseRef u = LLVMGetFirstUse(storage); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsALoadInst(user)) continue;
        if (!LLVMIsAStoreInst(user) || LLVMGetOperand(user, 1) != storage) return NULL;
        if (!LLVMIsAArgument(LLVMGetOperand(user, 0))) continue;
        if (parameter) return NULL;
        parameter = LLVMGetOperand(user, 0);
    }
    return parameter;
}

static unsigned width_of(LLVMValueRef v)
{
    LLVMTypeRef type = LLVMTypeOf(v);
    unsigned width = LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;
    return width <= 64 ? width : 0;
}

static uint64_t cut(uint64_t value, unsigned width)
{
    return width == 64 ? value : value & ((UINT64_C(1) << width) - 1);
}

static int64_t signed_value(uint64_t value, unsigned width)
{
    uint64_t sign = UINT64_C(1) << (width - 1);
    return (int64_t)((cut(value, width) ^ sign) - sign);
}

static bool compute(LLVMOpcode operation, uint64_t a, uint64_t b, uint64_t *out)
{
    switch ((int)operation) {
    case LLVMAdd: *out = a + b; return true;
    case LLVMSub: *out = a - b; return true;
    case LLVMMul: *out = a * b; return true;
    case LLVMAnd: *out = a & b; return true;
    case LLVMOr: *out = a | b; return true;
    case LLVMXor: *out = a ^ b; return true;
    case LLVMUDiv: *out = b ? a / b : 0; return b != 0;
    case LLVMURem: *out = b ? a % b : 0; return b != 0;
    }
    return false;
}

static bool compare(LLVMIntPredicate predicate, uint64_t a, uint64_t b, unsigned width)
{
    int64_t x = signed_value(a, width), y = signed_value(b, width);
    switch (predicate) {
    case LLVMIntEQ: return a == b;
    case LLVMIntNE: return a != b;
    case LLVMIntUGT: return a > b;
    case LLVMIntUGE: return a >= b;
    case LLVMIntULT: return a < b;
    case LLVMIntULE: return a <= b;
    case LLVMIntSGT: return x > y;
    case LLVMIntSGE: return x >= y;
    case LLVMIntSLT: return x < y;
    case LLVMIntSLE: return x <= y;
    }
    return false;
}

/* Of the variable's loads in the block only: a load elsewhere may have read an earlier value. */
static bool evaluate(const Search *s, LLVMBasicBlockRef block, LLVMValueRef v, uint64_t value, uint32_t depth,
                     uint64_t *out)
{
    unsigned width = width_of(v);
    uint64_t a, b;
    if (!width || depth == DEPTH_MAX) return false;
    if (LLVMIsAConstantInt(v)) {
        *out = LLVMConstIntGetZExtValue(v);
        return true;
    }
    if (!LLVMIsAInstruction(v) || LLVMGetInstructionParent(v) != block) return false;
    if (LLVMIsALoadInst(v)) {
        *out = cut(value, width);
        return LLVMGetOperand(v, 0) == s->storage;
    }
    if (!evaluate(s, block, LLVMGetOperand(v, 0), value, depth + 1, &a)) return false;
    LLVMOpcode operation = LLVMGetInstructionOpcode(v);
    unsigned from = width_of(LLVMGetOperand(v, 0));
    if (operation == LLVMZExt || operation == LLVMTrunc || operation == LLVMSExt) {
        *out = cut(operation == LLVMSExt ? (uint64_t)signed_value(a, from) : a, width);
        return true;
    }
    if (LLVMGetNumOperands(v) != 2 || !evaluate(s, block, LLVMGetOperand(v, 1), value, depth + 1, &b)) return false;
    if (operation == LLVMICmp) {
        *out = compare(LLVMGetICmpPredicate(v), a, b, from);
        return true;
    }
    if (!compute(operation, a, b, out)) return false;
    *out = cut(*out, width);
    return true;
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
    enter(&s, LLVMGetEntryBasicBlock(function), cut(start, width_of(load)));
    for (uint32_t i = 0; i < s.count && !s.is_lost; i++)
        go_through(&s, s.entries[i]);
    *value = s.found;
    return s.is_found && !s.is_lost;
}
