/* Two that wait for one thing, each with a lock of its own. */
#include <pthread.h>

pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
int value;

void *first(void *arg)
{
    pthread_mutex_lock(&left);
    while (!value)
        pthread_cond_wait(&ready, &left);
    pthread_mutex_unlock(&left);
    return arg;
}

void *second(void *arg)
{
    pthread_mutex_lock(&right);
    while (!value)
        pthread_cond_wait(&ready, &right);
    pthread_mutex_unlock(&right);
    return arg;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, first, NULL);
    pthread_create(&u, NULL, second, NULL);
    pthread_mutex_lock(&left);
    value = 1;
    pthread_cond_broadcast(&ready);
    pthread_mutex_unlock(&left);
    return 0;
}
