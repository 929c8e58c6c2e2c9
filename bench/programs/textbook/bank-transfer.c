/*
 * Transfers between eight accounts, each with a lock; both locks are taken, that of the account with the smaller number
 * first.
 *
 * Property: the two accounts have together what they had before.
 * Safe: both locks are held.
 */
#include <assert.h>
#include <pthread.h>

#define ACCOUNTS 8

unsigned __VERIFIER_nondet_uint(void);

pthread_mutex_t locks[ACCOUNTS];
unsigned balance[ACCOUNTS] = {100, 100, 100, 100, 100, 100, 100, 100};

void *transfer(void *unused)
{
    unsigned from = __VERIFIER_nondet_uint() % ACCOUNTS, to = __VERIFIER_nondet_uint() % ACCOUNTS;
    unsigned amount = __VERIFIER_nondet_uint(), before;
    if (from == to) return 0;
    pthread_mutex_lock(&locks[from < to ? from : to]);
    pthread_mutex_lock(&locks[from < to ? to : from]);
    before = balance[from] + balance[to];
    if (balance[from] >= amount) {
        balance[from] -= amount;
        balance[to] += amount;
    }
    assert(balance[from] + balance[to] == before);
    pthread_mutex_unlock(&locks[from]);
    pthread_mutex_unlock(&locks[to]);
    return 0;
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, transfer, 0);
}
