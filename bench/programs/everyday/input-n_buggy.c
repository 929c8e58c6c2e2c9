/* Up to four threads, as many as an input says, count once each, under a lock.
 * Buggy: there is no lock. */
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static int x;

static void *add(void *unused)
{
    (void)unused;
    x++;
    return NULL;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    pthread_t t[4];
    if (n < 0 || n > 4) return 0;
    for (int i = 0; i < n; i++)
        pthread_create(&t[i], NULL, add, NULL);
    for (int i = 0; i < n; i++)
        pthread_join(t[i], NULL);
    assert(x == n);
}
