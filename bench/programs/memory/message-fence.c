/* A message and a flag that is relaxed: a fence before its store releases, one after its load acquires. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef SENT
#define SENT memory_order_release
#endif
#ifndef RECEIVED
#define RECEIVED memory_order_acquire
#endif

static atomic_bool is_sent;
static int message[2];

static void *sender(void *arg)
{
    message[0] = 1;
    message[1] = 2;
    atomic_thread_fence(SENT);
    atomic_store_explicit(&is_sent, 1, memory_order_relaxed);
    return arg;
}

static void *receiver(void *arg)
{
    if (!atomic_load_explicit(&is_sent, memory_order_relaxed)) return 0;
    atomic_thread_fence(RECEIVED);
    assert(message[0] + message[1] == 3);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, sender, 0);
    for (;;)
        pthread_create(&thread, 0, receiver, 0);
}
