/* The heap of a run: blocks with room between them, some of which are given again. */
#include <stdint.h>
#include <string.h>

#include "agreement_library/schedule.h"

#define BLOCKS 128
#define POOL (1 << 16)
#define ROOM 32

typedef struct Block {
    char *start;
    size_t size;
    bool is_freed, is_reached;
} Block;

static _Alignas(16) char pool[POOL];
static Block blocks[BLOCKS];
static int count;
static size_t used = ROOM;

static Block *find(const void *p)
{
    for (int i = 0; i < count; i++)
        if (blocks[i].start == p) return &blocks[i];
    return NULL;
}

static Block *again(size_t n)
{
    for (int i = 0; i < count; i++)
        if (blocks[i].is_freed && blocks[i].size == n && rt_random(2)) return &blocks[i];
    return NULL;
}

void *rt_malloc(size_t n)
{
    schedule_point();
    Block *b = again(n);
    if (!b) {
        if (count == BLOCKS || n > POOL / 4 || used + n + 2 * ROOM > POOL) rt_quit();
        b = &blocks[count++];
        *b = (Block){.start = pool + used, .size = n};
        used += (n + 15) / 16 * 16 + ROOM;
    }
    b->is_freed = false;
    memset(b->start, (int)rt_random(256), n);
    return b->start;
}

void *rt_calloc(size_t n)
{
    void *p = rt_malloc(n);
    memset(p, 0, n);
    return p;
}

void rt_free(void *p)
{
    schedule_point();
    Block *b = find(p);
    if (!p) return;
    if (!b || b->is_freed) {
        rt_note(RT_FREE);
        rt_quit();
    }
    rt_access(p, b->size, ACCESS_WRITE);
    if (b->is_freed) {
        rt_note(RT_FREE);
        rt_quit();
    }
    b->is_freed = true;
}

void *rt_realloc(void *p, size_t n)
{
    const Block *b = find(p);
    if (p && (!b || b->is_freed)) {
        rt_note(RT_FREE);
        rt_quit();
    }
    void *q = rt_malloc(n);
    if (b) memcpy(q, p, b->size < n ? b->size : n);
    rt_free(p);
    return q;
}

char *rt_strdup(const char *s)
{
    size_t n = strlen(s) + 1;
    return memcpy(rt_malloc(n), s, n);
}

void blocks_check(const void *p, size_t size)
{
    uintptr_t at = (uintptr_t)p - (uintptr_t)pool;
    if (p == NULL) {
        rt_note(RT_DEREF);
        rt_quit();
    }
    if (at >= POOL) return;
    for (int i = 0; i < count; i++) {
        const Block *b = &blocks[i];
        uintptr_t offset = (uintptr_t)p - (uintptr_t)b->start;
        if (offset < b->size && size <= b->size - offset && !b->is_freed) return;
    }
    rt_note(RT_DEREF);
    rt_quit();
}

/* Marks the blocks that words in the memory point into, and what these point to. */
static void reach(const char *from, const char *to)
{
    for (; from + sizeof(void *) <= to; from += sizeof(void *)) {
        const char *p;
        memcpy(&p, from, sizeof p);
        for (int i = 0; i < count; i++) {
            Block *b = &blocks[i];
            if (b->is_freed || b->is_reached || p < b->start || p > b->start + b->size) continue;
            b->is_reached = true;
            reach(b->start, b->start + b->size);
        }
    }
}

void blocks_look_for_lost(const char *globals, const char *globals_end)
{
    reach((const char *)(((uintptr_t)globals + 7) / 8 * 8), globals_end);
    for (int i = 0; i < count; i++)
        if (!blocks[i].is_freed && !blocks[i].is_reached) rt_note(RT_LOST);
}
