/* A counter of ten bits, which a mask makes of a larger one, comes to zero again with 1024 threads. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
unsigned threads;

void *worker(void *unused)
{
    pthread_mutex_lock(&lock);
    threads = (threads + 1) & 0x3ff;
    unsigned now = threads;
    pthread_mutex_unlock(&lock);
    assert(now != 0);
    return 0;
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
