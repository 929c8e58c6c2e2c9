/* One handle, a thread in each of any number of rounds. */
#include <assert.h>
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

int x;

void *f(void *arg)
{
    x++;
    return (void *)(long)x;
}

int main(void)
{
    pthread_t t;
    void *r;
    int n = 0;
    while (__VERIFIER_nondet_bool()) {
        pthread_create(&t, 0, f, 0);
        pthread_join(t, &r);
        n++;
        assert(x == n);
        assert((int)(long)r == n);
    }
}
