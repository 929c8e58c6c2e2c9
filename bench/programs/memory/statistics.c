/* Statistics: all counting is relaxed but that of answers, so that a report never has more answers than requests. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef ANSWER
#define ANSWER memory_order_release
#endif
#ifndef REPORT
#define REPORT memory_order_acquire
#endif

#define MOST 1000000 /* requests that are taken */

static atomic_uint requests, answers;

static void *server(void *arg)
{
    unsigned seen = atomic_load_explicit(&requests, memory_order_relaxed);
    do
        if (seen == MOST) return 0;
    while (
        !atomic_compare_exchange_weak_explicit(&requests, &seen, seen + 1, memory_order_relaxed, memory_order_relaxed));
    atomic_fetch_add_explicit(&answers, 1, ANSWER);
    return arg;
}

static void *reporter(void *arg)
{
    unsigned answered = atomic_load_explicit(&answers, REPORT);
    unsigned requested = atomic_load_explicit(&requests, memory_order_relaxed);
    assert(answered <= requested);
    return arg;
}

int main(void)
{
    pthread_t thread;
    for (;;) {
        pthread_create(&thread, 0, server, 0);
        pthread_create(&thread, 0, reporter, 0);
    }
}
