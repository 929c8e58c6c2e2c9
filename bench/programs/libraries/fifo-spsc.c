// ck_fifo with one producer and one consumer: what comes out is what went in, in order.
#include <assert.h>
#include <pthread.h>
#include <ck_fifo.h>

static ck_fifo_spsc_t fifo;
static ck_fifo_spsc_entry_t entries[3];
static int values[2];

static void *producer(void *arg)
{
    for (int i = 0; i < 2; i++)
        ck_fifo_spsc_enqueue(&fifo, &entries[1 + i], &values[i]);
    return arg;
}

int main(void)
{
    pthread_t thread;
    ck_fifo_spsc_init(&fifo, &entries[0]);
    pthread_create(&thread, NULL, producer, NULL);
    for (int i = 0; i < 2; i++) {
        void *got = NULL;
        while (!ck_fifo_spsc_dequeue(&fifo, &got))
            ;
        assert(got == &values[i]);
    }
    pthread_join(thread, NULL);
}
