#include "c/compile/function.h"

#include <llvm-c/Target.h>
#include <string.h>

#include "base/check.h"
#include "c/compile/debuginfo.h"

void function_table_init(Run *run, FunctionTable *table, LLVMContextRef context)
{
    table->run = run;
    table->context = context;
    intern_init(run, &table->ids);
    table->functions.data = NULL;
    table->functions.count = table->functions.capacity = 0;
}

LLVMValueRef instruction_function(LLVMValueRef i) { return LLVMGetBasicBlockParent(LLVMGetInstructionParent(i)); }

BlockInfo *function_block(FunctionInfo *info, LLVMBasicBlockRef block)
{
    uint32_t id = pointer_find(&info->block_ids, block);
    CHECK(id == INTERN_NONE || info->blocks.data[id].block == block);
    return id == INTERN_NONE ? NULL : &info->blocks.data[id];
}

AllocaInfo *function_alloca(FunctionInfo *info, LLVMValueRef alloca)
{
    uint32_t id = pointer_find(&info->alloca_ids, alloca);
    CHECK(id == INTERN_NONE || info->allocas.data[id].alloca == alloca);
    return id == INTERN_NONE ? NULL : &info->allocas.data[id];
}

/* ---- blocks ---- */

static void add_blocks(Run *run, FunctionInfo *info)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(info->function); b; b = LLVMGetNextBasicBlock(b)) {
        BlockInfo block = {0};
        block.block = b;
        block.in_cycle = -1;
        block.index = pointer_id(&info->block_ids, b, NULL);
        vec_push(run, &info->blocks, block);
    }
    for (uint32_t i = 0; i < info->blocks.count; i++) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(info->blocks.data[i].block);
        unsigned n = last ? LLVMGetNumSuccessors(last) : 0;
        for (unsigned k = 0; k < n; k++) {
            uint32_t to = pointer_find(&info->block_ids, LLVMGetSuccessor(last, k));
            CHECK(to < info->blocks.count);
            vec_push(run, &info->blocks.data[i].successors, to);
            info->blocks.data[to].predecessors++;
        }
        info->ret_count += last && LLVMIsAReturnInst(last);
    }
}

/* Marks everything that can be reached from block `from` by one edge or more. */
static void mark_reachable(Run *run, const FunctionInfo *info, uint32_t from, bool *reached)
{
    VEC(uint32_t) stack = {0};
    vec_push(run, &stack, from);
    while (stack.count) {
        const BlockInfo *b = &info->blocks.data[vec_pop(&stack)];
        for (uint32_t k = 0; k < b->successors.count; k++) {
            uint32_t to = b->successors.data[k];
            if (!reached[to]) {
                reached[to] = true;
                vec_push(run, &stack, to);
            }
        }
    }
    vec_free(run, &stack);
}

bool function_in_cycle(Run *run, FunctionInfo *info, LLVMBasicBlockRef block)
{
    BlockInfo *b = function_block(info, block);
    CHECK(b != NULL);
    if (b->in_cycle < 0) {
        bool *reached = run_alloc(run, info->blocks.count * sizeof *reached);
        mark_reachable(run, info, b->index, reached);
        b->in_cycle = reached[b->index];
        run_release(run, reached);
    }
    return b->in_cycle;
}

/* Any name that LLVM does not use. */
static unsigned again_kind(LLVMContextRef context) { return LLVMGetMDKindIDInContext(context, "chorus.again", 12); }

bool function_is_again(LLVMBasicBlockRef block)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    return LLVMGetMetadata(end, again_kind(LLVMGetTypeContext(LLVMTypeOf(end)))) != NULL;
}

void function_mark_again(LLVMBasicBlockRef block)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(end));
    LLVMSetMetadata(end, again_kind(context), LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, NULL, 0)));
    CHECK(function_is_again(block));
}

bool function_is_repeated(Run *run, FunctionInfo *info, LLVMBasicBlockRef block)
{
    return function_in_cycle(run, info, block) || function_is_again(block);
}

/* ---- the SATABS label for spawning ---- */

/* The outermost call of the statement after the label is the leftmost call of a function with a body. */
static void find_async_call(BlockInfo *b)
{
    static const char prefix[] = "__CPROVER_ASYNC";
    const char *name = LLVMGetBasicBlockName(b->block);
    if (!name || strncmp(name, prefix, sizeof prefix - 1) != 0) return;
    b->async_unclear = true;
    for (LLVMValueRef i = LLVMGetFirstInstruction(b->block); i; i = LLVMGetNextInstruction(i)) {
        LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
        if (!callee || !LLVMIsAFunction(callee) || LLVMIsDeclaration(callee)) continue;
        unsigned line = LLVMGetDebugLocLine(i), column = LLVMGetDebugLocColumn(i);
        if (b->async_call) {
            unsigned best_line = LLVMGetDebugLocLine(b->async_call);
            unsigned best_column = LLVMGetDebugLocColumn(b->async_call);
            if (line == best_line && column == best_column) {
                b->async_unclear = true;
                continue;
            }
            if (line > best_line || (line == best_line && column > best_column)) continue;
        }
        b->async_call = i;
        b->async_unclear = false;
    }
    CHECK(b->async_call || b->async_unclear);
}

/* ---- local storage ---- */

typedef struct Uses {
    bool has_load, has_other_load; /* a load whose value goes elsewhere than to a ret */
    bool is_passed, has_part;      /* has_part: an access to a part of it */
} Uses;

static bool is_intrinsic_call(LLVMValueRef user, const char *prefix)
{
    LLVMValueRef callee = LLVMIsACallInst(user) ? LLVMGetCalledValue(user) : NULL;
    size_t n = 0;
    const char *name = callee && LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &n) : NULL;
    return name && strncmp(name, prefix, strlen(prefix)) == 0;
}

static bool goes_only_to_ret(LLVMValueRef load)
{
    for (LLVMUseRef u = LLVMGetFirstUse(load); u; u = LLVMGetNextUse(u))
        if (!LLVMIsAReturnInst(LLVMGetUser(u))) return false;
    return true;
}

static void scan_uses(LLVMValueRef address, Uses *uses, int depth)
{
    for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsALoadInst(user)) {
            if (!LLVMGetFirstUse(user)) /* "(void)x;" */
                continue;
            uses->has_load = true;
            uses->has_other_load |= !goes_only_to_ret(user);
        } else if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == address && LLVMGetOperand(user, 0) != address) {
            continue;
        } else if (LLVMIsAGetElementPtrInst(user) && depth < 16) {
            uses->has_part = true;
            scan_uses(user, uses, depth + 1);
        } else if (is_intrinsic_call(user, "llvm.mem")) {
            uses->has_load = uses->has_other_load = uses->has_part = true;
        } else if (!is_intrinsic_call(user, "llvm.lifetime.")) {
            uses->is_passed = true;
        }
    }
}

/* Whether there is one store, and all loads are behind it in its block. */
static bool can_forward(LLVMValueRef alloca)
{
    CHECK(LLVMIsAAllocaInst(alloca));
    LLVMValueRef store = NULL;
    uint32_t loads = 0, loads_behind = 0;
    for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsALoadInst(user) && LLVMTypeOf(user) == LLVMGetAllocatedType(alloca)) {
            loads++;
        } else if (LLVMIsAStoreInst(user) && !store && LLVMGetOperand(user, 0) != alloca &&
                   LLVMTypeOf(LLVMGetOperand(user, 0)) == LLVMGetAllocatedType(alloca)) {
            store = user;
        } else {
            return false;
        }
    }
    for (LLVMValueRef i = store; i; i = LLVMGetNextInstruction(i))
        loads_behind += LLVMIsALoadInst(i) && LLVMGetOperand(i, 0) == alloca;
    CHECK(loads_behind <= loads);
    return store && loads > 0 && loads == loads_behind;
}

/* Nothing comes back to the entry block: what is loaded in other blocks is behind the store. */
static bool is_parameter(LLVMValueRef alloca)
{
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(instruction_function(alloca));
    LLVMValueRef store = NULL;
    uint32_t loads = 0, loads_behind = 0;
    for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsALoadInst(user) && LLVMTypeOf(user) == LLVMGetAllocatedType(alloca))
            loads += LLVMGetInstructionParent(user) == entry;
        else if (LLVMIsAStoreInst(user) && !store && LLVMIsAArgument(LLVMGetOperand(user, 0)) &&
                 LLVMTypeOf(LLVMGetOperand(user, 0)) == LLVMGetAllocatedType(alloca))
            store = user;
        else
            return false;
    }
    for (LLVMValueRef i = store; i; i = LLVMGetNextInstruction(i))
        loads_behind += LLVMIsALoadInst(i) && LLVMGetOperand(i, 0) == alloca;
    return store && LLVMGetInstructionParent(store) == entry && loads == loads_behind;
}

/* A compound literal ends with the block around it. All that has its name is the expression that makes it, of which
 * parts may stand further inside. clang makes no block of the body of a while, do or switch that has no braces: there
 * the literal seems to live on, until the function returns. */
static LLVMValueRef literal_use(FunctionTable *table, LLVMValueRef alloca, bool *is_again)
{
    static const char prefix[] = ".compoundliteral";
    size_t n = 0;
    LLVMValueRef found = NULL;
    if (strncmp(LLVMGetValueName2(alloca, &n), prefix, sizeof prefix - 1) != 0) return NULL;
    for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsAInstruction(user) || !LLVMInstructionGetDebugLoc(user)) continue;
        *is_again |= function_is_again(LLVMGetInstructionParent(user));
        LLVMMetadataRef block = debug_block_around(user), inner = found ? debug_block_around(found) : NULL;
        if (!found || !block || (inner && debug_block_is_in(table->context, inner, block))) found = user;
    }
    return found;
}

static void add_alloca(FunctionTable *table, FunctionInfo *info, LLVMValueRef alloca)
{
    AllocaInfo a = {0};
    Uses uses = {0};
    scan_uses(alloca, &uses, 0);
    a.alloca = alloca;
    a.is_passed = uses.is_passed;
    a.is_write_only = !uses.has_load && !uses.is_passed && !uses.has_part;
    a.is_only_returned = !uses.has_other_load && !uses.is_passed && !uses.has_part;
    a.is_forwarded = can_forward(alloca);
    a.is_parameter = is_parameter(alloca);
    a.literal = literal_use(table, alloca, &a.is_again);
    pointer_id(&info->alloca_ids, alloca, NULL);
    vec_push(table->run, &info->allocas, a);
}

static void add_allocas(FunctionTable *table, FunctionInfo *info)
{
    for (uint32_t k = 0; k < info->blocks.count; k++)
        for (LLVMValueRef i = LLVMGetFirstInstruction(info->blocks.data[k].block); i; i = LLVMGetNextInstruction(i))
            if (LLVMIsAAllocaInst(i)) add_alloca(table, info, i);
    for (uint32_t k = 0; k < info->blocks.count; k++) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(info->blocks.data[k].block); i; i = LLVMGetNextInstruction(i)) {
            LLVMValueRef storage = is_intrinsic_call(i, "llvm.dbg.declare") ? debug_declared_storage(i) : NULL;
            AllocaInfo *a = storage ? function_alloca(info, storage) : NULL;
            if (a) a->is_again |= function_is_again(info->blocks.data[k].block);
            if (a && !a->declare) {
                a->declare = i;
                a->is_forwarded = false;
                a->variable = debug_declared_variable(table->run, table->context, i);
            }
        }
    }
}

/* Whether a call outside of the block is given the variable by its name, as C cannot: its cleanup function, which runs
 * before the variable ends. */
static bool is_cleaned_up(LLVMContextRef context, LLVMValueRef alloca, LLVMMetadataRef block)
{
    for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool has_place = LLVMIsACallInst(user) && LLVMInstructionGetDebugLoc(user);
        if (has_place && !debug_is_in_block(context, user, block)) return true;
    }
    return false;
}

LLVMMetadataRef alloca_block(LLVMContextRef context, const AllocaInfo *info)
{
    if (info->literal) return debug_block_around(info->literal);
    LLVMMetadataRef block = info->declare ? debug_declared_block(context, info->declare) : NULL;
    return block && is_cleaned_up(context, info->alloca, block) ? NULL : block;
}

LLVMValueRef alloca_place(const AllocaInfo *info)
{
    CHECK(info->alloca);
    if (info->literal) return info->literal;
    return info->declare ? info->declare : info->alloca;
}

static bool block_is_valid(const FunctionInfo *info, uint32_t k)
{
    const BlockInfo *b = &info->blocks.data[k];
    LLVMValueRef end = LLVMGetBasicBlockTerminator(b->block);
    if (b->index != k || pointer_find(&info->block_ids, b->block) != k || b->in_cycle > 1) return false;
    if (!end || b->successors.count != LLVMGetNumSuccessors(end)) return false;
    for (uint32_t s = 0; s < b->successors.count; s++)
        if (b->successors.data[s] >= info->blocks.count ||
            info->blocks.data[b->successors.data[s]].block != LLVMGetSuccessor(end, s))
            return false;
    return !b->async_call || LLVMGetInstructionParent(b->async_call) == b->block;
}

static bool alloca_is_valid(const FunctionInfo *info, uint32_t k)
{
    const AllocaInfo *a = &info->allocas.data[k];
    if (pointer_find(&info->alloca_ids, a->alloca) != k || instruction_function(a->alloca) != info->function)
        return false;
    if (a->declare && (a->is_forwarded || debug_declared_storage(a->declare) != a->alloca)) return false;
    return !(a->is_write_only && !a->is_only_returned) && !(a->is_only_returned && a->is_passed) &&
           !(a->is_forwarded && a->is_passed);
}

bool function_is_valid(const FunctionInfo *info)
{
    uint32_t in = 0, out = 0, rets = 0;
    if (info->block_ids.count != info->blocks.count || info->alloca_ids.count != info->allocas.count) return false;
    for (uint32_t k = 0; k < info->blocks.count; k++) {
        if (!block_is_valid(info, k)) return false;
        in += info->blocks.data[k].predecessors;
        out += info->blocks.data[k].successors.count;
        rets += LLVMIsAReturnInst(LLVMGetBasicBlockTerminator(info->blocks.data[k].block)) != NULL;
    }
    for (uint32_t k = 0; k < info->allocas.count; k++)
        if (!alloca_is_valid(info, k)) return false;
    return in == out && rets == info->ret_count && info->blocks.count == LLVMCountBasicBlocks(info->function) &&
           (!in || info->blocks.data[0].predecessors == 0);
}

FunctionInfo *function_info(FunctionTable *table, LLVMValueRef function)
{
    bool is_new;
    uint32_t id = pointer_id(&table->ids, function, &is_new);
    CHECK(table->ids.count == table->functions.count + is_new);
    if (!is_new) return table->functions.data[id];
    FunctionInfo *info = run_alloc(table->run, sizeof *info);
    size_t n = 0;
    const char *name = LLVMGetValueName2(function, &n);
    CHECK(LLVMIsAFunction(function));
    info->function = function;
    info->name = run_strndup(table->run, name, n);
    intern_init(table->run, &info->block_ids);
    intern_init(table->run, &info->alloca_ids);
    intern_init(table->run, &info->read_ids);
    add_blocks(table->run, info);
    for (uint32_t k = 0; k < info->blocks.count; k++)
        find_async_call(&info->blocks.data[k]);
    add_allocas(table, info);
    vec_push(table->run, &table->functions, info);
    CHECK(table->functions.data[id] == info && function_is_valid(info));
    return info;
}

LLVMValueRef function_loaded_parameter(LLVMValueRef load)
{
    LLVMValueRef storage = LLVMIsALoadInst(load) ? LLVMGetOperand(load, 0) : NULL;
    LLVMValueRef parameter = NULL;
    if (!storage || !LLVMIsAAllocaInst(storage)) return NULL;
    for (LLVMUseRef u = LLVMGetFirstUse(storage); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsALoadInst(user)) continue;
        if (!LLVMIsAStoreInst(user) || parameter || !LLVMIsAArgument(LLVMGetOperand(user, 0))) return NULL;
        parameter = LLVMGetOperand(user, 0);
    }
    return parameter;
}

/* ---- reads before writes ---- */

typedef enum Event { EVENT_NONE, EVENT_WRITE, EVENT_READ } Event;

static bool has_operand(LLVMValueRef instruction, LLVMValueRef value)
{
    int n = LLVMGetNumOperands(instruction);
    for (int k = 0; k < n; k++)
        if (LLVMGetOperand(instruction, (unsigned)k) == value) return true;
    return false;
}

/* Whether a memset or memcpy fills the whole storage. */
static bool covers(LLVMValueRef fill, LLVMValueRef alloca)
{
    LLVMValueRef length = LLVMGetOperand(fill, 2);
    LLVMModuleRef module = LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(alloca)));
    uint64_t size = LLVMABISizeOfType(LLVMGetModuleDataLayout(module), LLVMGetAllocatedType(alloca));
    return LLVMIsAConstantInt(length) && LLVMConstIntGetZExtValue(length) == size;
}

/* The first thing that happens to the storage from instruction i to the end of its block. */
static Event first_event(LLVMValueRef i, LLVMValueRef alloca)
{
    for (; i; i = LLVMGetNextInstruction(i)) {
        if (!has_operand(i, alloca) || is_intrinsic_call(i, "llvm.lifetime.") || is_intrinsic_call(i, "llvm.dbg."))
            continue;
        bool is_store = LLVMIsAStoreInst(i) && LLVMGetOperand(i, 0) != alloca &&
                        LLVMTypeOf(LLVMGetOperand(i, 0)) == LLVMGetAllocatedType(alloca);
        bool is_fill = (is_intrinsic_call(i, "llvm.memset") || is_intrinsic_call(i, "llvm.memcpy")) &&
                       LLVMGetOperand(i, 0) == alloca && covers(i, alloca);
        return is_store || is_fill ? EVENT_WRITE : EVENT_READ;
    }
    return EVENT_NONE;
}

static bool reads_before_write(Run *run, FunctionInfo *info, LLVMValueRef alloca, LLVMValueRef from)
{
    CHECK(instruction_function(from) == info->function && function_alloca(info, alloca));
    Event event = first_event(LLVMGetNextInstruction(from), alloca);
    if (event != EVENT_NONE) return event == EVENT_READ;
    bool *seen = run_alloc(run, info->blocks.count * sizeof *seen);
    VEC(uint32_t) stack = {0};
    vec_push(run, &stack, function_block(info, LLVMGetInstructionParent(from))->index);
    bool reads = false;
    while (stack.count && !reads) {
        const BlockInfo *b = &info->blocks.data[vec_pop(&stack)];
        for (uint32_t k = 0; k < b->successors.count && !reads; k++) {
            uint32_t to = b->successors.data[k];
            if (seen[to]) continue;
            seen[to] = true;
            event = first_event(LLVMGetFirstInstruction(info->blocks.data[to].block), alloca);
            reads = event == EVENT_READ;
            if (event == EVENT_NONE) vec_push(run, &stack, to);
        }
    }
    vec_free(run, &stack);
    run_release(run, seen);
    return reads;
}

/* Functions that are inlined are lowered often. */
bool function_reads_before_write(Run *run, FunctionInfo *info, LLVMValueRef alloca, LLVMValueRef from)
{
    uint64_t pointers[] = {(uintptr_t)alloca, (uintptr_t)from};
    uint32_t key[4];
    bool is_new;
    memcpy(key, pointers, sizeof key);
    uint32_t id = intern_add(&info->read_ids, key, 4, &is_new);
    if (is_new) vec_push(run, &info->reads, reads_before_write(run, info, alloca, from));
    return info->reads.data[id];
}

/* The loop that clang makes compares a value that went through one bit. */
bool exchange_is_miscompiled(LLVMValueRef cmpxchg)
{
    LLVMValueRef expected = LLVMGetOperand(cmpxchg, 1), desired = LLVMGetOperand(cmpxchg, 2);
    if (!LLVMIsAPHINode(expected) || !LLVMIsATruncInst(desired)) return false;
    for (unsigned i = 0; i < LLVMCountIncoming(expected); i++) {
        LLVMValueRef v = LLVMGetIncomingValue(expected, i);
        if (!LLVMIsAZExtInst(v)) continue;
        LLVMTypeRef from = LLVMTypeOf(LLVMGetOperand(v, 0));
        if (LLVMGetTypeKind(from) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(from) == 1) return true;
    }
    return false;
}
