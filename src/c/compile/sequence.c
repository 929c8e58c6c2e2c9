/* Without optimisation what is computed within one expression is passed on directly, and everything else through
 * memory: operands of an instruction that lead to two calls are operands of one expression. */
#include "c/compile/sequence.h"

#include "base/diag.h"
#include "base/vec.h"
#include "c/compile/handle_use.h"

#define DEPTH 12      /* of an expression, of calls within calls */
#define ITEMS_MOST 32 /* of one operand */

typedef VEC(LLVMValueRef) Values;

/* What a function uses outside of its own locals. */
typedef struct Effect {
    Values read, written;       /* global variables */
    bool reads_any, writes_any; /* through pointers */
} Effect;

typedef struct Sequence {
    Run *run;
    Values functions; /* that are looked at just now */
    LLVMValueRef found;
} Sequence;

static void add_once(Run *run, Values *values, LLVMValueRef value)
{
    for (uint32_t i = 0; i < values->count; i++)
        if (values->data[i] == value) return;
    vec_push(run, values, value);
}

/* ---- what a function uses ---- */

static LLVMValueRef object_of(LLVMValueRef pointer)
{
    for (unsigned depth = 0; depth < DEPTH; depth++) {
        bool is_part = LLVMIsAGetElementPtrInst(pointer) || LLVMIsABitCastInst(pointer) || LLVMIsAConstantExpr(pointer);
        if (!is_part || LLVMGetNumOperands(pointer) < 1) return pointer;
        pointer = LLVMGetOperand(pointer, 0);
    }
    return pointer;
}

static void add_access(Sequence *s, Effect *e, LLVMValueRef pointer, bool reads, bool writes)
{
    LLVMValueRef object = object_of(pointer);
    if (is_in_new_memory(pointer)) return; /* that nobody else uses, but for whom it was given to, by another write */
    if (LLVMIsAAllocaInst(object) || (LLVMIsAGlobalVariable(object) && LLVMIsThreadLocal(object) && !writes)) return;
    bool is_global = LLVMIsAGlobalVariable(object) != NULL;
    if (is_global && reads) add_once(s->run, &e->read, object);
    if (is_global && writes) add_once(s->run, &e->written, object);
    e->reads_any |= !is_global && reads;
    e->writes_any |= !is_global && writes;
}

static void add_function(Sequence *s, Effect *e, LLVMValueRef function);

static void add_instruction(Sequence *s, Effect *e, LLVMValueRef i)
{
    if (LLVMIsALoadInst(i)) add_access(s, e, LLVMGetOperand(i, 0), true, false);
    if (LLVMIsAStoreInst(i)) add_access(s, e, LLVMGetOperand(i, 1), false, true);
    if (LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i)) add_access(s, e, LLVMGetOperand(i, 0), true, true);
    if (LLVMIsACallInst(i)) add_function(s, e, LLVMGetCalledValue(i));
}

static void add_function(Sequence *s, Effect *e, LLVMValueRef function)
{
    if (!LLVMIsAFunction(function) || LLVMIsDeclaration(function) || s->functions.count > DEPTH) return;
    for (uint32_t i = 0; i < s->functions.count; i++)
        if (s->functions.data[i] == function) return;
    vec_push(s->run, &s->functions, function);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            add_instruction(s, e, i);
}

/* Of a call of the program's, or of a load. */
static void effect_of(Sequence *s, LLVMValueRef item, Effect *e)
{
    vec_clear(&s->functions);
    add_instruction(s, e, item);
}

static void effect_free(Sequence *s, Effect *e)
{
    vec_free(s->run, &e->read);
    vec_free(s->run, &e->written);
}

static bool meet(const Values *a, const Values *b)
{
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t k = 0; k < b->count; k++)
            if (a->data[i] == b->data[k]) return true;
    return false;
}

/* A variable that is only loaded and stored by its name is none that a pointer leads to. */
static bool has_pointers(LLVMValueRef global)
{
    for (LLVMUseRef u = LLVMGetFirstUse(global); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsALoadInst(user) && !(LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == global)) return true;
    }
    return false;
}

static bool any_has_pointers(const Values *globals)
{
    for (uint32_t i = 0; i < globals->count; i++)
        if (has_pointers(globals->data[i])) return true;
    return false;
}

/* May the one write what the other reads or writes? */
static bool disturbs(const Effect *a, const Effect *b)
{
    bool uses_any = b->reads_any || b->writes_any;
    if (a->writes_any && (uses_any || any_has_pointers(&b->read) || any_has_pointers(&b->written))) return true;
    if (uses_any && any_has_pointers(&a->written)) return true;
    return meet(&a->written, &b->read) || meet(&a->written, &b->written);
}

static bool matters(Sequence *s, LLVMValueRef first, LLVMValueRef second)
{
    Effect a = {0}, b = {0};
    effect_of(s, first, &a);
    effect_of(s, second, &b);
    bool found = disturbs(&a, &b) || disturbs(&b, &a);
    effect_free(s, &a);
    effect_free(s, &b);
    return found;
}

/* ---- expressions ---- */

static bool is_program_call(LLVMValueRef i)
{
    LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
    return callee && LLVMIsAFunction(callee) && !LLVMIsDeclaration(callee);
}

/* The calls and loads that a value is computed from. */
static void add_items(Sequence *s, LLVMValueRef value, unsigned depth, Values *items)
{
    if (!LLVMIsAInstruction(value) || LLVMIsAPHINode(value) || LLVMIsAAllocaInst(value)) return;
    if (depth == DEPTH || items->count >= ITEMS_MOST) return;
    if (LLVMIsALoadInst(value) || is_program_call(value)) add_once(s->run, items, value);
    for (int k = 0; k < LLVMGetNumOperands(value); k++)
        add_items(s, LLVMGetOperand(value, (unsigned)k), depth + 1, items);
}

static bool are_open(Sequence *s, const Values *a, const Values *b)
{
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t k = 0; k < b->count; k++) {
            LLVMValueRef x = a->data[i], y = b->data[k];
            if (x != y && (is_program_call(x) || is_program_call(y)) && matters(s, x, y)) return true;
        }
    return false;
}

static bool is_open(Sequence *s, LLVMValueRef instruction)
{
    Values items[2] = {{0}, {0}}; /* of the operands before, and of the one at hand */
    bool found = false;
    for (int k = 0; k < LLVMGetNumOperands(instruction) && !found; k++) {
        vec_clear(&items[1]);
        add_items(s, LLVMGetOperand(instruction, (unsigned)k), 0, &items[1]);
        found = are_open(s, &items[0], &items[1]);
        for (uint32_t i = 0; i < items[1].count; i++)
            add_once(s->run, &items[0], items[1].data[i]);
    }
    vec_free(s->run, &items[0]);
    vec_free(s->run, &items[1]);
    return found;
}

static LLVMValueRef find_open(Sequence *s, LLVMModuleRef module)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                if (LLVMGetNumOperands(i) > 1 && !LLVMIsAPHINode(i) && is_open(s, i)) return i;
    return NULL;
}

void sequence_tell(Run *run, LLVMModuleRef module, Sources *sources)
{
    Sequence s = {.run = run};
    LLVMValueRef found = find_open(&s, module);
    vec_free(run, &s.functions);
    if (!found) return;
    SourcePos pos = sources_pos(sources, found);
    diag_assume(run, SEVERITY_NOTE, (SourcePos){pos.file, pos.line, 0},
                (Assumption){"operands are evaluated in clang's order, from left to right", NULL},
                "the order of the calls is the compiler's choice, and may matter: they are taken from left to right");
}
