#include "c/survey/gather.h"

#include "base/check.h"
#include "c/compile/image/declared.h"
#include "c/survey/call.h"
#include "c/survey/object.h"
#include "c/survey/solve.h"
#include "c/survey/wrapper.h"

bool may_hold(LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind || kind == LLVMX86_FP80TypeKind ||
        kind == LLVMFP128TypeKind)
        return true; /* the bits of a number may be copied with it */
    return kind == LLVMPointerTypeKind || kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind ||
           kind == LLVMVectorTypeKind || (kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) >= 8);
}

bool is_pointer_like(LLVMValueRef value)
{
    return may_hold(LLVMTypeOf(value)) && !LLVMIsAConstantInt(value) && !LLVMIsNull(value) && !LLVMIsUndef(value);
}

/* ---- computed addresses ---- */

static bool is_negated(LLVMValueRef index)
{
    return LLVMIsABinaryOperator(index) && LLVMGetInstructionOpcode(index) == LLVMSub &&
           LLVMIsAConstantInt(LLVMGetOperand(index, 0));
}

static bool is_byte(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 8;
}

void offset_of(const Survey *s, LLVMValueRef gep, Offset *out)
{
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    *out = (Offset){0};
    int n = LLVMGetNumOperands(gep);
    for (int i = 1; i < n; i++) {
        LLVMValueRef index = LLVMGetOperand(gep, (unsigned)i);
        bool is_constant = LLVMIsAConstantInt(index) != NULL;
        int64_t k = is_constant ? LLVMConstIntGetSExtValue(index) : 0;
        if (i == 1) out->stays = is_constant && k == 0 && n > 2;
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            CHECK(is_constant);
            out->bytes += (int64_t)LLVMOffsetOfElement(s->layout, type, (unsigned)k);
            type = LLVMStructGetTypeAtIndex(type, (unsigned)k);
            continue;
        }
        if (i > 1) type = LLVMGetElementType(type);
        uint64_t size = LLVMABISizeOfType(s->layout, type);
        out->bytes += k * (int64_t)size;
        out->is_varied |= !is_constant && size > 0;
    }
}

static uint32_t add_use_step(Survey *s, uint32_t from, Use use)
{
    use.node = node_new(s);
    node_add_use(s, from, use);
    return use.node;
}

/* Step by step: the first index moves by whole values, the others lead into one. */
static void add_computed(Survey *s, uint32_t from, uint32_t to, LLVMValueRef gep)
{
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep), whole = type;
    int64_t bytes = 0;
    int n = LLVMGetNumOperands(gep);
    for (int i = 1; i < n; i++) {
        LLVMValueRef index = LLVMGetOperand(gep, (unsigned)i);
        bool is_constant = LLVMIsAConstantInt(index) != NULL;
        int64_t k = is_constant ? LLVMConstIntGetSExtValue(index) : 0;
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            CHECK(is_constant);
            bytes += (int64_t)LLVMOffsetOfElement(s->layout, type, (unsigned)k);
            type = LLVMStructGetTypeAtIndex(type, (unsigned)k);
            continue;
        }
        LLVMTypeRef array = i > 1 ? type : NULL;
        if (array) type = LLVMGetElementType(array);
        int64_t moved = k * (int64_t)LLVMABISizeOfType(s->layout, type);
        if (i == 1 && moved != 0) from = add_use_step(s, from, (Use){.kind = USE_INDEX, .amount = moved, .type = type});
        if (i > 1) bytes += moved;
        if (is_constant) continue;
        if (bytes != 0) from = add_use_step(s, from, (Use){.kind = USE_INSIDE, .amount = bytes, .type = whole});
        from = add_use_step(s, from,
                            (Use){.kind = USE_VARY,
                                  .type = array                                ? array
                                          : is_negated(index) && is_byte(type) ? NULL
                                                                               : type});
        whole = type;
        bytes = 0;
    }
    node_add_use(s, from, (Use){.kind = USE_INSIDE, .node = to, .amount = bytes, .type = whole});
}

/* ---- constants ---- */

/* What an initialiser leaves at an offset of an object. */
static void add_initial_targets(Survey *s, uint32_t object, uint64_t offset, LLVMValueRef value)
{
    LLVMTypeRef type = LLVMTypeOf(value);
    if (LLVMIsAConstantInt(value) || LLVMIsAConstantFP(value) || LLVMIsNull(value) || LLVMIsUndef(value) ||
        LLVMIsAConstantDataSequential(value))
        return;
    if (!LLVMIsAConstantStruct(value) && !LLVMIsAConstantArray(value)) {
        uint32_t place = place_at(s, object, offset), to = node_new(s);
        node_add_target(s, to, place);
        node_add_use(s, to, (Use){.kind = USE_STORE, .node = value_node(s, value), .amount = GRAIN});
        return;
    }
    bool is_struct = LLVMGetTypeKind(type) == LLVMStructTypeKind;
    uint64_t size = is_struct ? 0 : LLVMABISizeOfType(s->layout, LLVMGetElementType(type));
    for (int i = 0; i < LLVMGetNumOperands(value); i++) {
        uint64_t at = is_struct ? LLVMOffsetOfElement(s->layout, type, (unsigned)i) : (uint64_t)i * size;
        add_initial_targets(s, object, offset + at, LLVMGetOperand(value, (unsigned)i));
    }
}

uint32_t global_object(Survey *s, LLVMValueRef global)
{
    bool is_new = pointer_find(&s->object_ids, global) == INTERN_NONE;
    LLVMValueRef initial = LLVMGetInitializer(global);
    SurveyObjectKind kind = LLVMIsGlobalConstant(global) ? SURVEY_CONSTANT
                            : LLVMIsThreadLocal(global)  ? SURVEY_THREAD
                            : initial                    ? SURVEY_STATIC
                                                         : SURVEY_OUTSIDE;
    uint32_t id = object_of(s, kind, global, LLVMGlobalGetValueType(global), false);
    if (!is_new) return id;
    s->objects.data[id].is_single = kind == SURVEY_STATIC;
    s->objects.data[id].is_own = declared_is_own(global);
    if (initial) {
        add_initial_targets(s, id, 0, initial);
    } else if (!declared_is_set(global)) { /* who is outside has its address */
        node_add_target(s, s->outside, place_anywhere(s, id));
    }
    return id;
}

/* A number that is an address of something, not only a mark. */
static bool is_device(LLVMValueRef number)
{
    if (!LLVMIsAConstantInt(number)) return false;
    int64_t n = LLVMConstIntGetSExtValue(number);
    return n < -4096 || n > 4096;
}

static void gather_constant(Survey *s, uint32_t node, LLVMValueRef value)
{
    if (LLVMIsAFunction(value)) {
        uint32_t object = object_of(s, SURVEY_FUNCTION, value, NULL, false);
        node_add_target(s, node, place_at(s, object, 0));
    } else if (LLVMIsAGlobalVariable(value)) {
        node_add_target(s, node, place_at(s, global_object(s, value), 0));
    } else if (LLVMIsAGlobalAlias(value)) {
        node_copy(s, value_node(s, LLVMAliasGetAliasee(value)), node);
    } else if (LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == LLVMGetElementPtr &&
               LLVMIsAGlobalVariable(LLVMGetOperand(value, 0))) {
        Offset o; /* from the beginning of the variable, whatever the types */
        offset_of(s, value, &o);
        uint32_t object = global_object(s, LLVMGetOperand(value, 0));
        bool is_counted = is_byte(LLVMGetGEPSourceElementType(value));
        node_add_target(
            s, node, o.is_varied ? place_anywhere(s, object) : place_bytes(s, object, (uint64_t)o.bytes, is_counted));
    } else if (LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == LLVMGetElementPtr) {
        add_computed(s, value_node(s, LLVMGetOperand(value, 0)), node, value);
    } else if (LLVMIsAConstantExpr(value) || LLVMIsAConstantStruct(value) || LLVMIsAConstantArray(value) ||
               LLVMIsAConstantVector(value)) {
        LLVMOpcode opcode = LLVMIsAConstantExpr(value) ? LLVMGetConstOpcode(value) : LLVMIntToPtr;
        bool is_same =
            opcode == LLVMIntToPtr || opcode == LLVMPtrToInt || opcode == LLVMBitCast || opcode == LLVMAddrSpaceCast;
        for (int i = 0; i < LLVMGetNumOperands(value); i++) {
            Use use = {.kind = is_same ? USE_COPY : USE_VARY, .node = node};
            uint32_t from = value_node(s, LLVMGetOperand(value, (unsigned)i));
            if (from != node) node_add_use(s, from, use);
        }
        if (opcode == LLVMIntToPtr && LLVMIsAConstantExpr(value) && is_device(LLVMGetOperand(value, 0)))
            node_add_target(s, node, place_at(s, s->outside_object, 0));
    }
}

uint32_t value_node(Survey *s, LLVMValueRef value)
{
    bool is_new;
    uint32_t id = pointer_id(&s->node_ids, value, &is_new);
    if (!is_new) return s->value_nodes.data[id];
    uint32_t node = node_new(s);
    CHECK(id == s->value_nodes.count);
    vec_push(s->run, &s->value_nodes, node);
    if (LLVMIsConstant(value)) gather_constant(s, node, value);
    return node;
}

/* ---- instructions ---- */

static void gather_memory(Survey *s, UseKind kind, LLVMValueRef pointer, LLVMValueRef value)
{
    LLVMTypeRef type = LLVMTypeOf(value);
    if (!may_hold(type) || (kind == USE_STORE && (LLVMIsAConstantInt(value) || LLVMIsNull(value)))) return;
    int64_t bytes = (int64_t)LLVMABISizeOfType(s->layout, type);
    node_add_use(s, value_node(s, pointer), (Use){.kind = kind, .node = value_node(s, value), .amount = bytes});
}

static void gather_operand(Survey *s, LLVMValueRef i, unsigned k, UseKind kind)
{
    LLVMValueRef operand = LLVMGetOperand(i, k);
    if (!may_hold(LLVMTypeOf(operand)) || LLVMIsAConstantInt(operand) || LLVMIsNull(operand)) return;
    node_add_use(s, value_node(s, operand), (Use){.kind = kind, .node = value_node(s, i)});
}

static void add_operands(Survey *s, LLVMValueRef i, unsigned from, UseKind kind)
{
    for (unsigned k = from; k < (unsigned)LLVMGetNumOperands(i); k++)
        gather_operand(s, i, k, kind);
}

/* Differences of addresses are numbers, but numbers from which one is taken away may become one again. */
static void add_arithmetic(Survey *s, LLVMValueRef i, LLVMOpcode opcode)
{
    if (LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMIntegerTypeKind && LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMVectorTypeKind)
        return;
    gather_operand(s, i, 0, USE_VARY);
    if (opcode != LLVMSub || LLVMIsConstant(LLVMGetOperand(i, 0))) gather_operand(s, i, 1, USE_VARY);
}

static void add_return(Survey *s, uint32_t function, LLVMValueRef i)
{
    if (LLVMGetNumOperands(i) == 0 || !may_hold(LLVMTypeOf(LLVMGetOperand(i, 0)))) return;
    LLVMValueRef value = LLVMGetOperand(i, 0);
    node_copy(s, value_node(s, value), s->reached.data[function].result);
    wrapper_add_rest(s, s->reached.data[function].function, value, s->reached.data[function].rest);
}

static void gather_local(Survey *s, uint32_t function, LLVMValueRef i)
{
    bool is_one = LLVMIsAConstantInt(LLVMGetOperand(i, 0)) && LLVMConstIntGetZExtValue(LLVMGetOperand(i, 0)) == 1;
    uint32_t object = object_of(s, SURVEY_LOCAL, i, LLVMGetAllocatedType(i), !is_one);
    (void)function;
    node_add_target(s, value_node(s, i), place_at(s, object, 0));
}

/* What accesses go through and what calls are given is asked for later, whatever becomes of it here. */
static void name_constants(Survey *s, LLVMValueRef i)
{
    for (int k = 0; k < LLVMGetNumOperands(i); k++) {
        LLVMValueRef operand = LLVMGetOperand(i, (unsigned)k);
        if (LLVMIsConstant(operand) && LLVMGetTypeKind(LLVMTypeOf(operand)) == LLVMPointerTypeKind)
            value_node(s, operand);
    }
}

static void gather_instruction(Survey *s, uint32_t function, LLVMValueRef i)
{
    name_constants(s, i);
    LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
    if (LLVMIsABinaryOperator(i)) {
        add_arithmetic(s, i, opcode);
    } else if (LLVMIsAAllocaInst(i)) {
        gather_local(s, function, i);
    } else if (LLVMIsALoadInst(i)) {
        gather_memory(s, USE_LOAD, LLVMGetOperand(i, 0), i);
    } else if (LLVMIsAStoreInst(i)) {
        gather_memory(s, USE_STORE, LLVMGetOperand(i, 1), LLVMGetOperand(i, 0));
    } else if (LLVMIsAGetElementPtrInst(i)) {
        add_computed(s, value_node(s, LLVMGetOperand(i, 0)), value_node(s, i), i);
    } else if (LLVMIsAAtomicRMWInst(i)) {
        gather_memory(s, USE_LOAD, LLVMGetOperand(i, 0), i);
        gather_memory(s, USE_STORE, LLVMGetOperand(i, 0), LLVMGetOperand(i, 1));
        gather_operand(s, i, 1, USE_VARY); /* what is kept may be computed */
        gather_memory(s, USE_STORE, LLVMGetOperand(i, 0), i);
    } else if (LLVMIsAAtomicCmpXchgInst(i)) {
        gather_memory(s, USE_LOAD, LLVMGetOperand(i, 0), i);
        gather_memory(s, USE_STORE, LLVMGetOperand(i, 0), LLVMGetOperand(i, 2));
    } else if (LLVMIsACallInst(i)) {
        call_gather(s, i);
    } else if (LLVMIsAReturnInst(i)) {
        add_return(s, function, i);
    } else if (LLVMIsASelectInst(i)) {
        add_operands(s, i, 1, USE_COPY);
    } else if (opcode != LLVMICmp && opcode != LLVMFCmp && !LLVMIsATerminatorInst(i)) {
        add_operands(s, i, 0, USE_COPY); /* phi, casts, parts of structs and vectors, freeze */
    }
}

uint32_t function_find(const Survey *s, LLVMValueRef function) { return pointer_find(&s->function_ids, function); }

uint32_t function_reach(Survey *s, LLVMValueRef function)
{
    bool is_new;
    CHECK(LLVMIsAFunction(function) && !LLVMIsDeclaration(function));
    uint32_t id = pointer_id(&s->function_ids, function, &is_new);
    if (!is_new) return id;
    SurveyFunction f = {.function = function, .list_object = UINT32_MAX};
    f.info = function_info(s->functions, function);
    f.result = node_new(s);
    f.rest = node_new(s);
    f.varargs = node_new(s);
    vec_push(s->run, &s->reached, f);
    vec_push(s->run, &s->fresh_functions, id);
    return id;
}

void gather_new(Survey *s)
{
    while (s->fresh_functions.count > 0) {
        uint32_t id = vec_pop(&s->fresh_functions);
        LLVMValueRef function = s->reached.data[id].function;
        run_poll(s->run);
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                gather_instruction(s, id, i);
    }
}

bool is_executed_once(Survey *s, LLVMValueRef instruction)
{
    uint32_t f = function_find(s, instruction_function(instruction));
    if (f == INTERN_NONE || !s->reached.data[f].is_once) return false;
    return !function_in_cycle(s->run, s->reached.data[f].info, LLVMGetInstructionParent(instruction));
}
