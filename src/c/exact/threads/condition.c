#include "c/exact/threads/condition.h"

#include <string.h>

#include "base/check.h"
#include "c/exact/memory/address.h"
#include "c/exact/memory/choices.h"
#include "c/exact/memory/operand.h"
#include "c/exact/model/names.h"
#include "c/exact/model/values.h"
#include "c/exact/races/lvalue.h"
#include "c/exact/threads/waits.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"

#define CONDITION_BYTES 48 /* of a condition variable, about: only for its name */

/* ---- which one ---- */

/* A condition variable that each of several threads has would need counts for each of them. */
static bool is_one_for_all(const Object *o)
{
    return !o->is_external &&
           (o->kind == OBJECT_GLOBAL || (o->is_shared && (o->kind == OBJECT_LOCAL || o->kind == OBJECT_HEAP)));
}

/* As the source calls it, without what the C library has inside. */
static const char *condition_name(Lowering *L, const Val *v)
{
    const char *name = lvalue_text(L, v, CONDITION_BYTES), *inside = strstr(name, ".__");
    return run_strndup(L->run, name, inside ? (size_t)(inside - name) : strlen(name));
}

static uint32_t add_condition_variable(Lowering *L, const Val *v)
{
    const char *name = condition_name(L, v);
    Condition c = {.object = v->object, .offset = v->offset, .name = name};
    c.asleep = waits_count(L, run_format(L->run, "%s.asleep", name), 0, sort_int());
    c.woken = waits_count(L, run_format(L->run, "%s.woken", name), 0, sort_int());
    vec_push(L->run, &L->waits.conditions, c);
    return L->waits.conditions.count - 1;
}

static uint32_t find_condition(Lowering *L, const Val *v)
{
    for (uint32_t i = 0; i < L->waits.conditions.count; i++)
        if (L->waits.conditions.data[i].object == v->object && L->waits.conditions.data[i].offset == v->offset)
            return i;
    return add_condition_variable(L, v);
}

/* All places that the operand may be, with constant offsets. False: they are not known. */
static bool find_places(Lowering *L, const Val *address, Choices *choices)
{
    Tolerance here = {.reason = NULL}, *outer = L->tolerance;
    if (address->kind != VAL_POINTER && address->kind != VAL_ADDRESS) return false;
    L->tolerance = &here;
    if (setjmp(here.env) == 0) choices_find_exact(L, address, choices);
    L->tolerance = outer;
    return !here.reason;
}

static bool is_inside(Lowering *L, const Val *v)
{
    return v->offset >= 0 && (uint64_t)v->offset < object_size(L, &L->objects.data[v->object]);
}

/* A pointer to a function, or behind the last element of an array, may exist, but not be used. */
static bool collect_targets(Lowering *L, const Choices *choices, ConditionTargets *targets)
{
    for (uint32_t i = 0; i < choices->count; i++) {
        const Choice *c = &choices->data[i];
        if (c->val.kind != VAL_POINTER) continue;
        if (!is_one_for_all(&L->objects.data[c->val.object])) return false;
        if (!is_inside(L, &c->val)) continue;
        ConditionTarget t = {c->guard, find_condition(L, &c->val)};
        uint32_t k = 0;
        while (k < targets->list.count && targets->list.data[k].condition != t.condition)
            k++;
        if (k == targets->list.count)
            vec_push(L->run, &targets->list, t);
        else
            targets->list.data[k].guard = term_or(L->tm, targets->list.data[k].guard, t.guard);
    }
    return true;
}

static void require_some_target(Lowering *L, const ConditionTargets *targets)
{
    Term some = term_bool(L->tm, false);
    for (uint32_t i = 0; i < targets->list.count; i++)
        some = term_is(targets->list.data[i].guard) ? term_or(L->tm, some, targets->list.data[i].guard)
                                                    : term_bool(L->tm, true);
    condition_add(L, some);
}

void condition_find(Lowering *L, LLVMValueRef operand, bool is_wait, ConditionTargets *targets)
{
    if (!waits_are_asked(L)) return;
    Val address = operand_val(L, operand);
    Choices choices = {0};
    bool is_known = find_places(L, &address, &choices) && collect_targets(L, &choices, targets);
    vec_free(L->run, &choices);
    if (is_known) {
        require_some_target(L, targets);
        return;
    }
    vec_free(L->run, &targets->list);
    if (is_wait) waits_add_other(L, "a wait for a condition variable that is not known, or of one of several threads,");
}

/* ---- who waits ---- */

static Term is_count_zero(Lowering *L, VarId var) { return term_eq(L->tm, var_term(L, var), term_int(L->tm, 0)); }

static Term count_plus(Lowering *L, VarId var, int64_t n)
{
    return term_add(L->tm, var_term(L, var), term_int(L->tm, n));
}

static const ConditionEvent *condition_event(Lowering *L, const Condition *c, ConditionEvent event)
{
    ConditionEvent *e = run_alloc(L->run, sizeof *e);
    *e = event;
    e->name = c->name;
    e->asleep = c->asleep;
    return e;
}

/* The value where the guard holds (TERM_NONE: always), else what the variable has. */
static void assign_where(Lowering *L, Step *step, Term guard, VarId var, Term value)
{
    step_assign(L, step, var, term_is(guard) ? term_ite(L->tm, guard, value, var_term(L, var)) : value);
}

static Term which_is(Lowering *L, const ConditionTargets *targets, uint32_t k)
{
    if (targets->which.i == NO_ID) return TERM_NONE;
    return term_eq(L->tm, var_term(L, targets->which), term_bv(L->tm, 32, k));
}

void condition_sleep(Lowering *L, ConditionTargets *targets, bool is_timed, VarId mutex, Step *step)
{
    if (targets->list.count == 0) return;
    if (targets->list.count == 1)
        step->event = condition_event(L, &L->waits.conditions.data[targets->list.data[0].condition],
                                      (ConditionEvent){.kind = EVENT_WAIT, .mutex = mutex});
    if (targets->list.count > 1 && targets->which.i == NO_ID)
        targets->which = var_temporary(L, "condition", sort_bv(32), false);
    Term none_leaves = term_bool(L->tm, true), which = term_bv(L->tm, 32, 0);
    for (uint32_t i = 0; i < targets->list.count; i++) {
        const ConditionTarget *t = &targets->list.data[i];
        const Condition c = L->waits.conditions.data[t->condition];
        Term is_quiet = is_count_zero(L, c.woken);
        if (term_is(t->guard)) is_quiet = term_or(L->tm, term_not(L->tm, t->guard), is_quiet);
        none_leaves = term_and(L->tm, none_leaves, is_quiet);
        assign_where(L, step, t->guard, c.asleep, count_plus(L, c.asleep, 1));
        if (i > 0) which = term_ite(L->tm, t->guard, term_bv(L->tm, 32, i), which);
    }
    step->guard = term_is(step->guard) ? term_and(L->tm, step->guard, none_leaves) : none_leaves;
    if (targets->which.i != NO_ID) step_assign(L, step, targets->which, which);
    VarId active = waits_active(L);
    if (!is_timed) step_assign(L, step, active, count_plus(L, active, -1));
}

/* Who leaves while a signal is on its way is the one that it woke. */
static void leave(Lowering *L, const Condition *c, Term leaves, Step *step)
{
    Term none = is_count_zero(L, c->woken);
    assign_where(L, step, term_and(L->tm, leaves, none), c->asleep, count_plus(L, c->asleep, -1));
    assign_where(L, step, term_and(L->tm, leaves, term_not(L->tm, none)), c->woken, count_plus(L, c->woken, -1));
}

void condition_wake(Lowering *L, const ConditionTargets *targets, bool is_timed, Term did_wait)
{
    if (targets->list.count == 0) return;
    LocId loc = cursor_loc(L);
    Step step = {0};
    for (uint32_t i = 0; i < targets->list.count; i++) {
        const Condition c = L->waits.conditions.data[targets->list.data[i].condition];
        Term here = which_is(L, targets, i);
        Sleep sleep = {loc, here, c.name, L->pos};
        if (!is_timed) vec_push(L->run, &L->waits.sleeps, sleep);
        leave(L, &c, term_is(here) ? term_and(L->tm, did_wait, here) : did_wait, &step);
    }
    VarId active = waits_active(L);
    if (!is_timed) assign_where(L, &step, did_wait, active, count_plus(L, active, 1));
    step_emit(L, &step);
}

/* ---- signals ---- */

static void signal_one(Lowering *L, const Condition *c, Term guard, Step *step)
{
    Term any = term_not(L->tm, is_count_zero(L, c->asleep)), wakes = term_is(guard) ? term_and(L->tm, guard, any) : any;
    assign_where(L, step, wakes, c->woken, count_plus(L, c->woken, 1));
    assign_where(L, step, wakes, c->asleep, count_plus(L, c->asleep, -1));
}

static void signal_all(Lowering *L, const Condition *c, Term guard, Step *step)
{
    assign_where(L, step, guard, c->woken, term_add(L->tm, var_term(L, c->woken), var_term(L, c->asleep)));
    assign_where(L, step, guard, c->asleep, term_int(L->tm, 0));
}

void condition_signal(Lowering *L, LLVMValueRef call)
{
    bool is_all = strstr(L->callee, "cond_broadcast") || strstr(L->callee, "cnd_broadcast");
    if (!is_all && !strstr(L->callee, "cond_signal") && !strstr(L->callee, "cnd_signal")) return;
    if (!waits_are_asked(L) || LLVMGetNumArgOperands(call) < 1) return;
    reads_flush(L);
    values_flush(L);
    ConditionTargets targets = {.which = {NO_ID}};
    condition_find(L, LLVMGetOperand(call, 0), false, &targets);
    if (!L->cursor.is_reachable) return;
    if (targets.list.count == 0) {
        waits_add_other(L, "a thread that waits for a condition variable, while one that is not known is signalled,");
        return;
    }
    Step step = {0};
    if (targets.list.count == 1)
        step.event = condition_event(L, &L->waits.conditions.data[targets.list.data[0].condition],
                                     (ConditionEvent){.kind = is_all ? EVENT_BROADCAST : EVENT_SIGNAL});
    for (uint32_t i = 0; i < targets.list.count; i++) {
        const Condition c = L->waits.conditions.data[targets.list.data[i].condition];
        if (is_all)
            signal_all(L, &c, targets.list.data[i].guard, &step);
        else
            signal_one(L, &c, targets.list.data[i].guard, &step);
    }
    step_emit(L, &step);
    vec_free(L->run, &targets.list);
}
