/* Any number of threads take consistent copies of a struct, and change theirs. */
#include <assert.h>
#include <pthread.h>

struct account {
    int balance, shadow;
    char owner;
};
struct account shared;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

struct account deposit(struct account a, int amount)
{
    a.balance += amount;
    a.shadow += amount;
    return a;
}

void *worker(void *arg)
{
    pthread_mutex_lock(&lock);
    struct account mine = shared;
    shared = deposit(mine, 3);
    assert(mine.balance == mine.shadow);
    assert(shared.balance == shared.shadow);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t t;
    for (;;)
        pthread_create(&t, 0, worker, 0);
}
