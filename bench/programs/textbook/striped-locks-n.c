/*
 * Striped locks: n elements, at most 1000, each with a lock of its own; threads choose any element.
 *
 * Property: while a thread has the lock of an element nobody else changes the element.
 * Safe: the lock that is taken is that of the element.
 */
#include <assert.h>
#include <pthread.h>

#define ELEMENTS_MAX 1000

static unsigned n;

unsigned __VERIFIER_nondet_uint(void);

pthread_mutex_t locks[ELEMENTS_MAX];
int elements[ELEMENTS_MAX];

void *worker(void *unused)
{
    unsigned i = __VERIFIER_nondet_uint() % n;
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
    n = __VERIFIER_nondet_uint();
    if (n == 0 || n > ELEMENTS_MAX) return 0;
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
