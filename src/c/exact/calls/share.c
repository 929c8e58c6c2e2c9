#include "c/exact/calls/share.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/DebugInfo.h>

#include "base/check.h"
#include "c/compile/function.h"
#include "c/exact/calls/body.h"
#include "c/exact/calls/demote.h"
#include "c/exact/calls/graph.h"

/* What functions may have instructions after inlining, when it is not given: fewer when they are too many together. */
#define LIMIT_FIRST 1000u
#define LIMIT_STEP 4u
#define LIMIT_MIN 60u

/* Inlining makes what a thread does so many times as large as its functions are once when calls lie within calls, again
 * and again; seldom more than three times otherwise. */
#define MULTIPLE_MAX 10u

/* ---- jumps ---- */

/* The calling block passes what the instance is to get, and goes there. */
static void make_jump(Body *body, const Jump *jump)
{
    LLVMValueRef call = jump->edge->call, callee = body->graph->nodes.data[jump->edge->to].function;
    LLVMMetadataRef place = NULL;
    unsigned n = LLVMCountParams(callee);
    LLVMValueRef *fixed = run_alloc(body->run, (n + 1) * sizeof *fixed);
    for (unsigned k = 0; k < n; k++)
        fixed[k] = instance_fixed_value(jump->from, LLVMGetOperand(call, k));
    Instance *to = body_instance(body, jump->edge->to, fixed);
    run_release(body->run, fixed);
    LLVMPositionBuilderAtEnd(body->builder, jump->block);
    place = body_place(body, jump->from, call);
    LLVMSetCurrentDebugLocation2(body->builder, place);
    for (unsigned k = 0; k < n; k++)
        if (to->slots[k]) body_write(body, to->slots[k], instance_value(jump->from, LLVMGetOperand(call, k)));
    Return back = {LLVMBuildBr(body->builder, to->entry), jump->back};
    vec_push(body->run, &to->returns, back);
    if (jump->result) LLVMSetOperand(jump->result, 0, to->result);
    if (function_is_again(LLVMGetInstructionParent(call))) function_mark_again(jump->block);
}

/* Control goes back to where it came from. */
static void make_returns(Body *body, Instance *in)
{
    if (!in->exit || !in->returns.count) return;
    LLVMTypeRef type = LLVMInt32TypeInContext(body->context);
    LLVMSetCurrentDebugLocation2(body->builder, NULL);
    LLVMPositionBuilderAtEnd(body->builder, in->exit);
    if (in->returns.count == 1) {
        LLVMBuildBr(body->builder, in->returns.data[0].back);
        return;
    }
    size_t n = 0;
    char *name = run_format(body->run, "%s.return", LLVMGetValueName2(in->node->function, &n));
    LLVMValueRef place = body_variable(body, type, name);
    run_release(body->run, name);
    uint32_t last = in->returns.count - 1;
    LLVMValueRef end =
        LLVMBuildSwitch(body->builder, body_read(body, place, type, "return"), in->returns.data[last].back, last);
    for (uint32_t r = 0; r < in->returns.count; r++) {
        LLVMValueRef number = LLVMConstInt(type, r, false);
        if (r < last) LLVMAddCase(end, number, in->returns.data[r].back);
        LLVMPositionBuilderBefore(body->builder, in->returns.data[r].jump);
        LLVMSetCurrentDebugLocation2(body->builder, LLVMInstructionGetDebugLoc(in->returns.data[r].jump));
        body_write(body, place, number);
    }
}

/* ---- functions ---- */

static void copy_function_attributes(Run *run, LLVMValueRef to, LLVMValueRef from)
{
    for (unsigned k = 0; k <= LLVMCountParams(from) + 1; k++) {
        LLVMAttributeIndex index = k == 0 ? (LLVMAttributeIndex)LLVMAttributeFunctionIndex : k - 1;
        unsigned n = LLVMGetAttributeCountAtIndex(from, index);
        LLVMAttributeRef *list = run_alloc(run, (n + 1) * sizeof *list);
        LLVMGetAttributesAtIndex(from, index, list);
        for (unsigned i = 0; i < n; i++)
            LLVMAddAttributeAtIndex(to, index, list[i]);
        run_release(run, list);
    }
}

static LLVMValueRef new_function(Run *run, LLVMValueRef like)
{
    LLVMValueRef f = LLVMAddFunction(LLVMGetGlobalParent(like), "", LLVMGlobalGetValueType(like));
    LLVMSetLinkage(f, LLVMGetLinkage(like));
    LLVMSetFunctionCallConv(f, LLVMGetFunctionCallConv(like));
    copy_function_attributes(run, f, like);
    for (unsigned k = 0; k < LLVMCountParams(like); k++) {
        size_t n = 0;
        const char *name = LLVMGetValueName2(LLVMGetParam(like, k), &n);
        LLVMSetValueName2(LLVMGetParam(f, k), name, n);
    }
    return f;
}

static void body_clear(Body *body)
{
    for (uint32_t k = 0; k < body->instances.count; k++) {
        Instance *in = body->instances.data[k];
        intern_clear(&in->ids);
        intern_clear(&in->block_ids);
        vec_free(body->run, &in->copies);
        vec_free(body->run, &in->starts);
        vec_free(body->run, &in->ends);
        vec_free(body->run, &in->returns);
        run_release(body->run, in->fixed);
        run_release(body->run, in->slots);
        run_release(body->run, in->values);
        run_release(body->run, in);
    }
    LLVMDisposeBuilder(body->builder);
    intern_clear(&body->instance_ids);
    vec_free(body->run, &body->instances);
    vec_free(body->run, &body->jumps);
    run_release(body->run, body->variants);
}

/* What the debug information of copies says: that they stand in the function, at no line of it. */
static LLVMMetadataRef place_in(LLVMContextRef context, LLVMValueRef function)
{
    LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
    return subprogram ? LLVMDIBuilderCreateDebugLocation(context, 0, 0, subprogram, NULL) : NULL;
}

static LLVMValueRef build_function(const CallGraph *graph, uint32_t id)
{
    Run *run = graph->run;
    LLVMValueRef old = graph->nodes.data[id].function;
    LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(old));
    Body body = {.run = run, .graph = graph, .context = context, .builder = LLVMCreateBuilderInContext(context)};
    unsigned n = LLVMCountParams(old);
    LLVMValueRef *own = run_alloc(run, (n + 1) * sizeof *own);
    body.function = new_function(run, old);
    body.place = place_in(context, old);
    body.variants = run_alloc(run, (graph->nodes.count + 1) * sizeof *body.variants);
    intern_init(run, &body.instance_ids);
    for (unsigned k = 0; k < n; k++)
        own[k] = LLVMGetParam(body.function, k);
    body_instance(&body, id, own);
    run_release(run, own);
    for (uint32_t k = 0; k < body.instances.count; k++) {
        run_poll(run);
        body_copy(&body, body.instances.data[k]);
        while (body.jumps.count) {
            Jump jump = vec_pop(&body.jumps);
            make_jump(&body, &jump);
        }
    }
    for (uint32_t k = 0; k < body.instances.count; k++)
        make_returns(&body, body.instances.data[k]);
    demote_values(&body);
    LLVMValueRef function = body.function;
    body_clear(&body);
    return function;
}

/* ---- the module ---- */

typedef struct NeededFunctions {
    const CallGraph *graph;
    bool *is_whole, *is_part; /* by node: control comes to it by calls; it stands in a function that shares calls */
    VEC(uint32_t) work;
} NeededFunctions;

static void need_function(NeededFunctions *n, uint32_t v, bool is_part)
{
    bool *is_known = is_part ? &n->is_part[v] : &n->is_whole[v];
    bool is_done = *is_known || (n->is_whole[v] && n->graph->nodes.data[v].is_sharer);
    *is_known = true;
    if (!is_done) vec_push(n->graph->run, &n->work, v);
}

/* What control comes to as a function of its own, and not by calls that become jumps. */
static bool *find_needed_functions(const CallGraph *graph)
{
    Run *run = graph->run;
    size_t size = (graph->nodes.count + 1) * sizeof(bool);
    NeededFunctions n = {.graph = graph, .is_whole = run_alloc(run, size), .is_part = run_alloc(run, size)};
    for (uint32_t v = 0; v < graph->nodes.count; v++)
        if (graph->nodes.data[v].is_entry) need_function(&n, v, false);
    while (n.work.count) {
        uint32_t v = vec_pop(&n.work);
        const CallNode *node = &graph->nodes.data[v];
        bool is_shared = n.is_part[v] || node->is_sharer;
        for (uint32_t k = 0; k < node->calls.count; k++) {
            const CallEdge *edge = &node->calls.data[k];
            bool is_jump = call_is_shared(graph, edge);
            if (!is_jump || (n.is_whole[v] && !node->is_sharer)) need_function(&n, edge->to, false);
            if (is_jump && is_shared) need_function(&n, edge->to, true);
        }
    }
    vec_free(run, &n.work);
    run_release(run, n.is_part);
    return n.is_whole;
}

/* The new function takes the place of the old one. */
static void replace_function(Run *run, LLVMValueRef old, LLVMValueRef new)
{
    size_t n = 0;
    const char *old_name = LLVMGetValueName2(old, &n);
    char *name = run_strndup(run, old_name, n);
    LLVMMetadataRef subprogram = LLVMGetSubprogram(old);
    LLVMSetValueName2(old, "", 0);
    LLVMSetValueName2(new, name, n);
    run_release(run, name);
    LLVMReplaceAllUsesWith(old, new);
    LLVMDeleteFunction(old);
    if (subprogram) LLVMSetSubprogram(new, subprogram);
    CHECK(!LLVMVerifyFunction(new, LLVMReturnStatusAction));
}

/* Those that nobody calls any more. */
static void drop_unused(const CallGraph *graph, const bool *is_gone)
{
    for (uint32_t k = graph->nodes.count; k-- > 0;) { /* callers first */
        const CallNode *node = &graph->nodes.data[graph->order[k]];
        bool is_unused = !is_gone[graph->order[k]] && !node->is_entry && node->has_caller;
        if (is_unused && !LLVMGetFirstUse(node->function)) LLVMDeleteFunction(node->function);
    }
}

static void share(CallGraph *graph)
{
    Run *run = graph->run;
    bool *is_needed = find_needed_functions(graph);
    LLVMValueRef *built = run_alloc(run, (graph->nodes.count + 1) * sizeof *built);
    for (uint32_t v = 0; v < graph->nodes.count; v++) {
        is_needed[v] = is_needed[v] && graph->nodes.data[v].is_sharer;
        if (is_needed[v]) built[v] = build_function(graph, v);
    }
    for (uint32_t v = 0; v < graph->nodes.count; v++)
        if (is_needed[v]) replace_function(run, graph->nodes.data[v].function, built[v]);
    drop_unused(graph, is_needed);
    run_release(run, is_needed);
    run_release(run, built);
}

bool calls_may_share(const FrontendOptions *options)
{
    PropertySet memory =
        PROPERTY_BIT(PROPERTY_VALID_DEREF) | PROPERTY_BIT(PROPERTY_VALID_FREE) | PROPERTY_BIT(PROPERTY_VALID_MEMTRACK);
    return !(options->properties & memory);
}

bool calls_multiply(Run *run, LLVMModuleRef module)
{
    CallGraph graph;
    call_graph_init(run, module, &graph);
    uint64_t size = call_graph_plan(&graph, NO_SHARING), multiple = call_graph_multiple(&graph);
    run_log(run, 1, "calls: %llu instructions inlined, up to %llu times as many as with each function once",
            (unsigned long long)size, (unsigned long long)multiple);
    call_graph_clear(&graph);
    return multiple > MULTIPLE_MAX;
}

static bool is_small_graph(const CallGraph *graph, uint64_t size)
{
    return size <= SIZE_LARGE && call_graph_multiple(graph) <= MULTIPLE_MAX;
}

/* As few calls are shared as make the program small. */
static void plan(CallGraph *graph)
{
    for (uint32_t limit = LIMIT_FIRST; !is_small_graph(graph, call_graph_plan(graph, limit)) && limit >= LIMIT_MIN;)
        limit /= LIMIT_STEP;
}

void calls_share(Run *run, LLVMModuleRef module, uint32_t limit)
{
    CallGraph graph;
    call_graph_init(run, module, &graph);
    if (limit > 0)
        call_graph_plan(&graph, limit);
    else
        plan(&graph);
    run_log(run, 1, "calls are shared: %llu instructions", (unsigned long long)call_graph_size(&graph));
    share(&graph);
    CHECK(!LLVMVerifyModule(module, LLVMReturnStatusAction, NULL));
    call_graph_clear(&graph);
}
