#include "c/exact/memory/operand.h"

#include "base/check.h"
#include "c/compile/constant.h"
#include "c/compile/function.h"
#include "c/exact/memory/address.h"
#include "c/exact/memory/object.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/names.h"
#include "c/exact/model/outside.h"
#include "c/exact/model/values.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/multiple.h"
#include "logic/term/walk.h"

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
    CHECK(!is_same || from.width != L->pointer_width || val_fits(L, &v, LLVMTypeOf(value)));
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
        bool is_distance = opcode == LLVMSub && a.kind == VAL_POINTER && b.kind == VAL_POINTER;
        if (is_distance && a.object == b.object && a.count == 0 && b.count == 0) /* bounds of a section */
            return val_term(address_number(L, (uint64_t)(a.offset - b.offset)));
    }
    lower_refuse(L, "this constant expression over addresses is not supported yet; compute it without addresses");
}

/* As its bits; those that no double has are not looked at. */
static Val constant_float(Lowering *L, LLVMValueRef value)
{
    Sort sort = type_sort(L, LLVMTypeOf(value));
    uint64_t bits;
    if (!type_is_opaque(LLVMTypeOf(value)) && constant_bits(value, &bits))
        return val_term(term_const(L->tm, sort, bits));
    return val_term(fresh_input(L, sort, "float"));
}

Val constant_val(Lowering *L, LLVMValueRef value)
{
    switch (LLVMGetValueKind(value)) {
    case LLVMConstantIntValueKind: return constant_int(L, value);
    case LLVMConstantPointerNullValueKind: return val_term(term_bv(L->tm, L->pointer_width, 0));
    case LLVMUndefValueValueKind:
    case LLVMPoisonValueValueKind: return val_term(fresh_input(L, type_sort(L, LLVMTypeOf(value)), "undefined"));
    case LLVMGlobalVariableValueKind: return val_pointer(object_of_global(L, value), 0);
    case LLVMFunctionValueKind: return val_function(value);
    case LLVMConstantExprValueKind: return constant_expression(L, value);
    case LLVMConstantFPValueKind: return constant_float(L, value);
    default: lower_refuse(L, "a constant of this kind is not supported; use integers");
    }
}

/* ---- bindings ---- */

static ValueEntry *entry_find(const Frame *frame, LLVMValueRef value)
{
    uint32_t id = pointer_find(&frame->value_ids, value);
    return id == INTERN_NONE ? NULL : &frame->entries.data[id];
}

static bool is_bound_kind(LLVMValueRef value) { return LLVMIsAInstruction(value) || LLVMIsAArgument(value); }

Val operand_val(Lowering *L, LLVMValueRef value)
{
    if (!is_bound_kind(value)) return constant_val(L, value);
    if (LLVMIsAAllocaInst(value)) return val_pointer(object_of_local(L, L->frame, value), 0);
    ValueEntry *e = entry_find(L->frame, value);
    RUN_CHECK(L->run, e != NULL);
    CHECK(val_is_valid(L, &e->val)); /* still: objects may have been added, and terms saved */
    return e->val;
}

Term operand_term(Lowering *L, LLVMValueRef value)
{
    Val v = operand_val(L, value);
    if (v.kind == VAL_ADDRESS && !val_is_address(&v)) v = address_val(L, &v);
    if (v.kind == VAL_ADDRESS && outside_is_all(v.targets)) return address_val(L, &v).terms[0];
    if (v.kind == VAL_ADDRESS && val_is_address(&v) && v.targets->has_number) facts_keep_kinds(L);
    if (v.kind == VAL_ADDRESS && val_is_address(&v))
        lower_refuse(L, "an address used as a number is not supported yet; keep addresses and numbers apart");
    if (v.kind == VAL_ADDRESS) return v.terms[0];
    if (v.kind == VAL_POINTER || v.kind == VAL_FUNCTION)
        lower_refuse(L, "the address of %s used as a number is not supported yet; keep addresses and numbers apart",
                     v.kind == VAL_POINTER ? object_describe(L, &v) : "a function");
    if (v.kind != VAL_TERM) lower_refuse(L, "a value of this type is not supported here; use integers");
    CHECK(val_fits(L, &v, LLVMTypeOf(value)));
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

/* For checks: is it among the entries that are saved in time? */
static bool entry_is_live(const Frame *frame, uint32_t id)
{
    for (uint32_t i = 0; i < frame->live.count; i++)
        if (frame->live.data[i] == id) return true;
    return false;
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
    CHECK(val_is_valid(L, &val) && cursor_is_valid(L, &L->cursor));
    CHECK(!LLVMGetFirstUse(value) || LLVMIsAAllocaInst(value) || val_fits(L, &val, LLVMTypeOf(value)));
    uint32_t id = pointer_id(&frame->value_ids, value, &is_new);
    if (is_new) vec_push(L->run, &frame->entries, (ValueEntry){0});
    CHECK(frame->entries.count == frame->value_ids.count && !entry_is_live(frame, id));
    ValueEntry *e = &frame->entries.data[id];
    *e = (ValueEntry){0};
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
    ValueEntry *e = entry_find(L->frame, value);
    if (e && e->remaining) e->remaining--;
}

void forward_bind(Lowering *L, LLVMValueRef alloca, Val val)
{
    value_bind(L, L->frame, alloca, val);
    CHECK(entry_find(L->frame, alloca)->remaining > 0);
    entry_find(L->frame, alloca)->remaining--; /* the store */
}

bool forward_is_bound(Lowering *L, LLVMValueRef alloca) { return entry_find(L->frame, alloca) != NULL; }

Val forward_use(Lowering *L, LLVMValueRef alloca)
{
    ValueEntry *e = entry_find(L->frame, alloca);
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

/* ---- computed addresses ---- */

/* Its term. */
static uint32_t move_by(Lowering *L, Val *v, Term t, uint64_t stride)
{
    unsigned width = term_sort(L->tm, t).width;
    t = width > L->pointer_width ? term_extract(L->tm, t, 0, L->pointer_width) : term_sext(L->tm, t, L->pointer_width);
    CHECK(term_sort(L->tm, t).width == L->pointer_width);
    unsigned zeros = stride == 1 ? term_zero_bits(L->tm, t) : 0;
    if (zeros && zeros < 12) { /* p + 8 * i bytes: the element i */
        t = term_binary(L->tm, TERM_ASHR, t, term_bv(L->tm, L->pointer_width, zeros));
        stride <<= zeros;
    }
    uint32_t first = v->kind == VAL_ADDRESS; /* behind the address itself */
    for (uint32_t i = first; i < v->count; i++)
        if (v->strides[i] == stride) {
            v->terms[i] = term_add(L->tm, v->terms[i], t);
            return i;
        }
    if (v->count == first + VAL_INDICES)
        lower_refuse(L, "an address with more than %d variable indices is not supported; use fewer dimensions",
                     VAL_INDICES);
    v->terms[v->count] = t;
    v->strides[v->count] = stride;
    v->free_terms &= ~(UINT32_C(1) << v->count);
    return v->count++;
}

void pointer_move(Lowering *L, Val *v, Term t, uint64_t stride)
{
    v->free_terms |= UINT32_C(1) << move_by(L, v, t, stride);
}

/* is_free: nobody says that it stays in an array. */
static void add_pointer_index(Lowering *L, Val *v, LLVMValueRef index, uint64_t stride, bool is_free)
{
    if (LLVMIsAConstantInt(index)) {
        v->offset += LLVMConstIntGetSExtValue(index) * (int64_t)stride;
        return;
    }
    uint32_t i = move_by(L, v, operand_term(L, index), stride);
    if (is_free) v->free_terms |= UINT32_C(1) << i;
}

/* Whether an address is that of an array of such elements which the program names: an index of it stays in it, or is
 * undefined. */
static bool is_named_array(LLVMValueRef address, LLVMTypeRef element)
{
    bool is_constant = LLVMIsAConstantExpr(address) && LLVMGetConstOpcode(address) == LLVMGetElementPtr;
    if (!is_constant && !LLVMIsAGetElementPtrInst(address)) return false;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
    bool is_element = false;
    for (unsigned i = 1; i < LLVMGetNumIndices(address); i++) {
        is_element = LLVMGetTypeKind(type) == LLVMArrayTypeKind;
        type = is_element
                   ? LLVMGetElementType(type)
                   : LLVMStructGetTypeAtIndex(type, (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(address, i + 1)));
    }
    if (is_element && type == element) return true;
    return LLVMGetTypeKind(type) == LLVMArrayTypeKind && LLVMGetElementType(type) == element;
}

Val gep_val(Lowering *L, LLVMValueRef gep)
{
    Val v = operand_val(L, LLVMGetOperand(gep, 0));
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    bool is_bytes = LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 8;
    if (v.kind == VAL_TERM && !term_is_const(L->tm, v.terms[0]) && !is_bytes) /* a number that is counted stays one */
        lower_refuse(L, "an access through a pointer whose target is not known statically is not supported yet; use "
                        "the object itself, or a pointer that is assigned one address");
    if (v.kind == VAL_TERM) v = address_val(L, &v); /* offsetof */
    if (v.kind != VAL_POINTER && v.kind != VAL_ADDRESS)
        lower_refuse(L, "the address of a function moved by an offset is not supported; use the function itself");
    heap_suggest_targets(L, &v, type);
    unsigned n = LLVMGetNumIndices(gep);
    for (unsigned i = 0; i < n; i++) {
        LLVMValueRef index = LLVMGetOperand(gep, i + 1);
        if (i == 0) {
            add_pointer_index(L, &v, index, LLVMABISizeOfType(L->layout, type),
                              !is_named_array(LLVMGetOperand(gep, 0), type));
        } else if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            unsigned k = (unsigned)LLVMConstIntGetZExtValue(index);
            v.offset += (int64_t)LLVMOffsetOfElement(L->layout, type, k);
            type = LLVMStructGetTypeAtIndex(type, k);
        } else {
            type = LLVMGetElementType(type);
            add_pointer_index(L, &v, index, LLVMABISizeOfType(L->layout, type), false);
        }
    }
    CHECK(val_is_valid(L, &v));
    return v;
}

bool operand_is_constant(Lowering *L, LLVMValueRef value, uint64_t *number)
{
    Val v = operand_val(L, value);
    if (v.kind != VAL_TERM || !term_is_const(L->tm, v.terms[0])) return false;
    *number = term_value(L->tm, v.terms[0]);
    return true;
}
