/* Like mutex_array.c, but a thread locks the mutex of any slot. */
#include <assert.h>
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);
struct slot {
    int busy;
    pthread_mutex_t mutex;
} slots[2];

void *work(void *arg)
{
    struct slot *s = &slots[__VERIFIER_nondet_bool()];
    int i = __VERIFIER_nondet_bool();
    pthread_mutex_lock(&slots[i].mutex);
    assert(s->busy == 0);
    s->busy = 1;
    s->busy = 0;
    pthread_mutex_unlock(&slots[i].mutex);
    return arg;
}

int main(void)
{
    pthread_t t;
    for (;;)
        pthread_create(&t, 0, work, 0);
}
