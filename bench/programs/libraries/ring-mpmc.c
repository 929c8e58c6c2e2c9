// ck_ring with two producers and two consumers: what goes in comes out, once.
#include <assert.h>
#include <pthread.h>
#include <ck_ring.h>

static ck_ring_t ring;
static ck_ring_buffer_t buffer[4];
static int values[2];
static _Atomic int taken[2];

static void *producer(void *arg)
{
    ck_ring_enqueue_mpmc(&ring, buffer, arg);
    return NULL;
}

static void *consumer(void *arg)
{
    void *got = NULL;
    if (ck_ring_dequeue_mpmc(&ring, buffer, &got)) {
        assert(got == &values[0] || got == &values[1]);
        assert(taken[got == &values[1]]++ == 0);
    }
    return arg;
}

int main(void)
{
    pthread_t threads[4];
    ck_ring_init(&ring, 4);
    pthread_create(&threads[0], NULL, producer, &values[0]);
    pthread_create(&threads[1], NULL, producer, &values[1]);
    pthread_create(&threads[2], NULL, consumer, NULL);
    pthread_create(&threads[3], NULL, consumer, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
}
