/* The __sync builtins are atomic. */
#include <pthread.h>

int x;

void *worker(void *p)
{
    (void)p;
    __sync_fetch_and_add(&x, 1);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    __sync_bool_compare_and_swap(&x, 0, 3);
    pthread_join(thread, 0);
    return 0;
}
