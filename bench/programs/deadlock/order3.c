/* Three locks, taken two by two. */
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, c = PTHREAD_MUTEX_INITIALIZER;
int work;

void *first(void *unused)
{
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    work++;
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return 0;
}

void *second(void *unused)
{
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&c);
    work++;
    pthread_mutex_unlock(&c);
    pthread_mutex_unlock(&b);
    return 0;
}

void *third(void *unused)
{
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&c);
    work++;
    pthread_mutex_unlock(&c);
    pthread_mutex_unlock(&a);
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1) {
        pthread_create(&thread, 0, first, 0);
        pthread_create(&thread, 0, second, 0);
        pthread_create(&thread, 0, third, 0);
    }
}
