// A semaphore hands on what was done before it was posted; C's own mutex and a relaxed counter beside.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t ready;
static atomic_int calls;
static int letter;

static void *sender(void *arg)
{
    atomic_fetch_add_explicit(&calls, 1, memory_order_relaxed);
    letter = 42;
    sem_post(&ready);
    return arg;
}

int main(void)
{
    pthread_t thread;
    sem_init(&ready, 0, 0);
    pthread_create(&thread, 0, sender, 0);
    sem_wait(&ready);
    atomic_fetch_add_explicit(&calls, 1, memory_order_relaxed);
    return letter;
}
