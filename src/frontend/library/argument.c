#include "frontend/library/argument.h"

#include <string.h>

#include "frontend/memory/bounds.h"
#include "frontend/memory/operand.h"
#include "frontend/model/values.h"
#include "frontend/model/emit.h"
#include "frontend/model/facts.h"
#include "term/term.h"

/* A letter for each argument: 'o' an object, 'a' one or NULL, 't' a struct timespec, '-' something else. A trailing *
 * of a name matches any rest. */
static const struct {
    const char *name, *uses;
} rows[] = {
    {"pthread_create", "-a"},
    {"pthread_mutex_init", "-a"},
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

static bool matches(const char *pattern, const char *name)
{
    size_t n = strlen(pattern);
    return pattern[n - 1] == '*' ? strncmp(pattern, name, n - 1) == 0 : strcmp(pattern, name) == 0;
}

/* Constants that say nothing of an object of the program are NULL, or addresses of the library's. */
static bool is_object(const Val *v)
{
    return v->kind == VAL_POINTER || (v->kind == VAL_ADDRESS && val_is_address(v) && !v->targets->has_number);
}

void argument_object(Lowering *L, LLVMValueRef argument, bool may_be_null)
{
    Val v = operand_val(L, argument);
    if (!may_be_null)
        bounds_require_access(L, &v, 1);
    else if (is_object(&v))
        bounds_require_access_or_null(L, &v, 1);
}

static void check(Lowering *L, LLVMValueRef argument, char use)
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
    if (!deref_is_asked(L)) return;
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        if (!matches(rows[r].name, L->callee)) continue;
        unsigned n = LLVMGetNumArgOperands(call);
        for (unsigned i = 0; i < n && rows[r].uses[i] && L->cursor.is_reachable; i++)
            check(L, LLVMGetOperand(call, i), rows[r].uses[i]);
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
