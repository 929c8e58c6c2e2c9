#include "c/exact/threads/valid_sync.h"

#include <string.h>

#include "base/check.h"
#include "c/exact/memory/choices.h"
#include "c/exact/memory/object.h"
#include "c/exact/memory/operand.h"
#include "c/exact/memory/sync_object.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/names.h"
#include "c/exact/model/values.h"
#include "c/exact/threads/waits.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"

bool valid_sync_is_asked(const Lowering *L) { return property_is_asked(L, PROPERTY_VALID_SYNC); }

void valid_sync_clear(Lowering *L)
{
    vec_free(L->run, &L->sync_checks.blocks);
    vec_free(L->run, &L->sync_checks.renewals);
    vec_free(L->run, &L->sync_checks.conditions);
    vec_free(L->run, &L->sync_checks.pairs);
    vec_free(L->run, &L->sync_checks.waits);
}

/* ---- words ---- */

/* As the source calls it, without what the library has inside, and what the model has. */
static const char *object_name(Lowering *L, const SyncTarget *t)
{
    const Cell *c = &L->cells.data[t->place.cell];
    const Var *var = &L->program->vars.data[c->var.i];
    if (var->lock) return var->lock;
    const char *end = strstr(var->name, ".__");
    if (!end && c->sync == SYNC_BARRIER) end = strstr(var->name, ".open");
    return run_strndup(L->run, var->name, end ? (size_t)(end - var->name) : strlen(var->name));
}

/* ---- errors ---- */

static Term and_guard(Lowering *L, Term a, Term b)
{
    return term_is(a) && term_is(b) ? term_and(L->tm, a, b) : term_is(a) ? a : b;
}

void valid_sync_require(Lowering *L, const SyncTarget *t, Term holds, const char *what)
{
    if (!valid_sync_is_asked(L)) return;
    const char *text = run_format(L->run, "`%s` %s", object_name(L, t), what);
    emit_violation(L, and_guard(L, t->guard, term_not(L->tm, holds)), PROPERTY_VALID_SYNC, text);
}

/* ---- locks ---- */

static Term owns(Lowering *L, uint32_t cell)
{
    bool is_counted = L->cells.data[cell].sync == SYNC_RWLOCK || sync_is_typed(L, cell);
    if (!is_counted) return var_term(L, sync_owner(L, cell));
    return term_ne(L->tm, var_term(L, sync_own(L, cell)), term_bv(L->tm, 32, 0));
}

/* The mutex says by its results who holds it: recursive ones, and those that check for errors. */
static Term is_telling(Lowering *L, const SyncTarget *t)
{
    if (L->cells.data[t->place.cell].sync == SYNC_RWLOCK || !sync_is_typed(L, t->place.cell))
        return term_bool(L->tm, false);
    Term type = sync_term(L, t, 1);
    return term_or(L->tm, term_eq(L->tm, type, term_bv(L->tm, 32, MUTEX_RECURSIVE)),
                   term_eq(L->tm, type, term_bv(L->tm, 32, MUTEX_ERRORCHECK)));
}

void valid_sync_lock(Lowering *L, const SyncTarget *t)
{
    if (!valid_sync_is_asked(L)) return;
    Term wrong = term_and(L->tm, owns(L, t->place.cell), term_not(L->tm, is_telling(L, t)));
    valid_sync_require(L, t, term_not(L->tm, wrong), "is locked by the thread that holds it already");
}

void valid_sync_lock_again(Lowering *L, const SyncTarget *t, bool is_write)
{
    if (!valid_sync_is_asked(L)) return;
    if (is_write) {
        Term is_none = term_not(L->tm, owns(L, t->place.cell));
        valid_sync_require(L, t, is_none, "is locked for writing by a thread that holds it already");
        return;
    }
    Term own = var_term(L, sync_own(L, t->place.cell)), writes = term_bv(L->tm, 32, UINT32_MAX);
    valid_sync_require(L, t, term_ne(L->tm, own, writes), "is read by the thread that holds it for writing");
}

/* Who looks at what the library says asks, and may. */
void valid_sync_unlock(Lowering *L, LLVMValueRef call, const SyncTarget *t)
{
    if (!valid_sync_is_asked(L)) return;
    bool is_wait = strstr(L->callee, "wait") != NULL;
    Term is_right = owns(L, t->place.cell);
    if (LLVMGetFirstUse(call)) is_right = term_or(L->tm, is_right, is_telling(L, t));
    valid_sync_require(L, t, is_right,
                       is_wait ? "is waited with by a thread that does not hold it"
                               : "is given back by a thread that does not hold it");
}

/* ---- objects that are destroyed or initialised ---- */

static Term in_use(Lowering *L, const SyncTarget *t)
{
    switch (L->cells.data[t->place.cell].sync) {
    case SYNC_MUTEX:
    case SYNC_SPINLOCK: return sync_term(L, t, 0);
    case SYNC_RWLOCK: return term_or(L->tm, sync_term(L, t, 0), term_ne(L->tm, sync_term(L, t, 1), term_int(L->tm, 0)));
    case SYNC_BARRIER: /* who leaves is no longer blocked: POSIX lets one destroy it then */
        return term_and(L->tm, term_not(L->tm, sync_term(L, t, 0)),
                        term_ne(L->tm, sync_term(L, t, 2), term_bv(L->tm, 32, 0)));
    case SYNC_ATTRIBUTE:
    case SYNC_ONCE:
    case SYNC_SEMAPHORE: break;
    }
    return term_bool(L->tm, false);
}

/* Whether the object may be another one than that which had the place before: a local whose function runs again. */
static bool is_again(Lowering *L, LLVMValueRef call, uint32_t object)
{
    const Object *o = &L->objects.data[object];
    if (o->kind != OBJECT_LOCAL) return false;
    return L->frame->in_loop || function_is_repeated(L->run, L->frame->info, LLVMGetInstructionParent(call));
}

static void note_renewal(Lowering *L, bool is_condition, uint32_t id, Term guard)
{
    SyncRenewal r = {.is_condition = is_condition, .id = id, .loc = cursor_loc(L), .pos = L->pos};
    r.is_init = strstr(L->callee, "_init") != NULL;
    r.guard = and_guard(L, L->cursor.condition, guard);
    vec_push(L->run, &L->sync_checks.renewals, r);
}

void valid_sync_renew(Lowering *L, LLVMValueRef call, const SyncTarget *t)
{
    if (!valid_sync_is_asked(L) || !L->cursor.is_reachable) return;
    bool is_init = strstr(L->callee, "_init") != NULL;
    Term used = in_use(L, t);
    if (is_init && is_again(L, call, L->cells.data[t->place.cell].object)) {
        emit_limit(L, and_guard(L, t->guard, used),
                   lower_reason(L, "a lock of a function that may run again is initialised, and may be held"));
        return;
    }
    valid_sync_require(L, t, term_not(L->tm, used),
                       is_init ? "is initialised while it is in use" : "is destroyed while it is in use");
    note_renewal(L, false, t->place.cell, t->guard);
}

void valid_sync_block(Lowering *L, const SyncTarget *t, Term blocked)
{
    if (!valid_sync_is_asked(L)) return;
    SyncBlock b = {t->place.cell, cursor_loc(L), TERM_NONE, L->pos};
    b.blocked = and_guard(L, L->cursor.condition, and_guard(L, t->guard, blocked));
    vec_push(L->run, &L->sync_checks.blocks, b);
}

/* ---- condition variables ---- */

/* Of others each thread has its own: nobody else waits. */
static bool is_for_all(const Object *o)
{
    return o->kind == OBJECT_GLOBAL || (o->is_shared && (o->kind == OBJECT_LOCAL || o->kind == OBJECT_HEAP));
}

static uint32_t condition_id(Lowering *L, uint32_t object, int64_t offset)
{
    for (uint32_t i = 0; i < L->sync_checks.conditions.count; i++) {
        const SyncCondition *c = &L->sync_checks.conditions.data[i];
        if (c->object == object && c->offset == offset) return i;
    }
    SyncCondition c = {.object = object, .offset = offset, .name = L->objects.data[object].name};
    c.asleep = waits_count(L, run_format(L->run, "%s.sleeping", c.name), 0, sort_int());
    c.woken = waits_count(L, run_format(L->run, "%s.waking", c.name), 0, sort_int());
    c.stolen = waits_count(L, run_format(L->run, "%s.mixed", c.name), 0, sort_bool());
    vec_push(L->run, &L->sync_checks.conditions, c);
    return L->sync_checks.conditions.count - 1;
}

static void find_meant(Lowering *L, LLVMValueRef operand, SyncMeants *meant)
{
    Val address = operand_val(L, operand);
    Choices found = {0}, choices = {0};
    choices_find(L, &address, &found);
    for (uint32_t i = 0; i < found.count; i++)
        choice_expand(L, &found.data[i], &choices);
    for (uint32_t i = 0; i < choices.count; i++) {
        const Choice *c = &choices.data[i];
        if (c->val.kind != VAL_POINTER || !is_for_all(&L->objects.data[c->val.object])) continue;
        SyncMeant m = {condition_id(L, c->val.object, c->val.offset), c->guard};
        vec_push(L->run, meant, m);
    }
    vec_free(L->run, &found);
    vec_free(L->run, &choices);
}

static uint32_t pair_id(Lowering *L, uint32_t condition, uint32_t cell)
{
    for (uint32_t i = 0; i < L->sync_checks.pairs.count; i++)
        if (L->sync_checks.pairs.data[i].condition == condition && L->sync_checks.pairs.data[i].cell == cell) return i;
    SyncPair pair = {condition, cell, {NO_ID}};
    const char *name = run_format(L->run, "%s.waiting", L->sync_checks.conditions.data[condition].name);
    pair.count = waits_count(L, name, 0, sort_int());
    vec_push(L->run, &L->sync_checks.pairs, pair);
    return L->sync_checks.pairs.count - 1;
}

void valid_sync_wait(Lowering *L, LLVMValueRef call, const SyncTargets *mutexes, SyncMeants *meant)
{
    if (!valid_sync_is_asked(L)) return;
    find_meant(L, LLVMGetOperand(call, 0), meant);
    for (uint32_t i = 0; i < meant->count; i++)
        for (uint32_t k = 0; k < mutexes->count; k++) {
            const SyncTarget *m = &mutexes->data[k];
            Term guard = and_guard(L, L->cursor.condition, and_guard(L, meant->data[i].guard, m->guard));
            SyncWait w = {pair_id(L, meant->data[i].condition, m->place.cell), cursor_loc(L), guard, L->pos};
            vec_push(L->run, &L->sync_checks.waits, w);
        }
}

static Term count_where(Lowering *L, Term guard, VarId var, int64_t n)
{
    Term now = var_term(L, var), then = term_add(L->tm, now, term_int(L->tm, n));
    return term_is(guard) ? term_ite(L->tm, guard, then, now) : then;
}

/* Which of those that sleep wakes is not known: one that was not woken may be taken for one that was (stolen). A thread
 * that was not woken counts as asleep until it has the mutex again, which is a run, too. */
static void add_sleep(Lowering *L, const SyncCondition *c, Term guard, bool begins, Step *step)
{
    Term is_none = term_eq(L->tm, var_term(L, c->woken), term_int(L->tm, 0)), some = term_not(L->tm, is_none);
    if (begins) {
        step_assign(L, step, c->asleep, count_where(L, guard, c->asleep, 1));
        step_assign(L, step, c->stolen, term_or(L->tm, var_term(L, c->stolen), and_guard(L, guard, some)));
        return;
    }
    step_assign(L, step, c->asleep, count_where(L, and_guard(L, guard, is_none), c->asleep, -1));
    step_assign(L, step, c->woken, count_where(L, and_guard(L, guard, some), c->woken, -1));
}

void valid_sync_sleep(Lowering *L, const SyncMeants *meant, const SyncTarget *mutex, Outcomes *outcomes, uint32_t first,
                      bool begins)
{
    if (!valid_sync_is_asked(L)) return;
    for (uint32_t i = first; i < outcomes->count; i++) {
        Outcome *o = &outcomes->data[i];
        if (begins && term_value(L->tm, o->result) != 0) continue; /* it does not wait */
        for (uint32_t k = 0; k < meant->count; k++) {
            const SyncMeant *m = &meant->data[k];
            VarId count = L->sync_checks.pairs.data[pair_id(L, m->condition, mutex->place.cell)].count;
            step_assign(L, &o->step, count, count_where(L, m->guard, count, begins ? 1 : -1));
            add_sleep(L, &L->sync_checks.conditions.data[m->condition], m->guard, begins, &o->step);
        }
    }
}

static void add_signal(Lowering *L, const SyncMeants *meant, bool is_all)
{
    Step step = {0};
    for (uint32_t i = 0; i < meant->count; i++) {
        const SyncCondition *c = &L->sync_checks.conditions.data[meant->data[i].condition];
        Term guard = meant->data[i].guard, asleep = var_term(L, c->asleep), woken = var_term(L, c->woken);
        Term some = term_ne(L->tm, asleep, term_int(L->tm, 0));
        if (!is_all) {
            step_assign(L, &step, c->asleep, count_where(L, and_guard(L, guard, some), c->asleep, -1));
            step_assign(L, &step, c->woken, count_where(L, and_guard(L, guard, some), c->woken, 1));
            continue;
        }
        Term all = term_add(L->tm, woken, asleep), none = term_int(L->tm, 0);
        step_assign(L, &step, c->asleep, term_is(guard) ? term_ite(L->tm, guard, none, asleep) : none);
        step_assign(L, &step, c->woken, term_is(guard) ? term_ite(L->tm, guard, all, woken) : all);
    }
    step_emit(L, &step);
}

/* ---- calls that are no steps otherwise ---- */

static bool is_used(const Lowering *L, const char *name)
{
    LLVMValueRef f = LLVMGetNamedFunction(L->module, name);
    return f && LLVMIsDeclaration(f) && LLVMGetFirstUse(f);
}

/* Who sleeps matters only to who destroys a condition variable, or initialises it. */
static bool conditions_are_renewed(const Lowering *L)
{
    return is_used(L, "pthread_cond_destroy") || is_used(L, "pthread_cond_init") || is_used(L, "cnd_destroy") ||
           is_used(L, "cnd_init");
}

static void lower_condition(Lowering *L, LLVMValueRef call)
{
    bool is_all = strstr(L->callee, "broadcast") != NULL, is_signal = is_all || strstr(L->callee, "signal");
    SyncMeants meant = {0};
    if (!conditions_are_renewed(L)) return;
    sync_begin(L, call, 1);
    find_meant(L, LLVMGetOperand(call, 0), &meant);
    for (uint32_t i = 0; i < meant.count && !is_signal; i++) {
        uint32_t object = L->sync_checks.conditions.data[meant.data[i].condition].object;
        if (!is_again(L, call, object)) note_renewal(L, true, meant.data[i].condition, meant.data[i].guard);
        vec_push(L->run, &L->program->places, ((CheckedPlace){PROPERTY_VALID_SYNC, L->pos}));
    }
    if (is_signal && meant.count) add_signal(L, &meant, is_all);
    vec_free(L->run, &meant);
}

void valid_sync_call(Lowering *L, LLVMValueRef call)
{
    if (!valid_sync_is_asked(L)) return;
    static const char *const conditions[] = {"pthread_cond_init", "pthread_cond_destroy",   "pthread_cond_signal",
                                             "cnd_init",          "pthread_cond_broadcast", "cnd_destroy",
                                             "cnd_signal",        "cnd_broadcast"};
    for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++)
        if (strcmp(L->callee, conditions[i]) == 0) lower_condition(L, call);
    bool is_rwlock = strcmp(L->callee, "pthread_rwlock_destroy") == 0;
    if (!is_rwlock && strcmp(L->callee, "sem_destroy") != 0) return;
    sync_begin(L, call, 1);
    SyncTargets targets = {0};
    sync_find(L, LLVMGetOperand(call, 0), is_rwlock ? SYNC_RWLOCK : SYNC_SEMAPHORE, &targets);
    for (uint32_t i = 0; i < targets.count && L->cursor.is_reachable; i++)
        valid_sync_renew(L, call, &targets.data[i]);
    vec_free(L->run, &targets);
}
