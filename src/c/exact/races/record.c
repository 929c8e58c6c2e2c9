/* An address becomes bytes of objects: one access for each object that it may point to, made when it does. Offsets and
 * indices are as C computes them. Where an index leads out of the object the behaviour is undefined, the model ends
 * right behind, and there is no access: the other one that it could race with would be in an object beside. */
#include "c/exact/races/record.h"

#include "base/check.h"
#include "c/compile/state_object.h"
#include "c/exact/memory/address.h"
#include "c/exact/memory/bounds.h"
#include "c/exact/memory/cell.h"
#include "c/exact/memory/choices.h"
#include "c/exact/memory/object.h"
#include "c/exact/memory/operand.h"
#include "c/exact/memory/place.h"
#include "c/exact/model/arena.h"
#include "c/exact/model/bound.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/values.h"
#include "c/exact/races/fresh.h"
#include "c/exact/races/lvalue.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"

typedef VEC(Access) Accesses;
typedef VEC(LLVMValueRef) Pointers; /* of accesses, those of equal place */

bool races_are_asked(const Lowering *L) { return property_is_asked(L, PROPERTY_NO_DATA_RACE); }

/* ---- objects ---- */

/* Whether several threads may access it. What nobody may write needs no accesses. */
static bool may_be_raced(const Lowering *L, const Val *v)
{
    if (v->kind != VAL_POINTER) return false;
    const Object *o = &L->objects.data[v->object];
    bool is_constant = o->kind == OBJECT_GLOBAL && LLVMIsGlobalConstant(o->value);
    return o->is_shared && o->kind != OBJECT_FUNCTION && !is_constant;
}

/* The same number for every access to the object. */
static uint32_t memory_object(Lowering *L, uint32_t id)
{
    Object *o = &L->objects.data[id];
    if (!o->has_memory) {
        o->memory = program_add_object(L->program, o->name, o->pos);
        L->program->objects.data[o->memory].is_library = o->kind == OBJECT_GLOBAL && state_object_is(o->value);
        o->has_memory = true;
    }
    CHECK(o->memory < L->program->objects.count);
    return o->memory;
}

/* ---- bytes ---- */

/* A variable index in elements of `size` bytes, the first of which starts at `rest`. */
typedef struct Index {
    Term term;
    uint64_t size, rest;
} Index;

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

/* All indices of an address as one; size 0: it has none. */
static Index address_index(Lowering *L, const Val *v)
{
    Index index = {TERM_NONE, 0, 0};
    for (uint32_t i = 0; i < v->count; i++)
        index.size = common_divisor(index.size, v->strides[i]);
    if (index.size == 0) return index;
    int64_t size = (int64_t)index.size, first = v->offset / size;
    if (v->offset % size < 0) first--;
    index.rest = (uint64_t)(v->offset - first * size);
    index.term = address_number(L, (uint64_t)first);
    for (uint32_t i = 0; i < v->count; i++) {
        Term factor = address_number(L, v->strides[i] / index.size);
        index.term = term_add(L->tm, index.term, term_binary(L->tm, TERM_MUL, v->terms[i], factor));
    }
    CHECK(index.rest < index.size && term_sort(L->tm, index.term).width == L->pointer_width);
    return index;
}

/* As narrow as it is where arrays are read: walk.c. */
static Term narrowed(Lowering *L, Term t)
{
    TermKind kind = term_kind(L->tm, t);
    if (kind != TERM_SEXT && kind != TERM_ZEXT) return t;
    Term inner = term_arg(L->tm, t, 0);
    if (term_sort(L->tm, inner).width > 32) return t;
    return kind == TERM_SEXT ? term_sext(L->tm, inner, 32) : term_zext(L->tm, inner, 32);
}

static void condition_and(Lowering *L, Access *access, Term t)
{
    if (term_is_true(L->tm, t)) return;
    access->condition = term_is(access->condition) ? term_and(L->tm, access->condition, t) : t;
}

/* Bytes at a constant place. False: they are not in the object. */
static bool set_constant(Access *access, uint64_t offset, uint64_t all)
{
    CHECK(access->bytes > 0 && access->stride == 0);
    if (access->bytes > all || offset > all - access->bytes) return false;
    access->offset = offset;
    return true;
}

static bool set_indexed(Lowering *L, Access *access, const Index *index, uint64_t all)
{
    if (index->rest + access->bytes > all) return false;
    uint64_t count = (all - index->rest - access->bytes) / index->size + 1;
    Term t = narrowed(L, index->term);
    if (term_is_const(L->tm, t)) {
        uint64_t k = term_value(L->tm, t);
        return k < count && set_constant(access, index->rest + k * index->size, all);
    }
    condition_and(L, access, below_term(L, t, count));
    bool is_short = term_sort(L->tm, t).width <= 32 || count > UINT32_MAX;
    access->index = is_short ? t : term_extract(L->tm, t, 0, 32);
    access->stride = index->size;
    access->offset = index->rest;
    return true;
}

/* Fills in which bytes of the object it is that the address points to. False: none. */
static bool set_bytes(Lowering *L, const Val *v, Access *access)
{
    uint64_t all = object_size(L, &L->objects.data[v->object]);
    if (access->bytes == WHOLE_OBJECT || all == 0) { /* of unknown size, elsewhere */
        access->bytes = 0;
        return true;
    }
    Index index = address_index(L, v);
    if (index.size) return set_indexed(L, access, &index, all);
    return v->offset >= 0 && set_constant(access, (uint64_t)v->offset, all);
}

/* ---- accesses ---- */

/* Whether an exchange at the place finds what it expects; TERM_NONE: perhaps. */
static Term exchange_succeeds(Lowering *L, const Val *v, LLVMValueRef cmpxchg)
{
    LLVMValueRef operand = LLVMGetOperand(cmpxchg, 1);
    Place place;
    if (place_try(L, v, LLVMTypeOf(operand), true, &place) || !place_is_memory(&place)) return TERM_NONE;
    Val old = place_read(L, &place), expected = operand_val(L, operand);
    if (val_is_address(&old) || val_is_address(&expected)) return address_compare(L, LLVMIntEQ, &old, &expected);
    return old.kind == VAL_TERM ? term_eq(L->tm, old.terms[0], operand_term(L, operand)) : TERM_NONE;
}

static bool is_external(const Lowering *L, const Choice *c)
{
    return c->val.kind == VAL_POINTER && L->objects.data[c->val.object].is_external;
}

static void access_add(Lowering *L, const RaceAccess *a, const Choice *c, Accesses *out)
{
    if (!may_be_raced(L, &c->val)) return;
    if (a->is_free && L->objects.data[c->val.object].kind != OBJECT_HEAP) return;
    Access access = {.index = TERM_NONE, .condition = c->guard, .bytes = a->bytes};
    access.is_write = a->is_write;
    access.is_atomic = a->is_atomic || L->cursor.depth > 0;
    access.is_update = a->is_update;
    uint64_t each =
        a->is_free ? arena_stride(L, &L->objects.data[c->val.object]) : 0; /* one object of an arena is freed */
    if (each) access.bytes = each;
    if (!set_bytes(L, &c->val, &access)) return;
    if (a->is_free) {
        Term start = address_offset(L, &c->val), zero = address_number(L, 0);
        if (each) start = term_binary(L->tm, TERM_UREM, start, address_number(L, each));
        condition_and(L, &access, term_eq(L->tm, start, zero));
    }
    if (a->compares) {
        Term succeeds = exchange_succeeds(L, &c->val, a->compares);
        if (term_is(succeeds)) condition_and(L, &access, succeeds);
    }
    if (term_is(access.condition) && term_is_false(L->tm, access.condition)) return;
    if (is_external(L, c)) { /* which bytes of it is not known */
        access.bytes = access.stride = access.offset = 0;
        access.index = TERM_NONE;
    }
    access.object = memory_object(L, c->val.object);
    if (access.bytes) access.name = lvalue_text(L, &c->val, access.bytes);
    CHECK(term_is(access.index) == (access.stride != 0));
    vec_push(L->run, out, access);
}

/* A local that no other thread sees, and which perhaps has no object at all. */
static bool is_private_local(const Lowering *L, LLVMValueRef pointer)
{
    return pointer && LLVMIsAAllocaInst(pointer) && !facts_has(L->facts, pointer, L->frame->serial, FACT_SHARED);
}

static void race_targets(Lowering *L, const RaceAccess *a, Choices *choices)
{
    Val v = a->pointer ? operand_val(L, a->pointer) : a->address;
    choices_find(L, &v, choices);
}

static bool is_shared_access(Lowering *L, const RaceAccess *a)
{
    if (is_private_local(L, a->pointer)) return false;
    Choices choices = {0};
    bool found = false;
    race_targets(L, a, &choices);
    for (uint32_t i = 0; i < choices.count; i++)
        found |= may_be_raced(L, &choices.data[i].val);
    vec_free(L->run, &choices);
    return found;
}

/* The access may have nothing else to it: a value that is only printed. */
static void require_access_life(Lowering *L, const RaceAccess *a)
{
    if (!L->cursor.is_reachable) return;
    Val v = a->pointer ? operand_val(L, a->pointer) : a->address;
    bounds_require_life(L, &v);
}

/* With those to memory outside of the program, or without. */
static void collect_accesses(Lowering *L, const RaceAccess *a, bool external, Accesses *out, Pointers *pointers)
{
    if (is_private_local(L, a->pointer)) return;
    Choices choices = {0};
    race_targets(L, a, &choices);
    for (uint32_t i = 0; i < choices.count; i++)
        if (is_external(L, &choices.data[i]) == external) access_add(L, a, &choices.data[i], out);
    while (pointers->count < out->count)
        vec_push(L->run, pointers, a->pointer);
    vec_free(L->run, &choices);
}

/* Tells a native run where the thread stands before the accesses: at each operand that is an address. */
static void tell_origin(Lowering *L, LLVMValueRef at, const RaceAccess *accesses, uint32_t count,
                        const Pointers *pointers)
{
    for (uint32_t k = 0; L->origins && at && k < (uint32_t)LLVMGetNumOperands(at); k++) {
        LLVMValueRef operand = LLVMGetOperand(at, k);
        bool is_address = false;
        uint64_t through = 0;
        for (uint32_t i = 0; i < count; i++)
            is_address |= accesses[i].pointer == operand;
        for (uint32_t i = 0; i < pointers->count && i < 64; i++)
            if (pointers->data[i] == operand) through |= UINT64_C(1) << i;
        if (is_address) origin_touch(L, at, k, through);
    }
}

static void emit_accesses(Lowering *L, const Accesses *exact, const Accesses *approximate)
{
    if (!L->cursor.is_reachable || (!exact->count && !approximate->count)) return;
    vec_push(L->run, &L->program->places, ((CheckedPlace){PROPERTY_NO_DATA_RACE, L->pos}));
    if (approximate->count) {
        Step step = {.accesses = approximate->data, .access_count = approximate->count};
        step.approximate = lower_reason(L, "how much memory is accessed is not known");
        EdgeId edge = step_add(L, &step);
        LocId nowhere = loc_make(L, L->thread, NULL, L->cursor.depth > 0);
        if (edge.i != NO_ID) edge_set_target(L, edge, nowhere);
    }
    if (!exact->count) return;
    Step step = {.accesses = exact->data, .access_count = exact->count};
    step_emit(L, &step);
}

void race_accesses(Lowering *L, LLVMValueRef at, const RaceAccess *accesses, uint32_t count)
{
    bool any = false;
    CHECK(L->options->granularity == GRANULARITY_ACCESS);
    if (!races_are_asked(L) || !L->cursor.is_reachable) return;
    bool *is_private = run_alloc(L->run, (count + 1) * sizeof *is_private);
    for (uint32_t i = 0; i < count; i++) {
        is_private[i] = at && fresh_is_private(L, at, accesses[i].pointer);
        any |= !is_private[i] && is_shared_access(L, &accesses[i]);
    }
    Accesses exact = {0}, approximate = {0};
    Pointers exact_from = {0}, approximate_from = {0};
    if (any) {
        values_flush(L); /* so that addresses are over the thread's own variables */
        CHECK(reads_are_saved(L));
    }
    for (uint32_t i = 0; i < count && any; i++)
        if (!is_private[i] && is_shared_access(L, &accesses[i])) require_access_life(L, &accesses[i]);
    for (uint32_t i = 0; i < count && any && L->cursor.is_reachable; i++)
        if (!is_private[i]) {
            bool is_exact = !accesses[i].is_approximate;
            collect_accesses(L, &accesses[i], false, is_exact ? &exact : &approximate,
                             is_exact ? &exact_from : &approximate_from);
            collect_accesses(L, &accesses[i], true, &approximate, &approximate_from);
        }
    if (L->cursor.is_reachable) tell_origin(L, at, accesses, count, &exact_from);
    emit_accesses(L, &exact, &approximate);
    vec_free(L->run, &exact);
    vec_free(L->run, &approximate);
    vec_free(L->run, &exact_from);
    vec_free(L->run, &approximate_from);
    run_release(L->run, is_private);
}
