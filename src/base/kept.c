#include "base/kept.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"

/* A handful: one for each command that compiles a file. The bytes of the key are followed by those of the value. */
typedef struct Entry {
    struct Entry *next;
    size_t key_length, value_length;
    char bytes[];
} Entry;

struct Kept {
    pthread_mutex_t lock;
    Entry *entries;
    size_t bytes; /* of all entries */
};

Kept *kept_new(void)
{
    Kept *kept = calloc(1, sizeof *kept);
    if (kept) pthread_mutex_init(&kept->lock, NULL);
    return kept;
}

/* Do the entries add up to what is counted, within the limit? */
static bool kept_is_valid(const Kept *kept)
{
    size_t sum = 0;
    for (const Entry *e = kept->entries; e; e = e->next)
        sum += e->key_length + e->value_length;
    return sum == kept->bytes && sum <= KEPT_BYTES;
}

void kept_free(Kept *kept)
{
    if (!kept) return;
    CHECK(kept_is_valid(kept));
    for (Entry *e = kept->entries, *next; e; e = next) {
        next = e->next;
        free(e);
    }
    pthread_mutex_destroy(&kept->lock);
    free(kept);
}

static Entry *find_entry(const Kept *kept, KeptText key)
{
    Entry *e = kept->entries;
    while (e && (e->key_length != key.length || memcmp(e->bytes, key.data, key.length) != 0))
        e = e->next;
    return e;
}

static Entry *entry_new(KeptText key, KeptText value)
{
    Entry *e = malloc(sizeof *e + key.length + value.length);
    if (!e) return NULL;
    e->key_length = key.length;
    e->value_length = value.length;
    if (key.length) memcpy(e->bytes, key.data, key.length);
    if (value.length) memcpy(e->bytes + key.length, value.data, value.length);
    return e;
}

void kept_add(Kept *kept, KeptText key, KeptText value)
{
    CHECK((key.data || !key.length) && (value.data || !value.length));
    pthread_mutex_lock(&kept->lock);
    size_t room = KEPT_BYTES - kept->bytes;
    bool fits = key.length <= room && value.length <= room - key.length;
    Entry *e = fits && !find_entry(kept, key) ? entry_new(key, value) : NULL;
    if (e) {
        e->next = kept->entries;
        kept->entries = e;
        kept->bytes += key.length + value.length;
    }
    pthread_mutex_unlock(&kept->lock);
}

bool kept_find(Kept *kept, KeptText key, KeptText *value)
{
    pthread_mutex_lock(&kept->lock);
    const Entry *e = find_entry(kept, key);
    if (e) *value = (KeptText){e->bytes + e->key_length, e->value_length};
    pthread_mutex_unlock(&kept->lock);
    return e != NULL;
}
