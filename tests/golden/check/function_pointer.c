/* The operation is chosen at run time; both keep the counter even. */
#include <assert.h>
#include <pthread.h>

int counter;
void up(void) { counter += 2; }
void reset(void) { counter = 0; }
void (*operation)(void) = up;
pthread_mutex_t mutex;

void *work(void *arg)
{
    pthread_mutex_lock(&mutex);
    operation();
    assert(counter % 2 == 0);
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_mutex_lock(&mutex);
    operation = reset;
    pthread_mutex_unlock(&mutex);
    pthread_create(&t, 0, work, 0);
}
