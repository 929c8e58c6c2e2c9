/*
 * The introductory example of thread-modular model checking: a variable protected by a lock, which
 * every one of any number of threads brings into an intermediate state and out of it again.
 *
 * Benchmark 14/SPIN of SYMMPA; after Flanagan and Qadeer, Thread-Modular Model Checking, SPIN 2003.
 *
 * Property: whoever has just made the variable positive finds it positive.
 * Safe: the variable is written and read under the lock only.
 */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int x = 1;

void *worker(void *arg)
{
    (void)arg;
    for (;;) {
        pthread_mutex_lock(&mutex);
        x = 0;
        x = 1;
        assert(x > 0);
        pthread_mutex_unlock(&mutex);
    }
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
