#include "c/exact/code/fill.h"

#include "base/check.h"
#include "c/exact/code/havoc.h"
#include "c/exact/library/extent.h"
#include "c/exact/library/reach.h"
#include "c/exact/library/weak.h"
#include "c/exact/memory/address.h"
#include "c/exact/memory/bounds.h"
#include "c/exact/memory/cell.h"
#include "c/exact/memory/choices.h"
#include "c/exact/memory/external.h"
#include "c/exact/memory/object.h"
#include "c/exact/memory/operand.h"
#include "c/exact/memory/place.h"
#include "c/exact/memory/split.h"
#include "c/exact/memory/sync_object.h"
#include "c/exact/memory/walk.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/names.h"
#include "c/exact/model/origin.h"
#include "c/exact/model/sync_type.h"
#include "c/exact/model/values.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"

#define FEW_BYTES 64
#define LEAVES 4096 /* that leaves_for_each goes through */

typedef struct FillLeaf {
    int64_t offset; /* relative to `to` and `from` */
    LLVMTypeRef type;
    Val value;
} FillLeaf;

typedef struct Fill {
    LLVMValueRef call;
    Val to, from; /* from: memcpy only */
    Term byte;    /* memset only */
    Term whole;   /* memory_set only: all bytes, the lowest first */
    bool is_copy;
    bool is_arbitrary;     /* memory_havoc */
    bool is_batch;         /* no shared memory: one step for all */
    bool is_move;          /* may overlap: all is read before anything is written */
    int64_t start, length; /* the part of a type's leaves that counts */
    VEC(FillLeaf) leaves;
    Step step;
} Fill;

_Noreturn static void refuse_fill(Lowering *L)
{
    lower_refuse(L, "setting or copying a part of a mutex is not supported; assign the members");
}

/* ---- which scalars ---- */

static void add_fill_leaf(Lowering *L, Fill *fill, int64_t offset, LLVMTypeRef type)
{
    const FillLeaf *last = fill->leaves.count ? &vec_last(&fill->leaves) : NULL;
    CHECK(offset >= 0 && offset + (int64_t)LLVMABISizeOfType(L->layout, type) <= fill->length);
    CHECK(!last ||
          last->offset + (int64_t)LLVMABISizeOfType(L->layout, last->type) <= offset); /* upwards, none twice */
    vec_push(L->run, &fill->leaves, ((FillLeaf){offset, type, val_none()}));
}

/* A scalar of which only the bytes from low to high (relative to its start) count, in pieces. */
static void add_cut_leaf(Lowering *L, Fill *fill, int64_t offset, int64_t low, int64_t high)
{
    while (low < high) {
        int64_t size = 1;
        while (size < 4 && low % (2 * size) == 0 && low + 2 * size <= high)
            size *= 2;
        add_fill_leaf(L, fill, offset + low, LLVMIntTypeInContext(L->context, 8 * (unsigned)size));
        low += size;
    }
}

static void collect_leaf(Lowering *L, void *arg, uint64_t at, LLVMTypeRef type)
{
    Fill *fill = arg;
    int64_t size = (int64_t)LLVMABISizeOfType(L->layout, type), offset = (int64_t)at - fill->start;
    if (offset + size <= 0 || offset >= fill->length) return;
    if (offset >= 0 && offset + size <= fill->length) {
        add_fill_leaf(L, fill, offset, type);
        return;
    }
    if (type_is_mutex(type)) refuse_fill(L);
    int64_t high = fill->length - offset;
    add_cut_leaf(L, fill, offset, offset < 0 ? -offset : 0, high < size ? high : size);
}

static bool uses_padding(Lowering *L, const Choices *choices)
{
    bool found = false;
    for (uint32_t i = 0; i < choices->count; i++)
        found |= choices->data[i].val.kind == VAL_POINTER && object_uses_padding(L, choices->data[i].val.object);
    return found;
}

/* The type of exactly so many bytes at one of the places. */
static LLVMTypeRef common_type(Lowering *L, int64_t size, const Choices *choices)
{
    LLVMTypeRef type = NULL;
    for (uint32_t i = 0; i < choices->count && !type; i++)
        if (choices->data[i].val.kind == VAL_POINTER && !L->objects.data[choices->data[i].val.object].is_external)
            type = type_at(L, &choices->data[i].val, (uint64_t)size);
    return type;
}

/* Memory on the heap is bytes until something says what it holds, which a structure that is copied there does. */
static bool is_bytes(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMArrayTypeKind &&
           LLVMGetTypeKind(LLVMGetElementType(type)) == LLVMIntegerTypeKind &&
           LLVMGetIntTypeWidth(LLVMGetElementType(type)) == 8;
}

/* Whose leaves to go through: the type that one of the addresses points to, or the whole object, or integers that
 * divide all. A few bytes somewhere in text are bytes: larger integers would be what memory on the heap is taken for,
 * whose bytes are used then as parts of them. */
static LLVMTypeRef fill_type(Lowering *L, Fill *fill, const Choices *to, const Choices *from)
{
    fill->start = 0;
    LLVMTypeRef type = common_type(L, fill->length, to);
    LLVMTypeRef other = !type || is_bytes(type) ? common_type(L, fill->length, from) : NULL;
    if (other) type = other;
    if (type) return type;
    bool is_external = fill->to.kind == VAL_POINTER && L->objects.data[fill->to.object].is_external;
    if (fill->to.kind == VAL_POINTER && fill->to.count == 0 && !is_external) {
        const Object *o = &L->objects.data[fill->to.object];
        fill->start = fill->to.offset;
        if (fill->start < 0 || fill->start + fill->length > (int64_t)LLVMABISizeOfType(L->layout, o->type))
            lower_refuse(L, "setting or copying memory outside of `%s` is undefined; correct the size", o->name);
        return o->type;
    }
    unsigned size = fill->length <= FEW_BYTES && common_type(L, 1, to) ? 1 : 4;
    while (fill->length % size)
        size /= 2;
    return LLVMArrayType2(LLVMIntTypeInContext(L->context, 8 * size), (uint64_t)fill->length / size);
}

/* What is wider than a register is two accesses, as loads and stores are: c/compile/halves.h. A copy goes upwards. */
static void halve_leaves(Lowering *L, Fill *fill)
{
    Fill halved = {.length = fill->length};
    int64_t half = L->pointer_width / 8;
    for (uint32_t k = 0; k < fill->leaves.count; k++) {
        const FillLeaf *leaf = &fill->leaves.data[k];
        int64_t size = (int64_t)LLVMABISizeOfType(L->layout, leaf->type);
        if (LLVMGetTypeKind(leaf->type) == LLVMIntegerTypeKind && size == 2 * half) {
            add_cut_leaf(L, &halved, leaf->offset, 0, size);
        } else {
            add_fill_leaf(L, &halved, leaf->offset, leaf->type);
        }
    }
    vec_free(L->run, &fill->leaves);
    fill->leaves.data = halved.leaves.data;
    fill->leaves.count = halved.leaves.count;
    fill->leaves.capacity = halved.leaves.capacity;
}

/* ---- one scalar ---- */

static Val shifted_address(const Val *address, int64_t offset)
{
    Val v = *address;
    v.offset += offset;
    return v;
}

static AccessPart access_part(const Lowering *L, const Fill *fill, uint32_t k, bool is_write)
{
    CHECK(k < fill->leaves.count);
    const FillLeaf *leaf = &fill->leaves.data[k];
    uint64_t size = LLVMABISizeOfType(L->layout, leaf->type);
    return (AccessPart){fill->call, 2 * (k + 1) + is_write, (uint64_t)leaf->offset, size};
}

static void read_leaf(Lowering *L, Fill *fill, uint32_t k)
{
    FillLeaf *leaf = &fill->leaves.data[k];
    Sort sort = type_sort(L, leaf->type);
    if (sort.kind != SORT_BV) lower_refuse(L, "setting or copying a one-bit integer is not supported; use _Bool");
    if (fill->is_arbitrary) {
        leaf->value = val_term(fresh_input(L, sort, "written"));
        return;
    }
    if (term_is(fill->whole)) {
        leaf->value = val_term(term_extract(L->tm, fill->whole, 8 * (uint32_t)leaf->offset, sort.width));
        return;
    }
    if (!fill->is_copy) {
        leaf->value = val_term(fill->byte);
        for (unsigned width = 8; width < sort.width; width += 8)
            leaf->value.terms[0] = term_concat(L->tm, leaf->value.terms[0], fill->byte);
        CHECK(val_fits(L, &leaf->value, leaf->type));
        return;
    }
    Val from = shifted_address(&fill->from, leaf->offset);
    AccessPart part = access_part(L, fill, k, false);
    leaf->value = address_read(L, &from, leaf->type, &part, fill->is_move);
}

static void fill_mutex(Lowering *L, Fill *fill, uint32_t k, const Val *to, SyncKind kind)
{
    const FillLeaf *leaf = &fill->leaves.data[k];
    AccessPart part = access_part(L, fill, k, true);
    origin_part(L, part.fill, part.part, part.offset, part.size, true);
    SyncPlace place = sync_place(L, to, kind);
    uint32_t initial = 0;
    CHECK(L->cells.data[place.cell].kind == CELL_MUTEX && L->cells.data[place.cell].sync == kind);
    if (fill->is_copy) {
        if (fill->from.kind != VAL_POINTER)
            lower_refuse(L, "copying a mutex is not supported; its behaviour is undefined");
        const Object from = L->objects.data[fill->from.object];
        bool is_constant = from.kind == OBJECT_GLOBAL && LLVMIsGlobalConstant(from.value) && fill->from.count == 0;
        if (!is_constant || !LLVMGetInitializer(from.value))
            lower_refuse(L, "copying a mutex is not supported; its behaviour is undefined");
        uint64_t start = (uint64_t)(fill->from.offset + leaf->offset);
        initial = sync_initial(L, kind, &from, start, LLVMABISizeOfType(L->layout, leaf->type));
    } else if (!term_is_const(L->tm, fill->byte) || term_value(L->tm, fill->byte) != 0) {
        refuse_fill(L);
    }
    Step step = {0};
    if (initial && term_is(place.index)) refuse_fill(L);
    sync_reset(L, &place, initial, &step);
    step_emit(L, &step);
}

/* A mutex at a place that is not the only one is refused where it is accessed. */
static bool is_mutex_leaf(Lowering *L, const Fill *fill, const FillLeaf *leaf, SyncKind *kind)
{
    Val to = shifted_address(&fill->to, leaf->offset);
    if (to.kind == VAL_POINTER) return leaf_is_sync(L, &to, leaf->type, kind);
    if (type_is_mutex(leaf->type))
        lower_refuse(L, "setting or copying a mutex through a pointer with several targets is not supported");
    return false;
}

static void write_leaf(Lowering *L, Fill *fill, uint32_t k)
{
    const FillLeaf *leaf = &fill->leaves.data[k];
    Val to = shifted_address(&fill->to, leaf->offset);
    AccessPart part = access_part(L, fill, k, true);
    CHECK(val_is_valid(L, &leaf->value) && (leaf->value.kind != VAL_NONE));
    if (!fill->is_batch) {
        address_write(L, &to, leaf->type, &leaf->value, &part);
        if (L->options->granularity == GRANULARITY_STATEMENT) L->cursor.is_mid = true;
        return;
    }
    Place place = place_find(L, &to, leaf->type, true);
    origin_part(L, part.fill, part.part, part.offset, part.size, place.is_shared);
    CHECK(!place.is_shared); /* several steps otherwise */
    place_enter(L, &place);
    place_assign(L, &place, &leaf->value, &fill->step);
}

static void fill_leaves(Lowering *L, Fill *fill)
{
    for (uint32_t k = 0; k < fill->leaves.count && L->cursor.is_reachable; k++) {
        SyncKind kind;
        if (is_mutex_leaf(L, fill, &fill->leaves.data[k], &kind)) {
            Val to = shifted_address(&fill->to, fill->leaves.data[k].offset);
            if (fill->is_move) refuse_fill(L);
            fill_mutex(L, fill, k, &to, kind);
            continue;
        }
        read_leaf(L, fill, k);
        if (!fill->is_move && L->cursor.is_reachable) write_leaf(L, fill, k);
    }
    for (uint32_t k = 0; fill->is_move && k < fill->leaves.count && L->cursor.is_reachable; k++)
        write_leaf(L, fill, k);
}

/* ---- the whole ---- */

static bool is_private_memory(Lowering *L, const Val *address, bool is_read)
{
    if (address->kind != VAL_POINTER || address_is_split(L, address)) return false;
    const Object *o = &L->objects.data[address->object];
    return o->kind == OBJECT_LOCAL || o->kind == OBJECT_HEAP
               ? !o->is_shared
               : is_read && o->kind == OBJECT_GLOBAL && LLVMIsGlobalConstant(o->value);
}

/* Collects the scalars; false: control does not come here. */
static bool fill_collect(Lowering *L, Fill *fill)
{
    if (!address_settle(L, &fill->to) || (fill->is_copy && !address_settle(L, &fill->from))) return false;
    bounds_require_access(L, &fill->to, (uint64_t)fill->length);
    if (fill->is_copy) bounds_require_access(L, &fill->from, (uint64_t)fill->length);
    if (!L->cursor.is_reachable) return false;
    Choices to = {0}, from = {0};
    choices_find(L, &fill->to, &to);
    if (fill->is_copy) choices_find(L, &fill->from, &from);
    LLVMTypeRef type = fill_type(L, fill, &to, &from);
    leaves_for_each(L, type, uses_padding(L, &to) || uses_padding(L, &from), collect_leaf, fill);
    vec_free(L->run, &to);
    vec_free(L->run, &from);
    return true;
}

/* ---- so many bytes that scalars are not told apart ---- */

static uint64_t scalar_count(LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMArrayTypeKind) return LLVMGetArrayLength2(type) * scalar_count(LLVMGetElementType(type));
    if (kind != LLVMStructTypeKind || type_is_mutex(type)) return 1;
    uint64_t count = 0;
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
        count += scalar_count(LLVMStructGetTypeAtIndex(type, i));
    return count;
}

/* Whether the bytes are more than leaves_for_each goes through. */
static bool exceeds_leaves(Lowering *L, Fill *fill)
{
    Choices to = {0}, from = {0};
    choices_find(L, &fill->to, &to);
    if (fill->is_copy) choices_find(L, &fill->from, &from);
    bool exceeds_leaves = scalar_count(fill_type(L, fill, &to, &from)) > LEAVES;
    vec_free(L->run, &to);
    vec_free(L->run, &from);
    return exceeds_leaves;
}

/* Whether it is of variable size, or too large to be done scalar by scalar. */
static bool fill_is_weak(Lowering *L, Fill *fill)
{
    uint64_t length = 0;
    bool is_constant = operand_is_constant(L, LLVMGetOperand(fill->call, 2), &length);
    if (!is_constant || memory_is_asked(L)) return !is_constant;
    if (length > INT32_MAX) return false;
    fill->length = (int64_t)length;
    return exceeds_leaves(L, fill);
}

static LLVMTypeRef innermost_element(LLVMTypeRef type)
{
    while (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
        type = LLVMGetElementType(type);
    return type;
}

/* Addresses that are copied must come to lie where addresses are looked for: from objects to others of their type. */
static void require_one_type(Lowering *L, const Fill *fill, const Targets *from)
{
    Choices to = {0};
    choices_find(L, &fill->to, &to);
    for (uint32_t i = 0; i < to.count; i++)
        for (uint32_t k = 0; to.data[i].val.kind == VAL_POINTER && k < from->list.count; k++) {
            if (LLVMIsAFunction(from->list.data[k].value)) continue;
            uint32_t id = object_of_target(L, &from->list.data[k]); /* adds to the objects */
            const Object *a = &L->objects.data[id];
            const Object *b = &L->objects.data[to.data[i].val.object];
            if (!a->is_external && !b->is_external && innermost_element(a->type) != innermost_element(b->type))
                lower_refuse(L, "copying addresses in memory of variable size from an object of one type to one of "
                                "another is not supported; assign the elements");
        }
    vec_free(L->run, &to);
}

/* The length, as wide as addresses. */
static Term variable_length(Lowering *L, const Fill *fill)
{
    Val v = operand_val(L, LLVMGetOperand(fill->call, 2));
    if (v.kind != VAL_TERM) lower_refuse(L, "setting or copying as many bytes as an address says is not supported");
    unsigned width = term_sort(L->tm, v.terms[0]).width;
    if (width > L->pointer_width) return term_extract(L->tm, v.terms[0], 0, L->pointer_width);
    return width < L->pointer_width ? term_zext(L->tm, v.terms[0], L->pointer_width) : v.terms[0];
}

/* valid-deref: no bytes may be at NULL, but the model goes on with an object only; false: it does not. */
static bool limit_nothing(Lowering *L, const Fill *fill)
{
    if (!deref_is_asked(L)) return true;
    const char *why = lower_reason(L, "setting or copying no bytes at an address of no object is not supported");
    extent_limit_nothing(L, &fill->to, variable_length(L, fill), why);
    if (fill->is_copy) extent_limit_nothing(L, &fill->from, variable_length(L, fill), why);
    return L->cursor.is_reachable;
}

/* valid-deref: all of it is there; false: control does not come further. */
static bool require_room(Lowering *L, const Fill *fill)
{
    if (deref_is_asked(L)) bounds_require_bytes(L, &fill->to, variable_length(L, fill));
    if (deref_is_asked(L) && fill->is_copy) bounds_require_bytes(L, &fill->from, variable_length(L, fill));
    return L->cursor.is_reachable;
}

/* Everything there becomes arbitrary; addresses are those that are kept in what is copied. */
static void fill_weakly(Lowering *L, Fill *fill)
{
    uint64_t bytes = UINT64_MAX;
    if (!operand_is_constant(L, LLVMGetOperand(fill->call, 2), &bytes) && !require_room(L, fill)) return;
    Val outside = external_address(L, EXTERNAL_MEMORY, address_number(L, 0));
    Targets *kept = targets_new(L);
    if (fill->is_copy) {
        Val from = address_val(L, &fill->from);
        reach_kept(L, from.targets, kept);
        if (kept->list.count) require_one_type(L, fill, from.targets);
        if (fill->to.kind == VAL_POINTER && L->objects.data[fill->to.object].is_external && kept->list.count)
            lower_refuse(L, "copying addresses to memory of the library is not supported; keep them in the program");
    }
    kept->has_number = false;
    targets_join(L->run, kept, outside.targets);
    WeakArea area = {.to = fill->to, .bytes = bytes, .targets = kept, .length = variable_length(L, fill)};
    weak_write(L, fill->is_copy ? "memcpy" : "memset", &area, 1);
}

/* Finds out what is to be done; false: nothing, or control does not come here. */
static bool fill_begin(Lowering *L, Fill *fill)
{
    uint64_t length = 0;
    fill->to = operand_val(L, LLVMGetOperand(fill->call, 0));
    if (fill->is_copy) fill->from = operand_val(L, LLVMGetOperand(fill->call, 1));
    bool is_constant = operand_is_constant(L, LLVMGetOperand(fill->call, 2), &length);
    if (is_constant && length == 0) return false;
    if (!is_constant && !limit_nothing(L, fill)) return false;
    if (!address_settle(L, &fill->to) || (fill->is_copy && !address_settle(L, &fill->from))) return false;
    if (fill_is_weak(L, fill)) {
        fill_weakly(L, fill);
        return false;
    }
    CHECK(is_constant);
    fill->length = (int64_t)length;
    if (fill->length < 0 || fill->length > INT32_MAX)
        lower_refuse(L, "setting or copying 2^31 bytes or more is not supported; correct the size");
    return fill_collect(L, fill);
}

/* is_needed: what fill_begin said. */
static void fill_end(Lowering *L, Fill *fill, bool is_needed, bool may_overlap)
{
    if (is_needed) {
        fill->is_batch =
            is_private_memory(L, &fill->to, false) && (!fill->is_copy || is_private_memory(L, &fill->from, true));
        fill->is_move = may_overlap && !fill->is_batch;
        CHECK(fill->leaves.count > 0 && fill->length > 0);
        if (fill->is_move) origin_refuse(L, L->pos, "memmove of shared memory cannot be run natively yet");
        if (!fill->is_batch && L->pointer_width == 32 && accesses_split(L)) halve_leaves(L, fill);
        if (!fill->is_batch) {
            address_keep(L, &fill->to);
            address_keep(L, &fill->from);
            term_keep(L, &fill->byte);
        }
        fill_leaves(L, fill);
        if (fill->is_batch && L->cursor.is_reachable) step_emit(L, &fill->step);
    }
    vec_free(L->run, &fill->leaves);
    L->cursor.is_mid = false;
}

static void lower_fill(Lowering *L, Fill *fill, bool may_overlap)
{
    values_flush(L);
    bool is_needed = fill_begin(L, fill);
    operands_retire(L, fill->call);
    fill_end(L, fill, is_needed, may_overlap);
}

void lower_memset(Lowering *L, LLVMValueRef call)
{
    Fill fill = {.call = call, .byte = operand_term(L, LLVMGetOperand(call, 1))};
    values_flush(L);
    fill.byte = operand_term(L, LLVMGetOperand(call, 1));
    CHECK(sort_same(term_sort(L->tm, fill.byte), sort_bv(8)));
    if (!term_is_const(L->tm, fill.byte))
        origin_refuse(L, L->pos, "memset with a variable value cannot be run natively yet");
    lower_fill(L, &fill, false);
}

void lower_memcpy(Lowering *L, LLVMValueRef call, bool may_overlap)
{
    Fill fill = {.call = call, .is_copy = true};
    lower_fill(L, &fill, may_overlap);
}

static void fill_with(Lowering *L, Fill *fill, uint64_t size)
{
    if (size > INT32_MAX) lower_refuse(L, "writing 2^31 bytes or more is not supported; correct the size");
    fill->length = (int64_t)size;
    fill->byte = term_bv(L->tm, 8, 1); /* a mutex cannot be set to that */
    if (size > 0) fill_end(L, fill, fill_collect(L, fill), false);
}

void memory_set(Lowering *L, LLVMValueRef call, const Val *to, uint64_t size, Term value)
{
    CHECK(sort_same(term_sort(L->tm, value), sort_bv((unsigned)(8 * size))));
    Fill fill = {.call = call, .to = *to, .whole = value};
    fill_with(L, &fill, size);
}

void memory_havoc(Lowering *L, LLVMValueRef call, const Val *to, uint64_t size)
{
    Fill fill = {.call = call, .to = *to, .is_arbitrary = true};
    fill_with(L, &fill, size);
}
