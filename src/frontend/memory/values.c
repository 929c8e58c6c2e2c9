/* Values of operands: bindings of SSA values, and constants. */
#include "frontend/model/lower.h"
#include "term/boolean.h"
#include "term/build.h"
#include "term/walk.h"

Val val_none(void) { return (Val){0}; }

Val val_term(Term t)
{
    Val v = {0};
    v.kind = VAL_TERM;
    v.count = 1;
    v.terms[0] = t;
    return v;
}

Val val_pair(Term a, Term b)
{
    Val v = {0};
    v.kind = VAL_PAIR;
    v.count = 2;
    v.terms[0] = a;
    v.terms[1] = b;
    return v;
}

Val pair_element(const Val *pair, unsigned k)
{
    Val v = val_term(pair->terms[k]);
    v.targets = k == 0 ? pair->targets : pair->second;
    if (!v.targets) return v;
    v.kind = VAL_ADDRESS;
    v.strides[0] = 1;
    return v;
}

Val val_pointer(uint32_t object, int64_t offset)
{
    Val v = {0};
    v.kind = VAL_POINTER;
    v.object = object;
    v.offset = offset;
    return v;
}

Val val_function(LLVMValueRef function)
{
    Val v = {0};
    v.kind = VAL_FUNCTION;
    v.function = function;
    return v;
}

/* Equal but for the terms. */
bool val_same_shape(const Val *a, const Val *b)
{
    bool same = a->kind == b->kind && a->count == b->count && a->object == b->object && a->offset == b->offset &&
                a->function == b->function;
    same = same && a->targets == b->targets && a->second == b->second;
    for (uint32_t i = 0; same && i < a->count; i++)
        same = a->strides[i] == b->strides[i];
    return same;
}

Sort type_sort(Lowering *L, LLVMTypeRef type)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind: {
        unsigned width = LLVMGetIntTypeWidth(type);
        if (width > 64) lower_refuse(L, "an integer of %u bits is not supported; use at most 64 bits", width);
        return width == 1 ? sort_bool() : sort_bv(width);
    }
    case LLVMPointerTypeKind: return sort_bv(L->pointer_width);
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind:
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
    case LLVMX86_FP80TypeKind:
    case LLVMFP128TypeKind:
    case LLVMPPC_FP128TypeKind: lower_refuse(L, "floating point is not supported; use integers");
    case LLVMVectorTypeKind:
    case LLVMScalableVectorTypeKind: lower_refuse(L, "vectors are not supported; use scalars");
    case LLVMStructTypeKind:
    case LLVMArrayTypeKind: lower_refuse(L, "a struct or array passed by value is not supported; pass its members");
    case LLVMVoidTypeKind:
    case LLVMLabelTypeKind:
    case LLVMFunctionTypeKind:
    case LLVMMetadataTypeKind:
    case LLVMX86_MMXTypeKind:
    case LLVMTokenTypeKind:
    case LLVMX86_AMXTypeKind:
    case LLVMTargetExtTypeKind: break;
    }
    lower_refuse(L, "a value of this type is not supported; use integers");
}

/* ---- constants ---- */

static Val constant_int(Lowering *L, LLVMValueRef value)
{
    Sort sort = type_sort(L, LLVMTypeOf(value));
    return val_term(term_const(L->tm, sort, LLVMConstIntGetZExtValue(value)));
}

static Val constant_cast(Lowering *L, LLVMValueRef value)
{
    Val v = constant_val(L, LLVMGetOperand(value, 0));
    bool is_same = sort_same(type_sort(L, LLVMTypeOf(value)), sort_bv(L->pointer_width));
    if (val_is_address(&v) && is_same) return v;                                                 /* see cast_val */
    if (v.kind == VAL_ADDRESS && !val_is_address(&v)) v = val_term(address_val(L, &v).terms[0]); /* offsetof */
    if (v.kind != VAL_TERM)
        lower_refuse(L, "an address used as a number is not supported yet; keep addresses and numbers apart");
    Sort to = type_sort(L, LLVMTypeOf(value)), from = term_sort(L->tm, v.terms[0]);
    if (to.kind != SORT_BV || from.kind != SORT_BV)
        lower_refuse(L, "this constant expression is not supported; rewrite it");
    if (to.width <= from.width) return val_term(term_extract(L->tm, v.terms[0], 0, to.width));
    return val_term(term_zext(L->tm, v.terms[0], to.width));
}

static Val constant_expression(Lowering *L, LLVMValueRef value)
{
    LLVMOpcode opcode = LLVMGetConstOpcode(value);
    if (opcode == LLVMGetElementPtr) return gep_val(L, value);
    if (opcode == LLVMBitCast) return constant_val(L, LLVMGetOperand(value, 0));
    if (opcode == LLVMIntToPtr || opcode == LLVMPtrToInt || opcode == LLVMTrunc) return constant_cast(L, value);
    if (opcode == LLVMSub || opcode == LLVMAdd) { /* of offsetof, mostly */
        Val a = constant_val(L, LLVMGetOperand(value, 0)), b = constant_val(L, LLVMGetOperand(value, 1));
        if (a.kind == VAL_TERM && b.kind == VAL_TERM)
            return val_term(opcode == LLVMSub ? term_sub(L->tm, a.terms[0], b.terms[0])
                                              : term_add(L->tm, a.terms[0], b.terms[0]));
    }
    lower_refuse(L, "this constant expression over addresses is not supported yet; compute it without addresses");
}

/* The address may be NULL. */
static void refuse_weak(Lowering *L, LLVMValueRef global)
{
    if (LLVMGetLinkage(global) == LLVMExternalWeakLinkage)
        lower_refuse(L, "the address of `%s`, which is weak and not defined, is not supported; define it",
                     value_name(L, global));
}

Val constant_val(Lowering *L, LLVMValueRef value)
{
    if (LLVMIsAGlobalValue(value)) refuse_weak(L, value);
    switch (LLVMGetValueKind(value)) {
    case LLVMConstantIntValueKind: return constant_int(L, value);
    case LLVMConstantPointerNullValueKind: return val_term(term_bv(L->tm, L->pointer_width, 0));
    case LLVMUndefValueValueKind:
    case LLVMPoisonValueValueKind: return val_term(fresh_input(L, type_sort(L, LLVMTypeOf(value)), "undefined"));
    case LLVMGlobalVariableValueKind: return val_pointer(object_of_global(L, value), 0);
    case LLVMFunctionValueKind: return val_function(value);
    case LLVMConstantExprValueKind: return constant_expression(L, value);
    case LLVMConstantFPValueKind: lower_refuse(L, "floating point is not supported; use integers");
    default: lower_refuse(L, "a constant of this kind is not supported; use integers");
    }
}

/* ---- bindings ---- */

static Entry *entry_find(const Frame *frame, LLVMValueRef value)
{
    uint32_t id = pointer_find(&frame->value_ids, value);
    return id == INTERN_NONE ? NULL : &frame->entries.data[id];
}

static bool is_bound_kind(LLVMValueRef value) { return LLVMIsAInstruction(value) || LLVMIsAArgument(value); }

Val operand_val(Lowering *L, LLVMValueRef value)
{
    if (!is_bound_kind(value)) return constant_val(L, value);
    if (LLVMIsAAllocaInst(value)) return val_pointer(object_of_local(L, L->frame, value), 0);
    Entry *e = entry_find(L->frame, value);
    RUN_CHECK(L->run, e != NULL);
    return e->val;
}

Term operand_term(Lowering *L, LLVMValueRef value)
{
    Val v = operand_val(L, value);
    if (v.kind == VAL_ADDRESS && !val_is_address(&v)) v = address_val(L, &v);
    if (v.kind == VAL_ADDRESS && val_is_address(&v))
        lower_refuse(L, "an address used as a number is not supported yet; keep addresses and numbers apart");
    if (v.kind == VAL_ADDRESS) return v.terms[0];
    if (v.kind == VAL_POINTER || v.kind == VAL_FUNCTION)
        lower_refuse(L, "the address of %s used as a number is not supported yet; keep addresses and numbers apart",
                     v.kind == VAL_POINTER ? object_describe(L, &v) : "a function");
    if (v.kind != VAL_TERM) lower_refuse(L, "a value of this type is not supported here; use integers");
    return v.terms[0];
}

typedef struct Scan {
    Lowering *L;
    bool is_volatile, is_unstable;
} Scan;

static void scan_var(void *arg, Term var)
{
    Scan *scan = arg;
    uint32_t symbol = term_symbol(scan->L->tm, var);
    const Frame *owner = scan->L->var_owners.data[symbol];
    if (scan->L->program->vars.data[symbol].class != VAR_LOCAL || owner == &scan->L->everyone)
        scan->is_volatile = true;
    else if (owner && owner->is_active)
        scan->is_unstable = true;
}

/* A store into storage that nobody reads (object_of_local): no use. */
static bool is_use(const Frame *frame, LLVMValueRef value, LLVMValueRef user)
{
    if (!LLVMIsAStoreInst(user) || LLVMGetOperand(user, 0) != value) return true;
    const AllocaInfo *a = function_alloca(frame->info, LLVMGetOperand(user, 1));
    return !a || !alloca_is_ignored(frame, a);
}

void value_bind(Lowering *L, Frame *frame, LLVMValueRef value, Val val)
{
    bool is_new;
    uint32_t id = pointer_id(&frame->value_ids, value, &is_new);
    if (is_new) vec_push(L->run, &frame->entries, (Entry){0});
    Entry *e = &frame->entries.data[id];
    *e = (Entry){0};
    e->value = value;
    e->val = val;
    for (LLVMUseRef u = LLVMGetFirstUse(value); u; u = LLVMGetNextUse(u))
        e->remaining += is_use(frame, value, LLVMGetUser(u));
    Scan scan = {L, false, false};
    for (uint32_t i = 0; i < val.count; i++)
        term_for_each_var(L->tm, val.terms[i], scan_var, &scan);
    e->is_volatile = scan.is_volatile;
    e->is_unstable = scan.is_unstable;
    if (e->remaining && (e->is_volatile || e->is_unstable)) vec_push(L->run, &frame->live, id);
}

void operand_retire(Lowering *L, LLVMValueRef value)
{
    if (!value || !is_bound_kind(value) || LLVMIsAAllocaInst(value)) return;
    Entry *e = entry_find(L->frame, value);
    if (e && e->remaining) e->remaining--;
}

void forward_bind(Lowering *L, LLVMValueRef alloca, Val val)
{
    value_bind(L, L->frame, alloca, val);
    entry_find(L->frame, alloca)->remaining--; /* the store */
}

Val forward_use(Lowering *L, LLVMValueRef alloca)
{
    Entry *e = entry_find(L->frame, alloca);
    RUN_CHECK(L->run, e != NULL && e->remaining > 0);
    e->remaining--;
    return e->val;
}

void operands_retire(Lowering *L, LLVMValueRef instruction)
{
    int n = LLVMGetNumOperands(instruction);
    for (int i = 0; i < n; i++)
        operand_retire(L, LLVMGetOperand(instruction, (unsigned)i));
}
