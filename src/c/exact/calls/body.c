#include "c/exact/calls/body.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "base/check.h"
#include "c/compile/debuginfo.h"
#include "c/compile/function.h"

#define VARIANTS_MAX                                                                                                   \
    8 /* instances of one function in one body; more calls than that find the addresses in variables                   \
       */

static const char *name_of_value(LLVMValueRef value)
{
    size_t n = 0;
    return LLVMGetValueName2(value, &n);
}

static bool is_pointer_value(LLVMValueRef value) { return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind; }

/* ---- variables ---- */

/* A truth value is a byte in memory, as clang has it. */
static LLVMTypeRef memory_type(const Body *body, LLVMTypeRef type)
{
    bool is_bit = LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 1;
    return is_bit ? LLVMInt8TypeInContext(body->context) : type;
}

static LLVMValueRef add_storage(Body *body, LLVMTypeRef type, const char *name)
{
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(body->function), here = LLVMGetInsertBlock(body->builder);
    LLVMMetadataRef place = LLVMGetCurrentDebugLocation2(body->builder);
    LLVMPositionBuilder(body->builder, entry, LLVMGetFirstInstruction(entry));
    LLVMSetCurrentDebugLocation2(body->builder, NULL);
    LLVMValueRef variable = LLVMBuildAlloca(body->builder, type, name);
    if (here) LLVMPositionBuilderAtEnd(body->builder, here);
    LLVMSetCurrentDebugLocation2(body->builder, place);
    return variable;
}

LLVMValueRef body_variable(Body *body, LLVMTypeRef type, const char *name)
{
    return add_storage(body, memory_type(body, type), name);
}

void body_write(Body *body, LLVMValueRef variable, LLVMValueRef value)
{
    LLVMTypeRef type = memory_type(body, LLVMTypeOf(value));
    CHECK(LLVMGetAllocatedType(variable) == type);
    if (type != LLVMTypeOf(value)) value = LLVMBuildZExt(body->builder, value, type, "");
    LLVMBuildStore(body->builder, value, variable);
}

LLVMValueRef body_read(Body *body, LLVMValueRef variable, LLVMTypeRef type, const char *name)
{
    LLVMValueRef value = LLVMBuildLoad2(body->builder, memory_type(body, type), variable, name);
    return LLVMTypeOf(value) == type ? value : LLVMBuildTrunc(body->builder, value, type, "");
}

/* ---- instances ---- */

static void pointer_words(const void *pointer, uint32_t *key)
{
    key[0] = (uint32_t)(uintptr_t)pointer;
    key[1] = (uint32_t)((uint64_t)(uintptr_t)pointer >> 32);
}

static Instance *instance_new(Body *body, const CallNode *node, LLVMValueRef *fixed, unsigned n)
{
    Instance *in = run_alloc(body->run, sizeof *in);
    in->node = node;
    in->fixed = run_alloc(body->run, (n + 1) * sizeof *in->fixed);
    in->slots = run_alloc(body->run, (n + 1) * sizeof *in->slots);
    in->values = run_alloc(body->run, (n + 1) * sizeof *in->values);
    for (unsigned k = 0; k < n; k++)
        in->fixed[k] = fixed[k];
    in->entry = LLVMAppendBasicBlockInContext(body->context, body->function, name_of_value(node->function));
    intern_init(body->run, &in->ids);
    intern_init(body->run, &in->block_ids);
    return in;
}

/* What comes by variables gets them. */
static void add_parameter_slots(Body *body, Instance *in)
{
    LLVMValueRef function = in->node->function;
    const char *name = name_of_value(function);
    for (unsigned k = 0; k < LLVMCountParams(function); k++) {
        LLVMValueRef parameter = LLVMGetParam(function, k);
        if (in->fixed[k] || !LLVMGetFirstUse(parameter)) continue;
        char *passed = run_format(body->run, "%s.%s", name, name_of_value(parameter));
        in->slots[k] = body_variable(body, LLVMTypeOf(parameter), passed);
        run_release(body->run, passed);
    }
    LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(function));
    char *result = run_format(body->run, "%s.result", name);
    if (LLVMGetTypeKind(type) != LLVMVoidTypeKind) in->result = body_variable(body, type, result);
    run_release(body->run, result);
}

Instance *body_instance(Body *body, uint32_t id, LLVMValueRef *fixed)
{
    const CallNode *node = &body->graph->nodes.data[id];
    unsigned n = LLVMCountParams(node->function), length = 1 + 2 * n;
    uint32_t *key = run_alloc(body->run, length * sizeof *key);
    if (body->variants[id] >= VARIANTS_MAX)
        for (unsigned k = 0; k < n; k++)
            fixed[k] = NULL;
    key[0] = id;
    for (unsigned k = 0; k < n; k++)
        pointer_words(fixed[k], key + 1 + 2 * k);
    bool is_new;
    uint32_t found = intern_add(&body->instance_ids, key, length, &is_new);
    run_release(body->run, key);
    if (!is_new) return body->instances.data[found];
    bool is_own = body->instances.count == 0;
    Instance *in = instance_new(body, node, fixed, n);
    body->variants[id]++;
    vec_push(body->run, &body->instances, in);
    CHECK(body->instances.count == body->instance_ids.count);
    if (!is_own) add_parameter_slots(body, in);
    return in;
}

/* ---- values ---- */

LLVMValueRef instance_value(const Instance *in, LLVMValueRef v)
{
    if (LLVMIsAArgument(v)) {
        for (unsigned k = 0; k < LLVMCountParams(in->node->function); k++)
            if (LLVMGetParam(in->node->function, k) == v) return in->values[k];
    }
    if (!LLVMIsAInstruction(v)) return v;
    uint32_t id = pointer_find(&in->ids, v);
    CHECK(id != INTERN_NONE);
    return in->copies.data[id];
}

static LLVMValueRef fixed_parameter(const Instance *in, LLVMValueRef parameter)
{
    for (unsigned k = 0; k < LLVMCountParams(in->node->function); k++)
        if (LLVMGetParam(in->node->function, k) == parameter) return in->fixed[k];
    return NULL;
}

/* The address of a part of something, when all is constant. */
static LLVMValueRef fixed_part(const Instance *in, LLVMValueRef gep)
{
    LLVMValueRef indices[8];
    unsigned n = LLVMGetNumIndices(gep);
    if (n > sizeof indices / sizeof indices[0]) return NULL;
    for (unsigned k = 0; k < n; k++) {
        indices[k] = LLVMGetOperand(gep, k + 1);
        if (!LLVMIsAConstantInt(indices[k])) return NULL;
    }
    LLVMValueRef base = instance_fixed_value(in, LLVMGetOperand(gep, 0));
    if (!base || !LLVMIsAConstant(base) || LLVMIsNull(base)) return NULL;
    return LLVMConstInBoundsGEP2(LLVMGetGEPSourceElementType(gep), base, indices, n);
}

/* Constants, variables of the function that is built, and its own parameters, which nothing assigns. */
LLVMValueRef instance_fixed_value(const Instance *in, LLVMValueRef v)
{
    if (!is_pointer_value(v) || LLVMIsUndef(v)) return NULL;
    if (LLVMIsAConstant(v)) return v;
    if (LLVMIsAArgument(v)) return fixed_parameter(in, v);
    if (LLVMIsAAllocaInst(v)) return instance_value(in, v);
    if (LLVMIsALoadInst(v)) {
        LLVMValueRef parameter = function_loaded_parameter(v);
        return parameter && is_pointer_value(parameter) ? fixed_parameter(in, parameter) : NULL;
    }
    return LLVMIsAGetElementPtrInst(v) ? fixed_part(in, v) : NULL;
}

/* ---- copies ---- */

LLVMMetadataRef body_place(const Body *body, const Instance *in, LLVMValueRef i)
{
    LLVMMetadataRef place = LLVMInstructionGetDebugLoc(i);
    bool is_own = in == body->instances.data[0];
    if (!place || is_own || !body->place || LLVMDILocationGetInlinedAt(place)) return place;
    return LLVMDIBuilderCreateDebugLocation(body->context, LLVMDILocationGetLine(place), LLVMDILocationGetColumn(place),
                                            LLVMDILocationGetScope(place), body->place);
}

static void note_copy(Body *body, Instance *in, LLVMValueRef i, LLVMValueRef copy)
{
    pointer_id(&in->ids, i, NULL);
    vec_push(body->run, &in->copies, copy);
    CHECK(in->ids.count == in->copies.count);
}

static void copy_into_body(Body *body, Instance *in, LLVMValueRef i)
{
    LLVMValueRef copy;
    if (LLVMIsAPHINode(i)) {
        copy = LLVMBuildPhi(body->builder, LLVMTypeOf(i), name_of_value(i));
    } else {
        copy = LLVMInstructionClone(i);
        LLVMInsertIntoBuilderWithName(body->builder, copy, name_of_value(i));
        /* What is said of loops, for optimisation, names places of the function. */
        if (LLVMIsATerminatorInst(i))
            LLVMSetMetadata(copy, LLVMGetMDKindIDInContext(body->context, "llvm.loop", 9), NULL);
    }
    LLVMInstructionSetDebugLoc(copy, body_place(body, in, i));
    note_copy(body, in, i, copy);
}

/* The call ends its block: another one goes on with the result. */
static void divide_at_call(Body *body, Instance *in, const CallEdge *edge)
{
    LLVMValueRef call = edge->call;
    Jump jump = {in, edge, LLVMGetInsertBlock(body->builder), NULL, NULL};
    jump.back = LLVMAppendBasicBlockInContext(body->context, body->function, "back");
    LLVMPositionBuilderAtEnd(body->builder, jump.back);
    LLVMValueRef value = NULL;
    if (LLVMGetFirstUse(call)) {
        LLVMSetCurrentDebugLocation2(body->builder, body_place(body, in, call));
        LLVMTypeRef type = LLVMTypeOf(call);
        LLVMValueRef nowhere = LLVMGetUndef(LLVMPointerTypeInContext(body->context, 0));
        value = body_read(body, nowhere, type, name_of_value(call));
        jump.result = LLVMIsALoadInst(value) ? value : LLVMGetOperand(value, 0);
    }
    note_copy(body, in, call, value);
    vec_push(body->run, &body->jumps, jump);
}

static void leave_instance(Body *body, Instance *in, LLVMValueRef ret)
{
    LLVMSetCurrentDebugLocation2(body->builder, body_place(body, in, ret));
    if (!in->exit) in->exit = LLVMAppendBasicBlockInContext(body->context, body->function, "return");
    LLVMBasicBlockRef block = LLVMGetInsertBlock(body->builder);
    LLVMBuildBr(body->builder, in->exit);
    if (function_is_again(LLVMGetInstructionParent(ret))) function_mark_again(block);
}

static bool is_debug_declare(LLVMValueRef i)
{
    LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
    return callee && LLVMIsAFunction(callee) && strcmp(name_of_value(callee), "llvm.dbg.declare") == 0;
}

static void copy_block(Body *body, Instance *in, LLVMBasicBlockRef block)
{
    bool is_own = in == body->instances.data[0];
    bool is_entry = block == LLVMGetEntryBasicBlock(in->node->function);
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
        const CallEdge *edge = call_edge(in->node, i);
        if (!is_own && is_entry && (LLVMIsAAllocaInst(i) || is_debug_declare(i))) continue; /* copied before */
        if (edge && call_is_shared(body->graph, edge))
            divide_at_call(body, in, edge);
        else if (LLVMIsAReturnInst(i) && !is_own)
            leave_instance(body, in, i);
        else
            copy_into_body(body, in, i);
    }
}

/* The variables of the function become those of the one that is built. They are declared first of all: what is passed
 * is stored in them before they are declared in the function, and must not become arbitrary again. */
static void copy_variables(Body *body, Instance *in)
{
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(in->node->function);
    for (LLVMValueRef i = LLVMGetFirstInstruction(entry); i; i = LLVMGetNextInstruction(i))
        if (LLVMIsAAllocaInst(i)) note_copy(body, in, i, add_storage(body, LLVMGetAllocatedType(i), name_of_value(i)));
    LLVMPositionBuilderAtEnd(body->builder, in->entry);
    for (LLVMValueRef i = LLVMGetFirstInstruction(entry); i; i = LLVMGetNextInstruction(i))
        if (is_debug_declare(i)) copy_into_body(body, in, i);
    for (unsigned k = 0; k < LLVMCountParams(in->node->function); k++) {
        LLVMValueRef parameter = LLVMGetParam(in->node->function, k);
        LLVMSetCurrentDebugLocation2(body->builder, NULL);
        in->values[k] = in->fixed[k];
        if (in->slots[k])
            in->values[k] = body_read(body, in->slots[k], LLVMTypeOf(parameter), name_of_value(parameter));
    }
}

/* ---- operands ---- */

static LLVMBasicBlockRef instance_block(const Instance *in, LLVMBasicBlockRef block, bool is_start)
{
    uint32_t id = pointer_find(&in->block_ids, block);
    CHECK(id < in->starts.count && id < in->ends.count);
    return is_start ? in->starts.data[id] : in->ends.data[id];
}

static void redirect_phi(const Instance *in, LLVMValueRef phi, LLVMValueRef copy)
{
    for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
        LLVMValueRef value = instance_value(in, LLVMGetIncomingValue(phi, k));
        LLVMBasicBlockRef from = instance_block(in, LLVMGetIncomingBlock(phi, k), false);
        LLVMAddIncoming(copy, &value, &from, 1);
    }
}

static void redirect_operands(const Body *body, const Instance *in, LLVMValueRef i, LLVMValueRef copy)
{
    if (LLVMIsAPHINode(i)) {
        redirect_phi(in, i, copy);
        return;
    }
    if (is_debug_declare(i)) {
        LLVMValueRef storage = debug_declared_storage(i);
        if (!storage) return;
        LLVMMetadataRef moved = LLVMValueAsMetadata(instance_value(in, storage));
        LLVMSetOperand(copy, 0, LLVMMetadataAsValue(body->context, moved));
        return;
    }
    for (int k = 0; k < LLVMGetNumOperands(i); k++) {
        LLVMValueRef old = LLVMGetOperand(i, (unsigned)k);
        bool is_value = LLVMIsAInstruction(old) || LLVMIsAArgument(old);
        if (is_value) LLVMSetOperand(copy, (unsigned)k, instance_value(in, old));
    }
    if (!LLVMIsATerminatorInst(i)) return;
    for (unsigned s = 0; s < LLVMGetNumSuccessors(i); s++)
        LLVMSetSuccessor(copy, s, instance_block(in, LLVMGetSuccessor(i, s), true));
}

static void write_result(Body *body, Instance *in, LLVMValueRef ret)
{
    LLVMBasicBlockRef block = instance_block(in, LLVMGetInstructionParent(ret), false);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    LLVMPositionBuilderBefore(body->builder, end);
    LLVMSetCurrentDebugLocation2(body->builder, LLVMInstructionGetDebugLoc(end));
    if (in->result) body_write(body, in->result, instance_value(in, LLVMGetOperand(ret, 0)));
}

/* When all is copied. */
static void redirect_all(Body *body, Instance *in)
{
    bool is_own = in == body->instances.data[0];
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(in->node->function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            const CallEdge *edge = call_edge(in->node, i);
            bool is_jump = edge && call_is_shared(body->graph, edge);
            if (LLVMIsAReturnInst(i) && !is_own)
                write_result(body, in, i);
            else if (!is_jump && (is_own || !LLVMIsAAllocaInst(i)))
                redirect_operands(body, in, i, instance_value(in, i));
        }
}

void body_copy(Body *body, Instance *in)
{
    LLVMValueRef function = in->node->function;
    bool is_own = in == body->instances.data[0];
    for (unsigned k = 0; is_own && k < LLVMCountParams(function); k++)
        in->values[k] = in->fixed[k];
    if (!is_own) copy_variables(body, in);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMBasicBlockRef start = in->entry;
        if (in->starts.count > 0)
            start = LLVMAppendBasicBlockInContext(body->context, body->function, LLVMGetBasicBlockName(b));
        pointer_id(&in->block_ids, b, NULL);
        vec_push(body->run, &in->starts, start);
        LLVMPositionBuilderAtEnd(body->builder, start);
        copy_block(body, in, b);
        vec_push(body->run, &in->ends, LLVMGetInsertBlock(body->builder));
    }
    redirect_all(body, in);
}
