#include "c/exact/model/sync_type.h"

#include <string.h>

#include "base/check.h"

typedef struct SyncType {
    const char *name;
    const char *type; /* of the objects; NULL: a scalar */
    const char *c11;  /* likewise, in <threads.h> */
} SyncType;

static const SyncType types[] = {
    [SYNC_MUTEX] = {"mutex", "union.pthread_mutex_t", "union.mtx_t"},
    [SYNC_ATTRIBUTE] = {"mutex attribute", "union.pthread_mutexattr_t", NULL},
    [SYNC_RWLOCK] = {"read-write lock", "union.pthread_rwlock_t", NULL},
    [SYNC_SPINLOCK] = {"spin lock", NULL, NULL},
    [SYNC_ONCE] = {"once control", NULL, NULL},
    [SYNC_BARRIER] = {"barrier", "union.pthread_barrier_t", NULL},
    [SYNC_SEMAPHORE] = {"semaphore", "union.sem_t", NULL},
};

/* The types of linked files get numbers: union.sem_t.3. */
static bool is_type_named(const char *name, const char *wanted)
{
    size_t n = wanted ? strlen(wanted) : 0;
    return n && strncmp(name, wanted, n) == 0 && (name[n] == 0 || name[n] == '.');
}

static bool find_kind(LLVMTypeRef type, SyncKind *kind)
{
    bool is_struct = LLVMGetTypeKind(type) == LLVMStructTypeKind && !LLVMIsLiteralStruct(type);
    const char *name = is_struct ? LLVMGetStructName(type) : NULL;
    if (!name) return false;
    for (unsigned k = 0; k < sizeof types / sizeof types[0]; k++)
        if (is_type_named(name, types[k].type) || is_type_named(name, types[k].c11)) {
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
    bool is_one = find_kind(type, &kind);
    CHECK(is_one);
    return kind;
}

const char *sync_name(SyncKind kind)
{
    CHECK((size_t)kind < sizeof types / sizeof types[0]);
    return types[kind].name;
}

bool sync_is_scalar(SyncKind kind) { return !types[kind].type; }

LLVMTypeRef sync_type(Lowering *L, SyncKind kind)
{
    const SyncType *info = &types[kind];
    if (!info->type) return LLVMInt32TypeInContext(L->context);
    LLVMTypeRef type = LLVMGetTypeByName2(L->context, info->type);
    return type || !info->c11 ? type : LLVMGetTypeByName2(L->context, info->c11);
}
