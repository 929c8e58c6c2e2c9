#include "logic/term/values.h"

#include <string.h>

#include "base/check.h"

/* ---- arenas ---- */

#define BLOCK_SIZE (UINT32_C(1) << 16)
#define ALIGNMENT 16
#define FULL_MIN ((size_t)1 << 22)

typedef struct Block Block;
struct Block {
    Block *next;
    size_t size, used; /* of what follows */
};

struct ValueArena {
    Run *run;
    Block *blocks; /* the first one is in use */
    size_t bytes;  /* in all blocks */
    size_t kept;   /* when some were kept last */
};

ValueArena *value_arena_new(Run *run)
{
    ValueArena *arena = run_alloc(run, sizeof *arena);
    arena->run = run;
    return arena;
}

static void free_blocks(ValueArena *arena, Block *from)
{
    while (from) {
        Block *next = from->next;
        CHECK(arena->bytes >= from->size);
        arena->bytes -= from->size;
        run_release(arena->run, from);
        from = next;
    }
}

void value_arena_free(ValueArena *arena)
{
    if (!arena) return;
    free_blocks(arena, arena->blocks);
    run_release(arena->run, arena);
}

/* One block stays, for those who clear it after each step. */
void value_arena_clear(ValueArena *arena)
{
    if (!arena->blocks) return;
    free_blocks(arena, arena->blocks->next);
    arena->blocks->next = NULL;
    arena->blocks->used = 0;
}

bool value_arena_is_full(const ValueArena *arena) { return arena->bytes > FULL_MIN && arena->bytes / 2 > arena->kept; }

static void *allocate_in_arena(Run *run, ValueArena *arena, size_t size)
{
    if (!arena) return run_alloc(run, size);
    size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    Block *block = arena->blocks;
    size_t header = (sizeof *block + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (!block || block->size - block->used < size) {
        size_t room = size > BLOCK_SIZE ? size : BLOCK_SIZE;
        block = run_alloc(run, header + room);
        *block = (Block){arena->blocks, room, 0};
        arena->blocks = block;
        arena->bytes += room;
    }
    void *result = (char *)block + header + block->used;
    block->used += size;
    return result;
}

ArrayEntry *value_entries(Run *run, ValueArena *arena, uint32_t count)
{
    return allocate_in_arena(run, arena, ((size_t)count + 1) * sizeof(ArrayEntry));
}

void value_arena_keep(ValueArena *arena, Value *const *values, uint32_t count)
{
    Block *old = arena->blocks;
    arena->blocks = NULL;
    for (uint32_t i = 0; i < count; i++) {
        Value *v = values[i];
        if (!v->entries) continue;
        ArrayEntry *entries = value_entries(arena->run, arena, v->count);
        memcpy(entries, v->entries, v->count * sizeof *entries);
        v->entries = entries;
        v->room = NULL;
    }
    free_blocks(arena, old);
    arena->kept = arena->bytes;
}

/* ---- arrays ---- */

bool value_equal(const Value *a, const Value *b)
{
    if (a->bits != b->bits || a->count != b->count) return false;
    if (a->entries == b->entries) return true;
    for (uint32_t i = 0; i < a->count; i++)
        if (a->entries[i].index != b->entries[i].index || a->entries[i].value != b->entries[i].value) return false;
    return true;
}

uint32_t value_entry(const Value *array, uint64_t index)
{
    uint32_t low = 0, high = array->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (array->entries[middle].index < index)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

uint64_t value_select(const Value *array, uint64_t index)
{
    uint32_t i = value_entry(array, index);
    return i < array->count && array->entries[i].index == index ? array->entries[i].value : array->bits;
}

/* A loop that fills an array appends: the value gets the memory behind the entries if no other has taken it, and sees
 * one entry more than the array, which does not change. */
static bool append(const Value *array, uint64_t index, uint64_t element, Value *result)
{
    ArrayRoom *room = array->room;
    if (!room || room->used != array->count || room->used == room->capacity || element == array->bits) return false;
    if (array->count && array->entries[array->count - 1].index >= index) return false;
    array->entries[room->used++] = (ArrayEntry){index, element};
    *result = *array;
    result->count++;
    return true;
}

Value value_store(Run *run, ValueArena *arena, const Value *array, uint64_t index, uint64_t element)
{
    Value r;
    if (append(array, index, element, &r)) return r;
    uint32_t at = value_entry(array, index), capacity = array->count + array->count / 2 + 4;
    uint32_t behind = at < array->count && array->entries[at].index == index ? at + 1 : at;
    r = (Value){array->bits, value_entries(run, arena, capacity), at, allocate_in_arena(run, arena, sizeof *r.room)};
    if (at) memcpy(r.entries, array->entries, at * sizeof *r.entries);
    if (element != array->bits) r.entries[r.count++] = (ArrayEntry){index, element}; /* the default needs no entry */
    if (behind < array->count)
        memcpy(r.entries + r.count, array->entries + behind, (array->count - behind) * sizeof *r.entries);
    r.count += array->count - behind;
    *r.room = (ArrayRoom){r.count, capacity};
    CHECK(r.count <= array->count + 1);
    CHECK(value_select(&r, index) == element);
    return r;
}
