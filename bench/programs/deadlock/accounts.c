/* Accounts with locks of their own, reached through pointers; the one with the lower number first. */
#include <pthread.h>

struct account {
    pthread_mutex_t lock;
    int number, balance;
};

struct account checking = {PTHREAD_MUTEX_INITIALIZER, 0, 100}, saving = {PTHREAD_MUTEX_INITIALIZER, 1, 100};

static void transfer(struct account *a, struct account *b, int amount)
{
    struct account *first = a->number < b->number ? a : b, *second = a->number < b->number ? b : a;
    pthread_mutex_lock(&first->lock);
    pthread_mutex_lock(&second->lock);
    a->balance -= amount;
    b->balance += amount;
    pthread_mutex_unlock(&second->lock);
    pthread_mutex_unlock(&first->lock);
}

void *save(void *unused)
{
    transfer(&checking, &saving, 1);
    return 0;
}

void *spend(void *unused)
{
    transfer(&saving, &checking, 1);
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1) {
        pthread_create(&thread, 0, save, 0);
        pthread_create(&thread, 0, spend, 0);
    }
}
