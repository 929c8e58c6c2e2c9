/* Volatile is not atomic. */
#include <pthread.h>

volatile int flag;

void *worker(void *p)
{
    (void)p;
    flag = 1;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    while (!flag) {}
    pthread_join(thread, 0);
    return 0;
}
