#include <assert.h>
#include <pthread.h>

/* Locals of a function that is called again, their addresses taken: a new one each time, arbitrary where it is not
 * set, while those of the caller stay. */
int __VERIFIER_nondet_int(void);
int shared;

static void put(int *to, int value) { *to = value; }

static int pick(int set)
{
    int kept;
    if (set) put(&kept, 1);
    if (set) return kept;
    put(&kept, 2);
    return kept;
}

static int stale(int set)
{
    int old;
    if (set) put(&old, 1);
    return old == 1;
}

void *worker(void *arg)
{
    int own = 7, first, second;
    put(&first, pick(1));
    put(&second, pick(0));
    put(&own, own + 1);
    assert(first == 1 && second == 2 && own == 8);
    int before = stale(1), after = stale(0);
    assert(before && after);
    return 0;
}

int main(void)
{
    pthread_t t;
    for (;;)
        pthread_create(&t, 0, worker, 0);
}
