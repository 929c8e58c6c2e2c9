#include "base/intern.h"

#include <string.h>

#include "base/check.h"

uint64_t hash_words(const uint32_t *words, size_t count)
{
    uint64_t h = UINT64_C(0x9E3779B97F4A7C15) + count;
    for (size_t i = 0; i < count; i++) {
        h = (h ^ words[i]) * UINT64_C(0xFF51AFD7ED558CCD);
        h ^= h >> 32;
    }
    return h ^ (h >> 29);
}

void intern_init(Run *run, Intern *table)
{
    memset(table, 0, sizeof *table);
    table->run = run;
}

void intern_clear(Intern *table)
{
    run_release(table->run, table->words);
    run_release(table->run, table->starts);
    run_release(table->run, table->slots);
    intern_init(table->run, table);
}

const uint32_t *intern_key(const Intern *table, uint32_t id, uint32_t *length)
{
    CHECK(id < table->count);
    if (length) *length = (uint32_t)(table->starts[id + 1] - table->starts[id]);
    return table->words + table->starts[id];
}

uint32_t intern_hash(const uint32_t *key, uint32_t length) { return (uint32_t)hash_words(key, length); }

/* The slot where the key is, or where it would go. */
static uint32_t find_slot(const Intern *table, const uint32_t *key, uint32_t length, uint32_t hash)
{
    uint32_t mask = table->slots_count - 1;
    CHECK((table->slots_count & mask) == 0 && table->count < table->slots_count); /* else the search has no end */
    for (uint32_t i = hash & mask;; i = (i + 1) & mask) {
        uint64_t slot = table->slots[i];
        if (!slot) return i;
        if (slot >> 32 != hash) continue;
        uint32_t id = (uint32_t)slot - 1;
        CHECK(id < table->count);
        uint64_t start = table->starts[id];
        if (table->starts[id + 1] - start != length) continue;
        if (!length || memcmp(table->words + start, key, length * sizeof *key) == 0) return i;
    }
}

/* Ids are dense, keys lie one behind the other, each is found under its own id: none is there twice. */
static bool table_is_valid(const Intern *table)
{
    if (table->count && (table->starts[0] != 0 || table->starts[table->count] != table->words_count)) return false;
    for (uint32_t id = 0; id < table->count; id++) {
        uint64_t start = table->starts[id], end = table->starts[id + 1];
        if (start > end || end > table->words_count) return false;
        if (intern_find(table, table->words + start, (uint32_t)(end - start)) != id) return false;
    }
    return true;
}

/* What is added must not be read from memory that moves when the table grows. */
static bool is_inside_words(const Intern *table, const uint32_t *key, uint32_t length)
{
    uintptr_t from = (uintptr_t)key, words = (uintptr_t)table->words;
    return length && table->words && from + length * sizeof *key > words &&
           from < words + table->words_capacity * sizeof *key;
}

static void grow_slots(Intern *table)
{
    uint32_t old_count = table->slots_count, count = old_count ? old_count * 2 : 64;
    uint64_t *old = table->slots;
    table->slots = run_alloc(table->run, (size_t)count * sizeof *table->slots);
    table->slots_count = count;
    for (uint32_t k = 0; k < old_count; k++) {
        if (!old[k]) continue;
        uint32_t i = (uint32_t)(old[k] >> 32) & (count - 1);
        while (table->slots[i])
            i = (i + 1) & (count - 1);
        table->slots[i] = old[k];
    }
    run_release(table->run, old);
    CHECK(table->count <= table->slots_count / 2);
}

uint32_t intern_find(const Intern *table, const uint32_t *key, uint32_t length)
{
    if (!table->slots_count) return INTERN_NONE;
    uint64_t slot = table->slots[find_slot(table, key, length, intern_hash(key, length))];
    return slot ? (uint32_t)slot - 1 : INTERN_NONE;
}

void intern_prefetch(const Intern *table, uint32_t hash, int step)
{
    if (!table->slots_count) return;
    const uint64_t *slot = &table->slots[hash & (table->slots_count - 1)];
    if (step == 0) {
        __builtin_prefetch(slot);
        return;
    }
    uint32_t id = (uint32_t)*slot;
    CHECK(id <= table->count);
    if (id && *slot >> 32 == hash) __builtin_prefetch(&table->words[table->starts[id - 1]]);
}

uint32_t intern_add(Intern *table, const uint32_t *key, uint32_t length, bool *is_new)
{
    return intern_add_hashed(table, key, length, intern_hash(key, length), is_new);
}

uint32_t intern_add_hashed(Intern *table, const uint32_t *key, uint32_t length, uint32_t hash, bool *is_new)
{
    CHECK(hash == intern_hash(key, length));
    CHECK(!is_inside_words(table, key, length));
    CHECK(table->count < INTERN_NONE - 1);
    if (table->count + 1 > table->slots_count / 2) grow_slots(table);
    uint32_t slot = find_slot(table, key, length, hash);
    if (is_new) *is_new = !table->slots[slot];
    if (table->slots[slot]) return (uint32_t)table->slots[slot] - 1;
    if (table->words_count + length > table->words_capacity) {
        uint64_t n = table->words_capacity ? table->words_capacity * 2 : 256;
        while (n < table->words_count + length)
            n *= 2;
        table->words = run_realloc(table->run, table->words, n * sizeof *table->words);
        table->words_capacity = n;
    }
    if (table->count + 2 > table->capacity) {
        uint32_t n = table->capacity ? table->capacity * 2 : 64;
        table->starts = run_realloc(table->run, table->starts, n * sizeof *table->starts);
        table->capacity = n;
        if (!table->count) table->starts[0] = 0;
    }
    if (length) memcpy(table->words + table->words_count, key, length * sizeof *key);
    table->words_count += length;
    uint32_t id = table->count++;
    table->starts[table->count] = table->words_count;
    table->slots[slot] = (uint64_t)hash << 32 | (id + 1);
    CHECK((table->count & (table->count - 1)) != 0 || table_is_valid(table)); /* each time it has doubled */
    return id;
}

static void pointer_key(const void *pointer, uint32_t key[2])
{
    uintptr_t p = (uintptr_t)pointer;
    key[0] = (uint32_t)p;
    key[1] = (uint32_t)((uint64_t)p >> 32);
}

uint32_t pointer_id(Intern *table, const void *pointer, bool *is_new)
{
    uint32_t key[2];
    pointer_key(pointer, key);
    return intern_add(table, key, 2, is_new);
}

uint32_t pointer_find(const Intern *table, const void *pointer)
{
    uint32_t key[2];
    pointer_key(pointer, key);
    return intern_find(table, key, 2);
}
