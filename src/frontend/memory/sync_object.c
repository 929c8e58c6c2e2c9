#include "frontend/memory/sync_object.h"

#include <string.h>

#include "base/check.h"
#include "frontend/memory/initial.h"
#include "frontend/memory/object.h"
#include "frontend/model/sync_type.h"
#include "frontend/memory/walk.h"
#include "frontend/model/emit.h"
#include "frontend/model/facts.h"
#include "frontend/model/names.h"
#include "frontend/model/origin.h"
#include "term/boolean.h"

#define INTEGER 0

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
static bool is_asked(const Lowering *L, const char *name, bool is_c11)
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

bool sync_has_attributes(const Lowering *L) { return is_asked(L, "pthread_mutexattr_settype", false); }

/* Whether the mutex needs a variable for its type. */
static bool is_typed(Lowering *L, const Object *o, uint64_t offset)
{
    return sync_has_attributes(L) || is_asked(L, "mtx_init", true) || facts_has(L->facts, o->value, offset, FACT_TYPED);
}

/* Variable k says who has the lock. */
static bool says_who_has_it(SyncKind kind, unsigned k)
{
    return kind == SYNC_RWLOCK || (k == 0 && (kind == SYNC_MUTEX || kind == SYNC_SPINLOCK));
}

/* As the source calls it, without what the C library has inside. */
static const char *lock_name(Lowering *L, const char *name)
{
    const char *inside = strstr(name, ".__");
    return run_strndup(L->run, name, inside ? (size_t)(inside - name) : strlen(name));
}

static VarId declare(Lowering *L, const Object *o, const char *name, const char *lock, unsigned width, uint64_t init)
{
    Var var = {.lock = lock};
    bool is_static = o->kind == OBJECT_GLOBAL || o->kind == OBJECT_THREAD_LOCAL || o->is_zeroed;
    var.name = name_unique(L, name);
    var.sort = width == INTEGER ? sort_int() : width == 1 ? sort_bool() : sort_bv(width);
    var.is_signed = width == INTEGER;
    var.class = o->is_shared ? VAR_SHARED : VAR_LOCAL;
    var.template = L->thread->id;
    var.init = is_static ? term_const(L->tm, var.sort, init) : TERM_NONE;
    var.pos = o->pos;
    return var_add(L, &var, o->is_shared ? NULL : &L->everyone);
}

static uint32_t mutex_initial_type(Lowering *L, const Object *o, uint64_t offset, uint64_t size)
{
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
        Sort sort = info->widths[k] == INTEGER ? sort_int()
                    : info->widths[k] == 1     ? sort_bool()
                                               : sort_bv(info->widths[k]);
        is_valid = info->names[k] && program_has_var(L->program, v) && sort_same(L->program->vars.data[v.i].sort, sort);
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
            const char *lock = says_who_has_it(c->sync, k) ? lock_name(L, name) : NULL;
            v = declare(L, o, full, lock, info->widths[k], k == 1 ? type : 0);
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

void sync_reset(Lowering *L, uint32_t cell, uint32_t type, Step *step)
{
    const Cell c = L->cells.data[cell];
    CHECK(has_its_variables(L, cell) && type < MUTEX_TYPE_MAX && (type == 0 || c.sync == SYNC_MUTEX));
    if (type != 0) facts_add(L, L->objects.data[c.object].value, c.offset, FACT_TYPED);
    for (unsigned k = 0; k <= SYNC_VARS; k++) {
        VarId v = k ? c.more[k - 1] : c.var;
        if (v.i == NO_ID) continue;
        bool is_type = c.sync == SYNC_MUTEX && k == 1;
        step_assign(L, step, v, term_const(L->tm, L->program->vars.data[v.i].sort, is_type ? type : 0));
    }
    if (!sync_is_typed(L, cell) && c.sync != SYNC_RWLOCK) return;
    step_assign(L, step, sync_own(L, cell), term_bv(L->tm, 32, 0));
}

void sync_havoc(Lowering *L, uint32_t cell, Step *step)
{
    const Cell c = L->cells.data[cell];
    for (unsigned k = 0; k <= SYNC_VARS; k++) {
        VarId v = k ? c.more[k - 1] : c.var;
        if (v.i != NO_ID) step_assign(L, step, v, fresh_input(L, L->program->vars.data[v.i].sort, "byte"));
    }
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
    while (type_is_aggregate(w.type) && !(type_is_mutex(w.type) && w.rest == 0)) {
        is_inside |= is_library_struct(w.type);
        if (LLVMGetTypeKind(w.type) == LLVMArrayTypeKind)
            walk_array(L, &w);
        else
            walk_struct(L, &w);
    }
    walk_check_placed(L, &w);
    bool is_kind = type_is_aggregate(w.type) ? sync_kind(w.type) == kind : sync_is_scalar(kind) || is_inside;
    if (w.is_indexed && heap_stride(L, &L->objects.data[address->object]))
        heap_refuse_arena(L, &L->objects.data[address->object]);
    if (w.is_indexed || w.is_outside || w.rest != 0 || !is_kind)
        lower_refuse(L, "the address is not that of a %s; pass the address of a %s", sync_name(kind), sync_name(kind));
    if (!type_is_aggregate(w.type))
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
    CHECK(L->cells.data[id].sync == kind && has_its_variables(L, id));
    return id;
}
