/* Two locks, taken in two orders. */
#include <pthread.h>

pthread_mutex_t from = PTHREAD_MUTEX_INITIALIZER, to = PTHREAD_MUTEX_INITIALIZER;
int balance_from = 100, balance_to;

void *pay(void *unused)
{
    pthread_mutex_lock(&from);
    pthread_mutex_lock(&to);
    balance_from--;
    balance_to++;
    pthread_mutex_unlock(&to);
    pthread_mutex_unlock(&from);
    return 0;
}

void *refund(void *unused)
{
    pthread_mutex_lock(&to);
    pthread_mutex_lock(&from);
    balance_to--;
    balance_from++;
    pthread_mutex_unlock(&from);
    pthread_mutex_unlock(&to);
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1) {
        pthread_create(&thread, 0, pay, 0);
        pthread_create(&thread, 0, refund, 0);
    }
}
