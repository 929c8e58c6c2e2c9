// The ticket is not drawn in one step: two threads may draw the same.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint next_ticket, now_serving;
static int inside;

static void *customer(void *arg)
{
    unsigned mine = atomic_load(&next_ticket);
    atomic_store(&next_ticket, mine + 1);
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
