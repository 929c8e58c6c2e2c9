// Mutual exclusion by ck_spinlock_mcs, a queue of those who wait: three threads, each with its place in the queue.
#include <assert.h>
#include <pthread.h>
#include <ck_spinlock.h>

static ck_spinlock_mcs_t lock = CK_SPINLOCK_MCS_INITIALIZER;
static ck_spinlock_mcs_context_t places[3];
static int inside;

static void *worker(void *arg)
{
    ck_spinlock_mcs_context_t *place = arg;
    ck_spinlock_mcs_lock(&lock, place);
    inside++;
    assert(inside == 1);
    inside--;
    ck_spinlock_mcs_unlock(&lock, place);
    return NULL;
}

int main(void)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, worker, &places[i]);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
}
