/* A sequence lock: fences keep the data between two looks at the number, or two changes of it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef FENCE
#define FENCE memory_order_acquire
#endif
#ifndef DONE
#define DONE memory_order_release
#endif

static pthread_mutex_t writers = PTHREAD_MUTEX_INITIALIZER;
static atomic_uint sequence, first, second;

static void *writer(void *arg)
{
    pthread_mutex_lock(&writers);
    unsigned now = atomic_load_explicit(&sequence, memory_order_relaxed);
    unsigned value = atomic_load_explicit(&first, memory_order_relaxed) + 1;
    if (now < 1000) {
        atomic_store_explicit(&sequence, now + 1, memory_order_relaxed);
        atomic_thread_fence(memory_order_release);
        atomic_store_explicit(&first, value, memory_order_relaxed);
        atomic_store_explicit(&second, value, memory_order_relaxed);
        atomic_store_explicit(&sequence, now + 2, DONE);
    }
    pthread_mutex_unlock(&writers);
    return arg;
}

static void *reader(void *arg)
{
    unsigned before = atomic_load_explicit(&sequence, memory_order_acquire);
    unsigned a = atomic_load_explicit(&first, memory_order_relaxed);
    unsigned b = atomic_load_explicit(&second, memory_order_relaxed);
    atomic_thread_fence(FENCE);
    if (before % 2 == 0 && atomic_load_explicit(&sequence, memory_order_relaxed) == before) assert(a == b);
    return arg;
}

int main(void)
{
    pthread_t thread;
    for (;;) {
        pthread_create(&thread, 0, writer, 0);
        pthread_create(&thread, 0, reader, 0);
    }
}
