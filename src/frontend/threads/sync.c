/* Synchronisation objects: a cell with variables of its own, whatever the C library keeps in that memory.
 *
 *   mutex        held; where it may be of another type than the default one: its type, and in each thread how often
 *                the thread holds it
 *   attribute    the type that pthread_mutexattr_settype sets
 *   rwlock       held by a writer; the number of read locks; in each thread, whether it is the writer, or how often a
 *                reader
 *   spinlock     held
 *   once         somebody has begun; it has been done
 *   barrier      open: threads are leaving; how many it is for; how many are inside; whether one has been told that it
 *                is the serial one
 *   semaphore    the value
 *
 * Static storage starts with all of them zero, which is what the static initialisers mean. */
#include "frontend/threads/sync.h"

#include <string.h>

#include "term/boolean.h"

/* ---- types ---- */

#define INTEGER 0

typedef struct SyncInfo {
    const char *name;
    const char *type; /* of the objects; NULL: a scalar */
    const char *c11;  /* likewise, in <threads.h> */
    const char *vars[1 + SYNC_VARS];
    uint8_t widths[1 + SYNC_VARS]; /* 1 = Boolean; INTEGER = mathematical */
} SyncInfo;

static const SyncInfo infos[] = {
    [SYNC_MUTEX] = {"mutex", "union.pthread_mutex_t", "union.mtx_t", {"", ".type"}, {1, 32}},
    [SYNC_ATTRIBUTE] = {"mutex attribute", "union.pthread_mutexattr_t", NULL, {""}, {32}},
    [SYNC_RWLOCK] = {"read-write lock", "union.pthread_rwlock_t", NULL, {".writer", ".readers"}, {1, INTEGER}},
    [SYNC_SPINLOCK] = {"spin lock", NULL, NULL, {""}, {1}},
    [SYNC_ONCE] = {"once control", NULL, NULL, {".begun", ".done"}, {1, 1}},
    [SYNC_BARRIER] =
        {"barrier", "union.pthread_barrier_t", NULL, {".open", ".count", ".inside", ".serial"}, {1, 32, 32, 1}},
    [SYNC_SEMAPHORE] = {"semaphore", "union.sem_t", NULL, {""}, {32}},
};

/* The types of linked files get numbers: union.sem_t.3. */
static bool is_named(const char *name, const char *wanted)
{
    size_t n = wanted ? strlen(wanted) : 0;
    return n && strncmp(name, wanted, n) == 0 && (name[n] == 0 || name[n] == '.');
}

static bool find_kind(LLVMTypeRef type, SyncKind *kind)
{
    bool is_struct = LLVMGetTypeKind(type) == LLVMStructTypeKind && !LLVMIsLiteralStruct(type);
    const char *name = is_struct ? LLVMGetStructName(type) : NULL;
    if (!name) return false;
    for (unsigned k = 0; k < sizeof infos / sizeof infos[0]; k++)
        if (is_named(name, infos[k].type) || is_named(name, infos[k].c11)) {
            *kind = (SyncKind)k;
            return true;
        }
    *kind = SYNC_MUTEX; /* also of other C libraries */
    return strstr(name, "pthread_mutex") && !strstr(name, "pthread_mutexattr");
}

bool type_is_mutex(LLVMTypeRef type)
{
    SyncKind kind;
    return find_kind(type, &kind);
}

SyncKind sync_kind(LLVMTypeRef type)
{
    SyncKind kind = SYNC_MUTEX;
    find_kind(type, &kind);
    return kind;
}

const char *sync_name(SyncKind kind) { return infos[kind].name; }

bool sync_is_scalar(SyncKind kind) { return !infos[kind].type; }

LLVMTypeRef sync_type(Lowering *L, SyncKind kind)
{
    const SyncInfo *info = &infos[kind];
    if (!info->type) return LLVMInt32TypeInContext(L->context);
    LLVMTypeRef type = LLVMGetTypeByName2(L->context, info->type);
    return type || !info->c11 ? type : LLVMGetTypeByName2(L->context, info->c11);
}

/* ---- variables ---- */

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

static VarId declare(Lowering *L, const Object *o, const char *name, unsigned width, uint64_t init)
{
    Var var = {0};
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

uint32_t sync_initial(Lowering *L, SyncKind kind, const Object *o, uint64_t offset, uint64_t size)
{
    if (!LLVMGetInitializer(o->value)) return 0;
    if (kind == SYNC_MUTEX) return mutex_initial_type(L, o, offset, size);
    if (!initial_is_null(L, o, offset, size))
        lower_refuse(L, "the initialiser of the %s `%s` is not supported; use the initialiser that is all zero",
                     sync_name(kind), o->name);
    return 0;
}

void sync_declare(Lowering *L, uint32_t cell, const char *name)
{
    Cell *c = &L->cells.data[cell];
    const Object copy = L->objects.data[c->object]; /* initialisers may add objects */
    const Object *o = &copy;
    const SyncInfo *info = &infos[c->sync];
    bool is_static = o->kind == OBJECT_GLOBAL || o->kind == OBJECT_THREAD_LOCAL;
    uint32_t type = is_static ? sync_initial(L, c->sync, o, c->offset, c->size) : 0;
    if (type != 0) facts_add(L, o->value, c->offset, FACT_TYPED);
    bool has_type = c->sync != SYNC_MUTEX || is_typed(L, o, c->offset);
    for (unsigned k = 0; k <= SYNC_VARS; k++) {
        VarId v = {NO_ID};
        if (info->vars[k] && (k == 0 || has_type)) {
            const char *full = run_format(L->run, "%s%s", name, info->vars[k]);
            v = declare(L, o, full, info->widths[k], k == 1 ? type : 0);
        }
        c = &L->cells.data[cell];
        if (k == 0)
            c->var = v;
        else
            c->more[k - 1] = v;
    }
}

bool sync_is_typed(const Lowering *L, uint32_t cell)
{
    const Cell *c = &L->cells.data[cell];
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

/* ---- operands ---- */

void sync_begin(Lowering *L, LLVMValueRef call, unsigned arguments)
{
    if (LLVMGetNumArgOperands(call) < arguments)
        lower_refuse(L, "%s needs %u argument%s; correct the call", L->callee, arguments, arguments == 1 ? "" : "s");
    reads_flush(L);
    values_flush(L); /* several steps follow, perhaps */
}

Term sync_number(Lowering *L, LLVMValueRef operand)
{
    Term t = operand_term(L, operand);
    if (!sort_same(term_sort(L->tm, t), sort_bv(32)))
        lower_refuse(L, "%s is called with a number that is not an int; correct the call", L->callee);
    return t;
}

void sync_refuse_atomic(Lowering *L)
{
    if (L->cursor.depth > 0)
        lower_refuse(L, "waiting inside an atomic section is not supported; end the section first");
}

/* Behind the last element, or before the first: a pointer there may exist, but not be used. */
static bool is_outside(Lowering *L, const Choice *c)
{
    const Object *o = &L->objects.data[c->val.object];
    return term_is(c->guard) && o->type &&
           (c->val.offset < 0 || (uint64_t)c->val.offset >= LLVMABISizeOfType(L->layout, o->type));
}

/* See place_try. */
static const char *cell_try(Lowering *L, const Val *address, SyncKind kind, uint32_t *cell)
{
    Tolerance here = {.reason = NULL}, *outer = L->tolerance;
    L->tolerance = &here;
    if (setjmp(here.env) == 0) *cell = sync_cell(L, address, kind);
    L->tolerance = outer;
    return here.reason;
}

void sync_find(Lowering *L, LLVMValueRef operand, SyncKind kind, SyncTargets *targets)
{
    Val address = operand_val(L, operand);
    Choices choices = {0};
    choices_find_exact(L, &address, &choices);
    for (uint32_t i = 0; i < choices.count; i++) {
        const Choice *c = &choices.data[i];
        if (c->val.kind != VAL_POINTER || is_outside(L, c)) continue;
        SyncTarget t = {c->guard, NO_ID};
        const char *why = NULL;
        if (choices.count > 1)
            why = cell_try(L, &c->val, kind, &t.cell);
        else
            t.cell = sync_cell(L, &c->val, kind);
        if (why)
            emit_limit(L, t.guard, why);
        else
            vec_push(L->run, targets, t);
    }
    vec_free(L->run, &choices);
}

VarId sync_var(const Lowering *L, const SyncTarget *target, unsigned k)
{
    const Cell *c = &L->cells.data[target->cell];
    return k ? c->more[k - 1] : c->var;
}

Term sync_term(Lowering *L, const SyncTarget *target, unsigned k) { return var_term(L, sync_var(L, target, k)); }

/* ---- outcomes ---- */

static Sort result_sort(Lowering *L, LLVMValueRef call)
{
    bool is_void = LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind;
    return is_void ? sort_bv(32) : type_sort(L, LLVMTypeOf(call));
}

Term result_term(Lowering *L, LLVMValueRef call, uint64_t value)
{
    return term_const(L->tm, result_sort(L, call), value);
}

Step *outcome_add(Lowering *L, Outcomes *outcomes, const SyncTarget *target, Term guard, Term result)
{
    Outcome o = {0};
    o.result = result;
    o.step.guard = guard;
    if (target && term_is(target->guard))
        o.step.guard = term_is(guard) ? term_and(L->tm, target->guard, guard) : target->guard;
    vec_push(L->run, outcomes, o);
    return &vec_last(outcomes).step;
}

Term outcomes_emit(Lowering *L, LLVMValueRef call, Outcomes *outcomes, const char *name, bool is_needed)
{
    if (outcomes->count == 0) {
        condition_add(L, term_bool(L->tm, false));
        return result_term(L, call, 0);
    }
    Term result = outcomes->data[0].result;
    bool differ = false;
    for (uint32_t i = 1; i < outcomes->count; i++)
        differ |= !term_same(outcomes->data[i].result, result);
    if (differ && is_needed) {
        VarId v = var_temporary(L, name, result_sort(L, call), true);
        for (uint32_t i = 0; i < outcomes->count; i++)
            step_assign(L, &outcomes->data[i].step, v, outcomes->data[i].result);
        result = var_term(L, v);
    }
    Step *steps = run_alloc(L->run, outcomes->count * sizeof *steps);
    for (uint32_t i = 0; i < outcomes->count; i++)
        steps[i] = outcomes->data[i].step;
    steps_emit(L, steps, outcomes->count);
    run_release(L->run, steps);
    vec_free(L->run, outcomes);
    return result;
}

void result_bind(Lowering *L, LLVMValueRef call, Term result)
{
    if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind) value_bind(L, L->frame, call, val_term(result));
}

void outcomes_finish(Lowering *L, LLVMValueRef call, Outcomes *outcomes, const char *name)
{
    Term result = outcomes_emit(L, call, outcomes, name, LLVMGetFirstUse(call) != NULL);
    result_bind(L, call, result);
}
