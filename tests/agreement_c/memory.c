#include "agreement_c/memory.h"

#include <stdint.h>
#include <string.h>

void memory_clear(Memory *m) { memset(m, 0, sizeof *m); }

unsigned memory_count_freed(const Memory *m, size_t size)
{
    unsigned count = 0;
    for (unsigned i = 0; i < m->count; i++)
        count += m->blocks[i].is_freed && m->blocks[i].size == size;
    return count;
}

static void *pointer_to(Memory *m, const Block *b)
{
    uintptr_t address = (uintptr_t)(m->pool + b->offset);
    return (void *)(address | (uintptr_t)b->tag << POINTER_BITS); // NOLINT: a tagged pointer is a number
}

static void *allocate_again(Memory *m, size_t size, unsigned which)
{
    for (unsigned i = 0; i < m->count; i++) {
        Block *b = &m->blocks[i];
        if (!b->is_freed || b->size != size || --which) continue;
        b->is_freed = false;
        b->tag++;
        return pointer_to(m, b);
    }
    return NULL;
}

void *memory_allocate(Memory *m, size_t size, unsigned which)
{
    if (which) return allocate_again(m, size, which);
    size_t room = (size + 15) / 16 * 16;
    if (m->count == BLOCKS_MAX || m->used + room > POOL_SIZE) return NULL;
    Block *b = &m->blocks[m->count++];
    *b = (Block){(unsigned)m->used, (unsigned)size, 0, false};
    m->used += room;
    return pointer_to(m, b);
}

static unsigned tag_of(const void *pointer) { return (unsigned)((uintptr_t)pointer >> POINTER_BITS); }

/* The place in the pool, or beyond its end. */
static size_t offset_of(const Memory *m, const void *pointer)
{
    return (size_t)((uintptr_t)BARE(pointer) - (uintptr_t)m->pool);
}

Access memory_look(const Memory *m, const void *pointer, size_t size)
{
    size_t offset = offset_of(m, pointer);
    for (unsigned i = 0; i < m->count; i++) {
        const Block *b = &m->blocks[i];
        if (offset < b->offset || offset + size > b->offset + b->size || offset >= POOL_SIZE) continue;
        if (b->is_freed) return ACCESS_FREED;
        return b->tag == tag_of(pointer) ? ACCESS_GOOD : ACCESS_OLD;
    }
    return ACCESS_OUTSIDE;
}

size_t memory_size(const Memory *m, const void *pointer)
{
    for (unsigned i = 0; i < m->count; i++)
        if (offset_of(m, pointer) == m->blocks[i].offset) return m->blocks[i].size;
    return 0;
}

Access memory_free(Memory *m, const void *pointer)
{
    for (unsigned i = 0; i < m->count; i++) {
        Block *b = &m->blocks[i];
        if (offset_of(m, pointer) != b->offset) continue;
        if (b->is_freed) return ACCESS_FREED;
        b->is_freed = true;
        return b->tag == tag_of(pointer) ? ACCESS_GOOD : ACCESS_OLD;
    }
    return ACCESS_OUTSIDE;
}
