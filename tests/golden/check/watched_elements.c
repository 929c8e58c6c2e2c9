/* A thousand elements, each with a lock: what is asserted of any element is proved of one that is arbitrary. */
#include <assert.h>
#include <pthread.h>

unsigned __VERIFIER_nondet_uint(void);

struct account {
    pthread_mutex_t lock;
    unsigned deposits, withdrawals;
};

struct account accounts[1000];

void *deposit(void *unused)
{
    struct account *a = &accounts[__VERIFIER_nondet_uint() % 1000];
    pthread_mutex_lock(&a->lock);
    a->deposits = 1;
    assert(a->withdrawals == 0);
    a->deposits = 0;
    pthread_mutex_unlock(&a->lock);
    return 0;
}

void *withdraw(void *unused)
{
    unsigned i = __VERIFIER_nondet_uint() % 1000;
    pthread_mutex_lock(&accounts[i].lock);
    accounts[i].withdrawals = 1;
    assert(accounts[i].deposits == 0);
    accounts[i].withdrawals = 0;
    pthread_mutex_unlock(&accounts[i].lock);
    return 0;
}

int main(void)
{
    pthread_t t;
    for (;;) {
        pthread_create(&t, 0, deposit, 0);
        pthread_create(&t, 0, withdraw, 0);
    }
}
