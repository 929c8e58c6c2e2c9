#include "c/exact/calls/graph.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/components.h"
#include "c/compile/function.h"
#include "c/compile/intrinsics.h"

#define SIZE_LIMIT (UINT64_C(1) << 40) /* sizes grow exponentially with the depth of calls */
#define SMALL_PART 64

static const char *function_name(LLVMValueRef function)
{
    size_t n = 0;
    return LLVMGetValueName2(function, &n);
}

/* The function with a body that the instruction calls by its name; NULL = none. */
static LLVMValueRef called_body(LLVMValueRef i)
{
    LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
    return callee && LLVMIsAFunction(callee) && !LLVMIsDeclaration(callee) ? callee : NULL;
}

static bool is_scalar_type(LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMIntegerTypeKind) return LLVMGetIntTypeWidth(type) <= 64;
    return kind == LLVMPointerTypeKind || kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
}

/* ---- bodies that can stand elsewhere ---- */

static bool has_attribute(LLVMValueRef function, unsigned k, const char *name)
{
    return LLVMGetEnumAttributeAtIndex(function, k + 1, LLVMGetEnumAttributeKindForName(name, strlen(name))) != NULL;
}

/* Memory for a struct is fresh in each call, which is left to those who inline it. */
static bool is_plain_signature(LLVMValueRef function)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(function), result = LLVMGetReturnType(type);
    if (LLVMIsFunctionVarArg(type)) return false;
    if (LLVMGetTypeKind(result) != LLVMVoidTypeKind && !is_scalar_type(result)) return false;
    for (unsigned k = 0; k < LLVMCountParams(function); k++)
        if (!is_scalar_type(LLVMTypeOf(LLVMGetParam(function, k))) || has_attribute(function, k, "byval") ||
            has_attribute(function, k, "sret"))
            return false;
    return true;
}

/* Storage of constant size that is there from the beginning of the function on. */
static bool is_plain_storage(LLVMValueRef alloca)
{
    LLVMValueRef count = LLVMGetOperand(alloca, 0);
    LLVMBasicBlockRef block = LLVMGetInstructionParent(alloca);
    return LLVMIsAConstantInt(count) && LLVMConstIntGetZExtValue(count) == 1 &&
           block == LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(block));
}

/* Calls whose meaning depends on which call of the function it is that they stand in. */
static bool is_bound_call(LLVMValueRef call)
{
    static const char *const names[] = {"setjmp",        "_setjmp",        "sigsetjmp",   "__sigsetjmp",
                                        "longjmp",       "siglongjmp",     "llvm.va_",    "llvm.stack",
                                        "llvm.frameadd", "llvm.returnadd", "llvm.eh.sjlj"};
    LLVMValueRef callee = LLVMGetCalledValue(call);
    const char *name = LLVMIsAFunction(callee) ? function_name(callee) : "";
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strncmp(name, names[i], strlen(names[i])) == 0) return true;
    return LLVMGetNumOperandBundles(call) > 0;
}

static bool is_plain_instruction(LLVMValueRef i)
{
    switch ((int)LLVMGetInstructionOpcode(i)) {
    case LLVMInvoke:
    case LLVMCallBr:
    case LLVMIndirectBr:
    case LLVMVAArg: return false;
    case LLVMAlloca: return is_plain_storage(i);
    case LLVMCall: return !is_bound_call(i);
    default: return true;
    }
}

/* As a constant. */
static bool block_has_address(LLVMBasicBlockRef block)
{
    for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); u; u = LLVMGetNextUse(u))
        if (!LLVMIsAInstruction(LLVMGetUser(u))) return true;
    return false;
}

static bool is_plain_body(LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        if (block_has_address(b)) return false;
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (!is_plain_instruction(i)) return false;
    }
    return true;
}

/* A function whose name says what it does is called by that name. */
static bool has_meaning(LLVMValueRef function)
{
    const char *name = function_name(function);
    return intrinsic_find(name, true) != INTRINSIC_NONE || intrinsic_is_atomic_function(name);
}

/* ---- atomic sections ---- */

/* How the depth of atomic sections changes by an instruction; *is_known: whether that can be told. */
static int depth_change(const CallGraph *graph, LLVMValueRef i, bool *is_known)
{
    LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
    if (!callee || !LLVMIsAFunction(callee)) return 0;
    Intrinsic intrinsic = intrinsic_find(function_name(callee), !LLVMIsDeclaration(callee));
    uint32_t id = pointer_find(&graph->ids, callee);
    if (intrinsic == INTRINSIC_ATOMIC_BEGIN) return 1;
    if (intrinsic == INTRINSIC_ATOMIC_END) return -1;
    if (id != INTERN_NONE && !graph->nodes.data[id].is_level) *is_known = false;
    return 0;
}

/* Control inside of an atomic section is at other locations than outside, so a call there is not shared with others.
 * What is called has been looked at before; a mistake would end in a refusal where the two meet. */
static void find_atomic_calls(CallGraph *graph, CallNode *node)
{
    Run *run = graph->run;
    Intern seen;
    VEC(int) depths = {0};
    VEC(LLVMBasicBlockRef) blocks = {0};
    intern_init(run, &seen);
    pointer_id(&seen, LLVMGetEntryBasicBlock(node->function), NULL);
    vec_push(run, &blocks, LLVMGetEntryBasicBlock(node->function));
    vec_push(run, &depths, 0);
    node->is_level = true;
    for (uint32_t k = 0; k < blocks.count; k++) {
        int depth = depths.data[k];
        LLVMValueRef end = LLVMGetBasicBlockTerminator(blocks.data[k]);
        for (LLVMValueRef i = LLVMGetFirstInstruction(blocks.data[k]); i; i = LLVMGetNextInstruction(i)) {
            CallEdge *edge = depth ? (CallEdge *)call_edge(node, i) : NULL;
            if (edge) edge->may_share = false;
            depth += depth_change(graph, i, &node->is_level);
        }
        if (LLVMIsAReturnInst(end) && depth != 0) node->is_level = false;
        for (unsigned s = 0; s < LLVMGetNumSuccessors(end); s++) {
            bool is_new;
            uint32_t to = pointer_id(&seen, LLVMGetSuccessor(end, s), &is_new);
            if (is_new) {
                vec_push(run, &blocks, LLVMGetSuccessor(end, s));
                vec_push(run, &depths, depth);
            }
            if (depths.data[to] != depth) node->is_level = false;
        }
    }
    intern_clear(&seen);
    vec_free(run, &depths);
    vec_free(run, &blocks);
}

/* ---- the graph ---- */

const CallEdge *call_edge(const CallNode *node, LLVMValueRef call)
{
    if (!LLVMIsACallInst(call)) return NULL;
    uint32_t low = 0, high = node->calls.count; /* they are in the order of the addresses of the calls */
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if ((uintptr_t)node->calls.data[middle].call < (uintptr_t)call)
            low = middle + 1;
        else
            high = middle;
    }
    return low < node->calls.count && node->calls.data[low].call == call ? &node->calls.data[low] : NULL;
}

static int compare_edges(const void *a, const void *b)
{
    uintptr_t x = (uintptr_t)((const CallEdge *)a)->call, y = (uintptr_t)((const CallEdge *)b)->call;
    return (x > y) - (x < y);
}

static bool is_async_block(LLVMBasicBlockRef block)
{
    static const char prefix[] = "__CPROVER_ASYNC"; /* a call there starts a thread */
    return strncmp(LLVMGetBasicBlockName(block), prefix, sizeof prefix - 1) == 0;
}

static bool call_has_type_of(LLVMValueRef call, LLVMValueRef callee)
{
    return LLVMGetCalledFunctionType(call) == LLVMGlobalGetValueType(callee) &&
           LLVMGetNumArgOperands(call) == LLVMCountParams(callee);
}

static void add_call_edges(CallGraph *graph, CallNode *node)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(node->function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            node->own++;
            LLVMValueRef callee = called_body(i);
            if (!callee) continue;
            CallEdge edge = {i, pointer_find(&graph->ids, callee), call_has_type_of(i, callee) && !is_async_block(b)};
            CHECK(edge.to != INTERN_NONE);
            vec_push(graph->run, &node->calls, edge);
        }
    if (node->calls.count) qsort(node->calls.data, node->calls.count, sizeof *node->calls.data, compare_edges);
}

static bool is_entered(LLVMValueRef function)
{
    for (LLVMUseRef u = LLVMGetFirstUse(function); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != function) return true;
        for (unsigned k = 0; k < LLVMGetNumArgOperands(user); k++)
            if (LLVMGetOperand(user, k) == function) return true;
    }
    return strcmp(function_name(function), "main") == 0;
}

/* Callees first; who is in a circle of calls is recursive. */
static void sort_nodes(CallGraph *graph)
{
    Run *run = graph->run;
    uint32_t n = graph->nodes.count, *component = run_alloc(run, (n + 1) * sizeof *component);
    uint32_t *start = run_alloc(run, (n + 1) * sizeof *start);
    VEC(uint32_t) to = {0};
    for (uint32_t v = 0; v < n; v++) {
        start[v] = to.count;
        for (uint32_t k = 0; k < graph->nodes.data[v].calls.count; k++)
            vec_push(run, &to, graph->nodes.data[v].calls.data[k].to);
    }
    start[n] = to.count;
    uint32_t count = components_find(run, n, start, to.data, component);
    uint32_t *first = run_alloc(run, (count + 2) * sizeof *first);
    for (uint32_t v = 0; v < n; v++)
        first[component[v] + 1]++;
    for (uint32_t v = 0; v < n; v++)
        graph->nodes.data[v].is_recursive = first[component[v] + 1] > 1;
    for (uint32_t c = 0; c < count; c++)
        first[c + 1] += first[c];
    graph->order = run_alloc(run, (n + 1) * sizeof *graph->order);
    for (uint32_t v = 0; v < n; v++)
        graph->order[first[component[v]]++] = v;
    for (uint32_t v = 0; v < n; v++)
        for (uint32_t k = start[v]; k < start[v + 1]; k++)
            graph->nodes.data[v].is_recursive |= to.data[k] == v;
    vec_free(run, &to);
    run_release(run, component);
    run_release(run, start);
    run_release(run, first);
}

void call_graph_clear(CallGraph *graph)
{
    intern_clear(&graph->ids);
    for (uint32_t v = 0; v < graph->nodes.count; v++)
        vec_free(graph->run, &graph->nodes.data[v].calls);
    vec_free(graph->run, &graph->nodes);
    run_release(graph->run, graph->order);
}

/* ---- the plan ---- */

static uint64_t size_add(uint64_t a, uint64_t b) { return a + b < SIZE_LIMIT ? a + b : SIZE_LIMIT; }

bool call_is_shared(const CallGraph *graph, const CallEdge *edge)
{
    const CallNode *to = &graph->nodes.data[edge->to];
    return edge->may_share && to->may_move && to->size > graph->small;
}

static uint64_t called_size(const CallGraph *graph, uint32_t v)
{
    const CallNode *node = &graph->nodes.data[v];
    return node->is_recursive ? node->own : node->size;
}

static void add_sizes(const CallGraph *graph, CallNode *node)
{
    node->size = node->inlined = node->own;
    for (uint32_t k = 0; k < node->calls.count; k++) {
        const CallNode *to = &graph->nodes.data[node->calls.data[k].to];
        node->size = size_add(node->size, to->is_recursive ? to->own : to->size);
        node->inlined = size_add(node->inlined, to->is_recursive ? to->own : to->inlined);
    }
}

/* With each function once that is called by jumps. */
static uint64_t shared_size(const CallGraph *graph, uint32_t root)
{
    bool *seen = run_alloc(graph->run, graph->nodes.count * sizeof *seen);
    VEC(uint32_t) found = {0};
    uint64_t size = 0;
    seen[root] = true;
    vec_push(graph->run, &found, root);
    for (uint32_t i = 0; i < found.count; i++) {
        const CallNode *node = &graph->nodes.data[found.data[i]];
        size = size_add(size, node->own);
        for (uint32_t k = 0; k < node->calls.count; k++) {
            const CallEdge *edge = &node->calls.data[k];
            if (!call_is_shared(graph, edge)) {
                size = size_add(size, called_size(graph, edge->to));
            } else if (!seen[edge->to]) {
                seen[edge->to] = true;
                vec_push(graph->run, &found, edge->to);
            }
        }
    }
    vec_free(graph->run, &found);
    run_release(graph->run, seen);
    return size;
}

static void count_once(CallGraph *graph)
{
    graph->small = 0;
    for (uint32_t k = 0; k < graph->nodes.count; k++) {
        run_poll(graph->run);
        add_sizes(graph, &graph->nodes.data[graph->order[k]]);
    }
    for (uint32_t v = 0; v < graph->nodes.count; v++)
        if (graph->nodes.data[v].is_entry) graph->nodes.data[v].once = shared_size(graph, v);
}

uint64_t call_graph_multiple(const CallGraph *graph)
{
    uint64_t most = 1;
    for (uint32_t v = 0; v < graph->nodes.count; v++) {
        const CallNode *node = &graph->nodes.data[v];
        uint64_t multiple = node->is_entry && node->once ? node->size / node->once : 1;
        if (multiple > most) most = multiple;
    }
    return most;
}

void call_graph_init(Run *run, LLVMModuleRef module, CallGraph *graph)
{
    *graph = (CallGraph){.run = run};
    intern_init(run, &graph->ids);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f)) continue;
        pointer_id(&graph->ids, f, NULL);
        vec_push(run, &graph->nodes, ((CallNode){.function = f, .is_level = true}));
    }
    for (uint32_t v = 0; v < graph->nodes.count; v++)
        add_call_edges(graph, &graph->nodes.data[v]);
    sort_nodes(graph);
    for (uint32_t k = 0; k < graph->nodes.count; k++) {
        CallNode *node = &graph->nodes.data[graph->order[k]];
        find_atomic_calls(graph, node);
        node->is_entry = is_entered(node->function);
        node->has_caller = LLVMGetFirstUse(node->function) != NULL;
        node->may_move = !node->is_recursive && node->is_level && is_plain_signature(node->function) &&
                         is_plain_body(node->function) && !has_meaning(node->function);
    }
    count_once(graph);
}

static bool has_shared_call(const CallGraph *graph, const CallNode *node)
{
    for (uint32_t k = 0; k < node->calls.count; k++)
        if (call_is_shared(graph, &node->calls.data[k])) return true;
    return false;
}

uint64_t call_graph_size(const CallGraph *graph)
{
    uint64_t all = 0;
    for (uint32_t v = 0; v < graph->nodes.count; v++)
        if (graph->nodes.data[v].is_entry) all = size_add(all, graph->nodes.data[v].size);
    return all;
}

uint64_t call_graph_plan(CallGraph *graph, uint64_t limit)
{
    graph->small = limit / SMALL_PART;
    for (uint32_t k = 0; k < graph->nodes.count; k++) {
        run_poll(graph->run);
        uint32_t v = graph->order[k];
        CallNode *node = &graph->nodes.data[v];
        add_sizes(graph, node);
        node->is_sharer = false;
        bool may = is_plain_signature(node->function) && is_plain_body(node->function);
        uint64_t shared = may && node->inlined > limit ? shared_size(graph, v) : node->size;
        node->is_sharer = shared < node->size || (limit == 1 && may && has_shared_call(graph, node));
        node->size = shared;
    }
    return call_graph_size(graph);
}
