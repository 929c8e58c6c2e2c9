#include "c/exact/memory/cell.h"

#include "base/check.h"
#include "c/exact/memory/address.h"
#include "c/exact/memory/argv.h"
#include "c/exact/memory/bounds.h"
#include "c/exact/memory/external.h"
#include "c/exact/memory/object.h"
#include "c/exact/memory/place.h"
#include "c/exact/memory/scope.h"
#include "c/exact/memory/slot.h"
#include "c/exact/model/action.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/names.h"
#include "c/exact/model/order.h"
#include "c/exact/model/outside.h"
#include "c/exact/model/values.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"

#define LARGE 2000u /* instructions of a large program */

bool place_is_memory(const Place *place) { return place->kind == PLACE_CELL || place->kind == PLACE_PARTS; }

const char *place_overlay_reason(Lowering *L)
{
    return lower_reason(L, "an index goes beyond an array inside a union or another object");
}

void place_enter(Lowering *L, const Place *place)
{
    CHECK(cursor_is_valid(L, &L->cursor) && place_is_valid(L, place));
    bounds_require(L, place->object, place->inside, place->dead);
    if (term_is(place->limit)) emit_limit(L, place->limit, place_overlay_reason(L));
    condition_add(L, place->condition);
    if (place->kind == PLACE_OUTSIDE) condition_add(L, term_bool(L->tm, false));
    if (place->kind != PLACE_EXTERNAL) return;
    Step step = {.approximate = EXTERNAL_IS_ARBITRARY};
    action_emit(L, &step);
}

/* The pointer holds several addresses, or is read before it is assigned: it becomes a number in the next pass. */
_Noreturn static void pointer_at_run_time(Lowering *L, const Cell *cell)
{
    facts_add(L, L->objects.data[cell->object].value, cell->offset, FACT_RUNTIME);
    if (L->instruction_count > LARGE) facts_tell_apart(L);
    longjmp(L->restart, 1);
}

bool type_is_pointer(LLVMTypeRef type) { return LLVMGetTypeKind(type) == LLVMPointerTypeKind; }

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
    CHECK(!cell->has_pointer || cell->var.i == NO_ID); /* an address that is known, or a number */
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
        if (is_write && slot_targets(L, &key)->list.count == 0) slot_store_unknown(L, &key);
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
    if (v.kind == VAL_ADDRESS && outside_is_all(v.targets)) v = address_val(L, &v);
    if (v.kind != VAL_TERM && (v.kind != VAL_ADDRESS || !outside_is_all(v.targets)))
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
        CHECK(8 * LLVMABISizeOfType(L->layout, place->parts[i].type) == term_sort(L->tm, t).width);
        all = term_is(all) ? term_concat(L->tm, t, all) : t;
    }
    CHECK(sort_same(term_sort(L->tm, all), type_sort(L, place->type)));
    if (!is_wide) return val_term(all);
    return slot_load(L, &key, all, LLVMGetTypeKind(place->type) == LLVMPointerTypeKind);
}

Val place_read(Lowering *L, const Place *place)
{
    CHECK(place_is_valid(L, place));
    if (place->is_shared) order_read(L);
    switch (place->kind) {
    case PLACE_IGNORED:
    case PLACE_OUTSIDE: return val_none();
    case PLACE_EXTERNAL:
        if (term_is(place->index)) return argv_read(L, place->index, place->type);
        return external_read(L, place->object, place->type);
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
    CHECK(is_address || sort_same(term_sort(L->tm, val->terms[0]), sort_bv(L->pointer_width)));
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
    CHECK(cell_is_valid(L, id) && cell->pointer.count == val->count);
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
    CHECK(val_fits(L, val, place->type));
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
        CHECK(part->kind == PLACE_CELL); /* constants are never written */
        check_cell(L, part, is_wide ? &key : NULL, true);
        cell_assign(L, part, &bits, step);
        low += width;
    }
    CHECK(low == term_sort(L->tm, number.terms[0]).width);
}

void place_assign(Lowering *L, const Place *place, const Val *val, Step *step)
{
    CHECK(val_is_valid(L, val) && place_is_valid(L, place));
    scope_store(L, place->object, val, step->guard);
    if (place->kind == PLACE_EXTERNAL) external_leave(L, EXTERNAL_MEMORY, val);
    CHECK(place->kind != PLACE_CONSTANT); /* what is written is not constant: FACT_WRITTEN */
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
