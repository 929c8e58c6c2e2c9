#include "c/survey/cells/access.h"

#include <string.h>

#include "base/check.h"
#include "c/survey/cells/root.h"
#include "c/survey/effect.h"
#include "c/survey/gather.h"
#include "c/survey/object.h"
#include "c/survey/solve.h"
#include "c/survey/team.h"
#include "c/survey/threads.h"

/* ---- which objects count ---- */

static bool is_counted_object(const SurveyObject *o)
{
    return o->is_shared && (o->kind == SURVEY_STATIC || o->kind == SURVEY_LOCAL || o->kind == SURVEY_HEAP ||
                            o->kind == SURVEY_OUTSIDE || (o->kind == SURVEY_THREAD && o->value));
}

/* ---- places that are not written while there are other threads ----
 *
 * Main may write them before it starts any, and again when all have ended: whoever loads one before and whoever loads
 * it after such a write are ordered by it. */

typedef struct Freeze {
    Survey *s;
    bool *is_frozen;
    bool is_early;
} Freeze;

static void thaw(Freeze *f, uint32_t place, const SurveyEffect *e)
{
    const Survey *s = f->s;
    uint64_t from, to;
    const SurveyObject *o = &s->objects.data[s->places.data[place].object];
    bool is_exact = effect_range(s, place, e, &from, &to);
    for (uint32_t i = 0; i < o->places.count; i++) {
        uint64_t at = s->places.data[o->places.data[i]].offset;
        if (!is_exact || (at < to && at + GRAIN > from)) f->is_frozen[o->places.data[i]] = false;
    }
}

static void thaw_effect(void *arg, const SurveyEffect *e)
{
    Freeze *f = arg;
    const Ids *targets = effect_targets(f->s, e->pointer);
    if (!e->is_write || f->is_early) return;
    for (uint32_t i = 0; targets && i < targets->count; i++)
        if (effect_is_to(f->s, e, targets->data[i])) thaw(f, targets->data[i], e);
}

static void thaw_step(void *arg, LLVMValueRef i, const Bits *started)
{
    Freeze *f = arg;
    f->is_early = !bits_any(started) && LLVMIsAStoreInst(i); /* locks.c looks at stores only */
    effects_of(f->s, i, thaw_effect, f);
}

/* Memory of the object only: whoever is outside, or gets there through other memory, may write it at any time. */
static bool can_freeze(const Survey *s, uint32_t place)
{
    const SurveyPlace *p = &s->places.data[place];
    const SurveyObject *o = &s->objects.data[p->object];
    if (p->offset == ANYWHERE || !o->is_single) return false;
    for (uint32_t i = 0; i < o->places.count; i++)
        if (node_has_target(s, s->outside, o->places.data[i])) return false;
    return true;
}

static bool *find_frozen_places(Survey *s)
{
    Freeze f = {s, run_alloc(s->run, (s->places.count + 1) * sizeof(bool)), false};
    for (uint32_t p = 0; p < s->places.count; p++)
        f.is_frozen[p] = can_freeze(s, p);
    for (uint32_t i = 0; i < s->reached.count; i++) {
        const SurveyFunction *r = &s->reached.data[i];
        Bits others = r->classes, none = {{0}};
        bits_set(&others, 0, false);
        if (!bits_any(&others) && r->is_entered) {
            threads_walk(s, i, thaw_step, &f);
            continue;
        }
        Bits all = none;
        bits_set(&all, 0, true);
        for (uint32_t b = 0; b < r->info->blocks.count; b++)
            for (LLVMValueRef k = LLVMGetFirstInstruction(r->info->blocks.data[b].block); k;
                 k = LLVMGetNextInstruction(k))
                thaw_step(&f, k, &all);
    }
    return f.is_frozen;
}

/* ---- circumstances ---- */

typedef struct Recording {
    SurveyAccesses *a;
    uint32_t function, started, locks;
    uint32_t own; /* of the effect at hand: Circumstance.own */
    LLVMValueRef instruction;
    Intern when_ids; /* instructions */
    Ids when;
} Recording;

/* The variable of the frame that makes the access, and of no other one, whoever knows its address. */
static bool is_own_frame(const Recording *r, uint32_t object, const SurveyEffect *e)
{
    const SurveyObject *o = &r->a->s->objects.data[object];
    return o->kind == SURVEY_LOCAL && o->value && origin_of(e->pointer) == o->value;
}

/* Whether an access to so many bytes behind what is at a value stays in the `own` bytes that begin `before` bytes
 * before the value; bytes 0: nobody knows how many there are. */
static bool stays_inside(const Survey *s, LLVMValueRef pointer, LLVMValueRef value, int64_t before, uint64_t bytes,
                         uint64_t own)
{
    int64_t from = 0, to = (int64_t)bytes;
    for (; pointer != value; pointer = LLVMGetOperand(pointer, 0)) {
        Offset o;
        if (!LLVMIsAGetElementPtrInst(pointer)) return false;
        offset_of(s, pointer, &o);
        if (o.is_varied && !o.stays && own != WHOLE_OBJECT) return false;
        from += o.bytes;
        to += o.bytes;
        if (!o.is_varied || own == WHOLE_OBJECT) continue;
        from = 0; /* an index leads nowhere out of the array that is inside of what the address is of */
        to = (int64_t)LLVMABISizeOfType(s->layout, LLVMGetGEPSourceElementType(pointer));
    }
    return own == WHOLE_OBJECT || (bytes > 0 && from + before >= 0 && (uint64_t)(to + before) <= own);
}

/* Whether it is to memory of the thread's own, as teams have it. */
static bool find_own_memory(Recording *r, const SurveyEffect *e, OwnMemory *out)
{
    Survey *s = r->a->s;
    uint32_t n;
    const uint32_t *entries = locks_of(r->a->locks, r->locks, &n);
    uint64_t bytes = e->is_all ? 0 : e->bytes;
    if (e->is_reached || e->is_static) return false;
    for (uint32_t i = 0; i < n; i++) {
        const LockName *name = locks_name(r->a->locks, entries[i] >> 1);
        if (name->kind != NAME_OWN) continue;
        const Team *t = team_of_class(s, name->place);
        *out = (OwnMemory){t->class, NULL, 0};
        if (stays_inside(s, e->pointer, name->value, name->bytes, bytes, t->own)) return true;
        if (team_has_element(s, t, name->value, name->bytes, e->pointer, bytes, out)) return true;
    }
    return team_leaves_element(s, r->instruction, e->pointer, bytes, out);
}

/* By number; UINT32_MAX: it is not. */
static uint32_t own_memory(Recording *r, const SurveyEffect *e)
{
    OwnMemory own;
    if (!find_own_memory(r, e, &own)) return UINT32_MAX;
    uint32_t key[5] = {own.class};
    memcpy(key + 1, &own.base, sizeof own.base);
    memcpy(key + 3, &own.stride, sizeof own.stride);
    return intern_add(&r->a->own_ids, key, 5, NULL);
}

static uint32_t circumstance_of(Recording *r, uint32_t locks, const SurveyEffect *e, bool own)
{
    SurveyAccesses *a = r->a;
    Circumstance c = {
        a->s->reached.data[r->function].classes, r->started, locks, e->is_write, e->is_atomic, e->is_lock, r->own, own};
    uint32_t key[12] = {c.started, c.locks, c.own,
                        (uint32_t)c.is_write | (uint32_t)c.is_atomic << 1 | (uint32_t)c.is_own << 2 |
                            (uint32_t)c.is_lock << 3};
    memcpy(key + 4, &c.classes, sizeof c.classes);
    bool is_new;
    uint32_t id = intern_add(&a->circumstance_ids, key, 12, &is_new);
    if (is_new) vec_push(a->s->run, &a->circumstances, c);
    CHECK(a->circumstances.count == a->circumstance_ids.count);
    return id;
}

/* The element of an object that an address is in begins so many bytes before the value that it is computed from, if
 * that is known. */
static bool find_begin(const Recording *r, const Root *root, uint32_t object, int64_t *bytes)
{
    const Survey *s = r->a->s;
    const Ids *targets = effect_targets(s, root->value);
    const SurveyObject *o = &s->objects.data[object];
    uint32_t found = 0, place = 0;
    uint64_t begin, element = o->size, length;
    for (uint32_t i = 0; targets && i < targets->count; i++)
        if (s->places.data[targets->data[i]].object == object) {
            place = targets->data[i];
            found++;
        }
    if (found != 1 || !o->type || s->places.data[place].offset == ANYWHERE) return false;
    /* The object is one value, or an array of such. */
    if (place_array(s, place, &begin, &element, &length) &&
        (begin != 0 || (o->repeats ? element != o->size : length != o->size)))
        return false;
    *bytes = (int64_t)s->places.data[place].offset;
    return *bytes + root->bytes >= 0 && (uint64_t)(*bytes + root->bytes) < element;
}

/* Whether the lock of a name is so many bytes from the beginning of the element of the object that is accessed: it is
 * named by a value that the address is computed from. */
static bool find_inside(Recording *r, const LockName *name, LLVMValueRef pointer, uint32_t object, int64_t *bytes)
{
    Locks *l = r->a->locks;
    Root root = {pointer, 0};
    do {
        bool is_same = name->kind == NAME_VALUE && name->value == root.value;
        is_same |= name->kind == NAME_FROZEN && name->place == locks_frozen_place(l, root.value);
        if (!is_same) continue;
        if (!find_begin(r, &root, object, bytes)) return false;
        *bytes += name->bytes;
        return true;
    } while (root_go_on(r->a->s, &root, true));
    return false;
}

/* The locks that are held, where those that are named by a value that the access goes through stand in the object. */
static uint32_t locks_at(Recording *r, LLVMValueRef pointer, uint32_t object, bool is_exact)
{
    Locks *l = r->a->locks;
    uint32_t n, kept = 0;
    locks_of(l, r->locks, &n);
    if (n == 0) return r->locks;
    uint32_t *entries = run_alloc(r->a->s->run, (2 * n + 1) * sizeof *entries);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t entry = locks_of(l, r->locks, &n)[i];
        const LockName name = *locks_name(l, entry >> 1);
        LockName inside = {.kind = NAME_INSIDE};
        if (name.kind == NAME_PLACE || name.kind == NAME_FROZEN) entries[kept++] = entry;
        if (is_exact && find_inside(r, &name, pointer, object, &inside.bytes))
            entries[kept++] = 2 * locks_intern(l, &inside) + (entry & 1);
    }
    uint32_t set = locks_set(l, entries, kept);
    run_release(r->a->s->run, entries);
    return set;
}

/* ---- accesses ---- */

static void record_access(Recording *r, uint32_t object, uint64_t from, uint64_t to, uint32_t locks,
                          const SurveyEffect *e, bool own)
{
    SurveyAccesses *a = r->a;
    uint32_t c = circumstance_of(r, locks, e, own);
    uint32_t key[6] = {object, c, (uint32_t)from, (uint32_t)(from >> 32), (uint32_t)to, (uint32_t)(to >> 32)};
    bool is_new;
    intern_add(&a->access_ids, key, 6, &is_new);
    if (is_new) vec_push(a->s->run, &a->all, ((SurveyAccess){object, from, to, c, r->instruction}));
}

/* Objects whose addresses are kept in one; lists of them that were met before are left out. */
static void push_held(Survey *s, uint32_t object, Intern *seen, Ids *stack)
{
    bool is_new;
    if (s->objects.data[object].all == UINT32_MAX || s->objects.data[object].is_own) return;
    const Ids *held = node_targets(s, s->objects.data[object].all);
    pointer_id(seen, held, &is_new);
    for (uint32_t i = 0; is_new && i < held->count; i++)
        vec_push(s->run, stack, s->places.data[held->data[i]].object);
}

/* All that who has one of some addresses may come to. */
static void record_reached(Recording *r, const Ids *places, const SurveyEffect *e)
{
    Survey *s = r->a->s;
    Ids stack = {0};
    Intern seen; /* objects; lists of what they hold, many of which are the same */
    uint32_t locks = locks_at(r, e->pointer, 0, false);
    intern_init(s->run, &seen);
    for (uint32_t i = 0; i < places->count; i++) {
        uint32_t object = s->places.data[places->data[i]].object;
        if (!is_own_frame(r, object, e)) {
            vec_push(s->run, &stack, object);
            continue;
        }
        /* that of another thread only if it can be reached in other ways */
        if (is_counted_object(&s->objects.data[object])) record_access(r, object, ANYWHERE, ANYWHERE, locks, e, true);
        push_held(s, object, &seen, &stack);
    }
    while (stack.count > 0) {
        uint32_t object = vec_pop(&stack);
        const SurveyObject *o = &s->objects.data[object];
        bool is_new;
        pointer_id(&seen, o, &is_new);
        if (!is_new) continue;
        if (is_counted_object(o)) record_access(r, object, ANYWHERE, ANYWHERE, locks, e, false);
        push_held(s, object, &seen, &stack);
    }
    intern_clear(&seen);
    vec_free(s->run, &stack);
}

/* Addresses of nothing, where C allows no access. */
static bool is_nothing(LLVMValueRef pointer) { return LLVMIsNull(pointer) || LLVMIsUndef(pointer); }

static void record_effect(void *arg, const SurveyEffect *e)
{
    Recording *r = arg;
    Survey *s = r->a->s;
    r->own = own_memory(r, e);
    if (e->is_static && is_counted_object(&s->objects.data[s->outside_object]))
        record_access(r, s->outside_object, ANYWHERE, ANYWHERE, locks_at(r, e->pointer, 0, false), e, false);
    if (e->is_static) return;
    const Ids *targets = effect_targets(s, e->pointer);
    if (locks_are_fresh(r->a->locks, r->locks, e->pointer) && !e->is_reached) return;
    if ((!targets || targets->count == 0) && !is_nothing(e->pointer)) r->a->unknown = r->instruction;
    if (targets && e->is_reached) record_reached(r, targets, e);
    for (uint32_t i = 0; targets && !e->is_reached && i < targets->count; i++) {
        uint32_t object = s->places.data[targets->data[i]].object;
        uint64_t from = ANYWHERE, to = ANYWHERE;
        if (!is_counted_object(&s->objects.data[object]) || !effect_is_to(s, e, targets->data[i])) continue;
        bool is_exact = effect_range(s, targets->data[i], e, &from, &to);
        if (!is_exact) from = to = ANYWHERE;
        record_access(r, object, from, to, locks_at(r, e->pointer, object, is_exact), e, is_own_frame(r, object, e));
    }
}

static void record_step(void *arg, LLVMValueRef i, uint32_t set)
{
    Recording *r = arg;
    uint32_t id = pointer_find(&r->when_ids, i);
    r->started = id == INTERN_NONE ? UINT32_MAX : r->when.data[id];
    r->locks = set;
    r->instruction = i;
    effects_of(r->a->s, i, record_effect, r);
}

static void note_started(void *arg, LLVMValueRef i, const Bits *started)
{
    Recording *r = arg;
    SurveyAccesses *a = r->a;
    bool is_new;
    if (!LLVMIsALoadInst(i) && !LLVMIsAStoreInst(i) && !LLVMIsACallInst(i) && !LLVMIsAAtomicRMWInst(i) &&
        !LLVMIsAAtomicCmpXchgInst(i))
        return;
    uint32_t id = intern_add(&a->started_ids, (const uint32_t *)started, sizeof *started / sizeof(uint32_t), &is_new);
    if (is_new) vec_push(a->s->run, &a->started, threads_closure(a->s, *started));
    pointer_id(&r->when_ids, i, &is_new);
    if (is_new) vec_push(a->s->run, &r->when, id);
}

void survey_accesses_find(Survey *s, SurveyAccesses *a)
{
    *a = (SurveyAccesses){.s = s, .locks = locks_new(s)};
    intern_init(s->run, &a->circumstance_ids);
    intern_init(s->run, &a->own_ids);
    intern_init(s->run, &a->started_ids);
    intern_init(s->run, &a->access_ids);
    locks_find(a->locks, find_frozen_places(s));
    for (uint32_t f = 0; f < s->reached.count; f++) {
        Recording r = {.a = a, .function = f};
        run_poll(s->run);
        intern_init(s->run, &r.when_ids);
        if (s->reached.data[f].is_entered) threads_walk(s, f, note_started, &r);
        locks_walk(a->locks, f, record_step, &r);
        intern_clear(&r.when_ids);
        vec_free(s->run, &r.when);
    }
}
