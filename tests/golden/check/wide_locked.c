/* Under a lock it makes no difference on 32 bits that a counter of 8 bytes has two halves. */
#include <assert.h>
#include <pthread.h>

unsigned long long count;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg)
{
    pthread_mutex_lock(&lock);
    count += 0x100000001;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, worker, 0);
    pthread_create(&u, 0, worker, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(count == 0x200000002);
    return 0;
}
