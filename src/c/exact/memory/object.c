#include "c/exact/memory/object.h"

#include <string.h>

#include "base/check.h"
#include "c/compile/debuginfo.h"
#include "c/compile/function.h"
#include "c/compile/source.h"
#include "c/exact/memory/slot.h"
#include "c/exact/model/arena.h"
#include "c/exact/model/cut.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/names.h"
#include "c/exact/model/outside.h"
#include "c/exact/model/values.h"

#define CROWDED 0x4000000u /* bytes of each object of variable size, when there are many */

/* ---- checks ---- */

bool object_is_valid(const Lowering *L, uint32_t id)
{
    if (id >= L->objects.count) return false;
    const Object *o = &L->objects.data[id];
    bool is_static = o->kind == OBJECT_GLOBAL || o->kind == OBJECT_FUNCTION;
    bool is_owned = o->kind == OBJECT_LOCAL || o->kind == OBJECT_HEAP;
    if (!o->value || !o->name || (o->type != NULL) == (o->kind == OBJECT_FUNCTION)) return false;
    if (o->type && !LLVMTypeIsSized(o->type)) return false;
    if ((is_static && !o->is_shared) || is_static == (o->root != NULL) || is_owned != (o->owner != NULL)) return false;
    if ((o->is_zeroed && o->kind != OBJECT_HEAP) || (o->is_ignored && o->kind != OBJECT_LOCAL)) return false;
    for (uint32_t i = 0; i < o->cells.count; i++)
        if (o->cells.data[i] >= L->cells.count || L->cells.data[o->cells.data[i]].object != id) return false;
    return true;
}

static bool cell_sort_fits(const Lowering *L, const Cell *c, Sort sort)
{
    switch (c->kind) {
    case CELL_SCALAR: return sort.kind == SORT_BOOL || (sort.kind == SORT_BV && sort.width <= 8 * c->size);
    case CELL_ARRAY: return sort.kind == SORT_ARRAY && sort.index == 32 && sort.width && sort.width <= 8 * c->size;
    case CELL_POINTER: return sort_same(sort, sort_bv(L->pointer_width));
    case CELL_MUTEX: return sort.kind != SORT_ARRAY || sort.index == 32; /* one object, or an array of them */
    }
    return false;
}

bool cell_is_valid(const Lowering *L, uint32_t id)
{
    if (id >= L->cells.count || L->cells.data[id].object >= L->objects.count) return false;
    const Cell *c = &L->cells.data[id];
    const Object *o = &L->objects.data[c->object];
    if (!o->type || c->size == 0 || c->offset + c->size > LLVMABISizeOfType(L->layout, o->type)) return false;
    if (c->kind == CELL_POINTER && (o->kind != OBJECT_LOCAL || o->is_shared)) return false;
    if (c->has_pointer && (c->kind != CELL_POINTER || !val_is_valid(L, &c->pointer))) return false;
    if (c->var.i == NO_ID) return c->kind == CELL_POINTER;
    const Var *var = program_has_var(L->program, c->var) ? &L->program->vars.data[c->var.i] : NULL;
    return var && cell_sort_fits(L, c, var->sort) && (var->class == VAR_SHARED) == o->is_shared;
}

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
    CHECK(L->objects.count == L->object_ids.count && L->objects.data[id].value == value);
    return id;
}

static void warn_extern(Lowering *L, const Object *o)
{
    if (o->kind == OBJECT_GLOBAL && !LLVMGetInitializer(o->value))
        diag_assume(L->run, SEVERITY_WARNING, o->pos,
                    (Assumption){"nobody else changes variables that are only declared", NULL},
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
    /* Of a struct that is only declared no byte is known, as of an array without a length: all objects have sizes. */
    if (!LLVMTypeIsSized(o->type)) o->type = LLVMArrayType2(LLVMInt8TypeInContext(L->context), 0);
    o->variable = debug_global_variable(L->run, L->context, global);
    o->name = o->variable.name ? o->variable.name : value_name(L, global);
    o->is_shared = !is_thread_local;
    o->is_external = outside_is(global);
    if (!o->is_external) {
        o->pos = sources_pos(L->sources, global);
        warn_extern(L, o);
    }
    CHECK(object_is_valid(L, id));
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

uint64_t variable_size(const Lowering *L) { return cut_is_used(L) ? CROWDED : INT32_MAX >> L->facts->halvings; }

uint64_t object_range(const Lowering *L, const Object *o)
{
    uint64_t size = o->kind == OBJECT_FUNCTION ? 1 : LLVMABISizeOfType(L->layout, o->type);
    return L->facts->is_crowded && !cut_is_used(L) && size > CROWDED && !o->is_external ? CROWDED : size;
}

bool object_is_addressed(Lowering *L, LLVMValueRef value) { return facts_has(L->facts, value, 0, FACT_ADDRESSED); }

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
    o->owner = object_is_addressed(L, alloca) ? &L->everyone : frame;
    o->is_ignored = frame->info == function && alloca_is_ignored(frame, info);
    o->pos = sources_pos(L->sources, alloca_place(info));
}

static void heap_init(Lowering *L, Object *o, LLVMValueRef call)
{
    o->kind = OBJECT_HEAP;
    o->pos = sources_pos(L->sources, call);
    o->name = ""; /* object_of_heap */
    o->owner = &L->everyone;
}

/* That a shared one has one copy only is checked at the end, when it is known how many threads there can be. */
uint32_t object_of_alloca(Lowering *L, LLVMValueRef alloca, uint32_t scope, Frame *frame)
{
    bool is_new;
    CHECK(scope > 0 && scope < L->facts->context_roots.count); /* far below OBJECT_IN_FRAME */
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
    CHECK(o->kind == OBJECT_HEAP || object_is_valid(L, id));
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
    CHECK(object_is_valid(L, id));
    return id;
}

/* ---- objects on the heap ---- */

unsigned heap_first_size(LLVMValueRef call)
{
    return LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, 0))) == LLVMPointerTypeKind;
}

/* The length that a last member without one (or of one element, where no array of such structs can be meant) has in an
 * object of so many bytes (0 = not constant); 0 = the type has no such member, or the object would not be as large as
 * it is, which counts where accesses are asked for. */
static uint64_t flexible_length(Lowering *L, LLVMTypeRef type, uint64_t size)
{
    uint64_t all = size ? size : variable_size(L);
    unsigned n = LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMCountStructElementTypes(type) : 0;
    LLVMTypeRef last = n ? LLVMStructGetTypeAtIndex(type, n - 1) : NULL;
    if (!last || LLVMGetTypeKind(last) != LLVMArrayTypeKind || LLVMGetArrayLength2(last) > 1) return 0;
    if (LLVMGetArrayLength2(last) == 1 && size % LLVMABISizeOfType(L->layout, type) == 0) return 0;
    uint64_t element = LLVMABISizeOfType(L->layout, LLVMGetElementType(last));
    uint64_t start = LLVMOffsetOfElement(L->layout, type, n - 1);
    if (element == 0 || all < start + element) return 0;
    bool is_whole = size == 0 || ((all - start) % element == 0 && all % LLVMABIAlignmentOfType(L->layout, type) == 0);
    return is_whole || !deref_is_asked(L) ? (all - start) / element : 0;
}

/* The struct with a last member of that length. */
static LLVMTypeRef flexible_type(Lowering *L, LLVMTypeRef type, uint64_t length)
{
    unsigned n = LLVMCountStructElementTypes(type);
    const char *name = LLVMIsLiteralStruct(type) ? "struct" : LLVMGetStructName(type);
    const char *text = run_format(L->run, "flexible.%s.%u.%llu", name, n, (unsigned long long)length);
    LLVMTypeRef known = LLVMGetTypeByName2(L->context, text);
    if (known) return known;
    LLVMTypeRef *members = run_alloc(L->run, n * sizeof(LLVMTypeRef));
    LLVMGetStructElementTypes(type, members);
    members[n - 1] = LLVMArrayType2(LLVMGetElementType(members[n - 1]), length);
    LLVMTypeRef made = LLVMStructCreateNamed(L->context, text);
    LLVMStructSetBody(made, members, n, LLVMIsPackedStruct(type));
    run_release(L->run, members);
    return made;
}

/* The type of a whole heap object: as many elements as fit. */
static LLVMTypeRef heap_type(Lowering *L, LLVMValueRef call, uint32_t scope)
{
    const HeapRow row = *heap_row(L, call, scope);
    LLVMTypeRef element = row.type;
    if (!element) element = LLVMInt8TypeInContext(L->context);
    uint64_t inner = row.stride ? flexible_length(L, element, row.size) : 0;
    if (inner) element = flexible_type(L, element, inner);
    if (row.stride) return LLVMArrayType2(element, arena_size(L, row.stride) / LLVMABISizeOfType(L->layout, element));
    uint64_t size = LLVMABISizeOfType(L->layout, element), all = row.size;
    CHECK(size > 0);
    if (all == size) return element;
    uint64_t length = flexible_length(L, element, all);
    if (length) return flexible_type(L, element, length);
    return LLVMArrayType2(element, (all ? all : variable_size(L)) / size);
}

static void heap_set_name(Lowering *L, Object *o, LLVMValueRef call)
{
    bool is_array = LLVMGetTypeKind(o->type) == LLVMArrayTypeKind;
    LLVMTypeRef element = is_array ? LLVMGetElementType(o->type) : o->type;
    if (arena_stride(L, o) && debug_names_struct(L->debug_names, element)) is_array = false; /* of many objects */
    HeapName named = debug_names_heap(L->debug_names, call, element, is_array, o->pos.line);
    o->name = named.name;
    o->variable.type = named.type;
}

uint32_t object_of_heap(Lowering *L, LLVMValueRef call, uint32_t scope)
{
    LLVMTypeRef type = heap_type(L, call, scope);
    uint32_t id = object_of_alloca(L, call, scope, NULL);
    Object *o = &L->objects.data[id];
    if (!o->type) {
        o->type = type;
        heap_set_name(L, o, call);
        o->is_zeroed = LLVMGetNumArgOperands(call) == 2 && heap_first_size(call) == 0;
    }
    CHECK(object_is_valid(L, id));
    return id;
}

uint32_t object_of_target(Lowering *L, const Target *t)
{
    if (LLVMIsAFunction(t->value)) return object_of_function(L, t->value);
    uint32_t id;
    if (LLVMIsAAllocaInst(t->value)) {
        id = object_of_alloca(L, t->value, t->scope, &L->everyone);
    } else if (LLVMIsACallInst(t->value)) {
        id = object_of_heap(L, t->value, t->scope);
    } else {
        if (t->scope && L->facts->context_roots.data[t->scope] != L->thread->function)
            lower_refuse(L, "the address of a thread-local variable is used by another thread, which is not supported");
        return object_of_global(L, t->value);
    }
    const Object *o = &L->objects.data[id];
    if (!o->is_shared && o->root != L->thread->function)
        lower_refuse(L, "the address of `%s` is used by another thread, which is not supported yet; make it global",
                     o->name);
    return id;
}

void heap_suggest_type(Lowering *L, uint32_t object, LLVMTypeRef type)
{
    const Object *o = &L->objects.data[object];
    if (o->kind != OBJECT_HEAP || !LLVMTypeIsSized(type)) return;
    uint32_t id = heap_id(L, o->value, o->scope); /* adds to the rows */
    LLVMTypeRef *known = &L->facts->heap.data[id].type;
    uint64_t size = LLVMABISizeOfType(L->layout, type), all = L->facts->heap.data[id].size;
    if (size == 0 || type == *known) return;
    if (all && all % size != 0 && !flexible_length(L, type, all)) return;
    if (*known && LLVMABISizeOfType(L->layout, *known) >= size) return;
    CHECK(!*known || LLVMABISizeOfType(L->layout, *known) < size); /* so that it comes to an end */
    L->facts->heap.data[id].is_retyped = true;
    if (all && all % size != 0) arena_refuse(L, o); /* its objects are as long as their types */
    *known = type;
    L->facts->has_changed = true;
}

uint64_t object_scalar(const Object *o, uint64_t start)
{
    CHECK(o->kind != OBJECT_HEAP || start <= UINT32_MAX);
    return o->kind == OBJECT_HEAP ? (uint64_t)o->scope << 32 | start : start;
}

void heap_suggest_targets(Lowering *L, const Val *address, LLVMTypeRef type)
{
    if (address->kind == VAL_POINTER && address->offset == 0) heap_suggest_type(L, address->object, type);
    if (address->kind != VAL_ADDRESS || address->offset != 0) return;
    for (uint32_t i = 0; i < address->targets->list.count; i++) {
        const Target *t = &address->targets->list.data[i];
        if (LLVMIsACallInst(t->value) && t->offset == 0) heap_suggest_type(L, object_of_target(L, t), type);
    }
}

/* ---- of every object ---- */

const char *object_describe(Lowering *L, const Val *address)
{
    return run_format(L->run, "`%s`", L->objects.data[address->object].name);
}

bool object_uses_padding(Lowering *L, uint32_t object)
{
    return facts_has(L->facts, L->objects.data[object].value, 0, FACT_PADDING);
}

bool object_is_constant(Lowering *L, uint32_t object)
{
    const Object *o = &L->objects.data[object];
    bool is_defined = o->kind == OBJECT_GLOBAL && !o->is_external && LLVMGetInitializer(o->value);
    return is_defined && LLVMIsGlobalConstant(o->value);
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
    CHECK(object_is_valid(L, object) && size > 0 && size == (uint32_t)size);
    CHECK(offset + size <= LLVMABISizeOfType(L->layout, L->objects.data[object].type));
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
    CHECK(L->cells.count == L->cell_ids.count);
    return id;
}

SlotKey cell_slot(Lowering *L, const Cell *cell)
{
    const Object *o = &L->objects.data[cell->object];
    return (SlotKey){o->value, o->scope, cell->offset, cell->kind == CELL_ARRAY ? SLOT_ARRAY : SLOT_SCALAR};
}
