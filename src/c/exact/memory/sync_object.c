#include "c/exact/memory/sync_object.h"

#include <string.h>

#include "base/check.h"
#include "c/exact/memory/address.h"
#include "c/exact/memory/initial.h"
#include "c/exact/memory/object.h"
#include "c/exact/memory/place.h"
#include "c/exact/memory/walk.h"
#include "c/exact/model/arena.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/names.h"
#include "c/exact/model/origin.h"
#include "c/exact/model/sync_type.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"

#define INTEGER 0
#define FEW 16 /* elements of an array */

static const Handing hands[][1 + SYNC_VARS] = {
    [SYNC_MUTEX] = {HANDS_LOCK, HANDS_NOTHING},
    [SYNC_ATTRIBUTE] = {HANDS_NOTHING},
    [SYNC_RWLOCK] = {HANDS_LOCK, HANDS_READERS},
    [SYNC_SPINLOCK] = {HANDS_LOCK},
    [SYNC_ONCE] = {HANDS_NOTHING, HANDS_END},
    [SYNC_BARRIER] = {HANDS_BARRIER, HANDS_BARRIER, HANDS_BARRIER, HANDS_BARRIER},
    [SYNC_SEMAPHORE] = {HANDS_PERMITS},
};

typedef struct SyncVars {
    const char *names[1 + SYNC_VARS];
    uint8_t widths[1 + SYNC_VARS]; /* 1 = Boolean; INTEGER = mathematical */
} SyncVars;

static const SyncVars vars[] = {
    [SYNC_MUTEX] = {{"", ".type"}, {1, 32}},
    [SYNC_ATTRIBUTE] = {{""}, {32}},
    [SYNC_RWLOCK] = {{".writer", ".readers"}, {1, INTEGER}},
    [SYNC_SPINLOCK] = {{""}, {1}},
    [SYNC_ONCE] = {{".begun", ".done"}, {1, 1}},
    [SYNC_BARRIER] = {{".open", ".count", ".inside", ".serial"}, {1, 32, 32, 1}},
    [SYNC_SEMAPHORE] = {{""}, {32}},
};

/* Whether some call of the function asks for a type of mutexes that is not like the default one. */
static bool is_mutex_type_asked(const Lowering *L, const char *name, bool is_c11)
{
    LLVMValueRef function = LLVMGetNamedFunction(L->module, name);
    for (LLVMUseRef u = function ? LLVMGetFirstUse(function) : NULL; u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool is_call = LLVMIsACallInst(user) && LLVMGetCalledValue(user) == function && LLVMGetNumArgOperands(user) > 1;
        LLVMValueRef type = is_call ? LLVMGetOperand(user, 1) : NULL;
        if (!type || !LLVMIsAConstantInt(type)) return true;
        uint64_t value = LLVMConstIntGetZExtValue(type);
        if (is_c11 ? value & 1 : value != 0 && value != 3) return true;
    }
    return false;
}

bool sync_has_attributes(const Lowering *L) { return is_mutex_type_asked(L, "pthread_mutexattr_settype", false); }

/* Whether the mutex needs a variable for its type. */
static bool is_typed(Lowering *L, const Object *o, uint64_t offset)
{
    return sync_has_attributes(L) || is_mutex_type_asked(L, "mtx_init", true) ||
           facts_has(L->facts, o->value, offset, FACT_TYPED);
}

/* Variable k says who has the lock. */
static bool says_who_has_it(SyncKind kind, unsigned k)
{
    return kind == SYNC_RWLOCK || (k == 0 && (kind == SYNC_MUTEX || kind == SYNC_SPINLOCK));
}

/* As the source calls it, without what the C library has inside. */
static const char *source_lock_name(Lowering *L, const char *name)
{
    const char *inside = strstr(name, ".__");
    return run_strndup(L->run, name, inside ? (size_t)(inside - name) : strlen(name));
}

static bool is_array_var(const Lowering *L, VarId var) { return L->program->vars.data[var.i].sort.kind == SORT_ARRAY; }

/* The sort of variable k; of an array of objects, that of its elements, where a Boolean is a byte. */
static Sort sync_variable_sort(SyncKind kind, unsigned k, bool is_element)
{
    unsigned width = vars[kind].widths[k];
    return width == INTEGER ? sort_int() : width > 1 ? sort_bv(width) : is_element ? sort_bv(8) : sort_bool();
}

/* One variable for all elements, which are zero at first. */
static void declare_array(Lowering *L, uint32_t cell, const char *name)
{
    Cell *c = &L->cells.data[cell];
    Sort element = sync_variable_sort(c->sync, 0, true);
    Var var = {.name = name_unique(L, name), .sort = sort_array(sort_bv(32), element), .class = VAR_SHARED};
    var.hands = hands[c->sync][0];
    CHECK(L->objects.data[c->object].kind == OBJECT_GLOBAL && L->objects.data[c->object].is_shared);
    var.template = L->thread->id;
    var.init = term_const_array(L->tm, var.sort, term_const(L->tm, element, 0));
    var.pos = L->objects.data[c->object].pos;
    for (unsigned k = 0; k < SYNC_VARS; k++)
        c->more[k] = (VarId){NO_ID};
    c->var = var_add(L, &var, NULL);
}

static VarId declare_sync_variable(Lowering *L, const Object *o, const char *name, const char *lock, Sort sort,
                                   uint64_t init, Handing handing)
{
    Var var = {.lock = lock, .hands = handing};
    bool is_static = o->kind == OBJECT_GLOBAL || o->kind == OBJECT_THREAD_LOCAL || o->is_zeroed ||
                     property_is_asked(L, PROPERTY_VALID_SYNC);
    var.name = name_unique(L, name);
    var.sort = sort;
    var.is_signed = sort.kind == SORT_INT;
    var.class = o->is_shared ? VAR_SHARED : VAR_LOCAL;
    var.template = L->thread->id;
    var.init = is_static ? term_const(L->tm, var.sort, init) : TERM_NONE;
    var.pos = o->pos;
    return var_add(L, &var, o->is_shared ? NULL : &L->everyone);
}

/* Of a global that has the type of what its initialiser says, without a name, a mutex is known by its first word. */
static uint64_t mutex_size(Lowering *L, const Object *o, uint64_t offset, uint64_t size)
{
    uint64_t whole = L->pointer_width == 32 ? 24 : 40, end = object_size(L, o);
    return size < whole && offset + whole <= end ? whole : size;
}

static uint32_t mutex_initial_type(Lowering *L, const Object *o, uint64_t offset, uint64_t size)
{
    size = mutex_size(L, o, offset, size);
    if (initial_is_null(L, o, offset, size)) return 0;
    /* __kind of glibc, for 64 and for 32 bits */
    uint64_t at = size == 40 ? 16 : 12;
    bool is_glibc = size == 40 || size == 24;
    if (is_glibc && initial_is_null(L, o, offset, at) && initial_is_null(L, o, offset + at + 4, size - at - 4)) {
        Val type = initial_val(L, o, offset + at, LLVMInt32TypeInContext(L->context));
        if (type.kind == VAL_TERM && term_is_const(L->tm, type.terms[0]) &&
            term_value(L->tm, type.terms[0]) <= MUTEX_TYPE_MAX)
            return term_value(L->tm, type.terms[0]) == MUTEX_TYPE_MAX ? 0 : (uint32_t)term_value(L->tm, type.terms[0]);
    }
    lower_refuse(L, "the initialiser of the mutex `%s` is not supported; use PTHREAD_MUTEX_INITIALIZER", o->name);
}

uint32_t sync_initial(Lowering *L, SyncKind kind, const Object *o, uint64_t offset, uint64_t size)
{
    if (!LLVMGetInitializer(o->value)) return 0;
    if (kind == SYNC_MUTEX) return mutex_initial_type(L, o, offset, size);
    if (!initial_is_null(L, o, offset, size))
        lower_refuse(L, "the initialiser of the %s `%s` is not supported; use the initialiser that is all zero",
                     sync_name(kind), o->name);
    return 0;
}

/* For checks: the variables that its kind has and no others, of their sorts. A mutex has its type or not. */
static bool has_its_variables(const Lowering *L, uint32_t cell)
{
    const Cell *c = &L->cells.data[cell];
    const SyncVars *info = &vars[c->sync];
    bool is_valid = c->kind == CELL_MUTEX && cell_is_valid(L, cell);
    for (unsigned k = 0; is_valid && k <= SYNC_VARS; k++) {
        VarId v = k ? c->more[k - 1] : c->var;
        bool may_lack = !info->names[k] || (c->sync == SYNC_MUTEX && k == 1);
        if (v.i == NO_ID) {
            is_valid = may_lack;
            continue;
        }
        if (!info->names[k] || !program_has_var(L->program, v)) return false;
        Sort sort = sync_variable_sort(c->sync, k, is_array_var(L, v));
        if (is_array_var(L, v)) sort = sort_array(sort_bv(32), sort);
        is_valid = sort_same(L->program->vars.data[v.i].sort, sort);
    }
    return is_valid;
}

void sync_declare(Lowering *L, uint32_t cell, const char *name)
{
    Cell *c = &L->cells.data[cell];
    const Object copy = L->objects.data[c->object]; /* initialisers may add objects */
    const Object *o = &copy;
    const SyncVars *info = &vars[c->sync];
    bool is_static = o->kind == OBJECT_GLOBAL || o->kind == OBJECT_THREAD_LOCAL;
    uint32_t type = is_static ? sync_initial(L, c->sync, o, c->offset, c->size) : 0;
    if (type != 0) facts_add(L, o->value, c->offset, FACT_TYPED);
    bool has_type = c->sync != SYNC_MUTEX || is_typed(L, o, c->offset);
    for (unsigned k = 0; k <= SYNC_VARS; k++) {
        VarId v = {NO_ID};
        if (info->names[k] && (k == 0 || has_type)) {
            const char *full = run_format(L->run, "%s%s", name, info->names[k]);
            const char *lock = says_who_has_it(c->sync, k) ? source_lock_name(L, name) : NULL;
            v = declare_sync_variable(L, o, full, lock, sync_variable_sort(c->sync, k, false), k == 1 ? type : 0,
                                      hands[c->sync][k]);
        }
        c = &L->cells.data[cell];
        if (k == 0)
            c->var = v;
        else
            c->more[k - 1] = v;
    }
    CHECK(has_its_variables(L, cell));
}

bool sync_is_typed(const Lowering *L, uint32_t cell)
{
    const Cell *c = &L->cells.data[cell];
    CHECK(cell < L->cells.count && c->kind == CELL_MUTEX);
    return c->sync == SYNC_MUTEX && c->more[0].i != NO_ID;
}

VarId sync_own(Lowering *L, uint32_t cell)
{
    origin_refuse(L, L->pos, "locks that know which thread holds them cannot be run natively yet");
    const Var *held = &L->program->vars.data[L->cells.data[cell].var.i];
    const char *name = run_format(L->run, "%s.own", held->name);
    return thread_variable(L, (ThreadVariable){THREAD_HOLDS, cell, sort_bv(32), name, {NO_ID}});
}

VarId sync_owner(Lowering *L, uint32_t cell)
{
    const char *name = run_format(L->run, "%s.own", L->program->vars.data[L->cells.data[cell].var.i].name);
    return thread_variable(L, (ThreadVariable){THREAD_OWNS, cell, sort_bool(), name, {NO_ID}});
}

Term sync_value(Lowering *L, const SyncPlace *place, unsigned k)
{
    const Cell *c = &L->cells.data[place->cell];
    Term all = var_term(L, k ? c->more[k - 1] : c->var);
    if (!term_is(place->index)) return all;
    Term element = term_select(L->tm, all, place->index);
    bool is_boolean = vars[c->sync].widths[k] == 1;
    return is_boolean ? term_ne(L->tm, element, term_const(L->tm, term_sort(L->tm, element), 0)) : element;
}

/* The array becomes what it is, or what the step makes it already, with another value at the index. */
static void assign_element(Lowering *L, Step *step, VarId var, Term index, Term value)
{
    for (uint32_t i = 0; i < step->assigns.count; i++)
        if (step->assigns.data[i].var.i == var.i) {
            Assign *a = &step->assigns.data[i];
            a->value = term_store(L->tm, a->value, index, value);
            return;
        }
    step_assign(L, step, var, term_store(L->tm, var_term(L, var), index, value));
}

void sync_assign(Lowering *L, const SyncPlace *place, unsigned k, Term value, Step *step)
{
    const Cell *c = &L->cells.data[place->cell];
    VarId var = k ? c->more[k - 1] : c->var;
    if (!term_is(place->index)) {
        step_assign(L, step, var, value);
        return;
    }
    Sort sort = sync_variable_sort(c->sync, k, true);
    if (term_sort(L->tm, value).kind == SORT_BOOL)
        value = term_ite(L->tm, value, term_const(L->tm, sort, 1), term_const(L->tm, sort, 0));
    assign_element(L, step, var, place->index, value);
}

void sync_reset(Lowering *L, const SyncPlace *place, uint32_t type, Step *step)
{
    const Cell c = L->cells.data[place->cell];
    CHECK(has_its_variables(L, place->cell) && type < MUTEX_TYPE_MAX && (type == 0 || c.sync == SYNC_MUTEX));
    CHECK(type == 0 || !term_is(place->index));
    if (type != 0) facts_add(L, L->objects.data[c.object].value, c.offset, FACT_TYPED);
    for (unsigned k = 0; k <= SYNC_VARS; k++) {
        VarId v = k ? c.more[k - 1] : c.var;
        if (v.i == NO_ID) continue;
        bool is_type = c.sync == SYNC_MUTEX && k == 1;
        Sort sort = sync_variable_sort(c.sync, k, is_array_var(L, v));
        sync_assign(L, place, k, term_const(L->tm, sort, is_type ? type : 0), step);
    }
    bool is_plain = !sync_is_typed(L, place->cell) && (c.sync == SYNC_MUTEX || c.sync == SYNC_SPINLOCK);
    if (is_plain && property_is_asked(L, PROPERTY_VALID_SYNC))
        step_assign(L, step, sync_owner(L, place->cell), term_bool(L->tm, false));
    if (!sync_is_typed(L, place->cell) && c.sync != SYNC_RWLOCK) return;
    step_assign(L, step, sync_own(L, place->cell), term_bv(L->tm, 32, 0));
}

/* Whoever writes there may have taken the lock for the thread at hand, or given it back. */
static void havoc_owner(Lowering *L, uint32_t cell, Step *step)
{
    SyncKind kind = L->cells.data[cell].sync;
    bool is_lock = kind == SYNC_MUTEX || kind == SYNC_SPINLOCK || kind == SYNC_RWLOCK;
    if (!is_lock || !property_is_asked(L, PROPERTY_VALID_SYNC)) return;
    bool is_counted = kind == SYNC_RWLOCK || sync_is_typed(L, cell);
    VarId own = is_counted ? sync_own(L, cell) : sync_owner(L, cell);
    step_assign(L, step, own, fresh_input(L, is_counted ? sort_bv(32) : sort_bool(), "held"));
}

void sync_havoc(Lowering *L, const SyncPlace *place, Step *step)
{
    const Cell c = L->cells.data[place->cell];
    havoc_owner(L, place->cell, step);
    for (unsigned k = 0; k <= SYNC_VARS; k++) {
        VarId v = k ? c.more[k - 1] : c.var;
        if (v.i == NO_ID) continue;
        sync_assign(L, place, k, fresh_input(L, sync_variable_sort(c.sync, k, is_array_var(L, v)), "byte"), step);
    }
}

/* What a union of the C library holds; a global with an initialiser may be of that type, not of the union's, or of one
 * without a name. */
static bool is_library_struct(LLVMTypeRef type)
{
    if (LLVMGetTypeKind(type) != LLVMStructTypeKind) return false;
    return LLVMIsLiteralStruct(type) || strstr(LLVMGetStructName(type), "__pthread_");
}

/* From the object's start down to the synchronisation object; *is_inside: in a struct of the C library. */
static Walk walk_to_sync(Lowering *L, const Val *address, bool *is_inside)
{
    Walk w = walk_start(L, address);
    while (type_is_aggregate(w.type) && !(type_is_mutex(w.type) && w.rest == 0)) {
        *is_inside |= is_library_struct(w.type);
        if (LLVMGetTypeKind(w.type) == LLVMArrayTypeKind)
            walk_array(L, &w);
        else
            walk_struct(L, &w);
    }
    return w;
}

/* Whether a cell may be an array: locks of the default type, or semaphores, where only assertions are asked. */
static bool may_be_array(Lowering *L, uint32_t object, SyncKind kind)
{
    const Object *o = &L->objects.data[object];
    bool is_simple = kind == SYNC_MUTEX || kind == SYNC_SPINLOCK || kind == SYNC_SEMAPHORE;
    if (!is_simple || o->kind != OBJECT_GLOBAL || !o->is_shared || initial_is_arbitrary(L, o)) return false;
    if (facts_has(L->facts, o->value, 0, FACT_EXPANDED)) return false;
    bool is_named = property_is_asked(L, PROPERTY_NO_DEADLOCK) || property_is_asked(L, PROPERTY_NO_DATA_RACE);
    if (!property_is_asked(L, PROPERTY_UNREACH_CALL) || is_named || memory_is_asked(L)) return false;
    if (kind == SYNC_MUTEX && (sync_has_attributes(L) || is_mutex_type_asked(L, "mtx_init", true))) return false;
    return initial_is_null(L, o, 0, LLVMABISizeOfType(L->layout, o->type)); /* and so all of the default type */
}

/* Few objects that a loop initialises are told apart: its rounds are followed one by one in any case. */
static bool expand_initialised(Lowering *L, const Val *address)
{
    const Object *o = &L->objects.data[address->object];
    uint64_t stride = address->strides[0], size = LLVMABISizeOfType(L->layout, o->type);
    bool is_few = strstr(L->callee, "_init") && stride > 0 && size / stride <= FEW;
    if (is_few) facts_add(L, o->value, 0, FACT_EXPANDED);
    return is_few;
}

bool sync_may_be_element(Lowering *L, const Val *address, SyncKind kind)
{
    if (address->kind != VAL_POINTER || address->count == 0 || !may_be_array(L, address->object, kind)) return false;
    if (expand_initialised(L, address)) return false;
    Walk w = walk_to_sync(L, address, &(bool){false});
    bool is_placed = w.is_indexed && w.rest == 0 && !w.is_outside && type_is_mutex(w.type);
    for (uint32_t i = 0; i < w.address.count; i++)
        is_placed &= w.address.strides[i] == 0;
    walk_end(&w);
    return is_placed;
}

/* The cell where the walk stands, of an array or not. */
static uint32_t cell_of(Lowering *L, uint32_t object, const Walk *w, SyncKind kind, bool is_element)
{
    bool is_new;
    uint64_t size = LLVMABISizeOfType(L->layout, w->type);
    uint32_t id = cell_at(L, object, is_element ? w->start : w->position, size, CELL_MUTEX, &is_new);
    if (L->cells.data[id].var.i == NO_ID) { /* new, or refused before */
        L->cells.data[id].sync = kind;
        if (is_element)
            declare_array(L, id, str_text(&w->array_name));
        else
            sync_declare(L, id, str_text(&w->name));
    } else if (L->cells.data[id].sync != kind) {
        lower_refuse(L, "the memory of `%s` is used both as a %s and as a %s, which is not supported",
                     str_text(&w->name), sync_name(L->cells.data[id].sync), sync_name(kind));
    }
    return id;
}

/* Whether the array that the walk has passed is one cell. When that is new elements may have cells of their own. */
static bool is_element(Lowering *L, uint32_t object, const Walk *w, SyncKind kind)
{
    LLVMValueRef value = L->objects.data[object].value;
    if (!w->is_below_array || !type_is_mutex(w->type) || !may_be_array(L, object, kind)) return false;
    if (facts_has(L->facts, value, w->start, FACT_INDEXED)) return true;
    if (!w->is_indexed) return false;
    facts_add(L, value, w->start, FACT_INDEXED);
    longjmp(L->restart, 1);
}

SyncPlace sync_place(Lowering *L, const Val *address, SyncKind kind)
{
    if (address->kind != VAL_POINTER)
        lower_refuse(L, "a mutex through a pointer whose target is not known statically is not supported yet; pass the "
                        "address of a global mutex");
    if (L->objects.data[address->object].is_external)
        lower_refuse(L, "a lock in memory of the library is not supported; use a lock of the program");
    LLVMTypeRef type = sync_type(L, kind);
    if (type) heap_suggest_targets(L, address, type);
    bool is_inside = !type; /* a type that no declaration needs is not known: memory that is nothing else is one */
    Walk w = walk_to_sync(L, address, &is_inside);
    walk_check_placed(L, &w);
    bool is_kind = type_is_aggregate(w.type) ? sync_kind(w.type) == kind : sync_is_scalar(kind) || is_inside;
    bool is_of_array = is_kind && !w.is_outside && w.rest == 0 && is_element(L, address->object, &w, kind);
    if (w.is_indexed) arena_refuse(L, &L->objects.data[address->object]);
    if ((w.is_indexed && !is_of_array) || w.is_outside || w.rest != 0 || !is_kind)
        lower_refuse(L, "the address is not that of a %s; pass the address of a %s", sync_name(kind), sync_name(kind));
    const Object *o = &L->objects.data[address->object];
    if (!type_is_aggregate(w.type))
        facts_add(L, o->value, object_scalar(o, w.start), kind == SYNC_ONCE ? FACT_SYNC | FACT_ONCE : FACT_SYNC);
    SyncPlace place = {.cell = cell_of(L, address->object, &w, kind, is_of_array)};
    if (is_of_array) place = (SyncPlace){place.cell, w.index, w.condition};
    walk_end(&w);
    CHECK(L->cells.data[place.cell].sync == kind && has_its_variables(L, place.cell));
    return place;
}

bool leaf_is_sync(Lowering *L, const Val *address, LLVMTypeRef type, SyncKind *kind)
{
    if (L->objects.data[address->object].is_external) return false;
    if (!type_is_mutex(type)) return scalar_is_sync(L, address, type, kind);
    *kind = sync_kind(type);
    return true;
}
