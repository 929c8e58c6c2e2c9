/* Weak writes: each scalar that lies there may get any value, or keep its own. Arrays whose elements are not told apart
 * become arbitrary as a whole, which covers that some of their elements keep their values. What other threads see
 * happens any number of times, so that they see every order in which the function may write: that is a loop.
 *
 * It would be unsound to leave out a scalar of the object that lies there; synchronisation objects are left out, since
 * no function of the library but those that the model knows touches what they say (docs/library.md). */
#include "c/exact/library/weak.h"

#include "base/check.h"
#include "c/compile/union_type.h"
#include "c/exact/library/text_end.h"
#include "c/exact/memory/address.h"
#include "c/exact/memory/cell.h"
#include "c/exact/memory/choices.h"
#include "c/exact/memory/external.h"
#include "c/exact/memory/object.h"
#include "c/exact/memory/place.h"
#include "c/exact/memory/slot.h"
#include "c/exact/memory/sync_object.h"
#include "c/exact/memory/walk.h"
#include "c/exact/model/action.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/names.h"
#include "c/exact/model/outside.h"
#include "c/exact/model/pointsto.h"
#include "c/exact/model/sync_type.h"
#include "c/exact/model/values.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "logic/term/term.h"

#define NOWHERE UINT64_MAX
#define ELEMENTS 16u /* of an array, so many are written one by one */

typedef struct Weak {
    Step step;
    uint32_t object;
    const Targets *targets; /* of addresses; NULL: of memory outside of the program */
    uint64_t low, high;     /* the bytes of the object that count */
    /* Where the address has indices: so many bytes from there on, and from each multiple of a stride further on. */
    uint64_t from, bytes, stride;
    /* The byte of the object that is written only if the term says so; NOWHERE: none is known. */
    uint64_t last;
    Term reaches_last;
    Term first, length; /* the bytes of the object that are written at most; TERM_NONE: nobody knows which */
} Weak;

static Val any_weak_value(Lowering *L, const Weak *w, LLVMTypeRef type)
{
    Term t = fresh_input(L, type_sort(L, type), "written");
    if (LLVMGetTypeKind(type) != LLVMPointerTypeKind) {
        bool is_wide = sort_same(type_sort(L, type), sort_bv(L->pointer_width));
        if (is_wide && w->targets && !outside_is_all(w->targets)) facts_note_numbers(L);
        return val_term(t);
    }
    return w->targets ? address_of(t, w->targets) : external_address(L, EXTERNAL_MEMORY, t);
}

static bool weak_assigns(const Weak *w, VarId var)
{
    for (uint32_t i = 0; i < w->step.assigns.count; i++)
        if (w->step.assigns.data[i].var.i == var.i) return true;
    return false;
}

/* An address that is kept there may be one of those from now on. */
static void note_addresses(Lowering *L, const Weak *w)
{
    Val any = w->targets ? address_of(address_number(L, 0), w->targets)
                         : external_address(L, EXTERNAL_MEMORY, address_number(L, 0));
    const Object *o = &L->objects.data[w->object]; /* which the area outside may have moved */
    uintptr_t p = (uintptr_t)o->value;
    for (uint32_t i = 0; i < L->facts->slots.count; i++) {
        uint32_t length;
        const uint32_t *key = intern_key(&L->facts->slot_ids, i, &length);
        if (key[0] != (uint32_t)p || key[1] != (uint32_t)((uint64_t)p >> 32) || key[2] != o->scope) continue;
        if (targets_join(L->run, L->facts->slots.data[i], any.targets)) L->facts->has_changed = true;
    }
    if (L->objects.data[w->object].is_shared) targets_share(L, any.targets);
}

/* Whether the byte of the object is a scalar, or an element of an array that is one variable. */
static bool find_byte(Lowering *L, uint32_t object, uint64_t offset, Place *place)
{
    Val at = val_pointer(object, (int64_t)offset);
    if (place_try(L, &at, LLVMInt8TypeInContext(L->context), true, place) || place->kind != PLACE_CELL) return false;
    const Cell *cell = &L->cells.data[place->cell];
    bool is_plain = cell->kind == CELL_SCALAR || (cell->kind == CELL_ARRAY && term_is_const(L->tm, place->index));
    return is_plain && cell->size == 1 && !cell->is_address;
}

/* Any, but for the last byte of a text. */
static Term any_cell_value(Lowering *L, const Weak *w, const Cell *cell)
{
    Term any = fresh_input(L, L->program->vars.data[cell->var.i].sort, "written"), now = var_term(L, cell->var);
    Place last;
    if (w->last == NOWHERE || !find_byte(L, w->object, w->last, &last)) return any;
    if (L->cells.data[last.cell].var.i != cell->var.i) return any;
    if (cell->kind == CELL_SCALAR) return term_ite(L->tm, w->reaches_last, any, now);
    Term byte =
        term_ite(L->tm, w->reaches_last, fresh_input(L, sort_bv(8), "written"), term_select(L->tm, now, last.index));
    return term_store(L->tm, any, last.index, byte);
}

/* Whether some bytes of a cell may be written. A length may be that of no object, where it says only what is most: its
 * end is then none. Of arrays nothing is said. */
static Term may_reach(Lowering *L, const Weak *w, const Cell *cell)
{
    if (!term_is(w->length) || cell->kind == CELL_ARRAY) return term_bool(L->tm, true);
    Term end = term_add(L->tm, w->first, w->length), start = address_number(L, cell->offset);
    Term is_before = term_less(L->tm, TERM_ULT, start, end), goes_round = term_less(L->tm, TERM_ULT, end, w->first);
    return term_and(L->tm, term_less(L->tm, TERM_ULT, w->first, address_number(L, cell->offset + cell->size)),
                    term_or(L->tm, is_before, goes_round));
}

/* A pointer that others see is read in a step of its own, and so not here. */
static Val any_address_there(Lowering *L, const Weak *w, const Place *place, Term reached)
{
    Val any = any_weak_value(L, w, place->type);
    if (term_is_true(L->tm, reached) || !val_is_address(&any) || place->is_shared) return any;
    Val now = place_read(L, place);
    return val_is_address(&now) ? address_select(L, reached, &any, &now) : any;
}

/* Without a look at which addresses the bytes are a part of: note_addresses has seen to them all. */
static void write_cell(Lowering *L, Weak *w, const Place *place)
{
    const Cell cell = L->cells.data[place->cell];
    Term reached = may_reach(L, w, &cell);
    if (cell.kind == CELL_MUTEX || term_is_false(L->tm, reached)) return;
    if (cell.kind == CELL_POINTER) {
        Val v = any_address_there(L, w, place, reached);
        place_assign(L, place, &v, &w->step);
        return;
    }
    if (cell.is_address) {
        SlotKey key = cell_slot(L, &cell);
        Val v = any_weak_value(L, w, place->type);
        slot_store(L, &key, &v, true);
    }
    if (weak_assigns(w, cell.var)) return;
    Term any = any_cell_value(L, w, &cell);
    step_assign(L, &w->step, cell.var, term_ite(L->tm, reached, any, var_term(L, cell.var)));
}

static void write_place(Lowering *L, Weak *w, const Place *place)
{
    for (uint32_t i = 0; place->kind == PLACE_PARTS && i < place->part_count; i++)
        write_place(L, w, &place->parts[i]);
    if (place->kind == PLACE_CELL) write_cell(L, w, place);
}

static void write_scalar(Lowering *L, Weak *w, const Val *address, LLVMTypeRef type)
{
    SyncKind kind;
    if (type_is_mutex(type)) return;
    if (address->count == 0 && leaf_is_sync(L, address, type, &kind)) return;
    Walk walk = walk_to_scalar(L, address);
    LLVMTypeRef leaf = walk.type; /* floating-point values are kept as integers */
    walk_end(&walk);
    Place place = place_find(L, address, leaf, true);
    write_place(L, w, &place);
}

/* Whether some of so many bytes from an offset on count. */
static bool is_touched(const Weak *w, uint64_t offset, uint64_t size)
{
    return offset < w->high && offset + size > w->low;
}

static void write_type(Lowering *L, Weak *w, const Val *address, uint64_t offset, LLVMTypeRef type);

/* Whichever element it is, the same bytes of it: its size divides what the indices count, and the bytes do not go into
 * the next one. So what is written at `list[i].name` does not touch `list[i].next`. */
static void limit_to_element(Weak *all, uint64_t offset, uint64_t size)
{
    if (all->stride == 0 || all->stride % size != 0 || all->from < offset) return;
    uint64_t within = (all->from - offset) % size;
    if (all->bytes > size - within) return;
    all->low = offset + within;
    all->high = all->low + all->bytes;
    all->stride = 0; /* inside of the element all is said */
}

/* offset: of the first element, where indices count as 0. */
static void write_elements(Lowering *L, Weak *w, const Val *address, uint64_t offset, LLVMTypeRef type)
{
    LLVMTypeRef element = LLVMGetElementType(type);
    uint64_t n = LLVMGetArrayLength2(type), size = LLVMABISizeOfType(L->layout, element);
    LLVMValueRef value = L->objects.data[address->object].value;
    bool is_indexed = address->count > 0 || n > ELEMENTS || facts_has(L->facts, value, offset, FACT_INDEXED);
    for (uint64_t i = 0; !is_indexed && i < n; i++) {
        Val at = *address;
        at.offset += (int64_t)(i * size);
        if (is_touched(w, offset + i * size, size)) write_type(L, w, &at, offset + i * size, element);
    }
    if (!is_indexed || n == 0 || size == 0) return;
    if (address->count == VAL_INDICES) lower_refuse(L, "arrays of so many dimensions are not supported here");
    Val any = *address;
    any.terms[any.count] = fresh_input(L, sort_bv(L->pointer_width), "index");
    any.strides[any.count++] = size;
    Weak all = *w; /* whichever element it is */
    bool is_all = w->low <= offset && w->high >= offset + n * size;
    if (!is_all) all.low = 0, all.high = UINT64_MAX;
    limit_to_element(&all, offset, size);
    write_type(L, &all, &any, offset, element);
    w->step = all.step;
}

/* Bytes behind a member, from `from` to `to` of its start on, where they are used. */
static void write_gap(Lowering *L, Weak *w, const Val *member, uint64_t offset, uint64_t from, uint64_t to)
{
    if (!object_uses_padding(L, w->object)) return;
    for (uint64_t k = from; k < to; k++) {
        Val at = *member;
        at.offset += (int64_t)k;
        if (is_touched(w, offset + k, 1)) write_scalar(L, w, &at, LLVMInt8TypeInContext(L->context));
    }
}

static void write_type(Lowering *L, Weak *w, const Val *address, uint64_t offset, LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (type_is_mutex(type)) return;
    if (kind == LLVMArrayTypeKind) {
        write_elements(L, w, address, offset, type);
        return;
    }
    if (kind != LLVMStructTypeKind) {
        write_scalar(L, w, address, type);
        return;
    }
    unsigned n = LLVMCountStructElementTypes(type);
    for (unsigned i = 0; i < n; i++) {
        LLVMTypeRef member = LLVMStructGetTypeAtIndex(type, i);
        uint64_t start = LLVMOffsetOfElement(L->layout, type, i);
        Val at = *address;
        at.offset += (int64_t)start;
        if (is_touched(w, offset + start, LLVMABISizeOfType(L->layout, member)))
            write_type(L, w, &at, offset + start, member);
        uint64_t next = i + 1 < n ? LLVMOffsetOfElement(L->layout, type, i + 1) : LLVMABISizeOfType(L->layout, type);
        write_gap(L, w, &at, offset + start, LLVMABISizeOfType(L->layout, member), next - start);
    }
}

static bool may_be_written(const Lowering *L, const Choice *c)
{
    if (c->val.kind != VAL_POINTER) return false;
    const Object *o = &L->objects.data[c->val.object];
    bool is_constant = o->kind == OBJECT_GLOBAL && LLVMIsGlobalConstant(o->value);
    return o->type && !is_constant && !o->is_external && !o->is_ignored && o->kind != OBJECT_FUNCTION;
}

/* Indices of an address stay in the array of aggregates that lies where they count as 0; the members beside it keep
 * their values. What the heap has has no declared type that would say so. */
static void limit_to_array(Lowering *L, Weak *w)
{
    LLVMTypeRef type = L->objects.data[w->object].type;
    uint64_t offset = 0;
    if (L->objects.data[w->object].kind == OBJECT_HEAP) return;
    while (LLVMGetTypeKind(type) == LLVMStructTypeKind && !type_is_union(type) &&
           w->from < offset + LLVMABISizeOfType(L->layout, type)) {
        unsigned k = LLVMElementAtOffset(L->layout, type, w->from - offset);
        offset += LLVMOffsetOfElement(L->layout, type, k);
        type = LLVMStructGetTypeAtIndex(type, k);
    }
    if (LLVMGetTypeKind(type) != LLVMArrayTypeKind || w->from < offset) return;
    LLVMTypeKind element = LLVMGetTypeKind(LLVMGetElementType(type));
    uint64_t size = LLVMABISizeOfType(L->layout, LLVMGetElementType(type));
    if (element != LLVMStructTypeKind && element != LLVMArrayTypeKind) return;
    if (size == 0 || w->stride % size != 0 || w->bytes > size - (w->from - offset) % size) return;
    w->low = offset;
    w->high = offset + LLVMABISizeOfType(L->layout, type);
}

/* The greatest number that divides all strides. */
static uint64_t common_stride(const Val *address)
{
    uint64_t common = 0;
    for (uint32_t i = 0; i < address->count; i++)
        for (uint64_t a = address->strides[i], rest; a; a = rest) {
            rest = common % a;
            common = a;
        }
    return common;
}

/* The last byte of a text that is written; NOWHERE: it is not known which. */
static uint64_t last_byte(Lowering *L, const WeakArea *area, const Val *to)
{
    uint64_t size;
    bool is_known = area->is_text && to->count == 0 && area->bytes <= text_bytes(L, to, &size);
    return is_known ? (uint64_t)to->offset + area->bytes - 1 : NOWHERE;
}

/* What is written through one of the ways that an address may lead. */
static Weak prepare_weak(Lowering *L, const WeakArea *area, const Choice *c, Term reaches_last)
{
    uint64_t size = object_size(L, &L->objects.data[c->val.object]);
    Weak w = {.object = c->val.object, .targets = area->targets, .high = UINT64_MAX, .reaches_last = reaches_last};
    w.last = last_byte(L, area, &c->val);
    w.first = address_offset(L, &c->val);
    w.length = area->length;
    if (c->val.count == 0 && c->val.offset >= 0) {
        w.low = (uint64_t)c->val.offset;
        w.high = area->bytes < size - (w.low < size ? w.low : size) ? w.low + area->bytes : UINT64_MAX;
    } else if (c->val.offset >= 0) {
        w.from = (uint64_t)c->val.offset;
        w.bytes = area->bytes;
        w.stride = common_stride(&c->val);
        limit_to_array(L, &w);
    }
    note_addresses(L, &w);
    Val start = val_pointer(w.object, 0);
    write_type(L, &w, &start, 0, L->objects.data[w.object].type);
    return w;
}

typedef VEC(Weak) Weaks;

/* Emits what nobody else sees, in whatever order; what others see is left for one location. */
static void write_area(Lowering *L, const char *why, const WeakArea *area, const Choices *choices, Term reaches_last,
                       Weaks *seen)
{
    for (uint32_t i = 0; i < choices->count && L->cursor.is_reachable; i++) {
        const Choice *c = &choices->data[i];
        if (!may_be_written(L, c)) continue;
        Weak w = prepare_weak(L, area, c, reaches_last);
        w.step.approximate = why;
        if (L->objects.data[c->val.object].is_shared) {
            w.step.guard = c->guard;
            vec_push(L->run, seen, w);
            continue;
        }
        step_emit(L, &w.step);
        cursor_loc(L);
    }
}

/* Whether a text is so long that its last byte is written at all: a term that says so from now on. */
static Term choose_length(Lowering *L, const WeakArea *area)
{
    if (!area->is_text || !L->cursor.is_reachable) return TERM_NONE;
    VarId var = var_temporary(L, "reaches_last", sort_bool(), true);
    Step steps[2] = {{.approximate = NULL}, {.approximate = NULL}};
    for (uint32_t i = 0; i < 2; i++)
        step_assign(L, &steps[i], var, term_bool(L->tm, i == 1));
    steps_emit(L, steps, 2);
    return var_term(L, var);
}

/* Then it becomes 0 in the end. Meanwhile it may be anything, as glibc's snprintf writes so far and ends the text after
 * that. */
static void end_text(Lowering *L, const WeakArea *area, const Choices *choices, Term reaches_last)
{
    for (uint32_t i = 0; i < choices->count && term_is(reaches_last) && L->cursor.is_reachable; i++) {
        const Choice *c = &choices->data[i];
        Place place;
        if (!may_be_written(L, c)) continue;
        uint64_t last = last_byte(L, area, &c->val);
        if (last == NOWHERE || !find_byte(L, c->val.object, last, &place)) continue;
        Term is_written = term_is(c->guard) ? term_and(L->tm, reaches_last, c->guard) : reaches_last;
        Val now = place_read(L, &place),
            end = val_term(term_ite(L->tm, is_written, term_bv(L->tm, 8, 0), now.terms[0]));
        Step step = {0};
        place_assign(L, &place, &end, &step);
        step_emit(L, &step);
        cursor_loc(L);
    }
}

/* What it speaks of may change behind this step. */
static Term keep_length(Lowering *L, const char *name, Term length)
{
    if (!term_is(length) || term_is_const(L->tm, length) || !L->cursor.is_reachable) return length;
    VarId var = var_temporary(L, run_format(L->run, "%s.length", name), term_sort(L->tm, length), true);
    Step step = {0};
    step_assign(L, &step, var, length);
    step_emit(L, &step);
    return var_term(L, var);
}

/* An action (Edge.action): one of the ways in which the edges can be gone is what happens, and then the call returns.
 *
 * All that others see is written in loops at one location: with a location for each, what is written at an earlier one
 * could not change any more after a later one, and a thread that has seen both would be taken to see an end. */
void weak_write(Lowering *L, const char *name, const WeakArea *areas, uint32_t count)
{
    Choices *choices = run_alloc(L->run, (count + 1) * sizeof *choices);
    Val *to = run_alloc(L->run, (count + 1) * sizeof *to);
    WeakArea *kept = run_alloc(L->run, (count + 1) * sizeof *kept);
    Term *reaches_last = run_alloc(L->run, (count + 1) * sizeof *reaches_last);
    Weaks seen = {NULL, 0, 0};
    values_flush(L);
    for (uint32_t i = 0; i < count; i++) {
        to[i] = areas[i].to;
        address_keep(L, &to[i]);
        kept[i] = areas[i];
        kept[i].length = keep_length(L, name, areas[i].length);
    }
    /* From here on what may be written is not known, also where a run goes round none of the loops below. */
    const char *why = run_format(L->run, "what %s writes is arbitrary", name);
    const uint32_t outer = action_begin(L);
    Step enter = {.approximate = why};
    step_save_all(L, &enter);
    step_emit(L, &enter);
    cursor_loc(L);
    for (uint32_t i = 0; i < count; i++)
        choices_find(L, &to[i], &choices[i]);
    for (uint32_t i = 0; i < count; i++)
        reaches_last[i] = choose_length(L, &kept[i]);
    for (uint32_t i = 0; i < count; i++)
        write_area(L, why, &kept[i], &choices[i], reaches_last[i], &seen);
    for (uint32_t i = 0; i < seen.count; i++) {
        EdgeId edge = L->cursor.is_reachable ? step_add(L, &seen.data[i].step) : (EdgeId){NO_ID};
        if (edge.i != NO_ID) edge_set_target(L, edge, L->cursor.loc);
        step_free(L, &seen.data[i].step);
    }
    for (uint32_t i = 0; i < count; i++)
        end_text(L, &kept[i], &choices[i], reaches_last[i]);
    for (uint32_t i = 0; i < count; i++)
        vec_free(L->run, &choices[i]);
    vec_free(L->run, &seen);
    run_release(L->run, to);
    run_release(L->run, kept);
    run_release(L->run, choices);
    run_release(L->run, reaches_last);
    action_end(L, outer);
}
