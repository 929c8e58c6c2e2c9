/*
 * A barrier made of a lock and a condition variable, for two threads, used twice: the generation tells those who wait
 * for the first round from those who wait for the second.
 *
 * Property: nobody is two rounds ahead.
 * Safe: the last one to arrive begins a new generation.
 */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t all_here = PTHREAD_COND_INITIALIZER;
unsigned arrived, generation;
unsigned first, second;

static void barrier(void)
{
    pthread_mutex_lock(&lock);
    unsigned mine = generation;
    if (++arrived == 2) {
        arrived = 0;
        generation++;
        pthread_cond_broadcast(&all_here);
    } else {
        while (generation == mine)
            pthread_cond_wait(&all_here, &lock);
    }
    pthread_mutex_unlock(&lock);
}

void *left(void *unused)
{
    first = 1;
    barrier();
    assert(second >= 1);
    barrier();
    first = 2;
    return 0;
}

void *right(void *unused)
{
    second = 1;
    barrier();
    assert(first == 1);
    barrier();
    second = 2;
    return 0;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, 0, left, 0);
    pthread_create(&t2, 0, right, 0);
    return 0;
}
