#include "c/compile/loop.h"

#include "base/check.h"
#include "base/intern.h"

bool loop_has(const Loop *loop, LLVMBasicBlockRef block) { return pointer_find(&loop->ids, block) != INTERN_NONE; }

bool loop_has_instruction(const Loop *loop, LLVMValueRef i) { return loop_has(loop, LLVMGetInstructionParent(i)); }

void loop_clear(Loop *loop)
{
    vec_free(loop->run, &loop->blocks);
    intern_clear(&loop->ids);
}

static bool loop_add(Loop *loop, LLVMBasicBlockRef block)
{
    bool is_new;
    pointer_id(&loop->ids, block, &is_new);
    if (is_new) vec_push(loop->run, &loop->blocks, block);
    return is_new;
}

/* Is it one function's, with the header first, and entered there only? */
static bool blocks_are_valid(const Loop *loop)
{
    LLVMValueRef function = LLVMGetBasicBlockParent(loop->header);
    if (loop->ids.count != loop->blocks.count || loop->blocks.data[0] != loop->header) return false;
    for (uint32_t k = 0; k < loop->blocks.count; k++) {
        LLVMBasicBlockRef block = loop->blocks.data[k];
        if (pointer_find(&loop->ids, block) != k || LLVMGetBasicBlockParent(block) != function) return false;
        for (LLVMUseRef u = k ? LLVMGetFirstUse(LLVMBasicBlockAsValue(block)) : NULL; u; u = LLVMGetNextUse(u))
            if (LLVMIsATerminatorInst(LLVMGetUser(u)) && !loop_has_instruction(loop, LLVMGetUser(u))) return false;
    }
    return true;
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

bool loop_find(Loop *loop, LLVMBasicBlockRef latch, LLVMBasicBlockRef header)
{
    CHECK(loop->blocks.count == 0 && loop->ids.count == 0);
    CHECK(LLVMGetBasicBlockParent(latch) == LLVMGetBasicBlockParent(header));
    loop->header = header;
    loop_add(loop, header);
    loop_add(loop, latch);
    for (uint32_t i = 1; i < loop->blocks.count; i++)
        for_each_predecessor(loop->blocks.data[i], add_predecessor, loop);
    if (loop_has(loop, LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(header)))) return false;
    CHECK(blocks_are_valid(loop) && loop_has(loop, latch));
    Entries entries = {.loop = loop};
    for_each_predecessor(header, count_entry, &entries);
    loop->latch = entries.latch;
    loop->before = entries.before;
    CHECK(entries.back >= 1 && (entries.back > 1 || entries.latch == latch));
    return entries.back == 1 && entries.in == 1 && latch != header;
}

bool loop_header_decides(Loop *loop)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(loop->header);
    CHECK(loop_has(loop, loop->latch) && loop->latch != loop->header);
    if (!LLVMIsABranchInst(end) || !LLVMIsConditional(end)) return false;
    LLVMBasicBlockRef yes = LLVMGetSuccessor(end, 0), no = LLVMGetSuccessor(end, 1);
    bool stays = loop_has(loop, yes);
    loop->inside = stays ? yes : no;
    loop->exit = stays ? no : yes;
    return loop_has(loop, loop->inside) && !loop_has(loop, loop->exit) && loop->inside != loop->header;
}

bool loop_values_stay(const Loop *loop)
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

bool loop_leads_to_phi(const Loop *loop)
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

static void note_predecessor(LLVMBasicBlockRef from, LLVMBasicBlockRef to, void *arg)
{
    (void)to;
    Entries *e = arg;
    e->in++;
    e->before = from;
}

LLVMBasicBlockRef block_single_predecessor(LLVMBasicBlockRef block)
{
    Entries entries = {0};
    for_each_predecessor(block, note_predecessor, &entries);
    CHECK((entries.in > 0) == (entries.before != NULL));
    return entries.in == 1 ? entries.before : NULL;
}
