/* One access is made without the lock. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int count, total;

static void work(void)
{
    if (count < 2) {
        pthread_mutex_lock(&lock);
        total++;
        count = 1;
        pthread_mutex_unlock(&lock);
    }
}

void *one(void *arg)
{
    (void)arg;
    work();
    return 0;
}

void *two(void *arg)
{
    (void)arg;
    work();
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(total <= 2);
    return 0;
}
