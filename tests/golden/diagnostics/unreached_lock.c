/* The second lock waits for ever. */
#include <assert.h>
#include <pthread.h>
int x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void)
{
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    assert(x == 9);
}
