// Mutual exclusion by ck_spinlock_dec: three threads, each again and again (with 2^32 that wait, the number comes round).
#include <assert.h>
#include <pthread.h>
#include <ck_spinlock.h>

static ck_spinlock_dec_t lock = CK_SPINLOCK_DEC_INITIALIZER;
static int inside;

static void *worker(void *arg)
{
    for (;;) {
        ck_spinlock_dec_lock(&lock);
        inside++;
        assert(inside == 1);
        inside--;
        ck_spinlock_dec_unlock(&lock);
    }
    return arg;
}

int main(void)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
}
