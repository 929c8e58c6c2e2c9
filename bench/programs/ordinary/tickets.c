/* Seats are sold at several counters: how many are left is known under the lock. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define SEATS 10

struct hall {
    pthread_mutex_t lock;
    int left;
    int sold;
};

struct counter {
    pthread_t thread;
    struct hall *hall;
    int number;
    int sales;
};

static int sell(struct hall *hall)
{
    pthread_mutex_lock(&hall->lock);
    if (hall->left == 0) {
        pthread_mutex_unlock(&hall->lock);
        return 0;
    }
    hall->left--;
    hall->sold++;
    pthread_mutex_unlock(&hall->lock);
    return 1;
}

static void *counter_run(void *arg)
{
    struct counter *counter = arg;
    while (sell(counter->hall))
        counter->sales++;
    return NULL;
}

static struct hall *hall_new(int seats)
{
    struct hall *hall = malloc(sizeof *hall);
    if (!hall)
        return NULL;
    pthread_mutex_init(&hall->lock, NULL);
    hall->left = seats;
    hall->sold = 0;
    return hall;
}

int main(void)
{
    enum { COUNTERS = 3 };
    struct counter counters[COUNTERS];
    struct hall *hall = hall_new(SEATS);
    int started = 0;
    if (!hall) {
        perror("hall_new");
        return 1;
    }
    for (int i = 0; i < COUNTERS; i++) {
        counters[i].hall = hall;
        counters[i].number = i + 1;
        counters[i].sales = 0;
        if (pthread_create(&counters[i].thread, NULL, counter_run, &counters[i]) != 0)
            break;
        started++;
    }
    for (int i = 0; i < started; i++) {
        pthread_join(counters[i].thread, NULL);
        printf("counter %d: %d seats\n", counters[i].number, counters[i].sales);
    }
    assert(hall->sold <= SEATS);
    pthread_mutex_destroy(&hall->lock);
    free(hall);
    return 0;
}
