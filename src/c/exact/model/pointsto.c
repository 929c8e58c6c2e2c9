#include "c/exact/model/pointsto.h"

#include "base/check.h"

static uint64_t gcd(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

/* The remainder that is not negative. */
static int64_t residue(int64_t offset, uint64_t stride)
{
    CHECK(stride > 0 && stride <= INT64_MAX);
    int64_t r = offset % (int64_t)stride;
    return r < 0 ? r + (int64_t)stride : r;
}

static bool target_is_valid(const Target *t)
{
    return t->value && (t->stride == 0 || (t->offset >= 0 && (uint64_t)t->offset < t->stride));
}

Target target_make(LLVMValueRef value, uint32_t scope, int64_t offset, const uint64_t *strides, uint32_t count)
{
    Target t = {value, scope, offset, 0};
    for (uint32_t i = 0; i < count; i++)
        t.stride = gcd(t.stride, strides[i]);
    if (t.stride) t.offset = residue(offset, t.stride);
    CHECK(target_is_valid(&t));
    return t;
}

static bool same_object(const Target *a, const Target *b) { return a->value == b->value && a->scope == b->scope; }

bool target_covers(const Target *wide, const Target *t)
{
    if (!same_object(wide, t)) return false;
    if (wide->stride == 0) return t->stride == 0 && t->offset == wide->offset;
    return t->stride % wide->stride == 0 && residue(t->offset, wide->stride) == wide->offset;
}

bool targets_cover(const Targets *set, const Target *t)
{
    for (uint32_t i = 0; i < set->list.count; i++)
        if (target_covers(&set->list.data[i], t)) return true;
    return false;
}

bool targets_are_valid(const Targets *set)
{
    for (uint32_t i = 0; i < set->list.count; i++) {
        uint32_t same = 0;
        if (!target_is_valid(&set->list.data[i])) return false;
        for (uint32_t k = 0; k < set->list.count; k++) {
            if (k != i && target_covers(&set->list.data[k], &set->list.data[i])) return false;
            same += same_object(&set->list.data[k], &set->list.data[i]);
        }
        if (same > TARGETS_EXACT) return false;
    }
    return true;
}

static uint64_t offset_distance(int64_t a, int64_t b) { return (uint64_t)(a > b ? a - b : b - a); }

/* One target that covers all of an object's targets and t, which take its place. */
static void widen_target(Targets *set, Target t)
{
    uint32_t kept = 0, before = set->list.count;
    Target wide = t;
    for (uint32_t i = 0; i < set->list.count; i++) {
        const Target *o = &set->list.data[i];
        if (same_object(o, &t))
            wide.stride = gcd(gcd(wide.stride, o->stride), offset_distance(o->offset, t.offset));
        else
            set->list.data[kept++] = *o;
    }
    if (wide.stride) wide.offset = residue(t.offset, wide.stride);
    CHECK(kept < before);
    set->list.count = kept;
    set->list.data[set->list.count++] = wide;
    CHECK(target_covers(&wide, &t));
}

bool targets_add(Run *run, Targets *set, Target t)
{
    uint32_t same = 0;
    for (uint32_t i = 0; i < set->list.count; i++) {
        if (target_covers(&set->list.data[i], &t)) return false;
        same += same_object(&set->list.data[i], &t);
    }
    if (same >= TARGETS_EXACT) {
        widen_target(set, t);
        CHECK(targets_are_valid(set));
        return true;
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < set->list.count; i++)
        if (!target_covers(&t, &set->list.data[i])) set->list.data[kept++] = set->list.data[i];
    set->list.count = kept;
    vec_push(run, &set->list, t);
    CHECK(targets_are_valid(set));
    return true;
}

bool targets_join_moved(Run *run, Targets *set, const Targets *other, int64_t offset, const uint64_t *strides,
                        uint32_t count)
{
    bool has_grown = other->has_number && !set->has_number;
    set->has_number |= other->has_number;
    for (uint32_t i = 0; i < other->list.count; i++) {
        const Target o = other->list.data[i]; /* the sets may be the same */
        Target moved = target_make(o.value, o.scope, o.offset + offset, strides, count);
        if (o.stride) moved = target_make(o.value, o.scope, moved.offset, (uint64_t[]){moved.stride, o.stride}, 2);
        has_grown |= targets_add(run, set, moved);
        CHECK(targets_cover(set, &moved));
    }
    return has_grown;
}

bool targets_join(Run *run, Targets *set, const Targets *other)
{
    return targets_join_moved(run, set, other, 0, NULL, 0);
}
