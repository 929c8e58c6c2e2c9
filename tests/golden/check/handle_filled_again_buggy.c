/* Nobody waits for the threads that filled the handle first. */
#include <assert.h>
#include <pthread.h>

int x[3];

void *f(void *arg)
{
    x[(long)arg] = 1;
    return 0;
}

int main(void)
{
    pthread_t t;
    for (int i = 0; i < 3; i++)
        pthread_create(&t, 0, f, (void *)(long)i);
    pthread_join(t, 0);
    assert(x[1] == 1);
    return 0;
}
