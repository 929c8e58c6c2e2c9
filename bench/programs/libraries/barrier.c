// ck_barrier_centralized: two threads, two rounds; nobody is in the next before both are through with the last.
#include <assert.h>
#include <pthread.h>
#include "ck_barrier_centralized.c"

static ck_barrier_centralized_t barrier = CK_BARRIER_CENTRALIZED_INITIALIZER;
static _Atomic int rounds[2];

static void *worker(void *arg)
{
    int self = arg != NULL;
    ck_barrier_centralized_state_t state = CK_BARRIER_CENTRALIZED_STATE_INITIALIZER;
    for (int i = 1; i <= 2; i++) {
        rounds[self] = i;
        ck_barrier_centralized(&barrier, &state, 2);
        assert(rounds[1 - self] >= i);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, worker, NULL);
    pthread_create(&threads[1], NULL, worker, threads);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
}
