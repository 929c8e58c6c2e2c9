/* A function that takes the lock calls another one that does: a recursive mutex. */
#define _GNU_SOURCE
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
int sum;

static void add(int n)
{
    pthread_mutex_lock(&lock);
    sum += n;
    pthread_mutex_unlock(&lock);
}

static void add_twice(int n)
{
    pthread_mutex_lock(&lock);
    add(n);
    add(n);
    pthread_mutex_unlock(&lock);
}

void *worker(void *unused)
{
    add_twice(1);
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
