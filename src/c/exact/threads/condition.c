#include "c/exact/threads/condition.h"

#include <string.h>

#include "base/check.h"
#include "c/exact/memory/operand.h"
#include "c/exact/model/names.h"
#include "c/exact/races/lvalue.h"
#include "c/exact/threads/waits.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"

#define CONDITION_BYTES 48 /* of a condition variable, about: only for its name */

static bool is_one_for_all(const Object *o)
{
    return o->kind == OBJECT_GLOBAL || (o->is_shared && (o->kind == OBJECT_LOCAL || o->kind == OBJECT_HEAP));
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
    c.stolen = waits_count(L, run_format(L->run, "%s.stolen", name), 0, sort_bool());
    vec_push(L->run, &L->waits.conditions, c);
    return L->waits.conditions.count - 1;
}

static uint32_t find_condition(Lowering *L, LLVMValueRef operand)
{
    Val v = operand_val(L, operand);
    if (v.kind != VAL_POINTER || v.count > 0 || !is_one_for_all(&L->objects.data[v.object])) return NO_ID;
    for (uint32_t i = 0; i < L->waits.conditions.count; i++)
        if (L->waits.conditions.data[i].object == v.object && L->waits.conditions.data[i].offset == v.offset) return i;
    return add_condition_variable(L, &v);
}

uint32_t condition_find(Lowering *L, LLVMValueRef operand, bool is_timed)
{
    if (!waits_are_asked(L)) return NO_ID;
    uint32_t condition = find_condition(L, operand);
    if (condition == NO_ID && !is_timed)
        waits_add_other(L, "a wait for a condition variable of several, or of one of several threads,");
    return condition;
}

static Term count_term(Lowering *L, VarId var) { return var_term(L, var); }

static Term is_count_zero(Lowering *L, VarId var) { return term_eq(L->tm, count_term(L, var), term_int(L->tm, 0)); }

static Term count_plus(Lowering *L, VarId var, int64_t n)
{
    return term_add(L->tm, count_term(L, var), term_int(L->tm, n));
}

static const ConditionEvent *condition_event(Lowering *L, const Condition *c, ConditionEvent event)
{
    ConditionEvent *e = run_alloc(L->run, sizeof *e);
    *e = event;
    e->name = c->name;
    e->asleep = c->asleep;
    return e;
}

void condition_sleep(Lowering *L, uint32_t condition, bool is_timed, VarId mutex, Step *step)
{
    if (condition == NO_ID) return;
    const Condition c = L->waits.conditions.data[condition];
    step->event = condition_event(L, &c, (ConditionEvent){.kind = EVENT_WAIT, .mutex = mutex});
    step_assign(L, step, c.asleep, count_plus(L, c.asleep, 1));
    step_assign(L, step, c.stolen, term_or(L->tm, var_term(L, c.stolen), term_not(L->tm, is_count_zero(L, c.woken))));
    VarId active = waits_active(L);
    if (!is_timed) step_assign(L, step, active, count_plus(L, active, -1));
}

void condition_wake(Lowering *L, uint32_t condition, bool is_timed, Term did_wait)
{
    if (condition == NO_ID) return;
    const Condition c = L->waits.conditions.data[condition];
    Sleep sleep = {cursor_loc(L), c.name, L->pos};
    if (!is_timed) vec_push(L->run, &L->waits.sleeps, sleep);
    Term none = is_count_zero(L, c.woken);
    Term leaves_asleep = term_and(L->tm, did_wait, none);
    Term leaves_woken = term_and(L->tm, did_wait, term_not(L->tm, none));
    Step step = {0};
    step_assign(L, &step, c.asleep, term_ite(L->tm, leaves_asleep, count_plus(L, c.asleep, -1), var_term(L, c.asleep)));
    step_assign(L, &step, c.woken, term_ite(L->tm, leaves_woken, count_plus(L, c.woken, -1), var_term(L, c.woken)));
    VarId active = waits_active(L);
    if (!is_timed)
        step_assign(L, &step, active, term_ite(L->tm, did_wait, count_plus(L, active, 1), var_term(L, active)));
    step_emit(L, &step);
}

void condition_signal(Lowering *L, LLVMValueRef call)
{
    bool is_all = strstr(L->callee, "cond_broadcast") || strstr(L->callee, "cnd_broadcast");
    if (!is_all && !strstr(L->callee, "cond_signal") && !strstr(L->callee, "cnd_signal")) return;
    if (!waits_are_asked(L) || LLVMGetNumArgOperands(call) < 1) return;
    uint32_t condition = condition_find(L, LLVMGetOperand(call, 0), true);
    if (condition == NO_ID) {
        waits_add_other(L, "a thread that waits for a condition variable of several, one of which is signalled here,");
        return;
    }
    reads_flush(L);
    values_flush(L);
    const Condition c = L->waits.conditions.data[condition];
    Term none = is_count_zero(L, c.asleep), asleep = var_term(L, c.asleep), woken = var_term(L, c.woken);
    Step step = {0};
    step.event = condition_event(L, &c, (ConditionEvent){.kind = is_all ? EVENT_BROADCAST : EVENT_SIGNAL});
    if (is_all) {
        step_assign(L, &step, c.woken, term_add(L->tm, woken, asleep));
        step_assign(L, &step, c.asleep, term_int(L->tm, 0));
    } else {
        step_assign(L, &step, c.woken, term_ite(L->tm, none, woken, count_plus(L, c.woken, 1)));
        step_assign(L, &step, c.asleep, term_ite(L->tm, none, asleep, count_plus(L, c.asleep, -1)));
    }
    step_emit(L, &step);
}
