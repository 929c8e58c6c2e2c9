/* Whoever writes a message and who turns the stream have a lock. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *turn(void *arg)
{
    pthread_mutex_lock(&lock);
    stderr = stdout;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, turn, NULL);
    pthread_mutex_lock(&lock);
    perror("stage 1");
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
