/* Only races of one variable are asked, whatever else is: `plain` races, `guarded` does not. */
#include <assert.h>
#include <pthread.h>

static int plain, guarded;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg)
{
    plain = 1;
    pthread_mutex_lock(&lock);
    guarded = 1;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    plain = 2;
    pthread_mutex_lock(&lock);
    guarded = 2;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    assert(guarded != 0);
    return 0;
}
