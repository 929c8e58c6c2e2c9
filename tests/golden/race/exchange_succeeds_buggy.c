/* One that may succeed is a store. */
#include <pthread.h>

int x;

void *worker(void *p)
{
    (void)p;
    int seen = x;
    (void)seen;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    __sync_bool_compare_and_swap(&x, 0, 2);
    pthread_join(thread, 0);
    return 0;
}
