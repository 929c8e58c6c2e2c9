// Mutual exclusion by ck_spinlock_fas: any number of threads, each again and again.
#include <assert.h>
#include <pthread.h>
#include <ck_spinlock.h>

static ck_spinlock_fas_t lock = CK_SPINLOCK_FAS_INITIALIZER;
static int inside;

static void *worker(void *arg)
{
    for (;;) {
        ck_spinlock_fas_lock(&lock);
        inside++;
        assert(inside == 1);
        inside--;
        ck_spinlock_fas_unlock(&lock);
    }
    return arg;
}

int main(void)
{
    for (;;) {
        pthread_t thread;
        pthread_create(&thread, NULL, worker, NULL);
    }
}
