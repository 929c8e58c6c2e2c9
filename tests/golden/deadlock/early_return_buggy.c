/* An early return keeps the lock. */
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int stock = 1;

void *buy(void *unused)
{
    pthread_mutex_lock(&lock);
    if (stock == 0) {
        return 0;
    }
    stock--;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, buy, 0);
}
