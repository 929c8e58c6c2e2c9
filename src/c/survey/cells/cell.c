#include "c/survey/cells/cell.h"

#include <stdlib.h>

#include "base/check.h"

/* ---- two accesses ---- */

static bool class_is_single(const Survey *s, uint32_t bit)
{
    if (bit < BITS_MAX - 1) return bit < s->classes.count && s->classes.data[bit].is_single;
    return s->classes.count == BITS_MAX && s->classes.data[bit].is_single;
}

/* Whether threads of two classes may be there at once, so far as who starts whom tells. Class 0 is main. */
static bool classes_meet(const SurveyAccesses *a, const Circumstance *x, uint32_t i, const Circumstance *y, uint32_t k,
                         bool *is_ordered)
{
    if (i == k) return !class_is_single(a->s, i);
    if (i == 0 && class_is_single(a->s, 0) && x->started != UINT32_MAX && !bits_get(&a->started.data[x->started], k)) {
        *is_ordered = true;
        return false;
    }
    if (k == 0 && class_is_single(a->s, 0) && y->started != UINT32_MAX && !bits_get(&a->started.data[y->started], i)) {
        *is_ordered = true;
        return false;
    }
    return true;
}

static bool threads_meet(const SurveyAccesses *a, const Circumstance *x, const Circumstance *y, bool *is_ordered)
{
    for (uint32_t i = 0; i < BITS_MAX; i++)
        for (uint32_t k = 0; bits_get(&x->classes, i) && k < BITS_MAX; k++)
            if (bits_get(&y->classes, k) && classes_meet(a, x, i, y, k, is_ordered)) return true;
    return false;
}

/* CELL_OPEN: they may race; else the first reason that says they do not. */
static CellWhy judge_pair(const SurveyAccesses *a, const SurveyAccess *p, const SurveyAccess *q, uint32_t *lock)
{
    const Circumstance *x = &a->circumstances.data[p->circumstance], *y = &a->circumstances.data[q->circumstance];
    bool is_ordered = false;
    if ((!x->is_write && !y->is_write) || (x->is_lock && y->is_lock)) return CELL_READ;
    if (x->is_atomic && y->is_atomic) return CELL_ATOMIC;
    if (x->is_own && y->is_own) return CELL_THREAD; /* of one frame, or of different variables */
    if (x->own != UINT32_MAX && x->own == y->own) return CELL_ELEMENT;
    if (!threads_meet(a, x, y, &is_ordered)) return is_ordered ? CELL_ORDER : CELL_THREAD;
    return locks_common(a->locks, x->locks, y->locks, lock) ? CELL_LOCK : CELL_OPEN;
}

/* ---- cells of an object ---- */

static bool overlap(const SurveyAccess *p, const SurveyAccess *q)
{
    return p->from == ANYWHERE || q->from == ANYWHERE || (p->from < q->to && q->from < p->to);
}

static void add_reason(SurveyCell *c, CellWhy why, uint32_t lock)
{
    if (why == CELL_LOCK) c->lock = c->why == CELL_LOCK && c->lock != lock ? UINT32_MAX : lock;
    if (why > c->why) c->why = why;
}

static void judge_cell(const SurveyAccesses *a, const uint32_t *members, uint32_t count, SurveyCell *c)
{
    c->why = CELL_READ;
    c->lock = UINT32_MAX;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = i; k < count; k++) {
            const SurveyAccess *p = &a->all.data[members[i]], *q = &a->all.data[members[k]];
            uint32_t lock = UINT32_MAX;
            if (!overlap(p, q)) continue;
            CellWhy why = judge_pair(a, p, q, &lock);
            if (why != CELL_OPEN) {
                add_reason(c, why, lock);
                continue;
            }
            c->why = CELL_OPEN;
            c->first = members[i];
            c->second = members[k];
            return;
        }
}

typedef struct Sorted {
    uint64_t from, to;
    uint32_t object, access;
} Sorted;

static int compare_sorted(const void *a, const void *b)
{
    const Sorted *x = a, *y = b;
    if (x->object != y->object) return x->object < y->object ? -1 : 1;
    if (x->from != y->from) return x->from < y->from ? -1 : 1;
    return x->access < y->access ? -1 : x->access > y->access;
}

/* Beside the use of locks. */
static bool has_access(const SurveyAccesses *a, const uint32_t *members, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!a->circumstances.data[a->all.data[members[i]].circumstance].is_lock) return true;
    return false;
}

/* The cells of one object: rows[0 .. count - 1], by offset; those ANYWHERE come last, and belong to each cell. */
static void find_in_object(const SurveyAccesses *a, const Sorted *rows, uint32_t count, SurveyCells *out)
{
    uint32_t exact = count;
    while (exact > 0 && rows[exact - 1].from == ANYWHERE)
        exact--;
    uint32_t *members = run_alloc(a->s->run, (count + 1) * sizeof *members);
    for (uint32_t i = 0, end; i < exact || (exact == 0 && i == 0); i = end) {
        SurveyCell c = {.object = rows[0].object, .from = rows[i].from, .to = rows[i].to};
        uint32_t n = 0;
        for (end = i; end < exact && (end == i || rows[end].from < c.to); end++) {
            members[n++] = rows[end].access;
            if (rows[end].to > c.to) c.to = rows[end].to;
        }
        for (uint32_t k = exact; k < count; k++)
            members[n++] = rows[k].access;
        if (has_access(a, members, n)) {
            judge_cell(a, members, n, &c);
            vec_push(a->s->run, out, c);
        }
        if (exact == 0) break;
    }
    run_release(a->s->run, members);
}

void cells_find(const SurveyAccesses *a, SurveyCells *out)
{
    uint32_t n = a->all.count;
    Sorted *rows = run_alloc(a->s->run, (n + 1) * sizeof *rows);
    for (uint32_t i = 0; i < n; i++)
        rows[i] = (Sorted){a->all.data[i].from, a->all.data[i].to, a->all.data[i].object, i};
    if (n > 1) qsort(rows, n, sizeof *rows, compare_sorted);
    for (uint32_t i = 0, end; i < n; i = end) {
        for (end = i; end < n && rows[end].object == rows[i].object;)
            end++;
        run_poll(a->s->run);
        find_in_object(a, rows + i, end - i, out);
    }
    run_release(a->s->run, rows);
}
