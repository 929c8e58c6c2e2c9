#include "base/recall.h"

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

struct Recall {
    pthread_mutex_t lock;
    Entry *entries;
    size_t bytes; /* of all entries */
};

Recall *recall_new(void)
{
    Recall *recall = calloc(1, sizeof *recall);
    if (recall) pthread_mutex_init(&recall->lock, NULL);
    return recall;
}

/* Do the entries add up to what is counted, within the limit? */
static bool recall_is_valid(const Recall *recall)
{
    size_t sum = 0;
    for (const Entry *e = recall->entries; e; e = e->next)
        sum += e->key_length + e->value_length;
    return sum == recall->bytes && sum <= RECALL_BYTES;
}

void recall_clear(Recall *recall)
{
    if (!recall) return;
    CHECK(recall_is_valid(recall));
    pthread_mutex_lock(&recall->lock);
    for (Entry *e = recall->entries, *next; e; e = next) {
        next = e->next;
        free(e);
    }
    recall->entries = NULL;
    recall->bytes = 0;
    pthread_mutex_unlock(&recall->lock);
}

void recall_free(Recall *recall)
{
    if (!recall) return;
    recall_clear(recall);
    pthread_mutex_destroy(&recall->lock);
    free(recall);
}

static Entry *find_entry(const Recall *recall, RecallText key)
{
    Entry *e = recall->entries;
    while (e && (e->key_length != key.length || memcmp(e->bytes, key.data, key.length) != 0))
        e = e->next;
    return e;
}

static Entry *entry_new(RecallText key, RecallText value)
{
    Entry *e = malloc(sizeof *e + key.length + value.length);
    if (!e) return NULL;
    e->key_length = key.length;
    e->value_length = value.length;
    if (key.length) memcpy(e->bytes, key.data, key.length);
    if (value.length) memcpy(e->bytes + key.length, value.data, value.length);
    return e;
}

void recall_add(Recall *recall, RecallText key, RecallText value)
{
    CHECK((key.data || !key.length) && (value.data || !value.length));
    pthread_mutex_lock(&recall->lock);
    size_t room = RECALL_BYTES - recall->bytes;
    bool fits = key.length <= room && value.length <= room - key.length;
    Entry *e = fits && !find_entry(recall, key) ? entry_new(key, value) : NULL;
    if (e) {
        e->next = recall->entries;
        recall->entries = e;
        recall->bytes += key.length + value.length;
    }
    pthread_mutex_unlock(&recall->lock);
}

bool recall_find(Recall *recall, RecallText key, RecallText *value)
{
    pthread_mutex_lock(&recall->lock);
    const Entry *e = find_entry(recall, key);
    if (e) *value = (RecallText){e->bytes + e->key_length, e->value_length};
    pthread_mutex_unlock(&recall->lock);
    return e != NULL;
}
