#include "c/exact/memory/place.h"

#include "base/check.h"
#include "c/compile/debuginfo.h"
#include "c/compile/image/declared.h"
#include "c/exact/memory/address.h"
#include "c/exact/memory/argv.h"
#include "c/exact/memory/bounds.h"
#include "c/exact/memory/external.h"
#include "c/exact/memory/initial.h"
#include "c/exact/memory/object.h"
#include "c/exact/memory/slot.h"
#include "c/exact/memory/walk.h"
#include "c/exact/model/assumption.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/names.h"
#include "c/exact/model/outside.h"
#include "c/exact/model/values.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"

/* ---- checks ---- */

static bool is_bool_or_none(const Lowering *L, Term t) { return !term_is(t) || term_sort(L->tm, t).kind == SORT_BOOL; }

static bool leaf_is_valid(const Lowering *L, const Place *place)
{
    if (place->kind == PLACE_CONSTANT)
        return !place->is_shared && val_is_valid(L, &place->constant) && val_fits(L, &place->constant, place->type);
    if (place->kind != PLACE_CELL || !cell_is_valid(L, place->cell)) return false;
    const Cell *cell = &L->cells.data[place->cell];
    bool is_sized = cell->kind != CELL_MUTEX && LLVMABISizeOfType(L->layout, place->type) == cell->size;
    bool is_indexed = term_is(place->index) && sort_same(term_sort(L->tm, place->index), sort_bv(32));
    return is_sized && (cell->kind != CELL_ARRAY || is_indexed) &&
           place->is_shared == L->objects.data[cell->object].is_shared;
}

/* Whether one part ends where the next one starts, as far as that is no matter of indices. */
static bool are_neighbours(const Lowering *L, const Place *a, const Place *b)
{
    if (a->kind != PLACE_CELL || b->kind != PLACE_CELL) return true;
    const Cell *first = &L->cells.data[a->cell], *next = &L->cells.data[b->cell];
    if (first->object != next->object) return false;
    return first->kind == CELL_ARRAY || next->kind == CELL_ARRAY || first->offset + first->size == next->offset;
}

static bool place_parts_are_valid(const Lowering *L, const Place *place)
{
    uint64_t size = 0;
    bool is_shared = false;
    for (uint32_t i = 0; i < place->part_count; i++) {
        const Place *part = &place->parts[i];
        if (!leaf_is_valid(L, part) || (i && !are_neighbours(L, part - 1, part))) return false;
        size += LLVMABISizeOfType(L->layout, part->type);
        is_shared |= part->is_shared;
    }
    return size == LLVMStoreSizeOfType(L->layout, place->type) && is_shared == place->is_shared;
}

bool place_is_valid(const Lowering *L, const Place *place)
{
    if (!is_bool_or_none(L, place->condition) || !is_bool_or_none(L, place->limit)) return false;
    if (!is_bool_or_none(L, place->inside) || !is_bool_or_none(L, place->dead)) return false;
    switch (place->kind) {
    case PLACE_CELL:
    case PLACE_CONSTANT: return leaf_is_valid(L, place);
    case PLACE_PARTS: return place_parts_are_valid(L, place);
    case PLACE_OUTSIDE:
    case PLACE_EXTERNAL:
    case PLACE_IGNORED: return place->part_count == 0;
    }
    return false;
}

/* ---- cells ---- */

/* The value of static storage when the program starts, or of memory when it is allocated. */
static Term cell_initial(Lowering *L, const Object *o, const Walk *w, Sort sort, bool is_array)
{
    if (o->kind == OBJECT_HEAP && o->is_zeroed) {
        Term zero = term_const(L->tm, is_array ? sort_element(sort) : sort, 0);
        return is_array ? term_const_array(L->tm, sort, zero) : zero;
    }
    if (o->kind == OBJECT_LOCAL || o->kind == OBJECT_HEAP) return TERM_NONE;
    if (initial_is_arbitrary(L, o)) {
        SlotKey key = {o->value, o->scope, is_array ? w->start : w->position, is_array ? SLOT_ARRAY : SLOT_SCALAR};
        if (LLVMGetTypeKind(w->type) != LLVMPointerTypeKind) return TERM_NONE;
        if (outside_is_variable(o->value) && !LLVMGetInitializer(o->value))
            external_initial(L, &key);
        else if (!declared_is_modelled(o->value)) /* else main sets it first */
            slot_store_unknown(L, &key);
        return TERM_NONE;
    }
    if (is_array) return initial_array(L, o, w->start, w->type, sort);
    Val v = initial_val(L, o, w->position, w->type);
    SlotKey key = {o->value, o->scope, w->position, SLOT_SCALAR};
    Term t = v.terms[0];
    if (v.kind != VAL_TERM) t = slot_store(L, &key, &v, LLVMGetTypeKind(w->type) == LLVMPointerTypeKind);
    return term_is_const(L->tm, t) ? t : TERM_NONE;
}

/* Is the local only read and assigned by its name, and so by its own function? */
static bool is_used_by_name(LLVMValueRef local)
{
    bool by_name = LLVMIsAAllocaInst(local) != NULL;
    for (LLVMUseRef use = LLVMGetFirstUse(local); use && by_name; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        by_name = LLVMIsALoadInst(user) || (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != local);
    }
    return by_name;
}

/* What is as wide as a pointer may hold an address or a handle, which are other numbers in the model. Locals: those
 * that only their own function writes. */
static bool is_only_number(Lowering *L, const Object *o, LLVMTypeRef type)
{
    bool is_integer = LLVMGetTypeKind(type) == LLVMIntegerTypeKind;
    if (!is_integer || LLVMABISizeOfType(L->layout, type) * 8 >= L->pointer_width) return false;
    return o->kind == OBJECT_GLOBAL || (o->kind == OBJECT_LOCAL && is_used_by_name(o->value));
}

static VarId cell_variable(Lowering *L, uint32_t object, const Walk *w, Sort sort, bool is_array)
{
    const Object copy = L->objects.data[object]; /* initialisers may add objects */
    const Object *o = &copy;
    Var var = {0};
    const char *name = str_text(is_array ? &w->array_name : &w->name);
    var.name = o->is_shared ? name_unique(L, name) : name_unique_local(L, name);
    var.sort = sort;
    var.class = o->is_shared ? VAR_SHARED : VAR_LOCAL;
    var.template = L->thread->id;
    var.is_signed = debug_is_signed(L->context, w->debug);
    var.is_temporary = o->is_temporary;
    var.is_number = is_only_number(L, o, w->type);
    var.is_memory = o->is_shared;
    var.pos = o->pos;
    var.init = cell_initial(L, o, w, sort, is_array);
    Frame *owner = o->kind == OBJECT_THREAD_LOCAL ? &L->everyone : o->is_shared ? NULL : o->owner;
    return var_add(L, &var, owner);
}

static uint32_t find_place_cell(Lowering *L, uint32_t object, const Walk *w, bool is_array)
{
    const Object *o = &L->objects.data[object];
    bool is_pointer = LLVMGetTypeKind(w->type) == LLVMPointerTypeKind && !o->is_shared && o->kind == OBJECT_LOCAL &&
                      !object_is_addressed(L, o->value) && !facts_has(L->facts, o->value, w->position, FACT_RUNTIME);
    CellKind kind = is_array ? CELL_ARRAY : is_pointer ? CELL_POINTER : CELL_SCALAR;
    uint64_t size = LLVMABISizeOfType(L->layout, w->type);
    bool is_new;
    uint32_t id = cell_at(L, object, is_array ? w->start : w->position, size, kind, &is_new);
    /* Not new, and yet without: what its variable needs was refused before, and will be again. */
    if (kind != CELL_POINTER && L->cells.data[id].var.i == NO_ID) {
        Sort sort = type_sort(L, w->type);
        if (sort.kind == SORT_BOOL && is_array)
            lower_refuse(L, "an array of one-bit integers is not supported; use _Bool");
        if (is_array) sort = sort_array(sort_bv(32), sort);
        VarId var = cell_variable(L, object, w, sort, is_array);
        L->cells.data[id].var = var;
        L->cells.data[id].is_address = LLVMGetTypeKind(w->type) == LLVMPointerTypeKind;
    }
    CHECK(cell_is_valid(L, id));
    return id;
}

static bool is_constant_leaf(Lowering *L, uint32_t object, const Walk *w)
{
    const Object *o = &L->objects.data[object];
    return o->kind == OBJECT_GLOBAL && LLVMGetInitializer(o->value) && !initial_is_arbitrary(L, o) &&
           !facts_has(L->facts, o->value, w->start, FACT_WRITTEN);
}

static void place_constant(Lowering *L, Place *place, uint32_t object, const Walk *w, bool is_array)
{
    const Object copy = L->objects.data[object]; /* initialisers may add objects */
    const Object *o = &copy;
    place->kind = PLACE_CONSTANT;
    CHECK(!is_array || term_is(w->index));
    if (!is_array) {
        place->constant = initial_val(L, o, w->position, w->type);
        return;
    }
    Sort sort = sort_array(sort_bv(32), type_sort(L, w->type));
    Term array = initial_array(L, o, w->start, w->type, sort);
    SlotKey key = {o->value, o->scope, w->start, SLOT_ARRAY};
    bool is_pointer = LLVMGetTypeKind(w->type) == LLVMPointerTypeKind;
    place->constant = slot_load(L, &key, term_select(L->tm, array, w->index), is_pointer);
}

/* A scalar, or a piece of one. */
static Place place_leaf(Lowering *L, uint32_t object, const Walk *w, bool is_write)
{
    LLVMValueRef value = L->objects.data[object].value;
    Place place = {.kind = PLACE_CELL, .type = w->type};
    place.is_shared = L->objects.data[object].is_shared;
    place.condition = w->condition;
    place.limit = w->limit;
    place.index = w->index;
    place.is_inner = w->is_inner;
    CHECK(w->rest == 0 && !w->is_outside);
    type_sort(L, w->type);
    if (facts_has(L->facts, value, object_scalar(&L->objects.data[object], w->start), FACT_SYNC))
        lower_refuse(L, "the memory of `%s` is used both as a lock and as data, which is not supported",
                     str_text(&w->name));
    if (w->is_padding) facts_add(L, value, 0, FACT_PADDING);
    if (w->is_indexed) facts_add(L, value, w->start, FACT_INDEXED);
    if (is_write && L->objects.data[object].kind == OBJECT_GLOBAL) facts_add(L, value, w->start, FACT_WRITTEN);
    bool is_array = w->is_below_array && facts_has(L->facts, value, w->start, FACT_INDEXED);
    if (!is_write && is_constant_leaf(L, object, w)) {
        place_constant(L, &place, object, w, is_array);
        place.is_shared = false;
    } else {
        place.cell = find_place_cell(L, object, w, is_array);
    }
    return place;
}

/* The size of the pieces of a scalar; 0 = it is whole. Of two objects that one call of malloc makes, in two calls of a
 * function around it, each has its own. */
static uint32_t piece_size(Lowering *L, uint32_t object, uint64_t offset)
{
    LLVMValueRef value = L->objects.data[object].value;
    uint64_t start = object_scalar(&L->objects.data[object], offset);
    if (facts_has(L->facts, value, start, FACT_PIECES_1)) return 1;
    if (facts_has(L->facts, value, start, FACT_PIECES_2)) return 2;
    return facts_has(L->facts, value, start, FACT_PIECES_4) ? 4 : 0;
}

/* Whether a pointer where the walk stands holds addresses. */
static bool has_addresses(Lowering *L, uint32_t object, const Walk *w)
{
    const Object *o = &L->objects.data[object];
    if (LLVMGetTypeKind(w->type) != LLVMPointerTypeKind) return false;
    SlotKey scalar = {o->value, o->scope, w->position, SLOT_SCALAR}, array = {o->value, o->scope, w->start, SLOT_ARRAY};
    bool is_set = o->kind == OBJECT_GLOBAL && LLVMGetInitializer(o->value) &&
                  !initial_is_null(L, o, w->position, LLVMABISizeOfType(L->layout, w->type));
    return is_set || slot_has_addresses(L, &scalar) || slot_has_addresses(L, &array);
}

/* Likewise, for an access to so many bytes where the walk stands. As one target among several, where most never are
 * the one, it does not break up a pointer that is used as such elsewhere. */
static uint32_t pieces_for(Lowering *L, uint32_t object, const Walk *w, uint64_t size)
{
    uint32_t known = piece_size(L, object, w->start), wanted = 1;
    uint64_t leaf = LLVMABISizeOfType(L->layout, w->type), edges = (uint64_t)w->rest | size | leaf;
    if (type_is_opaque(w->type) && (w->rest || size != leaf))
        lower_refuse(
            L, "a part of a long double, or of an integer of 128 bits, is accessed, which is not supported; access it "
               "as a whole");
    bool is_filled = LLVMGetTypeKind(w->type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(w->type) == 8 * leaf;
    if (w->rest == 0 && size == leaf && is_filled) return known;
    while (wanted < 4 && edges % (2 * wanted) == 0)
        wanted *= 2;
    CHECK(w->rest >= 0 && (uint64_t)w->rest + size <= leaf);
    if (!known && L->tolerance && L->tolerance->is_target && has_addresses(L, object, w))
        lower_refuse(L, "a part of `%s`, which holds an address, may be accessed as a number; access the whole pointer",
                     str_text(&w->name));
    if (known && known <= wanted) return known;
    facts_add(L, L->objects.data[object].value, object_scalar(&L->objects.data[object], w->start),
              wanted == 1   ? FACT_PIECES_1
              : wanted == 2 ? FACT_PIECES_2
                            : FACT_PIECES_4);
    return wanted;
}

static void place_add_part(Lowering *L, Place *place, const Place *part)
{
    CHECK(leaf_is_valid(L, part));
    place->parts[place->part_count++] = *part;
    place->is_shared |= part->is_shared;
    place->is_inner |= part->is_inner;
    if (term_is(part->limit))
        place->limit = term_is(place->limit) ? term_or(L->tm, place->limit, part->limit) : part->limit;
    if (!term_is(part->condition)) return;
    place->condition = term_is(place->condition) ? term_and(L->tm, place->condition, part->condition) : part->condition;
}

/* The cells from `offset` of the walk's scalar on. */
static void place_add_pieces(Lowering *L, Place *place, uint32_t object, const Walk *w, uint64_t size, uint32_t piece,
                             bool is_write)
{
    CHECK(((uint64_t)w->rest | size) % piece == 0);
    for (uint64_t at = (uint64_t)w->rest; at < (uint64_t)w->rest + size; at += piece) {
        Walk one = *w;
        one.type = LLVMIntTypeInContext(L->context, 8 * piece);
        one.rest = 0;
        one.start += at;
        one.position += at;
        one.debug = NULL;
        str_init(L->run, &one.name);
        str_init(L->run, &one.array_name);
        str_addf(&one.name, "%s.byte%llu", str_text(&w->name), (unsigned long long)at);
        str_addf(&one.array_name, "%s.byte%llu", str_text(&w->array_name), (unsigned long long)at);
        Place part = place_leaf(L, object, &one, is_write);
        place_add_part(L, place, &part);
        walk_end(&one);
    }
}

/* An access that does not fit one scalar: all that it covers, the lowest byte first. */
static Place place_parts(Lowering *L, const Val *address, LLVMTypeRef type, uint64_t size, bool is_write)
{
    LLVMValueRef value = L->objects.data[address->object].value;
    Place place = {.kind = PLACE_PARTS, .type = type};
    place.parts = run_alloc(L->run, size * sizeof *place.parts);
    facts_add(L, value, 0, FACT_OVERLAPPED);
    for (uint64_t at = 0; at < size;) {
        Val here = *address;
        here.offset += (int64_t)at;
        Walk w = walk_to_scalar(L, &here);
        uint64_t left = LLVMABISizeOfType(L->layout, w.type) - (uint64_t)w.rest;
        if (w.is_outside) {
            note_bounds(L, str_text(&w.array_name));
            walk_end(&w);
            return (Place){.kind = PLACE_OUTSIDE, .type = type};
        }
        if (left > size - at) left = size - at;
        uint32_t piece = pieces_for(L, address->object, &w, left);
        if (piece) {
            place_add_pieces(L, &place, address->object, &w, left, piece, is_write);
        } else {
            Place part = place_leaf(L, address->object, &w, is_write);
            place_add_part(L, &place, &part);
        }
        walk_end(&w);
        CHECK(left > 0);
        at += left;
    }
    return place;
}

/* One target among several where the access is to a pointer as to a number, or to a number as to a pointer: mostly one
 * that never is the one (the member before the one that a pointer was moved back from, what lies behind an array). */
static void check_kind(Lowering *L, const Walk *w, LLVMTypeRef type)
{
    if (!L->facts->keeps_kinds || !L->tolerance || !L->tolerance->is_target) return;
    if ((LLVMGetTypeKind(w->type) == LLVMPointerTypeKind) != (LLVMGetTypeKind(type) == LLVMPointerTypeKind))
        lower_refuse(L, "`%s` may be accessed both as an address and as a number; keep addresses and numbers apart",
                     str_text(&w->name));
}

/* Whether the access is to the scalar where the walk stands, and to nothing else. */
static bool is_whole_scalar(Lowering *L, const Walk *w, LLVMTypeRef type)
{
    if (w->rest != 0 || LLVMABISizeOfType(L->layout, w->type) != LLVMABISizeOfType(L->layout, type)) return false;
    bool are_integers = LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetTypeKind(w->type) == LLVMIntegerTypeKind;
    return !are_integers || LLVMGetIntTypeWidth(type) == LLVMGetIntTypeWidth(w->type);
}

/* How many bytes an access covers that need not be to one scalar. */
static uint64_t access_size(Lowering *L, LLVMTypeRef type, const Walk *w)
{
    uint64_t size = LLVMStoreSizeOfType(L->layout, type);
    bool is_odd = LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) != 8 * size;
    if (is_odd || type_is_opaque(type))
        lower_refuse(L, "`%s` is accessed with another width than its type says, which is not supported yet",
                     str_text(&w->name));
    return size;
}

/* What valid-deref asks. Where the access stays inside of the object but not inside of what it is modelled by the model
 * ends: it may be to other members, of which nothing is said here. */
static void place_bound(Lowering *L, const Val *address, uint64_t size, Place *place)
{
    if (L->objects.data[address->object].kind == OBJECT_LOCAL) place->dead = bounds_dead(L, address->object);
    if (!deref_is_asked(L)) return;
    bool is_exact = place->kind != PLACE_OUTSIDE && place->kind != PLACE_IGNORED && !place->is_inner;
    place->inside = bounds_inside(L, address, size, is_exact ? &place->condition : NULL);
    place->dead = bounds_dead(L, address->object);
    if (is_exact || place->kind == PLACE_IGNORED) return;
    Term beyond = term_bool(L->tm, true);
    if (place->kind != PLACE_OUTSIDE)
        beyond = term_is(place->condition) ? term_not(L->tm, place->condition) : term_bool(L->tm, false);
    if (term_is(place->inside)) beyond = term_and(L->tm, place->inside, beyond);
    if (term_is(place->limit)) beyond = term_or(L->tm, place->limit, beyond);
    place->limit = term_is_false(L->tm, beyond) ? TERM_NONE : beyond;
}

/* A write to a constant faults: an error where accesses are asked for, else the end of the run. */
static void place_forbid(Lowering *L, Place *place)
{
    if (!object_is_constant(L, place->object)) return;
    if (deref_is_asked(L)) {
        place->dead = term_bool(L->tm, true);
        return;
    }
    assumption_constant(L);
    place->condition = term_bool(L->tm, false);
}

/* Whether it is an access to no byte of the object that there is, whatever the indices. */
static bool is_never_inside(Lowering *L, const Val *address, uint64_t size)
{
    if (!deref_is_asked(L)) return false;
    Term inside = bounds_inside(L, address, size, NULL);
    return term_is(inside) && term_is_false(L->tm, inside);
}

Place place_find(Lowering *L, const Val *address, LLVMTypeRef type, bool is_write)
{
    Place place = {0};
    place.type = type;
    if (address->kind != VAL_POINTER)
        lower_refuse(L, "an access through a pointer whose target is not known statically is not supported yet; use "
                        "the object itself, or a pointer that is assigned one address");
    CHECK(val_is_valid(L, address) && object_is_valid(L, address->object));
    uint32_t object = address->object;
    uint64_t size = LLVMStoreSizeOfType(L->layout, type);
    if (L->objects.data[object].is_external) {
        type_sort(L, type);
        place = (Place){.kind = PLACE_EXTERNAL, .type = type, .object = object};
        if (is_write && (argv_is_array(L, object) || argv_is_text(L, object))) argv_refuse(L);
        place_bound(L, address, size, &place);
        if (argv_is_array(L, object)) place.index = argv_is_end(L, address);
        return place;
    }
    heap_suggest_targets(L, address, type);
    place.is_shared = L->objects.data[object].is_shared;
    place.object = object;
    if (L->objects.data[object].is_ignored || is_never_inside(L, address, size)) {
        place.kind = L->objects.data[object].is_ignored ? PLACE_IGNORED : PLACE_OUTSIDE;
        place_bound(L, address, size, &place);
        if (is_write) place_forbid(L, &place);
        return place;
    }
    type_sort(L, type);
    Walk w = walk_to_scalar(L, address);
    if (w.is_outside) {
        place.kind = PLACE_OUTSIDE;
        place.condition = w.condition;
        note_bounds(L, str_text(&w.array_name));
    } else if (is_whole_scalar(L, &w, type) && !piece_size(L, object, w.start)) {
        check_kind(L, &w, type);
        place = place_leaf(L, object, &w, is_write);
        place.type = type;
    } else {
        place = place_parts(L, address, type, access_size(L, type, &w), is_write);
    }
    walk_end(&w);
    place.object = object;
    place_bound(L, address, size, &place);
    if (is_write) place_forbid(L, &place);
    CHECK(place_is_valid(L, &place));
    return place;
}

bool scalar_is_sync(Lowering *L, const Val *address, LLVMTypeRef type, SyncKind *kind)
{
    if (!L->facts->has_sync) return false; /* of most programs: the way to the scalar costs more */
    LLVMValueRef value = L->objects.data[address->object].value;
    Walk w = walk_to_scalar(L, address);
    uint64_t start = object_scalar(&L->objects.data[address->object], w.start);
    bool is_scalar = !w.is_outside && is_whole_scalar(L, &w, type);
    walk_end(&w);
    if (!is_scalar) return false;
    *kind = facts_has(L->facts, value, start, FACT_ONCE) ? SYNC_ONCE : SYNC_SPINLOCK;
    return facts_has(L->facts, value, start, FACT_SYNC);
}

const char *place_try(Lowering *L, const Val *address, LLVMTypeRef type, bool is_write, Place *place)
{
    Tolerance here = {.reason = NULL, .is_target = true}, *outer = L->tolerance;
    L->tolerance = &here;
    if (setjmp(here.env) == 0) *place = place_find(L, address, type, is_write);
    L->tolerance = outer;
    CHECK(!here.reason || (here.text && here.remedy));
    return here.reason;
}
