// Who fails to get the lock learns that the other has it, and may still read the old value.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int begun;

static void *worker(void *arg)
{
    atomic_store_explicit(&begun, 1, memory_order_release);
    pthread_mutex_lock(&lock);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    if (pthread_mutex_trylock(&lock)) {
        int seen = atomic_load_explicit(&begun, memory_order_acquire);
        assert(seen);
    }
    return 0;
}
