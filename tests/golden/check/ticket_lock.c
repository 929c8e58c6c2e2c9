// Two threads never hold the same ticket: a fact about the locals of two threads.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint next_ticket, now_serving;
static int inside;

static void *customer(void *arg)
{
    unsigned mine = atomic_load(&next_ticket);
    while (!atomic_compare_exchange_weak(&next_ticket, &mine, mine + 1))
        ;
    while (atomic_load(&now_serving) != mine)
        ;
    inside++;
    assert(inside == 1);
    inside--;
    atomic_store(&now_serving, mine + 1);
    return arg;
}

int main(void)
{
    pthread_t thread;
    while (pthread_create(&thread, NULL, customer, NULL) == 0)
        ;
}
