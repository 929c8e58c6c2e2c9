/* A worker waits for the thread whose handle is there: perhaps its own. */
#include <pthread.h>

pthread_t other, worker;

void *idle(void *arg) { return arg; }

void *work(void *arg)
{
    pthread_join(worker, NULL);
    return arg;
}

int main(void)
{
    pthread_create(&other, NULL, idle, NULL);
    pthread_create(&worker, NULL, work, NULL);
    pthread_exit(NULL);
}
