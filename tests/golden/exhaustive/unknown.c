/* What a thread decides by is arbitrary: no state says what it does. */
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int x, y;

static void *work(void *arg)
{
    (void)arg;
    if (x == 7) y = 1;
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    x = __VERIFIER_nondet_int();
    pthread_join(t, NULL);
    assert(y == 0);
}
