// The decrement has no prefix, and is two steps: one of two may be lost.
#include <assert.h>
#include <pthread.h>

static unsigned int references = 2;

static void *worker(void *arg)
{
    __asm__ __volatile__("decl %0" : "+m"(references) : : "memory", "cc");
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, worker, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    assert(references == 0);
}
