/* What is known before main starts: a thread-local mutex is free, and the number of arguments is not negative. */
#include <assert.h>
#include <pthread.h>

static _Thread_local pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int main(int argc, char **argv)
{
    (void)argv;
    assert(argc >= 0);
    assert(pthread_mutex_trylock(&mutex) == 0);
}
