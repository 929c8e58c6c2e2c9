/*
 * Striped locks: 4 elements, each with a lock of its own; threads choose any element.
 *
 * Property: while a thread has the lock of an element nobody else changes the element.
 * Buggy: one thread in two takes the lock of the first element instead.
 */
#include <assert.h>
#include <pthread.h>

#define ELEMENTS 4

unsigned __VERIFIER_nondet_uint(void);

pthread_mutex_t locks[ELEMENTS];
int elements[ELEMENTS];

void *worker(void *unused)
{
    unsigned i = __VERIFIER_nondet_uint() % ELEMENTS;
    unsigned stripe = __VERIFIER_nondet_uint() % 2 ? i : 0;
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
