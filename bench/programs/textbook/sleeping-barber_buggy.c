/*
 * Dijkstra's sleeping barber with three chairs: customers who find no chair free leave. Any number of customers and
 * barbers.
 *
 * Property: no more customers wait than there are chairs, and a barber called finds one.
 * Buggy: a customer leaves the lock between looking and sitting down.
 */
#include <assert.h>
#include <pthread.h>

#define CHAIRS 3

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t customer_there = PTHREAD_COND_INITIALIZER;
unsigned waiting;

void *customer(void *unused)
{
    pthread_mutex_lock(&lock);
    _Bool room = waiting < CHAIRS;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    if (room) {
        waiting++;
        assert(waiting <= CHAIRS);
        pthread_cond_signal(&customer_there);
    }
    pthread_mutex_unlock(&lock);
    return 0;
}

void *barber(void *unused)
{
    pthread_mutex_lock(&lock);
    while (waiting == 0)
        pthread_cond_wait(&customer_there, &lock);
    assert(waiting > 0);
    waiting--;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    for (;;) {
        pthread_create(&thread, 0, customer, 0);
        pthread_create(&thread, 0, barber, 0);
    }
}
