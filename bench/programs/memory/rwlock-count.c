/* A read-write lock that is one number, of readers or -1: both kinds of leaving release, both kinds of entering
 * acquire. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#ifndef READER
#define READER memory_order_release
#endif
#ifndef WRITER
#define WRITER memory_order_release
#endif

#define MOST 1000000

static atomic_int holders;
static int first, second;

static bool enter(int from, int to)
{
    return atomic_compare_exchange_strong_explicit(&holders, &from, to, memory_order_acquire, memory_order_relaxed);
}

static void *reader(void *arg)
{
    int seen = atomic_load_explicit(&holders, memory_order_relaxed);
    while (seen < 0 || seen == MOST || !enter(seen, seen + 1))
        seen = atomic_load_explicit(&holders, memory_order_relaxed);
    int sum = first + second;
    atomic_fetch_sub_explicit(&holders, 1, READER);
    return sum ? arg : 0;
}

static void *writer(void *arg)
{
    while (!enter(0, -1))
        ;
    first++;
    second--;
    atomic_store_explicit(&holders, 0, WRITER);
    return arg;
}

int main(void)
{
    pthread_t thread;
    for (;;) {
        pthread_create(&thread, 0, reader, 0);
        pthread_create(&thread, 0, writer, 0);
    }
}
