// ck_ring with one producer and one consumer: what comes out is what went in, in order.
#include <assert.h>
#include <pthread.h>
#include <ck_ring.h>

static ck_ring_t ring;
static ck_ring_buffer_t buffer[2];
static int values[3];

static void *producer(void *arg)
{
    for (int i = 0; i < 3; i++)
        while (!ck_ring_enqueue_spsc(&ring, buffer, &values[i]))
            ;
    return arg;
}

int main(void)
{
    pthread_t thread;
    ck_ring_init(&ring, 2);
    pthread_create(&thread, NULL, producer, NULL);
    for (int i = 0; i < 3; i++) {
        void *got = NULL;
        while (!ck_ring_dequeue_spsc(&ring, buffer, &got))
            ;
        assert(got == &values[i]);
    }
    pthread_join(thread, NULL);
}
