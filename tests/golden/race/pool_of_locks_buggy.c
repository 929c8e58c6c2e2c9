/* Objects with locks that are allocated in a loop: one access forgets the lock. */
#include <pthread.h>
#include <stdlib.h>

struct account {
    pthread_mutex_t lock;
    int balance;
} *accounts[2];

void *teller(void *arg)
{
    pthread_mutex_lock(&accounts[0]->lock);
    accounts[0]->balance++;
    pthread_mutex_unlock(&accounts[0]->lock);
    return 0;
}

int main(void)
{
    pthread_t t;
    for (int i = 0; i < 2; i++) {
        accounts[i] = malloc(sizeof *accounts[i]);
        if (!accounts[i]) abort();
        pthread_mutex_init(&accounts[i]->lock, 0);
        accounts[i]->balance = 0;
    }
    pthread_create(&t, 0, teller, 0);
    accounts[0]->balance--;
    return 0;
}
