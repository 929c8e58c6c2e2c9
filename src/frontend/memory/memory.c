/* Memory: objects (globals, local storage of one inlined call) and their cells. A cell is one scalar of an object,
 * or one scalar of the element type of an array whose index varies. Where some access covers a part of a scalar only (a
 * union, a cast, a bit-field), the scalar has a cell for each of its pieces instead, all of one size; which scalars do
 * is a fact (FACT_PIECES), so that two cells never share a byte. An access that covers several cells is one step. */
#include <string.h>

#include "base/str.h"
#include "frontend/model/lower.h"

/* ---- objects ---- */

static uint32_t object_add(Lowering *L, LLVMValueRef value, uint32_t scope, bool *is_new)
{
    uintptr_t p = (uintptr_t)value;
    uint32_t key[3] = {(uint32_t)p, (uint32_t)((uint64_t)p >> 32), scope};
    uint32_t id = intern_add(&L->object_ids, key, 3, is_new);
    if (*is_new) {
        vec_push(L->run, &L->objects, (Object){0});
        L->objects.data[id].value = value;
    }
    return id;
}

static void warn_extern(Lowering *L, const Object *o)
{
    if (o->kind == OBJECT_GLOBAL && !LLVMGetInitializer(o->value))
        diag_add(L->run, SEVERITY_WARNING, o->pos,
                 "the initial value of `%s` is arbitrary: the variable is declared but not defined", o->name);
}

uint32_t object_of_global(Lowering *L, LLVMValueRef global)
{
    bool is_thread_local = LLVMIsThreadLocal(global), is_new;
    uint32_t scope = is_thread_local ? L->thread->scope : 0;
    uint32_t id = object_add(L, global, scope, &is_new);
    if (!is_new) return id;
    Object *o = &L->objects.data[id];
    o->scope = scope;
    o->root = is_thread_local ? L->thread->function : NULL;
    o->kind = is_thread_local ? OBJECT_THREAD_LOCAL : OBJECT_GLOBAL;
    o->type = LLVMGlobalGetValueType(global);
    o->variable = debug_global_variable(L->run, L->context, global);
    o->name = o->variable.name ? o->variable.name : value_name(L, global);
    o->is_shared = !is_thread_local;
    o->pos = sources_pos(L->sources, global);
    warn_extern(L, o);
    return id;
}

bool alloca_is_ignored(const Frame *frame, const AllocaInfo *info)
{
    return info->is_write_only || (info->is_only_returned && frame->is_result_unused);
}

/* The compiler's own name for storage that has none in the source. */
static const char *unnamed_local(Lowering *L, LLVMValueRef alloca)
{
    const char *name = value_name(L, alloca);
    return name + strspn(name, ".");
}

/* Whether the address is a number somewhere (address.c). */
static bool is_addressed(Lowering *L, LLVMValueRef value) { return facts_has(L->facts, value, 0, FACT_ADDRESSED); }

/* Of variable length: as large as an object can be; to use what is beyond the length is undefined. */
static LLVMTypeRef alloca_type(Lowering *L, LLVMValueRef alloca)
{
    LLVMTypeRef type = LLVMGetAllocatedType(alloca);
    LLVMValueRef count = LLVMGetOperand(alloca, 0);
    uint64_t size = LLVMABISizeOfType(L->layout, type);
    if (!LLVMIsAConstantInt(count)) return LLVMArrayType2(type, variable_size(L) / (size ? size : 1));
    uint64_t n = LLVMConstIntGetZExtValue(count);
    return n == 1 ? type : LLVMArrayType2(type, n);
}

static void local_init(Lowering *L, Object *o, LLVMValueRef alloca, Frame *frame)
{
    FunctionInfo *function = function_info(L->functions, LLVMGetBasicBlockParent(LLVMGetInstructionParent(alloca)));
    const AllocaInfo *info = function_alloca(function, alloca);
    RUN_CHECK(L->run, info != NULL);
    o->kind = OBJECT_LOCAL;
    o->type = alloca_type(L, alloca);
    o->variable = info->variable;
    o->is_temporary = !info->variable.name;
    o->name = info->variable.name ? info->variable.name
                                  : run_format(L->run, "%s.%s", function->name, unnamed_local(L, alloca));
    /* Where the address is a number any code of the thread may use it. */
    o->owner = is_addressed(L, alloca) ? &L->everyone : frame;
    o->is_ignored = frame->info == function && alloca_is_ignored(frame, info);
    o->pos = info->declare ? sources_pos(L->sources, info->declare) : sources_pos(L->sources, alloca);
}

static void heap_init(Lowering *L, Object *o, LLVMValueRef call)
{
    o->kind = OBJECT_HEAP;
    o->pos = sources_pos(L->sources, call);
    o->name = run_format(L->run, "heap_%u", o->pos.line);
    o->owner = &L->everyone;
}

/* That a shared one has one copy only is checked at the end, when it is known how many threads there can be. */
uint32_t object_of_alloca(Lowering *L, LLVMValueRef alloca, uint32_t scope, Frame *frame)
{
    bool is_new;
    uint32_t id = object_add(L, alloca, scope | OBJECT_IN_FRAME, &is_new);
    if (!is_new) return id;
    Object *o = &L->objects.data[id];
    o->scope = scope;
    o->root = L->facts->context_roots.data[scope];
    o->is_shared = facts_has(L->facts, alloca, scope, FACT_SHARED);
    if (LLVMIsAAllocaInst(alloca))
        local_init(L, o, alloca, frame);
    else
        heap_init(L, o, alloca);
    return id;
}

uint32_t object_of_local(Lowering *L, Frame *frame, LLVMValueRef alloca)
{
    return object_of_alloca(L, alloca, frame->serial, frame);
}

uint32_t object_of_function(Lowering *L, LLVMValueRef function)
{
    bool is_new;
    uint32_t id = object_add(L, function, 0, &is_new);
    Object *o = &L->objects.data[id];
    o->kind = OBJECT_FUNCTION;
    o->name = value_name(L, function);
    o->is_shared = true;
    return id;
}

const char *object_describe(Lowering *L, const Val *address)
{
    return run_format(L->run, "`%s`", L->objects.data[address->object].name);
}

/* ---- cells ---- */

static void refuse_overlap(Lowering *L, const Object *o, uint64_t offset, uint64_t size, CellKind kind)
{
    for (uint32_t i = 0; i < o->cells.count; i++) {
        const Cell *c = &L->cells.data[o->cells.data[i]];
        if (offset >= c->offset + c->size || c->offset >= offset + size) continue;
        if ((c->kind == CELL_MUTEX) != (kind == CELL_MUTEX))
            lower_refuse(L, "the memory of `%s` is used both as a mutex and as data, which is not supported", o->name);
        /* In a pass that has not learnt it just now there are none. */
        if ((c->kind == CELL_ARRAY) == (kind == CELL_ARRAY))
            lower_refuse(L, "the memory of `%s` is accessed in pieces that overlap, which is not supported", o->name);
    }
}

uint32_t cell_at(Lowering *L, uint32_t object, uint64_t offset, uint64_t size, CellKind kind, bool *is_new)
{
    uint32_t key[5] = {object, (uint32_t)offset, (uint32_t)(offset >> 32), kind == CELL_ARRAY, (uint32_t)size};
    uint32_t id = intern_find(&L->cell_ids, key, 5);
    *is_new = id == INTERN_NONE;
    if (!*is_new) {
        if (L->cells.data[id].kind != kind)
            lower_refuse(L, "the memory of `%s` is used in two ways that do not fit together, which is not supported",
                         L->objects.data[object].name);
        return id;
    }
    Object *o = &L->objects.data[object];
    refuse_overlap(L, o, offset, size, kind);
    id = intern_add(&L->cell_ids, key, 5, NULL);
    Cell cell = {0};
    cell.kind = kind;
    cell.object = object;
    cell.offset = offset;
    cell.size = size;
    cell.var.i = NO_ID;
    vec_push(L->run, &L->cells, cell);
    vec_push(L->run, &o->cells, id);
    return id;
}

SlotKey cell_slot(Lowering *L, const Cell *cell)
{
    const Object *o = &L->objects.data[cell->object];
    return (SlotKey){o->value, o->scope, cell->offset, cell->kind == CELL_ARRAY ? SLOT_ARRAY : SLOT_SCALAR};
}

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
        if (LLVMGetTypeKind(w->type) == LLVMPointerTypeKind) slot_store_unknown(L, &key);
        return TERM_NONE;
    }
    if (is_array) return initial_array(L, o, w->start, w->type, sort);
    Val v = initial_val(L, o, w->position, w->type);
    SlotKey key = {o->value, o->scope, w->position, SLOT_SCALAR};
    Term t = v.terms[0];
    if (v.kind != VAL_TERM) t = slot_store(L, &key, &v, LLVMGetTypeKind(w->type) == LLVMPointerTypeKind);
    return term_is_const(L->tm, t) ? t : TERM_NONE;
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
    var.pos = o->pos;
    var.init = cell_initial(L, o, w, sort, is_array);
    Frame *owner = o->kind == OBJECT_THREAD_LOCAL ? &L->everyone : o->is_shared ? NULL : o->owner;
    return var_add(L, &var, owner);
}

static uint32_t find_cell(Lowering *L, uint32_t object, const Walk *w, bool is_array)
{
    const Object *o = &L->objects.data[object];
    bool is_pointer = LLVMGetTypeKind(w->type) == LLVMPointerTypeKind && !o->is_shared && o->kind == OBJECT_LOCAL &&
                      !is_addressed(L, o->value) && !facts_has(L->facts, o->value, w->position, FACT_RUNTIME);
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
    type_sort(L, w->type);
    if (facts_has(L->facts, value, w->start, FACT_SYNC))
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
        place.cell = find_cell(L, object, w, is_array);
    }
    return place;
}

/* The size of the pieces of a scalar; 0 = it is whole. */
static uint32_t piece_size(Lowering *L, LLVMValueRef value, uint64_t start)
{
    if (facts_has(L->facts, value, start, FACT_PIECES_1)) return 1;
    if (facts_has(L->facts, value, start, FACT_PIECES_2)) return 2;
    return facts_has(L->facts, value, start, FACT_PIECES_4) ? 4 : 0;
}

/* Likewise, for an access to so many bytes where the walk stands. */
static uint32_t pieces_for(Lowering *L, LLVMValueRef value, const Walk *w, uint64_t size)
{
    uint32_t known = piece_size(L, value, w->start), wanted = 1;
    uint64_t leaf = LLVMABISizeOfType(L->layout, w->type), edges = (uint64_t)w->rest | size | leaf;
    bool is_filled = LLVMGetTypeKind(w->type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(w->type) == 8 * leaf;
    if (w->rest == 0 && size == leaf && is_filled) return known;
    while (wanted < 4 && edges % (2 * wanted) == 0)
        wanted *= 2;
    if (known && known <= wanted) return known;
    facts_add(L, value, w->start, wanted == 1 ? FACT_PIECES_1 : wanted == 2 ? FACT_PIECES_2 : FACT_PIECES_4);
    return wanted;
}

static void place_add_part(Lowering *L, Place *place, const Place *part)
{
    place->parts[place->part_count++] = *part;
    place->is_shared |= part->is_shared;
    if (term_is(part->limit))
        place->limit = term_is(place->limit) ? term_or(L->tm, place->limit, part->limit) : part->limit;
    if (!term_is(part->condition)) return;
    place->condition = term_is(place->condition) ? term_and(L->tm, place->condition, part->condition) : part->condition;
}

/* The cells from `offset` of the walk's scalar on. */
static void place_add_pieces(Lowering *L, Place *place, uint32_t object, const Walk *w, uint64_t size, uint32_t piece,
                             bool is_write)
{
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
        uint32_t piece = pieces_for(L, value, &w, left);
        if (piece) {
            place_add_pieces(L, &place, address->object, &w, left, piece, is_write);
        } else {
            Place part = place_leaf(L, address->object, &w, is_write);
            place_add_part(L, &place, &part);
        }
        walk_end(&w);
        at += left;
    }
    return place;
}

/* Whether the access is to the scalar where the walk stands, and to nothing else. */
static bool is_whole(Lowering *L, const Walk *w, LLVMTypeRef type)
{
    if (w->rest != 0 || LLVMABISizeOfType(L->layout, w->type) != LLVMABISizeOfType(L->layout, type)) return false;
    bool are_integers = LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetTypeKind(w->type) == LLVMIntegerTypeKind;
    return !are_integers || LLVMGetIntTypeWidth(type) == LLVMGetIntTypeWidth(w->type);
}

/* How many bytes an access covers that need not be to one scalar. */
static uint64_t access_size(Lowering *L, LLVMTypeRef type, const Walk *w)
{
    uint64_t size = LLVMStoreSizeOfType(L->layout, type);
    if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) != 8 * size)
        lower_refuse(L, "`%s` is accessed with another width than its type says, which is not supported yet",
                     str_text(&w->name));
    return size;
}

Place place_find(Lowering *L, const Val *address, LLVMTypeRef type, bool is_write)
{
    Place place = {0};
    place.type = type;
    if (address->kind != VAL_POINTER)
        lower_refuse(L, "an access through a pointer whose target is not known statically is not supported yet; use "
                        "the object itself, or a pointer that is assigned one address");
    uint32_t object = address->object;
    heap_suggest_targets(L, address, type);
    LLVMValueRef value = L->objects.data[object].value;
    place.is_shared = L->objects.data[object].is_shared;
    if (L->objects.data[object].is_ignored) {
        place.kind = PLACE_IGNORED;
        return place;
    }
    type_sort(L, type);
    Walk w = walk_to_scalar(L, address);
    if (w.is_outside) {
        place.kind = PLACE_OUTSIDE;
        place.condition = w.condition;
        note_bounds(L, str_text(&w.array_name));
    } else if (is_whole(L, &w, type) && !piece_size(L, value, w.start)) {
        place = place_leaf(L, object, &w, is_write);
        place.type = type;
    } else {
        place = place_parts(L, address, type, access_size(L, type, &w), is_write);
    }
    walk_end(&w);
    return place;
}

bool scalar_is_sync(Lowering *L, const Val *address, LLVMTypeRef type, SyncKind *kind)
{
    LLVMValueRef value = L->objects.data[address->object].value;
    Walk w = walk_to_scalar(L, address);
    uint64_t start = w.start;
    bool is_scalar = !w.is_outside && is_whole(L, &w, type);
    walk_end(&w);
    if (!is_scalar) return false;
    *kind = facts_has(L->facts, value, start, FACT_ONCE) ? SYNC_ONCE : SYNC_SPINLOCK;
    return facts_has(L->facts, value, start, FACT_SYNC);
}

const char *place_try(Lowering *L, const Val *address, LLVMTypeRef type, bool is_write, Place *place)
{
    Tolerance here = {.reason = NULL}, *outer = L->tolerance;
    L->tolerance = &here;
    if (setjmp(here.env) == 0) *place = place_find(L, address, type, is_write);
    L->tolerance = outer;
    return here.reason;
}

bool object_uses_padding(Lowering *L, uint32_t object)
{
    return facts_has(L->facts, L->objects.data[object].value, 0, FACT_PADDING);
}
