/*
 * Dijkstra's philosophers: n seats, at most 1000, a fork between each two; a philosopher at any seat takes two forks,
 * the one with the smaller number first. Any number of philosophers come and go.
 *
 * Property: whoever has both forks is the only one to use them.
 * Buggy: the philosopher at the last seat goes without the first fork.
 */
#include <assert.h>
#include <pthread.h>

#define SEATS_MAX 1000

static unsigned n;

unsigned __VERIFIER_nondet_uint(void);

pthread_mutex_t forks[SEATS_MAX];
int users[SEATS_MAX];

static void use(unsigned fork)
{
    users[fork]++;
    assert(users[fork] == 1);
    users[fork]--;
}

void *philosopher(void *unused)
{
    unsigned seat = __VERIFIER_nondet_uint() % n, next = seat + 1 == n ? 0 : seat + 1;
    unsigned low = seat < next ? seat : next, high = seat < next ? next : seat;
    if (seat != n - 1) pthread_mutex_lock(&forks[low]);
    pthread_mutex_lock(&forks[high]);
    use(low);
    use(high);
    pthread_mutex_unlock(&forks[high]);
    if (seat != n - 1) pthread_mutex_unlock(&forks[low]);
    return 0;
}

int main(void)
{
    pthread_t thread;
    n = __VERIFIER_nondet_uint();
    if (n == 0 || n > SEATS_MAX) return 0;
    for (;;)
        pthread_create(&thread, 0, philosopher, 0);
}
