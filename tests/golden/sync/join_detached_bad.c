/* A thread that nobody may join. */
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
    pthread_detach(t);
    pthread_join(t, NULL);
    return 0;
}
