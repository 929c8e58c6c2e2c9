#include "c/exact/memory/slot.h"

#include "base/check.h"
#include "c/exact/memory/address.h"
#include "c/exact/memory/object.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/outside.h"
#include "c/exact/model/pointsto.h"
#include "c/exact/model/values.h"

static uint32_t slot_find(Lowering *L, const SlotKey *key, bool add)
{
    uintptr_t p = (uintptr_t)key->value;
    uint32_t words[6] = {(uint32_t)p,           (uint32_t)((uint64_t)p >> 32), key->scope,
                         (uint32_t)key->offset, (uint32_t)(key->offset >> 32), (uint32_t)key->kind};
    Facts *facts = L->facts;
    if (!add) return intern_find(&facts->slot_ids, words, 6);
    bool is_new;
    uint32_t id = intern_add(&facts->slot_ids, words, 6, &is_new);
    if (is_new) vec_push(L->run, &facts->slots, targets_new(L));
    CHECK(facts_are_valid(facts) && id < facts->slots.count);
    return id;
}

bool slot_follow_number(Lowering *L, Term number)
{
    Term t = term_kind(L->tm, number) == TERM_SELECT ? term_arg(L->tm, number, 0) : number;
    CellKind kind = term_same(t, number) ? CELL_SCALAR : CELL_ARRAY;
    if (term_kind(L->tm, t) != TERM_VAR) return false;
    for (uint32_t i = 0; i < L->cells.count; i++) {
        const Cell *cell = &L->cells.data[i];
        if (cell->kind != kind || cell->var.i != term_symbol(L->tm, t)) continue;
        SlotKey key = cell_slot(L, cell);
        if (slot_find(L, &key, false) != INTERN_NONE) return false;
        slot_find(L, &key, true);
        facts_forget_numbers(L);
        return true;
    }
    return false;
}

Term slot_store(Lowering *L, const SlotKey *key, const Val *v, bool is_pointer)
{
    /* An integer becomes a pointer's place only when an address is stored there, or will be: none is known yet. */
    bool is_address = v->kind == VAL_ADDRESS && !v->targets->has_number;
    if (!is_pointer && !is_address && !val_is_address(v) && slot_find(L, key, false) == INTERN_NONE) {
        Val number = v->kind == VAL_ADDRESS ? address_val(L, v) : *v;
        return number.terms[0];
    }
    Val a = address_val(L, v);
    CHECK(sort_same(term_sort(L->tm, a.terms[0]), sort_bv(L->pointer_width)));
    if (!is_pointer && slot_find(L, key, false) == INTERN_NONE) facts_forget_numbers(L);
    if (v->kind == VAL_TERM && a.targets->has_number) slot_follow_number(L, v->terms[0]);
    uint32_t id = slot_find(L, key, true); /* adds to the slots */
    Targets *set = L->facts->slots.data[id];
    if (targets_join(L->run, set, a.targets)) L->facts->has_changed = true;
    for (uint32_t i = 0; i < a.targets->list.count; i++)
        CHECK(targets_cover(set, &a.targets->list.data[i]));
    CHECK(set->has_number || !a.targets->has_number);
    return a.terms[0];
}

void slot_store_unknown(Lowering *L, const SlotKey *key)
{
    Targets *unknown = targets_new(L);
    unknown->has_number = true;
    uint32_t id = slot_find(L, key, true); /* adds to the slots */
    if (targets_join(L->run, L->facts->slots.data[id], unknown)) L->facts->has_changed = true;
}

Val slot_load(Lowering *L, const SlotKey *key, Term t, bool is_pointer)
{
    uint32_t id = slot_find(L, key, false);
    if (id == INTERN_NONE && !is_pointer) return val_term(t);
    if (id == INTERN_NONE) {
        id = slot_find(L, key, true);
        L->facts->has_changed = true; /* integers stored there count from now on */
    }
    const Targets *set = L->facts->slots.data[id];
    CHECK(targets_are_valid(set));
    if (set->list.count == 0 && set->has_number) return val_term(t);
    return address_of(t, set);
}

const Targets *slot_targets(Lowering *L, const SlotKey *key)
{
    uint32_t id = slot_find(L, key, false);
    return id == INTERN_NONE ? NULL : L->facts->slots.data[id];
}

bool slot_is_known(Lowering *L, const SlotKey *key) { return slot_find(L, key, false) != INTERN_NONE; }

bool slot_has_addresses(Lowering *L, const SlotKey *key)
{
    uint32_t id = slot_find(L, key, false);
    return id != INTERN_NONE && L->facts->slots.data[id]->list.count > 0 && !outside_is_all(L->facts->slots.data[id]);
}
