/* Whole objects: memset, memcpy, and the points where a local becomes arbitrary. */
#include "frontend/lower.h"

typedef struct Fill {
    LLVMValueRef call;
    uint32_t part; /* see OriginEvent.part */
    Val to, from;  /* from: memcpy only */
    uint8_t byte;
    bool is_copy;
    bool is_batch;         /* no shared memory: one step for all */
    int64_t start, length; /* the leaves that count: offsets relative to `to` and `from` are taken from start */
    Step step;
} Fill;

_Noreturn static void refuse_fill(Lowering *L)
{
    lower_refuse(L, "setting or copying memory across a part of a scalar is not supported; assign the members");
}

static Val fill_value(Lowering *L, Fill *fill, int64_t offset, LLVMTypeRef type)
{
    Sort sort = type_sort(L, type);
    if (sort.kind != SORT_BV) refuse_fill(L);
    if (!fill->is_copy) return val_term(term_bv(L->tm, sort.width, UINT64_C(0x0101010101010101) * fill->byte));
    Val address = fill->from;
    address.offset += offset;
    Place place = place_find(L, &address, type, false);
    place_enter(L, &place);
    Val v = place_read(L, &place);
    origin_part(L, fill->call, fill->part, (uint64_t)offset, LLVMABISizeOfType(L->layout, type), place.is_shared);
    if (v.kind == VAL_NONE) return val_term(fresh_input(L, sort, "undefined"));
    if (place.is_shared) {
        VarId temporary = var_temporary(L, "copy.tmp", sort, true);
        Step step = {0};
        if (val_is_address(&v)) v = address_val(L, &v);
        step_assign(L, &step, temporary, v.terms[0]);
        step_emit(L, &step);
        v.terms[0] = var_term(L, temporary);
    }
    return v;
}

static bool leaf_is_sync(Lowering *L, const Val *address, LLVMTypeRef type, SyncKind *kind)
{
    if (!type_is_mutex(type)) return scalar_is_sync(L, address, type, kind);
    *kind = sync_kind(type);
    return true;
}

static void fill_mutex(Lowering *L, Fill *fill, int64_t offset, LLVMTypeRef type, SyncKind kind)
{
    Val address = fill->to;
    address.offset += offset;
    uint32_t id = sync_cell(L, &address, kind), initial = 0;
    if (fill->is_copy) {
        const Object from = L->objects.data[fill->from.object];
        bool is_constant = from.kind == OBJECT_GLOBAL && LLVMIsGlobalConstant(from.value) && fill->from.count == 0;
        if (!is_constant || !LLVMGetInitializer(from.value))
            lower_refuse(L, "copying a mutex is not supported; its behaviour is undefined");
        uint64_t start = (uint64_t)(fill->from.offset + offset), size = LLVMABISizeOfType(L->layout, type);
        initial = sync_initial(L, kind, &from, start, size);
    } else if (fill->byte != 0) {
        refuse_fill(L);
    }
    Step step = {0};
    sync_reset(L, id, initial, &step);
    step_emit(L, &step);
}

static void fill_leaf(Lowering *L, void *arg, uint64_t at, LLVMTypeRef type)
{
    Fill *fill = arg;
    int64_t size = (int64_t)LLVMABISizeOfType(L->layout, type), offset = (int64_t)at - fill->start;
    if (offset + size <= 0 || offset >= fill->length || !L->cursor.is_reachable) return;
    if (offset < 0 || offset + size > fill->length) refuse_fill(L);
    Val address = fill->to;
    address.offset += offset;
    fill->part += 2;
    SyncKind kind;
    if (leaf_is_sync(L, &address, type, &kind)) {
        origin_part(L, fill->call, fill->part + 1, (uint64_t)offset, (uint64_t)size, true);
        fill_mutex(L, fill, offset, type, kind);
        return;
    }
    Val value = fill_value(L, fill, offset, type);
    Place place = place_find(L, &address, type, true);
    origin_part(L, fill->call, fill->part + 1, (uint64_t)offset, (uint64_t)size, place.is_shared);
    if (fill->is_batch) {
        place_enter(L, &place);
        place_assign(L, &place, &value, &fill->step);
        return;
    }
    place_write(L, &place, &value);
    if (L->options->granularity == GRANULARITY_STATEMENT) L->cursor.is_mid = true;
}

static bool is_private(Lowering *L, const Val *address)
{
    const Object *o = &L->objects.data[address->object];
    return o->kind == OBJECT_LOCAL || o->kind == OBJECT_HEAP
               ? !o->is_shared
               : o->kind == OBJECT_GLOBAL && LLVMIsGlobalConstant(o->value);
}

/* Whose leaves to go through: the type that the address points to, or the whole object. */
static LLVMTypeRef fill_type(Lowering *L, Fill *fill)
{
    fill->start = 0;
    LLVMTypeRef type = type_at(L, &fill->to, (uint64_t)fill->length);
    if (!type && fill->is_copy) type = type_at(L, &fill->from, (uint64_t)fill->length);
    if (type) return type;
    if (fill->to.count || (fill->is_copy && fill->from.count))
        lower_refuse(L, "setting or copying memory of variable place is not supported; assign the elements");
    const Object *to = &L->objects.data[fill->to.object];
    fill->start = fill->to.offset;
    if (fill->start < 0 || fill->start + fill->length > (int64_t)LLVMABISizeOfType(L->layout, to->type))
        lower_refuse(L, "setting or copying memory outside of `%s` is undefined; correct the size", to->name);
    return to->type;
}

static void lower_fill(Lowering *L, LLVMValueRef call, Fill *fill)
{
    values_flush(L);
    LLVMValueRef length = LLVMGetOperand(call, 2);
    fill->to = operand_val(L, LLVMGetOperand(call, 0));
    if (fill->is_copy) fill->from = operand_val(L, LLVMGetOperand(call, 1));
    if (!address_settle(L, &fill->to) || !address_settle(L, &fill->from)) return;
    if (!LLVMIsAConstantInt(length) || fill->to.kind != VAL_POINTER ||
        (fill->is_copy && fill->from.kind != VAL_POINTER))
        lower_refuse(L, "setting or copying memory of variable size is not supported; assign the elements");
    fill->length = (int64_t)LLVMConstIntGetZExtValue(length);
    LLVMTypeRef type = fill_type(L, fill);
    operands_retire(L, call);
    fill->call = call;
    fill->is_batch = is_private(L, &fill->to) && (!fill->is_copy || is_private(L, &fill->from));
    /* Step by step, a leaf may be overwritten before it is read. */
    if (fill->is_copy && !fill->is_batch && fill->to.object == fill->from.object)
        lower_refuse(L, "copying memory within one shared object is not supported; assign the elements");
    bool with_padding = object_uses_padding(L, fill->to.object);
    with_padding |= fill->is_copy && object_uses_padding(L, fill->from.object);
    leaves_for_each(L, type, with_padding, fill_leaf, fill);
    if (fill->is_batch && L->cursor.is_reachable) step_emit(L, &fill->step);
    L->cursor.is_mid = false;
}

void lower_memset(Lowering *L, LLVMValueRef call)
{
    LLVMValueRef byte = LLVMGetOperand(call, 1);
    if (!LLVMIsAConstantInt(byte))
        lower_refuse(L, "memset with a variable value is not supported; assign the elements");
    Fill fill = {0};
    fill.byte = (uint8_t)LLVMConstIntGetZExtValue(byte);
    lower_fill(L, call, &fill);
}

void lower_memcpy(Lowering *L, LLVMValueRef call)
{
    Fill fill = {0};
    fill.is_copy = true;
    lower_fill(L, call, &fill);
}

/* ---- single bytes ---- */

typedef struct Havoc {
    uint32_t object;
    Step step;
    OriginScalars scalars;
} Havoc;

static void havoc_scalar(Lowering *L, void *arg, uint64_t offset, LLVMTypeRef type)
{
    Havoc *havoc = arg;
    Val address = val_pointer(havoc->object, (int64_t)offset);
    SyncKind kind;
    if (leaf_is_sync(L, &address, type, &kind)) {
        sync_havoc(L, sync_cell(L, &address, kind), &havoc->step);
        return;
    }
    Place place = place_find(L, &address, type, true);
    Val value = val_term(fresh_input(L, type_sort(L, type), "byte"));
    place_assign(L, &place, &value, &havoc->step);
}

bool lower_byte_store(Lowering *L, LLVMValueRef store, const Val *address)
{
    LLVMValueRef value = LLVMGetOperand(store, 0);
    if (address->kind != VAL_POINTER || address->count == 0 || LLVMTypeOf(value) != LLVMInt8TypeInContext(L->context))
        return false;
    const Object *o = &L->objects.data[address->object];
    if (o->kind != OBJECT_HEAP) return false;
    heap_suggest_type(L, address->object, LLVMInt8TypeInContext(L->context));
    LLVMTypeRef element = o->type;
    while (LLVMGetTypeKind(element) == LLVMArrayTypeKind)
        element = LLVMGetElementType(element);
    if (LLVMABISizeOfType(L->layout, element) == 1) return false;
    Val v = operand_val(L, value);
    bool is_input = v.kind == VAL_TERM && term_kind(L->tm, v.terms[0]) == TERM_VAR &&
                    L->program->vars.data[term_symbol(L->tm, v.terms[0])].class == VAR_INPUT;
    if (!is_input) return false;
    operands_retire(L, store);
    /* Everything in the object may change: more than one byte of it does. */
    Havoc havoc = {0};
    havoc.object = address->object;
    havoc.step.approximate = "a byte of a larger scalar is set";
    leaves_for_each(L, o->type, object_uses_padding(L, address->object), havoc_scalar, &havoc);
    step_emit(L, &havoc.step);
    return true;
}

/* ---- declarations ---- */

static bool is_parameter_storage(LLVMValueRef alloca)
{
    for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAStoreInst(user) && LLVMIsAArgument(LLVMGetOperand(user, 0))) return true;
    }
    return false;
}

/* Where the scalar gets its value when the program really runs. */
static void add_scalar(Lowering *L, Havoc *havoc, const Place *place, uint64_t offset, Term input)
{
    const Cell *cell = &L->cells.data[place->cell];
    OriginScalar s = {offset, cell->size, {term_symbol(L->tm, input)}, cell->kind == CELL_ARRAY, 0};
    if (s.is_element) s.index = term_value(L->tm, place->index);
    vec_push(L->run, &havoc->scalars, s);
}

static void havoc_place(Lowering *L, Havoc *havoc, const Place *place, uint64_t offset)
{
    for (uint32_t i = 0; i < place->part_count; i++) {
        const Place *part = &place->parts[i];
        havoc_place(L, havoc, part, offset);
        offset += LLVMABISizeOfType(L->layout, part->type);
    }
    if (place->kind != PLACE_CELL || L->cells.data[place->cell].kind == CELL_POINTER) return;
    const Var *var = &L->program->vars.data[L->cells.data[place->cell].var.i];
    Term input = TERM_NONE;
    for (uint32_t i = 0; i < havoc->step.assigns.count; i++)
        if (havoc->step.assigns.data[i].var.i == L->cells.data[place->cell].var.i)
            input = havoc->step.assigns.data[i].value;
    if (!term_is(input)) {
        input = fresh_input(L, var->sort, var->name);
        step_assign(L, &havoc->step, L->cells.data[place->cell].var, input);
    }
    add_scalar(L, havoc, place, offset, input);
}

static void havoc_leaf(Lowering *L, void *arg, uint64_t offset, LLVMTypeRef type)
{
    Havoc *havoc = arg;
    Val address = val_pointer(havoc->object, (int64_t)offset);
    SyncKind kind;
    if (leaf_is_sync(L, &address, type, &kind)) return;
    Place place = place_find(L, &address, type, false);
    havoc_place(L, havoc, &place, offset);
}

static void havoc_local(Lowering *L, LLVMValueRef call, LLVMValueRef alloca)
{
    Frame *f = L->frame;
    Havoc havoc = {0};
    bool is_shared = false;
    if (f->in_loop || function_in_cycle(L->run, f->info, LLVMGetInstructionParent(call))) {
        havoc.object = object_of_local(L, f, alloca);
        is_shared = L->objects.data[havoc.object].is_shared;
        if (!L->objects.data[havoc.object].is_ignored && function_reads_before_write(L->run, f->info, alloca, call))
            leaves_for_each(L, L->objects.data[havoc.object].type, object_uses_padding(L, havoc.object), havoc_leaf,
                            &havoc);
    }
    origin_declare(L, call, &havoc.scalars, is_shared);
    vec_free(L->run, &havoc.scalars);
    if (havoc.step.assigns.count)
        step_emit(L, &havoc.step);
    else
        step_free(L, &havoc.step);
}

/* Each time control passes a declaration the variable is arbitrary again. A thread's locals start arbitrary, so
 * this matters only where control passes more than once. */
void lower_declare(Lowering *L, LLVMValueRef call)
{
    LLVMValueRef alloca = debug_declared_storage(call);
    if (alloca && !is_parameter_storage(alloca)) havoc_local(L, call, alloca);
}
