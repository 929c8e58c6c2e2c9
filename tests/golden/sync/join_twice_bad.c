/* A thread is joined, and joined again. */
#include <pthread.h>

int value;

void *work(void *arg)
{
    value = 1;
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    pthread_join(t, NULL);
    return 0;
}
