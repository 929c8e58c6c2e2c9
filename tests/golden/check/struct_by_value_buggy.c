/* Like struct_by_value.c, but the copy is taken without the lock. */
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
    struct account mine = shared;
    pthread_mutex_lock(&lock);

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
