/* Counters that go down and up in steps, rounds that are left out, a bound that is a variable. */
#include <assert.h>
#include <pthread.h>

int last = 6;
int x[7];

void *set(void *arg)
{
    x[(long)arg] = 1;
    return 0;
}

int main(void)
{
    pthread_t t[8];
    const int first = 0;
    long i = last;
    while (i >= first) {
        pthread_create(&t[i + 1], 0, set, (void *)i);
        i -= 2;
    }
    assert(i == -2);
    for (i = 0; i != 8; i += 2) {
        if (i == 4) continue;
        if (pthread_join(t[i + 1], 0) != 0) return 1;
        assert(x[i] == 1);
    }
    assert(i == 8);
    assert(x[3] == 0);
    return 0;
}
