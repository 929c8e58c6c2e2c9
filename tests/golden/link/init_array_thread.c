#include <pthread.h>

/* The thread that starts before main races with it. */
int count;

static void *worker(void *a)
{
    count++;
    return a;
}

static void start(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
}

static void (*entry)(void) __attribute__((section(".preinit_array"), used)) = start;

int main(void)
{
    count = 1;
}
