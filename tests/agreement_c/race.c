#include "agreement_c/race.h"

static bool overlap(const Touch *a, const Touch *b)
{
    uintptr_t from_a = (uintptr_t)BARE(a->pointer), from_b = (uintptr_t)BARE(b->pointer);
    return from_a < from_b + b->size && from_b < from_a + a->size;
}

static bool writes(const Touch *t) { return t->kind == KIND_WRITE || t->kind == KIND_ATOMIC; }

void raced_add(Raced *raced, const Touch *a, const Touch *b)
{
    const void *at = BARE(a->pointer) > BARE(b->pointer) ? BARE(a->pointer) : BARE(b->pointer);
    for (unsigned i = 0; i < raced->count; i++)
        if (raced->at[i] == at) return;
    if (raced->count < RACED_MAX) raced->at[raced->count++] = at;
}

Truth touches_race(const Touch *a, const Touch *b)
{
    if (a->kind == KIND_NONE || b->kind == KIND_NONE || (a->is_atomic && b->is_atomic) || !overlap(a, b))
        return TRUTH_NO;
    if (writes(a) || writes(b)) return TRUTH_YES;
    return a->kind == KIND_EXCHANGE || b->kind == KIND_EXCHANGE ? TRUTH_OPEN : TRUTH_NO;
}
