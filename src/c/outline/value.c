#include "c/outline/value.h"

#include "base/check.h"
#include "c/outline/fresh.h"
#include "logic/term/boolean.h"
#include "logic/term/walk.h"

bool outline_has_sort(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) <= 64;
}

Sort outline_sort(LLVMTypeRef type)
{
    CHECK(outline_has_sort(type));
    unsigned width = LLVMGetIntTypeWidth(type);
    return width == 1 ? sort_bool() : sort_bv(width);
}

/* Its number; added when it is new. */
static uint32_t value_id(Outline *o, LLVMValueRef value)
{
    bool is_new;
    uint32_t id = pointer_id(&o->value_ids, value, &is_new);
    if (!is_new) return id;
    OutlineValue v = {.value = value, .vars = {{NO_ID}, {NO_ID}}};
    LLVMBasicBlockRef block = LLVMIsAInstruction(value) ? LLVMGetInstructionParent(value) : NULL;
    for (LLVMUseRef u = LLVMGetFirstUse(value); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool is_near = block && !LLVMIsAPHINode(user) && LLVMGetInstructionParent(user) == block;
        v.left += is_near;
        v.escapes |= !is_near;
    }
    vec_push(o->run, &o->values, v);
    return id;
}

/* The sort of the value, or of the member of a pair. */
static Sort sort_of(LLVMValueRef value, unsigned k)
{
    LLVMTypeRef type = LLVMTypeOf(value);
    return outline_sort(LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(type, k) : type);
}

/* The body whose value it is, in the template at hand. */
static OutlineBody *body_of(Outline *o, LLVMValueRef value)
{
    LLVMValueRef function = LLVMIsAArgument(value) ? LLVMGetParamParent(value) : instruction_function(value);
    uint32_t key = pointer_find(&o->survey->function_ids, function), id = intern_find(&o->body_ids, &key, 1);
    CHECK(id != INTERN_NONE);
    return &o->bodies.data[id];
}

VarId outline_variable(Outline *o, LLVMValueRef value, unsigned k)
{
    uint32_t id = value_id(o, value);
    if (o->values.data[id].vars[k].i != NO_ID) return o->values.data[id].vars[k];
    size_t n = 0;
    const char *name = LLVMGetValueName2(value, &n);
    OutlineBody *body = body_of(o, value);
    const char *function = o->survey->reached.data[body->function].info->name;
    const char *full = n ? run_format(o->run, "%s.%.*s", function, (int)n, name) : run_format(o->run, "%s.t", function);
    VarId var = outline_local(o, sort_of(value, k), full);
    vec_push(o->run, &body->vars, var.i);
    return o->values.data[id].vars[k] = var;
}

/* ---- operands ---- */

static Term constant_term(Outline *o, LLVMValueRef value)
{
    Sort sort = outline_sort(LLVMTypeOf(value));
    if (LLVMIsAConstantInt(value)) return term_const(o->tm, sort, LLVMConstIntGetZExtValue(value));
    if (LLVMIsNull(value)) return term_const(o->tm, sort, 0);
    return outline_any(o, sort); /* undefined, or computed from addresses */
}

/* In the block at hand a value is its term; elsewhere it was saved. */
static Term bound_term(Outline *o, LLVMValueRef value, unsigned k)
{
    bool is_here = LLVMIsAInstruction(value) && LLVMGetInstructionParent(value) == o->block;
    if (!is_here) return outline_term(o, outline_variable(o, value, k));
    uint32_t id = value_id(o, value);
    Term t = o->values.data[id].terms[k];
    return term_is(t) ? t : outline_any(o, sort_of(value, k));
}

Term outline_operand(Outline *o, LLVMValueRef value)
{
    if (LLVMIsAInstruction(value) || LLVMIsAArgument(value)) return bound_term(o, value, 0);
    return constant_term(o, value);
}

Term outline_pair(Outline *o, LLVMValueRef pair, unsigned k)
{
    CHECK(LLVMIsAInstruction(pair));
    return bound_term(o, pair, k);
}

/* ---- binding ---- */

static void note_has_input(void *arg, Term var)
{
    Outline *o = arg;
    o->has_input |= o->program->vars.data[term_symbol(o->tm, var)].class == VAR_INPUT;
}

static bool term_has_input(Outline *o, Term t)
{
    o->has_input = false;
    term_for_each_var(o->tm, t, note_has_input, o);
    return o->has_input;
}

static void set_term(Outline *o, uint32_t id, unsigned k, Term t, bool is_pending)
{
    CHECK(sort_same(term_sort(o->tm, t), sort_of(o->values.data[id].value, k)));
    o->values.data[id].terms[k] = t;
    bool is_listed = false;
    for (uint32_t i = 0; i < o->pending.count; i++)
        is_listed |= o->pending.data[i] == id;
    if (is_pending && !is_listed) vec_push(o->run, &o->pending, id);
}

void outline_bind(Outline *o, LLVMValueRef instruction, unsigned k, Term t)
{
    uint32_t id = value_id(o, instruction);
    const OutlineValue *v = &o->values.data[id];
    if (v->escapes || v->left) set_term(o, id, k, t, v->escapes || term_has_input(o, t));
}

void outline_bind_variable(Outline *o, LLVMValueRef instruction, unsigned k)
{
    VarId var = outline_variable(o, instruction, k);
    set_term(o, value_id(o, instruction), k, outline_term(o, var), false);
}

void outline_bind_any(Outline *o, LLVMValueRef instruction)
{
    if (LLVMGetFirstUse(instruction) && outline_has_sort(LLVMTypeOf(instruction)))
        outline_bind(o, instruction, 0, outline_any(o, outline_sort(LLVMTypeOf(instruction))));
}

bool outline_is_bound(Outline *o, LLVMValueRef instruction)
{
    uint32_t id = value_id(o, instruction);
    return term_is(o->values.data[id].terms[0]);
}

void outline_retire(Outline *o, LLVMValueRef instruction)
{
    for (int k = 0; k < LLVMGetNumOperands(instruction); k++) {
        LLVMValueRef operand = LLVMGetOperand(instruction, (unsigned)k);
        if (!LLVMIsAInstruction(operand) || LLVMIsAPHINode(instruction)) continue;
        if (LLVMGetInstructionParent(operand) != LLVMGetInstructionParent(instruction)) continue;
        uint32_t id = value_id(o, operand); /* may add it */
        if (o->values.data[id].left) o->values.data[id].left--;
    }
}
