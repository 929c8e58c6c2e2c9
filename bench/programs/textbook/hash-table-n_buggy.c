/*
 * A hash table of n buckets, at most 1000, each a struct with a lock, the number of entries, and the sum of their keys'
 * weights (which is their number again, so that the two can be compared). Any number of threads add and remove.
 *
 * Property: number and sum agree whenever the lock of the bucket is held.
 * Buggy: adding gives the lock back between the two.
 */
#include <assert.h>
#include <pthread.h>

#define BUCKETS_MAX 1000

static unsigned n;

unsigned __VERIFIER_nondet_uint(void);

struct bucket {
    pthread_mutex_t lock;
    unsigned entries, weight;
};

struct bucket table[BUCKETS_MAX];

void *add(void *unused)
{
    unsigned key = __VERIFIER_nondet_uint();
    struct bucket *bucket = &table[key % n];
    pthread_mutex_lock(&bucket->lock);
    assert(bucket->entries == bucket->weight);
    bucket->entries++;
    pthread_mutex_unlock(&bucket->lock);
    pthread_mutex_lock(&bucket->lock);
    bucket->weight++;
    pthread_mutex_unlock(&bucket->lock);
    return 0;
}

void *drop(void *unused)
{
    unsigned key = __VERIFIER_nondet_uint();
    struct bucket *bucket = &table[key % n];
    pthread_mutex_lock(&bucket->lock);
    assert(bucket->entries == bucket->weight);
    if (bucket->entries > 0) {
        bucket->entries--;
        bucket->weight--;
    }
    pthread_mutex_unlock(&bucket->lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    n = __VERIFIER_nondet_uint();
    if (n == 0 || n > BUCKETS_MAX) return 0;
    for (;;) {
        pthread_create(&thread, 0, add, 0);
        pthread_create(&thread, 0, drop, 0);
    }
}
