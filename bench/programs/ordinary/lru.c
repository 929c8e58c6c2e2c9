/* A cache of the values that were used last: a list whose first element is the newest. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define CAPACITY 8

struct entry {
    unsigned key;
    unsigned value;
    struct entry *prev, *next;
};

struct lru {
    pthread_rwlock_t lock;
    struct entry *newest, *oldest;
    int count;
};

static struct lru cache = {.lock = PTHREAD_RWLOCK_INITIALIZER};

static void list_remove(struct lru *c, struct entry *e)
{
    if (e->prev)
        e->prev->next = e->next;
    else
        c->newest = e->next;
    if (e->next)
        e->next->prev = e->prev;
    else
        c->oldest = e->prev;
}

static void list_push(struct lru *c, struct entry *e)
{
    e->prev = NULL;
    e->next = c->newest;
    if (c->newest)
        c->newest->prev = e;
    else
        c->oldest = e;
    c->newest = e;
}

static struct entry *list_find(struct lru *c, unsigned key)
{
    for (struct entry *e = c->newest; e; e = e->next)
        if (e->key == key)
            return e;
    return NULL;
}

static int lru_get(struct lru *c, unsigned key, unsigned *value)
{
    int hit = 0;
    pthread_rwlock_wrlock(&c->lock);
    struct entry *e = list_find(c, key);
    if (e) {
        *value = e->value;
        hit = 1;
        list_remove(c, e);
        list_push(c, e);
    }
    pthread_rwlock_unlock(&c->lock);
    return hit;
}

static void lru_put(struct lru *c, unsigned key, unsigned value)
{
    struct entry *e = malloc(sizeof *e), *victim = NULL;
    if (!e)
        return; /* the value is computed again next time */
    e->key = key;
    e->value = value;
    pthread_rwlock_wrlock(&c->lock);
    if (c->count == CAPACITY) {
        victim = c->oldest;
        list_remove(c, victim);
        c->count--;
    }
    list_push(c, e);
    c->count++;
    pthread_rwlock_unlock(&c->lock);
    free(victim);
}

static void *client(void *arg)
{
    unsigned seed = *(unsigned *)arg, value, misses = 0;
    for (int i = 0; i < 200; i++) {
        seed = seed * 1103515245u + 12345u;
        unsigned key = (seed >> 16) % 12;
        if (!lru_get(&cache, key, &value)) {
            misses++;
            lru_put(&cache, key, key * key);
        }
    }
    printf("%u misses\n", misses);
    return NULL;
}

int main(void)
{
    enum { CLIENTS = 4 };
    pthread_t threads[CLIENTS];
    unsigned seeds[CLIENTS];
    int started = 0;
    for (int i = 0; i < CLIENTS; i++) {
        seeds[i] = (unsigned)i;
        if (pthread_create(&threads[i], NULL, client, &seeds[i]) != 0)
            break;
        started++;
    }
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    while (cache.newest) {
        struct entry *e = cache.newest;
        list_remove(&cache, e);
        free(e);
    }
    pthread_rwlock_destroy(&cache.lock);
    return started == CLIENTS ? 0 : 1;
}
