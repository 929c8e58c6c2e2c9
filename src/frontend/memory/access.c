/* Loads, stores and atomic read-modify-writes. */
#include "frontend/model/lower.h"
#include "term/boolean.h"
#include "term/build.h"
#include "term/compare.h"

static void note_order(Lowering *L, LLVMValueRef instruction)
{
    LLVMAtomicOrdering order = LLVMIsAAtomicCmpXchgInst(instruction) ? LLVMGetCmpXchgSuccessOrdering(instruction)
                                                                     : LLVMGetOrdering(instruction);
    if (L->was_order_noted || order == LLVMAtomicOrderingNotAtomic || order == LLVMAtomicOrderingSequentiallyConsistent)
        return;
    L->was_order_noted = true;
    diag_add(L->run, SEVERITY_NOTE, L->pos, "weaker memory orders are treated as sequentially consistent");
}

/* ---- places ---- */

bool place_is_memory(const Place *place) { return place->kind == PLACE_CELL || place->kind == PLACE_PARTS; }

static const char *overlay_reason(Lowering *L)
{
    return lower_reason(L, "an index goes beyond an array inside a union");
}

void place_enter(Lowering *L, const Place *place)
{
    if (term_is(place->limit)) emit_limit(L, place->limit, overlay_reason(L));
    condition_add(L, place->condition);
    if (place->kind == PLACE_OUTSIDE) condition_add(L, term_bool(L->tm, false));
}

/* The pointer holds several addresses, or is read before it is assigned: it becomes a number in the next pass. */
_Noreturn static void pointer_at_run_time(Lowering *L, const Cell *cell)
{
    facts_add(L, L->objects.data[cell->object].value, cell->offset, FACT_RUNTIME);
    longjmp(L->restart, 1);
}

static bool type_is_pointer(LLVMTypeRef type) { return LLVMGetTypeKind(type) == LLVMPointerTypeKind; }

/* Loaded from a cell that has a variable. */
static Val cell_val(Lowering *L, const Place *place, Term t)
{
    const Cell *cell = &L->cells.data[place->cell];
    if (!sort_same(term_sort(L->tm, t), sort_bv(L->pointer_width))) return val_term(t);
    SlotKey key = cell_slot(L, cell);
    return slot_load(L, &key, t, cell->is_address);
}

static Val cell_pointer_val(Lowering *L, const Cell *cell)
{
    if (cell->has_pointer) return cell->pointer;
    if (cell->var.i == NO_ID) pointer_at_run_time(L, cell);
    return val_term(var_term(L, cell->var));
}

/* ---- accesses to parts of scalars, and to several ---- */

/* Where the address that is kept in these cells is recorded. */
static SlotKey parts_slot(Lowering *L, const Place *place)
{
    return cell_slot(L, &L->cells.data[place->parts[0].cell]);
}

static bool is_address_wide(Lowering *L, const Place *place)
{
    return place->parts[0].kind == PLACE_CELL && sort_same(type_sort(L, place->type), sort_bv(L->pointer_width));
}

/* An address may be kept where the cell is, of which the cell is only a part. That is no number that C knows, and with
 * a part written the whole is none either. except: the place of the address that is accessed, or NULL. */
static void check_addresses(Lowering *L, const Cell *cell, const SlotKey *except, bool is_write)
{
    uint64_t width = L->pointer_width / 8, first = cell->offset < width - 1 ? 0 : cell->offset - (width - 1);
    for (uint64_t at = first; at < cell->offset + cell->size; at++) {
        SlotKey key = cell_slot(L, cell);
        key.offset = at;
        bool is_same =
            except ? at == except->offset && key.kind == except->kind : at == cell->offset && cell->size == width;
        if (is_same || !slot_is_known(L, &key)) continue;
        if (slot_has_addresses(L, &key))
            lower_refuse(L,
                         "a part of `%s`, which may hold an address, is accessed as a number, which is not supported; "
                         "access the whole pointer",
                         L->objects.data[cell->object].name);
        if (is_write) slot_store_unknown(L, &key);
    }
}

static void check_cell(Lowering *L, const Place *place, const SlotKey *except, bool is_write)
{
    if (place->kind != PLACE_CELL) return;
    const Cell cell = L->cells.data[place->cell];
    const Object *o = &L->objects.data[cell.object];
    if (facts_has(L->facts, o->value, 0, FACT_OVERLAPPED)) check_addresses(L, &cell, except, is_write);
}

static Val cell_read(Lowering *L, const Place *place)
{
    const Cell *cell = &L->cells.data[place->cell];
    switch (cell->kind) {
    case CELL_MUTEX: return val_term(var_term(L, cell->var));
    case CELL_SCALAR: return cell_val(L, place, var_term(L, cell->var));
    case CELL_ARRAY: return cell_val(L, place, term_select(L->tm, var_term(L, cell->var), place->index));
    case CELL_POINTER: return cell_pointer_val(L, cell);
    }
    return val_none();
}

static Term part_term(Lowering *L, const Place *part)
{
    Val v = part->kind == PLACE_CELL ? cell_read(L, part) : place_read(L, part);
    if (v.kind == VAL_ADDRESS && !val_is_address(&v)) v = address_val(L, &v);
    if (v.kind != VAL_TERM && (v.kind != VAL_ADDRESS || val_is_address(&v)))
        lower_refuse(L, "an address and something beside it are read as one number, which is not supported; read the "
                        "pointer");
    return v.terms[0];
}

static Val parts_read(Lowering *L, const Place *place)
{
    bool is_wide = is_address_wide(L, place);
    SlotKey key = {0};
    if (is_wide) key = parts_slot(L, place);
    Term all = TERM_NONE;
    for (uint32_t i = 0; i < place->part_count; i++) {
        check_cell(L, &place->parts[i], is_wide ? &key : NULL, false);
        Term t = part_term(L, &place->parts[i]);
        all = term_is(all) ? term_concat(L->tm, t, all) : t;
    }
    if (!is_wide) return val_term(all);
    return slot_load(L, &key, all, LLVMGetTypeKind(place->type) == LLVMPointerTypeKind);
}

Val place_read(Lowering *L, const Place *place)
{
    switch (place->kind) {
    case PLACE_IGNORED:
    case PLACE_OUTSIDE: return val_none();
    case PLACE_CONSTANT: return place->constant;
    case PLACE_PARTS: return parts_read(L, place);
    case PLACE_CELL: check_cell(L, place, NULL, false); return cell_read(L, place);
    }
    return val_none();
}

/* A local pointer holds one address all its life; only the indices in it may change, and these get variables. */
static void pointer_write(Lowering *L, uint32_t id, const Val *val, Step *step)
{
    Cell *cell = &L->cells.data[id];
    const Object *o = &L->objects.data[cell->object];
    bool is_address = val->kind == VAL_POINTER || val->kind == VAL_FUNCTION;
    if (val->kind == VAL_ADDRESS ||
        (is_address ? cell->var.i != NO_ID || (cell->has_pointer && !val_same_shape(&cell->pointer, val))
                    : cell->has_pointer))
        pointer_at_run_time(L, cell);
    if (!is_address) { /* NULL, mostly: better known as an address in the next pass */
        facts_add(L, o->value, cell->offset, FACT_RUNTIME);
        if (cell->var.i == NO_ID) {
            Var var = {0};
            var.name = name_unique(L, o->name);
            var.sort = sort_bv(L->pointer_width);
            var.class = VAR_LOCAL;
            var.template = L->thread->id;
            var.is_signed = true;
            var.is_temporary = o->is_temporary;
            var.pos = o->pos;
            cell->var = var_add(L, &var, o->owner);
        }
        step_assign(L, step, cell->var, val->terms[0]);
        return;
    }
    if (!cell->has_pointer) {
        cell->pointer = *val;
        for (uint32_t i = 0; i < val->count; i++) {
            Var var = {0};
            var.name = name_unique(L, run_format(L->run, "%s.index", o->name));
            var.sort = sort_bv(L->pointer_width);
            var.class = VAR_LOCAL;
            var.template = L->thread->id;
            var.is_signed = var.is_temporary = true;
            var.pos = o->pos;
            cell->pointer.terms[i] = var_term(L, var_add(L, &var, o->owner));
        }
        cell->has_pointer = true;
    }
    for (uint32_t i = 0; i < val->count; i++)
        step_assign(L, step, (VarId){term_symbol(L->tm, cell->pointer.terms[i])}, val->terms[i]);
}

/* What a cell that has a variable is assigned. */
static Term stored_term(Lowering *L, const Place *place, const Val *val)
{
    const Cell *cell = &L->cells.data[place->cell];
    const Object *o = &L->objects.data[cell->object];
    if (val->kind == VAL_NONE || val->kind == VAL_PAIR)
        lower_refuse(L, "a value of this kind cannot be stored here; use integers");
    bool is_wide = LLVMABISizeOfType(L->layout, place->type) * 8 == L->pointer_width;
    if (!is_wide && val->kind != VAL_TERM)
        lower_refuse(L, "an address stored in `%s`, which is of another size, is not supported; use a pointer",
                     o->name);
    if (!is_wide) return val->terms[0];
    SlotKey key = cell_slot(L, cell);
    bool is_shared = o->is_shared, is_pointer = cell->is_address; /* storing may add objects */
    Term t = slot_store(L, &key, val, is_pointer);
    if (is_shared && val->kind != VAL_TERM) {
        Val a = address_val(L, val);
        targets_share(L, a.targets);
    }
    return t;
}

static void cell_assign(Lowering *L, const Place *place, const Val *val, Step *step)
{
    Cell *cell = &L->cells.data[place->cell];
    if (cell->kind == CELL_POINTER) {
        if (val->kind == VAL_NONE) lower_refuse(L, "a value of this kind cannot be stored here; use integers");
        pointer_write(L, place->cell, val, step);
        return;
    }
    Term var = var_term(L, cell->var), value = stored_term(L, place, val);
    if (cell->kind == CELL_ARRAY) {
        for (uint32_t i = 0; i < step->assigns.count; i++)
            if (step->assigns.data[i].var.i == cell->var.i) {
                Assign *a = &step->assigns.data[i];
                a->value = term_store(L->tm, a->value, place->index, value);
                return;
            }
        value = term_store(L->tm, var, place->index, value);
    }
    if (place->is_shared || !term_same(var, value)) step_assign(L, step, cell->var, value);
}

static void parts_assign(Lowering *L, const Place *place, const Val *val, Step *step)
{
    bool is_wide = is_address_wide(L, place);
    SlotKey key = {0};
    if (val->kind == VAL_NONE || val->kind == VAL_PAIR || (!is_wide && val_is_address(val)))
        lower_refuse(L, "a value of this kind cannot be stored here; use integers");
    Val number = *val;
    if (is_wide) {
        key = parts_slot(L, place);
        bool is_pointer = LLVMGetTypeKind(place->type) == LLVMPointerTypeKind;
        number = val_term(slot_store(L, &key, val, is_pointer));
        if (place->is_shared && val_is_address(val)) {
            Val a = address_val(L, val);
            targets_share(L, a.targets);
        }
    } else if (val->kind == VAL_ADDRESS) {
        number = val_term(address_val(L, val).terms[0]);
    }
    unsigned low = 0;
    for (uint32_t i = 0; i < place->part_count; i++) {
        const Place *part = &place->parts[i];
        unsigned width = type_sort(L, part->type).width;
        Val bits = val_term(term_extract(L->tm, number.terms[0], low, width));
        check_cell(L, part, is_wide ? &key : NULL, true);
        cell_assign(L, part, &bits, step);
        low += width;
    }
}

void place_assign(Lowering *L, const Place *place, const Val *val, Step *step)
{
    if (place->kind == PLACE_PARTS) {
        parts_assign(L, place, val, step);
    } else if (place->kind == PLACE_CELL) {
        check_cell(L, place, NULL, true);
        cell_assign(L, place, val, step);
    }
}

void place_write(Lowering *L, const Place *place, const Val *val)
{
    place_enter(L, place);
    if (!L->cursor.is_reachable) return;
    Step step = {0};
    place_assign(L, place, val, &step);
    if (step.assigns.count || term_is(L->cursor.condition))
        step_emit(L, &step);
    else
        step_free(L, &step);
}

void place_havoc(Lowering *L, const Place *place, const char *name, const char *approximate)
{
    place_enter(L, place);
    if (!L->cursor.is_reachable || !place_is_memory(place)) return;
    Val value = val_term(fresh_input(L, type_sort(L, place->type), name));
    Step step = {0};
    step.approximate = approximate;
    place_assign(L, place, &value, &step);
    step_emit(L, &step);
}

/* ---- case splits ---- */

/* One target of an access. */
typedef struct Branch {
    Term guard; /* of the choice, and within bounds */
    Place place;
} Branch;
/* A target that cannot be modelled. */
typedef struct Limit {
    Term guard;
    const char *why;
} Limit;
typedef struct Branches {
    Branch *data;
    uint32_t count, capacity;
    const Val *outside; /* what is read at places outside of their objects; NULL = that is undefined */
    VEC(Limit) limits;
} Branches;

static Term guard_or_true(Lowering *L, Term guard) { return term_is(guard) ? guard : term_bool(L->tm, true); }

static bool is_beyond(Lowering *L, const Val *address, LLVMTypeRef type)
{
    uint64_t size = LLVMABISizeOfType(L->layout, L->objects.data[address->object].type);
    return address->count == 0 && address->offset + (int64_t)LLVMABISizeOfType(L->layout, type) > (int64_t)size;
}

static bool branches_find(Lowering *L, const Val *address, LLVMTypeRef type, bool is_write, Branches *branches)
{
    Choices choices = {0};
    bool is_shared = false;
    branches->count = branches->limits.count = 0;
    accesses_find(L, address, &choices);
    for (uint32_t i = 0; i < choices.count; i++) {
        const Choice *c = &choices.data[i];
        if (c->val.kind != VAL_POINTER) continue; /* a function is no data */
        Branch b = {.guard = c->guard};
        const char *why = NULL;
        if (branches->outside && is_beyond(L, &c->val, type)) {
            b.place.kind = PLACE_OUTSIDE;
            vec_push(L->run, branches, b);
            continue;
        }
        if (choices.count > 1)
            why = place_try(L, &c->val, type, is_write, &b.place);
        else
            b.place = place_find(L, &c->val, type, is_write);
        if (why) vec_push(L->run, &branches->limits, ((Limit){c->guard, why}));
        if (why || b.place.kind == PLACE_OUTSIDE) continue;
        if (term_is(b.place.limit)) {
            Term beyond = term_and(L->tm, guard_or_true(L, c->guard), b.place.limit);
            vec_push(L->run, &branches->limits, ((Limit){beyond, overlay_reason(L)}));
        }
        if (term_is(b.place.condition)) b.guard = term_and(L->tm, guard_or_true(L, b.guard), b.place.condition);
        is_shared |= b.place.is_shared;
        vec_push(L->run, branches, b);
    }
    vec_free(L->run, &choices);
    return is_shared;
}

static bool access_begin(Lowering *L, bool is_shared);

/* The targets of an access, after a flush where the access must be a step of its own. */
static void branches_enter(Lowering *L, LLVMValueRef pointer, LLVMTypeRef type, bool is_write, Branches *branches)
{
    Val address = operand_val(L, pointer);
    bool is_shared = branches_find(L, &address, type, is_write, branches);
    if (!access_begin(L, is_shared)) return;
    address = operand_val(L, pointer);
    branches_find(L, &address, type, is_write, branches);
}

static bool branches_are_shared(const Branches *branches)
{
    for (uint32_t i = 0; i < branches->count; i++)
        if (branches->data[i].place.is_shared) return true;
    return false;
}

bool address_is_split(Lowering *L, const Val *address)
{
    Choices choices = {0};
    accesses_find(L, address, &choices);
    bool several = choices.count > 1;
    vec_free(L->run, &choices);
    return several;
}

static bool is_split(Lowering *L, LLVMValueRef pointer)
{
    Val address = operand_val(L, pointer);
    return address_is_split(L, &address);
}

/* Emits one edge for each branch that has a step; none: the behaviour is undefined. */
static void branches_emit(Lowering *L, Branches *branches, Step *steps, uint32_t per_branch)
{
    uint32_t count = branches->count * per_branch;
    for (uint32_t i = 0; i < branches->limits.count; i++)
        emit_limit(L, branches->limits.data[i].guard, branches->limits.data[i].why);
    vec_free(L->run, branches);
    vec_free(L->run, &branches->limits);
    if (count == 0)
        condition_add(L, term_bool(L->tm, false));
    else
        steps_emit(L, steps, count);
    run_release(L->run, steps);
}

/* What the branches read, as one value: assigns a temporary in each step. */
static Val branches_read(Lowering *L, const Branches *branches, LLVMTypeRef type, const char *name, Step *steps,
                         uint32_t per_branch)
{
    bool is_address = type_is_pointer(type);
    Val *vals = run_alloc(L->run, (branches->count + 1) * sizeof *vals);
    for (uint32_t i = 0; i < branches->count; i++) {
        vals[i] = place_read(L, &branches->data[i].place);
        if (branches->data[i].place.kind == PLACE_OUTSIDE) vals[i] = *branches->outside;
        if (vals[i].kind == VAL_NONE) vals[i] = val_term(fresh_input(L, type_sort(L, type), "undefined"));
        is_address |= vals[i].kind != VAL_TERM;
    }
    Term temporary = var_term(L, var_temporary(L, name, type_sort(L, type), !is_address));
    Val result = val_term(temporary);
    Targets *targets = is_address ? run_alloc(L->run, sizeof *targets) : NULL;
    for (uint32_t i = 0; i < branches->count; i++) {
        if (is_address) {
            vals[i] = address_val(L, &vals[i]);
            targets_join(L->run, targets, vals[i].targets);
        }
        for (uint32_t k = 0; k < per_branch; k++)
            step_assign(L, &steps[i * per_branch + k], (VarId){term_symbol(L->tm, temporary)}, vals[i].terms[0]);
    }
    run_release(L->run, vals);
    if (!is_address || (targets->list.count == 0 && targets->has_number)) return result;
    result.kind = VAL_ADDRESS;
    result.strides[0] = 1;
    result.targets = targets;
    return result;
}

static Step *branches_steps(Lowering *L, const Branches *branches, uint32_t per_branch)
{
    Step *steps = run_alloc(L->run, (branches->count * per_branch + 1) * sizeof *steps);
    for (uint32_t i = 0; i < branches->count * per_branch; i++)
        steps[i].guard = branches->data[i / per_branch].guard;
    return steps;
}

void address_havoc(Lowering *L, const Val *address, LLVMTypeRef type, const char *name, const char *approximate)
{
    Branches branches = {0};
    branches_find(L, address, type, true, &branches);
    Step *steps = branches_steps(L, &branches, 1);
    Val value = val_term(fresh_input(L, type_sort(L, type), name));
    for (uint32_t i = 0; i < branches.count; i++) {
        steps[i].approximate = approximate;
        place_assign(L, &branches.data[i].place, &value, &steps[i]);
    }
    branches_emit(L, &branches, steps, 1);
}

static void record_part(Lowering *L, const AccessPart *part, bool is_shared)
{
    if (part) origin_part(L, part->fill, part->part, part->offset, part->size, is_shared);
}

/* Into a temporary, by a step of its own. */
static void save_val(Lowering *L, Val *v)
{
    Step step = {0};
    if (val_is_address(v)) *v = address_val(L, v);
    VarId temporary = var_temporary(L, "copy.tmp", term_sort(L->tm, v->terms[0]), v->kind == VAL_TERM);
    step_assign(L, &step, temporary, v->terms[0]);
    step_emit(L, &step);
    v->terms[0] = var_term(L, temporary);
}

Val address_read(Lowering *L, const Val *address, LLVMTypeRef type, const AccessPart *part, bool keeps)
{
    if (!address_is_split(L, address)) {
        Val only = *address;
        if (!address_settle(L, &only)) return val_none();
        Place place = place_find(L, &only, type, false);
        place_enter(L, &place);
        Val v = place_read(L, &place);
        record_part(L, part, place.is_shared);
        if (v.kind == VAL_NONE) v = val_term(fresh_input(L, type_sort(L, type), "undefined"));
        if (place.is_shared || keeps) save_val(L, &v);
        return v;
    }
    Branches branches = {0};
    branches_find(L, address, type, false, &branches);
    Step *steps = branches_steps(L, &branches, 1);
    Val result = branches_read(L, &branches, type, "copy.tmp", steps, 1);
    record_part(L, part, branches_are_shared(&branches));
    branches_emit(L, &branches, steps, 1);
    return result;
}

Val address_read_or(Lowering *L, const Val *address, LLVMTypeRef type, const Val *outside)
{
    Branches branches = {.outside = outside};
    branches_find(L, address, type, false, &branches);
    Step *steps = branches_steps(L, &branches, 1);
    Val result = branches_read(L, &branches, type, "copy.tmp", steps, 1);
    branches_emit(L, &branches, steps, 1);
    return result;
}

void address_write(Lowering *L, const Val *address, LLVMTypeRef type, const Val *value, const AccessPart *part)
{
    if (!address_is_split(L, address)) {
        Val only = *address;
        if (!address_settle(L, &only)) return;
        Place place = place_find(L, &only, type, true);
        record_part(L, part, place.is_shared);
        place_write(L, &place, value);
        return;
    }
    Branches branches = {0};
    branches_find(L, address, type, true, &branches);
    Step *steps = branches_steps(L, &branches, 1);
    for (uint32_t i = 0; i < branches.count; i++)
        place_assign(L, &branches.data[i].place, value, &steps[i]);
    record_part(L, part, branches_are_shared(&branches));
    branches_emit(L, &branches, steps, 1);
}

static void load_split(Lowering *L, LLVMValueRef instruction)
{
    LLVMValueRef pointer = LLVMGetOperand(instruction, 0);
    LLVMTypeRef type = LLVMTypeOf(instruction);
    Branches branches = {0};
    branches_enter(L, pointer, type, false, &branches);
    Step *steps = branches_steps(L, &branches, 1);
    const char *name = run_format(L->run, "%s.target", value_name(L, pointer));
    Val result = branches_read(L, &branches, type, name, steps, 1);
    operands_retire(L, instruction);
    origin_access(L, instruction, branches_are_shared(&branches));
    branches_emit(L, &branches, steps, 1);
    L->cursor.is_mid = L->options->granularity == GRANULARITY_STATEMENT && L->cursor.is_reachable;
    value_bind(L, L->frame, instruction, result);
}

static void store_split(Lowering *L, LLVMValueRef instruction)
{
    LLVMValueRef value = LLVMGetOperand(instruction, 0), pointer = LLVMGetOperand(instruction, 1);
    LLVMTypeRef type = LLVMTypeOf(value);
    Val address = operand_val(L, pointer);
    Branches branches = {0};
    bool is_shared = branches_find(L, &address, type, true, &branches);
    if (accesses_split(L) && is_shared && reads_are_pending(L)) {
        reads_flush(L);
        address = operand_val(L, pointer);
        branches_find(L, &address, type, true, &branches);
    }
    Val v = operand_val(L, value);
    operands_retire(L, instruction);
    Step *steps = branches_steps(L, &branches, 1);
    for (uint32_t i = 0; i < branches.count; i++)
        place_assign(L, &branches.data[i].place, &v, &steps[i]);
    origin_access(L, instruction, is_shared);
    branches_emit(L, &branches, steps, 1);
}

/* ---- plain accesses ---- */

/* Makes the access at hand a step of its own where it must be one. True: fetch operands again. */
static bool access_begin(Lowering *L, bool is_shared)
{
    if (!is_shared) return false;
    bool flush = reads_are_pending(L) && (accesses_split(L) || L->cursor.has_boundary);
    if (flush) reads_flush(L);
    L->cursor.has_boundary = false;
    return flush;
}

static void read_done(Lowering *L, const Place *place)
{
    if (place->is_shared) {
        L->cursor.has_read = true;
        L->cursor.read_pos = L->pos;
    }
}

static bool is_forwarded(Lowering *L, LLVMValueRef pointer)
{
    const AllocaInfo *a = LLVMIsAAllocaInst(pointer) ? function_alloca(L->frame->info, pointer) : NULL;
    return a && a->is_forwarded && !alloca_is_ignored(L->frame, a);
}

/* The address, when it is the only one; false: there is none, and control does not go on. */
static bool operand_settled(Lowering *L, LLVMValueRef instruction, LLVMValueRef pointer, Val *address)
{
    *address = operand_val(L, pointer);
    if (address_settle(L, address)) return true;
    operands_retire(L, instruction);
    return false;
}

/* ---- structs of two scalars, as they are passed by value ---- */

/* The places of both at the address of the pair, as one access. False: control does not go on. */
static bool pair_places(Lowering *L, LLVMValueRef instruction, LLVMValueRef pointer, LLVMTypeRef type, bool is_write,
                        Place places[2])
{
    if (LLVMCountStructElementTypes(type) != 2 || is_split(L, pointer))
        lower_refuse(L, "a struct passed by value in this way is not supported; pass its members");
    for (bool again = true; again;) {
        Val address;
        if (!operand_settled(L, instruction, pointer, &address)) return false;
        for (unsigned k = 0; k < 2; k++) {
            Val member = address;
            member.offset += (int64_t)LLVMOffsetOfElement(L->layout, type, k);
            places[k] = place_find(L, &member, LLVMStructGetTypeAtIndex(type, k), is_write);
        }
        again = access_begin(L, places[0].is_shared || places[1].is_shared);
    }
    origin_access(L, instruction, places[0].is_shared || places[1].is_shared);
    place_enter(L, &places[0]);
    place_enter(L, &places[1]);
    return L->cursor.is_reachable;
}

static void load_pair(Lowering *L, LLVMValueRef instruction, LLVMValueRef pointer)
{
    LLVMTypeRef type = LLVMTypeOf(instruction);
    Place places[2];
    if (!pair_places(L, instruction, pointer, type, false, places)) return;
    Val pair = {.kind = VAL_PAIR, .count = 2};
    for (unsigned k = 0; k < 2; k++) {
        Val v = place_read(L, &places[k]);
        Sort sort = type_sort(L, LLVMStructGetTypeAtIndex(type, k));
        if (v.kind == VAL_NONE) v = val_term(fresh_input(L, sort, "undefined"));
        if (v.kind != VAL_TERM) v = address_val(L, &v);
        pair.terms[k] = v.terms[0];
        *(k == 0 ? &pair.targets : &pair.second) = v.targets;
        read_done(L, &places[k]);
    }
    operands_retire(L, instruction);
    value_bind(L, L->frame, instruction, pair);
}

static void store_pair(Lowering *L, LLVMValueRef instruction, LLVMValueRef value, LLVMValueRef pointer)
{
    Place places[2];
    if (!pair_places(L, instruction, pointer, LLVMTypeOf(value), true, places)) return;
    Val pair = operand_val(L, value);
    operands_retire(L, instruction);
    Step step = {0};
    for (unsigned k = 0; k < 2 && pair.kind != VAL_NONE; k++) {
        Val v = pair_element(&pair, k);
        place_assign(L, &places[k], &v, &step);
    }
    step_emit(L, &step);
}

static bool is_struct(LLVMTypeRef type) { return LLVMGetTypeKind(type) == LLVMStructTypeKind; }

void lower_load(Lowering *L, LLVMValueRef instruction)
{
    note_order(L, instruction);
    LLVMTypeRef type = LLVMTypeOf(instruction);
    LLVMValueRef pointer = LLVMGetOperand(instruction, 0);
    if (is_forwarded(L, pointer)) {
        value_bind(L, L->frame, instruction, forward_use(L, pointer));
        return;
    }
    if (is_struct(type)) {
        load_pair(L, instruction, pointer);
        return;
    }
    if (is_split(L, pointer)) {
        load_split(L, instruction);
        return;
    }
    Val address;
    if (!operand_settled(L, instruction, pointer, &address)) return;
    if (!LLVMGetFirstUse(instruction) || handle_is_only_joined(L, instruction, &address)) {
        origin_access(L, instruction, false);
        operands_retire(L, instruction);
        value_bind(L, L->frame, instruction, address); /* for the join */
        return;
    }
    Place place = place_find(L, &address, type, false);
    if (access_begin(L, place.is_shared)) {
        if (!operand_settled(L, instruction, pointer, &address)) return;
        place = place_find(L, &address, type, false);
    }
    place_enter(L, &place);
    Val value = place_read(L, &place);
    origin_access(L, instruction, place.is_shared);
    read_done(L, &place);
    operands_retire(L, instruction);
    value_bind(L, L->frame, instruction, value);
}

void lower_store(Lowering *L, LLVMValueRef instruction)
{
    note_order(L, instruction);
    LLVMValueRef value = LLVMGetOperand(instruction, 0), pointer = LLVMGetOperand(instruction, 1);
    if (is_forwarded(L, pointer)) {
        Val v = operand_val(L, value);
        operands_retire(L, instruction);
        forward_bind(L, pointer, v);
        return;
    }
    if (is_struct(LLVMTypeOf(value))) {
        store_pair(L, instruction, value, pointer);
        return;
    }
    if (is_split(L, pointer)) {
        store_split(L, instruction);
        return;
    }
    LLVMTypeRef type = LLVMTypeOf(value);
    Val address;
    if (!operand_settled(L, instruction, pointer, &address)) return;
    if (lower_byte_store(L, instruction, &address)) return;
    Place place = place_find(L, &address, type, true);
    if (place.kind == PLACE_IGNORED) { /* the value is no use: value_bind */
        origin_access(L, instruction, false);
        statement_end(L);
        return;
    }
    bool is_pending = accesses_split(L) && place.is_shared && reads_are_pending(L);
    if (is_pending) {
        reads_flush(L);
        if (!operand_settled(L, instruction, pointer, &address)) return;
        place = place_find(L, &address, type, true);
    }
    Val v = operand_val(L, value);
    operands_retire(L, instruction);
    origin_access(L, instruction, place.is_shared);
    place_write(L, &place, &v);
}

/* ---- atomic read-modify-write ---- */

static Term minmax(Lowering *L, TermKind less, Term a, Term b, bool is_max)
{
    Term smaller = term_binary(L->tm, less, a, b);
    return is_max ? term_ite(L->tm, smaller, b, a) : term_ite(L->tm, smaller, a, b);
}

static Term rmw_term(Lowering *L, LLVMAtomicRMWBinOp op, Term old, Term v)
{
    TermManager *tm = L->tm;
    unsigned width = term_sort(tm, old).width;
    switch (op) {
    case LLVMAtomicRMWBinOpXchg: return v;
    case LLVMAtomicRMWBinOpAdd: return term_add(tm, old, v);
    case LLVMAtomicRMWBinOpSub: return term_sub(tm, old, v);
    case LLVMAtomicRMWBinOpAnd: return term_binary(tm, TERM_BVAND, old, v);
    case LLVMAtomicRMWBinOpNand:
        return term_binary(tm, TERM_BVXOR, term_binary(tm, TERM_BVAND, old, v), term_bv(tm, width, UINT64_MAX));
    case LLVMAtomicRMWBinOpOr: return term_binary(tm, TERM_BVOR, old, v);
    case LLVMAtomicRMWBinOpXor: return term_binary(tm, TERM_BVXOR, old, v);
    case LLVMAtomicRMWBinOpMax: return minmax(L, TERM_SLT, old, v, true);
    case LLVMAtomicRMWBinOpMin: return minmax(L, TERM_SLT, old, v, false);
    case LLVMAtomicRMWBinOpUMax: return minmax(L, TERM_ULT, old, v, true);
    case LLVMAtomicRMWBinOpUMin: return minmax(L, TERM_ULT, old, v, false);
    case LLVMAtomicRMWBinOpUIncWrap:
        return term_ite(tm, term_binary(tm, TERM_ULE, v, old), term_bv(tm, width, 0),
                        term_add(tm, old, term_bv(tm, width, 1)));
    case LLVMAtomicRMWBinOpUDecWrap:
        return term_ite(tm, term_or(tm, term_eq(tm, old, term_bv(tm, width, 0)), term_binary(tm, TERM_ULT, v, old)), v,
                        term_sub(tm, old, term_bv(tm, width, 1)));
    case LLVMAtomicRMWBinOpFAdd:
    case LLVMAtomicRMWBinOpFSub:
    case LLVMAtomicRMWBinOpFMax:
    case LLVMAtomicRMWBinOpFMin: break;
    }
    lower_refuse(L, "floating point is not supported; use integers");
}

static Place rmw_place(Lowering *L, LLVMValueRef instruction, LLVMTypeRef type)
{
    Place place = {.kind = PLACE_OUTSIDE};
    LLVMValueRef pointer = LLVMGetOperand(instruction, 0);
    Val address;
    if (!operand_settled(L, instruction, pointer, &address)) return place;
    place = place_find(L, &address, type, true);
    if (access_begin(L, place.is_shared)) {
        if (!operand_settled(L, instruction, pointer, &address)) return (Place){.kind = PLACE_OUTSIDE};
        place = place_find(L, &address, type, true);
    }
    origin_access(L, instruction, place.is_shared);
    place_enter(L, &place);
    return place;
}

static Val rmw_val(Lowering *L, LLVMValueRef instruction, const Val *old)
{
    LLVMValueRef value = LLVMGetOperand(instruction, 1);
    LLVMAtomicRMWBinOp op = LLVMGetAtomicRMWBinOp(instruction);
    if (op == LLVMAtomicRMWBinOpXchg) return operand_val(L, value);
    if (val_is_address(old)) lower_refuse(L, "atomic arithmetic on a pointer is not supported; use an exchange");
    return val_term(rmw_term(L, op, old->terms[0], operand_term(L, value)));
}

static void rmw_split(Lowering *L, LLVMValueRef instruction)
{
    LLVMTypeRef type = LLVMTypeOf(instruction);
    LLVMValueRef pointer = LLVMGetOperand(instruction, 0);
    Branches branches = {0};
    branches_enter(L, pointer, type, true, &branches);
    Step *steps = branches_steps(L, &branches, 1);
    for (uint32_t i = 0; i < branches.count; i++) {
        Val old = place_read(L, &branches.data[i].place);
        if (!place_is_memory(&branches.data[i].place)) continue;
        Val new = rmw_val(L, instruction, &old);
        place_assign(L, &branches.data[i].place, &new, &steps[i]);
    }
    const char *name = run_format(L->run, "%s.old", value_name(L, pointer));
    Val result = branches_read(L, &branches, type, name, steps, 1);
    operands_retire(L, instruction);
    origin_access(L, instruction, branches_are_shared(&branches));
    branches_emit(L, &branches, steps, 1);
    value_bind(L, L->frame, instruction, result);
}

void lower_rmw(Lowering *L, LLVMValueRef instruction)
{
    note_order(L, instruction);
    if (is_split(L, LLVMGetOperand(instruction, 0))) {
        rmw_split(L, instruction);
        return;
    }
    LLVMTypeRef type = LLVMTypeOf(instruction);
    Place place = rmw_place(L, instruction, type);
    if (!place_is_memory(&place)) {
        if (L->cursor.is_reachable) operands_retire(L, instruction);
        value_bind(L, L->frame, instruction, val_none());
        return;
    }
    Val old = place_read(L, &place);
    Val new = rmw_val(L, instruction, &old);
    operands_retire(L, instruction);
    value_bind(L, L->frame, instruction, old); /* the edge saves it, if needed */
    L->cursor.has_read = true;
    place_write(L, &place, &new);
}

/* Whether element k of the pair is used. */
static bool pair_uses(LLVMValueRef instruction, unsigned k)
{
    for (LLVMUseRef u = LLVMGetFirstUse(instruction); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsAExtractValueInst(user) || (LLVMGetIndices(user)[0] == k && LLVMGetFirstUse(user))) return true;
    }
    return false;
}

/* `flag |= 2` on an _Atomic _Bool: clang-19 stores the unconverted value (2 instead of 1), so that the next such
 * assignment never ends. The loop it makes compares a value that went through one bit. */
static bool is_bool_assignment(LLVMValueRef cmpxchg)
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

/* The two outcomes of an exchange at one place: steps[0] succeeds. */
static void exchange_steps(Lowering *L, LLVMValueRef instruction, const Place *place, Term guard, Step *steps)
{
    Val old = place_read(L, place), expected = operand_val(L, LLVMGetOperand(instruction, 1));
    Val desired = operand_val(L, LLVMGetOperand(instruction, 2));
    Term same = val_is_address(&old) || val_is_address(&expected)
                    ? address_compare(L, LLVMIntEQ, &old, &expected)
                    : term_eq(L->tm, old.terms[0], operand_term(L, LLVMGetOperand(instruction, 1)));
    steps[0].guard = same;
    /* A weak exchange may fail although the value is the expected one. */
    steps[1].guard = LLVMGetWeak(instruction) ? TERM_NONE : term_not(L->tm, same);
    if (term_is(guard)) {
        steps[0].guard = term_and(L->tm, guard, same);
        steps[1].guard = term_is(steps[1].guard) ? term_and(L->tm, guard, steps[1].guard) : guard;
    }
    steps[1].exchange_fails = true;
    place_assign(L, place, &desired, &steps[0]);
}

void lower_cmpxchg(Lowering *L, LLVMValueRef instruction)
{
    note_order(L, instruction);
    if (is_bool_assignment(instruction))
        lower_refuse(L, "a compound assignment to an _Atomic _Bool is not supported (clang compiles it wrongly); use "
                        "atomic_fetch_or on an integer, or an exchange");
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(instruction, 1));
    LLVMValueRef pointer = LLVMGetOperand(instruction, 0);
    Branches branches = {0};
    if (is_split(L, pointer)) {
        branches_enter(L, pointer, type, true, &branches);
        origin_access(L, instruction, branches_are_shared(&branches));
    } else {
        Branch only = {TERM_NONE, rmw_place(L, instruction, type)};
        if (place_is_memory(&only.place))
            vec_push(L->run, &branches, only);
        else if (L->cursor.is_reachable)
            operands_retire(L, instruction);
    }
    Step *steps = run_alloc(L->run, (2 * branches.count + 1) * sizeof *steps);
    const char *name = "exchange";
    uint32_t kept = 0;
    for (uint32_t i = 0; i < branches.count; i++) {
        const Place *place = &branches.data[i].place;
        if (!place_is_memory(place)) continue;
        exchange_steps(L, instruction, place, branches.data[i].guard, &steps[2 * kept]);
        branches.data[kept++] = branches.data[i];
        if (place->kind == PLACE_CELL && L->cells.data[place->cell].var.i != NO_ID)
            name = L->program->vars.data[L->cells.data[place->cell].var.i].name;
    }
    branches.count = kept;
    if (kept == 0) {
        value_bind(L, L->frame, instruction, val_none());
        branches_emit(L, &branches, steps, 2);
        return;
    }
    Val result = val_none();
    Term swapped = TERM_NONE;
    if (pair_uses(instruction, 0))
        result = branches_read(L, &branches, type, run_format(L->run, "%s.seen", name), steps, 2);
    if (pair_uses(instruction, 1)) {
        VarId v = var_temporary(L, run_format(L->run, "%s.swapped", name), sort_bool(), false);
        for (uint32_t i = 0; i < 2 * kept; i++)
            step_assign(L, &steps[i], v, term_bool(L->tm, i % 2 == 0));
        swapped = var_term(L, v);
    }
    operands_retire(L, instruction);
    branches_emit(L, &branches, steps, 2);
    const Targets *targets = result.targets;
    if (result.kind != VAL_NONE || term_is(swapped)) {
        Term seen = result.kind != VAL_NONE ? result.terms[0] : swapped;
        result = val_pair(seen, term_is(swapped) ? swapped : seen);
        result.targets = targets;
    }
    value_bind(L, L->frame, instruction, result);
}
