/* Memory: objects (globals, local storage of one inlined call) and their cells. A cell is one scalar of an object,
 * or one scalar of the element type of an array whose index varies. Where some access covers a part of a scalar only (a
 * union, a cast, a bit-field), the scalar has a cell for each of its pieces instead, all of one size; which scalars do
 * is a fact (FACT_PIECES), so that two cells never share a byte. An access that covers several cells is one step. */
#include <string.h>

#include "base/str.h"
#include "frontend/model/lower.h"
#include "term/boolean.h"
#include "term/build.h"

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

/* ---- from an address to a scalar ---- */

static bool is_aggregate(LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    return kind == LLVMArrayTypeKind || kind == LLVMStructTypeKind;
}

typedef struct Walk {
    LLVMTypeRef type;
    LLVMMetadataRef debug;
    int64_t rest;      /* offset inside type */
    uint64_t start;    /* of type, all indices counted as 0: names the leaf */
    uint64_t position; /* of type, constant indices counted */
    Term index;        /* flattened, 32 bits; constant parts included */
    Term condition;
    bool is_indexed; /* an index is no constant */
    bool is_outside; /* a constant index is out of bounds */
    bool is_below_array;
    bool is_padding;   /* a byte between members */
    bool is_overlaid;  /* by other members of a union, so that the end of an array is not the end of what may be used */
    Term limit;        /* where an index goes beyond such an array; TERM_NONE = nowhere */
    uint64_t elements; /* product of the dimensions passed */
    Val address;       /* index terms still to be placed */
    Str name, array_name;
} Walk;

static void note_bounds(Lowering *L, const char *name)
{
    SourcePos pos = {L->pos.file, L->pos.line, 0};
    diag_add(L->run, SEVERITY_NOTE, pos,
             "index of `%s` is assumed to be in bounds (behaviour beyond an out-of-bounds index is undefined and not "
             "examined)",
             name);
}

/* The 32-bit index and the condition that it is below n, of one dimension: t + constant. */
static void place_index(Lowering *L, Walk *w, Term t, int64_t constant, uint64_t n, Term *index)
{
    Term wide = term_add(L->tm, t, term_bv(L->tm, L->pointer_width, (uint64_t)constant));
    TermKind kind = term_kind(L->tm, wide);
    Term inner = wide;
    if ((kind == TERM_SEXT || kind == TERM_ZEXT) && term_sort(L->tm, term_arg(L->tm, wide, 0)).width <= 32) {
        inner = term_arg(L->tm, wide, 0);
        inner = kind == TERM_SEXT ? term_sext(L->tm, inner, 32) : term_zext(L->tm, inner, 32);
    }
    unsigned width = term_sort(L->tm, inner).width;
    Term in_bounds = below_term(L, inner, n);
    w->condition = term_is(w->condition) ? term_and(L->tm, w->condition, in_bounds) : in_bounds;
    if (w->is_overlaid && !term_is_true(L->tm, in_bounds)) {
        Term beyond = term_not(L->tm, in_bounds);
        w->limit = term_is(w->limit) ? term_or(L->tm, w->limit, beyond) : beyond;
    }
    *index = width > 32 ? term_extract(L->tm, inner, 0, 32) : term_zext(L->tm, inner, 32);
    if (!term_is_true(L->tm, in_bounds)) note_bounds(L, str_text(&w->array_name));
}

/* Takes the index terms whose stride is a multiple of the element size. */
static Term take_terms(Lowering *L, Walk *w, uint64_t size)
{
    Term sum = TERM_NONE;
    for (uint32_t i = 0; i < w->address.count; i++) {
        uint64_t stride = w->address.strides[i];
        if (stride == 0 || stride % size != 0) continue;
        Term factor = term_bv(L->tm, L->pointer_width, stride / size);
        Term t = term_binary(L->tm, TERM_MUL, w->address.terms[i], factor);
        sum = term_is(sum) ? term_add(L->tm, sum, t) : t;
        w->address.strides[i] = 0;
    }
    if (term_is(sum) && term_is_const(L->tm, sum)) {
        uint64_t value = term_value(L->tm, sum);
        int64_t k = L->pointer_width == 32 ? (int32_t)(uint32_t)value : (int64_t)value;
        w->rest += k * (int64_t)size;
        return TERM_NONE;
    }
    return sum;
}

static void walk_array(Lowering *L, Walk *w)
{
    LLVMTypeRef element = LLVMGetElementType(w->type);
    uint64_t n = LLVMGetArrayLength2(w->type), size = LLVMABISizeOfType(L->layout, element);
    if (size == 0 || n >= UINT64_C(1) << 31)
        lower_refuse(L, "the array `%s` is of a size that is not supported; use a constant size below 2^31",
                     str_text(&w->array_name));
    if (n == 0) /* the object may well go on behind it */
        lower_refuse(L, "the array `%s` has no size here, which is not supported; declare it with a constant size",
                     str_text(&w->array_name));
    Term t = take_terms(L, w, size);
    int64_t quotient = w->rest / (int64_t)size;
    if (w->rest % (int64_t)size < 0) quotient--;
    w->rest -= quotient * (int64_t)size;
    Term index = term_bv(L->tm, 32, (uint64_t)quotient);
    if (term_is(t)) {
        if (w->is_below_array && quotient != 0)
            lower_refuse(L,
                         "pointer arithmetic inside the array `%s` of arrays is not supported yet; index every "
                         "dimension",
                         str_text(&w->array_name));
        place_index(L, w, t, quotient, n, &index);
        w->is_indexed = true;
        str_add(&w->name, "[]");
    } else {
        w->is_outside |= quotient < 0 || (uint64_t)quotient >= n;
        w->position += w->is_outside ? 0 : (uint64_t)quotient * size;
        str_addf(&w->name, "[%lld]", (long long)quotient);
    }
    if (term_is(w->index))
        w->index = term_add(L->tm, term_binary(L->tm, TERM_MUL, w->index, term_bv(L->tm, 32, n)), index);
    else
        w->index = index;
    w->elements *= n;
    w->is_below_array = true;
    w->debug = debug_element(L->context, w->debug);
    w->type = element;
}

/* A byte behind a member and before the next one: memory all the same, and in a union perhaps another member's. */
static void walk_padding(Lowering *L, Walk *w)
{
    str_addf(&w->name, ".byte%lld", (long long)w->rest);
    str_addf(&w->array_name, ".byte%lld", (long long)w->rest);
    w->start += (uint64_t)w->rest;
    w->position += (uint64_t)w->rest;
    w->rest = 0;
    w->debug = NULL;
    w->type = LLVMInt8TypeInContext(L->context);
    w->is_padding = true;
}

/* Whether it is, or may be, the type of a union. An initialised one has a type of its own, without a name. */
static bool is_union(LLVMTypeRef type)
{
    return LLVMIsLiteralStruct(type) || strncmp(LLVMGetStructName(type), "union.", 6) == 0;
}

static void walk_struct(Lowering *L, Walk *w)
{
    uint64_t size = LLVMABISizeOfType(L->layout, w->type);
    if (w->rest < 0 || (uint64_t)w->rest >= size)
        lower_refuse(L, "an address outside of `%s` is not supported; stay inside the object", str_text(&w->name));
    bool was_overlaid = w->is_overlaid;
    w->is_overlaid |= is_union(w->type);
    unsigned k = LLVMElementAtOffset(L->layout, w->type, (unsigned long long)w->rest);
    uint64_t offset = LLVMOffsetOfElement(L->layout, w->type, k);
    DebugVariable member = debug_member(L->run, L->context, w->debug, offset);
    const char *name = member.name ? member.name : run_format(L->run, "f%u", k);
    str_addf(&w->name, ".%s", name);
    str_addf(&w->array_name, ".%s", name);
    w->rest -= (int64_t)offset;
    w->start += offset;
    w->position += offset;
    w->debug = member.type;
    w->type = LLVMStructGetTypeAtIndex(w->type, k);
    bool is_alone = LLVMABISizeOfType(L->layout, w->type) == size && LLVMGetTypeKind(w->type) == LLVMArrayTypeKind &&
                    !is_aggregate(LLVMGetElementType(w->type));
    if (is_alone) w->is_overlaid = was_overlaid; /* as large as the union */
    if (w->rest >= (int64_t)LLVMABISizeOfType(L->layout, w->type)) walk_padding(L, w);
}

static Walk walk_start(Lowering *L, const Val *address)
{
    const Object *o = &L->objects.data[address->object];
    Walk w = {0};
    w.type = o->type;
    w.debug = o->variable.type;
    w.rest = address->offset;
    w.elements = 1;
    w.address = *address;
    str_init(L->run, &w.name);
    str_init(L->run, &w.array_name);
    str_add(&w.name, o->name);
    str_add(&w.array_name, o->name);
    return w;
}

static void walk_end(Walk *w)
{
    str_clear(&w->name);
    str_clear(&w->array_name);
}

/* A variable index that follows no array of the type: accesses_find tells its values apart, in the next pass. */
static void check_placed(Lowering *L, const Walk *w)
{
    for (uint32_t i = 0; i < w->address.count; i++)
        if (w->address.strides[i] != 0) {
            facts_add(L, L->objects.data[w->address.object].value, 0, FACT_EXPANDED);
            lower_refuse(L,
                         "pointer arithmetic on `%s` does not follow its type and is not supported yet; index the "
                         "array itself",
                         str_text(&w->array_name));
        }
}

/* What a scalar of this type is in memory: floating-point values are moved about as integers. */
static LLVMTypeRef leaf_type(Lowering *L, LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMFloatTypeKind) return LLVMInt32TypeInContext(L->context);
    if (kind == LLVMDoubleTypeKind) return LLVMInt64TypeInContext(L->context);
    return type;
}

static Walk walk_to_scalar(Lowering *L, const Val *address)
{
    Walk w = walk_start(L, address);
    while (is_aggregate(w.type)) {
        if (type_is_mutex(w.type))
            lower_refuse(L, "direct access to the memory of the mutex `%s` is not supported; use pthread_mutex_*",
                         str_text(&w.name));
        if (LLVMGetTypeKind(w.type) == LLVMArrayTypeKind)
            walk_array(L, &w);
        else
            walk_struct(L, &w);
    }
    check_placed(L, &w);
    if (w.is_indexed && w.elements > UINT64_C(1) << 32)
        lower_refuse(L, "the dimensions of the array `%s` are too large together; use at most 2^32 elements",
                     str_text(&w.array_name));
    w.type = leaf_type(L, w.type);
    if (!w.is_outside && (w.rest < 0 || w.rest >= (int64_t)LLVMABISizeOfType(L->layout, w.type)))
        lower_refuse(L, "an address outside of `%s` is not supported; stay inside the object", str_text(&w.name));
    return w;
}

LLVMTypeRef type_at(Lowering *L, const Val *address, uint64_t size)
{
    Walk w = walk_start(L, address);
    while (is_aggregate(w.type) && !(w.rest == 0 && LLVMABISizeOfType(L->layout, w.type) == size)) {
        if (w.rest < 0 && LLVMGetTypeKind(w.type) == LLVMStructTypeKind) break;
        if (LLVMABISizeOfType(L->layout, w.type) < size || type_is_mutex(w.type)) break;
        if (LLVMGetTypeKind(w.type) == LLVMArrayTypeKind)
            walk_array(L, &w);
        else
            walk_struct(L, &w);
    }
    bool is_placed = w.rest == 0 && !w.is_outside && LLVMABISizeOfType(L->layout, w.type) == size;
    for (uint32_t i = 0; i < w.address.count; i++)
        is_placed &= w.address.strides[i] == 0;
    walk_end(&w);
    return is_placed ? w.type : NULL;
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

/* What a union of the C library holds; a global with an initialiser may be of that type, not of the union's, or of one
 * without a name. */
static bool is_library_struct(LLVMTypeRef type)
{
    if (LLVMGetTypeKind(type) != LLVMStructTypeKind) return false;
    return LLVMIsLiteralStruct(type) || strstr(LLVMGetStructName(type), "__pthread_");
}

uint32_t sync_cell(Lowering *L, const Val *address, SyncKind kind)
{
    if (address->kind != VAL_POINTER)
        lower_refuse(L, "a mutex through a pointer whose target is not known statically is not supported yet; pass the "
                        "address of a global mutex");
    LLVMTypeRef type = sync_type(L, kind);
    if (type) heap_suggest_targets(L, address, type);
    Walk w = walk_start(L, address);
    bool is_inside = !type; /* a type that no declaration needs is not known: memory that is nothing else is one */
    while (is_aggregate(w.type) && !(type_is_mutex(w.type) && w.rest == 0)) {
        is_inside |= is_library_struct(w.type);
        if (LLVMGetTypeKind(w.type) == LLVMArrayTypeKind)
            walk_array(L, &w);
        else
            walk_struct(L, &w);
    }
    check_placed(L, &w);
    bool is_kind = is_aggregate(w.type) ? sync_kind(w.type) == kind : sync_is_scalar(kind) || is_inside;
    if (w.is_indexed || w.is_outside || w.rest != 0 || !is_kind)
        lower_refuse(L, "the address is not that of a %s; pass the address of a %s", sync_name(kind), sync_name(kind));
    if (!is_aggregate(w.type))
        facts_add(L, L->objects.data[address->object].value, w.start,
                  kind == SYNC_ONCE ? FACT_SYNC | FACT_ONCE : FACT_SYNC);
    bool is_new;
    uint64_t size = LLVMABISizeOfType(L->layout, w.type);
    uint32_t id = cell_at(L, address->object, w.position, size, CELL_MUTEX, &is_new);
    if (L->cells.data[id].var.i == NO_ID) { /* new, or refused before */
        L->cells.data[id].sync = kind;
        sync_declare(L, id, str_text(&w.name));
    } else if (L->cells.data[id].sync != kind) {
        lower_refuse(L, "the memory of `%s` is used both as a %s and as a %s, which is not supported",
                     str_text(&w.name), sync_name(L->cells.data[id].sync), sync_name(kind));
    }
    walk_end(&w);
    return id;
}

typedef struct Visit {
    LeafFn fn;
    void *arg;
    bool with_padding;
    uint32_t count;
} Visit;

static void visit_leaf(Lowering *L, Visit *visit, LLVMTypeRef type, uint64_t offset)
{
    if (++visit->count > 4096)
        lower_refuse(L, "setting or copying more than 4096 scalars at once is not supported; use a smaller object");
    visit->fn(L, visit->arg, offset, leaf_type(L, type));
}

static void visit_leaves(Lowering *L, Visit *visit, LLVMTypeRef type, uint64_t offset);

static void visit_members(Lowering *L, Visit *visit, LLVMTypeRef type, uint64_t offset)
{
    unsigned n = LLVMCountStructElementTypes(type);
    for (unsigned i = 0; i < n; i++) {
        LLVMTypeRef member = LLVMStructGetTypeAtIndex(type, i);
        uint64_t start = LLVMOffsetOfElement(L->layout, type, i);
        uint64_t next = i + 1 < n ? LLVMOffsetOfElement(L->layout, type, i + 1) : LLVMABISizeOfType(L->layout, type);
        visit_leaves(L, visit, member, offset + start);
        for (uint64_t k = start + LLVMABISizeOfType(L->layout, member); visit->with_padding && k < next; k++)
            visit_leaf(L, visit, LLVMInt8TypeInContext(L->context), offset + k);
    }
}

static void visit_leaves(Lowering *L, Visit *visit, LLVMTypeRef type, uint64_t offset)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMArrayTypeKind) {
        LLVMTypeRef element = LLVMGetElementType(type);
        uint64_t n = LLVMGetArrayLength2(type), size = LLVMABISizeOfType(L->layout, element);
        for (uint64_t i = 0; i < n; i++)
            visit_leaves(L, visit, element, offset + i * size);
    } else if (kind == LLVMStructTypeKind && !type_is_mutex(type)) {
        visit_members(L, visit, type, offset);
    } else {
        visit_leaf(L, visit, type, offset);
    }
}

void leaves_for_each(Lowering *L, LLVMTypeRef type, bool with_padding, LeafFn fn, void *arg)
{
    Visit visit = {fn, arg, with_padding, 0};
    visit_leaves(L, &visit, type, 0);
}

bool object_uses_padding(Lowering *L, uint32_t object)
{
    return facts_has(L->facts, L->objects.data[object].value, 0, FACT_PADDING);
}
