#include <assert.h>
#include <pthread.h>

/* What is passed and what comes back belongs to one call. */
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int balance;

static int change(int by)
{
    int before = balance;
    balance = before + by;
    return before;
}

static int there_and_back(int amount)
{
    int before = change(amount);
    int after = change(-amount);
    return after - before;
}

void *worker(void *arg)
{
    pthread_mutex_lock(&m);
    int one = there_and_back(1);
    there_and_back(2);
    assert(one == 1);
    assert(balance == 0);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;
    for (;;)
        pthread_create(&t, 0, worker, 0);
}
