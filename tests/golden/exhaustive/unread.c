/* Arbitrary values that nothing depends on do not matter. */
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int x, y;

static void *work(void *arg)
{
    int noise = __VERIFIER_nondet_int();
    (void)arg;
    x = noise;
    y++;
    return NULL;
}

int main(void)
{
    pthread_t t;
    int copy;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    copy = x;
    x = copy;
    assert(y == 1);
}
