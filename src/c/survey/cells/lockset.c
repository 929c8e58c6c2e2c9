#include "c/survey/cells/lockset.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "c/survey/cells/root.h"
#include "c/survey/object.h"
#include "c/survey/solve.h"

Locks *locks_new(Survey *s)
{
    Locks *l = run_alloc(s->run, sizeof *l);
    l->s = s;
    intern_init(s->run, &l->name_ids);
    intern_init(s->run, &l->set_ids);
    locks_set(l, NULL, 0);
    return l;
}

/* ---- names and sets ---- */

uint32_t locks_intern(Locks *l, const LockName *name)
{
    uint32_t key[7] = {name->kind, name->place};
    uintptr_t v = (uintptr_t)name->value;
    memcpy(key + 2, &v, sizeof v);
    memcpy(key + 4, &name->bytes, sizeof name->bytes);
    bool is_new;
    uint32_t id = intern_add(&l->name_ids, key, 6, &is_new);
    if (is_new) vec_push(l->s->run, &l->names, *name);
    CHECK(l->names.count == l->name_ids.count);
    return id;
}

const LockName *locks_name(const Locks *l, uint32_t name)
{
    CHECK(name < l->names.count);
    return &l->names.data[name];
}

static int compare_lock_ids(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

uint32_t locks_set(Locks *l, uint32_t *entries, uint32_t count)
{
    if (count > 1) qsort(entries, count, sizeof *entries, compare_lock_ids);
    uint32_t *key = run_alloc(l->s->run, (count + 1) * sizeof *key), n = 1;
    for (uint32_t i = 0; i < count; i++) {
        bool is_again = n > 1 && key[n - 1] >> 1 == entries[i] >> 1; /* to write, which comes last, says more */
        key[is_again ? n - 1 : n] = entries[i];
        n += !is_again;
    }
    uint32_t id = intern_add(&l->set_ids, key, n, NULL);
    run_release(l->s->run, key);
    return id;
}

const uint32_t *locks_of(const Locks *l, uint32_t set, uint32_t *count)
{
    uint32_t n;
    CHECK(set < l->set_ids.count);
    const uint32_t *key = intern_key(&l->set_ids, set, &n);
    *count = n - 1;
    return key + 1;
}

uint32_t set_filter(Locks *l, uint32_t set, Keeps *keeps, const void *arg)
{
    uint32_t n, kept = 0;
    const uint32_t *all = locks_of(l, set, &n);
    uint32_t *entries = run_alloc(l->s->run, (n + 1) * sizeof *entries);
    for (uint32_t i = 0; i < n; i++)
        if (keeps(l, &l->names.data[all[i] >> 1], arg)) entries[kept++] = all[i];
    if (kept < n) set = locks_set(l, entries, kept);
    run_release(l->s->run, entries);
    return set;
}

uint32_t set_meet(Locks *l, uint32_t a, uint32_t b)
{
    if (a == b || b == LOCKS_TOP) return a;
    if (a == LOCKS_TOP) return b;
    uint32_t n, m, kept = 0;
    const uint32_t *x = locks_of(l, a, &n), *y = locks_of(l, b, &m);
    uint32_t *entries = run_alloc(l->s->run, (n + 1) * sizeof *entries);
    for (uint32_t i = 0, k = 0; i < n; i++) {
        while (k < m && y[k] >> 1 < x[i] >> 1)
            k++;
        if (k < m && y[k] >> 1 == x[i] >> 1) entries[kept++] = x[i] & y[k];
    }
    uint32_t set = locks_set(l, entries, kept);
    run_release(l->s->run, entries);
    return set;
}

uint32_t set_add(Locks *l, uint32_t set, uint32_t entry)
{
    uint32_t n;
    const uint32_t *all = locks_of(l, set, &n);
    uint32_t *entries = run_alloc(l->s->run, (n + 1) * sizeof *entries);
    if (n) memcpy(entries, all, n * sizeof *entries);
    entries[n] = entry;
    set = locks_set(l, entries, n + 1);
    run_release(l->s->run, entries);
    return set;
}

bool locks_common(const Locks *l, uint32_t a, uint32_t b, uint32_t *name)
{
    uint32_t n, m;
    const uint32_t *x = locks_of(l, a, &n), *y = locks_of(l, b, &m);
    for (uint32_t i = 0, k = 0; i < n; i++) {
        while (k < m && y[k] >> 1 < x[i] >> 1)
            k++;
        if (k == m) break;
        *name = x[i] >> 1;
        NameKind kind = l->names.data[*name].kind;
        if (y[k] >> 1 == *name && ((x[i] | y[k]) & 1) && kind != NAME_FRESH && kind != NAME_OWN) return true;
    }
    return false;
}

bool locks_are_fresh(const Locks *l, uint32_t set, LLVMValueRef address)
{
    uint32_t n;
    const uint32_t *all = locks_of(l, set, &n);
    LLVMValueRef origin = origin_of(address);
    for (uint32_t i = 0; i < n; i++)
        if (l->names.data[all[i] >> 1].kind == NAME_FRESH && l->names.data[all[i] >> 1].value == origin) return true;
    return false;
}

/* ---- stores ---- */

#define STORE_BYTES 32u /* no store is larger */

bool locks_may_change(const Locks *l, uint32_t stored, uint32_t frozen)
{
    const SurveyPlace *p = &l->s->places.data[stored], *q = &l->s->places.data[frozen];
    if (p->object != q->object) return false;
    return p->offset == ANYWHERE || q->offset == ANYWHERE ||
           (p->offset < q->offset + GRAIN && q->offset < p->offset + STORE_BYTES);
}

bool locks_may_change_frozen(const Locks *l, uint32_t stored)
{
    const Ids *places = &l->s->objects.data[l->s->places.data[stored].object].places;
    for (uint32_t i = 0; i < places->count; i++)
        if (l->is_frozen[places->data[i]] && locks_may_change(l, stored, places->data[i])) return true;
    return false;
}

/* ---- what an operand names ---- */

const Ids *locks_targets(const Locks *l, LLVMValueRef value)
{
    uint32_t id = pointer_find(&l->s->node_ids, value);
    return id == INTERN_NONE ? NULL : node_targets(l->s, l->s->value_nodes.data[id]);
}

/* The only bytes that an address can be of, if there is one object of the kind. */
static uint32_t single_lock_place(const Locks *l, LLVMValueRef address)
{
    const Ids *targets = locks_targets(l, address);
    uint64_t begin, element, length;
    if (!targets || targets->count != 1) return UINT32_MAX;
    const SurveyPlace *p = &l->s->places.data[targets->data[0]];
    if (!l->s->objects.data[p->object].is_single || p->offset == ANYWHERE) return UINT32_MAX;
    return place_array(l->s, targets->data[0], &begin, &element, &length) ? UINT32_MAX : targets->data[0];
}

uint32_t locks_frozen_place(const Locks *l, LLVMValueRef value)
{
    if (!LLVMIsALoadInst(value)) return UINT32_MAX;
    uint32_t place = single_lock_place(l, LLVMGetOperand(value, 0));
    return place != UINT32_MAX && l->is_frozen[place] ? place : UINT32_MAX;
}

/* The names of the lock at an address: at most two. */
uint32_t locks_find_names(Locks *l, LLVMValueRef address, uint32_t *names)
{
    uint32_t n = 0, place = single_lock_place(l, address);
    Root r = address_root(l->s, address);
    LockName name = {.kind = NAME_PLACE, .place = place};
    if (place != UINT32_MAX) names[n++] = locks_intern(l, &name);
    if (LLVMIsAConstant(r.value)) return n;
    uint32_t frozen = locks_frozen_place(l, r.value);
    name = (LockName){NAME_VALUE, 0, r.value, r.bytes};
    if (frozen != UINT32_MAX) name = (LockName){NAME_FROZEN, frozen, NULL, r.bytes};
    names[n++] = locks_intern(l, &name);
    return n;
}
