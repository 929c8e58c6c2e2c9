/* Two handles in turn: the join waits for the thread before the last one. */
#include <assert.h>
#include <pthread.h>

int x[3];

void *f(void *arg)
{
    x[(long)arg]++;
    return 0;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 20; i++) {
        if (i >= 2) {
            pthread_join(t[i % 2], 0);
            assert(x[i % 2] == i / 2 - (i == 5));
        }
        if (i == 10) break;
        pthread_create(&t[i % 2], 0, f, (void *)(long)(i % 2));
    }
}
