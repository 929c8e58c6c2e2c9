// The failing run goes round the loop 10000 times before it looks without the lock.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int balance;

void *transfer(void *arg)
{
    pthread_mutex_lock(&mutex);
    balance++;
    balance--;
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t id;
    for (int i = 0; i < 10000; i++)
        pthread_create(&id, 0, transfer, 0);
    assert(balance == 0);
    return 0;
}
