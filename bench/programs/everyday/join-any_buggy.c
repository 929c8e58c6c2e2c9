/* As many threads as an input says count once each, under a lock; their handles are on the heap.
 * Buggy: there is no lock. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned x;

static void *add(void *unused)
{
    (void)unused;
    x++;
    return NULL;
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 100000) return 0;
    pthread_t *t = malloc(n * sizeof *t);
    if (!t) return 0;
    for (unsigned i = 0; i < n; i++)
        pthread_create(&t[i], NULL, add, NULL);
    for (unsigned i = 0; i < n; i++)
        pthread_join(t[i], NULL);
    assert(x == n);
}
