/* A server that counts its answer twice. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define MOST 50000

static atomic_uint accepted, finished;

static void *serve(void *arg)
{
    unsigned seen = accepted;
    do
        if (seen >= MOST) return arg;
    while (!atomic_compare_exchange_strong(&accepted, &seen, seen + 1));
#ifndef ONCE
    finished++;
#endif
    finished++;
    return arg;
}

static void *report(void *arg)
{
    unsigned done = finished, all = accepted;
    assert(done <= all);
    return arg;
}

int main(void)
{
    pthread_t t;
    while (1) {
        pthread_create(&t, 0, serve, 0);
        pthread_create(&t, 0, report, 0);
    }
}
