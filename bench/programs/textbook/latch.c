/*
 * A latch (CountDownLatch of java.util.concurrent): main waits until three threads have counted down.
 *
 * Property: main finds all three results.
 * Safe: a thread counts down after its result is stored.
 */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t zero = PTHREAD_COND_INITIALIZER;
unsigned latch = 3;
int results[3];

static void count_down(void)
{
    pthread_mutex_lock(&lock);
    if (latch > 0 && --latch == 0) pthread_cond_broadcast(&zero);
    pthread_mutex_unlock(&lock);
}

void *first(void *unused)
{
    results[0] = 1;
    count_down();
    return 0;
}

void *second(void *unused)
{
    results[1] = 1;
    count_down();
    return 0;
}

void *third(void *unused)
{
    results[2] = 1;
    count_down();
    return 0;
}

int main(void)
{
    pthread_t t1, t2, t3;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_create(&t3, 0, third, 0);
    pthread_mutex_lock(&lock);
    while (latch > 0)
        pthread_cond_wait(&zero, &lock);
    pthread_mutex_unlock(&lock);
    assert(results[0] + results[1] + results[2] == 3);
    return 0;
}
