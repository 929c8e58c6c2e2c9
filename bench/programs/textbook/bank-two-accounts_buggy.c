/*
 * Transfers between two accounts, each with a lock; the locks are always taken in the same order.
 *
 * Property: no money is made or lost.
 * Buggy: paying holds the first lock only, and paying back the second.
 */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t first_lock = PTHREAD_MUTEX_INITIALIZER, second_lock = PTHREAD_MUTEX_INITIALIZER;
unsigned first = 100, second = 0;

void *pay(void *unused)
{
    pthread_mutex_lock(&first_lock);
    if (first >= 10) {
        first -= 10;
        second += 10;
    }
    assert(first + second == 100);
    pthread_mutex_unlock(&first_lock);
    return 0;
}

void *pay_back(void *unused)
{
    pthread_mutex_lock(&second_lock);
    if (second >= 10) {
        second -= 10;
        first += 10;
    }
    pthread_mutex_unlock(&second_lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    for (;;) {
        pthread_create(&thread, 0, pay, 0);
        pthread_create(&thread, 0, pay_back, 0);
    }
}
