/* Records of a static pool are filled, then published by their address: the store releases, the readers' load
 * acquires. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef PUBLISH
#define PUBLISH memory_order_release
#endif
#ifndef FIND
#define FIND memory_order_acquire
#endif

#define RECORDS 8

struct record {
    int length, capacity;
};

static struct record pool[RECORDS];
static atomic_uint used;
static struct record *_Atomic latest;

static void *publisher(void *arg)
{
    unsigned mine = atomic_load_explicit(&used, memory_order_relaxed);
    do
        if (mine == RECORDS) return 0;
    while (!atomic_compare_exchange_weak_explicit(&used, &mine, mine + 1, memory_order_relaxed, memory_order_relaxed));
    pool[mine].length = 5;
    pool[mine].capacity = 16;
    atomic_store_explicit(&latest, &pool[mine], PUBLISH);
    return arg;
}

static void *reader(void *arg)
{
    struct record *record = atomic_load_explicit(&latest, FIND);
    if (record) assert(record->length <= record->capacity);
    return arg;
}

int main(void)
{
    pthread_t thread;
    for (;;) {
        pthread_create(&thread, 0, publisher, 0);
        pthread_create(&thread, 0, reader, 0);
    }
}
