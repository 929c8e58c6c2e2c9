/* A progress word: what is below it has been written; advancing it releases, looking at it acquires. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef ADVANCE
#define ADVANCE memory_order_release
#endif
#ifndef LOOK
#define LOOK memory_order_acquire
#endif

#define LENGTH 100

static atomic_int progress;
static int samples[LENGTH];

static void *recorder(void *arg)
{
    for (int i = 0; i < LENGTH; i++) {
        samples[i] = i + 1;
        atomic_store_explicit(&progress, i + 1, ADVANCE);
    }
    return arg;
}

static void *viewer(void *arg)
{
    int available = atomic_load_explicit(&progress, LOOK);
    for (int i = 0; i < available; i++)
        assert(samples[i] == i + 1);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, recorder, 0);
    for (;;)
        pthread_create(&thread, 0, viewer, 0);
}
