/*
 * The rendezvous of two threads with two semaphores (Downey).
 *
 * Property: behind the meeting each finds what the other did before it.
 * Buggy: one of them does not wait.
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t left_here, right_here;
int left_done, right_done;

void *left(void *unused)
{
    left_done = 1;
    sem_post(&left_here);
    assert(right_done);
    return 0;
}

void *right(void *unused)
{
    right_done = 1;
    sem_post(&right_here);
    sem_wait(&left_here);
    assert(left_done);
    return 0;
}

int main(void)
{
    pthread_t t1, t2;
    sem_init(&left_here, 0, 0);
    sem_init(&right_here, 0, 0);
    pthread_create(&t1, 0, left, 0);
    pthread_create(&t2, 0, right, 0);
    return 0;
}
