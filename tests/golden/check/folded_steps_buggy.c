/* Of the rounds of main's loop only what goes into the assertion is shown; the other steps are counted. */
#include <assert.h>
#include <pthread.h>

int total, last;

void *reset(void *arg)
{
    total = 7;
    return arg;
}

int main(void)
{
    pthread_t t;
    int other = 0;
    pthread_create(&t, 0, reset, 0);
    for (int i = 0; i < 8; i++) {
        other += i;
        last = other;
    }
    pthread_join(t, 0);
    assert(total != 7);
}
