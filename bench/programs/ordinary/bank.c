/* Accounts with a lock each: who moves money takes the lock of the lower number first. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define ACCOUNTS 4

struct account {
    pthread_mutex_t lock;
    long balance;
};

struct teller {
    pthread_t thread;
    unsigned seed;
    int transfers;
};

static struct account *accounts;

static int transfer(int from, int to, long amount)
{
    int done = 0;
    if (from == to)
        return 0;
    int low = from < to ? from : to, high = from < to ? to : from;
    pthread_mutex_lock(&accounts[low].lock);
    pthread_mutex_lock(&accounts[high].lock);
    if (accounts[from].balance >= amount) {
        accounts[from].balance -= amount;
        accounts[to].balance += amount;
        done = 1;
    }
    pthread_mutex_unlock(&accounts[high].lock);
    pthread_mutex_unlock(&accounts[low].lock);
    return done;
}

static void *teller_run(void *arg)
{
    struct teller *teller = arg;
    int done = 0;
    for (int i = 0; i < teller->transfers; i++) {
        int from = rand_r(&teller->seed) % ACCOUNTS;
        int to = rand_r(&teller->seed) % ACCOUNTS;
        done += transfer(from, to, rand_r(&teller->seed) % 50);
    }
    printf("%d of %d transfers\n", done, teller->transfers);
    return NULL;
}

int main(int argc, char **argv)
{
    struct teller tellers[2];
    int transfers = argc > 1 ? atoi(argv[1]) : 1000;
    long total = 0;

    accounts = malloc(ACCOUNTS * sizeof *accounts);
    if (!accounts) {
        perror("malloc");
        return 1;
    }
    for (int i = 0; i < ACCOUNTS; i++) {
        pthread_mutex_init(&accounts[i].lock, NULL);
        accounts[i].balance = 100;
    }
    for (int i = 0; i < 2; i++) {
        tellers[i].seed = (unsigned)i + 1;
        tellers[i].transfers = transfers;
        if (pthread_create(&tellers[i].thread, NULL, teller_run, &tellers[i]) != 0) {
            fprintf(stderr, "cannot start teller %d\n", i);
            exit(1);
        }
    }
    for (int i = 0; i < 2; i++)
        pthread_join(tellers[i].thread, NULL);
    for (int i = 0; i < ACCOUNTS; i++) {
        total += accounts[i].balance;
        pthread_mutex_destroy(&accounts[i].lock);
    }
    free(accounts);
    printf("total %ld\n", total);
    return total == 100 * ACCOUNTS ? 0 : 1;
}
