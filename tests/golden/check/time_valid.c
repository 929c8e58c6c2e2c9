// A wait with a limit fails by the limit, if the time is one; a proof says that it takes that for granted.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

int main(void)
{
    struct timespec until = {0, 0};
    pthread_rwlock_rdlock(&lock);
    int result = pthread_rwlock_timedwrlock(&lock, &until);
    assert(result == ETIMEDOUT);
    pthread_mutex_lock(&mutex);
    result = pthread_cond_timedwait(&changed, &mutex, &until);
    assert(result == 0 || result == ETIMEDOUT);
    result = pthread_mutex_timedlock(&mutex, &until);
    assert(result == ETIMEDOUT);
    return 0;
}
