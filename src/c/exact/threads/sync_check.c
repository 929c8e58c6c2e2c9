#include "c/exact/threads/sync_check.h"

#include "logic/term/evaluate.h"

static bool has_sort(const Lowering *L, VarId var, Sort sort)
{
    return program_has_var(L->program, var) && sort_same(L->program->vars.data[var.i].sort, sort);
}

/* See sync_object.h. */
static uint32_t variable_count(const Cell *c)
{
    switch (c->sync) {
    case SYNC_MUTEX: return c->more[0].i == NO_ID ? 1 : 2;
    case SYNC_RWLOCK:
    case SYNC_ONCE: return 2;
    case SYNC_BARRIER: return 4;
    case SYNC_ATTRIBUTE:
    case SYNC_SPINLOCK:
    case SYNC_SEMAPHORE: return 1;
    }
    return 0;
}

static Sort expected_sort(SyncKind kind, uint32_t k)
{
    bool is_number = kind == SYNC_ATTRIBUTE || kind == SYNC_SEMAPHORE || (kind == SYNC_MUTEX && k == 1) ||
                     (kind == SYNC_BARRIER && (k == 1 || k == 2));
    if (kind == SYNC_RWLOCK && k == 1) return sort_int();
    return is_number ? sort_bv(32) : sort_bool();
}

bool sync_is_valid(const Lowering *L, const SyncTarget *target, SyncKind kind)
{
    if (target->place.cell >= L->cells.count) return false;
    const Cell *c = &L->cells.data[target->place.cell];
    if (term_is(target->place.index))
        return c->sync == kind && sort_same(term_sort(L->tm, target->place.index), sort_bv(32));
    if (c->kind != CELL_MUTEX || c->sync != kind || c->object >= L->objects.count) return false;
    uint32_t count = variable_count(c);
    for (uint32_t k = 0; k <= SYNC_VARS; k++) {
        VarId var = k ? c->more[k - 1] : c->var;
        if (k < count ? !has_sort(L, var, expected_sort(kind, k)) : var.i != NO_ID) return false;
    }
    return !term_is(target->guard) || term_sort(L->tm, target->guard).kind == SORT_BOOL;
}

bool sync_targets_differ(const SyncTargets *targets)
{
    for (uint32_t i = 0; i < targets->count; i++) {
        if (targets->count > 1 && !term_is(targets->data[i].guard)) return false;
        for (uint32_t k = 0; k < i; k++)
            if (targets->data[k].place.cell == targets->data[i].place.cell &&
                term_same(targets->data[k].guard, targets->data[i].guard))
                return false;
    }
    return true;
}

bool sync_is_own(const Lowering *L, VarId var)
{
    for (uint32_t i = 0; i < L->key_vars.count; i++)
        if (L->key_vars.data[i].var.i == var.i)
            return L->key_vars.data[i].kind == THREAD_HOLDS && program_is_local_of(L->program, var, L->thread->id) &&
                   has_sort(L, var, sort_bv(32));
    return false;
}

bool outcomes_are_valid(const Lowering *L, const Outcomes *outcomes)
{
    for (uint32_t i = 0; i < outcomes->count; i++) {
        const Step *step = &outcomes->data[i].step;
        if (!emitted_step_is_valid(L, step) || step->has_spawn || step->failing) return false;
    }
    return true;
}

/* ---- what can come of a state ---- */

typedef struct PlacedState {
    const Lowering *L;
    const Cell *cell;
    uint32_t id;
    SyncState state;
} PlacedState;

/* Where the state has the variable; NULL: it is another one. */
static uint64_t *state_at(PlacedState *place, uint32_t var)
{
    const Lowering *L = place->L;
    for (uint32_t k = 0; k < variable_count(place->cell); k++)
        if ((k ? place->cell->more[k - 1] : place->cell->var).i == var) return &place->state.values[k];
    for (uint32_t i = 0; i < L->key_vars.count; i++) {
        const ThreadVariable *v = &L->key_vars.data[i];
        if (v->var.i == var && v->kind == THREAD_HOLDS && v->id == place->id) return &place->state.own;
    }
    return NULL;
}

static Value value_in_sync_state(void *arg, TermManager *tm, Term var)
{
    const uint64_t *value = state_at(arg, term_symbol(tm, var));
    return (Value){.bits = value ? *value : 0};
}

uint32_t sync_ways(Lowering *L, const Outcomes *outcomes, uint32_t first, const SyncTarget *target, SyncState state,
                   SyncState *after)
{
    PlacedState before = {L, &L->cells.data[target->place.cell], target->place.cell, state};
    uint32_t count = 0;
    for (uint32_t i = first; i < outcomes->count; i++) {
        const Step *step = &outcomes->data[i].step;
        if (term_is(step->guard) && !term_evaluate(L->tm, step->guard, value_in_sync_state, &before, NULL).bits)
            continue;
        PlacedState behind = before;
        for (uint32_t k = 0; k < step->assigns.count; k++) {
            const Assign *a = &step->assigns.data[k];
            uint64_t *value = state_at(&behind, a->var.i);
            if (value) *value = term_evaluate(L->tm, a->value, value_in_sync_state, &before, NULL).bits;
        }
        *after = behind.state;
        count++;
    }
    return count;
}
