/* A transfer locks the account that pays, then the one that is paid. */
#include <pthread.h>

#define ACCOUNTS 6
static struct { pthread_mutex_t lock; long balance; } bank[ACCOUNTS];

static void transfer(unsigned from, unsigned to, long sum)
{
    pthread_mutex_lock(&bank[from].lock);
    pthread_mutex_lock(&bank[to].lock);
    bank[from].balance -= sum;
    bank[to].balance += sum;
    pthread_mutex_unlock(&bank[to].lock);
    pthread_mutex_unlock(&bank[from].lock);
}

static void *teller(void *arg)
{
    unsigned seed = (unsigned)(unsigned long)arg;
    for (int i = 0; i < 1000; i++) {
        seed = seed * 1103515245u + 12345u;
        unsigned from = seed / 65536u % ACCOUNTS, to = seed / 256u % ACCOUNTS;
        if (from != to) transfer(from, to, i);
    }
    return 0;
}

int main(void)
{
    pthread_t t[4];
    for (int i = 0; i < ACCOUNTS; i++) pthread_mutex_init(&bank[i].lock, 0);
    for (unsigned long i = 0; i < 4; i++) pthread_create(&t[i], 0, teller, (void *)i);
    for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
    return 0;
}
