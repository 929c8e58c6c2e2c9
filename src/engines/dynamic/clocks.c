#include "engines/dynamic/clocks.h"

#include "base/check.h"
#include "base/intern.h"
#include "base/vec.h"

#define GRAIN 8   /* bytes of an object that are looked at together */
#define WIDE 256  /* an access to more bytes is one to the whole object */
#define RECENT 16 /* narrow accesses to an object that wide ones are compared with */
#define WHOLE UINT64_MAX

typedef VEC(uint32_t) Clock; /* by thread; what is not there is 0 */

/* The last access of its kind. */
typedef struct Last {
    uint32_t thread, time, site;
    uint8_t bytes; /* a bit for each of the grain; all for wide ones */
    bool is_write, is_atomic;
} Last;

typedef VEC(Last) Granule;

struct Clocks {
    Run *run;
    void (*suspect)(void *arg, uint32_t before, uint32_t after);
    void *arg;
    VEC(Clock) threads;
    Intern object_ids; /* by object and index */
    VEC(Clock) objects;
    Intern grain_ids; /* by object and place; WHOLE, WHOLE - 1: wide ones, recent ones */
    VEC(Granule) grains;
};

Clocks *clocks_new(Run *run, void (*suspect)(void *arg, uint32_t before, uint32_t after), void *arg)
{
    Clocks *c = run_alloc(run, sizeof *c);
    c->run = run;
    c->suspect = suspect;
    c->arg = arg;
    intern_init(run, &c->object_ids);
    intern_init(run, &c->grain_ids);
    return c;
}

static void forget(Clocks *c)
{
    for (uint32_t i = 0; i < c->threads.count; i++)
        vec_free(c->run, &c->threads.data[i]);
    for (uint32_t i = 0; i < c->objects.count; i++)
        vec_free(c->run, &c->objects.data[i]);
    for (uint32_t i = 0; i < c->grains.count; i++)
        vec_free(c->run, &c->grains.data[i]);
    vec_clear(&c->threads);
    vec_clear(&c->objects);
    vec_clear(&c->grains);
    intern_clear(&c->object_ids);
    intern_clear(&c->grain_ids);
}

void clocks_free(Clocks *c)
{
    forget(c);
    vec_free(c->run, &c->threads);
    vec_free(c->run, &c->objects);
    vec_free(c->run, &c->grains);
    run_release(c->run, c);
}

void clocks_start(Clocks *c)
{
    forget(c);
    intern_init(c->run, &c->object_ids);
    intern_init(c->run, &c->grain_ids);
}

/* ---- clocks ---- */

static uint32_t time_of(const Clock *clock, uint32_t thread) { return thread < clock->count ? clock->data[thread] : 0; }

static void join_clock(Clocks *c, Clock *to, const Clock *from)
{
    if (to->count < from->count) vec_resize(c->run, to, from->count);
    for (uint32_t i = 0; i < from->count; i++)
        if (to->data[i] < from->data[i]) to->data[i] = from->data[i];
}

static void tick(Clocks *c, uint32_t thread)
{
    Clock *clock = &c->threads.data[thread];
    if (clock->count <= thread) vec_resize(c->run, clock, thread + 1);
    clock->data[thread]++;
}

void clocks_add_thread(Clocks *c, uint32_t parent)
{
    uint32_t child = c->threads.count;
    vec_push(c->run, &c->threads, ((Clock){NULL, 0, 0}));
    if (parent != NO_PARENT) {
        join_clock(c, &c->threads.data[child], &c->threads.data[parent]);
        tick(c, parent);
    }
    tick(c, child);
}

static Clock *object_clock(Clocks *c, uint32_t object, uint64_t index)
{
    uint32_t key[3] = {object, (uint32_t)index, (uint32_t)(index >> 32)};
    bool is_new;
    uint32_t id = intern_add(&c->object_ids, key, 3, &is_new);
    if (is_new) vec_push(c->run, &c->objects, ((Clock){NULL, 0, 0}));
    return &c->objects.data[id];
}

void clocks_acquire(Clocks *c, uint32_t thread, uint32_t object, uint64_t index)
{
    join_clock(c, &c->threads.data[thread], object_clock(c, object, index));
}

void clocks_release(Clocks *c, uint32_t thread, uint32_t object, uint64_t index)
{
    join_clock(c, object_clock(c, object, index), &c->threads.data[thread]);
    tick(c, thread);
}

/* ---- accesses ---- */

static Granule *grain_at(Clocks *c, uint32_t object, uint64_t place)
{
    uint32_t key[3] = {object, (uint32_t)place, (uint32_t)(place >> 32)};
    bool is_new;
    uint32_t id = intern_add(&c->grain_ids, key, 3, &is_new);
    if (is_new) vec_push(c->run, &c->grains, ((Granule){NULL, 0, 0}));
    return &c->grains.data[id];
}

static void compare(Clocks *c, const Granule *grain, const Last *now)
{
    const Clock *clock = &c->threads.data[now->thread];
    for (uint32_t i = 0; i < grain->count; i++) {
        const Last *l = &grain->data[i];
        if (l->thread == now->thread || !(l->bytes & now->bytes) || !(l->is_write || now->is_write)) continue;
        if ((l->is_atomic && now->is_atomic) || time_of(clock, l->thread) >= l->time) continue;
        c->suspect(c->arg, l->site, now->site);
    }
}

static void keep(Clocks *c, Granule *grain, const Last *now)
{
    for (uint32_t i = 0; i < grain->count; i++) {
        Last *l = &grain->data[i];
        bool is_same = l->thread == now->thread && l->bytes == now->bytes && l->is_write == now->is_write;
        if (!is_same || l->is_atomic != now->is_atomic) continue;
        *l = *now;
        return;
    }
    vec_push(c->run, grain, *now);
}

static void keep_recent(Clocks *c, uint32_t object, const Last *now)
{
    Granule *recent = grain_at(c, object, WHOLE - 1);
    Last all = *now;
    all.bytes = UINT8_MAX;
    keep(c, recent, &all);
    if (recent->count <= RECENT) return;
    for (uint32_t i = 1; i < recent->count; i++)
        recent->data[i - 1] = recent->data[i];
    recent->count--;
}

void clocks_touch(Clocks *c, uint32_t thread, const Touch *touch)
{
    const uint32_t time = time_of(&c->threads.data[thread], thread);
    Last now = {thread, time, touch->site, UINT8_MAX, touch->is_write, touch->is_atomic};
    compare(c, grain_at(c, touch->object, WHOLE), &now);
    if (!touch->bytes || touch->bytes > WIDE) {
        compare(c, grain_at(c, touch->object, WHOLE - 1), &now);
        keep(c, grain_at(c, touch->object, WHOLE), &now);
        return;
    }
    keep_recent(c, touch->object, &now);
    for (uint64_t at = touch->from; at < touch->from + touch->bytes;) {
        uint64_t place = at / GRAIN;
        now.bytes = 0;
        for (; at / GRAIN == place && at < touch->from + touch->bytes; at++)
            now.bytes |= (uint8_t)(1u << at % GRAIN);
        Granule *grain = grain_at(c, touch->object, place);
        compare(c, grain, &now);
        keep(c, grain, &now);
    }
}
