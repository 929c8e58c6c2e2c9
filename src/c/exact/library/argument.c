#include "c/exact/library/argument.h"

#include <string.h>

#include "base/check.h"
#include "c/exact/library/extent.h"
#include "c/exact/memory/address.h"
#include "c/exact/memory/bounds.h"
#include "c/exact/memory/choices.h"
#include "c/exact/memory/object.h"
#include "c/exact/memory/operand.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/outside.h"
#include "c/exact/model/sync_type.h"
#include "c/exact/model/values.h"
#include "logic/term/term.h"

/* A letter for each argument: 'o' an object, 'a' one or NULL, 't' a struct timespec, '-' something else. A trailing *
 * of a name matches any rest. */
static const struct {
    const char *name, *uses;
} rows[] = {
    {"pthread_create", "-a"},
    {"pthread_mutex_init", "-a"},
    {"pthread_cond_init", "-a"},
    {"pthread_rwlock_init", "-a"},
    {"pthread_barrier_init", "-a"},
    {"pthread_mutexattr_init", "o"},
    {"pthread_mutexattr_settype", "o"},
    {"pthread_cond_wait", "o"},
    {"pthread_cond_timedwait", "o-t"},
    {"pthread_cond_clockwait", "o--t"},
    {"cnd_wait", "o"},
    {"cnd_timedwait", "o-t"},
    {"mtx_timedlock", "-t"},
    {"pthread_mutex_timedlock", "-t"},
    {"pthread_mutex_clocklock", "--t"},
    {"pthread_rwlock_timed*", "-t"},
    {"pthread_rwlock_clock*", "--t"},
    {"sem_timedwait", "-t"},
    {"sem_clockwait", "--t"},
};

static bool matches_name(const char *pattern, const char *name)
{
    size_t n = strlen(pattern);
    return pattern[n - 1] == '*' ? strncmp(pattern, name, n - 1) == 0 : strcmp(pattern, name) == 0;
}

/* Constants that say nothing of an object of the program are NULL, or addresses of the library's. */
static bool is_object(const Val *v)
{
    return v->kind == VAL_POINTER || (v->kind == VAL_ADDRESS && val_is_address(v) && !v->targets->has_number);
}

/* ---- how large objects are ---- */

static void whole(Lowering *L, const Val *address, uint64_t bytes)
{
    extent_limit(L, address, bytes,
                 lower_reason(L, run_format(L->run, "whether memory is large enough for %s is not known", L->callee)));
}

/* In bytes, with addresses of 64 and of 32 bits. */
typedef struct Size {
    uint8_t on_64, on_32;
} Size;

static uint64_t in_bytes(const Lowering *L, const Size *s) { return L->pointer_width == 64 ? s->on_64 : s->on_32; }

void argument_whole(Lowering *L, const Val *address, SyncKind kind)
{
    static const Size sizes[] = {
        [SYNC_MUTEX] = {40, 24}, [SYNC_ATTRIBUTE] = {4, 4}, [SYNC_RWLOCK] = {56, 32},   [SYNC_SPINLOCK] = {4, 4},
        [SYNC_ONCE] = {4, 4},    [SYNC_BARRIER] = {32, 20}, [SYNC_SEMAPHORE] = {32, 16}};
    LLVMTypeRef type = deref_is_asked(L) ? sync_type(L, kind) : NULL;
    CHECK((size_t)kind < sizeof sizes / sizeof *sizes);
    whole(L, address, type ? LLVMABISizeOfType(L->layout, type) : in_bytes(L, &sizes[kind]));
}

/* Of what functions are about whose names begin so. */
static void whole_by_name(Lowering *L, const Val *address)
{
    static const struct {
        const char *prefix;
        Size size;
    } objects[] = {{"pthread_attr_", {56, 36}},
                   {"pthread_mutexattr_", {4, 4}},
                   {"pthread_condattr_", {4, 4}},
                   {"pthread_rwlockattr_", {8, 8}},
                   {"pthread_barrierattr_", {4, 4}},
                   {"pthread_cond_", {48, 48}},
                   {"pthread_rwlock_", {56, 32}},
                   {"sem_", {32, 16}},
                   {"cnd_", {48, 48}},
                   {"setjmp", {200, 156}},
                   {"_setjmp", {200, 156}},
                   {"sigsetjmp", {200, 156}},
                   {"__sigsetjmp", {200, 156}}};
    for (size_t i = 0; i < sizeof objects / sizeof *objects; i++)
        if (strncmp(L->callee, objects[i].prefix, strlen(objects[i].prefix)) == 0)
            whole(L, address, in_bytes(L, &objects[i].size));
}

static bool is_large_enough(Lowering *L, const Val *v, uint64_t bytes)
{
    if (v->kind != VAL_POINTER || v->count || v->offset < 0) return false;
    uint64_t size = object_size(L, &L->objects.data[v->object]);
    return (uint64_t)v->offset <= size && size - (uint64_t)v->offset >= bytes;
}

/* Each object that the address may be of. */
static void whole_or_null(Lowering *L, const Val *address, uint64_t bytes)
{
    if (address->kind == VAL_POINTER) {
        whole(L, address, bytes);
        return;
    }
    Choices choices = {0};
    bool are_large = true;
    choices_find(L, address, &choices);
    for (uint32_t i = 0; i < choices.count; i++)
        are_large &= is_large_enough(L, &choices.data[i].val, bytes);
    vec_free(L->run, &choices);
    if (!are_large) lower_refuse(L, "whether memory is large enough for %s is not known", L->callee);
}

/* Of the attributes that functions of that name take. */
static void whole_attributes(Lowering *L, const Val *address)
{
    static const struct {
        const char *name;
        Size size;
    } takers[] = {{"pthread_create", {56, 36}},
                  {"pthread_mutex_init", {4, 4}},
                  {"pthread_cond_init", {4, 4}},
                  {"pthread_rwlock_init", {8, 8}},
                  {"pthread_barrier_init", {4, 4}}};
    for (size_t i = 0; i < sizeof takers / sizeof *takers; i++)
        if (strcmp(L->callee, takers[i].name) == 0) whole_or_null(L, address, in_bytes(L, &takers[i].size));
}

/* ---- objects ---- */

void argument_object(Lowering *L, LLVMValueRef argument, bool may_be_null)
{
    Val v = operand_val(L, argument);
    if (!may_be_null) {
        bounds_require_access(L, &v, 1);
        whole_by_name(L, &v);
    } else if (is_object(&v)) {
        bounds_require_access_or_null(L, &v, 1);
        whole_attributes(L, &v);
    }
}

static void check_library_argument(Lowering *L, LLVMValueRef argument, char use)
{
    Val v;
    switch (use) {
    case 'o': argument_object(L, argument, false); return;
    case 'a': argument_object(L, argument, true); return;
    case 't':
        v = operand_val(L, argument);
        bounds_require_access(L, &v, 2 * (uint64_t)L->pointer_width / 8);
        return;
    }
}

void arguments_check(Lowering *L, LLVMValueRef call)
{
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        if (!matches_name(rows[r].name, L->callee)) continue;
        unsigned n = LLVMGetNumArgOperands(call);
        for (unsigned i = 0; i < n && rows[r].uses[i] && L->cursor.is_reachable; i++)
            check_library_argument(L, LLVMGetOperand(call, i), rows[r].uses[i]);
        return;
    }
}

void arguments_refuse_numbers(Lowering *L, LLVMValueRef call)
{
    for (unsigned i = 0; L->facts->has_numbers && i < LLVMGetNumArgOperands(call); i++) {
        LLVMValueRef argument = LLVMGetOperand(call, i);
        if (LLVMGetTypeKind(LLVMTypeOf(argument)) != LLVMPointerTypeKind) continue;
        Val v = operand_val(L, argument);
        bool is_number = v.kind == VAL_TERM && !term_is_const(L->tm, v.terms[0]);
        if (is_number || (v.kind == VAL_ADDRESS && v.targets->has_number))
            lower_refuse(L,
                         "%s gets a number that may be an address, which is not supported; keep addresses and "
                         "numbers apart",
                         L->callee);
    }
}

/* ---- what arguments point to ---- */

bool argument_may_point(const Lowering *L, LLVMValueRef value)
{
    LLVMTypeRef type = LLVMTypeOf(value);
    if (LLVMGetTypeKind(type) == LLVMPointerTypeKind) return true;
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == L->pointer_width;
}

bool argument_is_outside(Lowering *L, LLVMValueRef argument)
{
    Val v = operand_val(L, argument);
    return v.kind == VAL_ADDRESS && outside_is_only(v.targets);
}

bool argument_is_null(Lowering *L, LLVMValueRef argument)
{
    Val v = operand_val(L, argument);
    return v.kind == VAL_TERM && address_is_reserved(L, v.terms[0]);
}

bool argument_is_writable(Lowering *L, LLVMValueRef argument)
{
    if (!argument_may_point(L, argument)) return false;
    Val v = operand_val(L, argument);
    if (v.kind == VAL_ADDRESS) return val_is_address(&v);
    const Object *o = v.kind == VAL_POINTER ? &L->objects.data[v.object] : NULL;
    return o && !(o->kind == OBJECT_GLOBAL && LLVMIsGlobalConstant(o->value));
}

uint64_t argument_record_size(Lowering *L, LLVMValueRef call, const char *name)
{
    bool is_fread = strcmp(name, "fread") == 0 || strcmp(name, "fread_unlocked") == 0;
    uint64_t size = is_fread ? argument_size(L, call, RECORD_SIZE, 1) : 0;
    return size == UINT64_MAX ? 0 : size;
}

uint64_t argument_size(Lowering *L, LLVMValueRef call, unsigned i, uint64_t element)
{
    Val v = i < LLVMGetNumArgOperands(call) ? operand_val(L, LLVMGetOperand(call, i)) : val_none();
    if (v.kind != VAL_TERM || !term_is_const(L->tm, v.terms[0]) || term_value(L->tm, v.terms[0]) > INT32_MAX)
        return UINT64_MAX;
    return term_value(L->tm, v.terms[0]) * element;
}
