/*
 * The sense-reversing barrier of Mellor-Crummey and Scott for two threads, three rounds each.
 *
 * Property: no thread is a round ahead of the other when both are between two barriers.
 * Safe: each thread turns its own sense after each round.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint missing = 2;
atomic_bool sense;
atomic_uint rounds[2];

static void barrier(_Bool mine)
{
    if (atomic_fetch_sub(&missing, 1) == 1) {
        missing = 2;
        sense = mine;
    } else {
        while (sense != mine)
            ;
    }
}

static void work(unsigned me)
{
    _Bool mine = 1;
    for (unsigned i = 1; i <= 3; i++) {
        rounds[me] = i;
        barrier(mine);
        assert(rounds[1 - me] >= i);
        mine = !mine;
    }
}

void *left(void *unused)
{
    work(0);
    return 0;
}

void *right(void *unused)
{
    work(1);
    return 0;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, 0, left, 0);
    pthread_create(&t2, 0, right, 0);
    return 0;
}
