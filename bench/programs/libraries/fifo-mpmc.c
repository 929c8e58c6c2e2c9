// ck_fifo with two producers and a consumer, and numbers beside its addresses: what goes in comes out, once.
#include <assert.h>
#include <pthread.h>
#include <ck_fifo.h>

static ck_fifo_mpmc_t fifo;
static ck_fifo_mpmc_entry_t stub, entries[2];
static int values[2];

static void *producer(void *arg)
{
    int self = arg == &values[1];
    ck_fifo_mpmc_enqueue(&fifo, &entries[self], arg);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    ck_fifo_mpmc_entry_t *garbage;
    void *first = NULL, *second = NULL, *third = NULL;
    ck_fifo_mpmc_init(&fifo, &stub);
    pthread_create(&threads[0], NULL, producer, &values[0]);
    pthread_create(&threads[1], NULL, producer, &values[1]);
    _Bool early = ck_fifo_mpmc_dequeue(&fifo, &first, &garbage);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    if (!early) assert(ck_fifo_mpmc_dequeue(&fifo, &first, &garbage));
    assert(ck_fifo_mpmc_dequeue(&fifo, &second, &garbage));
    assert(!ck_fifo_mpmc_dequeue(&fifo, &third, &garbage));
    assert(first != second && (first == &values[0] || first == &values[1]));
    assert(second == &values[0] || second == &values[1]);
}
