/* Attributes say that the thread is detached. */
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
    pthread_attr_t how;
    pthread_attr_init(&how);
    pthread_attr_setdetachstate(&how, PTHREAD_CREATE_JOINABLE);
    pthread_create(&t, &how, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
