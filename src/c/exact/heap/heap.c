#include "c/exact/heap/heap.h"

#include "base/check.h"
#include "c/compile/function.h"
#include "c/exact/heap/arena.h"
#include "c/exact/heap/free.h"
#include "c/exact/heap/lost.h"
#include "c/exact/heap/renew.h"
#include "c/exact/heap/size.h"
#include "c/exact/memory/address.h"
#include "c/exact/memory/bounds.h"
#include "c/exact/memory/cell.h"
#include "c/exact/memory/choices.h"
#include "c/exact/memory/merge.h"
#include "c/exact/memory/object.h"
#include "c/exact/memory/operand.h"
#include "c/exact/memory/place.h"
#include "c/exact/memory/split.h"
#include "c/exact/memory/walk.h"
#include "c/exact/model/assumption.h"
#include "c/exact/model/cut.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/freed.h"
#include "c/exact/model/names.h"
#include "c/exact/model/origin.h"
#include "c/exact/model/pointsto.h"
#include "c/exact/model/reuse.h"
#include "c/exact/model/values.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"

#define POOL 5u         /* objects that one call can make when it is executed more than once */
#define COPY_LEAVES 32u /* scalars that realloc copies one by one; of more, whole arrays are copied */

bool heap_is_pooled(Lowering *L, LLVMValueRef call) { return facts_has(L->facts, call, 0, FACT_POOLED); }

/* How many objects of the pool are in use. Of the thread, unless other threads see one of the objects. */
static VarId pool_count(Lowering *L, LLVMValueRef call, const uint32_t *objects)
{
    uintptr_t p = (uintptr_t)call;
    uint32_t key[3] = {(uint32_t)p, (uint32_t)((uint64_t)p >> 32), L->frame->serial};
    bool is_new;
    uint32_t id = intern_add(&L->pool_ids, key, 3, &is_new);
    CHECK(L->pool_ids.count == L->pool_vars.count + is_new);
    if (!is_new) return L->pool_vars.data[id];
    for (uint32_t k = 1; k < POOL; k++)
        CHECK(objects[k] != objects[k - 1]); /* none twice */
    const Object *o = &L->objects.data[objects[0]];
    bool is_shared = false;
    for (uint32_t k = 0; k < POOL; k++)
        is_shared |= L->objects.data[objects[k]].is_shared;
    Var var = {0};
    const char *name = run_format(L->run, "%s.count", o->name);
    var.name = is_shared ? name_unique(L, name) : name_unique_local(L, name);
    var.sort = sort_bv(32);
    var.class = is_shared ? VAR_SHARED : VAR_LOCAL;
    var.template = L->thread->id;
    var.is_temporary = true;
    var.hands = HANDS_NOTHING; /* who is given memory learns of no other thread */
    var.pos = o->pos;
    var.init = term_bv(L->tm, 32, 0);
    VarId v = var_add(L, &var, is_shared ? NULL : &L->everyone);
    vec_push(L->run, &L->pool_vars, v);
    return v;
}

/* The k-th object that the call makes, of so many bytes (0 = not constant). */
static uint32_t allocated_object(Lowering *L, LLVMValueRef call, uint32_t k, uint64_t size)
{
    CHECK(k < POOL);
    uint32_t scope = context_of_object(L, L->frame->serial, call, k), heap = heap_id(L, call, scope);
    if (L->facts->heap.data[heap].size != size) {
        L->facts->heap.data[heap].size = size;
        L->facts->has_changed = true;
    }
    return object_of_heap(L, call, scope);
}

static void conjoin_guard(Lowering *L, Step *step, Term guard)
{
    step->guard = term_is(step->guard) ? term_and(L->tm, step->guard, guard) : guard;
}

/* valid-deref: how large the new object is. What asks for more than is modelled, which cannot be had with 32 bits, is
 * not given. */
static void set_size(Lowering *L, LLVMValueRef call, uint32_t object, Step *step)
{
    if (!deref_is_asked(L)) return;
    Term size = size_requested(L, call), fits = term_not(L->tm, size_is_too_much(L, call));
    fits = term_and(L->tm, fits, term_ne(L->tm, size, term_bv(L->tm, 64, 0)));
    step_assign(L, step, bounds_size(L, object), term_extract(L->tm, size, 0, L->pointer_width));
    conjoin_guard(L, step, fits);
}

/* Adds steps that give memory which is freed just now; the number of all steps. Where what is in it cannot be modelled
 * the model ends. */
static uint32_t add_renewals(Lowering *L, LLVMValueRef call, const Renewals *renewals, VarId result, Targets *targets,
                             Step *steps, uint32_t n)
{
    bool is_zeroed = LLVMGetNumArgOperands(call) == 2 && heap_first_size(call) == 0;
    if (renewals->count && heap_first_size(call) == 1)
        origin_refuse(L, L->pos, "freed memory that realloc gives again cannot be chosen natively");
    for (uint32_t i = 0; i < renewals->count; i++) {
        uint32_t object = renewals->data[i];
        Val address = val_pointer(object, 0), v = address_val(L, &address);
        targets_join(L->run, targets, v.targets);
        steps[n].guard = freed_term(L, object);
        step_assign(L, &steps[n], result, v.terms[0]);
        if (bounds_are_variable(L, object)) set_size(L, call, object, &steps[n]);
        if (renew_object(L, call, object, is_zeroed, &steps[n])) {
            n++;
            continue;
        }
        const char *name = L->objects.data[object].name;
        emit_limit(L, freed_term(L, object),
                   lower_reason(L, run_format(L->run, "freed memory (%s) that is too large is given again", name)));
        step_free(L, &steps[n]);
        steps[n] = (Step){0};
    }
    return n;
}

/* Whether other threads can see which memory the call gives: what is given again, and a shared pool's next object. */
static bool is_noticed(Lowering *L, uint32_t object, const Renewals *renewals)
{
    return renewals->count || (L->objects.data[object].is_shared && heap_is_pooled(L, L->objects.data[object].value));
}

/* What asks for more than is modelled may be had with 64 bits, and with 32 where several objects share the addresses
 * (else objects are as large as they can be, and malloc fails beyond that). Where a call may fail, that it does so for
 * more than a part of all addresses is an assumption, which is printed: the condition of it. Otherwise, and where
 * objects are cut, the model ends; TERM_NONE. */
static Term limit_size(Lowering *L, LLVMValueRef call, uint64_t size, bool may_fail)
{
    if (size != 0 || (variable_size(L) == INT32_MAX && L->pointer_width == 32)) return TERM_NONE;
    Term too_much = size_is_too_much(L, call);
    if (term_is_false(L->tm, too_much)) return TERM_NONE;
    if (may_fail && !cut_is_used(L)) {
        assumption_size(L, variable_size(L));
        return too_much;
    }
    emit_limit(L, too_much,
               lower_reason(L, run_format(L->run, "more than %u bytes are allocated", (unsigned)variable_size(L))));
    return TERM_NONE;
}

/* Adds the address of new memory, or 0, to what the call gives. The operands are used no more. */
static Val allocate_object(Lowering *L, LLVMValueRef call, uint64_t size)
{
    bool has_arena = arena_is_used(L, call, size);
    uint32_t count = has_arena ? 0 : heap_is_pooled(L, call) ? POOL : 1;
    const MemoryFailure failure = L->options->memory;
    bool may_fail = failure == MEMORY_FAILS || (failure == MEMORY_COVERED && !memory_is_asked(L));
    if (!may_fail) assumption_allocation(L);
    if (size == 0 && deref_is_asked(L)) /* whether that gives NULL or memory that must not be used C leaves open */
        emit_limit(L, term_eq(L->tm, size_requested(L, call), term_bv(L->tm, 64, 0)),
                   lower_reason(L, "0 bytes are allocated"));
    Term fails = limit_size(L, call, size, may_fail);
    Targets *targets = run_alloc(L->run, sizeof *targets);
    Renewals renewals = {0};
    uint32_t objects[POOL] = {0};
    for (uint32_t k = 0; k < count; k++)
        objects[k] = allocated_object(L, call, k, size);
    renew_find(L, objects, count, &renewals);
    Step *steps = run_alloc(L->run, (count + renewals.count + 2) * sizeof *steps);
    VarId used = {NO_ID}, result = var_temporary(L, "allocated", sort_bv(L->pointer_width), false);
    if (count > 1) used = pool_count(L, call, objects);
    for (uint32_t k = 0; k < count; k++) {
        Val address = val_pointer(objects[k], 0), v = address_val(L, &address);
        targets_join(L->run, targets, v.targets);
        step_assign(L, &steps[k], result, v.terms[0]);
        lost_note_made(L, &steps[k], objects[k]);
        if (size == 0) set_size(L, call, objects[k], &steps[k]);
        if (heap_first_size(call) == 0)
            steps[k].memory = origin_memory(L, call, objects[k], false, NULL, is_noticed(L, objects[k], &renewals));
        if (count == 1) continue;
        Term is_next = term_eq(L->tm, var_term(L, used), term_bv(L->tm, 32, k));
        conjoin_guard(L, &steps[k], is_next);
        step_assign(L, &steps[k], used, term_bv(L->tm, 32, k + 1));
    }
    operands_retire(L, call);
    uint32_t n = count;
    if (has_arena) arena_take(L, call, size, result, targets, &steps[n++]);
    if (may_fail) {
        step_assign(L, &steps[n], result, term_bv(L->tm, L->pointer_width, 0));
        steps[n].fails = true;
        if (failure != MEMORY_FAILS) steps[n].approximate = "an allocation fails";
        n++;
    }
    if (count > 1)
        emit_limit(L, term_eq(L->tm, var_term(L, used), term_bv(L->tm, 32, count)),
                   lower_reason(L, run_format(L->run, "more than %u objects are allocated", count)));
    for (uint32_t k = 0; k < count; k++)
        CHECK(L->objects.data[objects[k]].kind == OBJECT_HEAP && L->objects.data[objects[k]].base);
    uint32_t failing = may_fail ? n - 1 : n;
    n = add_renewals(L, call, &renewals, result, targets, steps, n);
    for (uint32_t i = 0; i < n && term_is(fails); i++)
        if (i != failing) conjoin_guard(L, &steps[i], term_not(L->tm, fails));
    steps_emit(L, steps, n);
    vec_free(L->run, &renewals);
    run_release(L->run, steps);
    return address_of(var_term(L, result), targets);
}

static void note_pooled(Lowering *L, LLVMValueRef call)
{
    Frame *f = L->frame;
    if (f->in_loop || function_in_cycle(L->run, f->info, LLVMGetInstructionParent(call)))
        facts_add(L, call, 0, FACT_POOLED);
}

void lower_malloc(Lowering *L, LLVMValueRef call, bool is_calloc)
{
    if (LLVMGetNumArgOperands(call) != (is_calloc ? 2 : 1) || heap_first_size(call) != 0)
        lower_refuse(L, "the allocation has the wrong arguments; correct the call");
    note_pooled(L, call);
    reads_flush(L);
    Val result = allocate_object(L, call, size_constant(L, call));
    value_bind(L, L->frame, call, result);
}

/* ---- realloc ---- */

/* C says of the old memory only that it must not be used any more, so that the new memory is always another object. */

typedef struct Copy {
    Val to, from;
    uint64_t length; /* what is copied at most; 0 = not constant */
    uint32_t leaves;
} Copy;

static LLVMTypeRef array_element(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMArrayTypeKind ? LLVMGetElementType(type) : type;
}

/* What the one holds the other holds. */
static void share_compared_types(Lowering *L, const Val *a, const Val *b)
{
    for (uint32_t i = 0; i < a->targets->list.count; i++) {
        const Target *t = &a->targets->list.data[i];
        if (!LLVMIsACallInst(t->value)) continue;
        LLVMTypeRef type = heap_row(L, t->value, t->scope)->type;
        for (uint32_t k = 0; type && k < b->targets->list.count; k++)
            if (LLVMIsACallInst(b->targets->list.data[k].value))
                heap_suggest_type(L, object_of_target(L, &b->targets->list.data[k]), type);
    }
}

static void count_copied_leaf(Lowering *L, void *arg, uint64_t offset, LLVMTypeRef type)
{
    Copy *copy = arg;
    if (offset + LLVMABISizeOfType(L->layout, type) <= copy->length) copy->leaves++;
}

static uint64_t known_size(Lowering *L, const Object *o)
{
    return o->kind == OBJECT_HEAP ? heap_row(L, o->value, o->scope)->size : 0;
}

/* A scalar of the new object must not lie across the end of an old one. */
static void check_ends(Lowering *L, const Copy *copy, uint64_t offset, uint64_t size)
{
    for (uint32_t i = 0; i < copy->from.targets->list.count; i++) {
        uint32_t object = object_of_target(L, &copy->from.targets->list.data[i]);
        uint64_t end = known_size(L, &L->objects.data[object]);
        if (offset < end && end < offset + size)
            lower_refuse(L, "realloc of memory that ends inside of a scalar is not supported; allocate whole scalars");
    }
}

static void copy_leaf(Lowering *L, void *arg, uint64_t offset, LLVMTypeRef type)
{
    Copy *copy = arg;
    if (offset >= copy->length || !L->cursor.is_reachable) return;
    CHECK(copy->leaves <= COPY_LEAVES && val_is_valid(L, &copy->to) && val_is_valid(L, &copy->from));
    check_ends(L, copy, offset, LLVMABISizeOfType(L->layout, type));
    Val from = copy->from, to = copy->to;
    from.offset += (int64_t)offset;
    to.offset += (int64_t)offset;
    /* What a smaller object does not have is left as it is: arbitrary. */
    Val kept = address_read(L, &to, type, NULL, true);
    Val v = address_read_or(L, &from, type, &kept);
    if (L->cursor.is_reachable) address_write(L, &to, type, &v, NULL);
}

/* Whether bytes behind those of the old object must be arbitrary in the new one but are not in the old one. */
static bool grows_behind_zeros(Lowering *L, const Object *from, const Object *to)
{
    uint64_t a = known_size(L, from), b = known_size(L, to);
    return from->is_zeroed && (a == 0 || b == 0 || b > a);
}

typedef struct ArrayCopy {
    uint32_t to, from;
    Step *step;
} ArrayCopy;

static void copy_array(Lowering *L, void *arg, uint64_t offset, LLVMTypeRef type)
{
    ArrayCopy *copy = arg;
    Val to = val_pointer(copy->to, (int64_t)offset), from = val_pointer(copy->from, (int64_t)offset);
    facts_add(L, L->objects.data[copy->to].value, offset, FACT_INDEXED);
    facts_add(L, L->objects.data[copy->from].value, offset, FACT_INDEXED);
    Place a = place_find(L, &to, type, true), b = place_find(L, &from, type, false);
    bool fits = a.kind == PLACE_CELL && b.kind == PLACE_CELL && L->cells.data[a.cell].kind == CELL_ARRAY &&
                L->cells.data[b.cell].kind == CELL_ARRAY;
    if (!fits) lower_refuse(L, "realloc of an array that is accessed in pieces is not supported; allocate and copy");
    Val v = place_read(L, &b);
    Step first = {0};
    place_assign(L, &a, &v, &first); /* for the pointers that are kept there */
    step_free(L, &first);
    CHECK(L->cells.data[a.cell].size == L->cells.data[b.cell].size);
    step_assign(L, copy->step, L->cells.data[a.cell].var, var_term(L, L->cells.data[b.cell].var));
}

/* All elements at once, from one object to one object. */
static void copy_arrays(Lowering *L, const Choice *to, const Choice *from, Step *step)
{
    const Object *a = &L->objects.data[to->val.object], *b = &L->objects.data[from->val.object];
    bool are_arrays = LLVMGetTypeKind(a->type) == LLVMArrayTypeKind && LLVMGetTypeKind(b->type) == LLVMArrayTypeKind;
    bool are_whole = !to->val.offset && !from->val.offset && !to->val.count && !from->val.count;
    if (!are_arrays || array_element(a->type) != array_element(b->type) || !are_whole)
        lower_refuse(L, "realloc of memory whose type is not known is not supported; allocate and copy");
    if (grows_behind_zeros(L, b, a))
        lower_refuse(L, "realloc of more memory than calloc gave is not supported for large arrays; allocate and copy");
    ArrayCopy copy = {to->val.object, from->val.object, step};
    step->guard = term_and(L->tm, to->guard, from->guard);
    leaves_for_each(L, array_element(a->type), false, copy_array, &copy);
}

static void copy_all_arrays(Lowering *L, const Copy *copy)
{
    Choices to = {0}, from = {0};
    choices_find(L, &copy->to, &to);
    choices_find(L, &copy->from, &from);
    Step *steps = run_alloc(L->run, (to.count * from.count + 1) * sizeof *steps);
    uint32_t n = 0;
    for (uint32_t i = 0; i < to.count; i++)
        for (uint32_t k = 0; k < from.count; k++)
            if (from.data[k].val.kind == VAL_POINTER) copy_arrays(L, &to.data[i], &from.data[k], &steps[n++]);
    CHECK(n <= to.count * from.count);
    if (n)
        steps_emit(L, steps, n);
    else
        condition_add(L, term_bool(L->tm, false));
    vec_free(L->run, &to);
    vec_free(L->run, &from);
}

static void copy_contents(Lowering *L, Copy *copy)
{
    CHECK(copy->to.kind == VAL_ADDRESS && copy->to.targets->list.count > 0);
    uint32_t first = object_of_target(L, &copy->to.targets->list.data[0]);
    LLVMTypeRef type = L->objects.data[first].type;
    uint64_t longest = 0;
    for (uint32_t i = 0; i < copy->from.targets->list.count; i++) {
        uint32_t object = object_of_target(L, &copy->from.targets->list.data[i]);
        uint64_t size = known_size(L, &L->objects.data[object]);
        if (size == 0) copy->length = 0;
        if (size > longest) longest = size;
    }
    if (copy->length > longest) copy->length = longest;
    if (copy->length && copy->length <= 4096) leaves_for_each(L, type, false, count_copied_leaf, copy);
    bool with_padding = object_uses_padding(L, first);
    if (copy->length && copy->length <= 4096 && copy->leaves <= COPY_LEAVES)
        leaves_for_each(L, type, with_padding, copy_leaf, copy);
    else
        copy_all_arrays(L, copy);
}

/* What cannot be copied ends the model there only: the other way goes on. */
static void try_contents(Lowering *L, Copy *copy)
{
    Tolerance here = {.reason = NULL}, *outer = L->tolerance;
    if (!outer) {
        copy_contents(L, copy);
        return;
    }
    L->tolerance = &here;
    if (setjmp(here.env) == 0) copy_contents(L, copy);
    L->tolerance = outer;
    CHECK(here.reason || cursor_is_valid(L, &L->cursor));
    if (!here.reason) return;
    diag_add(L->run, SEVERITY_WARNING, L->pos, "%s; what follows is not examined%s", here.text, here.remedy);
    if (!L->cursor.is_reachable) return;
    emit_limit(L, TERM_NONE, here.reason);
    condition_add(L, term_bool(L->tm, false));
}

/* Copies when there is something to copy, and memory for it. */
static void copy_if_needed(Lowering *L, Copy *copy)
{
    Step saves = {0};
    step_save_all(L, &saves);
    step_emit(L, &saves);
    LocId start = cursor_loc(L);
    CHECK(reads_are_saved(L));             /* both ways start there */
    vec_free(L->run, &L->cursor.dangling); /* the copies must not share it */
    const Cursor here = L->cursor;
    Term zero = term_bv(L->tm, L->pointer_width, 0);
    Term needed = term_and(L->tm, term_ne(L->tm, copy->to.terms[0], zero), term_ne(L->tm, copy->from.terms[0], zero));
    BlockState join = {0};
    for (int copies = 0; copies < 2; copies++) {
        L->cursor = here;
        L->cursor.has_loc = true;
        L->cursor.loc = start;
        Step enter = {.guard = copies ? needed : term_not(L->tm, needed)};
        step_emit(L, &enter);
        if (copies && L->cursor.is_reachable) try_contents(L, copy);
        if (!L->cursor.is_reachable) continue;
        Step leave = {0};
        step_save_all(L, &leave);
        join_enter(L, &join, NULL, &leave, false);
    }
    L->cursor = (Cursor){.is_reachable = join.has_loc, .has_loc = join.has_loc, .loc = join.loc, .depth = join.depth};
}

/* Behind the copy: nobody gets the old memory before. */
static void free_old(Lowering *L, const Val *new, const Val *old)
{
    bool is_shared;
    if (!L->cursor.is_reachable || !renew_is_tracked(L, old, &is_shared)) return;
    access_begin(L, is_shared);
    origin_refuse(L, L->pos, "memory that realloc frees and malloc may give again cannot be chosen natively");
    renew_mark_freed(L, old, term_ne(L->tm, new->terms[0], term_bv(L->tm, L->pointer_width, 0)));
}

void lower_realloc(Lowering *L, LLVMValueRef call)
{
    if (LLVMGetNumArgOperands(call) != 2 || heap_first_size(call) != 1)
        lower_refuse(L, "the allocation has the wrong arguments; correct the call");
    note_pooled(L, call);
    assumption_free(L);
    values_flush(L);
    Val old = operand_val(L, LLVMGetOperand(call, 0));
    old = address_val(L, &old);
    address_keep(L, &old);
    free_check(L, &old);
    if (!L->cursor.is_reachable) {
        operands_retire(L, call);
        return;
    }
    uint64_t size = size_constant(L, call);
    Val result = allocate_object(L, call, size);
    if (old.targets->has_number)
        lower_refuse(L, "a pointer that may be an address or a number is not supported in realloc; keep addresses and "
                        "numbers apart");
    reuse_note_freed(L, old.targets);
    reuse_note_resized(L, old.targets);
    if (old.targets->list.count) {
        share_compared_types(L, &old, &result);
        share_compared_types(L, &result, &old);
        Copy copy = {result, old, size, 0};
        /* Before the types are known the copy would be made byte by byte, and would leave its mark on them. */
        if (!L->facts->has_changed) copy_if_needed(L, &copy);
        free_old(L, &result, &old);
    }
    value_bind(L, L->frame, call, result);
}
