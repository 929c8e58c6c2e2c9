// Mutual exclusion by ck_spinlock_cas: any number of threads, each again and again.
#include <assert.h>
#include <pthread.h>
#include <ck_spinlock.h>

static ck_spinlock_cas_t lock = CK_SPINLOCK_CAS_INITIALIZER;
static int inside;

static void *worker(void *arg)
{
    for (;;) {
        ck_spinlock_cas_lock(&lock);
        inside++;
        assert(inside == 1);
        inside--;
        ck_spinlock_cas_unlock(&lock);
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
