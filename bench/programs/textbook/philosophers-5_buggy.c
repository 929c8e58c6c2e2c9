/*
 * Dijkstra's philosophers: 5 seats, a fork between each two; a philosopher at any seat takes two forks, the one with the
 * smaller number first. Any number of philosophers come and go.
 *
 * Property: whoever has both forks is the only one to use them.
 * Buggy: the philosopher at the last seat goes without the first fork.
 */
#include <assert.h>
#include <pthread.h>

#define SEATS 5

unsigned __VERIFIER_nondet_uint(void);

pthread_mutex_t forks[SEATS];
int users[SEATS];

static void use(unsigned fork)
{
    users[fork]++;
    assert(users[fork] == 1);
    users[fork]--;
}

void *philosopher(void *unused)
{
    unsigned seat = __VERIFIER_nondet_uint() % SEATS, next = (seat + 1) % SEATS;
    unsigned low = seat < next ? seat : next, high = seat < next ? next : seat;
    if (seat != SEATS - 1) pthread_mutex_lock(&forks[low]);
    pthread_mutex_lock(&forks[high]);
    use(low);
    use(high);
    pthread_mutex_unlock(&forks[high]);
    if (seat != SEATS - 1) pthread_mutex_unlock(&forks[low]);
    return 0;
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, philosopher, 0);
}
