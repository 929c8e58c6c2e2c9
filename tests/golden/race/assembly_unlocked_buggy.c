// What reads and writes without a lock is not atomic; with it, it is.
#include <pthread.h>

static unsigned int locked, unlocked;

static void *worker(void *arg)
{
    __asm__ __volatile__("lock incl %0" : "+m"(locked) : : "memory", "cc");
    __asm__ __volatile__("incl %0" : "+m"(unlocked) : : "memory", "cc");
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    worker(0);
    pthread_join(thread, 0);
}
