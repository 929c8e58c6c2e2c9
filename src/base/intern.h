/* An interning table: fixed-size or variable-size keys (sequences of 32-bit words) to dense ids 0, 1, 2 ... */
#ifndef CHORUS_BASE_INTERN_H
#define CHORUS_BASE_INTERN_H

#include "base/run.h"

#define INTERN_NONE UINT32_MAX

typedef struct Intern {
    Run *run;
    uint32_t *words; /* all keys, one after the other */
    uint64_t words_count, words_capacity;
    uint64_t *starts; /* of each id; one more entry for the end of the last */
    uint32_t count, capacity;
    uint64_t *slots; /* id + 1 in the lower half, 0 = free; the key's hash in the upper: most misses end there */
    uint32_t slots_count;
} Intern;

void intern_init(Run *run, Intern *table);
void intern_clear(Intern *table);
/* Id of the key; *is_new (may be NULL) says whether it was added by this call. */
uint32_t intern_add(Intern *table, const uint32_t *key, uint32_t length, bool *is_new);
/* The same in two parts, for callers that collect keys: what a lookup touches is far apart in memory, and fetching it
 * ahead for many keys at once takes little longer than for one. The steps of fetching are 0 and then 1, with other keys
 * in between; leaving them out changes nothing. */
uint32_t intern_hash(const uint32_t *key, uint32_t length);
void intern_prefetch(const Intern *table, uint32_t hash, int step);
uint32_t intern_add_hashed(Intern *table, const uint32_t *key, uint32_t length, uint32_t hash, bool *is_new);
/* Id of the key, or INTERN_NONE. */
uint32_t intern_find(const Intern *table, const uint32_t *key, uint32_t length);
/* The key of an id; valid until the next intern_add. */
const uint32_t *intern_key(const Intern *table, uint32_t id, uint32_t *length);
/* Likewise for keys that are pointers. */
uint32_t pointer_id(Intern *table, const void *pointer, bool *is_new);
uint32_t pointer_find(const Intern *table, const void *pointer);

uint64_t hash_words(const uint32_t *words, size_t count);

#endif
