/*
 * Striped locks: 64 elements, each with a lock of its own; threads choose any element.
 *
 * Property: while a thread has the lock of an element nobody else changes the element.
 * Safe: the lock that is taken is that of the element.
 */
#include <assert.h>
#include <pthread.h>

#define ELEMENTS 64

unsigned __VERIFIER_nondet_uint(void);

pthread_mutex_t locks[ELEMENTS];
int elements[ELEMENTS];

void *worker(void *unused)
{
    unsigned i = __VERIFIER_nondet_uint() % ELEMENTS;
    unsigned stripe = i;
    pthread_mutex_lock(&locks[stripe]);
    elements[i]++;
    assert(elements[i] == 1);
    elements[i]--;
    pthread_mutex_unlock(&locks[stripe]);
    return 0;
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
