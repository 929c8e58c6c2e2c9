#include "c/survey/cells/locks.h"

#include <string.h>

#include "base/check.h"
#include "c/survey/call.h"
#include "c/survey/cells/once.h"
#include "c/survey/cells/root.h"
#include "c/survey/cells/take.h"
#include "c/survey/gather.h"
#include "c/survey/object.h"
#include "c/survey/solve.h"
#include "c/survey/team.h"
#include "c/survey/threads.h"
#include "c/survey/wrapper.h"

struct FunctionLocks {
    uint32_t entry, exit; /* sets; exit: of what the function takes itself */
    bool is_due, is_exit_due;
    bool unlocks_all;    /* it may unlock any lock */
    Ids unlocks, stores; /* places, also of functions called; stores: to frozen ones */
};

/* ---- what unlocks ---- */

static bool may_be_same(const Locks *l, uint32_t a, uint32_t b)
{
    const SurveyPlace *p = &l->s->places.data[a], *q = &l->s->places.data[b];
    return p->object == q->object && (p->offset == q->offset || p->offset == ANYWHERE || q->offset == ANYWHERE);
}

/* Whether the lock of a name may be at a place. */
static bool lock_may_be_at(const Locks *l, const LockName *name, uint32_t place)
{
    const Ids *targets;
    if (name->kind == NAME_PLACE) return may_be_same(l, name->place, place);
    targets =
        name->kind == NAME_FROZEN ? node_targets(l->s, content_read(l->s, name->place)) : locks_targets(l, name->value);
    if (!targets || targets->count == 0) return true;
    for (uint32_t i = 0; i < targets->count; i++)
        if (may_be_same(l, place_shift(l->s, targets->data[i], name->bytes), place)) return true;
    return false;
}

typedef struct Released {
    const Ids *places, *stores;
} Released;

static bool keeps_locked(const Locks *l, const LockName *name, const void *arg)
{
    const Released *r = arg;
    if (name->kind == NAME_FRESH || name->kind == NAME_OWN) return true;
    for (uint32_t i = 0; r->places && i < r->places->count; i++)
        if (lock_may_be_at(l, name, r->places->data[i])) return false;
    for (uint32_t i = 0; name->kind == NAME_FROZEN && r->stores && i < r->stores->count; i++)
        if (locks_may_change(l, r->stores->data[i], name->place)) return false;
    return true;
}

static bool keeps_fresh(const Locks *l, const LockName *name, const void *arg)
{
    (void)l;
    (void)arg;
    return name->kind == NAME_FRESH || name->kind == NAME_OWN;
}

/* ---- single steps ---- */

typedef enum LockAction { ACTION_NONE, ACTION_TAKE, ACTION_TRY, ACTION_RELEASE } LockAction;

static LockAction lock_action_of(LLVMValueRef function, bool *is_write)
{
    Intrinsic intrinsic = INTRINSIC_NONE;
    *is_write = true;
    if (!library_name(function, &intrinsic)) return ACTION_NONE;
    switch (intrinsic) {
    case INTRINSIC_MUTEX_LOCK:
    case INTRINSIC_RWLOCK_WRITE: return ACTION_TAKE;
    case INTRINSIC_RWLOCK_READ: *is_write = false; return ACTION_TAKE;
    case INTRINSIC_MUTEX_TRYLOCK:
    case INTRINSIC_MUTEX_TIMEDLOCK:
    case INTRINSIC_RWLOCK_TRY_WRITE:
    case INTRINSIC_RWLOCK_TIMED_WRITE: return ACTION_TRY;
    case INTRINSIC_RWLOCK_TRY_READ:
    case INTRINSIC_RWLOCK_TIMED_READ: *is_write = false; return ACTION_TRY;
    case INTRINSIC_MUTEX_UNLOCK:
    case INTRINSIC_RWLOCK_UNLOCK:
    case INTRINSIC_MUTEX_INIT:
    case INTRINSIC_RWLOCK_INIT:
    case INTRINSIC_MUTEX_DESTROY: return ACTION_RELEASE;
    default: return ACTION_NONE;
    }
}

static uint32_t release_locks(Locks *l, uint32_t set, const Ids *places, const Ids *stores, bool all)
{
    uint32_t n;
    locks_of(l, set, &n);
    if (n == 0) return set;
    return all ? set_filter(l, set, keeps_fresh, NULL) : set_filter(l, set, keeps_locked, &(Released){places, stores});
}

typedef struct Leak {
    LLVMValueRef user;
} Leak;

static bool keeps_secret(const Locks *l, const LockName *name, const void *arg)
{
    const Leak *leak = arg;
    if (name->kind != NAME_FRESH) return true;
    for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(leak->user); k++) {
        LLVMValueRef operand = LLVMGetOperand(leak->user, k);
        if (origin_of(operand) == name->value && use_leaks(l->s, leak->user, k)) return false;
    }
    return true;
}

static bool keeps_values(const Locks *l, const LockName *name, const void *arg)
{
    (void)l;
    return name->value != (LLVMValueRef)arg;
}

/* A write to a frozen place, before threads are started: what was loaded there is another value now. */
static bool keeps_frozen(const Locks *l, const LockName *name, const void *arg)
{
    LLVMValueRef store = (LLVMValueRef)arg;
    const Ids *targets = name->kind == NAME_FROZEN ? locks_targets(l, LLVMGetOperand(store, 1)) : NULL;
    for (uint32_t i = 0; targets && i < targets->count; i++)
        if (locks_may_change(l, targets->data[i], name->place)) return false;
    return true;
}

/* ---- calls ---- */

/* What the caller holds, in the words of the callee. */
static uint32_t translate_in(Locks *l, LLVMValueRef call, LLVMValueRef function, uint32_t set)
{
    uint32_t n, kept = 0;
    locks_of(l, set, &n);
    unsigned arguments = LLVMGetNumArgOperands(call), parameters = LLVMCountParams(function);
    bool is_plain = LLVMGetCalledValue(call) == function || !LLVMIsAFunction(LLVMGetCalledValue(call));
    uint32_t *entries = run_alloc(l->s->run, (n * (parameters + 1) + 1) * sizeof *entries);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t entry = locks_of(l, set, &n)[i], as_fresh = 0, fresh_parameter = 0;
        const LockName name = l->names.data[entry >> 1];
        if (name.kind == NAME_PLACE || name.kind == NAME_FROZEN) entries[kept++] = entry;
        for (unsigned k = 0; is_plain && k < arguments; k++) {
            LLVMValueRef argument = LLVMGetOperand(call, k);
            if (name.kind == NAME_FRESH && origin_of(argument) == name.value) {
                as_fresh++;
                fresh_parameter = k;
            }
            Root r = address_root(l->s, argument);
            if ((name.kind != NAME_VALUE && name.kind != NAME_OWN) || k >= parameters || r.value != name.value)
                continue;
            LockName inner = {NAME_VALUE, 0, LLVMGetParam(function, k), name.bytes - r.bytes};
            if (name.kind == NAME_OWN)
                inner = (LockName){NAME_OWN, name.place, LLVMGetParam(function, k), name.bytes + r.bytes};
            entries[kept++] = 2 * locks_intern(l, &inner) + (entry & 1);
        }
        if (as_fresh != 1 || fresh_parameter >= parameters) continue;
        LockName inner = {.kind = NAME_FRESH, .value = LLVMGetParam(function, fresh_parameter)};
        entries[kept++] = 2 * locks_intern(l, &inner) + 1;
    }
    set = locks_set(l, entries, kept);
    run_release(l->s->run, entries);
    return set;
}

/* What the callee has taken, in the words of the caller; added to what is held there. */
static uint32_t translate_out(Locks *l, LLVMValueRef call, LLVMValueRef function, uint32_t exit, uint32_t set)
{
    uint32_t n;
    locks_of(l, exit, &n);
    bool is_plain = LLVMGetCalledValue(call) == function || !LLVMIsAFunction(LLVMGetCalledValue(call));
    for (uint32_t i = 0; i < n; i++) {
        uint32_t entry = locks_of(l, exit, &n)[i];
        const LockName name = l->names.data[entry >> 1];
        if (name.kind == NAME_PLACE || name.kind == NAME_FROZEN) set = set_add(l, set, entry);
        for (unsigned k = 0; name.kind == NAME_VALUE && is_plain && k < LLVMCountParams(function); k++) {
            if (name.value != LLVMGetParam(function, k) || k >= LLVMGetNumArgOperands(call)) continue;
            Root r = address_root(l->s, LLVMGetOperand(call, k));
            if (LLVMIsAConstant(r.value)) continue;
            LockName outer = {NAME_VALUE, 0, r.value, name.bytes + r.bytes};
            uint32_t frozen = locks_frozen_place(l, r.value);
            if (frozen != UINT32_MAX) outer = (LockName){NAME_FROZEN, frozen, NULL, outer.bytes};
            set = set_add(l, set, 2 * locks_intern(l, &outer) + (entry & 1));
        }
    }
    return set;
}

/* LOCKS_TOP: none of the functions is known to return. */
static uint32_t after_call(Locks *l, uint32_t function, LLVMValueRef call, uint32_t set)
{
    uint32_t first, end, out = LOCKS_TOP;
    if (!call_targets(l->s, function, call, &first, &end)) return set;
    for (; first < end; first++) {
        LLVMValueRef callee = l->s->reached.data[function].calls.data[first].function;
        const FunctionLocks *f = &l->functions[function_find(l->s, callee)];
        if (f->exit == LOCKS_TOP) continue;
        uint32_t after = release_locks(l, set, &f->unlocks, &f->stores, f->unlocks_all);
        out = set_meet(l, out, translate_out(l, call, callee, f->exit, after));
    }
    return out;
}

static bool is_setjmp(LLVMValueRef function)
{
    size_t n = 0;
    return strstr(LLVMGetValueName2(function, &n), "setjmp") != NULL;
}

/* A call through a pointer to functions without a body may be one that unlocks. */
static bool may_unlock(const Locks *l, LLVMValueRef pointer)
{
    const Ids *targets = locks_targets(l, pointer);
    bool is_write;
    for (uint32_t i = 0; targets && i < targets->count; i++) {
        const SurveyObject *o = &l->s->objects.data[l->s->places.data[targets->data[i]].object];
        if (o->kind == SURVEY_FUNCTION && lock_action_of(o->value, &is_write) == ACTION_RELEASE) return true;
    }
    return false;
}

static uint32_t step_call(Locks *l, uint32_t function, LLVMValueRef call, uint32_t set)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    bool is_write;
    if (LLVMIsAInlineAsm(callee)) return set;
    if (!LLVMIsAFunction(callee) && may_unlock(l, callee)) set = set_filter(l, set, keeps_fresh, NULL);
    if (!LLVMIsAFunction(callee) || !LLVMIsDeclaration(callee)) return after_call(l, function, call, set);
    if (is_setjmp(callee)) return locks_set(l, NULL, 0);
    set = set_meet(l, set, after_call(l, function, call, set)); /* pthread_once, qsort: or it calls nothing */
    set = once_take(l, call, set, false);
    LockAction action = lock_action_of(callee, &is_write);
    if (action == ACTION_TAKE) return locks_take(l, set, LLVMGetOperand(call, 0), is_write);
    if (action == ACTION_RELEASE) {
        const Ids *targets = locks_targets(l, LLVMGetOperand(call, 0));
        return release_locks(l, set, targets, NULL, !targets || targets->count == 0);
    }
    if (is_allocation(l->s, call, false)) {
        LockName name = {.kind = NAME_FRESH, .value = call};
        size_t n = 0;
        const char *text = LLVMGetValueName2(callee, &n);
        if (strstr(text, "alloc") && !strstr(text, "realloc")) return set_add(l, set, 2 * locks_intern(l, &name) + 1);
    }
    return set;
}

static uint32_t step_locks(Locks *l, uint32_t function, LLVMValueRef i, uint32_t set)
{
    uint32_t n;
    if (LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMVoidTypeKind) set = set_filter(l, set, keeps_values, i);
    locks_of(l, set, &n);
    if (n > 0) set = set_filter(l, set, keeps_secret, &(Leak){i});
    if (LLVMIsAStoreInst(i)) return set_filter(l, set, keeps_frozen, i);
    if (!LLVMIsACallInst(i)) return set;
    set = step_call(l, function, i, set);
    LLVMValueRef callee = LLVMGetCalledValue(i);
    if (set != LOCKS_TOP && LLVMIsAFunction(callee) && is_wrapper(l->s, callee) &&
        node_targets(l->s, l->s->reached.data[function_find(l->s, callee)].rest)->count == 0) {
        LockName name = {.kind = NAME_FRESH, .value = i};
        set = set_add(l, set, 2 * locks_intern(l, &name) + 1);
    }
    return set;
}

/* ---- functions ---- */

/* A call that only debuggers read. */
static bool is_debug_note(LLVMValueRef call)
{
    size_t n = 0;
    LLVMValueRef callee = LLVMGetCalledValue(call);
    return LLVMIsAFunction(callee) && strncmp(LLVMGetValueName2(callee, &n), "llvm.dbg", 8) == 0;
}

/* What a branch says of a trylock before it: on the way of 0 the lock is held. */
static uint32_t on_edge(Locks *l, LLVMBasicBlockRef from, uint32_t successor, uint32_t set)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
    bool is_write, is_branch = LLVMIsABranchInst(end) && LLVMIsConditional(end);
    LLVMValueRef test = is_branch ? LLVMGetCondition(end) : NULL;
    if (!test || !LLVMIsAICmpInst(test) || LLVMGetSuccessor(end, 0) == LLVMGetSuccessor(end, 1)) return set;
    LLVMValueRef call = LLVMGetOperand(test, 0), zero = LLVMGetOperand(test, 1);
    LLVMIntPredicate predicate = LLVMGetICmpPredicate(test);
    if (!LLVMIsACallInst(call) || !LLVMIsNull(zero) || (predicate != LLVMIntEQ && predicate != LLVMIntNE)) return set;
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (LLVMGetInstructionParent(call) != from || !LLVMIsAFunction(callee)) return set;
    for (LLVMValueRef i = LLVMGetNextInstruction(call); i; i = LLVMGetNextInstruction(i))
        if (LLVMIsACallInst(i) && !is_debug_note(i)) return set; /* which may unlock again */
    if (lock_action_of(callee, &is_write) != ACTION_TRY) return set;
    LLVMBasicBlockRef held = LLVMGetSuccessor(end, predicate == LLVMIntEQ ? 0 : 1);
    const FunctionInfo *info = l->s->reached.data[function_find(l->s, instruction_function(end))].info;
    return info->blocks.data[successor].block == held ? locks_take(l, set, LLVMGetOperand(call, 0), is_write) : set;
}

/* The sets at the beginnings of blocks, and the one at returns. */
static uint32_t *block_sets(Locks *l, uint32_t function, uint32_t entry, uint32_t *exit)
{
    const FunctionInfo *info = l->s->reached.data[function].info;
    uint32_t n = info->blocks.count;
    uint32_t *sets = run_alloc(l->s->run, (n + 1) * sizeof *sets);
    bool *due = run_alloc(l->s->run, (n + 1) * sizeof *due);
    for (uint32_t b = 0; b < n; b++)
        sets[b] = LOCKS_TOP;
    sets[0] = entry;
    due[0] = true;
    for (bool goes_on = true; goes_on;) {
        goes_on = false;
        *exit = LOCKS_TOP;
        for (uint32_t b = 0; b < n; b++) {
            uint32_t set = sets[b];
            LLVMBasicBlockRef block = info->blocks.data[b].block;
            LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
            bool returns = end && LLVMIsAReturnInst(end);
            if (set == LOCKS_TOP || (!due[b] && !returns)) continue;
            due[b] = false;
            for (LLVMValueRef i = LLVMGetFirstInstruction(block); i && set != LOCKS_TOP; i = LLVMGetNextInstruction(i))
                set = step_locks(l, function, i, set);
            if (set == LOCKS_TOP) continue;
            if (returns) *exit = set_meet(l, *exit, set);
            for (uint32_t k = 0; k < info->blocks.data[b].successors.count; k++) {
                uint32_t to = info->blocks.data[b].successors.data[k];
                uint32_t met = set_meet(l, sets[to], on_edge(l, block, to, set));
                if (met == sets[to]) continue;
                sets[to] = met;
                due[to] = goes_on = true;
            }
        }
    }
    run_release(l->s->run, due);
    return sets;
}

void locks_walk(Locks *l, uint32_t function, LocksVisit *visit, void *arg)
{
    const FunctionInfo *info = l->s->reached.data[function].info;
    uint32_t exit, entry = l->functions[function].entry;
    if (entry == LOCKS_TOP) return; /* nobody comes here */
    uint32_t *sets = block_sets(l, function, entry, &exit);
    for (uint32_t b = 0; b < info->blocks.count; b++) {
        uint32_t set = sets[b];
        LLVMValueRef i = LLVMGetFirstInstruction(info->blocks.data[b].block);
        for (; i && set != LOCKS_TOP; i = LLVMGetNextInstruction(i)) {
            visit(arg, i, set);
            set = step_locks(l, function, i, set);
        }
    }
    run_release(l->s->run, sets);
}

/* ---- all functions ---- */

static bool add_lock_place(Locks *l, Ids *places, uint32_t place)
{
    for (uint32_t i = 0; i < places->count; i++)
        if (places->data[i] == place) return false;
    vec_push(l->s->run, places, place);
    return true;
}

static void find_own_unlocks(Locks *l, uint32_t function)
{
    FunctionLocks *f = &l->functions[function];
    LLVMValueRef body = l->s->reached.data[function].function;
    bool is_write;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(body); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
            const Ids *targets = LLVMIsAStoreInst(i) ? locks_targets(l, LLVMGetOperand(i, 1)) : NULL;
            for (uint32_t k = 0; targets && k < targets->count; k++)
                if (locks_may_change_frozen(l, targets->data[k])) add_lock_place(l, &f->stores, targets->data[k]);
            if (!callee || LLVMIsAInlineAsm(callee)) continue;
            if (!LLVMIsAFunction(callee)) {
                f->unlocks_all |= may_unlock(l, callee);
            } else if (lock_action_of(callee, &is_write) == ACTION_RELEASE) {
                targets = locks_targets(l, LLVMGetOperand(i, 0));
                f->unlocks_all |= !targets || targets->count == 0;
                for (uint32_t k = 0; targets && k < targets->count; k++)
                    add_lock_place(l, &f->unlocks, targets->data[k]);
            }
        }
}

static bool add_called(Locks *l, FunctionLocks *to, const FunctionLocks *from)
{
    bool is_new = from->unlocks_all && !to->unlocks_all;
    to->unlocks_all |= from->unlocks_all;
    for (uint32_t i = 0; i < from->unlocks.count; i++)
        is_new |= add_lock_place(l, &to->unlocks, from->unlocks.data[i]);
    for (uint32_t i = 0; i < from->stores.count; i++)
        is_new |= add_lock_place(l, &to->stores, from->stores.data[i]);
    return is_new;
}

static void find_unlocks(Locks *l)
{
    Survey *s = l->s;
    for (uint32_t f = 0; f < s->reached.count; f++)
        find_own_unlocks(l, f);
    for (bool goes_on = true; goes_on;) {
        goes_on = false;
        run_poll(s->run);
        for (uint32_t f = 0; f < s->reached.count; f++)
            for (uint32_t i = 0; i < s->reached.data[f].calls.count; i++) {
                uint32_t callee = function_find(s, s->reached.data[f].calls.data[i].function);
                if (callee != f) goes_on |= add_called(l, &l->functions[f], &l->functions[callee]);
            }
    }
}

/* What functions take themselves: the greatest solution, from "does not return". */
static void find_exit_locks(Locks *l)
{
    Survey *s = l->s;
    uint32_t none = locks_set(l, NULL, 0);
    for (bool goes_on = true; goes_on;) {
        goes_on = false;
        for (uint32_t f = s->reached.count; f-- > 0;) {
            if (!l->functions[f].is_exit_due) continue;
            run_poll(s->run);
            l->functions[f].is_exit_due = false;
            uint32_t exit;
            run_release(s->run, block_sets(l, f, none, &exit));
            if (exit == l->functions[f].exit) continue;
            l->functions[f].exit = exit;
            goes_on = true;
            for (uint32_t i = 0; i < s->reached.data[f].callers.count; i++)
                l->functions[s->reached.data[f].callers.data[i]].is_exit_due = true;
        }
    }
}

typedef struct EnterLocks {
    Locks *l;
    uint32_t function;
    bool goes_on;
} EnterLocks;

static void enter_callees_locked(void *arg, LLVMValueRef i, uint32_t set)
{
    EnterLocks *e = arg;
    Locks *l = e->l;
    uint32_t first, end;
    if (!LLVMIsACallInst(i) || !call_targets(l->s, e->function, i, &first, &end)) return;
    for (; first < end; first++) {
        LLVMValueRef function = l->s->reached.data[e->function].calls.data[first].function;
        FunctionLocks *callee = &l->functions[function_find(l->s, function)];
        uint32_t inner = once_take(l, i, translate_in(l, i, function, set), true);
        uint32_t met = set_meet(l, callee->entry, inner);
        if (met == callee->entry) continue;
        callee->entry = met;
        callee->is_due = e->goes_on = true;
    }
}

static void find_entries(Locks *l)
{
    Survey *s = l->s;
    for (uint32_t c = 0; c < s->classes.count; c++) {
        FunctionLocks *f = &l->functions[function_find(s, s->classes.data[c].function)];
        f->entry = locks_set(l, NULL, 0);
        f->is_due = true;
        const Team *team = team_of_function(s, s->classes.data[c].function);
        if (!team) continue;
        LockName own = {NAME_OWN, team->class, LLVMGetParam(s->classes.data[c].function, 0), 0};
        f->entry = set_add(l, f->entry, 2 * locks_intern(l, &own) + 1);
    }
    for (EnterLocks e = {l, 0, true}; e.goes_on;) {
        e.goes_on = false;
        for (e.function = 0; e.function < s->reached.count; e.function++) {
            if (!l->functions[e.function].is_due) continue;
            run_poll(s->run);
            l->functions[e.function].is_due = false;
            locks_walk(l, e.function, enter_callees_locked, &e);
        }
    }
}

void locks_find(Locks *l, const bool *is_frozen)
{
    uint32_t n = l->s->reached.count;
    l->is_frozen = is_frozen;
    l->functions = run_alloc(l->s->run, (n + 1) * sizeof *l->functions);
    for (uint32_t f = 0; f < n; f++)
        l->functions[f] = (FunctionLocks){.entry = LOCKS_TOP, .exit = LOCKS_TOP, .is_exit_due = true};
    find_unlocks(l);
    find_exit_locks(l);
    find_entries(l);
}
