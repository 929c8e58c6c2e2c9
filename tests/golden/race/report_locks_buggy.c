/* The report of a race: calls, locks of several kinds, and why nothing orders the accesses. */
#include <pthread.h>

struct account {
    pthread_mutex_t lock;
    int balance;
} account = {PTHREAD_MUTEX_INITIALIZER, 10};

pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;

static void add(struct account *a, int n)
{
    a->balance += n;
}

static void deposit(int n)
{
    add(&account, n);
}

void *teller(void *p)
{
    (void)p;
    pthread_mutex_lock(&account.lock);
    deposit(5);
    pthread_mutex_unlock(&account.lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, teller, 0);
    pthread_rwlock_rdlock(&table);
    deposit(-3);
    pthread_rwlock_unlock(&table);
    pthread_join(thread, 0);
    return 0;
}
