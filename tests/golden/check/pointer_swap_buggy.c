/* Like pointer_swap.c, without the lock in transfer. */
#include <assert.h>
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);
int a = 5, b = 5;
pthread_mutex_t mutex;

void *transfer(void *arg)
{
    int *from = __VERIFIER_nondet_bool() ? &a : &b;
    int *to = from == &a ? &b : &a;
    if (*from == 5) {
        *from = 4;
        *to = 6;
    }
    return arg;
}

int main(void)
{
    pthread_t t;
    for (;;) {
        pthread_create(&t, 0, transfer, 0);
        pthread_mutex_lock(&mutex);
        assert((a == 5 && b == 5) || (a == 4 && b == 6) || (a == 6 && b == 4));
        pthread_mutex_unlock(&mutex);
    }
}
