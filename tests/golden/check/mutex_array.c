/* One mutex for each slot: only the holder of a slot's mutex touches the slot. */
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
    pthread_mutex_lock(&s->mutex);
    assert(s->busy == 0);
    s->busy = 1;
    s->busy = 0;
    pthread_mutex_unlock(&s->mutex);
    return arg;
}

int main(void)
{
    pthread_t t;
    for (;;)
        pthread_create(&t, 0, work, 0);
}
