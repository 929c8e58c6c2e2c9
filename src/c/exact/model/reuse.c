#include "c/exact/model/reuse.h"

#include "base/check.h"
#include "c/exact/model/assumption.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"

static bool is_heap(const Target *t) { return LLVMIsACallInst(t->value) != NULL; }

static HeapRow *row_at(const Lowering *L, uint32_t id)
{
    CHECK(id < L->facts->heap.count);
    return &L->facts->heap.data[id];
}

/* The row that stands for the class. */
static HeapRow *class_row(const Lowering *L, uint32_t id)
{
    CHECK(row_at(L, row_at(L, id)->class)->class == row_at(L, id)->class);
    return row_at(L, row_at(L, id)->class);
}

static bool is_observed(const HeapRow *class) { return class->members > 1 && class->has_freed; }

bool reuse_is_observed(Lowering *L, uint32_t heap) { return is_observed(class_row(L, heap)); }

bool reuse_may_follow(const Lowering *L, uint32_t earlier, uint32_t later)
{
    const HeapRow *a = row_at(L, earlier), *b = row_at(L, later);
    return a->is_freed && a->class == b->class && a->size == b->size;
}

void reuse_note_freed(Lowering *L, const Targets *targets)
{
    for (uint32_t i = 0; i < targets->list.count; i++) {
        const Target *t = &targets->list.data[i];
        if (!is_heap(t)) continue;
        uint32_t id = heap_id(L, t->value, t->scope);
        if (row_at(L, id)->is_freed) continue;
        row_at(L, id)->is_freed = true;
        HeapRow *class = class_row(L, id);
        class->has_freed = true;
        if (is_observed(class) || memory_is_asked(L)) L->facts->has_changed = true; /* flags: freed.h */
    }
}

static void unite(Lowering *L, uint32_t a, uint32_t b)
{
    uint32_t from = row_at(L, b)->class, to = row_at(L, a)->class;
    if (from == to) { /* two objects of one arena are compared, or the same comparison again */
        if (!row_at(L, a)->stride || row_at(L, to)->members > 1) return;
        row_at(L, to)->members = 2;
        if (is_observed(row_at(L, to))) L->facts->has_changed = true;
        return;
    }
    row_at(L, to)->members += row_at(L, from)->members;
    row_at(L, to)->has_freed |= row_at(L, from)->has_freed;
    for (uint32_t i = 0; i < L->facts->heap.count; i++)
        if (row_at(L, i)->class == from) row_at(L, i)->class = to;
    if (is_observed(row_at(L, to))) L->facts->has_changed = true;
}

/* Whether both can be the same byte if their objects lie at one address. */
static bool may_meet(const Target *a, const Target *b) { return a->stride || b->stride || a->offset == b->offset; }

static void share_both(Lowering *L, const Target *a, const Target *b)
{
    bool is_shared = facts_has(L->facts, a->value, a->scope, FACT_SHARED);
    if (is_shared == facts_has(L->facts, b->value, b->scope, FACT_SHARED)) return;
    const Target *other = is_shared ? b : a;
    facts_add(L, other->value, other->scope, FACT_SHARED);
}

static void note_unlike(Lowering *L, uint32_t a, uint32_t b)
{
    bool is_new;
    intern_add(&L->unlike_ids, (uint32_t[]){a, b}, 2, &is_new);
    if (is_new) vec_push(L->run, &L->unlike, ((Unlike){a, b, {L->pos.file, L->pos.line, 0}}));
}

void reuse_end(Lowering *L)
{
    for (uint32_t i = 0; i < L->unlike.count; i++) {
        const Unlike *u = &L->unlike.data[i];
        if (!row_at(L, u->a)->is_freed && !row_at(L, u->b)->is_freed) continue;
        L->pos = u->pos;
        assumption_resize(L);
    }
}

static void note_pair(Lowering *L, const Target *a, const Target *b)
{
    uint32_t x = heap_id(L, a->value, a->scope), y = heap_id(L, b->value, b->scope);
    if (x != y && (row_at(L, x)->size != row_at(L, y)->size || !may_meet(a, b))) {
        note_unlike(L, x, y);
        return;
    }
    if (!may_meet(a, b)) return;
    unite(L, x, y);
    if (reuse_is_observed(L, x)) share_both(L, a, b);
}

void reuse_note_resized(Lowering *L, const Targets *old)
{
    for (uint32_t i = 0; i < old->list.count; i++) {
        const Target *t = &old->list.data[i];
        if (is_heap(t) && reuse_is_observed(L, heap_id(L, t->value, t->scope))) assumption_in_place(L);
    }
}

void reuse_note_compared(Lowering *L, const Targets *a, const Targets *b)
{
    for (uint32_t i = 0; i < a->list.count; i++)
        for (uint32_t k = 0; k < b->list.count && is_heap(&a->list.data[i]); k++)
            if (is_heap(&b->list.data[k])) note_pair(L, &a->list.data[i], &b->list.data[k]);
}
