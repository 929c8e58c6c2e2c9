/* Counters that the loops change in other ways, so that the second one waits for a thread that is said not to have run. */
#include <assert.h>
#include <pthread.h>

int x[4];

void *set(void *arg)
{
    x[(long)arg] = 1;
    return 0;
}

static void increment(int *i) { ++*i; }

int main(void)
{
    pthread_t t[4];
    for (int i = 0; i < 4; i++) {
        pthread_create(&t[i], 0, set, (void *)(long)i);
        i++;
    }
    for (int i = 0; i < 4; i++) {
        pthread_join(t[i], 0);
        assert(x[i] == 1);
        increment(&i);
    }
    assert(x[1] == 0);
    assert(x[2] == 0);
    return 0;
}
